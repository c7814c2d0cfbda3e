// Judges the programs of a folder in VS Code's own workbench, with the packaged extension and default settings, by keys
// and clicks: the tree of tests, all of them at once, what is wrong as a diff, files that come and go, a program that is
// judged while it is edited, the debugger, and a run that takes too long. Takes pictures.

import { mkdir, rm, writeFile } from "node:fs/promises";
import * as path from "node:path";

import { driveWorkbench, palette } from "./harness.mjs";

/** A testcase that expects its two inputs with a number added. */
const testcase = (sums) => `# ======= In(0): LM0 / Int =======
d set $lm0p0 1 0000000300000004 # values=[3, 4] / Int @[0],[1]

# ======= YOUR VSM WILL BE INSERTED HERE =======
# ======= Out(0): LM1 / Int =======
d getd $ln0n0c0b0m0p0 1 # expect=[${sums}] / Int @[0],[1]
`;

/** A program that adds a number. */
const adding = (number) => `imm i"${number}" $lr0\nnop/2\niadd $lm0 $lr0 $ln0\n`;

/** A program that keeps the chip busy, for users who lose their patience. */
const LONG = Array.from({ length: 150_000 }, (_, line) => `ladd $lr${2 * (line % 4)} $ls${2 * (line % 4)} $lm${2 * (line % 100)}\n`).join("");
const LONG_COPIES = 16;

const FILES = {
  "plus2/wrong.vsm": adding(1),
  "plus2/right.vsm": adding(2),
  "plus2/asserting.vsm": `${adding(2)}nop/2\n#! assert $n1,i == 7\n`,
  "plus2/broken.vsm": `${adding(2)}nap\n`,
  "plus2/testcase.vsm": testcase("5, 6"),
  "一 つ/right.vsm": adding(1),
  "一 つ/testcase.vsm": testcase("4, 5"),
  "notes.vsm": "nop\n",
};

