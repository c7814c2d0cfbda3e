// Inlay hints of steps on the line with the cursor alone: the server sends the hints of all lines, because it does not have the
// position of the cursor.

import * as vscode from "vscode";
import { type BaseLanguageClient, InlayHintRequest } from "vscode-languageclient";

import { isOfSteps } from "./protocol";

/** How long the cursor rests before the hints are drawn again: a held arrow key must not cause a request for each line. */
const REST_MS = 80;

/** Whether the setting is that steps are shown on the current line. */
function isOfCurrentLine(document: vscode.TextDocument): boolean {
  const chosen: unknown = vscode.workspace.getConfiguration("mnc2", document.uri).get("inlayHints.steps");
  return chosen === undefined || chosen === null || chosen === "currentLine";
}

export class CursorHints implements vscode.Disposable {
  private readonly listening: vscode.Disposable;
  private lines = "";
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly client: BaseLanguageClient) {
    this.listening = vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      const { document, selections } = textEditor;
      const lines = `${document.uri.toString()} ${selections.map(({ active }) => active.line).join()}`;
      if (document.languageId === "mnc2" && lines !== this.lines && isOfCurrentLine(document)) {
        this.lines = lines;
        clearTimeout(this.resting);
        this.resting = setTimeout(() => this.refresh(document), REST_MS);
      }
    });
  }

  /** The hints that are shown: a hint of steps only if a cursor is on its line. */
  kept(document: vscode.TextDocument, hints: vscode.InlayHint[]): vscode.InlayHint[] {
    if (!isOfCurrentLine(document)) {
      return hints;
    }
    const editors = vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
    const lines = new Set(editors.flatMap(({ selections }) => selections.map(({ active }) => active.line)));
    return hints.filter((hint) => !isOfSteps(hint) || lines.has(hint.position.line));
  }

  dispose(): void {
    clearTimeout(this.resting);
    this.listening.dispose();
  }

  private refresh(document: vscode.TextDocument): void {
    const feature = this.client.getFeature(InlayHintRequest.method);
    feature?.getProvider(document)?.onDidChangeInlayHints.fire();
  }
}
