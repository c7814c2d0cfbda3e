// Carries out every command of the palette and every lens of a program in VS Code's own workbench, with the packaged
// extension and default settings, and judges what comes: something must be seen, and no notification may be an error.
//
//   node test/commands.mjs --code-server SERVER_MAIN --node NODE --vsix MNC2_VSIX [--out FOLDER] [--chromium CHROMIUM]

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import * as path from "node:path";
import { fileURLToPath } from "node:url";

import { driveWorkbench, palette } from "./harness.mjs";
import { eventually } from "./workbench.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, "../../..");
const manifest = JSON.parse(await readFile(path.join(here, "../package.json"), "utf8"));
const words = JSON.parse(await readFile(path.join(here, "../package.nls.json"), "utf8"));

/** A program without an error, with two sections, two outputs and something that can be shortened. */
const PROGRAM = `# == inputs ==
lpassa $subpeid $lr0
nop/2
# == sums ==
ladd $lr0 $lr0 $ls0
imm i"10" $r4
nop/2
ladd $ls0 $lr0 $ls2
nop/2
d get $ls2n0c0b0m0p3 1
`;

/** Its testcase, as contests have it. */
const TESTCASE = `# ======= YOUR VSM WILL BE INSERTED HERE =======
d getd $ls2n0c0b0m0p3 1 # expect=[9] / Long atol=0 rtol=0
`;

await driveWorkbench("commands", async ({ page, open, picture }) => {
  await open({ "program.vsm": PROGRAM, "testcase.vsm": TESTCASE });
  await page.locator(".statusbar-item", { hasText: /\d steps/ }).waitFor();
  await page.locator(".monaco-editor .view-line").first().click();

  for (const title of paletteTitles()) {
    const before = await shown(page);
    await palette(page, `MN-Core 2: ${title}`);
    await judge(page, `the command ${title}`, before);
    await picture(title.replaceAll(/\W+/g, "-").toLowerCase());
    await backToProgram(page);
  }

  const lenses = page.locator(".codelens-decoration a");
  await lenses.first().waitFor();
  const titles = await lenses.allInnerTexts();
  for (const title of new Set(titles)) {
    const before = await shown(page);
    await lenses.filter({ hasText: title }).first().click();
    await judge(page, `the lens ${title}`, before);
    await backToProgram(page);
  }
});

/** The titles of the palette's commands that a program has. */
function paletteTitles() {
  const hidden = new Map(manifest.contributes.menus.commandPalette.map(({ command, when }) => [command, when]));
  const isOfPrograms = (command) => hidden.get(command) === undefined || /editorLangId == mnc2$/.test(hidden.get(command));
  return manifest.contributes.commands.filter(({ command }) => isOfPrograms(command)).map(({ title }) => words[title.slice(1, -1)] ?? title);
}

/** What the window shows, in words. */
async function shown(page) {
  const texts = await page.locator(".monaco-workbench").innerText();
  const frames = await page.locator("iframe.webview.ready").count();
  return `${texts}\n${frames}`;
}

/** Waits until something else is shown; an error, or a command that nobody answers, is a failure. */
async function judge(page, what, before) {
  await eventually(what, async () => (await shown(page)) !== before);
  const wrong = page.locator(".notification-toast:has(.codicon-error)");
  await page.waitForTimeout(1000);
  assert.deepEqual(await wrong.allInnerTexts(), [], what);
  console.log(`ok - ${what}`);
}

/** Closes what has come, so that the program alone is shown. */
async function backToProgram(page) {
  await page.keyboard.press("Escape");
  await page.locator(".tab", { hasText: "program.vsm" }).first().click();
}
