// Looks at the built book in Chromium: every page without an error, every link to a page and an anchor that are there,
// programs coloured, nothing wider than the window. Pictures of some pages go to a folder where one is given.
//
// Usage: node book.mjs PLAYWRIGHT_MODULE BOOK [PICTURES]
import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [playwright, book, pictures] = process.argv.slice(2);
const { chromium } = createRequire(import.meta.url)(playwright);
const pictured = ["index", "the-machine", "golfing", "instructions/alu", "diagnostics/E1009", "getting-started.ja", "hunting-a-hazard", "getting-started"];

const pages = readdirSync(book, { recursive: true })
  // A README is an index in the book; links to README.html lead there.
  .filter((name) => name.endsWith(".html") && !/^(404|print|toc)\.html$|README\.html$/.test(name))
  .sort();
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--allow-file-access-from-files"],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
const problems = [];
let here = "";
page.on("pageerror", (error) => problems.push(`${here}: ${error.message}`));
page.on("console", (message) => {
  if (message.type() === "error") problems.push(`${here}: ${message.text()}`);
});

const anchors = new Map();
const links = [];
for (const name of pages) {
  here = name;
  const url = pathToFileURL(path.join(book, name)).href;
  await page.goto(url);
  const seen = await page.evaluate(() => ({
    ids: [...document.querySelectorAll("[id]")].map((element) => element.id),
    links: [...document.querySelectorAll("main a[href]")].map((link) => link.href),
    images: [...document.querySelectorAll("main img")].filter((image) => !image.naturalWidth).map((image) => image.src),
    plain: [...document.querySelectorAll("main code.language-vsm")].filter(
      (block) => /^[ \t]*[a-z]/m.test(block.textContent) && !block.querySelector(".hljs-keyword"),
    ).length,
    wide: document.documentElement.scrollWidth > window.innerWidth,
  }));
  anchors.set(url, new Set(seen.ids));
  for (const link of seen.links) links.push([name, link]);
  for (const image of seen.images) problems.push(`${name}: ${image} is no picture`);
  if (seen.plain) problems.push(`${name}: ${seen.plain} programs without colours`);
  if (seen.wide) problems.push(`${name}: wider than the window`);
}
let followed = 0;
for (const [name, link] of links) {
  if (!link.startsWith("file:")) continue;
  followed += 1;
  const [named, anchor] = link.split("#");
  const file = existsSync(fileURLToPath(named)) ? named.replace(/README\.html$/, "index.html") : named;
  const known = anchors.get(file);
  if (!known && !file.endsWith(".html") && existsSync(fileURLToPath(file))) continue;
  if (!known) problems.push(`${name}: ${link} is no page`);
  else if (anchor && !known.has(decodeURIComponent(anchor))) problems.push(`${name}: ${link} has no such anchor`);
}

if (pictures) {
  for (const theme of ["light", "navy"]) {
    await page.addInitScript((theme) => localStorage.setItem("mdbook-theme", theme), theme);
    for (const name of pictured.filter((name) => pages.includes(`${name}.html`))) {
      await page.goto(pathToFileURL(path.join(book, `${name}.html`)).href);
      await page.waitForLoadState("networkidle");
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      const clip = { x: 0, y: 0, width: 1280, height: Math.min(height, 2400) };
      await page.screenshot({ path: path.join(pictures, `${name.replaceAll("/", "-")}-${theme}.png`), fullPage: true, clip });
    }
  }
}
await browser.close();
for (const problem of problems) console.error(`not ok - ${problem}`);
console.log(`${pages.length} pages, ${followed} links`);
process.exit(problems.length ? 1 : 0);