await driveWorkbench("explorer", async ({ page, folder, configure, open, picture }) => {
  // The workbench in a browser saves by itself otherwise.
  await configure({ "files.autoSave": "off" });
  await open(FILES);
  await page.locator(".statusbar-item", { hasText: "4 steps" }).waitFor();
  await palette(page, "Testing: Focus on Test Explorer View");
  for (const name of ["一 つ/testcase.vsm", "plus2/testcase.vsm"]) {
    await row(page, name).waitFor();
  }
  await row(page, "plus2/testcase.vsm").click();
  await page.keyboard.press("ArrowRight");
  await eachIs(page, { "wrong.vsm": /Not yet run/, "asserting.vsm": /Not yet run/ });
  await picture("tree");
  console.log("ok - the tree has the testcases and their programs");

  await palette(page, "Test: Run All Tests");
  await eachIs(page, {
    "wrong.vsm": /Failed/,
    "asserting.vsm": /Failed/,
    "broken.vsm": /Errored/,
    "一 つ/testcase.vsm": /Passed/,
  });
  await picture("judged");
  console.log("ok - all of them are judged at once");

  const beside = page.locator(".monaco-editor .test-error-content-widget", { hasText: "!=" }).first();
  await beside.click();
  const peek = page.locator(".test-output-peek, .zone-widget.peekview-widget").first();
  await peek.locator(".monaco-diff-editor .view-line", { hasText: "LM1(n0c0b0m0p0,0)" }).first().waitFor();
  await picture("diff");
  await peek.getByText("Show Origin").first().click();
  await page.locator(".debug-toolbar").waitFor();
  await page.locator(".monaco-list-row", { hasText: "3: iadd $lm0 $lr0 $ln0" }).first().waitFor();
  await picture("origin");
  await page.keyboard.press("Shift+F5");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  console.log("ok - the origin of a wrong value is one click away");
  await palette(page, "Testing: Focus on Test Explorer View");
  console.log("ok - wrong values are a diff, with the memory and the PE");

  await writeFile(path.join(folder, "一 つ", "new.vsm"), adding(2));
  await row(page, "一 つ/testcase.vsm").click();
  await page.keyboard.press("ArrowRight");
  await eachIs(page, { "new.vsm": /Not yet run/ });
  await rm(path.join(folder, "一 つ", "new.vsm"));
  await row(page, "new.vsm").waitFor({ state: "detached" });
  await writeFile(path.join(folder, "mnc2.toml"), "[testcase]\n'notes.vsm' = '一 つ/testcase.vsm'\n");
  await row(page, "notes.vsm").waitFor();
  await rm(path.join(folder, "mnc2.toml"));
  await row(page, "notes.vsm").waitFor({ state: "detached" });
  console.log("ok - files that come and go change the tree");

  await row(page, "wrong.vsm").hover();
  await row(page, "wrong.vsm").locator("[aria-label*='Continuous Run']").click();
  await page.locator(".monaco-editor .view-line", { hasText: "imm" }).first().click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(adding(2));
  await eachIs(page, { "wrong.vsm": /Passed/, "asserting.vsm": /Failed/ });
  await page.locator(".tab.dirty", { hasText: "wrong.vsm" }).waitFor();
  await picture("watched");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(adding(3));
  await eachIs(page, { "wrong.vsm": /Failed/ });
  await page.keyboard.press("Control+s");
  console.log("ok - a program is judged while it is edited, before it is saved");

  await row(page, "wrong.vsm").hover();
  await row(page, "wrong.vsm").locator("[aria-label*='Continuous Run']").click();
  await row(page, "wrong.vsm").hover();
  await row(page, "wrong.vsm").locator("[aria-label^='Debug Test']").click();
  await page.locator(".debug-toolbar").waitFor();
  await page.locator("[class*=codicon-debug-stackframe]").first().waitFor();
  await picture("debugged");
  await page.keyboard.press("Shift+F5");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  await palette(page, "Testing: Focus on Test Explorer View");
  await eachIs(page, { "wrong.vsm": /Failed/ });
  console.log("ok - a test is debugged with its testcase");

  await page.locator(".monaco-editor .view-line", { hasText: "imm" }).first().click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(adding(2));
  await palette(page, "Test: Rerun Failed Tests");
  await eachIs(page, { "wrong.vsm": /Passed/, "broken.vsm": /Errored/ });
  console.log("ok - the failed ones are judged again");

  await rm(path.join(folder, "plus2"), { recursive: true });
  await row(page, "plus2/testcase.vsm").waitFor({ state: "detached" });
  await mkdir(path.join(folder, "long"));
  await writeFile(path.join(folder, "long", "testcase.vsm"), testcase("0, 0"));
  for (let copy = 0; copy < LONG_COPIES; copy += 1) {
    await writeFile(path.join(folder, "long", `${copy}.vsm`), LONG);
  }
  await row(page, "long/testcase.vsm").click();
  await page.keyboard.press("ArrowRight");
  await row(page, `${LONG_COPIES - 1}.vsm`).waitFor();
  await row(page, "long/testcase.vsm").hover();
  await row(page, "long/testcase.vsm").locator("[aria-label^='Run Test']").click();
  const cancel = page.locator(".action-label[aria-label^='Cancel Test Run']:visible").first();
  await cancel.click();
  await eachIs(page, { "9.vsm": /Skipped/ });
  await cancel.waitFor({ state: "detached" });
  await picture("cancelled");
  console.log("ok - a run is cancelled");
});

/** The row of a test. */
function row(page, name) {
  return page.locator(".test-explorer .monaco-list-row", { hasText: name }).first();
}

/** Waits until the row of each test says what is expected. */
async function eachIs(page, states) {
  for (const [name, state] of Object.entries(states)) {
    await page.locator(".test-explorer .monaco-list-row[aria-label]").filter({ hasText: name }).and(page.getByLabel(state)).first().waitFor();
  }
}
