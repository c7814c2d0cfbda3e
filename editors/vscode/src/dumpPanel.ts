// The dump view: the tab that shows the last run of a program.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

import type { FromDump, ToDump } from "../webview/messages";
import type { DumpView, Run } from "./dumpView";
import { keptOf, Panel, programName, reveal } from "./panel";
import type { RunToHereArguments } from "./protocol";

export class DumpPanel implements vscode.Disposable {
  private readonly panel: Panel<ToDump, FromDump>;
  private program: vscode.Uri | undefined;

  /** `runAgain` repeats the run of a program; `restore` repeats a run without showing it. */
  constructor(
    extension: vscode.Uri,
    private readonly runs: DumpView,
    private readonly runAgain: (program: vscode.Uri, wanted: RunToHereArguments) => void,
    restore: (program: vscode.Uri, line: number) => void,
  ) {
    this.panel = new Panel(
      extension,
      "dump",
      l10n.t("Dump"),
      (message) => this.receive(message),
      (state) => {
        const kept = keptOf(state);
        this.program = kept && vscode.Uri.parse(kept.program, true);
        if (this.program !== undefined && kept?.line !== undefined) {
          restore(this.program, kept.line);
        }
      },
    );
    runs.onDidChangeRun((program) => {
      if (program.toString() === this.program?.toString()) {
        this.update();
      }
    });
  }

  /** Shows the last run of a program. */
  show(program: vscode.Uri): void {
    this.program = program;
    this.panel.show();
    this.update();
  }

  dispose(): void {
    this.panel.dispose();
  }

  /** The last run of the program shown, if there is one. */
  private get run(): Run | undefined {
    return this.program && this.runs.run(this.program);
  }

  private update(): void {
    const { program, run } = this;
    if (program === undefined) {
      return;
    }
    const name = programName(program);
    this.panel.name = l10n.t("Dump of {0}", name);
    const problem = this.runs.problem(program);
    if (run !== undefined) {
      this.panel.send({
        type: "run",
        name,
        program: program.toString(),
        result: run.result,
        previous: run.previous ?? null,
        edited: run.edited,
      });
    } else if (problem !== undefined) {
      this.panel.send({ type: "problem", message: problem });
    }
  }

  private receive(message: FromDump): void {
    const { program, run } = this;
    if (program === undefined) {
      return;
    }
    switch (message.type) {
      case "ready":
        return this.update();
      case "reveal":
        return void reveal(program, message.line);
      case "openText":
        return void this.runs.showText(program);
      case "runAgain":
        return run && this.runAgain(program, run.wanted);
    }
  }
}
