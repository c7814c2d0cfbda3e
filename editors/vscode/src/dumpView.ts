// Shows a run: a read-only page beside the program, and the values beside the lines they belong to.

import * as vscode from "vscode";

import { dumpByLine, dumpPage, dumpSummary, writtenSummary } from "./dump";
import type { RunToHereResult } from "./protocol";

const SCHEME = "mnc2-dump";

/** Longest text beside a line, in characters, so that it seldom needs scrolling. */
const SUMMARY_CHARACTERS = 48;

/** Dump lines shown when the pointer rests on the values beside a line. */
const HOVER_LINES = 16;

/** The result of the last run of each program. */
export class DumpView implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly pages = new Map<string, string>();
  private readonly runs = new Map<string, RunToHereResult>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
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

  readonly onDidChange = this.changed.event;

  constructor() {
    this.disposables = [
      this.changed,
      this.values,
      this.reached,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidChangeTextDocument((event) => {
        // The values belong to the text that was run.
        if (event.contentChanges.length > 0) {
          this.forget(event.document.uri);
        }
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document.uri.scheme === SCHEME) {
          this.pages.delete(document.uri.toString());
        } else {
          this.forget(document.uri);
        }
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => this.decorate()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("mnc2.inlineValues")) {
          this.decorate();
        }
      }),
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.pages.get(uri.toString()) ?? "Run the program to a line to see its dump here.\n";
  }

  /** Shows `result` beside the program, without taking the cursor away from it. */
  async show(program: vscode.Uri, result: RunToHereResult): Promise<void> {
    const document = await vscode.workspace.openTextDocument(program);
    const name = vscode.workspace.asRelativePath(program, false);
    const page = pageUri(program);
    this.pages.set(
      page.toString(),
      dumpPage(name, result, (line) =>
        line < document.lineCount ? document.lineAt(line).text : undefined,
      ),
    );
    this.runs.set(program.toString(), result);
    this.changed.fire(page);
    this.decorate();

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

  private forget(program: vscode.Uri): void {
    if (this.runs.delete(program.toString())) {
      this.decorate();
    }
  }

  private decorate(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.languageId !== "mnc2") {
        continue;
      }
      const result = this.runs.get(editor.document.uri.toString());
      const inline = vscode.workspace
        .getConfiguration("mnc2", editor.document.uri)
        .get<boolean>("inlineValues", true);
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

/** The page of a program; its name is what the tab shows. */
function pageUri(program: vscode.Uri): vscode.Uri {
  const name = program.path.slice(program.path.lastIndexOf("/") + 1);
  return vscode.Uri.from({
    scheme: SCHEME,
    path: `/${name}.mnc2dump`,
    query: program.toString(),
  });
}

function valueDecorations(
  document: vscode.TextDocument,
  result: RunToHereResult,
): vscode.DecorationOptions[] {
  const decorations: vscode.DecorationOptions[] = [];
  const add = (line: number, text: string, hover?: vscode.MarkdownString) => {
    if (text !== "" && line < document.lineCount) {
      const end = document.lineAt(line).range.end;
      decorations.push({
        range: new vscode.Range(end, end),
        // Ordinary spaces would be drawn as one.
        renderOptions: { after: { contentText: `→ ${text}`.replaceAll(" ", "\u00a0") } },
        ...(hover === undefined ? {} : { hoverMessage: hover }),
      });
    }
  };
  const dumps = dumpByLine(result);
  for (const [line, texts] of dumps) {
    const hover = new vscode.MarkdownString().appendCodeblock(
      texts.slice(0, HOVER_LINES).join("\n"),
      "mnc2-dump",
    );
    add(line, dumpSummary(texts, SUMMARY_CHARACTERS), hover);
  }
  if (!dumps.has(result.line)) {
    add(result.line, writtenSummary(result.written, SUMMARY_CHARACTERS));
  }
  return decorations;
}
