// What the program prints.

import { make } from "../page";
import { word } from "./words";

/** Characters that are shown: the last ones. */
const SHOWN_MAX = 20_000;

export class Output {
  readonly element = make("section", {});
  private readonly heading = make("h2", {});
  private readonly text = make("pre", { tabindex: 0, role: "region" });

  constructor() {
    this.element.append(this.heading, this.text);
  }

  translate(): void {
    this.heading.textContent = word("output");
    this.text.setAttribute("aria-label", word("output"));
  }

  /** Shows what was printed after the rest; nothing begins anew. */
  print(printed: string): void {
    const { element, text } = this;
    element.hidden = printed === "";
    text.textContent = printed === "" ? "" : ((text.textContent ?? "") + printed).slice(-SHOWN_MAX);
    text.scrollTop = text.scrollHeight;
  }
}
