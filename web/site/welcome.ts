// What a first visit says below its lesson: what the page is about, and the ways to something else.

import { make } from "./page";
import { closeLessons } from "./solved";
import { say, wordsOf } from "./words";
import { LESSON_WORDS } from "./words/lessons";

const word = wordsOf(LESSON_WORDS);

export interface WelcomeHost {
  /** Opens the program of an entry of the menu, in the place of the lesson. */
  leave(to: string): void;
  /** Shows a list. */
  list(tab: "lessons" | "problems"): void;
}

export function welcome({ leave, list }: WelcomeHost): HTMLElement {
  const way = (title: string, press: () => void) => {
    const button = make("button", {}, title);
    button.addEventListener("click", press);
    return button;
  };
  const close = (to: string) => () => {
    closeLessons();
    leave(to);
  };
  return make(
    "section",
    { class: "welcome", "aria-label": word("welcome") },
    make("p", {}, word("firstLesson")),
    make(
      "div",
      { class: "fixes" },
      way(say("problems"), () => list("problems")),
      way(word("example"), close("example first.vsm")),
      way(word("closeLesson"), close("new")),
    ),
  );
}
