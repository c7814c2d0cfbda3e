// The bar above a program of a link that was not edited: whose text it is, and a copy of it to edit.

import type { Shared } from "./link";
import { find, make } from "./page";
import { say } from "./words";

let shown: Shared | undefined;
let press: () => void = () => undefined;

/** Shows the bar for a program of a link; `copy` makes it one's own. */
export function showShared(program: Shared, copy: () => void): void {
  shown = program;
  press = copy;
  translateShared();
}

/** Another program is open, or it has become one's own. */
export function hideShared(): void {
  shown = undefined;
  find("shared").hidden = true;
}

/** Shows the bar in the language of the page. */
export function translateShared(): void {
  const bar = find("shared");
  bar.hidden = shown === undefined;
  if (shown !== undefined) {
    const { author } = shown;
    const copy = make("button", {}, say("editCopy"));
    copy.addEventListener("click", () => press());
    bar.setAttribute("aria-label", say("link"));
    bar.replaceChildren(make("p", {}, author === undefined ? say("fromLink") : say("fromLinkOf", author)), copy);
  }
}
