// The chip view: the tab that shows the values of one address on every element of the chip.

import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient/node";

import type { FromChip, ToChip } from "../webview/messages";
import type { DumpView } from "./dumpView";
import { Panel, programName } from "./panel";
import { CHIP, type Chip, type ChipQuestion } from "./protocol";

export class ChipPanel implements vscode.Disposable {
  private readonly panel: Panel<ToChip, FromChip>;
  private program: vscode.Uri | undefined;
  private question: ChipQuestion | undefined;

  /** `run` runs a program to the line of the cursor. */
  constructor(
    extension: vscode.Uri,
    runs: DumpView,
    private readonly client: () => BaseLanguageClient | undefined,
    private readonly run: () => void,
  ) {
    this.panel = new Panel(extension, "chip", "Chip", (message) => this.receive(message));
    runs.onDidChangeRun((program) => {
      // The newest run is the one whose machine the server still has.
      if (this.panel.isOpen) {
        this.program = program;
        void this.update();
      }
    });
  }

  /** Shows the chip after the last run of a program, at what a line speaks of, or a `d get` above it. */
  show(document: vscode.TextDocument, line: number): void {
    this.program = document.uri;
    this.question = questionNear(document, line) ?? this.question ?? DEFAULT;
    this.panel.show();
    void this.update();
  }

  dispose(): void {
    this.panel.dispose();
  }

  private async update(): Promise<void> {
    const client = this.client();
    const { program } = this;
    if (program === undefined || !client?.isRunning()) {
      return;
    }
    const question = this.question ?? DEFAULT;
    const name = programName(program);
    this.panel.name = `Chip after ${name}`;
    try {
      const chip: Chip = await client.sendRequest(CHIP, {
        textDocument: { uri: client.code2ProtocolConverter.asUri(program) },
        ...question,
      });
      const focus = vscode.workspace.getConfiguration("mnc2", program).get("focus", "n0c0b0m0p0");
      this.panel.send({ type: "chip", name, question, chip, focus });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const sentence = message.charAt(0).toUpperCase() + message.slice(1);
      this.panel.send({ type: "problem", question, message: `${sentence}.`.replace(/([.?!])\.$/, "$1") });
    }
  }

  private receive(message: FromChip): void {
    switch (message.type) {
      case "ready":
        return void this.update();
      case "ask":
        this.question = message.question;
        return void this.update();
      case "focus":
        void vscode.workspace
          .getConfiguration("mnc2", this.program)
          .update("focus", message.element, target())
          .then(() => vscode.window.setStatusBarMessage(`$(target) Focus on ${message.element}`, 5000));
        return;
      case "run":
        return this.run();
    }
  }
}

const DEFAULT: ChipQuestion = { memory: "$lm0", cycle: 0, format: "hexadecimal" };

/** Lines above the cursor in which a `d get` is looked for. */
const LINES_ABOVE = 200;

function questionNear(document: vscode.TextDocument, line: number): ChipQuestion | undefined {
  const own = questionOf(document.lineAt(line).text);
  for (let above = line - 1; own === undefined && above >= Math.max(0, line - LINES_ABOVE); above -= 1) {
    const { text } = document.lineAt(above);
    if (/^\s*d\s+get/.test(text)) {
      return questionOf(text);
    }
  }
  return own;
}

/** What a `d get` shows, in its own format; else what a line writes last. */
function questionOf(line: string): ChipQuestion | undefined {
  const code = line.replace(/#.*$/, "");
  const get = /^\s*d\s+get([a-z]*)\s+(\$[a-z]+\d*)/.exec(code);
  if (get !== null) {
    const [, type = "", spelled = ""] = get;
    const formats: Record<string, string> = { d: "double", f: "single", h: "half" };
    return { memory: spelled, cycle: 0, format: formats[type.replace(/^b/, "")] ?? "hexadecimal" };
  }
  const operand = code.match(/\$(?:ll|l)?[mnrs]\d+/g)?.at(-1);
  return operand === undefined ? undefined : { memory: operand, cycle: 0, format: "hexadecimal" };
}

function target(): vscode.ConfigurationTarget {
  return vscode.workspace.workspaceFolders === undefined
    ? vscode.ConfigurationTarget.Global
    : vscode.ConfigurationTarget.Workspace;
}
