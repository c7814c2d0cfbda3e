// The lines that no order can shorten, marked in the editor until the program is edited or the user presses Escape.

import * as vscode from "vscode";

import type { BindingLine } from "./protocol";

/** The command that takes the marks away. */
const HIDE = "mnc2.hideBindingLines";

/** The context key that is true while there are marks. */
const SHOWN = "mnc2.showsBindingLines";

export class BindingLines implements vscode.Disposable {
  private readonly mark = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.wordHighlightStrongBackground"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.wordHighlightStrongForeground"),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
    after: { color: new vscode.ThemeColor("editorCodeLens.foreground"), margin: "0 0 0 3ch" },
  });
  private readonly disposables = [
    this.mark,
    vscode.commands.registerCommand(HIDE, () => this.clear()),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && document.uri.toString() === this.program?.toString()) {
        this.clear();
      }
    }),
    vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
  ];
  private program: vscode.Uri | undefined;
  private lines: readonly BindingLine[] = [];

  /** The marked lines of a program, counted from 0. */
  of(program: vscode.Uri): number[] {
    return program.toString() === this.program?.toString() ? this.lines.map(({ line }) => line) : [];
  }

  /** Marks lines of a program instead of those that were marked before. */
  show(program: vscode.Uri, lines: readonly BindingLine[]): void {
    this.program = program;
    this.lines = lines;
    this.draw();
  }

  clear(): void {
    this.program = undefined;
    this.lines = [];
    this.draw();
  }

  dispose(): void {
    for (const one of this.disposables) {
      one.dispose();
    }
  }

  private draw(): void {
    void vscode.commands.executeCommand("setContext", SHOWN, this.lines.length > 0);
    for (const editor of vscode.window.visibleTextEditors) {
      const isMeant = editor.document.uri.toString() === this.program?.toString();
      editor.setDecorations(this.mark, isMeant ? this.lines.map(({ line, text }) => decoration(editor, line, text)) : []);
    }
  }
}

function decoration({ document }: vscode.TextEditor, line: number, text: string): vscode.DecorationOptions {
  const { range } = document.lineAt(Math.min(line, document.lineCount - 1));
  return { range, renderOptions: { after: { contentText: text } } };
}
