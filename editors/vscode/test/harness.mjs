// What tests that use VS Code by keys and clicks have in common: their options, a workbench with one page, pictures,
// and the way that a user comes to a command.
//
//   node test/NAME.mjs --code-server SERVER_MAIN --node NODE --vsix MNC2_VSIX [--out FOLDER] [--chromium CHROMIUM]

import { mkdir, writeFile } from "node:fs/promises";
import * as path from "node:path";
import { parseArgs } from "node:util";

import { eventually, PATIENCE_MS, pictures, startWorkbench } from "./workbench.mjs";

/**
 * Runs a test with the packaged extension and default settings, and ends the process with its result. `body` gets the
 * page, the folder that it shows, `picture` to take one, `configure` to change settings, and `open` to write files into
 * the folder and to open the first of them. A failure is printed and has a picture of its own.
 */
export async function driveWorkbench(name, body) {
  const { values: options } = parseArgs({
    options: {
      "code-server": { type: "string" },
      node: { type: "string", default: process.execPath },
      chromium: { type: "string", default: "/usr/bin/chromium" },
      vsix: { type: "string" },
      out: { type: "string" },
    },
  });
  const picture = pictures(options.out);
  const workbench = await startWorkbench({
    codeServer: options["code-server"],
    node: options.node,
    browserPath: options.chromium,
    vsix: options.vsix,
  });
  let status = 0;
  try {
    const page = await workbench.browser.newPage({ viewport: { width: 1200, height: 760 } });
    page.setDefaultTimeout(PATIENCE_MS);
    const { folder, configure } = workbench;
    const open = async (files) => {
      const paths = Object.keys(files).map((file) => path.join(folder, file));
      for (const [file, text] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
        await writeFile(path.join(folder, file), text);
      }
      await page.goto(workbench.address([["openFile", workbench.remote(paths[0])]]));
      return paths[0];
    };
    try {
      await body({ page, folder, configure, open, picture: (of) => picture(page, `${name}-${of}`) });
    } catch (problem) {
      await picture(page, `${name}-failed`);
      throw problem;
    }
  } catch (problem) {
    status = 1;
    console.log(`not ok - ${problem.stack}`);
  } finally {
    await workbench.close();
  }
  process.exit(status);
}

/** Longest time for the list of the palette, and how often it is opened: right after a page has loaded, the workbench moves the
 * focus, and the list closes. */
const LIST_MS = 10_000;
const OPENED_MAX = 6;

/** Carries out a command of the palette. */
export async function palette(page, title) {
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first();
  for (let opened = 1; ; opened += 1) {
    try {
      await page.keyboard.press("F1");
      await page.locator(".quick-input-widget input.input").first().fill(`>${title}`, { timeout: LIST_MS });
      await row.waitFor({ timeout: LIST_MS });
      break;
    } catch (problem) {
      if (opened === OPENED_MAX) {
        throw problem;
      }
      await page.keyboard.press("Escape");
    }
  }
  await page.keyboard.press("Enter");
}

/** Takes an action from the menu at the cursor. */
export async function take(page, title) {
  const row = page.locator(".action-widget .monaco-list-row", { hasText: title });
  // The menu closes when lenses and hints come and move the lines.
  await eventually("the menu", async () => {
    await page.keyboard.press("Control+.");
    return row.click({ timeout: 2500 }).then(
      () => true,
      () => false,
    );
  });
}
