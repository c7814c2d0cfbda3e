// The step timeline: units over steps, and the results that are on their way between them.
//
// The table holds a few hundred rows of the program; empty space above and below represents the others, and scrolling
// to them requests them.

import { editor, find, listen, make } from "./page";
import * as l10n from "@vscode/l10n";

import type { Timeline, TimelineArrow, TimelineRow } from "../src/protocol";
import { bytes, steps as stepsText } from "../src/words";
import { arrowPaths, storeText, tightness, timing } from "./arrows";
import type { FromTimeline, ShowNow, ToTimeline } from "./messages";
import { firstAround, rowsAt, type Rows, spaces } from "./rows";

interface State {
  /** The program, so that the view can be restored. */
  program: string;
  line: number | null;
  used: boolean;
  tight: boolean;
}

/** Arrows over more rows than this are drawn only for the selected row. */
const LONG_ROWS = 40;
/** Results that are described in words, in each direction. */
const DESCRIBED = 6;
/** The height of a row until one can be measured. */
const ROW_PIXELS = 21;

const host = editor<FromTimeline, State>();
const table = find<HTMLTableElement>("table");
const arrowsPicture = find<SVGSVGElement>("arrows");
const onlyTight = find<HTMLInputElement>("tight");
const hideEmpty = find<HTMLInputElement>("used");
const main = find("main");
const moment = find<HTMLInputElement>("moment");

const kept = host.state();
let program = kept?.program ?? "";
let timeline: Timeline | undefined;
let chosen: number | null = kept?.line ?? null;
/** The row, counted from 0, to select as soon as it is loaded. */
let awaited: number | null = null;
/** The first row of the last request. */
let asked: number | null = null;
const rowOf = new Map<number, HTMLTableRowElement>();
/** Units that the loaded rows have used so far. */
const used = new Set<string>();
/** The position of the debugger's run. */
let now: ShowNow["now"] = null;
/** Whether the user holds the slider. */
let isHeld = false;
/** Titles of units that are words. */
const UNIT_TITLES: Record<string, () => string> = {
  matrixWrite: () => l10n.t("matrix write"),
  matrixRead: () => l10n.t("matrix read"),
};

if (kept !== undefined) {
  hideEmpty.checked = kept.used;
  onlyTight.checked = kept.tight;
}
for (const control of [onlyTight, hideEmpty]) {
  control.addEventListener("input", () => {
    keep();
    show();
  });
}
moment.addEventListener("input", () => host.send({ type: "goTo", target: Number(moment.value) }));
moment.addEventListener("pointerdown", () => (isHeld = true));
for (const end of ["pointerup", "pointercancel"]) {
  moment.addEventListener(end, () => (isHeld = false));
}
table.addEventListener("click", (event) => {
  const line = lineOf(event.target);
  if (line !== undefined) {
    choose(line);
    host.send({ type: "reveal", line });
  }
});
table.addEventListener("keydown", (event) => {
  if (timeline === undefined) {
    return;
  }
  const { rows, first, rowsInAll } = timeline;
  const at = first + rows.findIndex(({ line }) => line === chosen);
  const moves: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + 20,
    PageUp: at - 20,
    Home: 0,
    End: rowsInAll - 1,
  };
  const to = moves[event.key];
  if (to !== undefined) {
    chooseRow(Math.min(Math.max(to, 0), rowsInAll - 1));
  } else if ((event.key === "Enter" || event.key === " ") && chosen !== null) {
    host.send({ type: "reveal", line: chosen });
  } else {
    return;
  }
  event.preventDefault();
});
new ResizeObserver(() => drawArrows()).observe(table);
window.addEventListener("scroll", () => ask());
window.addEventListener("resize", () => ask());

