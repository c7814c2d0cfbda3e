// The status of a document in another language: its version and the machine that it is written for.

import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

import { OTHER_LANGUAGES } from "./otherLanguages";
import { type DocumentLanguage, LANGUAGE } from "./protocol";

export class LanguageStatus implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem("mnc2.dialect", [
    ...OTHER_LANGUAGES.map((language) => ({ language })),
    { pattern: "**/*.{s,S,asm,ir}" },
  ]);
  private readonly following: vscode.Disposable[];
  /** Counts the questions: only the answer to the newest one is shown. */
  private asked = 0;

  constructor(private readonly client: () => BaseLanguageClient | undefined) {
    this.item.name = "MN-Core 2";
    this.item.text = "MN-Core 2";
    this.following = [
      vscode.window.onDidChangeActiveTextEditor(() => void this.follow()),
      vscode.workspace.onDidSaveTextDocument(() => void this.follow()),
      vscode.workspace.onDidChangeConfiguration(() => void this.follow()),
    ];
  }

  /** Shows the status of the document of the active editor. */
  async follow(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    const running = this.client();
    if (document === undefined || running?.isRunning() !== true) {
      return;
    }
    this.asked += 1;
    const { asked } = this;
    const uri = running.code2ProtocolConverter.asUri(document.uri);
    const answer = await running
      .sendRequest<DocumentLanguage | null>(LANGUAGE, { textDocument: { uri } })
      .catch(() => null);
    if (answer !== null && asked === this.asked) {
      this.item.text = `${answer.language}@${answer.version}`;
      this.item.detail = answer.machine;
    }
  }

  dispose(): void {
    for (const one of [this.item, ...this.following]) {
      one.dispose();
    }
  }
}
