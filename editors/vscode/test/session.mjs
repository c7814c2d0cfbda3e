// The first minutes of a new user in VS Code's own workbench, with the packaged extension and default settings, by keys and
// clicks: types a program, reads a hover, runs with Ctrl+F5, chooses a profile, closes everything,
// reloads the window; then starts where there is no server, installs one, and starts where one cannot start. No notification
// may appear before that. Takes pictures.
//
//   node test/session.mjs --code-server SERVER_MAIN --node NODE --vsix MNC2_VSIX --universal MNC2_VSIX
//     [--out FOLDER] [--chromium CHROMIUM] [--looks dark-en,light-ja]

import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import * as path from "node:path";
import { parseArgs } from "node:util";

import { eventually, PATIENCE_MS, pictures, pointUntil, startWorkbench, THEMES, typeText, view, watchToasts, workbenchHost } from "./workbench.mjs";

const { values: options } = parseArgs({
  options: {
    "code-server": { type: "string" },
    node: { type: "string", default: process.execPath },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    vsix: { type: "string" },
    universal: { type: "string" },
    out: { type: "string" },
    looks: { type: "string", default: "dark-en,light-ja" },
  },
});

const picture = pictures(options.out);

/** What the user types. */
const PROGRAM = `# Each PE counts from 1 and doubles what it has.
linc $subpeid $lm0
nop/2
ladd $lm0 $lm0 $lr0v
d get $lr0n0c0b0m0p3 4
`;
/** The file that is open at the beginning. */
const FILE = "first.vsm";

/** What the user reads, in both languages. */
const WORDS = {
  en: { run: "Run to here", running: /^Running to line/, dump: /Dump of first.vsm/, profile: "Profile: what programs are written for", missing: /cargo install/, install: "Install" },
  ja: { run: "ここまで実行", running: /行目まで実行中/, dump: /ダンプ|Dump of first.vsm/, profile: "プロファイル: プログラムの用途", missing: /cargo install/, install: "インストール" },
};

/** Programs that are no server. */
const BROKEN = {
  "ends at once": "#!/bin/sh\nexit 3\n",
  "does not speak the protocol": "#!/bin/sh\necho usage: another program\n",
  "cannot be executed": "no program\n",
};

const common = { codeServer: options["code-server"], node: options.node, browserPath: options.chromium, japanese: true };
let failures = 0;
for (const look of options.looks.split(",")) {
  const [theme, language] = look.split("-");
  await inWorkbench(options.vsix, (workbench) => session(workbench, look, theme, language));
  await inWorkbench(options.universal, (workbench) => withoutServer(workbench, look, theme, language));
}
// A window each: a workbench takes longer to start than what is looked at.
await inWorkbench(options.universal, async (workbench) => {
  for (const [what, program] of Object.entries(BROKEN)) {
    await brokenServer(workbench, what, program);
  }
});
process.exit(failures === 0 ? 0 : 1);

async function inWorkbench(vsix, body) {
  const workbench = await startWorkbench({ ...common, vsix });
  try {
    await body(workbench);
  } catch (problem) {
    failures += 1;
    console.log(`not ok - ${problem.stack}`);
  } finally {
    await workbench.close();
  }
}

/** Opens a file in a window with a theme and a language. */
async function open(workbench, theme, language) {
  const { scheme: colorScheme, theme: name } = THEMES[theme];
  await workbench.configure({ "workbench.colorTheme": name });
  const file = path.join(workbench.folder, FILE);
  await writeFile(file, "");
  const page = await workbench.browser.newPage({ viewport: { width: 1200, height: 600 }, colorScheme, locale: language });
  page.setDefaultTimeout(PATIENCE_MS);
  const toasts = await watchToasts(page);
  await page.goto(workbench.address([["openFile", workbench.remote(file)]]));
  await page.locator(".monaco-editor .view-line").first().click();
  return { page, file, toasts };
}

