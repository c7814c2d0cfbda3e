// The state of the chip that views show: the state of the debugger's run while it is stopped at the program, otherwise the
// state after the last *Run to here*. Both are requested by the same methods, with the same answers.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

import type { DebuggedRun } from "./debuggedRun";
import type { DumpView } from "./dumpView";
import { programName } from "./panel";
import type { State } from "./state";

export class States implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly listening: vscode.Disposable[];
  private debuggedProgram: vscode.Uri | undefined;
  private moment = 0;
  /** The target of the run when `moment` was last incremented. */
  private target: number | undefined;

  constructor(
    private readonly runs: DumpView,
    private readonly debugged: DebuggedRun,
    private readonly client: () => BaseLanguageClient | undefined,
  ) {
    this.listening = [
      runs.onDidChangeRun((program) => {
        this.moment += 1;
        this.changed.fire(program);
      }),
      debugged.onDidChange((now) => {
        // A changed value or focus does not change the point in time.
        if (now?.target !== this.target) {
          this.moment += 1;
          this.target = now?.target;
        }
        this.debuggedProgram = now?.program ?? this.debuggedProgram;
        if (this.debuggedProgram !== undefined) {
          this.changed.fire(this.debuggedProgram);
        }
      }),
    ];
  }

  /** The newest state is of this program. */
  readonly onDidChange = this.changed.event;

  /** Whether there is a state to show. */
  has(program: vscode.Uri): boolean {
    return this.isDebugged(program) || this.runs.run(program) !== undefined;
  }

  /** Requests the state of a program; undefined if neither the adapter nor the server is available. */
  async ask<Answer>(
    program: vscode.Uri,
    method: string,
    question: object,
  ): Promise<{ answer: Answer; state: State } | undefined> {
    const name = programName(program);
    const { moment } = this;
    const now = this.debugged.moment;
    if (now !== undefined && this.isDebugged(program)) {
      const answer = await this.debugged.ask<Answer>(method, question);
      const title =
        now.target >= now.targets
          ? l10n.t("{0} at its end", name)
          : l10n.t("{0} before line {1}", name, now.line + 1);
      const { focus } = now;
      return {
        answer,
        state: { program: program.toString(), title, line: null, current: true, focus, debugged: true, moment },
      };
    }
    const client = this.client();
    if (!client?.isRunning()) {
      return undefined;
    }
    const answer: Answer & { line: number; current: boolean } = await client.sendRequest(method, {
      textDocument: { uri: client.code2ProtocolConverter.asUri(program) },
      ...question,
    });
    const { line, current } = answer;
    const title = l10n.t("{0} after line {1}", name, line + 1);
    const focus = vscode.workspace.getConfiguration("mnc2", program).get("focus", "n0c0b0m0p0");
    return { answer, state: { program: program.toString(), title, line, current, focus, debugged: false, moment } };
  }

  /** Why there is no state after the last run of a program, if it failed. */
  problem(program: vscode.Uri): string | undefined {
    return this.runs.problem(program);
  }

  /** Shows another PE: in the debugger while it is stopped, otherwise from the next run on. */
  async setFocus(program: vscode.Uri | undefined, element: string): Promise<void> {
    if (program !== undefined && this.isDebugged(program)) {
      await this.debugged.ask("mnc2/focus", { focus: element });
    } else {
      await vscode.workspace.getConfiguration("mnc2", program).update("focus", element, target());
    }
    vscode.window.setStatusBarMessage(`$(target) ${l10n.t("Focus on {0}", element)}`, 5000);
  }

  dispose(): void {
    this.listening.forEach((one) => one.dispose());
    this.changed.dispose();
  }

  private isDebugged(program: vscode.Uri): boolean {
    return this.debugged.moment?.program.toString() === program.toString();
  }
}

function target(): vscode.ConfigurationTarget {
  return vscode.workspace.workspaceFolders === undefined
    ? vscode.ConfigurationTarget.Global
    : vscode.ConfigurationTarget.Workspace;
}
