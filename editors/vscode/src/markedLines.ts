// Lines of a document that are marked in its editors, each with a text.

import * as vscode from "vscode";

/** A line with what is shown next to it, and over it while the mouse rests. */
export interface MarkedLine {
  /** Counted from 0. */
  line: number;
  text?: string;
  hover?: string;
}

export class MarkedLines<Line extends MarkedLine = MarkedLine> implements vscode.Disposable {
  private readonly mark: vscode.TextEditorDecorationType;
  private readonly disposables: vscode.Disposable[];
  private document: vscode.Uri | undefined;
  private lines: readonly Line[] = [];

  /** `drawn` is told how many lines are marked, whenever that may have changed; `isFixed` marks outlive a change of the text. */
  constructor(
    looks: vscode.DecorationRenderOptions,
    private readonly host: { drawn?: (count: number) => void; isFixed?: boolean } = {},
  ) {
    const after = { color: new vscode.ThemeColor("editorCodeLens.foreground"), margin: "0 0 0 3ch" };
    this.mark = vscode.window.createTextEditorDecorationType({ ...looks, after });
    this.disposables = [
      this.mark,
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && document.uri.toString() === this.document?.toString()) {
          if (this.host.isFixed) {
            this.draw();
          } else {
            this.clear();
          }
        }
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
    ];
  }

  /** The marked lines of a document, counted from 0. */
  of(document: vscode.Uri): number[] {
    return document.toString() === this.document?.toString() ? this.lines.map(({ line }) => line) : [];
  }

  /** Marks lines of a document instead of those that were marked before. */
  show(document: vscode.Uri, lines: readonly Line[]): void {
    this.document = document;
    this.lines = lines;
    this.draw();
  }

  clear(): void {
    this.document = undefined;
    this.lines = [];
    this.draw();
  }

  dispose(): void {
    for (const one of this.disposables) {
      one.dispose();
    }
  }

  private draw(): void {
    this.host.drawn?.(this.lines.length);
    for (const editor of vscode.window.visibleTextEditors) {
      const isMeant = editor.document.uri.toString() === this.document?.toString();
      editor.setDecorations(this.mark, isMeant ? this.lines.map((line) => decoration(editor, line)) : []);
    }
  }
}

function decoration({ document }: vscode.TextEditor, { line, text, hover }: MarkedLine): vscode.DecorationOptions {
  const { range } = document.lineAt(Math.min(line, document.lineCount - 1));
  return {
    range,
    ...(text === undefined ? {} : { renderOptions: { after: { contentText: text } } }),
    ...(hover === undefined ? {} : { hoverMessage: plain(hover) }),
  };
}

/** A sentence as it is. `appendText` would make its spaces unbreakable, so that lines break within words. */
function plain(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString(text.replace(/[\\`*_{}[\]()#+\-!~<>|&]/g, "\\$&"));
}
