// The assembler's output as text: a document of the server, in which each line is that line of the output.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

import { TEXT_DOCUMENT_CONTENT } from "./protocol";

/** The scheme of such documents. */
export const DISASSEMBLY = "mnc2-disassembly";

/** The ends of the names of files that can be shown. */
const FILES = /\.(asm|idma\.dat)$/i;

export class Disassembly implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly client: () => BaseLanguageClient | undefined) {
    const watcher = vscode.workspace.createFileSystemWatcher("**/*.{asm,idma.dat}");
    this.disposables = [
      this.changed,
      watcher,
      watcher.onDidChange((file) => this.changed.fire(contentOf(file))),
      watcher.onDidCreate((file) => this.changed.fire(contentOf(file))),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (FILES.test(document.uri.path)) {
          this.changed.fire(contentOf(document.uri));
        }
      }),
      vscode.workspace.registerTextDocumentContentProvider(DISASSEMBLY, this),
    ];
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const client = this.client();
    if (!client?.isRunning()) {
      return `# ${l10n.t("The language server of MN-Core 2 is not running.")}\n`;
    }
    const answer: { text: string } = await client.sendRequest(TEXT_DOCUMENT_CONTENT, {
      uri: client.code2ProtocolConverter.asUri(uri),
    });
    return answer.text;
  }

  /** Shows the disassembly of a file, by default of the active editor, next to it at the same line. */
  async show(of?: unknown): Promise<void> {
    const active = vscode.window.activeTextEditor;
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    const ofTab = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
    const file = of instanceof vscode.Uri ? of : (active?.document.uri ?? ofTab);
    if (file === undefined || !FILES.test(file.path)) {
      void vscode.window.showInformationMessage(
        l10n.t("Open output of the assembler (.asm) or a packed program (.idma.dat) first."),
      );
      return;
    }
    const content = contentOf(file);
    this.changed.fire(content);
    const document = await vscode.workspace.openTextDocument(content);
    const isBeside = active?.document.uri.toString() === file.toString();
    const line = isBeside ? Math.min(active.selection.active.line, document.lineCount - 1) : 0;
    await vscode.window.showTextDocument(document, {
      viewColumn: isBeside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
      selection: new vscode.Range(line, 0, line, 0),
      preview: false,
    });
  }

  dispose(): void {
    this.disposables.forEach((one) => one.dispose());
  }
}

/** The document that shows a file as text. */
function contentOf(file: vscode.Uri): vscode.Uri {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  return vscode.Uri.from({ scheme: DISASSEMBLY, path: `/${name}.vsm`, query: file.toString() });
}