async function session(workbench, look, theme, language) {
  const words = WORDS[language];
  const { page, file, toasts } = await open(workbench, theme, language);
  const step = (what) => console.log(`ok - ${look}: ${what}`);
  try {
    await page.locator(".statusbar-item", { hasText: "assembler" }).waitFor();

    await typeText(page, PROGRAM);
    await page.keyboard.press("Control+s");
    await eventually("the text that was typed", async () => (await readFile(file, "utf8")) === PROGRAM);
    step("the text is what was typed");

    for (const [keys, row, what] of [
      [["ArrowDown", "ArrowDown", "Enter"], 1, "a suggestion that was moved to is taken by Enter"],
      [["Tab"], 0, "Tab takes the first suggestion"],
    ]) {
      await suggest(page, keys, row);
      step(what);
    }
    await eventually("the text from before", async () => {
      await page.keyboard.press("Control+s");
      return (await readFile(file, "utf8")) === PROGRAM;
    });

    await page.locator(".codelens-decoration a", { hasText: words.run }).waitFor();
    await pointUntil(
      page,
      page.locator(".view-line", { hasText: "ladd" }).getByText("ladd", { exact: true }),
      page.locator(".monaco-hover:visible", { hasText: "ladd" }).first(),
    );
    await picture(page, `vscode-first-${look}`);
    step("a hover explains the instruction");

    // The colours of a source and of a destination differ once the server has told them.
    await eventually("other colours for sources than for destinations", async () => {
      const colours = await page
        .locator(".view-line", { hasText: "ladd" })
        .locator("span > span")
        .evaluateAll((parts) => parts.map((part) => [part.textContent, getComputedStyle(part).color]));
      const colourOf = (operand) => colours.find(([text]) => text?.includes(operand))?.[1];
      return colourOf("$lm") && colourOf("$lr") && colourOf("$lm") !== colourOf("$lr");
    });
    step("sources and destinations have colours of their own");

    await page.mouse.move(10, 590);
    await page.keyboard.press("Control+F5");
    await view(page, "dump").locator("td", { hasText: "GRF0" }).first().waitFor();
    await page.locator(".tab", { hasText: words.dump }).waitFor();
    assert.equal(await page.locator(".monaco-dialog-box").count(), 0);
    await picture(page, `vscode-run-${look}`);
    step("Ctrl+F5 runs the program and shows its dump");

    await page.locator(".statusbar-item", { hasText: "assembler" }).click();
    await page.locator(".quick-input-list", { hasText: words.profile }).waitFor();
    await picture(page, `vscode-menu-${look}`);
    await page.keyboard.type("contest");
    await page.keyboard.press("Enter");
    await page.locator(".statusbar-item", { hasText: "contest" }).waitFor();
    step("the status bar chooses the profile");

    await page.locator(".monaco-editor .view-line").first().click();
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Control+w");
    await page.locator(".tab").first().waitFor({ state: "detached" });
    await page.waitForTimeout(2000);
    step("everything closes");

    await page.reload();
    await page.locator(".monaco-list-row", { hasText: FILE }).dblclick();
    await page.locator(".statusbar-item", { hasText: "contest" }).waitFor();
    await page.locator(".monaco-editor .view-line").first().click();
    await page.keyboard.press("Control+End");
    await typeText(page, "nop\n");
    await page.waitForTimeout(2000);
    step("the window reloads");

    // The progress of a run is shown if the machine is so busy that it takes a while.
    assert.deepEqual(toasts.filter((text) => !words.running.test(text)), []);
    step("no notification appeared");
  } catch (problem) {
    await picture(page, `vscode-failed-${look}`);
    console.log(`notifications: ${toasts.join(" | ")}`);
    throw problem;
  }
  await page.close();
}

/** Opens the list at the end of the program by typing, takes the suggestion in a row by keys, and removes the line again. */
async function suggest(page, keys, row) {
  const rows = page.locator(".suggest-widget.visible .monaco-list-row");
  // On a busy machine the editor can drop an answer that the next letter has overtaken, and show no list: it is typed again then.
  await eventually("the list of suggestions", async () => {
    await page.keyboard.type("lpa", { delay: 150 });
    const isShown = await rows.nth(1).waitFor({ timeout: 10_000 }).then(() => true, () => false);
    if (!isShown) {
      await clearLine(page);
    }
    return isShown;
  });
  assert.equal(await page.locator(".suggest-widget.visible .monaco-list-row.focused").count(), 0, "nothing is chosen");
  // An answer to the last letters can still change the list on a busy machine.
  let shown = [];
  await eventually("a list that stays as it is", async () => {
    const before = shown.join("\n");
    await page.waitForTimeout(1000);
    shown = await rows.locator(".label-name").allInnerTexts();
    return shown.length > row && shown.join("\n") === before;
  });
  const name = shown[row];
  for (const key of keys.slice(0, -1)) {
    await page.keyboard.press(key);
  }
  if (keys.length > 1) {
    await page.locator(".suggest-widget.visible .monaco-list-row.focused", { hasText: name }).waitFor();
  }
  await page.keyboard.press(keys.at(-1));
  await rows.first().waitFor({ state: "hidden" });
  await page.locator(".view-line").filter({ hasText: new RegExp(`^${name}`) }).last().waitFor();
  await clearLine(page);
}

