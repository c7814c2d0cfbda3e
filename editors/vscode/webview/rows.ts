// The loaded rows of a long table. Pure numbers.

/** The tallest page that a browser lays out with room to spare, in pixels. */
const PAGE_PIXELS_MAX = 15_000_000;
/** Distance from the edge, in rows, at which the next ones are requested. */
const MARGIN_ROWS = 80;

/** The loaded rows, among all. */
export interface Rows {
  /** The first row, counted from 0. */
  first: number;
  count: number;
  inAll: number;
  /** The height of one. */
  pixels: number;
}

/** Pixels for a row that is not loaded: its height, unless the page would be too tall. */
function spacePixels(rows: Rows): number {
  return Math.min(rows.pixels, PAGE_PIXELS_MAX / Math.max(rows.inAll, 1));
}

/** The empty space above and below the loaded rows, in pixels. */
export function spaces(rows: Rows): { above: number; below: number } {
  const pixels = spacePixels(rows);
  return { above: rows.first * pixels, below: Math.max(0, rows.inAll - rows.first - rows.count) * pixels };
}

/**
 * The row, counted from 0, around which others are needed: if the visible part, from `top` pixels on, is not loaded,
 * or comes near an edge. Undefined if the loaded rows are enough.
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
    // Below the loaded rows the space begins again.
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

/** The first of as many rows as are loaded, with a given one in the middle. */
export function firstAround(rows: Rows, row: number): number {
  return Math.max(0, Math.min(row - Math.floor(rows.count / 2), rows.inAll - rows.count));
}
