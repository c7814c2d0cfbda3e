// The timeline's rows: every one of a long program is reached by scrolling.

import assert from "node:assert/strict";
import { test } from "node:test";

import { firstAround, rowsAt, type Rows, spaces } from "../webview/rows";

const COUNT = 400;
const HEIGHT = 800;

/** Scrolls to a place like the view: requests rows until the visible ones are loaded; returns them. */
function scrolled(inAll: number, top: number): Rows {
  let rows: Rows = { first: 0, count: Math.min(COUNT, inAll), inAll, pixels: 21 };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const wanted = rowsAt(rows, top, HEIGHT);
    if (wanted === undefined) {
      return rows;
    }
    assert.ok(wanted >= 0 && wanted < inAll);
    rows = { ...rows, first: firstAround(rows, wanted) };
  }
  assert.fail(`${top} is not settled`);
}

test("the page is as tall as all rows, wherever it is", () => {
  for (const first of [0, 1000, 99_600]) {
    const { above, below } = spaces({ first, count: COUNT, inAll: 100_000, pixels: 21 });
    assert.equal(above + below, (100_000 - COUNT) * 21);
  }
});

test("what is scrolled to is here", () => {
  for (const inAll of [1, 399, 401, 20_000, 100_000]) {
    const tallest = Math.max(0, inAll * 21 - HEIGHT);
    for (let share = 0; share <= 20; share += 1) {
      const top = (tallest * share) / 20;
      const rows = scrolled(inAll, top);
      const seen = [Math.floor(top / 21), Math.min(inAll - 1, Math.floor((top + HEIGHT) / 21))];
      for (const row of seen) {
        assert.ok(rows.first <= row && row < rows.first + rows.count, `row ${row} of ${inAll}: ${JSON.stringify(rows)}`);
      }
    }
  }
});

test("a page stays below what a browser lays out, and its last row is reached", () => {
  const inAll = 2_097_152;
  const { above, below } = spaces({ first: 0, count: COUNT, inAll, pixels: 21 });
  assert.ok(above + below < 16_000_000);
  const rows = scrolled(inAll, above + below + COUNT * 21 - HEIGHT);
  assert.equal(rows.first + rows.count, inAll);
});

test("where everything is here, nothing is asked for", () => {
  assert.equal(rowsAt({ first: 0, count: 300, inAll: 300, pixels: 21 }, 0, HEIGHT), undefined);
  assert.equal(rowsAt({ first: 0, count: 300, inAll: 300, pixels: 21 }, 6000, HEIGHT), undefined);
  assert.equal(rowsAt({ first: 0, count: 0, inAll: 0, pixels: 21 }, 0, HEIGHT), undefined);
});
