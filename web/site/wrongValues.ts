// What a verdict is about: the assertions that do not hold, and the wrong values of the testcase, each with what shows its
// origin. Loaded with the first verdict that has any.

import type { JudgeResult, WrongValue } from "../../editors/vscode/src/protocol";
import { memoryName } from "../../editors/vscode/src/words";
import type { EndQuestion } from "./debug/host";
import { inline, make } from "./page";
import { say, wordsOf } from "./words";
import { WRONG_VALUES_WORDS } from "./words/wrongValues";

/** Wrong values that the table shows at first, and how many more each time. */
const PAGE = 20;

/** Maximum number of assertions that are shown. */
const ASSERTIONS_MAX = 20;

export interface WrongValuesHost {
  /** Debugs the program up to its end for a question. */
  ask(question: EndQuestion): void;
  /** Moves the cursor to a line, counted from 0. */
  reveal(line: number): void;
}

const word = wordsOf(WRONG_VALUES_WORDS);

/** The lists of a verdict; if it `isOld`, they lead nowhere. */
export function listWrongValues(result: JudgeResult, isOld: () => boolean, host: WrongValuesHost): HTMLElement[] {
  const { assertions, mismatches, suspects = [] } = result;
  const failed = assertions.slice(0, ASSERTIONS_MAX).map(({ line, message }) => {
    const place = make("button", { class: "place", disabled: isOld() }, say("line", line + 1));
    place.addEventListener("click", () => host.reveal(line));
    return make("li", {}, place, " ", ...inline(message));
  });
  return [
    ...(failed.length === 0 ? [] : [make("ul", {}, ...failed)]),
    ...suspects.map((sentence) => make("p", { class: "remark" }, ...inline(sentence))),
    ...(mismatches.length === 0 ? [] : [table(mismatches, isOld, host)]),
  ];
}

function table(wrong: readonly WrongValue[], isOld: () => boolean, host: WrongValuesHost): HTMLElement {
  const columns = (["place", "actual", "expected"] as const).map((name) => make("th", { scope: "col" }, word(name)));
  const rows = make("tbody");
  const more = make("button", { class: "place" }, word("more"));
  const extend = () => {
    const first = rows.rows.length;
    rows.append(...wrong.slice(first, first + PAGE).map((one) => row(one, isOld(), host)));
    more.hidden = rows.rows.length >= wrong.length;
    return rows.rows[first];
  };
  extend();
  more.addEventListener("click", () => extend()?.querySelector("button")?.focus());
  const head = make("thead", {}, make("tr", {}, ...columns, make("td")));
  return make("div", { role: "region", "aria-label": word("wrongValues"), tabindex: 0 }, make("table", {}, head, rows), more);
}

function row(wrong: WrongValue, isOld: boolean, host: WrongValuesHost): HTMLElement {
  const { position, actual, expected } = wrong;
  const [memory = "", ...rest] = placeOf(wrong).split(/(?<=\()/);
  const origin = make("button", { class: "place", disabled: isOld, "aria-label": word("showOriginOf", nameOf(wrong)) }, word("showOrigin"));
  origin.addEventListener("click", () => host.ask(question(wrong)));
  return make(
    "tr",
    {},
    make("td", {}, ...(position === null ? [] : [make("span", { class: "position" }, position), " "]), make("code", {}, memory, make("wbr"), ...rest)),
    make("td", { class: "actual" }, make("code", {}, actual)),
    make("td", { class: "expected" }, make("code", {}, expected)),
    // What the testcase does not dump has no place.
    make("td", {}, ...(wrong.memory === null ? [] : [origin])),
  );
}

/** The place that a value was read from. */
function placeOf({ memory, element, address }: WrongValue): string {
  return memory === null ? "" : `${memoryName(memory)}(${element},${address})`;
}

/** Its index in the output, and its place. */
function nameOf(wrong: WrongValue): string {
  return `${wrong.position ?? ""} ${placeOf(wrong)}`.trim();
}

function question(wrong: WrongValue): EndQuestion {
  const { line, element, address, actual, expected } = wrong;
  return {
    title: nameOf(wrong),
    remark: word("remark", actual, expected),
    asked: { output: line, ...(element !== null && { element }), ...(address !== null && { address }) },
  };
}