listen<ToTimeline>((message) => {
  if (message.type === "cursor") {
    follow(message.line);
    return;
  }
  if (message.type === "now") {
    stand(message.now);
    return;
  }
  if (message.type === "keyboard") {
    moment.focus();
    return;
  }
  ({ timeline, program } = message);
  asked = null;
  const { steps, score, rows } = timeline;
  find("summary").textContent = [
    message.name,
    stepsText(steps),
    l10n.t("score {0}", score.total),
    bytes(score.bytes),
  ].join(" · ");
  const anchor = firstSeen();
  if (message.line !== null) {
    chosen = rowBefore(message.line)?.line ?? rows[0]?.line ?? null;
  }
  show();
  if (message.line !== null) {
    reveal("center");
  } else if (awaited !== null) {
    chooseRow(awaited);
  } else {
    stay(anchor);
  }
  ask();
});
host.send({ type: "ready", line: chosen });

/** Shows the position of the run, and scrolls to it. */
function stand(at: ShowNow["now"]): void {
  const isElsewhere = at !== null && at.target !== now?.target;
  now = at;
  const time = find("time");
  if (time.hidden !== (at === null)) {
    time.hidden = at === null;
    measureHeader();
  }
  if (at !== null) {
    moment.max = String(at.targets);
    // The thumb stays below the finger while the run is on its way.
    if (!isHeld) {
      moment.value = String(at.target);
    }
    const text =
      at.target >= at.targets
        ? l10n.t("end · step {0} of {1}", at.step, at.steps)
        : l10n.t("line {0} · step {1} of {2}", at.line + 1, at.step, at.steps);
    find("where").textContent = text;
    moment.setAttribute("aria-valuetext", text);
  }
  markNow();
  if (isElsewhere) {
    follow(at.line);
  }
}

/** Marks the row that runs next. */
function markNow(): void {
  table.querySelector("tr.now")?.classList.remove("now");
  const at = now;
  const next = at === null || at.target >= at.targets ? undefined : timeline?.rows.find((row) => row.line >= at.line);
  const row = next === undefined ? undefined : rowOf.get(next.line);
  // A row above the loaded ones would run first.
  if (row !== undefined && next !== undefined && (next.line === at?.line || next !== timeline?.rows[0] || timeline.first === 0)) {
    row.classList.add("now");
  }
}

/** Fixed parts are below the header, which can change its height. */
function measureHeader(): void {
  document.documentElement.style.setProperty("--header", `${find("header").offsetHeight}px`);
}

function keep(): void {
  host.keep({ program, line: chosen, used: hideEmpty.checked, tight: onlyTight.checked });
}

function lineOf(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest("tr[data-line]") : null;
  return row === null ? undefined : Number(row.getAttribute("data-line"));
}

/** The last loaded row at or above a line. */
function rowBefore(line: number): TimelineRow | undefined {
  return timeline?.rows.findLast((row) => row.line <= line);
}

/** Selects the row of the line with the cursor; requests it if it is not loaded. */
function follow(line: number): void {
  if (timeline === undefined) {
    return;
  }
  const { rows, first, rowsInAll } = timeline;
  const row = rowBefore(line);
  const isAbove = row === undefined && first > 0;
  const isBelow = row !== undefined && row === rows.at(-1) && first + rows.length < rowsInAll && line > row.line;
  if (isAbove || isBelow) {
    host.send({ type: "around", line });
  } else if (row !== undefined && row.line !== chosen) {
    choose(row.line);
    reveal("nearest");
  }
}

/** Selects a row by its place in the program, counted from 0; requests it if it is not loaded. */
function chooseRow(index: number): void {
  if (timeline === undefined) {
    return;
  }
  const row = timeline.rows[index - timeline.first];
  awaited = row === undefined ? index : null;
  if (row === undefined) {
    request(index);
  } else {
    choose(row.line);
    rowOf.get(row.line)?.focus({ preventScroll: true });
    reveal("nearest");
  }
}

