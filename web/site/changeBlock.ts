// Lines that stay, go and come, as an element.

import type { Changed } from "./editor/difference";
import { make } from "./page";

/** `label` is what screen readers call it. */
export function changeBlock(lines: readonly Changed[], label: string): HTMLElement {
  const block = make("pre", { class: "difference", tabindex: 0, role: "region", "aria-label": label });
  for (const { sign, text } of lines) {
    const content = `${{ " ": " ", "-": "−", "+": "+" }[sign]} ${text}`;
    block.append(make(sign === "+" ? "ins" : sign === "-" ? "del" : "span", {}, content));
  }
  return block;
}
