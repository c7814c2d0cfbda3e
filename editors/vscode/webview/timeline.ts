// The step timeline: units against steps, and the results that are on their way between them.

import type { Timeline, TimelineArrow, TimelineRow } from "../src/protocol";
import type { FromTimeline, ToTimeline } from "./messages";
import { draw, editor, find, listen, make } from "./page";
import { count } from "../src/words";

interface State {
  line: number | null;
}

/** Arrows over more rows than this are drawn only for the row that is chosen. */
const LONG_ROWS = 40;
/** Pixels between neighbouring arrows. */
const LANE = 9;
const LANES = 12;
/** Results that are described in words, in each direction. */
const DESCRIBED = 6;

const host = editor<FromTimeline, State>();
const table = find<HTMLTableElement>("table");
const arrowsPicture = find<SVGSVGElement>("arrows");
const onlyTight = find<HTMLInputElement>("tight");
const hideEmpty = find<HTMLInputElement>("used");

let timeline: Timeline | undefined;
let chosen: number | null = host.state()?.line ?? null;
const rowOf = new Map<number, HTMLTableRowElement>();

for (const control of [onlyTight, hideEmpty]) {
  control.addEventListener("input", () => show());
}
table.addEventListener("click", (event) => {
  const line = lineOf(event.target);
  if (line !== undefined) {
    choose(line);
    host.send({ type: "reveal", line });
  }
});
table.addEventListener("keydown", (event) => {
  const rows = timeline?.rows ?? [];
  const at = rows.findIndex(({ line }) => line === chosen);
  const moves: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + 20,
    PageUp: at - 20,
    Home: 0,
    End: rows.length - 1,
  };
  const to = moves[event.key];
  if (to !== undefined) {
    const row = rows[Math.min(Math.max(to, 0), rows.length - 1)];
    if (row !== undefined) {
      choose(row.line);
      rowOf.get(row.line)?.focus();
    }
  } else if ((event.key === "Enter" || event.key === " ") && chosen !== null) {
    host.send({ type: "reveal", line: chosen });
  } else {
    return;
  }
  event.preventDefault();
});
new ResizeObserver(() => drawArrows()).observe(table);

listen<ToTimeline>((message) => {
  if (message.type === "cursor") {
    if (message.line !== chosen && rowOf.has(message.line)) {
      choose(message.line);
      rowOf.get(message.line)?.scrollIntoView({ block: "nearest" });
    }
    return;
  }
  if (message.type === "problem") {
    find("summary").textContent = message.message;
    return;
  }
  timeline = message.timeline;
  const { steps, score, rows, rowsInAll } = timeline;
  const parts = [message.name, count(steps, "step"), `score ${score.total}`, count(score.bytes, "byte")];
  if (rows.length < rowsInAll) {
    parts.push(`the first ${rows.length} of ${rowsInAll} rows are shown`);
  }
  find("summary").textContent = parts.join(" · ");
  show();
});
host.send({ type: "ready" });

function lineOf(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest("tr[data-line]") : null;
  return row === null ? undefined : Number(row.getAttribute("data-line"));
}