/** Scrolls to the selected row, so that the fixed parts above and below do not cover it. */
function reveal(where: "center" | "nearest"): void {
  const row = chosen === null ? undefined : rowOf.get(chosen);
  if (row === undefined) {
    return;
  }
  const { top, bottom } = row.getBoundingClientRect();
  const from = find("header").offsetHeight + (table.tHead?.offsetHeight ?? 0);
  const to = window.innerHeight - find("details").offsetHeight;
  if (where === "center") {
    window.scrollBy(0, (top + bottom) / 2 - (from + to) / 2);
  } else if (top < from) {
    window.scrollBy(0, top - from);
  } else if (bottom > to) {
    window.scrollBy(0, bottom - to);
  }
}

/** The place of the loaded rows in the whole table. */
function geometry(): Rows {
  const body = table.tBodies[0];
  const rows = timeline?.rows.length ?? 0;
  return {
    first: timeline?.first ?? 0,
    count: rows,
    inAll: timeline?.rowsInAll ?? 0,
    pixels: rows > 0 && body !== undefined && body.offsetHeight > 0 ? body.offsetHeight / rows : ROW_PIXELS,
  };
}

/** Requests the rows that are scrolled to, if they are not loaded. */
function ask(): void {
  if (timeline === undefined) {
    return;
  }
  const top = -main.getBoundingClientRect().top + find("header").offsetHeight;
  const wanted = rowsAt(geometry(), top, window.innerHeight);
  if (wanted !== undefined) {
    request(wanted);
  }
}

/** Requests rows around one. */
function request(row: number): void {
  const first = firstAround(geometry(), row);
  if (asked !== first) {
    asked = first;
    host.send({ type: "rows", first });
  }
}

/** The line of the topmost visible row, and its position. */
function firstSeen(): { line: number; top: number } | undefined {
  const edge = find("header").offsetHeight;
  for (const [line, row] of rowOf) {
    const { top } = row.getBoundingClientRect();
    if (top >= edge) {
      return top < window.innerHeight ? { line, top } : undefined;
    }
  }
  return undefined;
}

/** Keeps a row at its position, if it is still loaded. */
function stay(anchor: { line: number; top: number } | undefined): void {
  const row = anchor === undefined ? undefined : rowOf.get(anchor.line);
  if (anchor !== undefined && row !== undefined) {
    window.scrollBy(0, row.getBoundingClientRect().top - anchor.top);
  }
}

function show(): void {
  if (timeline === undefined) {
    return;
  }
  // Columns keep their place while rows come and go.
  for (const { unit } of timeline.rows.flatMap((row) => row.uses)) {
    used.add(unit);
  }
  const units = timeline.units.filter(({ id }) => id !== "control" && (!hideEmpty.checked || used.has(id)));
  const head = make(
    "thead",
    {},
    make(
      "tr",
      {},
      make("th", { scope: "col", class: "number" }, l10n.t("step")),
      make("th", { scope: "col", class: "number" }, l10n.t("line")),
      ...units.map(({ id, title }) => make("th", { scope: "col", class: `unit ${id}` }, UNIT_TITLES[id]?.() ?? title)),
    ),
  );
  rowOf.clear();
  const body = make("tbody");
  for (const row of timeline.rows) {
    const element = rowElement(row, units.map(({ id }) => id));
    rowOf.set(row.line, element);
    body.append(element);
  }
  table.replaceChildren(head, body);
  if (timeline.rowsInAll === 0) {
    body.append(
      make("tr", {}, make("td", { colspan: units.length + 2, class: "note" }, l10n.t("The program has no steps yet."))),
    );
  }
  const { above, below } = spaces(geometry());
  main.style.paddingTop = `${above}px`;
  main.style.paddingBottom = `${below}px`;
  measureHeader();
  markNow();
  choose(chosen ?? timeline.rows[0]?.line ?? null);
}

