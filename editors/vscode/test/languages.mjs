// Opens listings and programs in other languages in VS Code's own workbench, with the packaged extension: findings, hints, the
// status of the language, the listing of a program as bytes, the heat map; then a program with directives for a linker, beside
// its parameters. Takes pictures into a folder, if one is given.
//
//   node test/languages.mjs --code-server SERVER_MAIN --node NODE --vsix MNC2_VSIX [--chromium CHROMIUM] [--out FOLDER]

import { readFile, writeFile } from "node:fs/promises";
import * as path from "node:path";
import { parseArgs } from "node:util";

import { palette } from "./harness.mjs";
import { eventually, MACHINE, PATIENCE_MS, pictures, pointUntil, startWorkbench, THEMES, view } from "./workbench.mjs";

const { values: options } = parseArgs({
  options: {
    "code-server": { type: "string" },
    node: { type: "string", default: process.execPath },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    vsix: { type: "string" },
    out: { type: "string" },
  },
});

const LISTING = `// A layer: weights with a bias row, four vectors, the rectifier.
DataMove(<-) Local(0) DRAM1(0) 4(+1)
LoadWeights Local(0) 4(+1)
DataMove(<-) Local(5) DRAM0(0) 3(+1)
MatMul Local(5) Acc(0) 3(+1)
SIMD R1=0
SIMD(RW) O=Max(I,R1) WAcc(0) RAcc(0)
DataMove(<-) Local(9) Acc(0) 3(+1)
DataMove(->) Local(9) DRAM0(64) 3(+1)
MatMul Local(300) Acc(0)
`;
/** The first two instructions of the listing for this machine, and one that is none. */
const BYTES = [0, 0, 4, 0x22, 0, 4, 0, 0x30, 0, 0, 0, 0x60];
const PROGRAM = `# mnc2: language=naplespu
        .text
        .globl  _start
_start: add_i32 v0, v0, v0          # rm is still 0
        moveih  rm, 0
        moveil  rm, 0xffff
        lea     s0, table
        load_v16i32 v0, (s0)
        add_i32 v1, v0, v0
        movei   s1, 3
loop:   subi    s1, s1, 1
        addi    s2, s2, 300
        bnez    s1, loop
        jret
        .data
        .p2align 6
table:  .long   1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
`;

/** Assembly of the matrix extension, whose first line names it. */
const KERNEL = `# mnc2: language=rvmatrix\n${await readFile(new URL("../../test/kernel.S", import.meta.url), "utf8")}`;

/** A program for the linker: a slot that its parameters lack, and a directive that does not exist. */
const LINKED = `@distribute _a from_param 8 size 1 $lm0
@distribute _b from_param 16 size 2 $ln0
nop/2
dvadd $ln0 $lm0 $lm4
nop/2
@colect _c to_param 24 size 1 $lm4
@collect _c to_param 25 size 1 $lm4
`;
const PARAMETERS = `((:version :0.1)
 (:reserved_wait_tag #x3f)
 (:slot 8 :place :pdm0 :addr 0 :send_wait_tag #x10)
 (:slot 16 :place :pdm0 :addr 4096 :send_wait_tag #x11)
 (:slot 24 :place :pdm0 :addr 131072 :recv_wait_tag #x1e))
`;

const take = pictures(options.out);
const workbench = await startWorkbench({
  codeServer: options["code-server"],
  node: options.node,
  browserPath: options.chromium,
  vsix: options.vsix,
});
const { theme, scheme } = THEMES.dark;

let page;

/** Opens a file in a new page. */
async function open(file) {
  page = await workbench.browser.newPage({ viewport: { width: 1200, height: 560 }, colorScheme: scheme });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(workbench.address([["openFile", workbench.remote(path.join(workbench.folder, file))]]));
  await page.locator(".view-line").first().waitFor();
}

