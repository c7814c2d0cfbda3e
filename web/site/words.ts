// The language of the page, chosen or from the browser.

import { english, type Words } from "./words/en";

export type Language = "en" | "ja";

/** The names of the languages in themselves. */
export const LANGUAGES: readonly (readonly [Language, string])[] = [
  ["en", "English"],
  ["ja", "日本語"],
];

/** Texts by their English. */
type Texts = Readonly<Record<string, string>>;

let spoken: { language: Language; words: Words } = { language: "en", words: english };

/** The comments of examples in Japanese by their English, once they are needed. */
let japaneseComments: Texts = {};

export function language(): Language {
  return spoken.language;
}

/** The comments of examples in a language by their English, as far as they were needed and are other ones. */
export function commentsIn(wanted: Language): Texts {
  return wanted === "ja" ? japaneseComments : {};
}

/** Speaks another language, once its words have come. */
export async function speak(wanted: Language): Promise<void> {
  if (wanted === "en") {
    spoken = { language: wanted, words: english };
    return;
  }
  const [words, comments] = await Promise.all([import("./words/ja"), import("./examples.ja.json")]);
  japaneseComments = comments.default;
  spoken = { language: wanted, words: words.japanese };
}

/** A text with values in its places `{0}`, `{1}`. */
export function filled(text: string, values: readonly (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (_, place) => String(values[Number(place)] ?? ""));
}

/** The words of a part of the page, with values. */
export function wordsOf<Name extends string>(words: Readonly<Record<Language, Readonly<Record<Name, string>>>>) {
  return (name: Name, ...values: (string | number)[]): string => filled(words[language()][name], values);
}

/** One of the page's words, with values. */
export function say(word: keyof Words, ...values: (string | number)[]): string {
  return filled(spoken.words[word], values);
}
