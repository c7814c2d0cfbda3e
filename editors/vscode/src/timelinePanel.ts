// The step timeline: the tab that shows a program as units against steps, and follows it.

import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient/node";

import type { FromTimeline, ToTimeline } from "../webview/messages";
import { Panel, programName, reveal } from "./panel";
import { TIMELINE, type Timeline } from "./protocol";

/** How long the text must rest before the view follows it. */
const REST_MS = 250;

/** Rows that the view shows. */
const ROWS = 3000;

export class TimelinePanel implements vscode.Disposable {
  private readonly panel: Panel<ToTimeline, FromTimeline>;
  private readonly disposables: vscode.Disposable[];
  private program: vscode.Uri | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    extension: vscode.Uri,
    private readonly client: () => BaseLanguageClient | undefined,
  ) {
    this.panel = new Panel(extension, "timeline", "Steps", (message) => this.receive(message));
    const isShown = (document: vscode.TextDocument) =>
      this.panel.isOpen && document.uri.toString() === this.program?.toString();
    this.disposables = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (isShown(document)) {
          clearTimeout(this.timer);
          this.timer = setTimeout(() => void this.update(), REST_MS);
        }
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor?.document.languageId === "mnc2" && this.panel.isOpen && !isShown(editor.document)) {
          this.program = editor.document.uri;
          void this.update();
        }
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (isShown(textEditor.document)) {
          this.follow(textEditor);
        }
      }),
    ];
  }

  show(program: vscode.Uri): void {
    this.program = program;
    this.panel.show();
    void this.update();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.panel.dispose();
    this.disposables.forEach((one) => one.dispose());
  }

  private async update(): Promise<void> {
    const program = this.program;
    const client = this.client();
    if (program === undefined || !client?.isRunning()) {
      return;
    }
    const name = programName(program);
    this.panel.name = `Steps of ${name}`;
    try {
      const timeline: Timeline = await client.sendRequest(TIMELINE, {
        textDocument: { uri: client.code2ProtocolConverter.asUri(program) },
        first: 0,
        count: ROWS,
      });
      this.panel.send({ type: "timeline", name, timeline });
    } catch (error) {
      // Of a text that has changed since, the next answer is on its way.
      client.debug(`${TIMELINE}: ${String(error)}`);
    }
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.uri.toString() === program.toString()) {
      this.follow(editor);
    }
  }

  private follow(editor: vscode.TextEditor): void {
    this.panel.send({ type: "cursor", line: editor.selection.active.line });
  }

  private receive(message: FromTimeline): void {
    switch (message.type) {
      case "ready":
        return void this.update();
      case "reveal":
        return this.program === undefined ? undefined : void reveal(this.program, message.line);
    }
  }
}
