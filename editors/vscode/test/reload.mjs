// Reloads the window of VS Code's own workbench while the views are open, and fails unless each comes back with what
// it showed; and drives the timeline of a long program from its first step to its last.
//
//   node test/reload.mjs --code-server SERVER_MAIN --node NODE --vsix MNC2_VSIX [--chromium CHROMIUM]

import assert from "node:assert/strict";
import { cp, writeFile } from "node:fs/promises";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { PATIENCE_MS, startWorkbench, view } from "./workbench.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: {
    "code-server": { type: "string" },
    node: { type: "string", default: process.execPath },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    vsix: { type: "string" },
  },
});

/** Steps of the long program: many times what the view holds at once. */
const STEPS = 12_000;

const workbench = await startWorkbench({
  codeServer: options["code-server"],
  node: options.node,
  browserPath: options.chromium,
  vsix: options.vsix,
});
try {
  await cp(path.join(here, "screenshot.vsm"), path.join(workbench.folder, "first.vsm"));
  await writeFile(path.join(workbench.folder, "long.vsm"), "linc $lm0v $ln0v\n".repeat(STEPS));
  await writeFile(path.join(workbench.folder, "wrong.vsm"), "linc $subpeid $lm0\nnap\nd get $lm0n0c0b0m0p0 1\n");
  await test("the dump and the chip come back", dumpAndChip);
  await test("the timeline comes back, at the row that was chosen", timeline);
  await test("the timeline reaches every step of a long program", longTimeline);
  await test("a failed run leads to its line, and runs up to there", failedRun);
} finally {
  await workbench.close();
}

async function test(name, body) {
  const page = await workbench.browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.setDefaultTimeout(PATIENCE_MS);
  try {
    await body(page);
    console.log(`ok - ${name}`);
  } catch (problem) {
    await page.screenshot({ path: path.join(process.env.TMPDIR ?? "/tmp", "mnc2-reload-failed.png") });
    console.error(`not ok - ${name}`);
    console.error(`tabs: ${(await page.locator(".tab").allInnerTexts()).join(" | ")}`);
    console.error(`status bar: ${(await page.locator(".statusbar-item").allInnerTexts()).join(" | ")}`);
    throw problem;
  } finally {
    await page.close();
  }
}

async function open(page, file) {
  // Not by the address: a window that opens a file does not restore what was open before.
  await page.goto(workbench.address([]));
  await page.locator(".explorer-folders-view .monaco-list-row", { hasText: file }).dblclick();
  await page.locator(".statusbar-item", { hasText: /\d steps/ }).waitFor();
  await focusEditor(page);
}

async function dumpAndChip(page) {
  await open(page, "first.vsm");
  // The program has a misaligned address on purpose.
  await goTo(page, "5:11");
  await page.keyboard.press("Delete");
  await page.keyboard.type("0");
  await page.keyboard.press("Control+s");
  await page.keyboard.press("Control+F5");
  const dump = view(page, "dump");
  await dump.locator("td", { hasText: "GRF0" }).first().waitFor();
  await dump.locator("#format").selectOption("hexadecimal");
  const shown = await dump.locator("#content").innerText();
  await reload(page);
  await dump.locator("td", { hasText: "GRF0" }).first().waitFor();
  assert.equal(await dump.locator("#format").inputValue(), "hexadecimal");
  assert.equal(await dump.locator("#content").innerText(), shown);

  await focusEditor(page);
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("h");
  const chip = view(page, "chip");
  await chip.locator("#summary", { hasText: "4096 PEs" }).waitFor();
  await chip.locator('[data-index="1234"]').click();
  await chip.locator("#element", { hasText: "n1c0b3m4p2" }).waitFor();
  const summary = await chip.locator("#summary").innerText();
  await reload(page);
  await chip.locator("#element", { hasText: "n1c0b3m4p2" }).waitFor();
  assert.equal(await chip.locator("#summary").innerText(), summary);
}

