// Debugs a program in VS Code's own workbench, with the packaged extension and default settings, by keys and clicks:
// F5 without a configuration, steps forward and back, a value under the pointer, a breakpoint reached from the other
// side, the origin of a value in the console and as a tree, and the views that follow the run; then a program in another
// language. Takes pictures.

import assert from "node:assert/strict";

import { driveWorkbench, palette } from "./harness.mjs";
import { eventually, pointUntil, stopped, tool, view } from "./workbench.mjs";

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

/** A program in another language, which its modeline names. It branches. */
const KERNEL = `# mnc2: language=rvmatrix
start:
	li t0, 3
loop:
	addi t0, t0, -1
	bnez t0, loop
	ret
`;

/** Rows of the tree of origins that are seen in a window of a usual size. */
const ROWS_MIN = 8;

/** The titles of the views' tabs. */
const TABS = { memory: "Memory of hunt", timeline: "Steps of hunt", chip: "Chip of hunt" };

await driveWorkbench("debug", async ({ page, open, picture, configure }) => {
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

  // An operand that is written twice has its value once.
  await beside(page, 3, /#\s2x[^$]*\$lr0\s=\s0,\s\$ls0\s=\s0\W*$/);
  console.log("ok - the line of the stop has the values of its operands, and no other line");

  await pointUntil(
    page,
    page.locator(".view-line", { hasText: "$lr0 $ls0" }).getByText("$lr0", { exact: false }).first(),
    page.locator(".debug-hover-widget:visible, .monaco-hover:visible", { hasText: "0" }).first(),
  );
  await picture("hover");
  console.log("ok - an operand under the pointer shows its value");

  await page.locator(".view-line", { hasText: "2x + x" }).click();
  await page.keyboard.press("F9");
  await page.locator(".codicon-debug-breakpoint").first().waitFor();
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

  await originTree(page, picture);
  // The views need room.
  await page.setViewportSize({ width: 1280, height: 1000 });
  await chipFollows(page, picture);
  await timelineFollows(page, picture);
  await memoryFollows(page, picture);

  await page.keyboard.press("Shift+F5");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  assert.equal(await page.locator(".part.panel .terminal-wrapper").count(), 0, "the end of a session opens a terminal");
  console.log("ok - the session ends");

  await memoryAfterRun(page, picture);
  await programWithError(page, open, picture);
  await otherLanguage(page, open, picture, configure);
});

/** What wrote a value, by the menu of a variable and of an operand; from there to its moment and back. */
async function originTree(page, picture) {
  // A menu takes no click for a moment, so that the click that opens it chooses nothing.
  const choose = async (name) => {
    const entry = page.locator(".context-view .action-label", { hasText: name }).first();
    await entry.waitFor();
    await page.waitForTimeout(400);
    await entry.click();
  };
  const tree = page.locator(".part.panel .pane-body .monaco-list:visible");
  const row = (text) => tree.locator(".monaco-list-row", { hasText: text }).first();
  await page.locator(".debug-variables .monaco-list-row", { hasText: "$lr0" }).first().click({ button: "right" });
  await choose("Show Where the Value Comes From");
  await row("imm").waitFor();
  await row("lpassa").waitFor();
  const rows = Math.floor((await tree.boundingBox()).height / (await row("imm").boundingBox()).height);
  assert.ok(rows >= ROWS_MIN, `${rows} rows of the tree are seen`);
  await picture("origin-variable");
  console.log("ok - the menu of a variable shows what wrote it");

  await page.locator(".view-line", { hasText: "2x + x" }).getByText("ladd").first().click();
  await page.keyboard.press("Home");
  for (let column = 0; column < 6; column += 1) {
    await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("Shift+F10");
  await choose("Show Where the Value Comes From");
  await row("3: ladd").waitFor();
  await row(/^\s*\$lr0/).locator(".monaco-tl-twistie").first().click();
  await row("1: lpassa").waitFor();
  await picture("origin-tree");
  await row("1: lpassa").click();
  await page.locator(".statusbar-item", { hasText: "Ln 1, Col 1" }).waitFor();
  await stopped(page, 6);
  console.log("ok - the origin of an operand unfolds, and a click shows its line");

  await row("3: ladd").hover();
  await row("3: ladd").locator(".action-label[aria-label^='Go to This Point in Time']").click();
  await stopped(page, 3);
  await row("1: lpassa").waitFor();
  console.log("ok - the tree goes to a moment");
}

/** The chip at the moment of the run; a click on a PE makes it the focus. */
async function chipFollows(page, picture) {
  await page.locator(".view-line", { hasText: "$lr0 $ls0" }).click();
  await page.keyboard.press("Control+k");
  await page.keyboard.press("h");
  const chip = view(page, "chip");
  await chip.locator("#summary", { hasText: "hunt.vsm before line 3" }).waitFor();
  await chip.locator("#summary", { hasText: "1 distinct value" }).waitFor();
  await page.keyboard.press("F10");
  await stopped(page, 4);
  await chip.locator("#summary", { hasText: "before line 4 · 4096 PEs · 4 distinct values" }).waitFor();
  await chip.locator('[data-index="1234"]').click();
  await page.locator(".debug-variables .monaco-list-row", { hasText: "PE n1c0b3m4p2" }).waitFor();
  await chip.locator("#element", { hasText: "n1c0b3m4p2" }).waitFor();
  await picture("chip");
  console.log("ok - the chip is that of the moment, and a click moves the focus");
}

/** The timeline marks the step that runs next, and its slider moves the run. */
async function timelineFollows(page, picture) {
  await page.locator(".view-line", { hasText: "$lr0 $ls0" }).click();
  await page.keyboard.press("Control+k");
  await page.keyboard.press("t");
  const timeline = view(page, "timeline");
  await timeline.locator('tr.now[data-line="3"]').waitFor();
  await timeline.locator("#where", { hasText: "line 4 · step 4 of 10" }).waitFor();
  const { x, y, width, height } = await timeline.locator("#moment").boundingBox();
  await page.mouse.click(x + 6, y + height / 2);
  await stopped(page, 1);
  await timeline.locator('tr.now[data-line="0"]').waitFor();
  // The editor has the keyboard for a moment where the run stops.
  await eventually("the end", async () => {
    await page.keyboard.press("End");
    await page.waitForTimeout(500);
    return (await timeline.locator("#where").innerText()) === "end · step 10 of 10";
  });
  // Back by the mouse, faster than the run arrives anywhere.
  await page.mouse.move(x + width - 6, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 6, y + height / 2, { steps: 40 });
  // The sixth statement, which is line 6, after five of them.
  const statements = Number(await timeline.locator("#moment").getAttribute("max"));
  await page.mouse.move(x + (width * 5) / statements, y + height / 2, { steps: 40 });
  await page.mouse.up();
  await stopped(page, 6);
  await timeline.locator('tr.now[data-line="5"]').waitFor();
  await picture("timeline");
  console.log("ok - the timeline follows the run, and its slider moves it");
}

/** The memory of the PE in focus, with what a step has changed; after the debugger, that of the last run. */
async function memoryFollows(page, picture) {
  await page.locator(".view-line", { hasText: "2x + x" }).first().click();
  await palette(page, "MN-Core 2: Show Memory of a PE");
  const memory = view(page, "memory");
  await memory.locator("#summary", { hasText: "hunt.vsm before line 6 · n1c0b3m4p2" }).waitFor();
  await memory.locator("#memory").fill("$ls0");
  await page.keyboard.press("Enter");
  await memory.locator("th", { hasText: "$ls0" }).waitFor();
  await tool(page, "Step Over");
  await stopped(page, 7);
  await memory.locator("td.changed").waitFor();
  await memory.locator("#next").click();
  await memory.locator("th", { hasText: "$ls128" }).waitFor();
  await memory.locator("#previous").click();
  await memory.locator("td.changed").waitFor();
  // What has changed is known also after a look at something else.
  await page.locator(".tab", { hasText: TABS.timeline }).first().click();
  await view(page, "timeline").waitFor();
  await page.locator(".tab", { hasText: TABS.memory }).first().click();
  await memory.locator("td.changed").waitFor();
  await picture("memory");
  console.log("ok - the memory of a PE shows what a step has changed");

  await page.locator(".view-line", { hasText: "nop" }).first().click();
  await palette(page, "Toggle between Light/Dark Themes");
  await page.locator(".monaco-workbench.vs-dark").waitFor();
  for (const name of ["memory", "timeline", "chip"]) {
    await page.locator(".tab", { hasText: TABS[name] }).first().click();
    await view(page, name).waitFor();
    await picture(`${name}-dark`);
  }
}

/** Without a debugger the memory is that after the last run. */
async function memoryAfterRun(page, picture) {
  const memory = view(page, "memory");
  const show = () => page.locator(".tab", { hasText: TABS.memory }).first().click();
  await show();
  await memory.locator("#message", { hasText: "Run the program first" }).waitFor();
  await page.locator(".view-line", { hasText: "nop" }).last().click();
  await page.keyboard.press("Control+F10");
  await view(page, "dump").waitFor();
  await show();
  await memory.locator("#summary", { hasText: "hunt.vsm after line 7 · n0c0b0m0p0" }).waitFor();
  await memory.locator("th", { hasText: "$ls0" }).waitFor();
  await picture("memory-run");
  console.log("ok - without a debugger the memory is that after a run");
}

/** F5 on a program with an error says which, and debugs up to it on request. */
async function programWithError(page, open, picture) {
  await open({ "wrong.vsm": "lpassa $subpeid $lr0\nnop/2\nladd $lr0\n" });
  await page.locator(".statusbar-item", { hasText: "assembler" }).waitFor();
  await page.locator(".monaco-editor .view-line").first().click();
  await page.keyboard.press("F5");
  const toast = page.locator(".notification-toast", { hasText: "line 3" });
  await toast.locator(".monaco-button", { hasText: "Go to Line 3" }).waitFor();
  if ((await page.locator(".monaco-dialog-box").count()) !== 0) {
    throw new Error("the error is shown twice");
  }
  await picture("wrong");
  await toast.locator(".monaco-button", { hasText: "Debug up to the Error" }).click();
  await stopped(page, 1);
  console.log("ok - a program with an error is debugged up to it, by a button");
  await page.keyboard.press("Shift+F5");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
}

/** F5 on a program in another language needs no configuration either; a breakpoint at a label is at the next instruction. */
async function otherLanguage(page, open, picture, configure) {
  const line = (text) => page.locator(".monaco-editor .view-line", { hasText: text }).first();
  const rows = page.locator(".debug-variables .monaco-list-row");
  // The list has only the rows that are in view, and a row may still show the value of the stop before.
  const counter = async (text) => {
    const row = rows.filter({ hasText: /x5 t0/ }).first();
    await page.locator(".debug-variables").first().hover();
    for (let tries = 0; tries < 40 && !(await row.isVisible()); tries++) {
      await page.mouse.wheel(0, tries % 20 === 19 ? -2000 : 30);
      await page.waitForTimeout(150);
    }
    await rows.filter({ hasText: new RegExp(`x5 t0.*${text}`) }).first().waitFor();
  };
  await configure({ "files.associations": { "*.S": "rvmatrix" } });
  await open({ "kernel.S": KERNEL });
  await page.locator(".statusbar-item", { hasText: "RISC-V matrix assembly" }).waitFor();
  await page.locator(".codelens-decoration", { hasText: "Run to here" }).first().waitFor();
  await line("loop:").click();
  await page.keyboard.press("F9");
  await page.keyboard.press("F5");
  await stopped(page, 3);
  await page.keyboard.press("F10");
  await stopped(page, 5);
  await page.keyboard.press("F10");
  await stopped(page, 6);
  await counter("0x2");
  await page.keyboard.press("F5");
  await stopped(page, 5);
  await page.keyboard.press("F10");
  await stopped(page, 6);
  await counter("0x1");
  await tool(page, "Step Back");
  await stopped(page, 5);
  await counter("0x2");
  await beside(page, 5, /-1\D*t0\s=\s(0x)?2\W*$/);
  await tool(page, "Reverse");
  await stopped(page, 5);
  await counter("0x3");
  await picture("other-language");
  console.log("ok - a program in another language is debugged forward and back");
  await page.keyboard.press("Shift+F5");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
}

/** Waits until a line, and no other one, has values beside it. */
async function beside(page, line, text) {
  const number = page.locator(".margin-view-overlays .line-numbers", { hasText: new RegExp(`^${line}$`) }).first();
  const shown = page.locator(".monaco-editor .view-line", { hasText: /\s=\s/ });
  await eventually(`values beside line ${line}`, async () => {
    const [texts, [at, wanted]] = [await shown.allTextContents(), await Promise.all([shown.first().boundingBox({ timeout: 1000 }).catch(() => null), number.boundingBox()])];
    return texts.length === 1 && text.test(texts[0]) && at !== null && Math.abs(at.y - wanted.y) < 6;
  });
}
