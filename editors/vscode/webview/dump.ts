// The dump view: the last run's dump as a table that can be filtered, in a format of one's choice, with marks on
// what the run before had otherwise.

import {
  type DumpRow,
  dumpRows,
  type Format,
  FORMATS,
  formatted,
  isElementFilter,
  isElementOf,
} from "../src/dumpRows";
import type { FromDump, ShowRun, ToDump } from "./messages";
import { editor, find, listen, make, options } from "./page";
import { count } from "../src/words";

/** Rows drawn at once; a button asks for more. */
const ROWS_AT_ONCE = 1000;

interface State {
  memory: string;
  element: string;
  format: Format;
  changed: boolean;
}

const host = editor<FromDump, State>();
const memory = find<HTMLSelectElement>("memory");
const element = find<HTMLInputElement>("element");
const format = find<HTMLSelectElement>("format");
const onlyChanged = find<HTMLInputElement>("changed");
const summary = find("summary");
const content = find("content");

let run: ShowRun | undefined;
let rows: DumpRow[] = [];
let before = new Map<string, DumpRow>();
let limit = ROWS_AT_ONCE;

options(format, FORMATS);
const kept = host.state();
if (kept !== undefined) {
  element.value = kept.element;
  format.value = kept.format;
  onlyChanged.checked = kept.changed;
}

for (const control of [memory, element, format, onlyChanged]) {
  control.addEventListener("input", () => {
    limit = ROWS_AT_ONCE;
    keep();
    show();
  });
}
find("openText").addEventListener("click", () => host.send({ type: "openText" }));
find("runAgain").addEventListener("click", () => host.send({ type: "runAgain" }));
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && event.target !== element) {
    event.preventDefault();
    element.focus();
    element.select();
  }
});

listen<ToDump>((message) => {
  run = message;
  rows = dumpRows(message.result.dump);
  before = new Map(dumpRows(message.previous?.dump ?? []).map((row) => [row.key, row]));
  const names = [...new Set(rows.map((row) => row.memory).filter((name) => name !== ""))].sort();
  const chosen = memory.value === "" ? (kept?.memory ?? "") : memory.value;
  options(memory, [["", "all memories"], ...names.map((name) => [name, name] as const)]);
  memory.value = names.includes(chosen) ? chosen : "";
  limit = ROWS_AT_ONCE;
  show();
});
host.send({ type: "ready" });

function keep(): void {
  host.keep({
    memory: memory.value,
    element: element.value,
    format: format.value as Format,
    changed: onlyChanged.checked,
  });
}

function isChanged(row: DumpRow): boolean {
  const old = before.get(row.key);
  return run?.previous != null && (old === undefined || old.printed !== row.printed);
}

function show(): void {
  if (run === undefined) {
    return;
  }
  const { result } = run;
  const understood = isElementFilter(element.value);
  element.setAttribute("aria-invalid", String(!understood));
  const filter = understood ? element.value : "";
  const wanted = rows.filter(
    (row) =>
      (memory.value === "" || row.memory === memory.value) &&
      isElementOf(row.element, filter) &&
      (!onlyChanged.checked || isChanged(row)),
  );
  const changes = rows.filter(isChanged).length;
  const parts = [
    `${run.name} to line ${result.line + 1}`,
    count(result.steps, "step"),
    wanted.length === rows.length
      ? count(rows.length, "value")
      : `${wanted.length} of ${count(rows.length, "value")}`,
  ];
  if (run.previous !== null) {
    parts.push(changes === 0 ? "nothing changed" : `${changes} changed since the run before`);
  }
  summary.textContent = parts.join(" · ");
  find("edited").hidden = !run.edited;

  const sections: Node[] = [];
  if (result.written.length > 0) {
    sections.push(writtenTable(result.line));
  }
  const problems = new Map<number, string[]>();
  for (const { line, message } of result.expected?.problems ?? []) {
    problems.set(line, [...(problems.get(line) ?? []), message]);
  }
  const byLine = Map.groupBy(wanted.slice(0, limit), (row) => row.line);
  for (const [line, ofLine] of [...byLine].sort(([a], [b]) => a - b)) {
    sections.push(table(line, ofLine, problems.get(line) ?? []));
  }
  if (wanted.length > limit) {
    const more = make("button", { class: "more" }, `Show more of the ${wanted.length} values`);
    more.addEventListener("click", () => {
      limit += 5 * ROWS_AT_ONCE;
      show();
    });
    sections.push(more);
  }
  if (result.truncated) {
    sections.push(
      make("p", { class: "note" }, "A limit cut the dump short here: narrow the d get statements, or run the program with mnc2 run."),
    );
  }
  if (sections.length === 0) {
    sections.push(
      make(
        "p",
        { class: "note" },
        rows.length === 0
          ? "Nothing was dumped: the run met no d get statement, and its last line wrote nothing."
          : "No value passes the filters.",
      ),
    );
  }
  content.replaceChildren(...sections);
}

function link(line: number, text: string): HTMLElement {
  const button = make("button", { class: "line", title: `Go to line ${line + 1}` }, text);
  button.addEventListener("click", () => host.send({ type: "reveal", line }));
  return button;
}

function table(line: number, ofLine: readonly DumpRow[], problems: readonly string[]): HTMLElement {
  const section = make("section", {});
  section.append(
    make(
      "h2",
      {},
      link(line, `line ${line + 1}`),
      make("code", {}, ofLine[0]?.statement ?? ""),
    ),
  );
  for (const problem of problems) {
    section.append(make("p", { class: "problem" }, problem));
  }
  const body = make("tbody");
  for (const row of ofLine) {
    const changed = isChanged(row);
    const old = before.get(row.key);
    const value = make("td", { class: "value" }, formatted(row, format.value as Format));
    if (changed && old !== undefined) {
      value.append(make("span", { class: "old" }, `was ${formatted(old, format.value as Format)}`));
    }
    body.append(
      make(
        "tr",
        { class: changed ? "changed" : undefined },
        make("td", { class: "mark", "aria-label": changed ? "changed" : undefined }, changed ? "●" : ""),
        make("td", {}, row.memory),
        make("td", {}, row.element),
        make("td", { class: "address" }, row.address),
        value,
      ),
    );
  }
  section.append(make("table", {}, heading(), body));
  return section;
}

function heading(): HTMLElement {
  const titles = ["", "memory", "element", "address", "value"];
  return make("thead", {}, make("tr", {}, ...titles.map((title) => make("th", { scope: "col" }, title))));
}

function writtenTable(line: number): HTMLElement {
  const body = make("tbody");
  for (const { operand, element: of, values } of run?.result.written ?? []) {
    values.forEach((value, cycle) => {
      body.append(
        make(
          "tr",
          {},
          make("td", { class: "mark" }),
          make("td", {}, cycle === 0 ? operand : ""),
          make("td", {}, cycle === 0 ? of : ""),
          make("td", { class: "address" }, `cycle ${cycle}`),
          make("td", { class: value === null ? "value masked" : "value" }, value ?? "masked"),
        ),
      );
    });
  }
  return make("section", {}, make("h2", {}, link(line, `line ${line + 1}`), "wrote"), make("table", {}, body));
}
