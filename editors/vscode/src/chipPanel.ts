// The chip view: the tab that shows the values of one address on every element of the chip.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient/node";

import type { FromChip, ToChip } from "../webview/messages";
import type { DumpView } from "./dumpView";
import { keptOf, Panel, programName } from "./panel";
import { sentence } from "./runToHere";
import { CHIP, type Chip, type ChipQuestion } from "./protocol";

export class ChipPanel implements vscode.Disposable {
  private readonly panel: Panel<ToChip, FromChip>;
  private program: vscode.Uri | undefined;
  private question: ChipQuestion | undefined;

  /** `run` runs a program to the line of the cursor; `restore` repeats a run without showing it. */
  constructor(
    extension: vscode.Uri,
    private readonly runs: DumpView,
    private readonly client: () => BaseLanguageClient | undefined,
    private readonly run: () => void,
    restore: (program: vscode.Uri, line: number) => void,
  ) {
    this.panel = new Panel(
      extension,
      "chip",
      l10n.t("Chip"),
      (message) => this.receive(message),
      (state) => {
        const kept = keptOf(state);
        this.program = kept && vscode.Uri.parse(kept.program, true);
        this.question = questionIn(state);
        if (this.program !== undefined && kept?.line !== undefined) {
          restore(this.program, kept.line);
        }
      },
    );
    runs.onDidChangeRun((program) => {
      // The newest run is the one whose machine the server still has.
      if (this.panel.isOpen) {
        this.program = program;
        void this.update();
      }
    });
  }

  /** Shows the chip after the last run of a program, at the address of a line, or of a `d get` above it. */
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
    this.panel.name = l10n.t("Chip after {0}", name);
    try {
      const { format, ...words } = question;
      const chip: Chip = await client.sendRequest(CHIP, {
        textDocument: { uri: client.code2ProtocolConverter.asUri(program) },
        ...words,
        ...(format === AUTOMATIC ? {} : { format }),
      });
      const focus = vscode.workspace.getConfiguration("mnc2", program).get("focus", "n0c0b0m0p0");
      this.panel.send({ type: "chip", name, program: program.toString(), question, chip, focus });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      // Why a run failed says more than that there was none.
      const message = this.runs.problem(program) ?? problem;
      const isNotRun = (error as { data?: { isNotRun?: boolean } | null }).data?.isNotRun === true;
      this.panel.send({ type: "problem", question, message: sentence(message), isNotRun });
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
          .then(() => vscode.window.setStatusBarMessage(`$(target) ${l10n.t("Focus on {0}", message.element)}`, 5000));
        return;
      case "run":
        return this.run();
    }
  }
}

/** The format of the instruction that wrote the words. */
const AUTOMATIC = "automatic";

const DEFAULT: ChipQuestion = { memory: "$lm0", cycle: 0, format: AUTOMATIC };

/** The question that a view kept. */
function questionIn(state: unknown): ChipQuestion | undefined {
  const kept = (state as { question?: Partial<ChipQuestion> } | null | undefined)?.question;
  return typeof kept?.memory === "string" && typeof kept.cycle === "number" && typeof kept.format === "string"
    ? { memory: kept.memory, cycle: kept.cycle, format: kept.format }
    : undefined;
}

/** Lines above the cursor that are searched for a `d get`. */
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

/** The address that a `d get` shows, in its own format; otherwise the one that a line writes last. */
function questionOf(line: string): ChipQuestion | undefined {
  const code = line.replace(/#.*$/, "");
  const get = /^\s*d\s+get([a-z]*)\s+(\$[a-z]+\d*)/.exec(code);
  if (get !== null) {
    const [, type = "", spelled = ""] = get;
    const formats: Record<string, string> = { d: "double", f: "single", h: "half" };
    return { memory: spelled, cycle: 0, format: formats[type.replace(/^b/, "")] ?? AUTOMATIC };
  }
  const operand = code.match(/\$(?:ll|l)?[mnrs]\d+/g)?.at(-1);
  return operand === undefined ? undefined : { memory: operand, cycle: 0, format: AUTOMATIC };
}

function target(): vscode.ConfigurationTarget {
  return vscode.workspace.workspaceFolders === undefined
    ? vscode.ConfigurationTarget.Global
    : vscode.ConfigurationTarget.Workspace;
}
