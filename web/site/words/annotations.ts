// What the page states about a program while it is written, in its languages.

import type { Language } from "../words";

const english = {
  step: "1 step",
  steps: "{0} steps",
  scored: "{0} · score {1}",
  time: "About {0} at {1} MHz, not counting MV instructions.",
  parts: "PE instructions {0}, MV instructions {1}, source bytes {2}.",
  press: "Press for the steps.",
};

export const ANNOTATION_WORDS: Record<Language, typeof english> = {
  en: english,
  ja: {
    step: "1ステップ",
    steps: "{0}ステップ",
    scored: "{0} · スコア{1}",
    time: "{1} MHzで約{0} (MV命令を除く)。",
    parts: "PE命令{0}、MV命令{1}、ソース{2}バイト。",
    press: "押すとステップを表示します。",
  },
};
