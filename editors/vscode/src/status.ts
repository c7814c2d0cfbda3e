// The status of the language server: in the status bar next to the score, with the profile, and among the statuses of the
// language. Both open the menu.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

import { programEditor } from "./panel";

/** The command that opens the menu. */
const MENU = "mnc2.menu";

export class ServerStatus implements vscode.Disposable {
  private readonly language = vscode.languages.createLanguageStatusItem("mnc2.server", { language: "mnc2" });
  private readonly item = vscode.window.createStatusBarItem("mnc2.profile", vscode.StatusBarAlignment.Right, 109);
  private readonly following: vscode.Disposable;
  private profile = "";

  constructor() {
    this.language.name = "MN-Core 2";
    this.language.command = { command: MENU, title: l10n.t("Profile and Server") };
    this.item.name = l10n.t("MN-Core 2 profile and language server");
    this.item.command = MENU;
    this.following = vscode.window.onDidChangeVisibleTextEditors(() => this.follow());
  }

  starting(): void {
    this.language.busy = true;
    this.language.severity = vscode.LanguageStatusSeverity.Information;
    this.language.text = l10n.t("MN-Core 2: starting");
    this.show("$(loading~spin) MN-Core 2", this.language.text);
  }

  /** `version` may be empty; `command` is the server's program. */
  running(version: string, command: string): void {
    this.language.busy = false;
    this.language.severity = vscode.LanguageStatusSeverity.Information;
    this.language.text = `MN-Core 2 ${version}`.trimEnd();
    this.language.detail = command;
    this.showProfile(this.profile);
  }

  stopped(): void {
    this.fail(l10n.t("MN-Core 2: stopped"), "");
  }

  /** There is no server; the user has seen the reason. */
  missing(problem: string): void {
    this.fail(l10n.t("MN-Core 2: no language server"), problem);
  }

  /** Shows the profile of the program, as the server decided it. */
  showProfile(profile: string): void {
    this.profile = profile;
    const told = profile === "" ? "MN-Core 2" : profile;
    this.show(`$(tools) ${told}`, `${this.language.text}\n${l10n.t("Click to choose the profile or to restart the server.")}`);
  }

  /** The server's program, or why there is none. */
  get detail(): string | undefined {
    return this.language.detail;
  }

  dispose(): void {
    this.following.dispose();
    this.language.dispose();
    this.item.dispose();
  }

  private fail(text: string, detail: string): void {
    this.language.busy = false;
    this.language.severity = vscode.LanguageStatusSeverity.Error;
    this.language.text = text;
    this.language.detail = detail;
    this.show("$(error) MN-Core 2", `${text}\n${detail}`.trimEnd());
    this.item.backgroundColor = new vscode.ThemeColor("statusBarItem.errorBackground");
  }

  private show(text: string, tooltip: string): void {
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.accessibilityInformation = { label: `MN-Core 2: ${tooltip}`, role: "button" };
    this.item.backgroundColor = undefined;
    this.follow();
  }

  /** The status bar shows programs only while one is visible. */
  private follow(): void {
    if (programEditor() === undefined) {
      this.item.hide();
    } else {
      this.item.show();
    }
  }
}
