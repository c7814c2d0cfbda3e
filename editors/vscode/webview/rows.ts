// Where some rows of a long table stand in the whole. Pure numbers.

/** The tallest page that a browser lays out with room to spare, in pixels. */
const PAGE_PIXELS_MAX = 15_000_000;
/** Rows from the edge at which the next ones are asked for. */
const MARGIN_ROWS = 80;

/** The rows that are here, among all. */
export interface Rows {
  /** The first of them, counted from 0. */
  first: number;
  count: number;
  inAll: number;
  /** The height of one. */
  pixels: number;
}

/** Pixels that stand for a row that is not here: its height, unless the page would be too tall for that. */
function spacePixels(rows: Rows): number {
  return Math.min(rows.pixels, PAGE_PIXELS_MAX / Math.max(rows.inAll, 1));
}

/** The empty space above and below the rows that are here, in pixels. */
export function spaces(rows: Rows): { above: number; below: number } {
  const pixels = spacePixels(rows);
  return { above: rows.first * pixels, below: Math.max(0, rows.inAll - rows.first - rows.count) * pixels };
}

/**
 * The row, counted from 0, around which others are wanted: where what is seen, from `top` pixels on, is not here, or
 * comes near an edge. Undefined where the rows that are here do.
 */
export function rowsAt(rows: Rows, top: number, height: number): number | undefined {
  const { above } = spaces(rows);
  const pixels = spacePixels(rows);
  const end = rows.first + rows.count;
  const from = (top - above) / rows.pixels;
  const to = (top + height - above) / rows.pixels;
  if (to < 0) {
    return Math.floor(Math.max(top, 0) / pixels);
  }
  if (from > rows.count) {
    // Below the rows that are here the space begins anew.
    const beyond = (top - above - rows.count * rows.pixels) / pixels;
    return Math.min(end + Math.floor(beyond), rows.inAll - 1);
  }
  if (from < MARGIN_ROWS && rows.first > 0) {
    return Math.max(0, rows.first + Math.floor(Math.max(from, 0)));
  }
  if (to > rows.count - MARGIN_ROWS && end < rows.inAll) {
    return Math.min(rows.inAll - 1, rows.first + Math.ceil(Math.min(to, rows.count)));
  }
  return undefined;
}

/** The first of as many rows as are here, with one in the middle. */
export function firstAround(rows: Rows, row: number): number {
  return Math.max(0, Math.min(row - Math.floor(rows.count / 2), rows.inAll - rows.count));
}
