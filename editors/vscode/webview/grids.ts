// The heat map: each memory that holds something, a row for each vector.

import { draw, editor, find, listen, options } from "./page";
import * as l10n from "@vscode/l10n";

import type { Grid, Grids } from "../src/protocol";
import { heat } from "./heat";
import type { FromGrids, ToGrids } from "./messages";

interface State {
  /** The program, so that the view can be restored. */
  program: string;
  grid: string;
}

/** Rows that are drawn. */
const ROWS_MAX = 1024;
/** The height and the width of a number in the picture, and the width of the names of rows. */
const CELL = 10;
const NAMES = 60;

const host = editor<FromGrids, State>();
const chosen = find<HTMLSelectElement>("grid");
const picture = find<SVGSVGElement>("picture");

let grids: Grids | undefined;
let program = host.state()?.program ?? "";
let wanted = host.state()?.grid ?? "";
let selected: [number, number] = [0, 0];

chosen.addEventListener("input", () => {
  wanted = chosen.value;
  selected = [0, 0];
  show();
});
find("run").addEventListener("click", () => host.send({ type: "run" }));
picture.addEventListener("click", (event) => {
  const at = (event.target as Element).getAttribute("data-at");
  if (at !== null) {
    const [row = 0, column = 0] = at.split(",").map(Number);
    select(row, column);
  }
});
picture.addEventListener("keydown", (event) => {
  const steps: Record<string, [number, number]> = {
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
  };
  const step = steps[event.key];
  if (step !== undefined) {
    select(selected[0] + step[0], selected[1] + step[1]);
    event.preventDefault();
  }
});

listen<ToGrids>((told) => {
  const message = find("message");
  if (told.type === "problem") {
    message.textContent = told.message;
    message.hidden = false;
    find("body").hidden = true;
    return;
  }
  grids = told.answer;
  ({ program } = told);
  message.hidden = grids.current;
  message.textContent = l10n.t("The program has been edited since this run.");
  const names = filled(grids).map(({ name }) => name);
  options(chosen, names.map((name) => [name, name] as const));
  chosen.value = names.includes(wanted) ? wanted : (names[0] ?? "");
  show();
});
host.send({ type: "ready" });

function filled(of: Grids): Grid[] {
  return of.grids.filter(({ rows }) => rows.length > 0);
}

function current(): Grid | undefined {
  return grids && filled(grids).find(({ name }) => name === chosen.value);
}

function show(): void {
  const grid = current();
  find("body").hidden = grid === undefined;
  host.keep({ program, grid: chosen.value });
  if (grids === undefined || grid === undefined) {
    find("summary").textContent = l10n.t("The machine holds nothing.");
    return;
  }
  const numbers = grid.rows.flatMap(({ values }) => values).filter((value) => value !== null);
  const [least, most] = numbers.reduce(
    ([low, high], number) => [Math.min(low, number), Math.max(high, number)],
    [Infinity, -Infinity],
  );
  find("summary").textContent = [
    l10n.t("{0} instructions", grids.steps),
    l10n.t("{0} of {1} rows", grid.rows.length, grid.rowsTotal),
  ].join(" · ");
  find("least").textContent = numbers.length === 0 ? "" : String(least);
  find("most").textContent = numbers.length === 0 || least === most ? "" : String(most);
  const rows = grid.rows.slice(0, ROWS_MAX);
  picture.setAttribute("viewBox", `0 0 ${NAMES + grid.columns * CELL} ${rows.length * CELL}`);
  picture.setAttribute("width", String(2 * (NAMES + grid.columns * CELL)));
  picture.setAttribute("height", String(2 * rows.length * CELL));
  const cells = draw("g", { class: "cells" });
  rows.forEach(({ name, values }, row) => {
    const label = draw("text", { class: "row", x: NAMES - 4, y: row * CELL + CELL - 2, "text-anchor": "end" });
    label.textContent = name;
    cells.append(label);
    values.forEach((value, column) => {
      const share = value === null ? 0 : least === most ? 0.5 : (value - least) / (most - least);
      cells.append(
        draw("rect", {
          x: NAMES + column * CELL + 0.4,
          y: row * CELL + 0.4,
          width: CELL - 0.8,
          height: CELL - 0.8,
          fill: value === null ? "var(--not-finite)" : heat(share),
          "data-at": `${row},${column}`,
        }),
      );
    });
  });
  picture.replaceChildren(cells, draw("rect", { id: "selection", class: "selection", width: CELL, height: CELL }));
  select(...selected);
}

function select(row: number, column: number): void {
  const grid = current();
  if (grid === undefined) {
    return;
  }
  const last = Math.min(grid.rows.length, ROWS_MAX) - 1;
  selected = [Math.min(Math.max(row, 0), last), Math.min(Math.max(column, 0), grid.columns - 1)];
  const [at, lane] = selected;
  const frame = find<SVGRectElement>("selection");
  frame.setAttribute("x", String(NAMES + lane * CELL));
  frame.setAttribute("y", String(at * CELL));
  const found = grid.rows[at];
  find("element").textContent = `${grid.name}(${found?.name ?? ""})[${lane}]`;
  find("value").textContent = String(found?.values[lane] ?? "?");
}
