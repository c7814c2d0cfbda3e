// Bundles the site into `out/`, and fails if it has become larger than `budget.json` allows. The server's module is made by
// `web/build`, which calls this. Types are not checked here: `npm run check` does that.
//
//   node build.mjs [--server FOLDER] [--book FOLDER]
//     where the parts of the server's module are, and the book; without one that of `out/` stays

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

const here = path.dirname(fileURLToPath(import.meta.url));
process.chdir(here);
const { values: options } = parseArgs({
  options: { server: { type: "string" }, book: { type: "string" }, out: { type: "string", default: "out" } },
});
const out = path.resolve(here, options.out);
const text = (file) => readFileSync(file, "utf8");

/** Languages of the page. */
const LANGUAGES = ["en", "ja"];

/** The parts of the server's module. */
const PARTS = ["first.wasm", "rest.wasm"];

rmSync(path.join(out, "views"), { recursive: true, force: true });
rmSync(path.join(out, "later"), { recursive: true, force: true });
mkdirSync(path.join(out, "views"), { recursive: true });
if (options.book !== undefined) {
  rmSync(path.join(out, "book"), { recursive: true, force: true });
  cpSync(options.book, path.join(out, "book"), { recursive: true });
  writeFileSync(path.join(out, "book", "reference.json"), JSON.stringify(reference()));
}

/** The examples in the order of their READMEs. */
const EXAMPLES = [...text("../examples/README.md").matchAll(/^\| \[(\w+\.vsm)\]/gm)].map(([, name]) => ({
  name,
  text: text(`../examples/${name}`),
}));

/** The examples in other languages. */
const OTHERS = [...text("../examples/languages/README.md").matchAll(/^\| \[(\w+)(\.\w+)\]/gm)].map(([, stem, extension]) => {
  const input = `../examples/languages/${stem}.in.json`;
  return {
    name: stem + extension,
    text: text(`../examples/languages/${stem}${extension}`),
    input: existsSync(input) ? text(input) : "",
  };
});

/** A file of a folder, for each language. */
const translated = (name) => Object.fromEntries(LANGUAGES.map((language) => [language, text(name(language))]));

/** The problems with their tasks, from easy to hard; the page makes their testcases. */
const PROBLEMS = JSON.parse(text("site/problems/scores.json")).map(({ id, best, bound }) => {
  const part = (file) => text(`site/problems/${id}/${file}`);
  const inLanguages = (name) => translated((language) => `site/problems/${id}/${name}.${language}.md`);
  return { id, start: part("start.vsm"), task: inLanguages("task"), best, bound, argument: inLanguages("bound") };
});
const PROBLEM_IDS = PROBLEMS.map(({ id }) => id);

/** The view that explains each lesson, which the page opens with it, and what it shows, by the lesson's folder. */
const EXPLAINED = new Map(JSON.parse(text("site/lessons.json")).map(({ id, ...explained }) => [id, explained]));

/** The lessons of the book. Its page, which a test writes, has the score of each solution. */
const SCORES = [...text("../docs/lessons.md").matchAll(/^<summary>.*?(\d+)<\/summary>$/gm)].map(([, score]) => Number(score));
const LESSONS = readdirSync("../examples/lessons")
  .sort()
  .map((id, index) => {
    const part = (file) => text(`../examples/lessons/${id}/${file}`);
    const task = translated((language) => `../examples/lessons/${id}/task.${language}.md`);
    return { id, start: part("start.vsm"), testcase: part("testcase.vsm"), task, solution: part("solution.vsm"), score: SCORES[index], ...EXPLAINED.get(id) };
  });
const LESSON_IDS = LESSONS.map(({ id }) => id);

/** What a first visit shows, without the task, which follows. */
const FIRST_LESSON = (({ id, start, testcase }) => ({ id, start, testcase }))(LESSONS[0]);

/** The modules that the build makes: one for the start, and three that are loaded later. */
const OTHER_NAMES = OTHERS.map(({ name }) => name);
const [FIRST_EXAMPLE, ...LATER_EXAMPLES] = EXAMPLES;
const LATER_NAMES = LATER_EXAMPLES.map(({ name }) => name);
const BUNDLED = { bundled: { FIRST_EXAMPLE, LATER_NAMES, OTHER_NAMES, PROBLEM_IDS, LESSON_IDS, FIRST_LESSON }, examples: { LATER_EXAMPLES, OTHERS }, tasks: { LESSONS }, problems: { PROBLEMS } };

