// The view of instruction words: the tab that draws the fields of the step at the cursor.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

import type { FromWord, ToWord } from "../webview/messages";
import { Panel, programName } from "./panel";
import { type StepWord, WORD } from "./protocol";

/** How long text and cursor must rest before the view follows them. */
const REST_MS = 120;

export class WordPanel implements vscode.Disposable {
  private readonly panel: Panel<ToWord, FromWord>;
  private readonly disposables: vscode.Disposable[];
  private program: vscode.Uri | undefined;
  private line = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the requests: only the answer to the newest one is shown. */
  private asked = 0;

  constructor(
    extension: vscode.Uri,
    private readonly client: () => BaseLanguageClient | undefined,
  ) {
    this.panel = new Panel(extension, "word", l10n.t("Machine word"), (message) => this.receive(message));
    const follow = ({ document, selection }: vscode.TextEditor) => {
      if (this.panel.isOpen && document.languageId === "mnc2" && isEdited(document.uri)) {
        this.program = document.uri;
        this.line = selection.active.line;
        this.soon();
      }
    };
    this.disposables = [
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => follow(textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && follow(editor)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === this.program?.toString()) {
          this.soon();
        }
      }),
    ];
  }

  /** Shows the word of the step in a line. */
  show(program: vscode.Uri, line: number): void {
    this.program = program;
    this.line = line;
    this.panel.show();
    void this.update();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.panel.dispose();
    this.disposables.forEach((one) => one.dispose());
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.update(), REST_MS);
  }

  private async update(): Promise<void> {
    const { program, line } = this;
    const client = this.client();
    if (program === undefined || !this.panel.isOpen || !client?.isRunning()) {
      return;
    }
    this.asked += 1;
    const { asked } = this;
    const name = programName(program);
    this.panel.name = l10n.t("Machine word of {0}", name);
    try {
      const word: StepWord | null = await client.sendRequest(WORD, {
        textDocument: { uri: client.code2ProtocolConverter.asUri(program) },
        line,
      });
      if (asked === this.asked) {
        this.panel.send({ type: "word", line, word });
      }
    } catch (error) {
      // If the text has changed since, the next answer is on its way.
      client.debug(`${WORD}: ${String(error)}`);
    }
  }

  private receive(message: FromWord): void {
    switch (message.type) {
      case "ready":
        return void this.update();
      case "select":
        return void this.select(message.line, message.start, message.end);
      case "openOutput":
        return void this.openOutput(message.uri, message.line);
    }
  }

  /** Selects the part of the line that needs a field. */
  private async select(line: number, start: number, end: number): Promise<void> {
    const known = vscode.window.visibleTextEditors.find(
      ({ document }) => document.uri.toString() === this.program?.toString(),
    );
    if (known !== undefined && line < known.document.lineCount) {
      await vscode.window.showTextDocument(known.document, {
        ...(known.viewColumn === undefined ? {} : { viewColumn: known.viewColumn }),
        selection: new vscode.Range(line, start, line, end),
      });
    }
  }

  /** Opens the assembler's output at the words of a line. */
  private async openOutput(uri: string, line: number): Promise<void> {
    const file = this.client()?.protocol2CodeConverter.asUri(uri);
    if (file !== undefined) {
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file), {
        viewColumn: vscode.ViewColumn.One,
        selection: new vscode.Range(line, 0, line, 0),
      });
    }
  }
}

/** Whether a document is a program that is edited, and not one side of a diff. */
function isEdited({ scheme }: vscode.Uri): boolean {
  return scheme === "untitled" || vscode.workspace.fs.isWritableFileSystem(scheme) === true;
}

