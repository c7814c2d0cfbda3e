// What the page states about shorter orders, in its languages.

import type { Language } from "../words";

const english = {
  searching: "Searching for a shorter order … {0} s",
  cancel: "Cancel",
  cancelled: "The search was cancelled.",
  edited: "The search was stopped: the program was edited.",
  notSearched: "Nothing was searched for: {0}",
  instead: "{0} steps instead of {1}",
  steps: "{0} steps",
  apply: "Apply",
  leave: "Leave it",
  applied: "Applied. One undo takes it back.",
  left: "The program stays as it is.",
  stale: "The program was edited: search again.",
  change: "What changes",
  why: "Why no shorter?",
  shorten: "Shorten",
};

type ShortenWords = typeof english;

export const SHORTEN_WORDS: Record<Language, ShortenWords> = {
  en: english,
  ja: {
    searching: "より短い順序を探索中 … {0}秒",
    cancel: "中止",
    cancelled: "探索を中止しました。",
    edited: "プログラムが編集されたため、探索を中止しました。",
    notSearched: "探索できません: {0}",
    instead: "{1}ステップが{0}ステップになります",
    steps: "{0}ステップ",
    apply: "適用",
    leave: "そのままにする",
    applied: "適用しました。元に戻す操作1回で戻せます。",
    left: "プログラムは変更していません。",
    stale: "プログラムが編集されました。もう一度探索してください。",
    change: "変わる行",
    why: "なぜこれより短くならないか",
    shorten: "短くする",
  },
};
