// Where the elements of the chip are in its picture, and their names. Pure.
//
// 2 x 2 groups; a group has 2 L2Bs, one above the other; an L2B 4 x 2 L1Bs; an L1B 4 x 4 MABs; a MAB 2 x 2 PEs.

import type { ChipLevel } from "./protocol";

/** How many elements of each level the next higher one has, and their arrangement in it. */
const LEVELS = [
  { level: "group", letter: "n", count: 4, columns: 2 },
  { level: "l2b", letter: "c", count: 2, columns: 1 },
  { level: "l1b", letter: "b", count: 8, columns: 4 },
  { level: "mab", letter: "m", count: 16, columns: 4 },
  { level: "pe", letter: "p", count: 4, columns: 2 },
] as const;

/** Space between neighbours of a level, in units of a PE. */
const GAPS: Record<ChipLevel, number> = { group: 3, l2b: 1.6, l1b: 0.9, mab: 0.25, pe: 0 };

export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The size of one element of each level, gaps within it included. */
const SIZES: Record<ChipLevel, { width: number; height: number }> = (() => {
  const sizes: Partial<Record<ChipLevel, { width: number; height: number }>> = {};
  let size = { width: 1, height: 1 };
  for (const { level, count, columns } of [...LEVELS].reverse()) {
    sizes[level] = size;
    const rows = count / columns;
    size = {
      width: columns * size.width + (columns - 1) * GAPS[level],
      height: rows * size.height + (rows - 1) * GAPS[level],
    };
  }
  return sizes as Record<ChipLevel, { width: number; height: number }>;
})();

/** The levels from the group down to this one. */
function path(level: ChipLevel) {
  return LEVELS.slice(0, LEVELS.findIndex((one) => one.level === level) + 1);
}

/** How many elements of a level the chip has. */
export function elementCount(level: ChipLevel): number {
  return path(level).reduce((count, one) => count * one.count, 1);
}

/** The numbers of an element in each level, from the group on. */
function numbers(level: ChipLevel, index: number): number[] {
  const found: number[] = [];
  let rest = index;
  for (const { count } of path(level).reverse()) {
    found.unshift(rest % count);
    rest = Math.floor(rest / count);
  }
  return found;
}

/** Such as `n0c1b2m3p0`. */
export function elementName(level: ChipLevel, index: number): string {
  const of = numbers(level, index);
  return path(level)
    .map(({ letter }, place) => `${letter}${of[place]}`)
    .join("");
}

/** The index of a named element, or of the element of this level that contains it; missing parts are 0. */
export function elementIndex(level: ChipLevel, name: string): number {
  return path(level).reduce((index, { letter, count }) => {
    const number = Number(new RegExp(`${letter}(\\d+)`).exec(name)?.[1] ?? 0);
    return index * count + Math.min(number, count - 1);
  }, 0);
}

/** The place of an element. */
export function placeOf(level: ChipLevel, index: number): Place {
  const of = numbers(level, index);
  let [x, y] = [0, 0];
  path(level).forEach(({ level: at, columns }, place) => {
    const { width, height } = SIZES[at];
    const number = of[place] ?? 0;
    x += (number % columns) * (width + GAPS[at]);
    y += Math.floor(number / columns) * (height + GAPS[at]);
  });
  return { x, y, ...SIZES[level] };
}

/** The size of the whole picture. */
export function pictureSize(): { width: number; height: number } {
  const last = placeOf("pe", elementCount("pe") - 1);
  return { width: last.x + last.width, height: last.y + last.height };
}

/** The element next to one in the picture; the element itself at the edge. */
export function neighbour(level: ChipLevel, index: number, dx: number, dy: number): number {
  const from = placeOf(level, index);
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  let best = index;
  let least = Infinity;
  for (let other = 0; other < elementCount(level); other += 1) {
    const place = placeOf(level, other);
    const [alongX, alongY] = [place.x + place.width / 2 - x, place.y + place.height / 2 - y];
    const along = alongX * dx + alongY * dy;
    const across = Math.abs(alongX * dy) + Math.abs(alongY * dx);
    if (along > 0 && across < from.width / 2 && along < least) {
      least = along;
      best = other;
    }
  }
  return best;
}
