// Keeps the last run of each program: its values next to the lines they belong to, and its dump as a text, which is a
// document of the server.

import * as vscode from "vscode";

import type { RunToHereArguments, RunToHereResult } from "./protocol";
import { showsValues } from "./settings";

/** Dump lines shown when the user points at the values next to a line. */
const HOVER_LINES = 16;

/** The last run of a program. */
export interface Run {
  /** The request. */
  wanted: RunToHereArguments;
  result: RunToHereResult;
  /** The previous run. */
  previous?: RunToHereResult;
  /** Whether the program has been edited since. */
  edited: boolean;
}

/** The last run of each program. */
export class DumpView implements vscode.Disposable {
  private readonly runs = new Map<string, Run>();
  private readonly problems = new Map<string, string>();
  private readonly changedRun = new vscode.EventEmitter<vscode.Uri>();
  private readonly values = vscode.window.createTextEditorDecorationType({
    after: {
      margin: "0 0 0 3ch",
      color: new vscode.ThemeColor("editorCodeLens.foreground"),
      fontStyle: "italic",
    },
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  private readonly reached = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.infoForeground"),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
  private readonly disposables: vscode.Disposable[];

  /** A program was run, or edited since its last run. */
  readonly onDidChangeRun = this.changedRun.event;

  constructor() {
    this.disposables = [
      this.changedRun,
      this.values,
      this.reached,
      vscode.workspace.onDidChangeTextDocument((event) => {
        // The values belong to the text that ran.
        if (event.contentChanges.length > 0) {
          this.outdate(event.document.uri);
        }
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        this.runs.delete(document.uri.toString());
        this.problems.delete(document.uri.toString());
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => this.decorate()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("mnc2.inlayHints") || event.affectsConfiguration("mnc2.inlineValues")) {
          this.decorate();
        }
      }),
    ];
  }

  /** The last run of a program. */
  run(program: vscode.Uri): Run | undefined {
    return this.runs.get(program.toString());
  }

  /** Why the last run of a program failed, if it did. */
  problem(program: vscode.Uri): string | undefined {
    return this.problems.get(program.toString());
  }

  /** Records that a program was not run. */
  fail(program: vscode.Uri, problem: string): void {
    this.problems.set(program.toString(), problem);
    this.changedRun.fire(program);
  }

  /** Records a run: its values appear next to their lines. */
  add(program: vscode.Uri, wanted: RunToHereArguments, result: RunToHereResult): void {
    const previous = this.runs.get(program.toString())?.result;
    this.problems.delete(program.toString());
    this.runs.set(program.toString(), {
      wanted,
      result,
      ...(previous === undefined ? {} : { previous }),
      edited: false,
    });
    this.decorate();
    this.changedRun.fire(program);
  }

  /** Shows the dump as a text next to the program; the cursor stays in the program. */
  async showText(program: vscode.Uri): Promise<void> {
    const run = this.runs.get(program.toString());
    if (run === undefined) {
      return;
    }
    const page = vscode.Uri.parse(run.result.content, true);
    const open = vscode.window.tabGroups.all.find((group) =>
      group.tabs.some(
        ({ input }) =>
          input instanceof vscode.TabInputText && input.uri.toString() === page.toString(),
      ),
    );
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(page), {
      viewColumn: open?.viewColumn ?? vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: false,
    });
  }

  dispose(): void {
    for (const disposable of this.disposables) {
      disposable.dispose();
    }
  }

  /** The values belong to the text that ran: they are removed; the dump remains, marked as outdated. */
  private outdate(program: vscode.Uri): void {
    const run = this.runs.get(program.toString());
    if (run !== undefined && !run.edited) {
      run.edited = true;
      this.decorate();
      this.changedRun.fire(program);
    }
  }

  private decorate(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.languageId !== "mnc2") {
        continue;
      }
      const run = this.runs.get(editor.document.uri.toString());
      const result = run?.edited === false ? run.result : undefined;
      const inline = showsValues(vscode.workspace.getConfiguration("mnc2", editor.document.uri));
      editor.setDecorations(
        this.values,
        result !== undefined && inline ? valueDecorations(editor.document, result) : [],
      );
      editor.setDecorations(
        this.reached,
        result !== undefined && result.line < editor.document.lineCount
          ? [editor.document.lineAt(result.line).range]
          : [],
      );
    }
  }
}

function valueDecorations(
  document: vscode.TextDocument,
  result: RunToHereResult,
): vscode.DecorationOptions[] {
  const decorations: vscode.DecorationOptions[] = [];
  for (const { line, text } of result.beside) {
    if (line < document.lineCount) {
      const { end } = document.lineAt(line).range;
      const dumped = result.dump.filter((dump) => dump.line === line).slice(0, HOVER_LINES);
      const texts = dumped.map((dump) => dump.text).join("\n");
      decorations.push({
        range: new vscode.Range(end, end),
        // Ordinary spaces would be drawn as one.
        renderOptions: { after: { contentText: `→ ${text}`.replaceAll(" ", "\u00a0") } },
        ...(texts === "" ? {} : { hoverMessage: new vscode.MarkdownString().appendCodeblock(texts, "mnc2-dump") }),
      });
    }
  }
  return decorations;
}
