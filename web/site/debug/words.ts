// The words of the debugger in the language of the page.

import { filled, language } from "../words";
import { DEBUG_WORDS, type DebugWords } from "../words/debug";

export function word(name: keyof DebugWords, ...values: (string | number)[]): string {
  return filled(DEBUG_WORDS[language()][name], values);
}
