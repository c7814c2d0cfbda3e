// The views' pure parts: rows of a dump and their formats, places in the picture of the chip, pages.

import assert from "node:assert/strict";
import { test } from "node:test";

import { elementCount, elementIndex, elementName, neighbour, pictureSize, placeOf } from "../src/chipPlaces";
import {
  computedText,
  dumpRows,
  type Format,
  formatted,
  formattedWritten,
  isElementFilter,
  isElementOf,
  wordText,
} from "../src/dumpRows";
import { isOfSteps, isRunToHereResult, runProblem, runToHereArguments } from "../src/protocol";
import { type Configuration, showsValues } from "../src/settings";
import { viewPage } from "../src/viewPage";
import { isLineStart } from "../src/words";
import { Changes } from "../webview/changes";

function check(text: string, format: Format, expected: string): void {
  const [row] = dumpRows([{ line: 0, text, short: "1.5" }]);
  assert.ok(row);
  assert.equal(formatted(row, format), expected);
}

const PLAIN = "DEBUG-LM0(n0c0b0m0p0,0):(f:1.5, i:{{0x3FF8,0x0},{0x0,0x0}}, v:0x3FF8000000000000) #d get $lm0n0c0b0m0p0 1";
const HALF = "DEBUG-LM1(n0c0b0m0p0,0):(1, -2, 0, inf) (0x3e00, 0xc000, 0x0001, 0x7e00) #d geth $ln0 1";
const SINGLE = "DEBUG-LM0(n0,1):(1) (0x3f800000) #d getf $m1 1";

test("a dump line is taken apart", () => {
  assert.deepEqual(dumpRows([{ line: 3, text: PLAIN, short: "1.5" }]), [
    {
      line: 3,
      statement: "d get $lm0n0c0b0m0p0 1",
      memory: "LM0",
      element: "n0c0b0m0p0",
      address: "0",
      printed: "(f:1.5, i:{{0x3FF8,0x0},{0x0,0x0}}, v:0x3FF8000000000000)",
      short: "1.5",
      words: ["3ff8000000000000"],
      key: "LM0(n0c0b0m0p0,0)d get $lm0n0c0b0m0p0 1#0",
    },
  ]);
  const [other] = dumpRows([{ line: 0, text: "host says # hello", short: "" }]);
  assert.equal(other?.memory, "");
  assert.equal(other && formatted(other, "half"), "host says # hello");
});

test("the same place dumped twice has two keys", () => {
  const keys = dumpRows([{ line: 0, text: PLAIN, short: "1.5" }, { line: 4, text: PLAIN, short: "1.5" }]).map(({ key }) => key);
  assert.equal(new Set(keys).size, 2);
});

test("words in every format", () => {
  check(PLAIN, "short", "1.5");
  check(PLAIN, "hexadecimal", "0x3ff8000000000000");
  check(PLAIN, "double", "1.5");
  check(PLAIN, "single", "1.9375  0");
  check(PLAIN, "integer64", "4609434218613702656");
  check(PLAIN, "integer16", "16376  0  0  0");
  check(HALF, "half", "1  -2  0  inf");
  check(HALF, "hexadecimal", "0x3e00c00000017e00");
  check(HALF, "integer32", "1040236544  97792");
  check(SINGLE, "single", "1");
  check(SINGLE, "integer32", "1065353216");
  // A single word is not a double: it stays as printed.
  check(SINGLE, "double", "(1) (0x3f800000)");
  check("DEBUG-OMR(n0c0b0m0p0,1):Mask{15} #d get $omr1n0c0b0m0 1", "hexadecimal", "Mask{15}");
  const rows = "DEBUG-MRx(n0c0b0m0,0):{(1) (0x3ff8000000000000), (2) (0x4000000000000000)} #d getbd $lx0 1";
  check(rows, "double", "1.5  2");
});

test("numbers look as the dump prints them", () => {
  const single = (bits: string, expected: string) =>
    check(`DEBUG-LM0(n0,1):(?) (0x${bits}) #d getf $m1 1`, "single", expected);
  single("3dcccccd", "0.1");
  single("47c35000", "100000");
  single("49742400", "1e+06");
  single("38d1b717", "0.0001");
  single("3727c5ac", "1e-05");
  single("80000000", "-0");
  single("00000001", "0");
  single("ff800000", "-inf");
});

