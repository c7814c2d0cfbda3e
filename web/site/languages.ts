// The languages of programs, by the extension of the file; languages that share an extension are distinguished by the first
// lines of the text.

import LANGUAGES from "./languages.json";

/** What the protocol calls a language. */
export type LanguageId = string;

type Language = (typeof LANGUAGES)[number];

/** Number of first lines in which a text may name its language. */
const FIRST_LINES = 5;

/** The language whose programs have the end of a file's name; undefined if no language of this page has it. */
function byExtension(name: string): Language | undefined {
  return LANGUAGES.find(({ extension }) => name.endsWith(`.${extension}`));
}

/** Whether a file of this name is a program. */
export function isProgram(name: string): boolean {
  return byExtension(name) !== undefined;
}

export function languageOf(name: string, text: string): LanguageId {
  const language = byExtension(name);
  if (language?.isShared !== true) {
    return language?.id ?? "mnc2";
  }
  const first = text.split("\n", FIRST_LINES).join("\n");
  const said = /mnc2:\s*language=(\w+)/.exec(first)?.[1];
  return LANGUAGES.find(({ id, isShared }) => isShared && id === said)?.id ?? language.id;
}

/** The versions of its specification, the default one first. */
export function versionsOf(language: LanguageId): readonly string[] {
  return LANGUAGES.find(({ id }) => id === language)?.versions ?? [];
}

/** What begins a comment. */
export function commentOf(language: LanguageId): string {
  return LANGUAGES.find(({ id }) => id === language)?.comment ?? "#";
}
