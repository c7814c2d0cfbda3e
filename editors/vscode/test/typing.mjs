// Types programs key by key in VS Code's own workbench, with the packaged extension and the settings that a new user has,
// and compares the text that comes of it with the program, character by character.
//
//   node test/typing.mjs --code-server SERVER_MAIN --node NODE --vsix MNC2_VSIX
//     [--chromium CHROMIUM] [--pages NUMBER] [--only NAME]

import { readdir, readFile, writeFile } from "node:fs/promises";
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
    pages: { type: "string", default: "4" },
    only: { type: "string", default: "" },
  },
});

/** Everything is typed at the first speed, a share at the others: milliseconds a key, and how many characters. */
const SPEEDS = [
  { delay: 40, characters: Infinity },
  { delay: 130, characters: 700 },
  { delay: 250, characters: 400 },
];

const texts = [...(await programs("examples")), ...(await programs("tests/programs")), ...(await programs("tests/instructions", 100))];
const jobs = SPEEDS.flatMap(({ delay, characters }) =>
  (characters === Infinity ? texts : [{ name: "a share of all", text: share(texts, characters) }]).map((text) => ({ ...text, delay })),
).filter(({ name }) => name.includes(options.only));
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
let keys = 0;
const count = jobs.length;
const toasts = [];
try {
  await Promise.all(Array.from({ length: Math.min(Number(options.pages), jobs.length) }, (_, number) => typist(number)));
} finally {
  await workbench.close();
}
if (toasts.length > 0) {
  failures += 1;
  console.log(`not ok - notifications: ${[...new Set(toasts)].join(" | ")}`);
}
console.log(`${count} texts, ${keys} keys, ${failures} failed, ${toasts.length} notifications, ${Math.round((Date.now() - started) / 1000)} s`);
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

/** Lines of code from all over the texts, up to a number of characters. */
function share(all, characters) {
  const lines = all
    .flatMap(({ text }) => text.split("\n"))
    .map((line) => line.replace(/\s*#.*/, ""))
    .filter((line) => line !== "" && line.length < 60);
  const average = lines.reduce((sum, line) => sum + line.length + 1, 0) / lines.length;
  const every = Math.max(1, Math.floor(lines.length / (characters / average)));
  return `${lines.filter((_, index) => index % every === 0).join("\n")}\n`;
}

/** Types texts in a window of its own until none is left. */
async function typist(number) {
  const file = path.join(workbench.folder, `typed-${number}.vsm`);
  await writeFile(file, "");
  const page = await workbench.browser.newPage({ viewport: { width: 1000, height: 700 } });
  page.setDefaultTimeout(PATIENCE_MS);
  const seen = await watchToasts(page);
  await page.goto(workbench.address([["openFile", workbench.remote(file)]]));
  // The score is the server's: it is there.
  await page.locator(".statusbar-item", { hasText: "score" }).waitFor();
  await page.locator(".monaco-editor .view-line").first().click();
  for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
    const begun = Date.now();
    let typed = 0;
    for (const key of job.text) {
      await (key === "\n" ? page.keyboard.press("Enter") : page.keyboard.type(key));
      typed += 1;
      // As a person does, who is late with one key but not with all that follow.
      await page.waitForTimeout(Math.max(0, begun + typed * job.delay - Date.now()));
    }
    const perKey = Math.round((Date.now() - begun) / typed);
    const found = await saved(page, file, job.text);
    const name = `${job.name} at ${job.delay} ms a key`;
    if (found === job.text) {
      console.log(`ok - ${name} (${typed} keys, ${perKey} ms each)`);
    } else {
      failures += 1;
      console.log(`not ok - ${name}\n${difference(job.text, found)}`);
    }
    keys += typed;
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
  }
  toasts.push(...seen);
  await page.close();
}

/** What the editor has, by saving it; waits for the text that is expected. */
async function saved(page, file, expected) {
  const deadline = Date.now() + 5000;
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
