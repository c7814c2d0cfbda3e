// The dump view: the tab that shows the last run of a program.

import * as vscode from "vscode";

import type { FromDump, ToDump } from "../webview/messages";
import type { DumpView } from "./dumpView";
import { Panel, programName, reveal } from "./panel";

export class DumpPanel implements vscode.Disposable {
  private readonly panel: Panel<ToDump, FromDump>;
  private program: vscode.Uri | undefined;

  /** `runAgain` runs a program to a line, counted from 0. */
  constructor(
    extension: vscode.Uri,
    private readonly runs: DumpView,
    private readonly runAgain: (program: vscode.Uri, line: number) => void,
  ) {
    this.panel = new Panel(extension, "dump", "Dump", (message) => this.receive(message));
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

  private update(): void {
    const run = this.program === undefined ? undefined : this.runs.run(this.program);
    if (this.program === undefined || run === undefined) {
      return;
    }
    const name = programName(this.program);
    this.panel.name = `Dump of ${name}`;
    this.panel.send({
      type: "run",
      name,
      result: run.result,
      previous: run.previous ?? null,
      edited: run.edited,
    });
  }

  private receive(message: FromDump): void {
    const program = this.program;
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
      case "runAgain": {
        const run = this.runs.run(program);
        return run === undefined ? undefined : this.runAgain(program, run.result.line);
      }
    }
  }
}
