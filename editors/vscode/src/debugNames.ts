// The files of a debugger: what configurations and messages call them. A file of this computer has its path, any other its URI.

import * as vscode from "vscode";

const URI = /^[a-z][\w+.-]*:\/\//i;

/** What a configuration calls a file. */
export function nameOfFile(file: vscode.Uri): string {
  return file.scheme === "file" ? file.fsPath : file.toString();
}

/** The file that a configuration or the adapter names. */
export function fileNamed(name: string): vscode.Uri {
  return URI.test(name) ? vscode.Uri.parse(name, true) : vscode.Uri.file(name);
}

/** Whether a text names a file by its URI or its absolute path. */
export function isFileName(name: string): boolean {
  return name.startsWith("/") || URI.test(name);
}