function bundled(module) {
  return Object.entries(BUNDLED[module])
    .map(([name, list]) => `export const ${name} = ${JSON.stringify(list)};`)
    .join("\n");
}

/** Comments of examples that have no translation, and translations of no comment. */
function untranslated() {
  const translations = JSON.parse(text("site/examples.ja.json"));
  const marks = { ir: ";", tasm: "//" };
  const found = new Set();
  const starts = [...PROBLEMS, ...LESSONS].map(({ id, start }) => ({ name: `${id}.vsm`, text: start }));
  for (const { name, text: program } of [...EXAMPLES, ...OTHERS, ...starts]) {
    const mark = marks[name.split(".").pop()] ?? "#";
    for (const line of program.split("\n").filter((it) => it.includes(mark))) {
      found.add(line.slice(line.indexOf(mark) + mark.length).replace(/^\s/, ""));
    }
  }
  // Formulas and numbers are the same in every language.
  const isText = (comment) => /[A-Za-z]{3}/.test(comment.replace(/`[^`]*`/g, "")) && !comment.startsWith("mnc2:");
  return [
    ...[...found].filter((it) => isText(it) && translations[it] === undefined),
    ...Object.keys(translations).filter((it) => !found.has(it)),
  ];
}

/** The pages of the book about the instructions of each section of the manual. */
function reference() {
  return text("../docs/sections.md")
    .split("\n## ")
    .flatMap((part) => {
      const section = /<\/a>([\d.]+)$/m.exec(part)?.[1];
      return [...part.matchAll(/^- \[`(.+)`\]\((instructions\/[^)]+)\)/gm)].map(([, name, page]) => ({ section, name, page }));
    });
}

/** The page's own words in a language. */
async function wordsOf(language) {
  const { outputFiles } = await build({ bundle: true, format: "esm", write: false, entryPoints: [`site/words/${language}.ts`] });
  const module = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
  return Object.values(module)[0];
}

const missing = untranslated();
if (missing.length > 0) {
  console.error(`site/examples.ja.json lacks these comments, or has them for no example:\n${missing.join("\n")}`);
  process.exit(1);
}

if (LESSONS.some(({ score }) => score === undefined) || SCORES.length !== LESSONS.length) {
  console.error("docs/lessons.md does not have the score of each lesson's solution");
  process.exit(1);
}

const views = ["findings", "dump", "chip", "memory", "timeline"];
const unexplained = LESSONS.filter(({ view, look }) => !views.includes(view) || LANGUAGES.some((language) => !look[language]));
const unknown = [...EXPLAINED.keys()].filter((id) => !LESSON_IDS.includes(id));
if (unexplained.length + unknown.length > 0) {
  console.error(`site/lessons.json names no view for a lesson, or has no such lesson: ${[...unexplained.map(({ id }) => id), ...unknown].join(", ")}`);
  process.exit(1);
}

const common = {
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  logLevel: "warning",
  legalComments: "none",
  nodePaths: [path.join(here, "node_modules")],
  // The views of VS Code find another copy beside them where the extension is installed; translations are set in one.
  alias: { "@vscode/l10n": path.join(here, "node_modules/@vscode/l10n") },
  plugins: [
    {
      name: "bundled",
      setup: ({ onResolve, onLoad }) => {
        onResolve({ filter: /^(bundled|examples|tasks|problems)$/ }, ({ path }) => ({ path, namespace: "bundled" }));
        onLoad({ filter: /.*/, namespace: "bundled" }, ({ path }) => ({ contents: bundled(path), loader: "js" }));
      },
    },
  ],
};

const bytes = (part) => readFileSync(path.join(options.server ?? out, part)).length;
const PART_BYTES = JSON.stringify(Object.fromEntries(PARTS.filter((part) => existsSync(path.join(options.server ?? out, part))).map((part) => [part, bytes(part)])));
const HAS_BOOK = JSON.stringify(existsSync(path.join(out, "book", "index.html")));
await build({ ...common, entryPoints: ["site/early.ts"], outdir: out, define: { PART_BYTES } });
// What is needed later is in files of its own, and what these share with the page in another one.
const { metafile } = await build({
  ...common,
  format: "esm",
  splitting: true,
  chunkNames: "later/[name]-[hash]",
  entryPoints: ["site/main.ts"],
  outdir: out,
  define: { HAS_BOOK, PART_BYTES },
  metafile: true,
});
const main = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === "site/main.ts")?.[1];
const shared = main.imports.filter(({ kind }) => kind === "import-statement").map((it) => path.relative(out, path.resolve(it.path)).replaceAll(path.sep, "/"));
if (existsSync("worker.ts")) {
  await build({ ...common, entryPoints: ["worker.ts"], outdir: out });
}

// The views are those of VS Code.
const { VIEWS, page: viewPage } = await (async () => {
  const { outputFiles } = await build({
    ...common,
    platform: "node",
    format: "esm",
    minify: false,
    entryPoints: ["site/views/pages.ts"],
    write: false,
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire('/');" },
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
})();
await build({ ...common, entryPoints: VIEWS.map((view) => `site/views/${view}.ts`), outdir: path.join(out, "views") });
for (const language of LANGUAGES) {
  const words = language === "en" ? {} : JSON.parse(text(`../editors/vscode/l10n/bundle.l10n.${language}.json`));
  for (const view of VIEWS) {
    writeFileSync(path.join(out, "views", `${view}.${language}.html`), viewPage(view, language, words));
  }
}
writeFileSync(path.join(out, "views", "views.css"), text("site/colours.css") + text("site/views/views.css") + text("../editors/vscode/media/view.css"));

writeFileSync(path.join(out, "site.css"), text("site/colours.css") + text("site/site.css"));
copyFileSync("site/icon.svg", path.join(out, "icon.svg"));
if (options.server !== undefined) {
  PARTS.forEach((part) => copyFileSync(path.join(options.server, part), path.join(out, part)));
}

// Styles of CodeMirror are allowed by a number that the page names; scripts are allowed by their files alone.
const nonce = createHash("sha256").update(readFileSync(path.join(out, "main.js"))).digest("base64url").slice(0, 22);
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  `style-src 'self' 'nonce-${nonce}'`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types default",
].join("; ");
const preload = shared.map((file) => `<link rel="modulepreload" href="${file}">\n`).join("");
// The words of the page are there before its script: both languages, of which the style shows one.
const words = Object.fromEntries(await Promise.all(LANGUAGES.map(async (language) => [language, await wordsOf(language)])));
const said = (_, word) => LANGUAGES.map((language) => `<span lang="${language}">${words[language][word]}</span>`).join("");
const html = text("site/index.html").replace(/%SAY (\w+)%/g, said).replace("%POLICY%", policy).replace("%NONCE%", nonce).replace("%PRELOAD%\n", preload);
writeFileSync(path.join(out, "index.html"), html);

// The service worker knows all files, and is another one if one of them is. The pages of the book are kept once they are
// needed.
const isFirst = (file) => !file.startsWith("book/");
const files = readdirSync(out, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== "offline.js")
  .map((entry) => path.relative(out, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll(path.sep, "/"))
  .sort();
const hash = createHash("sha256");
files.forEach((file) => hash.update(file).update(readFileSync(path.join(out, file))));
await build({
  ...common,
  entryPoints: { offline: "site/offlineWorker.ts" },
  outdir: out,
  define: {
    FILES: JSON.stringify(["./", ...files.filter((file) => file !== "index.html" && isFirst(file))]),
    BOOK_FILES: JSON.stringify(files.filter((file) => /^book\/((css|fonts|theme)\/)?(?!searchindex)[^/]+\.(css|js|woff2|svg|png)$/.test(file))),
    VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)),
  },
});

// Sizes as they are sent: gzipped.
const size = (list) =>
  list.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(out, file)), { level: 9 }).length, 0) / 1000;
const PAGE = ["index.html", "site.css", "early.js", "main.js", ...shared, "worker.js"];
const there = (list) => list.filter((file) => existsSync(path.join(out, file)));
const sizes = {
  page: size(PAGE),
  start: size(there([...PAGE, "first.wasm"])),
  all: size([...files.filter(isFirst), "offline.js"]),
};
const budget = JSON.parse(text("budget.json"));
let isOver = false;
for (const [part, kilobytes] of Object.entries(sizes)) {
  const over = kilobytes > budget[part];
  isOver ||= over;
  console.log(`${over ? "not ok" : "ok"} - ${part}: ${kilobytes.toFixed(1)} kB gzipped, at most ${budget[part]}`);
}
process.exit(isOver ? 1 : 0);
