// Takes the pictures of the walkthrough in VS Code's own workbench: in both languages, dark and light.
//
//   node test/walkthrough.mjs --code-server SERVER_MAIN --node NODE --vsix MNC2_VSIX --out FOLDER [--chromium CHROMIUM]

import { copyFile, mkdir, writeFile } from "node:fs/promises";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { PATIENCE_MS, startWorkbench, THEMES, typeText, view } from "./workbench.mjs";

const examples = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../../examples");
const { values: options } = parseArgs({
  options: {
    "code-server": { type: "string" },
    node: { type: "string", default: process.execPath },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    vsix: { type: "string" },
    out: { type: "string" },
  },
});

const PROGRAM = "# Each PE counts from 1 and doubles what it has.\nlinc $subpeid $lm0\nnop/2\nladd $lm0 $lm0 $lr0v\nd get $lr0n0c0b0m0p3 4\n";
const SIZE = { width: 760, height: 420 };
const LOOK = {
  "workbench.activityBar.location": "hidden",
  "workbench.statusBar.visible": false,
  "window.commandCenter": false,
  "editor.minimap.enabled": false,
  "breadcrumbs.enabled": false,
};

const workbench = await startWorkbench({
  codeServer: options["code-server"],
  node: options.node,
  browserPath: options.chromium,
  vsix: options.vsix,
  japanese: true,
});
try {
  await mkdir(options.out, { recursive: true });
  for (const theme of ["dark", "light"]) {
    await workbench.configure({ ...LOOK, "workbench.colorTheme": THEMES[theme].theme });
    for (const language of ["en", "ja"]) {
      await pictures(theme, language);
    }
  }
} finally {
  await workbench.close();
}

async function pictures(theme, language) {
  const name = (step) => path.join(options.out, `${step}-${theme}${language === "ja" ? ".ja" : ""}.png`);
  const shoot = async (page, step) => {
    await page.waitForTimeout(1000);
    await page.screenshot({ path: name(step), caret: "hide" });
    console.log(name(step));
  };
  const open = async (file) => {
    const page = await workbench.browser.newPage({ viewport: SIZE, colorScheme: THEMES[theme].scheme, locale: language });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(workbench.address([["openFile", workbench.remote(path.join(workbench.folder, file))]]));
    await page.locator(".view-line").first().click();
    await page.keyboard.press("Control+b");
    await page.locator(".part.sidebar").waitFor({ state: "hidden" });
    await page.locator(".view-line").first().click();
    return page;
  };

  await writeFile(path.join(workbench.folder, "first.vsm"), "");
  const page = await open("first.vsm");
  await typeText(page, PROGRAM.replace("$lm0 $lm0", "$lm1 $lm0"));
  const squiggle = page.locator(".squiggly-error").first();
  await squiggle.waitFor();
  await page.locator(".view-line", { hasText: "ladd" }).getByText("1", { exact: true }).first().click();
  // The list of fixes does not open while the answer for the place of the cursor is still to come.
  const fixes = page.locator(".action-widget").first();
  for (let attempt = 0; attempt < 6 && !(await fixes.isVisible()); attempt += 1) {
    await page.keyboard.press("Control+.");
    await fixes.waitFor({ timeout: 10_000 }).catch(() => undefined);
  }
  await fixes.waitFor();
  await shoot(page, "fix");

  await page.keyboard.press("Enter");
  await squiggle.waitFor({ state: "detached" });
  await page.locator(".view-line", { hasText: "ladd" }).getByText("$lr", { exact: true }).hover();
  await page.locator(".monaco-hover:visible", { hasText: "$lr0v" }).first().waitFor();
  await shoot(page, "explain");

  await page.mouse.move(400, 400);
  await page.keyboard.press("Control+F5");
  await view(page, "dump").locator("td", { hasText: "GRF0" }).first().waitFor();
  await shoot(page, "run");
  await page.close();

  await copyFile(path.join(examples, "whole_chip.vsm"), path.join(workbench.folder, "whole_chip.vsm"));
  const chip = await open("whole_chip.vsm");
  await chip.locator(".codelens-decoration").first().waitFor();
  await chip.keyboard.press("Control+g");
  await chip.locator(".quick-input-widget input").waitFor();
  await chip.keyboard.type("15:1");
  await chip.keyboard.press("Enter");
  await chip.keyboard.press("Control+F10");
  await view(chip, "dump").locator("td", { hasText: "GRF0" }).first().waitFor();
  await chip.keyboard.press("Control+k");
  await chip.keyboard.press("h");
  await view(chip, "chip").locator("[data-index]").first().waitFor();
  await shoot(chip, "views");
  await chip.close();
}
