// The menu of the status bar: chooses the profile, restarts the server, shows its log.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

import { programEditor } from "./panel";

interface Choice extends vscode.QuickPickItem {
  choose?: () => unknown;
}

/** Opens the menu and carries out the choice. */
export async function showMenu(): Promise<void> {
  const program = programEditor()?.document.uri;
  const current = vscode.workspace.getConfiguration("mnc2", program).get<string | null>("profile", null);
  const profile = (value: string | null, label: string, description: string): Choice => ({
    label: `${value === current ? "$(check)" : "$(blank)"} ${label}`,
    description,
    choose: () => chooseProfile(program, value),
  });
  const separator = (label: string): Choice => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const command = (label: string, name: string, ...parameters: unknown[]): Choice => ({
    label,
    choose: () => vscode.commands.executeCommand(name, ...parameters),
  });
  const choices = [
    separator(l10n.t("Profile: what programs are written for")),
    profile(null, l10n.t("As mnc2.toml says"), l10n.t("without one, assembler")),
    profile("assembler", "assembler", l10n.t("what the vendor's assembler reports")),
    profile("hardware", "hardware", l10n.t("adds what only the board checks")),
    profile("contest", "contest", l10n.t("flat mode, no d set")),
    separator(l10n.t("Language server")),
    command(`$(debug-restart) ${l10n.t("Restart Language Server")}`, "mnc2.restartServer"),
    command(`$(output) ${l10n.t("Show Log")}`, "mnc2.showLog"),
    command(`$(settings-gear) ${l10n.t("Open Settings")}`, "workbench.action.openSettings", "@ext:mnc2.mnc2"),
  ];
  const chosen = await vscode.window.showQuickPick(choices, { title: "MN-Core 2", matchOnDescription: true });
  await chosen?.choose?.();
}

/** Sets the profile where it is already set, otherwise for the workspace, or for the user without a workspace. */
async function chooseProfile(program: vscode.Uri | undefined, profile: string | null): Promise<void> {
  const settings = vscode.workspace.getConfiguration("mnc2", program);
  const set = settings.inspect<string | null>("profile");
  const target =
    set?.workspaceFolderValue !== undefined
      ? vscode.ConfigurationTarget.WorkspaceFolder
      : set?.workspaceValue !== undefined || vscode.workspace.workspaceFolders !== undefined
        ? vscode.ConfigurationTarget.Workspace
        : vscode.ConfigurationTarget.Global;
  // No value if mnc2.toml should decide, unless a value of the user would replace it.
  const inherited = target === vscode.ConfigurationTarget.Global ? undefined : set?.globalValue;
  await settings.update("profile", profile ?? (inherited == null ? undefined : null), target);
}