/** Closes the list, and removes the text of the line: on a busy machine an answer can arrive after the list was closed. */
async function clearLine(page) {
  await eventually("an empty line", async () => {
    for (const key of ["Escape", "Home", "Shift+End", "Delete"]) {
      await page.keyboard.press(key);
    }
    await page.waitForTimeout(200);
    return (await page.locator(".view-line", { hasText: /^lp/ }).count()) === 0;
  });
}

/** If no server is installed, the message offers ways to get one. */
async function withoutServer(workbench, look, theme, language) {
  const words = WORDS[language];
  const { page, toasts } = await open(workbench, theme, language);
  const toast = page.locator(".notification-toast", { hasText: words.missing });
  try {
    await toast.waitFor();
  } catch (problem) {
    await picture(page, `vscode-failed-${look}`);
    throw problem;
  }
  assert.equal(await toast.locator(".monaco-button").count(), 3);
  await toast.locator(".monaco-button", { hasText: words.install }).first().waitFor();
  await page.locator(".statusbar-item.error-kind, .statusbar-item.has-background-color", { hasText: "MN-Core 2" }).first().waitFor();
  // It is counted, so a count of zero means that there was none.
  assert.equal(toasts.length, 1);
  await picture(page, `vscode-missing-${look}`);
  console.log(`ok - ${look}: where there is no server, the message offers to install it`);

  await offerPrograms(workbench);
  await toast.locator(".monaco-button", { hasText: words.install }).first().click();
  await page.locator(".statusbar-item", { hasText: "assembler" }).waitFor();
  assert.match(await readFile(path.join(workbench.home, "arguments"), "utf8"), / mnc2-lsp mnc2-dap mnc2$/m);
  await page.locator(".monaco-editor .view-line").first().click();
  await typeText(page, "nop\n");
  await page.keyboard.press("Control+s");
  await page.keyboard.press("F5");
  await page.locator(".debug-toolbar .action-label:not(.disabled)").first().waitFor();
  await page.keyboard.press("Shift+F5");
  console.log(`ok - ${look}: what it installs is used without a restart, the debugger too`);
  await page.close();
}

/** A command `cargo` that installs the programs of the package with a server. */
async function offerPrograms({ root, home }) {
  const extensions = path.join(root, "packaged");
  const host = workbenchHost({
    codeServer: options["code-server"],
    node: options.node,
    places: ["--user-data-dir", path.join(root, "packaged-data"), "--extensions-dir", extensions],
    environment: { PATH: "/usr/bin:/bin", HOME: home },
  });
  await host.install(options.vsix);
  const [extension] = (await readdir(extensions)).filter((name) => name.startsWith("mnc2.mnc2"));
  const programs = path.join(extensions, extension, "bin");
  await mkdir(path.join(home, "bin"));
  await writeFile(
    path.join(home, "bin/cargo"),
    `#!/bin/sh
echo "$@" >"$HOME/arguments"
mkdir -p "$HOME/.cargo/bin"
for name in "$@"; do
  if [ -x "${programs}/$name" ]; then cp "${programs}/$name" "$HOME/.cargo/bin/"; fi
done
`,
    { mode: 0o755 },
  );
}

/** If the program in the settings cannot be the server, that is said once. */
async function brokenServer(workbench, what, program) {
  const server = path.join(workbench.root, "server");
  await writeFile(server, program, { mode: 0o755 });
  // The workbench rewrites the user's settings as it starts, but not those of the machine.
  const machine = path.join(workbench.root, "data/Machine");
  await mkdir(machine, { recursive: true });
  await writeFile(path.join(machine, "settings.json"), JSON.stringify({ "mnc2.server.path": server }));
  const { page, toasts } = await open(workbench, "dark", "en");
  await page.locator(".statusbar-item.error-kind, .statusbar-item.has-background-color", { hasText: "MN-Core 2" }).first().waitFor();
  await page.locator(".notification-toast", { hasText: "did not start" }).waitFor();
  await page.waitForTimeout(5000);
  await picture(page, `vscode-broken-${what.replaceAll(" ", "-")}`);
  assert.equal(toasts.length, 1, toasts.join(" | "));
  console.log(`ok - a server that ${what} gives one message: ${toasts[0]}`);
  await page.close();
}
