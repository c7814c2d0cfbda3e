// What the page states about wrong values, in its languages.

import type { Language } from "../words";

const english = {
  wrongValues: "Wrong values",
  place: "Place",
  actual: "Actual",
  expected: "Expected",
  showOrigin: "Show origin",
  showOriginOf: "Show origin: {0}",
  remark: "{0}, expected {1}",
  more: "More",
};

type WrongValuesWords = typeof english;

export const WRONG_VALUES_WORDS: Record<Language, WrongValuesWords> = {
  en: english,
  ja: {
    wrongValues: "誤った値",
    place: "場所",
    actual: "実際の値",
    expected: "期待値",
    showOrigin: "由来を表示",
    showOriginOf: "由来を表示: {0}",
    remark: "{0}、期待値は{1}",
    more: "さらに表示",
  },
};
