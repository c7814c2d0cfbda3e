// What the user can do without a language server: install it in a terminal that shows what happens, read how, or set
// its path in the settings.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

import type { Missing } from "./host";
import { INSTALL_COMMAND, INSTALL_PAGE } from "./server";

/** Shows the user why there is no server. `installed` is called after a successful installation. */
export async function offerInstallation(
  found: Missing,
  installed: () => unknown,
): Promise<void> {
  const [install, instructions, settings] = [l10n.t("Install"), l10n.t("Instructions"), l10n.t("Open Settings")];
  const buttons = found.cause === "missing" ? [install, instructions, settings] : [settings, instructions];
  const choice = await vscode.window.showErrorMessage(found.problem, ...buttons);
  if (choice === install) {
    await runInstallation(installed);
  } else if (choice === instructions) {
    await vscode.env.openExternal(vscode.Uri.parse(INSTALL_PAGE));
  } else if (choice === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "mnc2.server.path");
  }
}

async function runInstallation(installed: () => unknown): Promise<void> {
  const task = new vscode.Task(
    { type: "shell" },
    vscode.TaskScope.Workspace,
    l10n.t("Install the language server"),
    "MN-Core 2",
    new vscode.ShellExecution(INSTALL_COMMAND),
  );
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, focus: true };
  const ended = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
    if (execution.task.name === task.name) {
      ended.dispose();
      if (exitCode === 0) {
        installed();
      }
    }
  });
  await vscode.tasks.executeTask(task);
}
