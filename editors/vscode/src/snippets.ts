// Snippets of programs. They are offered by the extension and not by its manifest, which would offer them in comments, too.

import * as vscode from "vscode";

import snippets from "../snippets/mnc2.json";
import { isLineStart } from "./words";

interface Snippet {
  prefix: string;
  description: string;
  body: string[];
}

export class Snippets implements vscode.CompletionItemProvider {
  provideCompletionItems(document: vscode.TextDocument, position: vscode.Position): vscode.CompletionItem[] {
    if (!isLineStart(document.lineAt(position.line).text.slice(0, position.character))) {
      return [];
    }
    return Object.entries<Snippet>(snippets).map(([name, { prefix, description, body }]) => {
      const item = new vscode.CompletionItem({ label: prefix, description: name }, vscode.CompletionItemKind.Snippet);
      item.insertText = new vscode.SnippetString(body.join("\n"));
      item.documentation = description;
      // Below what the server offers, as snippets of a manifest are.
      item.sortText = `z${prefix}`;
      return item;
    });
  }
}
