// The language of the extension: that of `mnc2.language`, or VS Code's own.
//
// Every text for users is written as `l10n.t("English text with {0}", ..)`. The English text is the key of its
// translation in l10n/bundle.l10n.ja.json; a test checks that both are complete. VS Code itself translates titles of
// commands and settings (package.nls.json).

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

/** Translations by English text. */
export type Words = Record<string, string>;

let spoken: { language: "en" | "ja"; words: Words } = { language: "en", words: {} };

/** The current language and its translations, for the pages of views. */
export function language(): { language: "en" | "ja"; words: Words } {
  return spoken;
}

/** Sets the language. Existing texts stay as they are. */
export async function chooseLanguage(extension: vscode.Uri): Promise<void> {
  const wanted = vscode.workspace.getConfiguration("mnc2").get<string>("language", "auto");
  const name = wanted === "auto" ? vscode.env.language : wanted;
  if (/^ja\b/i.test(name)) {
    const file = vscode.Uri.joinPath(extension, "l10n", "bundle.l10n.ja.json");
    const words: Words = JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
    spoken = { language: "ja", words };
  } else {
    spoken = { language: "en", words: {} };
  }
  l10n.config({ contents: spoken.words });
}
