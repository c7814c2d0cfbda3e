// Takes pictures of the packaged extension in VS Code's own workbench, and fails if they would not show what they
// should: squiggle, hover, lens, the dump of a run and what has changed in it, step timeline, chip.
//
//   node test/screenshot.mjs --code-server SERVER_MAIN --node NODE --vsix MNC2_VSIX --out FOLDER
//     [--chromium CHROMIUM] [--themes dark,light,contrast] [--languages en,ja] [--examples FOLDER]

import { cp, mkdir } from "node:fs/promises";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { PATIENCE_MS, startWorkbench, THEMES, view } from "./workbench.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: {
    "code-server": { type: "string" },
    node: { type: "string", default: process.execPath },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    vsix: { type: "string" },
    out: { type: "string" },
    themes: { type: "string", default: "dark,light" },
    languages: { type: "string", default: "en" },
    examples: { type: "string", default: path.join(here, "../../../examples") },
  },
});

const PROGRAM = path.join(here, "screenshot.vsm");
/** Line and column of the digit that makes an address of the program misaligned. */
const MISALIGNED = "5:11";
/** Leaves room for the subject of the pictures. */
const LOOK = { "workbench.activityBar.location": "hidden", "editor.fontSize": 14, "editor.minimap.enabled": false };

const languages = options.languages.split(",");
const workbench = await startWorkbench({
  codeServer: options["code-server"],
  node: options.node,
  browserPath: options.chromium,
  vsix: options.vsix,
  japanese: languages.includes("ja"),
});
try {
  await mkdir(options.out, { recursive: true });
  for (const name of options.themes.split(",")) {
    for (const example of ["whole_chip.vsm", "matrix_half.vsm"]) {
      await cp(path.join(options.examples, example), path.join(workbench.folder, example));
    }
    for (const language of languages) {
      await pictures(name, language);
    }
  }
} finally {
  await workbench.close();
}

async function pictures(theme, language) {
  await workbench.configure({ ...LOOK, "workbench.colorTheme": THEMES[theme].theme });
  await cp(PROGRAM, path.join(workbench.folder, "first.vsm"));
  const name = language === "en" ? theme : `${theme}.${language}`;
  const open = async (file, size) => {
    const page = await workbench.browser.newPage({ viewport: size, colorScheme: THEMES[theme].scheme, locale: language });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(workbench.address([["openFile", workbench.remote(path.join(workbench.folder, file))]]));
    await page.locator(".statusbar-item", { hasText: /\d( steps|ステップ)/ }).waitFor();
    await closeSideBar(page);
    return page;
  };

  const page = await open("first.vsm", { width: 1200, height: 560 });
  await picture(page, `vscode-${name}`, async () => {
    await page.locator(".squiggly-error").first().waitFor();
    await page.locator(".codelens-decoration a", { hasText: /Run to here|ここまで実行/ }).first().waitFor();
    await page.locator(".view-line", { hasText: "ladd" }).getByText("$lr", { exact: true }).hover();
    await page.locator(".monaco-hover:visible", { hasText: "3.6.1" }).first().waitFor();
  });
  await picture(page, `vscode-run-${name}`, async () => {
    await replace(page, MISALIGNED, "0");
    await page.locator(".squiggly-error").first().waitFor({ state: "detached" });
    await press(page, "Control+F5");
    await view(page, "dump").locator("td", { hasText: "GRF0" }).first().waitFor();
    // Users look for what changed with an edit, not for the first value.
    await replace(page, "6:2", "sub");
    await press(page, "Control+F5");
    await view(page, "dump").locator("tr.changed").first().waitFor();
    await page.locator('.view-line [class*="ced-"]').first().waitFor({ state: "attached" });
  });
  await page.close();

  const chip = await open("whole_chip.vsm", { width: 1280, height: 720 });
  await picture(chip, `vscode-chip-${name}`, async () => {
    await goTo(chip, "15:1");
    await press(chip, "Control+F10");
    await view(chip, "dump").locator("td", { hasText: "GRF0" }).first().waitFor();
    await press(chip, "Control+k");
    await press(chip, "h");
    const shown = view(chip, "chip");
    await shown.locator("#summary", { hasText: /4096( PEs|個)/ }).waitFor();
    await shown.locator("#format").selectOption("integer");
    await shown.locator("#most", { hasText: "4095" }).waitFor();
    await shown.locator('[data-index="1234"]').click();
    await shown.locator("#element", { hasText: "n1c0b3m4p2" }).waitFor();
    await shown.locator("#value", { hasText: "1234" }).waitFor();
    // The keyboard moves to the neighbour, across the borders of MABs.
    await shown.locator("#picture").press("ArrowRight");
    await shown.locator("#value", { hasText: "1235" }).waitFor();
    await shown.locator("#picture").press("ArrowRight");
    await shown.locator("#element", { hasText: "n1c0b3m5p2" }).waitFor();
  });
  await chip.close();

  const timeline = await open("matrix_half.vsm", { width: 1280, height: 720 });
  await picture(timeline, `vscode-timeline-${name}`, async () => {
    await goTo(timeline, "27:1");
    await press(timeline, "Control+k");
    await press(timeline, "t");
    const shown = view(timeline, "timeline");
    await shown.locator("#summary", { hasText: /score|スコア/ }).waitFor();
    await shown.locator(".arrow").first().waitFor();
    await shown.locator('tr.chosen[data-line="26"]').waitFor();
    // Enter goes from a row to its line. Rows that come again meanwhile, with the row of the cursor, are waited for.
    const there = timeline.locator(".statusbar-item", { hasText: /(Ln |行)28/ });
    for (let tries = 0; tries < 12 && !(await there.isVisible()); tries++) {
      const before = shown.locator('tr.chosen[data-line="26"]');
      if (await before.isVisible()) {
        await before.press("ArrowDown");
      }
      await shown.locator("tr.chosen").press("Enter");
      await there.waitFor({ timeout: 5000 }).catch(() => undefined);
    }
    await there.waitFor();
  });
  await timeline.close();
}

/** Brings the page into a state and takes its picture, even if that state is not reached. */
async function picture(page, name, prepare) {
  try {
    await prepare();
  } catch (problem) {
    await page.screenshot({ path: path.join(options.out, `${name}-failed.png`) });
    throw problem;
  }
  // Fading and the caret's blinking come to rest.
  await page.waitForTimeout(1000);
  const file = path.join(options.out, `${name}.png`);
  await page.screenshot({ path: file, caret: "hide" });
  console.log(file);
}

async function press(page, key) {
  await page.keyboard.press(key);
}

async function closeSideBar(page) {
  await page.locator(".view-line").first().click();
  if (await page.locator(".part.sidebar:visible").count()) {
    await page.keyboard.press("Control+b");
    await page.locator(".part.sidebar").waitFor({ state: "hidden" });
  }
  // Away from words, which would be highlighted.
  await page.keyboard.press("Control+Home");
}

/** Puts the cursor at a line and column. */
async function goTo(page, place) {
  await page.keyboard.press("Control+g");
  await page.locator(".quick-input-widget input").waitFor();
  await page.keyboard.type(place);
  await page.keyboard.press("Enter");
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
}

/** Types a text over as many characters. */
async function replace(page, place, text) {
  await goTo(page, place);
  for (const _ of text) {
    await page.keyboard.press("Delete");
  }
  await page.keyboard.type(text);
  // A list of suggestions may open a little later.
  await page.waitForTimeout(1000);
  await page.keyboard.press("Escape");
}
