// Debugs a program in VS Code's own workbench, with the packaged extension and default settings, by keys and clicks:
// F5 without a configuration, steps forward and back, a value under the pointer, a breakpoint reached from the other
// side, and the origin of a value in the console. Takes pictures.

import { driveWorkbench } from "./harness.mjs";
import { eventually } from "./workbench.mjs";

/** Line 4 overwrites half of what line 6 reads. */
const HUNT = `lpassa $subpeid $lr0         # x
nop/2
ladd $lr0 $lr0 $ls0          # 2x
imm i"10" $r0                # ten
nop/2
ladd $ls0 $lr0 $ls2          # 2x + x
nop/2
d get $ls2n0c0b0m0p3 1
`;

await driveWorkbench("debug", async ({ page, open, picture }) => {
  await open({ "hunt.vsm": HUNT });
  await page.locator(".statusbar-item", { hasText: "10 steps" }).waitFor();
  await page.locator(".monaco-editor .view-line").first().click();
  await page.keyboard.press("F5");
  await stopped(page, 1);
  await picture("entry");
  console.log("ok - F5 stops before the first statement");

  for (const line of [2, 3, 4]) {
    await page.keyboard.press("F10");
    await stopped(page, line);
  }
  await tool(page, "Step Back");
  await stopped(page, 3);
  console.log("ok - steps go forward and back");

  await page.locator(".view-line", { hasText: "ladd" }).first().getByText("$lr0", { exact: false }).first().hover();
  await page.locator(".debug-hover-widget:visible, .monaco-hover:visible", { hasText: "0" }).first().waitFor();
  await picture("hover");
  console.log("ok - an operand under the pointer shows its value");

  await page.locator(".view-line", { hasText: "2x + x" }).click();
  await page.keyboard.press("F9");
  await page.locator(".codicon-debug-breakpoint, .codicon-debug-stackframe").first().waitFor();
  await page.keyboard.press("F5");
  await stopped(page, 6);
  await page.keyboard.press("F5");
  await page.locator(".repl .output, .repl .monaco-list-row", { hasText: "DEBUG-GREG1" }).first().waitFor();
  await tool(page, "Reverse");
  await stopped(page, 6);
  await picture("breakpoint");
  console.log("ok - a breakpoint stops the run from both sides");

  await page.locator(".repl-input-wrapper").click();
  await page.keyboard.type("origin $lr0@n0c0b0m0p3");
  await page.keyboard.press("Enter");
  await page.locator(".repl .monaco-list-row", { hasText: "line 4" }).first().waitFor();
  await picture("origin");
  console.log("ok - the console says what wrote a value");

  await page.keyboard.press("Shift+F5");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  console.log("ok - the session ends");
});

/** Waits until the arrow in the margin is beside a line. */
async function stopped(page, line) {
  const number = page.locator(".margin-view-overlays .line-numbers", { hasText: new RegExp(`^${line}$`) }).first();
  const arrow = page.locator("[class*=codicon-debug-stackframe]").first();
  await eventually(`the stop at line ${line}`, async () => {
    const [at, wanted] = await Promise.all([arrow.boundingBox(), number.boundingBox()]);
    return at !== null && wanted !== null && Math.abs(at.y + at.height / 2 - wanted.y - wanted.height / 2) < 6;
  });
}

/** Presses a button of the debug toolbar. */
async function tool(page, name) {
  await page.locator(`.debug-toolbar .action-label[aria-label^='${name}']`).click();
}
