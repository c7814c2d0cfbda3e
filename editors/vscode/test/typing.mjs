// Types programs key by key in VS Code's own workbench, with the packaged extension and default settings, and compares
// the resulting text with the program, character by character. No notification may appear.
//
// Two things prevent Enter from accepting a suggestion instead of breaking the line: the extension's default setting, by
// which a list opens with nothing chosen, and the server, which suggests nothing that is already typed. Each is also
// tested without the other; without both, text must be lost, or this test could not fail.
//
// Terminal editors draw a key in a tenth of the time, and type all examples (editors/test/typing.py).
//
//   node test/typing.mjs --code-server SERVER_MAIN --node NODE --vsix MNC2_VSIX
//     [--chromium CHROMIUM] [--pages NUMBER] [--only WORDS] [--all]

import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { PATIENCE_MS, startWorkbench, watchToasts } from "./workbench.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, "../../..");
const { values: options } = parseArgs({
  options: {
    "code-server": { type: "string" },
    node: { type: "string", default: process.execPath },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    vsix: { type: "string" },
    pages: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    all: { type: "boolean", default: false },
  },
});

/** Whole programs are typed at the first speed, lines of all at the others: milliseconds per key, and characters. */
const SPEEDS = [
  { delay: 15, characters: Infinity },
  { delay: 130, characters: 600 },
  ...(options.all
    ? [
        { delay: 40, characters: 1000 },
        { delay: 250, characters: 350 },
      ]
    : []),
];

/** How long a person looks at least, where Enter takes what the list shows. */
const LOOK_MS = 600;

/** Folders with settings of their own, and whether the text typed there must be equal. */
const FOLDERS = {
  "as installed": { equal: true },
  "the first is chosen": { enter: true, equal: true },
  "greedy server": { greedy: true, equal: true },
  "greedy server, and the first is chosen": { enter: true, greedy: true, equal: false },
};

const examples = await programs("examples");
const others = await programs("tests/programs");
const instructions = await programs("tests/instructions", 100);
// In one text: to open a window takes as long as to type a page.
const texts = [
  options.all
    ? joined("every fifth example", examples.filter((_, index) => index % 5 === 0))
    : joined("the shortest examples", examples.toSorted((a, b) => a.text.length - b.text.length).slice(0, 2)),
];
const everything = [...examples, ...others, ...instructions];
// Right and wrong lines, which every editor is typed.
const shared = { name: "right and wrong lines", text: codeOf(await readFile(path.join(root, "editors/test/typed.vsm"), "utf8")) };
const shareOf = (characters) => ({ name: `${characters} characters of all`, text: share(everything, characters) });
const jobs = [
  ...SPEEDS.flatMap(({ delay, characters }) =>
    (characters === Infinity ? texts : [shareOf(characters)]).map((text) => ({ ...text, delay, folder: "as installed" })),
  ),
  ...(options.all ? [40, 130] : [40]).map((delay) => ({ ...shared, delay, folder: "as installed" })),
  ...Object.keys(FOLDERS)
    .slice(1)
    .map((folder) => ({ ...shareOf(300), delay: 150, folder })),
].filter(({ name, folder }) => `${name} ${folder}`.includes(options.only));
const total = jobs.length;
// The longest first, so that no page is left with it at the end.
jobs.sort((a, b) => b.text.length * b.delay - a.text.length * a.delay);

const workbench = await startWorkbench({
  codeServer: options["code-server"],
  node: options.node,
  browserPath: options.chromium,
  vsix: options.vsix,
});
const started = Date.now();
let failures = 0;
let characters = 0;
let strokesInAll = 0;
let files = 0;
let opening = Promise.resolve();
const toasts = [];
try {
  const pages = Math.min(Number(options.pages), total);
  await Promise.all(Array.from({ length: pages }, typist));
} finally {
  await workbench.close();
}
if (toasts.length > 0) {
  failures += 1;
  console.log(`not ok - notifications: ${[...new Set(toasts)].join(" | ")}`);
}
const seconds = Math.round((Date.now() - started) / 1000);
console.log(`${total} texts, ${characters} characters by ${strokesInAll} keys, ${failures} failed, ${toasts.length} notifications, ${seconds} s`);
process.exit(failures === 0 ? 0 : 1);

/** The programs of a folder, up to a number of lines. */
async function programs(folder, lines = Infinity) {
  const names = (await readdir(path.join(root, folder))).filter((name) => name.endsWith(".vsm")).sort();
  const all = await Promise.all(
    names.map(async (name) => ({ name: `${folder}/${name}`, text: await readFile(path.join(root, folder, name), "utf8") })),
  );
  const each = Math.ceil(lines / all.length);
  return all.map(({ name, text }) => ({ name, text: `${text.split("\n").slice(0, each).join("\n").trimEnd()}\n` }));
}

