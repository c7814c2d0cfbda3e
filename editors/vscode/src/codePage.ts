// The page of a diagnostic code: a document of the server, shown as VS Code shows Markdown.

import * as vscode from "vscode";

/** The scheme of such pages. */
export const PAGE_SCHEME = "mnc2-page";

/** Shows the page that a code action names. */
export async function showCodePage(values: unknown[]): Promise<void> {
  const [argument] = values as [{ code?: unknown }?];
  if (typeof argument?.code === "string") {
    const page = vscode.Uri.from({ scheme: PAGE_SCHEME, path: `/${argument.code}.md` });
    await vscode.commands.executeCommand("markdown.showPreviewToSide", page);
  }
}
