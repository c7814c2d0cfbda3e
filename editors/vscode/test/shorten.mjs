// Shortens a program in VS Code's own workbench, with the packaged extension and default settings, by keys and clicks:
// takes the action from the menu of the light bulb, looks at the preview, applies it, and asks why the result is no
// shorter. Takes pictures.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { driveWorkbench, palette, take } from "./harness.mjs";
import { eventually } from "./workbench.mjs";

/** Eighteen steps; six are enough if only their order changes. */
const WAITING = `lpassa $lm0v $lr0v        # the first vector
nop/2
fvmul $lr0v $ls0v $lr8v
nop/2
fvadd $lr8v $ls8v $ln0v
nop/2
lpassa $lm8v $lr16v       # the second one
nop/2
fvmul $lr16v $ls0v $lr24v
nop/2
fvadd $lr24v $ls8v $ln8v
nop/2
`;

const SHORT = `lpassa $lm0v $lr0v # the first vector
lpassa $lm8v $lr16v # the second one
fvmul $lr0v $ls0v $lr8v
fvmul $lr16v $ls0v $lr24v
fvadd $lr8v $ls8v $ln0v
fvadd $lr24v $ls8v $ln8v
`;

/** The program of a user who has a problem: with an error, there is nothing to search in. */
const WRONG = "nop\nnap\nnop\n";

await driveWorkbench("shorten", async ({ page, configure, open, picture }) => {
  // A chain or a crowd is easier to look at than a search that rules out the rest.
  await configure({ "mnc2.shorten.level": "order" });
  const file = await open({ "waiting.vsm": WAITING });
  await page.locator(".statusbar-item", { hasText: "18 steps" }).waitFor();
  await page.locator(".monaco-editor .view-line").first().click();

  await page.keyboard.press("Control+a");
  await page.locator(".codicon-light-bulb, .codicon-gutter-lightbulb, [class*=lightbulb]").first().waitFor();
  await take(page, "Shorten this program");
  const apply = page
    .locator(".notification-toast", { hasText: "18 steps before, 6 after" })
    .locator(".monaco-button", { hasText: "Apply" });
  await apply.waitFor();
  await page.locator(".tab", { hasText: "waiting.vsm: 6 steps instead of 18" }).waitFor();
  await page.locator(".monaco-diff-editor .insert-sign").first().waitFor();
  await picture("preview");
  assert.equal(await readFile(file, "utf8"), WAITING);
  console.log("ok - the light bulb's menu shortens the selection, and shows it first");

  await page.locator(".action-label[aria-label^='Show Step Timeline']").first().click();
  await page.locator(".tab", { hasText: /^Steps of waiting.vsm/ }).waitFor();
  await page.locator(".tab", { hasText: "Proposed steps of waiting.vsm" }).waitFor();
  await eventually("the timelines", async () => (await timelines(page)).length === 2);
  assert.deepEqual(await timelines(page), [
    { summary: "18 steps", binding: ["1", "7"] },
    { summary: "6 steps", binding: ["1", "2"] },
  ]);
  await picture("timelines");
  console.log("ok - the timelines before and after are side by side, with what binds");

  await bell(page);
  // The hover of the bell may be in front of the notification.
  await page.mouse.move(0, 0);
  await page
    .locator(".notifications-center .notification-list-item", { hasText: "18 steps before, 6 after" })
    .locator(".monaco-button", { hasText: "Apply" })
    .click();
  await page.locator(".tab", { hasText: "instead of" }).waitFor({ state: "detached" });
  await page.locator(".tab", { hasText: "Proposed steps" }).waitFor({ state: "detached" });
  await page.locator(".statusbar-item", { hasText: "6 steps" }).first().waitFor();
  await page.locator(".codelens-decoration a", { hasText: "shortest order, proven" }).waitFor();
  await save(page, file, SHORT);
  await picture("applied");
  console.log("ok - the preview is applied, and a lens says that it is proven");

  await page.locator(".codelens-decoration a", { hasText: "shortest order, proven" }).click();
  const toast = page.locator(".notification-toast", { hasText: "no two of the lines 1, 2 can share a step" });
  await toast.waitFor();
  await toast.locator(".monaco-button", { hasText: "Go to Line 1" }).waitFor();
  // Decorations have classes that the editor names.
  const beside = () => page.locator(".view-line", { hasText: "lpassa" }).evaluateAll((lines) =>
    lines.map((line) => {
      const parts = [...line.querySelectorAll("[class*=ced]")];
      return parts.map((part) => getComputedStyle(part, "::after").content).find((text) => /of 2/.test(text)) ?? "";
    }),
  );
  await eventually("the marks", async () => (await beside()).filter((text) => text !== "").length === 2);
  assert.deepEqual(await beside(), ['"1 of 2 that need a step each"', '"2 of 2 that need a step each"']);
  await picture("why");
  console.log("ok - the lens says why, and marks the lines that bind");

  await toast.locator(".codicon-notifications-clear").click();
  await page.locator(".monaco-editor .view-line").nth(3).click();
  await page.keyboard.press("Escape");
  await eventually("the marks are taken away", async () => (await beside()).every((text) => text === ""));
  console.log("ok - Escape takes the marks away");

  await page.keyboard.press("Control+z");
  await save(page, file, WAITING);
  console.log("ok - one undo takes it back");

  await palette(page, "Why No Shorter?");
  const other = page.locator(".notification-toast", { hasText: "There is a shorter order, with 6 steps instead of 18" });
  await other.locator(".monaco-button", { hasText: "Shorten" }).click();
  await page.locator(".monaco-diff-editor .insert-sign").first().waitFor();
  await page.locator(".action-label[aria-label^='Apply the Shown Change']").click();
  await save(page, file, SHORT);
  console.log("ok - the palette asks why a program is no shorter, and its answer shortens it");

  await page.locator(".monaco-editor .view-line").first().click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(WRONG);
  await palette(page, "Shorten Selected Lines or Program");
  await page.locator(".notification-toast", { hasText: "Line 2: E0201: unknown opcode" }).waitFor();
  console.log("ok - a program with an error is refused with it");
});

/** Shows all notifications: the first ones have hidden themselves by now. */
async function bell(page) {
  await page.locator(".statusbar-item .codicon-bell, .statusbar-item .codicon-bell-dot").first().click();
}

/** The steps of each timeline that is shown, and the lines that are lit, the longest program first. */
async function timelines(page) {
  const found = [];
  for (const frame of page.frames()) {
    if ((await frame.locator("body.timeline #table tr[data-line]").count().catch(() => 0)) > 0) {
      const summary = await frame.locator("#summary").innerText();
      const binding = await frame.locator("tr.binding td.line").allInnerTexts();
      found.push({ summary: /\d+ steps/.exec(summary)?.[0], binding });
    }
  }
  return found.sort((one, other) => parseInt(other.summary) - parseInt(one.summary));
}

async function save(page, file, text) {
  await page.locator(".monaco-editor .view-line").first().click();
  await page.keyboard.press("Control+s");
  await eventually("the text", async () => (await readFile(file, "utf8")) === text);
}
