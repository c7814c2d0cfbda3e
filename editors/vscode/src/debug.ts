// F5 and the Run menu. There is no debugger yet: they run the program and show its dump.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

/** The type of launch configurations. */
export const DEBUG_TYPE = "mnc2";

export class RunConfigurations implements vscode.DebugConfigurationProvider {
  /** `run` runs a program to its end and shows its dump; without a program, that of the active editor. */
  constructor(private readonly run: (program?: vscode.Uri) => unknown) {}

  provideDebugConfigurations(): vscode.DebugConfiguration[] {
    return [{ type: DEBUG_TYPE, request: "launch", name: l10n.t("Run MN-Core 2 program"), program: "${file}" }];
  }

  /** Without a launch.json the configuration is empty. An answer of `undefined` starts no debugger, silently. */
  resolveDebugConfiguration(
    _folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): vscode.DebugConfiguration | undefined {
    if (typeof configuration.program === "string") {
      return configuration;
    }
    void this.run();
    return undefined;
  }

  resolveDebugConfigurationWithSubstitutedVariables(
    _folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): undefined {
    void this.run(vscode.Uri.file(String(configuration.program)));
    return undefined;
  }
}