test("what the last line wrote is shown as it was meant, or in the format chosen", () => {
  const written = (bits: string, text: string, format: Format, expected: string) =>
    assert.equal(formattedWritten(bits, text, format), expected);
  written("0x3ff8000000000000", "1.5", "short", "1.5");
  written("0x3ff8000000000000", "1.5", "hexadecimal", "0x3ff8000000000000");
  written("0x3f80000040000000", "(1, 2)", "single", "1  2");
  written("0x3ff8000000000000 0x4000000000000000", "1.5 2", "double", "1.5  2");
  written("[16] 0x3ff8000000000000 0x0000000000000007", "[16] 1.5 0", "integer64", "4609434218613702656  7");
  // Values that a mask let through in part, and flags, have no numbers.
  written("0x1234____1234____", "0x1234____1234____", "double", "0x1234____1234____");
  written("0b0110", "0b0110", "single", "0b0110");
  written("0x3f800000", "1", "double", "0x3f800000");
});

test("why a program was not run is read from the server's error", () => {
  const data = { file: null, line: 4, code: "E0201", runnable: 2 };
  assert.deepEqual(runProblem({ message: "x", data }), { file: null, line: 4, runnable: 2 });
  assert.deepEqual(runProblem({ data: { file: "/t.vsm", line: 0 } }), { file: "/t.vsm", line: 0, runnable: null });
  assert.equal(runProblem(new Error("x")), undefined);
  assert.equal(runProblem({ data: null }), undefined);
});

test("one setting says whether values are shown, and the old one still turns them off", () => {
  const configuration = (values: Record<string, unknown>): Configuration => ({
    get: <T>(name: string, otherwise: T) => (values[name] ?? otherwise) as T,
    inspect: <T>(name: string) => ({ globalValue: values[name] as T }),
  });
  assert.equal(showsValues(configuration({})), true);
  assert.equal(showsValues(configuration({ "inlayHints.values": false })), false);
  assert.equal(showsValues(configuration({ inlineValues: false })), false);
  assert.equal(showsValues(configuration({ inlineValues: true, "inlayHints.values": false })), false);
  assert.equal(showsValues(configuration({ inlineValues: true })), true);
});

test("a filter names parts of elements", () => {
  assert.ok(isElementOf("n0c1b2m3p0", ""));
  assert.ok(isElementOf("n0c1b2m3p0", "n0 p0"));
  assert.ok(isElementOf("n0c1b2m3p0", "N0C1"));
  assert.ok(!isElementOf("n0c1b2m3p0", "p1"));
  assert.ok(!isElementOf("n0c1b2m13p0", "m1"));
  assert.ok(isElementOf("n0c1b2", "m3"), "an L1B is shown for each of its MABs");
  assert.ok(isElementFilter(" n0 b3") && isElementFilter("") && !isElementFilter("first"));
});

test("elements of the chip are numbered as the server does", () => {
  assert.deepEqual(["pe", "l1b", "l2b", "group"].map((level) => elementCount(level as "pe")), [4096, 64, 8, 4]);
  assert.equal(elementName("pe", ((5 * 8 + 3) * 16 + 9) * 4 + 2), "n2c1b3m9p2");
  assert.equal(elementName("l1b", 63), "n3c1b7");
  for (const index of [0, 1, 777, 4095]) {
    assert.equal(elementIndex("pe", elementName("pe", index)), index);
  }
  assert.equal(elementIndex("l2b", "n1c1b7m15p3"), 3);
});

test("every element has its own place in the picture", () => {
  const { width, height } = pictureSize();
  const places = new Set<string>();
  for (let index = 0; index < 4096; index += 1) {
    const { x, y } = placeOf("pe", index);
    assert.ok(x >= 0 && y >= 0 && x < width && y < height);
    places.add(`${x.toFixed(3)} ${y.toFixed(3)}`);
  }
  assert.equal(places.size, 4096);
});

