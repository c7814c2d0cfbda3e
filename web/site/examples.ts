// The comments of the examples in the languages of the page.

import { commentsIn, type Language } from "./words";

/** What begins a comment in a program, by the end of its name. */
const MARKS: readonly (readonly [string, string])[] = [
  [".ir", ";"],
  [".tasm", "//"],
];

/** The text of an example with its comments in a language, line by line; a comment without a translation stays. */
export function inLanguage(name: string, text: string, language: Language): string {
  const comments = commentsIn(language);
  const [, mark] = MARKS.find(([end]) => name.endsWith(end)) ?? ["", "#"];
  const translated = (line: string) => {
    const at = line.indexOf(mark) + mark.length;
    const [, space = "", comment = ""] = /^(\s?)(.*)$/.exec(line.slice(at)) ?? [];
    return at < mark.length ? line : line.slice(0, at) + space + (comments[comment] ?? comment);
  };
  return text.split("\n").map(translated).join("\n");
}