try {
  await workbench.configure({ "workbench.colorTheme": theme, "editor.fontSize": 14, "editor.minimap.enabled": false });
  const write = (name, content) => writeFile(path.join(workbench.folder, name), content);
  await write("layer.tasm", LISTING);
  await write("board.tarch", JSON.stringify(MACHINE));
  await write("layer.tprog", Buffer.from(BYTES));
  await write("kernel.s", PROGRAM);
  // What the memories hold before a run.
  const vector = (at) => [0, 1, 2, 3].map((lane) => 256 * ((3 * at + 5 * lane) % 7) - 512);
  const vectors = { DRAM0: [0, 1, 2, 3].map(vector), DRAM1: [4, 5, 6, 7, 8].map(vector) };
  await write("layer.json", JSON.stringify(vectors));
  await write("mnc2.toml", 'testcase = { "*.tasm" = "layer.json" }\n');

  await open("layer.tasm");
  await page.locator(".squiggly-error").first().waitFor();
  await page.locator(".view-line", { hasText: "64 multiply-accumulates" }).first().waitFor();
  await page.locator(".view-line").first().click();
  await pointUntil(
    page,
    page.locator(".view-line", { hasText: "MatMul" }).getByText("MatMul", { exact: true }).first(),
    page.locator(".monaco-hover:visible", { hasText: "multiply vectors" }).first(),
  );
  await take(page, "tensil");
  await page.keyboard.press("Escape");
  await palette(page, "Show Heat Map");
  const map = view(page, "grids");
  await map.locator("#summary", { hasText: "rows" }).waitFor();
  await map.locator("#grid").selectOption("Local");
  await map.locator('[data-at="1,2"]').click();
  await map.locator("#element", { hasText: "Local(1)[2]" }).waitFor();
  await take(page, "tensil-heat");

  // As from the explorer: by name.
  await page.keyboard.press("Control+p");
  await page.locator(".quick-input-widget input").waitFor();
  await page.keyboard.type("layer.tprog");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "layer.tprog" }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".tab", { hasText: "layer.tprog.tasm" }).first().waitFor();
  await page.locator(".view-line", { hasText: "LoadWeights" }).first().waitFor();
  await page.locator(".view-line", { hasText: "5 rows" }).first().waitFor();
  await take(page, "tensil-listing");
  await page.close();

  await open("kernel.s");
  await page.locator(".squiggly-error").first().waitFor();
  await page.locator(".squiggly-warning").first().waitFor();
  await page.locator(".view-line", { hasText: "8 bytes" }).first().waitFor();
  await pointUntil(
    page,
    page.locator(".view-line", { hasText: "bnez" }).getByText("bnez", { exact: true }).first(),
    page.locator(".monaco-hover:visible", { hasText: "0x76" }).first(),
  );
  await take(page, "naplespu");
  await page.close();

  await write("kernel.S", KERNEL);
  await open("kernel.S");
  await page.locator(".squiggly-error").first().waitFor();
  await page.locator(".squiggly-warning").first().waitFor();
  await pointUntil(
    page,
    page.locator(".view-line", { hasText: "fmmacc" }).getByText("fmmacc.s", { exact: true }).first(),
    page.locator(".monaco-hover:visible", { hasText: "rvmatrix@0.2" }).first(),
  );
  await take(page, "rvmatrix");
  await page.close();

  await write("vecadd._vsm", LINKED);
  await write("vecadd.param", PARAMETERS);
  await open("vecadd._vsm");
  // One in the program, one that only the parameters show.
  await eventually("both errors", async () => (await page.locator(".squiggly-error").count()) >= 2);
  await pointUntil(
    page,
    page.locator(".view-line", { hasText: "@distribute" }).getByText("@distribute").first(),
    page.locator(".monaco-hover:visible", { hasText: "PDM" }).first(),
  );
  await take(page, "linked");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+g");
  await page.locator(".quick-input-widget input").waitFor();
  await page.keyboard.type(`1:${LINKED.indexOf(" 8 ") + 2}`);
  await page.keyboard.press("Enter");
  await page.keyboard.press("F12");
  await page.locator(".tab.active", { hasText: "vecadd.param" }).waitFor();
  await page.locator(".editor-instance .view-line", { hasText: ":slot 8" }).waitFor();
  await page.close();
  for (const name of ["embedded.md", "embedded.cpp"]) {
    await write(name, await readFile(new URL(`../../test/${name}`, import.meta.url), "utf8"));
  }
  await open("embedded.md");
  await page.locator(".squiggly-error").first().waitFor();
  await pointUntil(
    page,
    page.locator(".view-line", { hasText: "lpassa" }).getByText("lpassa").first(),
    page.locator(".monaco-hover:visible", { hasText: "manual" }).first(),
  );
  await take(page, "embedded-markdown");
  await page.close();
  await open("embedded.cpp");
  await page.locator(".squiggly-error").first().waitFor();
  await pointUntil(
    page,
    page.locator(".view-line", { hasText: "axpby" }).getByText("axpby", { exact: false }).first(),
    page.locator(".monaco-hover:visible", { hasText: "axpby" }).first(),
  );
  await take(page, "embedded-cpp");
  await page.close();
  console.log("Listings, programs as bytes, NaplesPU, matrix assembly, directives and programs in other files are shown as they should be.");
} catch (problem) {
  if (page !== undefined && !page.isClosed()) {
    await take(page, "failed");
  }
  console.error(workbench.errors());
  throw problem;
} finally {
  await workbench.close();
}