test("neighbours are neighbours in the picture, and there is none beyond the edge", () => {
  assert.equal(elementName("pe", neighbour("pe", 0, 1, 0)), "n0c0b0m0p1");
  assert.equal(elementName("pe", neighbour("pe", 1, 1, 0)), "n0c0b0m1p0");
  assert.equal(elementName("pe", neighbour("pe", 0, 0, 1)), "n0c0b0m0p2");
  assert.equal(neighbour("pe", 0, -1, 0), 0);
  assert.equal(neighbour("pe", 4095, 0, 1), 4095);
});

test("a page runs our script only, and every control has a name", () => {
  for (const view of ["dump", "chip", "memory", "timeline"] as const) {
    const page = viewPage(view, { script: "s.js", style: "s.css", source: "https://here", nonce: "N", language: "ja", words: { 'a "quoted" <text>': "b" } });
    assert.match(page, /default-src 'none'; style-src https:\/\/here; font-src https:\/\/here; script-src 'nonce-N'/);
    assert.equal(page.match(/<script/g)?.length, 1);
    assert.match(page, /<html lang="ja">/);
    assert.ok(page.includes('content="{&quot;a \\&quot;quoted\\&quot; &lt;text>&quot;:&quot;b&quot;}"'), page);
    for (const [control] of page.matchAll(/<(input|select|button)[^>]*>(?!<\/button>)[^<]*/g)) {
      const isNamed = /aria-label=|type="checkbox"/.test(control) || /^<button[^>]*>\S/.test(control);
      assert.ok(isNamed, `${view}: ${control}`);
    }
  }
});

test("arguments and results of another shape are refused", () => {
  assert.deepEqual(runToHereArguments([{ uri: "file:///a.vsm", line: 2 }]), { uri: "file:///a.vsm", line: 2 });
  assert.equal(runToHereArguments([]), undefined);
  assert.equal(runToHereArguments(["file:///a.vsm", 2]), undefined);
  const result = { line: 1, steps: 1, dump: [], written: [], beside: [], truncated: false, content: "mnc2-dump:/a" };
  assert.ok(isRunToHereResult(result));
  assert.ok(!isRunToHereResult(null));
  assert.ok(!isRunToHereResult({ ...result, beside: undefined }));
});

test("a value has changed if it was another one at an earlier moment", () => {
  const changes = new Changes();
  const check = (moment: number, values: [string, string][], expected: [string, string][]) =>
    assert.deepEqual([...changes.show(moment, values)], expected);
  check(1, [["a", "0"], ["b", "0"]], []);
  // The same moment again, and other words of it.
  check(1, [["a", "0"], ["c", "5"]], []);
  check(2, [["a", "1"], ["b", "0"]], [["a", "0"]]);
  // It stays lit until the next moment, also after a look at something else.
  check(2, [["c", "6"]], [["c", "5"]]);
  check(2, [["a", "1"]], [["a", "0"]]);
  // A change by the user is one too.
  check(2, [["a", "2"]], [["a", "0"]]);
  check(3, [["a", "2"], ["d", "1"]], []);
  check(4, [["b", "3"]], [["b", "0"]]);
});

test("what a program in another language computed is printed as the command prints it", () => {
  const computed = [
    { name: "registers", value: "", parts: [{ name: "t0", value: "0x1" }] },
    { name: "0x40", value: "08 00" },
  ];
  assert.equal(computedText(computed), "registers\n  t0 = 0x1\n0x40 = 08 00\n");
});

test("a dump's rows have the manual's names of memories", () => {
  const [row] = dumpRows([{ line: 0, text: "DEBUG-GREG1(n0c0b0m0p0,0):(1) (0x1) #d getf $s0 1", short: "1" }]);
  assert.equal(row?.memory, "GRF1");
});

test("a word without bits is 0", () => {
  assert.equal(wordText({ text: "0x0000000000000000", bits: "0x0000000000000000" }), "0");
  assert.equal(wordText({ text: "-0", bits: "0x8000000000000000" }), "-0");
});

test("snippets begin lines, and hints of steps are known by their kind", () => {
  assert.ok(isLineStart("") && isLineStart("  dge"));
  assert.ok(!isLineStart("# ") && !isLineStart("nop # d") && !isLineStart("nop; "));
  assert.ok(isOfSteps({ data: { kind: "steps" } }));
  assert.ok(!isOfSteps({ data: { kind: "values" } }) && !isOfSteps({}));
});