function show(): void {
  if (timeline === undefined) {
    return;
  }
  const used = new Set(timeline.rows.flatMap((row) => row.uses.map(({ unit }) => unit)));
  const units = timeline.units.filter(({ id }) => id !== "control" && (!hideEmpty.checked || used.has(id)));
  const head = make(
    "thead",
    {},
    make(
      "tr",
      {},
      make("th", { scope: "col", class: "number" }, "step"),
      make("th", { scope: "col", class: "number" }, "line"),
      ...units.map(({ id, title }) => make("th", { scope: "col", class: `unit ${id}` }, title)),
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
  if (timeline.rows.length === 0) {
    body.append(make("tr", {}, make("td", { colspan: units.length + 2, class: "note" }, "The program has no steps yet.")));
  }
  if (chosen !== null && !rowOf.has(chosen)) {
    chosen = null;
  }
  choose(chosen ?? timeline.rows[0]?.line ?? null);
}

function rowElement(row: TimelineRow, units: readonly string[]): HTMLTableRowElement {
  const control = row.uses.filter(({ unit }) => unit === "control").map(({ text }) => text);
  const isIdle = control.length === row.uses.length;
  const element = make("tr", {
    "data-line": row.line,
    tabindex: -1,
    class: isIdle ? "idle" : undefined,
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
  host.keep({ line });
  const row = line === null ? undefined : rowOf.get(line);
  row?.classList.add("chosen");
  row?.setAttribute("tabindex", "0");
  drawArrows();
  describe();
}

type Tightness = "early" | "tight" | "slack" | "free";

/** Whether a result is read too early, at the first moment, later, or whenever. */
function tightness(arrow: TimelineArrow): Tightness {
  if (arrow.needed === null) {
    return "free";
  }
  return arrow.distance < arrow.needed ? "early" : arrow.distance === arrow.needed ? "tight" : "slack";
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
  const body = table.offsetHeight;
  arrowsPicture.setAttribute("height", String(body));
  const wanted = timeline.arrows.filter((arrow) => {
    const isChosen = arrow.from === chosen || arrow.to === chosen;
    const rows = (order.get(arrow.to) ?? 0) - (order.get(arrow.from) ?? 0);
    const isTight = tightness(arrow) === "tight" || tightness(arrow) === "early";
    return isChosen || (rows <= LONG_ROWS && (isTight || !onlyTight.checked));
  });
  // Short arrows stand near the rows, long ones outside.
  const sorted = wanted
    .map((arrow) => ({ arrow, from: middle(arrow.from), to: middle(arrow.to) }))
    .filter((one): one is { arrow: TimelineArrow; from: number; to: number } => one.from !== undefined && one.to !== undefined)
    .sort((a, b) => a.to - a.from - (b.to - b.from));
  const lanes: { from: number; to: number }[][] = [];
  const placed = sorted.map(({ arrow, from, to }) => {
    let lane = lanes.findIndex((taken) => taken.every((other) => other.to <= from || to <= other.from));
    if (lane === -1) {
      lane = lanes.length < LANES ? lanes.push([]) - 1 : LANES - 1;
    }
    lanes[lane]?.push({ from, to });
    return { arrow, from, to, lane };
  });
  const right = 14 + Math.max(lanes.length, 2) * LANE;
  const paths: SVGElement[] = [];
  for (const { arrow, from, to, lane } of placed) {
    const x = right - 10 - (lane + 1) * LANE;
    const start = from + 2;
    const end = to - 2;
    const radius = Math.min(6, Math.abs(end - start) / 2);
    const path = `M ${right - 2} ${start} H ${x + radius} Q ${x} ${start} ${x} ${start + radius} V ${end - radius} Q ${x} ${end} ${x + radius} ${end} H ${right - 7}`;
    const isChosen = arrow.from === chosen || arrow.to === chosen;
    const group = draw(
      "g",
      { class: `arrow ${tightness(arrow)}${isChosen ? " chosen" : ""}${arrow.certain ? "" : " perhaps"}` },
      draw("title", {}, words(arrow)),
      draw("path", { class: "shaft", d: path }),
      draw("path", { class: "head", d: `M ${right - 1} ${end} l -7 -3.5 v 7 z` }),
    );
    paths.push(group);
  }
  // What is chosen lies on top.
  paths.sort((a, b) => Number(a.classList.contains("chosen")) - Number(b.classList.contains("chosen")));
  arrowsPicture.setAttribute("width", String(right));
  arrowsPicture.replaceChildren(...paths);
}

function words(arrow: TimelineArrow): string {
  return `${arrow.operand} of line ${arrow.from + 1}, read in line ${arrow.to + 1} through ${arrow.store}${timing(arrow)}`;
}

/** How long a result is on its way, in words. */
function timing(arrow: TimelineArrow): string {
  const certain = arrow.certain ? "" : ", perhaps";
  // What debug statements and transfers write is there at once.
  if (arrow.needed === null) {
    return certain;
  }
  return `: ${count(arrow.distance, "step")} later, ${arrow.needed} needed${certain}`;
}

/** Says in words what goes into the chosen row and out of it. */
function describe(): void {
  const list = (title: string, arrows: readonly TimelineArrow[], say: (arrow: TimelineArrow) => (Node | string)[]) => {
    const items = arrows.slice(0, DESCRIBED).map((arrow) => make("li", { class: tightness(arrow) }, ...say(arrow), timing(arrow)));
    if (arrows.length > DESCRIBED) {
      items.push(make("li", { class: "note" }, `and ${arrows.length - DESCRIBED} more`));
    }
    return items.length === 0 ? [] : [make("section", {}, make("h2", {}, title), make("ul", {}, ...items))];
  };
  const into = timeline?.arrows.filter((arrow) => arrow.to === chosen) ?? [];
  const out = timeline?.arrows.filter((arrow) => arrow.from === chosen) ?? [];
  const code = (text: string) => make("code", {}, text);
  const parts: Node[] = [
    ...list(`Line ${(chosen ?? 0) + 1} reads`, into, (arrow) => [code(arrow.operand), ` of line ${arrow.from + 1} through ${arrow.store}`]),
    ...list(`Line ${(chosen ?? 0) + 1} is read`, out, (arrow) => [code(arrow.operand), ` by line ${arrow.to + 1} through ${arrow.store}`]),
  ];
  if (chosen !== null && parts.length === 0) {
    parts.push(make("p", { class: "note" }, `No result goes into line ${chosen + 1} or out of it.`));
  }
  find("details").replaceChildren(...parts);
}
