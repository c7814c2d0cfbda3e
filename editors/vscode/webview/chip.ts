// The chip view: the values at one address on every element of the chip, as a heat map in the shape of the hierarchy.

import { draw, editor, find, listen, make, options } from "./page";
import * as l10n from "@vscode/l10n";

import {
  elementCount,
  elementIndex,
  elementName,
  neighbour,
  type Place,
  pictureSize,
  placeOf,
} from "../src/chipPlaces";
import type { Chip, ChipQuestion } from "../src/protocol";
import type { State as ShownState } from "../src/state";
import { heat } from "./heat";
import type { FromChip, ToChip } from "./messages";
import { distinctValues, elements, formats, LEVEL_NAMES } from "../src/words";

interface State {
  /** The program and the line of its last run, so that the view can be restored. */
  program: string;
  line?: number;
  question: ChipQuestion;
  selected: string;
}

/** Distinct values that are listed. */
const LISTED = 40;

const host = editor<FromChip, State>();
const memory = find<HTMLInputElement>("memory");
const cycle = find<HTMLSelectElement>("cycle");
const format = find<HTMLSelectElement>("format");
const picture = find<SVGSVGElement>("picture");
const message = find("message");

let chip: Chip | undefined;
let state: ShownState | undefined;
let program = "";
let line: number | undefined;
let selected = "n0c0b0m0p0";
let marked: number | undefined;

options(format, formats());
options(cycle, [0, 1, 2, 3].map((number) => [String(number), l10n.t("cycle {0}", number)] as const));
const kept = host.state();
if (kept !== undefined) {
  memory.value = kept.question.memory;
  cycle.value = String(kept.question.cycle);
  format.value = kept.question.format;
  selected = kept.selected;
  program = kept.program;
  line = kept.line;
}

function question(): ChipQuestion {
  return { memory: memory.value.trim(), cycle: Number(cycle.value), format: format.value };
}

function ask(): void {
  cycle.hidden = !/^\$l?l?t$/.test(memory.value.trim());
  keep();
  host.send({ type: "ask", question: question() });
}

function keep(): void {
  host.keep({ program, ...(line === undefined ? {} : { line }), question: question(), selected });
}

memory.addEventListener("change", ask);
for (const control of [cycle, format]) {
  control.addEventListener("input", ask);
}
const move = (by: number) => {
  const parts = /^(\$(ll|l)?([a-z]+))(\d+)$/.exec(memory.value.trim());
  if (parts !== null) {
    const [, name = "", width, letter = "", address = "0"] = parts;
    // PE memories count single words, the others long words.
    const words = "mnrs".includes(letter) ? { ll: 4, l: 2 } : { ll: 2, l: 1 };
    const step = width === undefined ? 1 : words[width as "l" | "ll"];
    memory.value = `${name}${Math.max(0, Number(address) + by * step)}`;
    ask();
  }
};
find("previous").addEventListener("click", () => move(-1));
find("next").addEventListener("click", () => move(1));
find("focus").addEventListener("click", () => host.send({ type: "focus", element: selected }));
find("run").addEventListener("click", () => host.send({ type: "run" }));

picture.addEventListener("click", (event) => {
  const of = (event.target as Element).getAttribute("data-index");
  if (chip !== undefined && of !== null) {
    select(Number(of));
    follow();
  }
});
picture.addEventListener("keydown", (event) => {
  const steps: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const step = steps[event.key];
  if (chip === undefined) {
    return;
  }
  const index = elementIndex(chip.level, selected);
  if (step !== undefined) {
    select(neighbour(chip.level, index, ...step));
  } else if (event.key === "Home") {
    select(0);
  } else if (event.key === "End") {
    select(elementCount(chip.level) - 1);
  } else if (event.key === "Enter") {
    host.send({ type: "focus", element: focusOf(selected) });
  } else {
    return;
  }
  event.preventDefault();
});

listen<ToChip>((told) => {
  if (told.type === "problem") {
    if (memory.value === "") {
      memory.value = told.question.memory;
      format.value = told.question.format;
    }
    message.textContent = told.message;
    message.hidden = false;
    find("body").hidden = true;
    find("run").hidden = !told.isNotRun;
    return;
  }
  const before = state;
  chip = told.answer;
  ({ state } = told);
  ({ program } = state);
  line = state.line ?? line;
  memory.value = told.question.memory;
  options(format, formats(told.question.format === "automatic" ? chip.format : undefined));
  format.value = told.question.format;
  cycle.value = String(told.question.cycle);
  cycle.hidden = !/^\$l?l?t$/.test(told.question.memory);
  const isFirst = kept === undefined && marked === undefined && selected === "n0c0b0m0p0";
  if (isFirst || (state.debugged && before?.focus !== state.focus)) {
    selected = state.focus;
  }
  marked = undefined;
  message.hidden = state.current;
  message.textContent = l10n.t("The program has been edited since this run.");
  find("run").hidden = state.current;
  find("body").hidden = false;
  find("summary").textContent = [
    state.title,
    elements(chip.elements.length, chip.level),
    distinctValues(chip.values.length),
  ].join(" · ");
  paint(chip);
  list(chip);
  select(elementIndex(chip.level, selected));
});
host.send({ type: "ready" });

