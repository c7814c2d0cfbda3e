// The list of all findings, each with its fixes.

import { linkTo } from "./book";
import type { Reported } from "./editor/findings";
import { inline, make } from "./page";
import { say } from "./words";

/** Findings that are listed; the server sends the worst ones first if there are more. */
const LISTED_MAX = 300;

/** Fills a panel; `go` moves the cursor to a finding. */
export function listFindings(panel: HTMLElement, reported: readonly Reported[], go: (from: number) => void): void {
  if (reported.length === 0) {
    panel.replaceChildren(make("p", { class: "empty" }, say("noFindings")));
    return;
  }
  const sorted = [...reported].sort((a, b) => a.from - b.from).slice(0, LISTED_MAX);
  const items = sorted.map((one) => {
    const [sentence = "", ...remarks] = one.message.split("\n");
    const place = make("button", { class: "place" }, say("line", one.line + 1));
    place.addEventListener("click", () => go(one.from));
    const code =
      one.page === undefined || !/^https:\/\//.test(one.page)
        ? make("span", { class: "code" }, one.code)
        : linkTo(one.page, "code", one.code);
    const fixes = one.fixes.map(({ title, apply }) => {
      const button = make("button", { class: "fix" }, ...inline(title));
      button.addEventListener("click", apply);
      return button;
    });
    return make(
      "li",
      { class: one.severity },
      make("div", { class: "head" }, make("span", { class: "severity" }, say(one.severity)), place, code),
      make("p", {}, ...inline(sentence)),
      ...remarks.map((remark) => make("p", { class: "remark" }, ...inline(remark))),
      ...(fixes.length === 0 ? [] : [make("div", { class: "fixes" }, ...fixes)]),
    );
  });
  panel.replaceChildren(make("ul", { class: "reports" }, ...items));
}
