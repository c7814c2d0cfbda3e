// The arrows of the step timeline: results on their way from one row to another, as a picture and in words.

import { draw } from "./page";
import * as l10n from "@vscode/l10n";

import type { TimelineArrow } from "../src/protocol";
import { steps as stepsText } from "../src/words";

/** Pixels between neighbouring arrows. */
const LANE = 9;
const LANES = 12;

type Tightness = "early" | "tight" | "slack" | "free";

/** Whether a result is read too early, as early as possible, later, or at any time. */
export function tightness(arrow: TimelineArrow): Tightness {
  if (arrow.needed === null) {
    return "free";
  }
  return arrow.distance < arrow.needed ? "early" : arrow.distance === arrow.needed ? "tight" : "slack";
}

/** Draws arrows next to the middles of their rows; undefined is a row that is not loaded. */
export function arrowPaths(
  arrows: readonly TimelineArrow[],
  middle: (line: number) => number | undefined,
  chosen: number | null,
): { width: number; paths: SVGElement[] } {
  // Short arrows are near the rows, long ones outside.
  const sorted = arrows
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
  // The selection is drawn on top.
  paths.sort((a, b) => Number(a.classList.contains("chosen")) - Number(b.classList.contains("chosen")));
  return { width: right, paths };
}

function words(arrow: TimelineArrow): string {
  const what = l10n.t(
    "{0} of line {1}, read in line {2} through {3}",
    arrow.operand,
    arrow.from + 1,
    arrow.to + 1,
    storeText(arrow.store),
  );
  return `${what}${timing(arrow)}`;
}

/** Where a result is held, in words. */
export function storeText(store: string): string {
  switch (store) {
    case "forwarding register":
      return l10n.t("a forwarding register");
    case "turnaround register":
      return l10n.t("the turnaround register");
    case "T-register":
      return l10n.t("the T-register");
    case "mask register":
      return l10n.t("a mask register");
    case "matrix register x":
      return l10n.t("matrix register x");
    case "matrix register y":
      return l10n.t("matrix register y");
    case "base address register of LM0":
      return l10n.t("the base address register of LM0");
    case "base address register of LM1":
      return l10n.t("the base address register of LM1");
    default:
      return store;
  }
}

/** How long a result is on its way, in words. */
export function timing(arrow: TimelineArrow): string {
  const certain = arrow.certain ? "" : l10n.t(", perhaps");
  // The results of debug statements and transfers are available immediately.
  if (arrow.needed === null) {
    return certain;
  }
  return l10n.t(": {0} later, {1} needed", stepsText(arrow.distance), arrow.needed) + certain;
}