/** The lines of a text that are not comments. */
function codeOf(text) {
  return text.replace(/^#.*\n/gm, "");
}

/** Texts after each other. */
function joined(name, all) {
  return { name, text: all.map(({ text }) => text).join("") };
}

/** Lines of code from all texts, up to a number of characters. */
function share(all, characters) {
  const lines = all
    .flatMap(({ text }) => text.split("\n"))
    .map((line) => line.replace(/\s*#.*/, ""))
    .filter((line) => line !== "" && line.length < 60);
  const average = lines.reduce((sum, line) => sum + line.length + 1, 0) / lines.length;
  const every = Math.max(1, Math.floor(lines.length / (characters / average)));
  return `${lines.filter((_, index) => index % every === 0).join("\n")}\n`;
}

/** A folder with its settings; returns its path. */
async function folderOf(name) {
  const { enter = false, greedy = false } = FOLDERS[name];
  const folder = path.join(workbench.folder, name.replaceAll(/\W+/g, "-"));
  await mkdir(path.join(folder, ".vscode"), { recursive: true });
  const settings = {};
  if (enter) {
    settings["[mnc2]"] = { "editor.suggest.selectionMode": "always" };
  }
  if (greedy) {
    const server = path.join(folder, "greedy");
    await writeFile(server, `#!/bin/sh\nexec '${options.node}' '${path.join(here, "greedy-server.mjs")}'\n`);
    await chmod(server, 0o755);
    settings["mnc2.server.path"] = server;
  }
  await writeFile(path.join(folder, ".vscode", "settings.json"), JSON.stringify(settings));
  return folder;
}

/** Types texts until none is left, in a window for each. */
async function typist() {
  for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
    // One window after the other: the start of a workbench uses all processors.
    const opened = opening.then(() => open(job));
    opening = opened.catch(() => undefined);
    const { page, file, seen } = await opened;
    const perKey = await type(page, job);
    const found = await saved(page, file, job.text);
    const name = `${job.folder}: ${job.name} at ${job.delay} ms a key`;
    if ((found === job.text) === FOLDERS[job.folder].equal) {
      console.log(`ok - ${name} (${job.text.length} characters, ${perKey} ms a key)`);
    } else {
      failures += 1;
      console.log(`not ok - ${name}\n${found === job.text ? "  no text was lost" : difference(job.text, found)}`);
    }
    characters += job.text.length;
    toasts.push(...seen);
    await page.close();
  }
}

/** Opens an empty program in a window of its own, and waits until the server is there. */
async function open(job) {
  const folder = await folderOf(job.folder);
  const file = path.join(folder, `typed-${(files += 1)}.vsm`);
  await writeFile(file, "");
  const page = await workbench.browser.newPage({ viewport: { width: 900, height: 500 } });
  page.setDefaultTimeout(PATIENCE_MS);
  const seen = await watchToasts(page);
  await page.goto(workbench.address([["openFile", workbench.remote(file)]], folder));
  try {
    await page.locator(".statusbar-item", { hasText: /assembler|^\s*MN-Core 2\s*$/ }).waitFor({ timeout: 2 * PATIENCE_MS });
  } catch (problem) {
    const status = await page.locator(".statusbar-item").allInnerTexts();
    throw new Error(`${job.folder}: no server; the status bar has ${JSON.stringify(status)}`, { cause: problem });
  }
  await page.locator(".monaco-editor .view-line").first().click();
  return { page, file, seen };
}

/**
 * Types a text; returns the milliseconds per key. Words of comment lines come at once, as from an input method. Where
 * Enter takes what the list shows, a person looks at the list first.
 */
async function type(page, { text, delay, folder }) {
  const { enter, equal } = FOLDERS[folder];
  const looks = enter && equal;
  const begun = Date.now();
  let typed = 0;
  const strokes = text.split(/(?<=\n)/).flatMap((line) => (line.startsWith("#") ? line.match(/\n|[^\S\n]|\S+/g) : [...line]));
  for (const stroke of strokes) {
    if (stroke === "\n") {
      if (looks) {
        await look(page);
      } else if (!equal) {
        // Text is lost only where the list is open, and on a busy host it opens late.
        await page.locator(".suggest-widget").waitFor({ timeout: 5 * LOOK_MS }).catch(() => undefined);
      }
      await page.keyboard.press("Enter");
    } else if (stroke.length === 1) {
      await page.keyboard.type(stroke);
    } else {
      await page.keyboard.insertText(stroke);
    }
    typed += 1;
    // A person who is late with one key is not late with all that follow.
    await page.waitForTimeout(enter ? delay : Math.max(0, begun + typed * delay - Date.now()));
  }
  strokesInAll += typed;
  return Math.round((Date.now() - begun) / typed);
}

/**
 * Looks at the list until it is closed. On a busy host the list of an earlier text stays for a while; a list that never
 * closes is the fault that this test finds, so Enter is pressed all the same.
 */
async function look(page) {
  await page.waitForTimeout(LOOK_MS);
  const closed = page.locator(".suggest-widget").waitFor({ state: "hidden", timeout: PATIENCE_MS });
  await closed.catch(() => undefined);
}

/** The editor's text, by saving it; waits for the expected text. */
async function saved(page, file, expected) {
  const deadline = Date.now() + PATIENCE_MS / 2;
  await page.keyboard.press("Control+s");
  for (;;) {
    const found = await readFile(file, "utf8");
    if (found === expected || Date.now() > deadline) {
      return found;
    }
    await page.waitForTimeout(100);
  }
}

/** The first lines that differ. */
function difference(expected, found) {
  const wanted = expected.split("\n");
  const lines = found.split("\n");
  const first = wanted.findIndex((line, index) => line !== lines[index]);
  return [`  line ${first + 1} of ${wanted.length}`, ...wanted.slice(first, first + 2).map((line) => `  - ${line}`), ...lines.slice(first, first + 2).map((line) => `  + ${line}`)].join("\n");
}
