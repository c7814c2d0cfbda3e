// Uses the packaged extension in VS Code for the Web, in a virtual folder, by keys and clicks: a program is typed, fixed,
// explained, run, debugged and judged; its views, those of another language, and what a file of the folder says. Nothing on this
// computer runs but the browser. Takes pictures into a folder, if one is given.
//
//   node test/web.mjs --workbench FOLDER --vsix MNC2_VSIX [--chromium CHROMIUM] [--out FOLDER]

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { palette } from "./harness.mjs";
import { startWebWorkbench } from "./webWorkbench.mjs";
import { eventually, MACHINE, pictures, pointUntil, stopped, tool, typeText, view } from "./workbench.mjs";

const { values: options } = parseArgs({
  options: {
    workbench: { type: "string" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    vsix: { type: "string" },
    out: { type: "string" },
  },
});

const text = (file) => readFile(new URL(file, import.meta.url), "utf8");

const PROGRAM = `linc $subpeid $lm0
nop/2
ladd $lm0 $lm0 $lr0v
d get $lr0n0c0b0m0p3 4
`;
/** A folder whose name is written in several ways in URIs. */
const PROBLEM = "問題1+%20";
/** A program for the linker, and the file that one of its lines leads to. */
const LINKED = `@distribute _a from_param 8 size 1 $lm0
nop/2
dvadd $ln0 $lm0 $lm4
`;
const PARAMETERS = `((:version :0.1)
 (:reserved_wait_tag #x3f)
 (:slot 8 :place :pdm0 :addr 0 :send_wait_tag #x10))
`;
/** Lines whose shortest order takes long to find. */
const LONG = Array.from({ length: 16 }, (_, at) => at * 8)
  .map((at) => `lpassa $lm${at}v $lr${at}v\nnop/2\nfvmul $lr${at}v $ls${at}v $lr${at}v\nnop/2\nfvadd $lr${at}v $ls${at}v $ln${at}v\nnop/2\n`)
  .join("");
const FILES = {
  ".vscode/settings.json": JSON.stringify({ "mnc2.shorten.level": "merging", "mnc2.shorten.time": 600 }),
  "long.vsm": LONG,
  "first.vsm": "",
  "mnc2.toml": 'profile = "hardware"\n',
  [`${PROBLEM}/testcase.vsm`]: await text("../../../web/site/problems/sum/testcase.vsm"),
  [`${PROBLEM}/solution.vsm`]: await text("../../../web/site/problems/sum/solution.vsm"),
  "linked/vecadd._vsm": LINKED,
  "linked/vecadd.param": PARAMETERS,
  "kernel.S": `# mnc2: language=rvmatrix\n${await text("../../test/kernel.S")}`,
  "layer.tasm": "DataMove(<-) Local(0) DRAM1(0) 4(+1)\nLoadWeights Local(0) 4(+1)\n",
  "board.tarch": JSON.stringify(MACHINE),
};

const picture = pictures(options.out);
const workbench = await startWebWorkbench({
  workbench: options.workbench,
  browserPath: options.chromium,
  vsix: options.vsix,
  files: FILES,
});
let page;
let began = performance.now();
const passed = (what) => {
  console.log(`ok - ${what} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  began = performance.now();
};
const squiggles = () => page.locator(".squiggly-error, .squiggly-warning").count();
const word = (line, part) => page.locator(".view-line", { hasText: line }).getByText(part, { exact: true }).first();
const hover = (part) => page.locator(".monaco-hover:visible", { hasText: part }).first();
const toast = (part) => page.locator(".notification-toast", { hasText: part }).first();
const closeToasts = async () => {
  await palette(page, "Notifications: Clear All Notifications");
  await page.locator(".notification-toast").waitFor({ state: "detached" });
};

/** Opens a file in a new page. */
async function open(file, look = {}) {
  await page?.close();
  page = await workbench.open(file, look);
}

/** Opens a file in the explorer, below folders that are closed. */
async function inTree(...names) {
  const row = (name) => page.locator(".explorer-folders-view .monaco-list-row").getByText(name, { exact: true });
  for (const folder of names.slice(0, -1)) {
    await row(folder).click();
  }
  await row(names.at(-1)).dblclick();
  await page.locator(`.tab.active[data-resource-name="${names.at(-1)}"]`).waitFor();
}

/** Debugs the program that is open: a step forward and back, values, a breakpoint from both sides, and its origin. */
async function debugProgram() {
  await focus();
  await page.keyboard.press("F5");
  await stopped(page, 1);
  await picture(page, "web-debug");
  await page.keyboard.press("F10");
  await stopped(page, 2);
  await tool(page, "Step Back");
  await stopped(page, 1);
  await page.keyboard.press("F10");
  await stopped(page, 2);
  await page.keyboard.press("F10");
  await stopped(page, 3);
  // The operands of the line have values, and the variables show them.
  await page.locator(".view-line", { hasText: "ladd" }).filter({ hasText: "$lm0 =" }).waitFor();
  await page.locator(".debug-variables .monaco-list-row", { hasText: "$lm0" }).first().waitFor();
  passed("a program is debugged: F5 stops, steps go forward and back, and values are shown");

  await page.locator(".view-line", { hasText: "d get" }).click();
  await page.keyboard.press("F9");
  await page.keyboard.press("F5");
  await stopped(page, 4);
  await tool(page, "Reverse");
  await stopped(page, 1);
  await page.keyboard.press("F5");
  await stopped(page, 4);
  await page.keyboard.press("F5");
  await page.locator(".repl .monaco-list-row", { hasText: "DEBUG-GREG0" }).first().waitFor();
  await page.keyboard.press("Shift+F5");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  await focus();
  await page.locator(".view-line", { hasText: "d get" }).click();
  await page.keyboard.press("F9");
  await palette(page, "Explorer: Focus on Folders View");
  passed("a breakpoint stops the run from both sides");
}

/** The first key after a page has loaded may be too early. */
async function focus() {
  await page.locator(".editor-instance .view-line").first().click();
  await page.locator(".editor-instance .monaco-editor.focused").waitFor();
}

try {
  await open("first.vsm");
  await focus();
  await typeText(page, "lpasa $lm0v $ln0v");
  await page.locator(".squiggly-error").first().waitFor();
  passed("what is typed is checked");

  await page.keyboard.press("Home");
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget .action", { hasText: "lpassa" }).first().waitFor();
  await picture(page, "web-fix");
  await page.keyboard.press("Enter");
  await page.locator(".view-line", { hasText: "lpassa" }).waitFor();
  await eventually("the end of the squiggle", async () => (await squiggles()) === 0);
  passed("the fix of a wrong opcode is applied");

  await pointUntil(page, word("lpassa", "lpassa"), hover("lpassa"));
  await page.keyboard.press("Escape");
  passed("an instruction is explained");

  await page.keyboard.press("Control+a");
  await typeText(page, PROGRAM);
  await page.locator(".statusbar-item", { hasText: "4 steps" }).waitFor();
  await page.locator(".statusbar-item", { hasText: "hardware" }).waitFor();
  passed("steps are counted, and the project's file says the profile");

  await page.locator(".codelens-decoration a", { hasText: "Run to here" }).first().click();
  await view(page, "dump").locator("td", { hasText: "8" }).first().waitFor();
  await picture(page, "web-dump");
  await focus();
  await palette(page, "Show Chip");
  await view(page, "chip").locator("#summary", { hasText: /\S/ }).waitFor();
  await picture(page, "web-chip");
  await focus();
  await palette(page, "Show Step Timeline");
  await view(page, "timeline").locator("#summary", { hasText: "4 steps" }).waitFor();
  passed("a run to a line shows the dump, the chip and the timeline");

  await debugProgram();

  // The watcher tells the server of a file that is saved.
  await inTree("mnc2.toml");
  await focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type('profile = "assembler"\n');
  await page.keyboard.press("Control+s");
  await page.locator(".tab", { hasText: "first.vsm" }).first().click();
  await page.locator(".statusbar-item", { hasText: "assembler" }).waitFor();
  passed("a file that is saved counts at once");

  await inTree(PROBLEM, "solution.vsm");
  await page.locator(".statusbar-item", { hasText: "5 steps" }).waitFor();
  await focus();
  await palette(page, "Judge with Testcase");
  await page.locator(".statusbar-item", { hasText: "ACCEPTED" }).waitFor();
  await picture(page, "web-judged");
  passed("a program is judged by the testcase beside it");

  await inTree("linked", "vecadd._vsm");
  await focus();
  await pointUntil(page, word("@distribute", "@distribute"), hover("PDM"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+g");
  await page.locator(".quick-input-widget input.input").first().fill(`:1:${LINKED.indexOf(" 8 ") + 2}`);
  await page.keyboard.press("Enter");
  await page.keyboard.press("F12");
  await page.locator(".tab.active", { hasText: "vecadd.param" }).waitFor();
  await page.locator(".editor-instance .view-line", { hasText: ":slot 8" }).waitFor();
  passed("a definition leads to another file of the folder");

  await inTree("long.vsm");
  await page.locator(".statusbar-item", { hasText: "144 steps" }).waitFor();
  await focus();
  await palette(page, "Shorten Selected Lines or Program");
  await page.locator(".notification-toast .monaco-button", { hasText: "Cancel" }).click();
  await page.locator(".notification-toast").waitFor({ state: "detached" });
  await page.keyboard.press("Control+Home");
  await typeText(page, "nop\n");
  await page.locator(".statusbar-item", { hasText: "145 steps" }).waitFor();
  await picture(page, "web-cancelled");
  assert.deepEqual(await page.locator(".notification-toast").allTextContents(), []);
  passed("a search that is cancelled ends, and what is typed is checked again");

  await palette(page, "Testing: Focus on Test Explorer View");
  await page.locator(".test-explorer .monaco-list-row", { hasText: "testcase.vsm" }).waitFor();
  await palette(page, "Test: Run All Tests");
  await page.locator(".test-explorer .codicon-testing-passed-icon").first().waitFor();
  await picture(page, "web-tests");
  passed("the testcases of the folder are listed and judged");

  await palette(page, "Explorer: Focus on Folders View");
  await page.locator(".explorer-folders-view .monaco-list-row").getByText(PROBLEM, { exact: true }).click();
  await page.keyboard.press("Delete");
  await page.locator(".monaco-dialog-box .monaco-button", { hasText: "Delete" }).click();
  await palette(page, "Testing: Focus on Test Explorer View");
  await page.locator(".test-explorer .monaco-list-row", { hasText: "testcase.vsm" }).waitFor({ state: "detached" });
  passed("with a folder its testcases are gone");

  await open("kernel.S");
  await page.locator(".squiggly-error").first().waitFor();
  await pointUntil(page, word("fmmacc", "fmmacc.s"), hover("rvmatrix@0.2"));
  await picture(page, "web-rvmatrix");
  passed("a program in another language is checked and explained");

  await inTree("layer.tasm");
  await page.locator(".view-line", { hasText: "5 rows" }).first().waitFor();
  await focus();
  await palette(page, "Show Heat Map");
  await view(page, "grids").locator("#summary", { hasText: "rows" }).waitFor();
  await picture(page, "web-heat");
  passed("a listing is read for the machine beside it, and run to its heat map");

  await focus();
  await page.keyboard.press("F5");
  await stopped(page, 1);
  await page.keyboard.press("F10");
  await stopped(page, 2);
  await page.keyboard.press("Shift+F5");
  await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  passed("a program in another language is debugged");

  const loaded = workbench.requests.filter((name) => name === "/mnc2/out/server.wasm");
  assert.equal(loaded.length, 2, "each page loads the server once");
} catch (problem) {
  if (page !== undefined && !page.isClosed()) {
    await picture(page, "web-failed");
  }
  throw problem;
} finally {
  await workbench.close();
}