function rowElement(row: TimelineRow, units: readonly string[]): HTMLTableRowElement {
  const control = row.uses.filter(({ unit }) => unit === "control").map(({ text }) => text);
  const isIdle = control.length === row.uses.length;
  const isBinding = timeline?.binding?.includes(row.line) === true;
  const element = make("tr", {
    "data-line": row.line,
    tabindex: -1,
    class: [isIdle ? "idle" : "", isBinding ? "binding" : ""].join(" ").trim() || undefined,
    title: isBinding ? l10n.t("no order can shorten this") : undefined,
  });
  const steps =
    row.steps === 0 ? "" : row.steps === 1 ? String(row.step) : `${row.step}–${row.step + row.steps - 1}`;
  element.append(make("td", { class: "number" }, steps), make("td", { class: "number line" }, String(row.line + 1)));
  if (isIdle) {
    element.append(make("td", { colspan: units.length, class: "control" }, control.join("; ")));
    return element;
  }
  for (const unit of units) {
    const uses = row.uses.filter((use) => use.unit === unit);
    const cell = make("td", { class: `unit ${unit}` });
    for (const use of uses) {
      cell.append(make("span", { class: "use", title: use.text }, use.text));
    }
    element.append(cell);
  }
  if (control.length > 0) {
    element.lastElementChild?.append(make("span", { class: "control" }, control.join("; ")));
  }
  return element;
}

function choose(line: number | null): void {
  if (chosen !== null) {
    const before = rowOf.get(chosen);
    before?.classList.remove("chosen");
    before?.setAttribute("tabindex", "-1");
  }
  chosen = line;
  keep();
  const row = line === null ? undefined : rowOf.get(line);
  row?.classList.add("chosen");
  row?.setAttribute("tabindex", "0");
  drawArrows();
  describe();
}

function drawArrows(): void {
  if (timeline === undefined) {
    return;
  }
  const order = new Map(timeline.rows.map((row, index) => [row.line, index]));
  const middle = (line: number): number | undefined => {
    const row = rowOf.get(line);
    return row === undefined ? undefined : row.offsetTop + row.offsetHeight / 2;
  };
  const wanted = timeline.arrows.filter((arrow) => {
    const isChosen = arrow.from === chosen || arrow.to === chosen;
    const rows = (order.get(arrow.to) ?? 0) - (order.get(arrow.from) ?? 0);
    const isTight = tightness(arrow) === "tight" || tightness(arrow) === "early";
    return isChosen || (rows <= LONG_ROWS && (isTight || !onlyTight.checked));
  });
  const { width, paths } = arrowPaths(wanted, middle, chosen);
  arrowsPicture.setAttribute("height", String(table.offsetHeight));
  arrowsPicture.setAttribute("width", String(width));
  arrowsPicture.replaceChildren(...paths);
}

/** Describes the inputs and outputs of the selected row. */
function describe(): void {
  const list = (title: string, arrows: readonly TimelineArrow[], say: (arrow: TimelineArrow) => (Node | string)[]) => {
    const items = arrows.slice(0, DESCRIBED).map((arrow) => make("li", { class: tightness(arrow) }, ...say(arrow), timing(arrow)));
    if (arrows.length > DESCRIBED) {
      items.push(make("li", { class: "note" }, l10n.t("and {0} more", arrows.length - DESCRIBED)));
    }
    return items.length === 0 ? [] : [make("section", {}, make("h2", {}, title), make("ul", {}, ...items))];
  };
  const into = timeline?.arrows.filter((arrow) => arrow.to === chosen) ?? [];
  const out = timeline?.arrows.filter((arrow) => arrow.from === chosen) ?? [];
  const code = (text: string) => make("code", {}, text);
  const line = (chosen ?? 0) + 1;
  const parts: Node[] = [
    ...list(l10n.t("Line {0} reads", line), into, (arrow) => [
      code(arrow.operand),
      ` ${l10n.t("of line {0} through {1}", arrow.from + 1, storeText(arrow.store))}`,
    ]),
    ...list(l10n.t("Line {0} is read", line), out, (arrow) => [
      code(arrow.operand),
      ` ${l10n.t("by line {0} through {1}", arrow.to + 1, storeText(arrow.store))}`,
    ]),
  ];
  if (chosen !== null && parts.length === 0) {
    parts.push(make("p", { class: "note" }, l10n.t("No result goes into line {0} or out of it.", line)));
  }
  find("details").replaceChildren(...parts);
}
