// Runs every task that the extension offers in VS Code's own workbench, with the packaged extension and default settings: by
// the list of *Run Task*, as a person does. Its output is what the command prints, and no problem goes away by it.
//
//   node test/tasks.mjs --code-server SERVER_MAIN --node NODE --vsix MNC2_VSIX [--out FOLDER] [--chromium CHROMIUM]

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";

import { driveWorkbench, palette } from "./harness.mjs";
import { eventually } from "./workbench.mjs";

/** A program that its testcase accepts. */
const PROGRAM = `lpassa $subpeid $lr0
nop/2
ladd $lr0 $lr0 $ls2
nop/2
d get $ls2n0c0b0m0p3 1
`;
const TESTCASE = `# ======= YOUR VSM WILL BE INSERTED HERE =======
d getd $ls2n0c0b0m0p3 1 # expect=[6] / Long atol=0 rtol=0
`;
/** A program with an error, which is open, and another one, which is not. */
const WRONG = "nop\nlpassa $lm0v $lr1v\n";
const CLOSED = "zero $lm3v\n";

/** What the tasks print, by their names in the list. */
const PRINTED = {
  "check all programs": [/closed\.vsm:1:9: error\[E0305\]/, /wrong\.vsm:2:17: error\[E0305\]/, /2 errors, 0 warnings in 4 files/],
  "check program.vsm": [/0 errors, 0 warnings in 1 file/],
  "run program.vsm": [/DEBUG-GREG1.*v:0x6\)/],
  "judge program.vsm": [/ACCEPTED!! score=6/],
};

await driveWorkbench("tasks", async ({ page, open, picture, configure }) => {
  // The text of a terminal is in the page only where the graphics processor does not draw it.
  await configure({ "terminal.integrated.gpuAcceleration": "off" });
  await open({ "program.vsm": PROGRAM, "testcase.vsm": TESTCASE, "wrong.vsm": WRONG, "closed.vsm": CLOSED });
  await page.locator(".statusbar-item", { hasText: /\d steps/ }).waitFor();
  await openFile(page, "wrong.vsm");
  await openFile(page, "program.vsm");
  await page.keyboard.press("Control+Shift+m");
  const problems = page.locator(".markers-panel .monaco-list-row");
  for (const file of ["closed.vsm", "wrong.vsm"]) {
    await problems.filter({ hasText: file }).waitFor();
  }
  // For each file, and for what is wrong there.
  await eventually("four rows of problems", async () => (await problems.count()) === 4);
  const before = await problems.allInnerTexts();

  for (const [name, printed] of Object.entries(PRINTED)) {
    await runTask(page, name);
    const terminal = page.locator(".terminal-wrapper.active .xterm-rows");
    // Long lines are folded.
    const text = async () => (await terminal.allInnerTexts()).join("").replaceAll("\n", "").replaceAll("\u00a0", " ");
    await eventually(`the end of ${name}`, async () => /reused by tasks/.test(await text()));
    for (const expected of printed) {
      assert.match(await text(), expected, name);
    }
    await picture(name.replaceAll(/\W+/g, "-"));
    // The next one begins with an empty terminal.
    await palette(page, "Terminal: Kill All Terminals");
    await terminal.waitFor({ state: "detached" });
    console.log(`ok - the task ${name}`);
  }

  await page.keyboard.press("Control+Shift+m");
  await problems.first().waitFor();
  // What a task adds to them comes late.
  await page.waitForTimeout(2000);
  await eventually("the problems as before", async () => isDeepStrictEqual(await problems.allInnerTexts(), before));
  await picture("problems");
  console.log("ok - after all tasks Problems has each finding once");
});

/** Opens a file of the folder to stay. */
async function openFile(page, file) {
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: file }).first().dblclick();
  await page.locator(".tab.active", { hasText: file }).waitFor();
}

/** Chooses a task from the list of all. */
async function runTask(page, name) {
  const row = (text) => page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input.input").first().fill("task ");
  await row("Show All Tasks").click();
  await row(`mnc2: ${name}`).click();
}
