// Programs as bytes: a `.tprog` file opens as its listing, a document that cannot be edited.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

import { PAGE_SCHEME } from "./codePage";
import { TEXT_DOCUMENT_CONTENT } from "./protocol";

/** The scheme of listings. */
export const LISTING_SCHEME = "mnc2-listing";

/** The view type of the editor that the manifest contributes. */
const VIEW = "mnc2.listing";

/** How long a listing waits for the server after the editor was started, and how often it looks. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 100;

/** The URI of the listing of a file: its own URI is the query. */
export function listingOf(file: vscode.Uri): vscode.Uri {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  return vscode.Uri.from({ scheme: LISTING_SCHEME, path: `/${name}.tasm`, query: file.toString() });
}

/** Registers the editor of `.tprog` files, the documents that it shows, and the pages of codes. */
export function registerListings(client: () => BaseLanguageClient | undefined): vscode.Disposable[] {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const watcher = vscode.workspace.createFileSystemWatcher("**/*.{tprog,tarch}");
  const refresh = (file: vscode.Uri) => {
    const isOf = ({ uri }: vscode.TextDocument) => file.path.endsWith(".tarch") || uri.toString() === listingOf(file).toString();
    for (const document of vscode.workspace.textDocuments) {
      if (document.uri.scheme === LISTING_SCHEME && isOf(document)) {
        changed.fire(document.uri);
      }
    }
  };
  const content = async (uri: vscode.Uri): Promise<string> => {
    const end = Date.now() + PATIENCE_MS;
    while (client()?.isRunning() !== true && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    const running = client();
    if (running === undefined) {
      return `// ${l10n.t("The language server of MN-Core 2 is not running.")}\n`;
    }
    try {
      const asked = { uri: running.code2ProtocolConverter.asUri(uri) };
      return (await running.sendRequest<{ text: string }>(TEXT_DOCUMENT_CONTENT, asked)).text;
    } catch (error) {
      return `// ${error instanceof Error ? error.message : String(error)}\n`;
    }
  };
  const editor: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
    resolveCustomEditor: async ({ uri }, panel) => {
      const column = panel.viewColumn ?? vscode.ViewColumn.Active;
      const document = await vscode.workspace.openTextDocument(listingOf(uri));
      await vscode.window.showTextDocument(document, { viewColumn: column, preview: false });
      panel.dispose();
    },
  };
  return [
    changed,
    watcher,
    watcher.onDidChange(refresh),
    watcher.onDidCreate(refresh),
    vscode.workspace.registerTextDocumentContentProvider(LISTING_SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: content,
    }),
    vscode.workspace.registerTextDocumentContentProvider(PAGE_SCHEME, { provideTextDocumentContent: content }),
    vscode.window.registerCustomEditorProvider(VIEW, editor),
  ];
}
