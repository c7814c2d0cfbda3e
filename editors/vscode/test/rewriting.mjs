// Shortens solutions at the level `rewrite` in VS Code's own workbench, with the packaged extension, by keys and clicks: the
// rules are explained in the diff, and the message names the limits of the proof. Takes pictures.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { driveWorkbench, take } from "./harness.mjs";
import { eventually } from "./workbench.mjs";

/** Sixty-four absolute values, four at a time, as a generator writes them: 66 steps. */
const ABSOLUTE = `zero $s0v
nop
${Array.from({ length: 16 }, (_, block) => {
  const word = 4 * block;
  return `isub $s0 $m${word}v $omr1
ipassa $m${word}v $n${word}v
nop
isub $s0 $m${word}v $n${word}v/$imr1
`;
}).join("")}`;

const NUMBERS = Array.from({ length: 64 }, (_, index) => ((index * 7919) % 2001) - 1000);
const HEX = NUMBERS.map((number) => (number >>> 0).toString(16).padStart(8, "0")).join("");
const ABSOLUTE_TESTCASE = `d set $lm0n0c0b0m0p0 32 ${HEX}
# ======= YOUR VSM WILL BE INSERTED HERE =======
d getd $ln0n0c0b0m0p0 32 # expect=[${NUMBERS.map(Math.abs).join(", ")}] / Int @[0],[63]
`;

/** A remainder by 3, as a compiler writes it: fewer steps are enough only for small numbers. */
const REMAINDER = `imm f"8388608" $lr0v
imm f"0.3333333333333333333333" $lr8v
nop
ior $lm0v $lr0v $nowrite     # a number of single precision
fvadd $aluf -$lr0v $nowrite
fvmul $mauf $lr8v $nowrite
fftoi $mauf $ls0v            # the quotient
iadd $aluf $aluf $nowrite
iadd $aluf $ls0v $nowrite    # three times the quotient
isub $lm0v $aluf $ln0v
`;

const REMAINDER_TESTCASE = `d set $lm0n0c0b0m0p0 2 00000000000000ff000000c800000005
# ======= YOUR VSM WILL BE INSERTED HERE =======
d getd $ln0n0c0b0m0p0 1 # expect=[0, 0] / UInt @[0],[1]
d getd $ln2n0c0b0m0p0 1 # expect=[2, 2] / UInt @[2],[3]
`;

await driveWorkbench("rewriting", async ({ page, configure, open, picture }) => {
  await configure({ "mnc2.shorten.level": "rewrite", "mnc2.shorten.time": 60 });
  const absolute = await open({ "absolute/solution.vsm": ABSOLUTE, "absolute/testcase.vsm": ABSOLUTE_TESTCASE });
  const proposed = await propose(page, "66 steps", "66 steps before, 16 after");
  assert.match(proposed, /no order of these expressions (is shorter|takes fewer)/);
  assert.match(proposed, /\(compared at what testcase.vsm shows\)/);
  await page.locator(".tab", { hasText: "solution.vsm: 16 steps instead of 66" }).waitFor();
  await eventually("the rules", async () => (await explained(page)).length === 4);
  const rules = await explained(page);
  assert.match(rules[0], /^values: 1 step saved: each value is computed once, .* \(manual 3\.6\.1\)$/);
  assert.match(rules[1], /^long-words: 16 steps saved: results on neighbouring single words .* \(manual 3\.6\.1\)$/);
  assert.match(rules[2], /^selections: 16 steps saved: what a mask chooses .* \(manual 3\.6\.12\.1\)$/);
  assert.match(rules[3], /^order: 17 steps saved: expressions share steps .* \(manual 3\.6\.3\)$/);
  await picture("rules");
  console.log("ok - the rules of a proposal are explained next to its lines, and the message has the proof");

  const second = page.locator(".monaco-diff-editor .modified .view-line", { hasText: /isub.*\$lr8v/ });
  await second.hover({ position: { x: 20, y: 9 } });
  await page.locator(".monaco-hover", { hasText: "long-words: 16 steps saved" }).first().waitFor();
  await picture("hover");
  console.log("ok - the whole sentence is under the mouse");

  assert.equal(await readFile(absolute, "utf8"), ABSOLUTE);
  await page.locator(".action-label[aria-label^='Apply the Shown Change']").first().click();
  await page.locator(".tab", { hasText: "instead of" }).waitFor({ state: "detached" });
  await page.locator(".statusbar-item", { hasText: "16 steps" }).first().waitFor();
  await eventually("the explanations go away", async () => (await explained(page)).length === 0);
  await page.locator(".monaco-editor .view-line").first().click();
  await page.keyboard.press("Control+s");
  await eventually("the text", async () => (await readFile(absolute, "utf8")).trim().split("\n").length === 16);
  await page.locator(".codelens-decoration a", { hasText: "Judge with testcase.vsm" }).click();
  await page.locator(".notification-toast", { hasText: "ACCEPTED!! score=16" }).waitFor();
  await picture("accepted");
  console.log("ok - the applied program is accepted by its testcase");

  const remainder = { "remainder/solution.vsm": REMAINDER, "remainder/testcase.vsm": REMAINDER_TESTCASE };
  await open(remainder);
  const everywhere = await propose(page, "10 steps", "10 steps before, 8 after");
  assert.doesNotMatch(everywhere, /ranges/);
  await page.locator(".notification-toast .monaco-button", { hasText: "Discard" }).click();
  await page.locator(".tab", { hasText: "instead of" }).waitFor({ state: "detached" });
  await configure({ "mnc2.shorten.level": "rewrite", "mnc2.shorten.time": 60, "mnc2.shorten.ranges": true });
  await open(remainder);
  const limited = await propose(page, "10 steps", "10 steps before, 7 after");
  assert.match(
    limited,
    /proven for inputs in the ranges of the testcase, not for others: LM0\+0 0 to 200, LM0\+1 5 to 255/,
  );
  await eventually("the rules", async () => (await explained(page)).some((text) => /^remainders: 1 step saved/.test(text)));
  await picture("ranges");
  console.log("ok - with the setting, a proposal may be proven for the ranges of the testcase, and the message names them");
});

/** Takes the action for the whole program, and returns the message of the proposal. */
async function propose(page, steps, summary) {
  await page.locator(".statusbar-item", { hasText: steps }).first().waitFor();
  await page.locator(".monaco-editor .view-line").first().click();
  await page.keyboard.press("Control+Home");
  await take(page, "Shorten this program");
  const toast = page.locator(".notification-toast", { hasText: summary });
  await toast.waitFor();
  await page.locator(".monaco-diff-editor .insert-sign").first().waitFor();
  return toast.locator(".notification-list-item-message").innerText();
}

/** What is explained next to the lines of a proposal. Decorations have classes that the editor names. */
async function explained(page) {
  const lines = page.locator(".monaco-diff-editor .modified .view-line");
  return lines.evaluateAll((all) => {
    const top = (line) => line.getBoundingClientRect().top;
    const inOrder = all.sort((one, other) => top(one) - top(other));
    const parts = inOrder.flatMap((line) => [...line.querySelectorAll("[class*=ced]")]);
    const texts = parts.map((part) => JSON.parse(getComputedStyle(part, "::after").content.replace(/^none$/, '""') || '""'));
    return texts.filter((text) => /: \d+ steps? saved: /.test(text));
  });
}
