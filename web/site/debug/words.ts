// The words of the debugger in the language of the page.

import { wordsOf } from "../words";
import { DEBUG_WORDS } from "../words/debug";

export const word = wordsOf(DEBUG_WORDS);
