// The memory view: consecutive words of a memory on one PE, or on what it belongs to; those that have changed are lit.

import { editor, find, listen, make, options } from "./page";
import * as l10n from "@vscode/l10n";

import { wordText } from "../src/dumpRows";
import type { MemoryQuestion, MemoryWords } from "../src/protocol";
import { FORMAT_NAMES, formats } from "../src/words";
import { Changes } from "./changes";
import type { FromMemory, ToMemory } from "./messages";

interface State {
  /** The program and the line of its last run, so that the view can be restored. */
  program: string;
  line?: number;
  question: MemoryQuestion;
}

/** Words in a row: as many as fit. */
const COLUMNS = [8, 4, 2, 1];

const host = editor<FromMemory, State>();
const element = find<HTMLInputElement>("element");
const memory = find<HTMLInputElement>("memory");
const format = find<HTMLSelectElement>("format");
const message = find("message");
const changes = new Changes();

let shown: MemoryWords | undefined;
const kept = host.state();
let program = kept?.program ?? "";
let line = kept?.line;

options(format, formats());
if (kept !== undefined) {
  element.value = kept.question.focus;
  memory.value = kept.question.memory;
  format.value = kept.question.format;
}

function question(): MemoryQuestion {
  return { memory: memory.value.trim(), focus: element.value.trim(), format: format.value };
}

function keep(): void {
  host.keep({ program, ...(line === undefined ? {} : { line }), question: question() });
}

function ask(): void {
  keep();
  host.send({ type: "ask", question: question() });
}

memory.addEventListener("change", ask);
element.addEventListener("change", ask);
format.addEventListener("input", ask);
const turn = (to: string | null | undefined) => {
  if (typeof to === "string") {
    memory.value = to;
    ask();
  }
};
find("previous").addEventListener("click", () => turn(shown?.before));
find("next").addEventListener("click", () => turn(shown?.after));
find("run").addEventListener("click", () => host.send({ type: "run" }));

listen<ToMemory>((told) => {
  if (told.type === "problem") {
    if (memory.value === "") {
      memory.value = told.question.memory;
    }
    message.textContent = told.message;
    message.hidden = false;
    find("body").hidden = true;
    find("run").hidden = !told.isNotRun;
    return;
  }
  const { answer, state } = told;
  shown = answer;
  program = state.program;
  line = state.line ?? line;
  element.value = told.question.focus;
  element.placeholder = state.focus;
  memory.value = told.question.memory;
  const meant = new Set(answer.words.map((word) => word.format));
  const [only] = meant;
  options(format, formats(told.question.format === "automatic" && meant.size === 1 ? only : undefined));
  format.value = told.question.format;
  find<HTMLButtonElement>("previous").disabled = answer.before === null;
  find<HTMLButtonElement>("next").disabled = answer.after === null;
  message.hidden = state.current;
  message.textContent = l10n.t("The program has been edited since this run.");
  find("run").hidden = state.current;
  find("body").hidden = false;
  find("summary").textContent = [state.title, answer.element].join(" · ");
  fill(answer, state.moment);
  keep();
});
host.send({ type: "ready" });

window.addEventListener("resize", () => lay());

/** The cells of the words shown, and the name of the first word of each possible row. */
let cells: { name: string; cell: HTMLElement }[] = [];

function fill({ element: of, words }: MemoryWords, moment: number): void {
  // The same words may be shown as words of another length.
  const nameIn = (name: string) => `${program} ${of} ${name}`;
  const changed = changes.show(moment, words.map(({ name, value }) => [nameIn(name), value.bits]));
  cells = words.map(({ name, format, value }) => {
    const before = changed.get(nameIn(name));
    const title = [
      name,
      `${FORMAT_NAMES[format]?.() ?? format}: ${value.text}`,
      value.bits,
      ...(before === undefined ? [] : [l10n.t("before: {0}", before)]),
    ];
    const isZero = /^[0x, ]*$/.test(value.bits);
    const looks = [before === undefined ? "" : "changed", isZero ? "zero" : ""].join(" ").trim();
    return { name, cell: make("td", { class: looks || undefined, title: title.join("\n") }, wordText(value)) };
  });
  lay();
}

/** Puts the words into rows that are as long as the tab is wide. */
function lay(): void {
  const body = find("body");
  for (const columns of COLUMNS) {
    const rows: HTMLTableRowElement[] = [];
    for (let at = 0; at < cells.length; at += columns) {
      const part = cells.slice(at, at + columns);
      const name = make("th", { scope: "row" }, part[0]?.name ?? "");
      rows.push(make("tr", {}, name, ...part.map(({ cell }) => cell)));
    }
    find("words").replaceChildren(make("tbody", {}, ...rows));
    if (body.scrollWidth <= body.clientWidth) {
      return;
    }
  }
}