async function timeline(page) {
  await open(page, "first.vsm");
  await goTo(page, "6:1");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("t");
  const shown = view(page, "timeline");
  await shown.locator('tr.chosen[data-line="5"]').waitFor();
  await shown.locator("#used").uncheck();
  await shown.locator("th", { hasText: "L2BM" }).waitFor();
  await reload(page);
  await shown.locator('tr.chosen[data-line="5"]').waitFor();
  await shown.locator("th", { hasText: "L2BM" }).waitFor();
}

async function longTimeline(page) {
  await open(page, "long.vsm");
  await goTo(page, "8001:1");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("t");
  const shown = view(page, "timeline");
  // It opens at the cursor.
  await shown.locator('tr.chosen[data-line="8000"]').waitFor();
  await seen(shown.locator('tr[data-line="8000"]'));
  // Scrolling reaches any row, and a click goes to its line.
  for (const share of [0, 0.33, 1, 0.5]) {
    await shown.evaluate((body, at) => window.scrollTo(0, at * body.scrollHeight), share);
    const row = Math.min(STEPS - 1, Math.floor(share * STEPS));
    const near = share === 1 ? row : row + 20;
    await seen(shown.locator(`tr[data-line="${near}"]`));
  }
  const near = STEPS / 2 + 20;
  await shown.locator(`tr[data-line="${near}"] td.line`).click();
  await page.locator(".statusbar-item", { hasText: `Ln ${near + 1},` }).waitFor();
  // From there the keyboard reaches rows that are not loaded yet.
  await shown.locator("tr.chosen").press("End");
  await shown.locator(`tr.chosen[data-line="${STEPS - 1}"]`).waitFor();
  await shown.locator("tr.chosen").press("Home");
  await shown.locator('tr.chosen[data-line="0"]').waitFor();
  // And so does the cursor of the editor.
  await goTo(page, "4321:1");
  await shown.locator('tr.chosen[data-line="4320"]').waitFor();
  await seen(shown.locator('tr[data-line="4320"]'));
}

async function failedRun(page) {
  await open(page, "wrong.vsm");
  await goTo(page, "1:1");
  await page.keyboard.press("Control+F5");
  const toast = page.locator(".notification-toast", { hasText: "E0201" });
  await toast.getByRole("button", { name: "Go to Line 2" }).click();
  await page.locator(".statusbar-item", { hasText: "Ln 2," }).waitFor();
  await focusEditor(page);
  await page.keyboard.press("Control+F5");
  await toast.getByRole("button", { name: "Run Anyway, to Line 1" }).click();
  const dump = view(page, "dump");
  await dump.locator(".remark", { hasText: "The run ended after line 1, before an error" }).waitFor();
  await dump.locator("td.value", { hasText: /^1$/ }).first().waitFor();
}

/** Reloads the window like a user: the workbench first saves what is open. */
async function reload(page) {
  await focusEditor(page);
  const reloaded = page.waitForEvent("load");
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").waitFor();
  await page.keyboard.type("Developer: Reload Window");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Reload Window" }).first().waitFor();
  await page.keyboard.press("Enter");
  await reloaded;
  await page.locator(".statusbar-item", { hasText: /\d steps/ }).waitFor();
}

/** Waits until an element is in the visible part of its frame. */
async function seen(locator) {
  await locator.waitFor();
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const isSeen = await locator.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
    if (isSeen) {
      return;
    }
    assert.ok(Date.now() < deadline, "the row is not scrolled to");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Moves the focus to the program. From a view this takes a moment, and closes what opened meanwhile. */
async function focusEditor(page) {
  await page.keyboard.press("Control+1");
  await page.locator(".monaco-editor.focused").waitFor();
}

async function goTo(page, place) {
  await focusEditor(page);
  await page.keyboard.press("Control+g");
  await page.locator(".quick-input-widget input").waitFor();
  await page.keyboard.type(place);
  await page.keyboard.press("Enter");
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  await page.locator(".monaco-editor.focused").waitFor();
}
