// The dump view: the last run's dump as a table with a filter and a choice of formats, with marks on what differs from
// the previous run.

import { editor, find, listen, make, options } from "./page";
import * as l10n from "@vscode/l10n";

import {
  computedText,
  type DumpRow,
  dumpRows,
  type Format,
  formats,
  formatted,
  formattedWritten,
  isElementFilter,
  isElementOf,
} from "../src/dumpRows";
import { steps, values as valuesText } from "../src/words";
import type { FromDump, ShowRun, ToDump } from "./messages";

/** The columns of the table. */
const COLUMNS = 5;

/** Rows that are drawn initially; a button shows more. */
const ROWS_AT_ONCE = 1000;

interface State {
  /** The program and the line of its run, so that the view can be restored. */
  program: string;
  line: number;
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

options(format, formats());
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
  if (message.type === "problem") {
    summary.textContent = message.message;
    return;
  }
  run = message;
  rows = dumpRows(message.result.dump);
  before = new Map(dumpRows(message.previous?.dump ?? []).map((row) => [row.key, row]));
  const names = [...new Set(rows.map((row) => row.memory).filter((name) => name !== ""))].sort();
  const chosen = memory.value === "" ? (kept?.memory ?? "") : memory.value;
  options(memory, [["", l10n.t("all memories")], ...names.map((name) => [name, name] as const)]);
  memory.value = names.includes(chosen) ? chosen : "";
  limit = ROWS_AT_ONCE;
  keep();
  show();
});
host.send({ type: "ready" });

function keep(): void {
  host.keep({
    program: run?.program ?? kept?.program ?? "",
    line: run?.result.line ?? kept?.line ?? 0,
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
    l10n.t("{0} to line {1}", run.name, result.line + 1),
    steps(result.steps),
    wanted.length === rows.length
      ? valuesText(rows.length)
      : l10n.t("{0} of {1}", wanted.length, valuesText(rows.length)),
  ];
  if (run.previous !== null) {
    parts.push(changes === 0 ? l10n.t("nothing changed") : l10n.t("{0} changed since the run before", changes));
  }
  summary.textContent = parts.join(" · ");
  find("edited").hidden = !run.edited;
  find("remarks").replaceChildren(...(result.remarks ?? []).map((remark) => make("p", { class: "remark" }, ...marked(remark))));

  const sections: Node[] = [];
  if (result.written.length > 0) {
    sections.push(writtenTable(result.line));
  }
  const problems = new Map<number, string[]>();
  for (const { line, message } of result.expected?.problems ?? []) {
    problems.set(line, [...(problems.get(line) ?? []), message]);
  }
  const byLine = Map.groupBy(wanted.slice(0, limit), (row) => row.line);
  if (byLine.size > 0) {
    const lines = [...byLine].sort(([a], [b]) => a - b);
    const bodies = lines.map(([line, ofLine]) => body(line, ofLine, problems.get(line) ?? []));
    sections.push(make("table", { class: "dump" }, heading(), ...bodies));
  }
  if (wanted.length > limit) {
    const more = make("button", { class: "more" }, l10n.t("Show more of the {0} values", wanted.length));
    more.addEventListener("click", () => {
      limit += 5 * ROWS_AT_ONCE;
      show();
    });
    sections.push(more);
  }
  if ((result.computed ?? []).length > 0) {
    sections.push(make("pre", { class: "computed" }, computedText(result.computed ?? [])));
  } else if (sections.length === 0) {
    sections.push(
      make(
        "p",
        { class: "note" },
        rows.length === 0
          ? l10n.t("Nothing was dumped: the run met no d get statement, and its last line wrote nothing.")
          : l10n.t("No value passes the filters."),
      ),
    );
  }
  content.replaceChildren(...sections);
}

/** A sentence with code between backquotes. */
function marked(sentence: string): (Node | string)[] {
  return sentence.split("`").map((part, index) => (index % 2 === 1 ? make("code", {}, part) : part));
}

function link(line: number, text: string): HTMLElement {
  const button = make("button", { class: "line", title: l10n.t("Go to Line {0}", line + 1) }, text);
  button.addEventListener("click", () => host.send({ type: "reveal", line }));
  return button;
}

/** The rows of a statement, below one that names it. */
function body(line: number, ofLine: readonly DumpRow[], problems: readonly string[]): HTMLElement {
  const title = make(
    "th",
    { scope: "rowgroup", colspan: String(COLUMNS) },
    link(line, l10n.t("line {0}", line + 1)),
    make("code", {}, ofLine[0]?.statement ?? ""),
    ...problems.map((problem) => make("p", { class: "problem" }, problem)),
  );
  const rows = make("tbody", {}, make("tr", { class: "statement" }, title));
  let above: DumpRow | undefined;
  for (const row of ofLine) {
    const changed = isChanged(row);
    const old = before.get(row.key);
    const value = make("td", { class: "value" }, formatted(row, format.value as Format));
    if (changed && old !== undefined) {
      value.append(make("span", { class: "old" }, l10n.t("was {0}", formatted(old, format.value as Format))));
    }
    // What is as in the row above is not repeated.
    const isSame = above?.memory === row.memory && above.element === row.element;
    rows.append(
      make(
        "tr",
        { class: changed ? "changed" : undefined },
        make("td", { class: "mark", "aria-label": changed ? l10n.t("changed") : undefined }, changed ? "●" : ""),
        make("td", {}, isSame ? "" : row.memory),
        make("td", {}, isSame ? "" : row.element),
        make("td", { class: "address" }, row.address),
        value,
      ),
    );
    above = row;
  }
  return rows;
}

function heading(): HTMLElement {
  const titles = [l10n.t("memory"), l10n.t("element"), l10n.t("address"), l10n.t("value")];
  return make("thead", {}, make("tr", {}, make("td"), ...titles.map((title) => make("th", { scope: "col" }, title))));
}

function writtenTable(line: number): HTMLElement {
  const body = make("tbody");
  for (const { operand, element: of, values, texts } of run?.result.written ?? []) {
    values.forEach((value, cycle) => {
      const shown = value === null ? null : formattedWritten(value, texts[cycle] ?? value, format.value as Format);
      body.append(
        make(
          "tr",
          {},
          make("td", { class: "mark" }),
          make("td", {}, cycle === 0 ? operand : ""),
          make("td", {}, cycle === 0 ? of : ""),
          make("td", { class: "address" }, l10n.t("cycle {0}", cycle)),
          make("td", { class: shown === null ? "value masked" : "value" }, shown ?? l10n.t("masked")),
        ),
      );
    });
  }
  return make("section", {}, make("h2", {}, link(line, l10n.t("line {0}", line + 1)), l10n.t("wrote")), make("table", {}, body));
}