/** While the debugger is stopped, what is clicked becomes its focus. */
function follow(): void {
  if (chip !== undefined && state?.debugged === true && !isFocus(selected)) {
    host.send({ type: "focus", element: focusOf(selected) });
  }
}

/** Whether an element is the PE in focus, or contains it. */
function isFocus(element: string): boolean {
  return chip !== undefined && elementName(chip.level, elementIndex(chip.level, state?.focus ?? "")) === element;
}

/** The first PE of an element. */
function focusOf(element: string): string {
  return elementName("pe", elementIndex("pe", element));
}

function scale(of: Chip): (value: number) => string {
  const numbers = of.values.map(({ number }) => number).filter((number) => number !== null);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  find("least").textContent = numbers.length === 0 ? "" : shown(of, least);
  find("most").textContent = numbers.length === 0 || least === most ? "" : shown(of, most);
  return (place) => {
    const number = of.values[place]?.number;
    if (number === null || number === undefined) {
      return "var(--not-finite)";
    }
    return heat(least === most ? 0.5 : (number - least) / (most - least));
  };
}

function shown(of: Chip, number: number): string {
  const text = of.values.find((value) => value.number === number)?.text ?? String(number);
  return text.split(",")[0] ?? text;
}

function paint(of: Chip): void {
  const colour = scale(of);
  const { width, height } = pictureSize();
  picture.setAttribute("viewBox", `-0.75 -0.75 ${width + 1.5} ${height + 1.5}`);
  const frames = draw("g", { class: "frames" });
  for (let index = 0; index < elementCount("l1b"); index += 1) {
    const place = placeOf("l1b", index);
    frames.append(
      draw("rect", { x: place.x - 0.3, y: place.y - 0.3, width: place.width + 0.6, height: place.height + 0.6, rx: 0.5 }),
    );
  }
  const cells = draw("g", { class: "cells" });
  of.elements.forEach((value, index) => {
    const place = placeOf(of.level, index);
    const inset = of.level === "pe" ? 0.06 : 0;
    cells.append(
      draw("rect", {
        x: place.x + inset,
        y: place.y + inset,
        width: place.width - 2 * inset,
        height: place.height - 2 * inset,
        fill: colour(value),
        "data-index": index,
      }),
    );
  });
  const focus = draw("rect", { class: "focus", rx: 0.3 });
  place(focus, placeOf(of.level, elementIndex(of.level, state?.focus ?? "")), 0.35);
  picture.replaceChildren(frames, cells, focus, draw("rect", { id: "selection", class: "selection", rx: 0.3 }));
}

/** Puts a frame around a place. */
function place(frame: SVGRectElement, { x, y, width, height }: Place, margin: number): void {
  const sides = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
  for (const [name, value] of Object.entries(sides)) {
    frame.setAttribute(name, String(value));
  }
}

function select(index: number): void {
  if (chip === undefined) {
    return;
  }
  selected = elementName(chip.level, index);
  keep();
  place(find<SVGRectElement>("selection"), placeOf(chip.level, index), 0.35);
  const at = chip.elements[index] ?? 0;
  const value = chip.values[at];
  find("element").textContent = selected;
  find("value").textContent = value?.text ?? "";
  const bits = find("bits");
  bits.textContent = value?.bits === value?.text ? "" : (value?.bits ?? "");
  const alike = chip.elements.filter((other) => other === at).length;
  const name = LEVEL_NAMES[chip.level]();
  find("alike").textContent =
    alike === chip.elements.length
      ? l10n.t("All {0}s have it.", name)
      : alike === 1
        ? l10n.t("No other {0} has it.", name)
        : alike === 2
          ? l10n.t("1 other {0} has it too.", name)
          : l10n.t("{0} other {1}s have it too.", alike - 1, name);
  find("focus").hidden = chip.level !== "pe" || state?.debugged === true;
  for (const row of find("values").querySelectorAll("tr[data-value]")) {
    row.classList.toggle("current", row.getAttribute("data-value") === String(at));
  }
}

function list(of: Chip): void {
  const counts = new Map<number, number>();
  for (const value of of.elements) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const colour = scale(of);
  const rows = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, LISTED)
    .map(([place, elements]) => {
      const swatch = draw("svg", { class: "swatch", viewBox: "0 0 10 10", "aria-hidden": "true" }, draw("rect", { width: 10, height: 10, fill: colour(place) }));
      const button = make("button", { title: l10n.t("Mark the elements that have this value") }, of.values[place]?.text ?? "");
      button.addEventListener("click", () => mark(of, place));
      const cell = make("td");
      cell.append(swatch, button);
      return make("tr", { "data-value": place }, cell, make("td", { class: "number" }, String(elements)));
    });
  const more = counts.size - rows.length;
  find("values").replaceChildren(
    ...rows,
    ...(more > 0 ? [make("tr", {}, make("td", { colspan: 2, class: "note" }, l10n.t("and {0} more", more)))] : []),
  );
}

/** Dims all elements except those with a value; the same value again undoes that. */
function mark(of: Chip, place: number): void {
  marked = marked === place ? undefined : place;
  for (const cell of picture.querySelectorAll("[data-index]")) {
    const value = of.elements[Number(cell.getAttribute("data-index"))];
    cell.classList.toggle("dim", marked !== undefined && value !== marked);
  }
}
