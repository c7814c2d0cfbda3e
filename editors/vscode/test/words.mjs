// Looks at instruction words in VS Code's own workbench, with the packaged extension and default settings: the view of the
// step at the cursor, the colours of a hover, what differs from the assembler's output, and such an output as text. Takes
// pictures.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import * as path from "node:path";

import { driveWorkbench, palette } from "./harness.mjs";
import { eventually } from "./workbench.mjs";

const PROGRAM = `nop
lpassa $lm0v $lr0v
lpassa $m0v $r0v
linc $lm0v $lr0v
`;

/** The word of the second line, from the book. */
const WORD =
  "0100000000000000000000000101000000000000000010100000000000000000010000000000000000000001000000000000000000000000000000000000000000001000001000000000000000000000000000000000000000000000000000111111111000101000000111110000000000000000000000000111000000000000000000000000000000001100000000000000";

/** The same with another address that is written in GRF0. */
const OTHER = `${WORD.slice(0, 291 - 259)}1${WORD.slice(292 - 259)}`;

const ONE = "lpassa $lm0v $lr0v\nlpassa $lm0v $lr0v\n";

await driveWorkbench("words", async ({ page, folder, open, picture }) => {
  await open({ "words.vsm": PROGRAM });
  await page.locator(".statusbar-item", { hasText: "4 steps" }).waitFor();
  const line = (number) => page.locator(".monaco-editor .view-line").nth(number);
  await line(1).click();
  await palette(page, "Show Machine Word");
  // The cursor goes back to the program, so that the keyboard moves it.
  const view = page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
  await view.locator("#picture g.known").first().waitFor();
  const used = async () => view.locator("#fields tr").evaluateAll((rows) => rows.map((row) => row.className));
  assert.deepEqual(new Set(await used()), new Set(["field known"]));
  assert.equal(await view.locator("#picture text.bit").count(), 292);
  assert.equal((await view.locator("#hexadecimal").textContent()).length, 73);
  await picture("known");
  console.log("ok - the view draws a step whose fields are known");

  await line(2).click();
  await view.locator("#fields tr.inferred", { hasText: "lm0_width" }).waitFor();
  await picture("inferred");
  await line(3).click();
  await view.locator("#fields tr.unknown", { hasText: "alu_opcode" }).waitFor();
  await picture("unknown");
  console.log("ok - it follows the cursor");

  await view.locator("#fields tr.known", { hasText: "lm0_address" }).click();
  await eventually("the selection of an operand", async () => page.locator(".statusbar-item", { hasText: "selected" }).count());
  console.log("ok - a field leads to its operand");

  await open({ "one.vsm": ONE });
  await page.locator(".statusbar-item", { hasText: "2 steps" }).waitFor();
  // The server starts with the page, and VS Code does not say when its watchers watch. On a busy machine that takes
  // seconds, and an output that was written before is not seen until it is written again.
  const differs = page.locator(".squiggly-info").first();
  for (let runs = 1; !(await differs.isVisible()); runs++) {
    assert.ok(runs <= 6, "a step that differs from the output is not marked");
    await writeFile(path.join(folder, "one.asm"), `i ${WORD}\ni ${OTHER}\n`);
    await differs.waitFor({ timeout: 8_000 }).catch(() => {});
  }
  await palette(page, "View: Toggle Problems");
  const problem = page.locator(".markers-panel .monaco-list-row", { hasText: "GRF0 write address" });
  await problem.first().waitFor();
  await picture("differs");
  await writeFile(path.join(folder, "one.asm"), `i ${WORD}\ni ${WORD}\n`);
  await problem.first().waitFor({ state: "detached" });
  console.log("ok - a step that differs from the output beside it is marked, until the output changes");

  await open({ "alone.asm": `i ${WORD}\nd get $lm0n0c0b0m0p0 1\n`, "other.asm": "mov eax, 1\n" });
  await line(0).waitFor();
  await palette(page, "Show Disassembly");
  await page.locator(".monaco-editor .view-line", { hasText: "lpassa" }).first().waitFor();
  await picture("disassembly");
  console.log("ok - an output alone is shown as text");
});
