// The words in which a run is shown.

import assert from "node:assert/strict";
import { test } from "node:test";

import { dumpPage, dumpSummary, shortValue, writtenSummary } from "../src/dump";
import { isRunToHereResult, type RunToHereResult, runToHereArguments } from "../src/protocol";

const RESULT: RunToHereResult = {
  line: 3,
  steps: 2,
  dump: [
    { line: 3, text: "DEBUG-LM0(n0c0b0m0p0,0):(1, 1) (0x3f800000, 0x3f800000) #d getf $lm0n0c0b0m0p0 1" },
    { line: 1, text: "DEBUG-TREG(n0c0b0m0p0,0):(f:0, i:{{0x0,0x0},{0x0,0x2}}, v:0x2) #d get $ltn0c0b0m0p0 1" },
  ],
  written: [{ operand: "$lm0", element: "n0c0b0m0p0", values: ["0x3f8000003f800000", null] }],
  truncated: false,
};

const SOURCE = ['imm f"1.0" $lm0', "d get $ltn0c0b0m0p0 1 # T", "", "d getf $lm0n0c0b0m0p0 1"];

function check(text: string, expected: string): void {
  assert.equal(shortValue(text), expected);
}

test("a typed dump line shrinks to its numbers", () => {
  check("DEBUG-LM1(n0c0b0m0p0,0):(1.5, 1.5, 1.5, 1.5) (0x3f00, 0x3f00, 0x3f00, 0x3f00) #d geth $ln0 1", "(1.5, 1.5, 1.5, 1.5)");
});

test("an untyped dump line shrinks to the number if it looks meant, else to the bits", () => {
  check("DEBUG-LM0(n0c0b0m0p0,0):(f:1.5, i:{{0x3FF8,0x0},{0x0,0x0}}, v:0x3FF8000000000000) #d get $lm0 1", "1.5");
  check("DEBUG-LM0(n0c0b0m0p0,0):(f:-1.5, i:{{0xBFF8,0x0},{0x0,0x0}}, v:0xBFF8000000000000) #d get $lm0 1", "-1.5");
  check("DEBUG-LM0(n0c0b0m0p0,0):(f:2.00268e-307, i:{{0x42,0x42},{0x0,0x42}}, v:0x42004200000042) #d get $lm0 1", "0x42004200000042");
  check("DEBUG-LM0(n0c0b0m0p0,0):(f:0, i:{{0x0,0x0},{0x0,0x7}}, v:0x7) #d get $lm0 1", "0x7");
});

test("masks, matrix rows and unknown lines stay whole", () => {
  check("DEBUG-OMR(n0c0b0m0p0,1):Mask{15} #d get $omr1n0c0b0m0 1", "Mask{15}");
  check("DEBUG-MRx(n0c0b0m0,0):{(1) (0x3ff8000000000000), (1) (0x3ff8000000000000)} #d getbd $lx0 1", "{(1) (0x3ff8000000000000), (1) (0x3ff8000000000000)}");
  check("something else", "something else");
});

test("a summary says how much it leaves out", () => {
  const texts = ["Mask{1}", "Mask{2}", "Mask{3}"];
  assert.equal(dumpSummary(texts, 80), "Mask{1}  Mask{2}  Mask{3}");
  assert.equal(dumpSummary(texts, 20), "Mask{1}  Mask{2}  … 1 more");
  assert.equal(dumpSummary(texts, 4), "Mas…  … 2 more");
});

test("what was written is told once when it is the same in every cycle", () => {
  const check = (values: (string | null)[], expected: string) =>
    assert.equal(writtenSummary([{ operand: "$lm0", element: "n0c0b0m0p0", values }], 80), expected);
  check(["0x1", "0x2", null, null], "$lm0 = 0x1  0x2  –  –");
  check(["0x1", "0x1", "0x1", "0x1"], "$lm0 = 0x1");
  check([], "$lm0 = ");
});

test("the page lists what the last line wrote, then the dumps in program order", () => {
  assert.equal(
    dumpPage("first.vsm", RESULT, (line) => SOURCE[line]),
    `first.vsm, run to line 4: 2 steps

line 4 wrote: d getf $lm0n0c0b0m0p0 1
  $lm0  n0c0b0m0p0  0x3f8000003f800000
                    –

line 2 dumped: d get $ltn0c0b0m0p0 1
${RESULT.dump[1]?.text}

line 4 dumped: d getf $lm0n0c0b0m0p0 1
${RESULT.dump[0]?.text}
`,
  );
});

test("the page says when there is nothing, and when there was too much", () => {
  const empty = { ...RESULT, dump: [], written: [] };
  assert.match(dumpPage("a", empty, () => undefined), /Nothing was dumped/);
  assert.match(dumpPage("a", { ...RESULT, truncated: true }, () => undefined), /cut short/);
});

test("arguments and results of another shape are refused", () => {
  assert.deepEqual(runToHereArguments([{ uri: "file:///a.vsm", line: 2 }]), { uri: "file:///a.vsm", line: 2 });
  assert.equal(runToHereArguments([]), undefined);
  assert.equal(runToHereArguments(["file:///a.vsm", 2]), undefined);
  assert.ok(isRunToHereResult(RESULT));
  assert.ok(!isRunToHereResult(null));
  assert.ok(!isRunToHereResult({ line: 1 }));
});
