// What people do with the book: its programs where they are, and its pages beside the playground.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { inflateRawSync } from "node:zlib";

import { counts, eventually, findings, pointUntil, says, status, text, view, violations, visit, write } from "./browser.mjs";
import { connect } from "./module.mjs";
import { LANGUAGES } from "./programs.mjs";
import { serve } from "./serve.mjs";

const NOTHING = "Nothing to report.";

/** The program in a link. */
function held(link) {
  const [, packed] = /#1\.([\w-]+)$/.exec(link) ?? assert.fail(`${link} holds no program`);
  return JSON.parse(inflateRawSync(Buffer.from(packed, "base64url")).toString());
}

/** The button and the playground of the first program of a page of the book. */
const button = (page) => page.locator(".try button").first();
const playground = (page) => page.frameLocator("main iframe >> nth=0");
const book = (page) => page.frameLocator("#panel-book iframe");

/** All programs of a page of the book, with the links by which they are opened. */
function programsOf(page) {
  return page.evaluate(async () => {
    const programs = [];
    for (const button of document.querySelectorAll(".try button")) {
      // Where the page asks for the frame, it is there.
      if (button.getAttribute("aria-expanded") === "false") button.click();
      const frame = button.parentElement.previousElementSibling;
      const code = frame.previousElementSibling.querySelector("code");
      while (!frame.dataset.link) await new Promise((resolve) => setTimeout(resolve));
      let before = frame;
      while (before && before.tagName !== "H3") before = before.previousElementSibling;
      programs.push({ link: frame.dataset.link, source: code.textContent, isNamed: /\.vsm/.test(code.className), heading: before?.textContent ?? "" });
      button.click();
    }
    return programs;
  });
}


/** Asks the server which codes it reports about a program; there is one for each choice of settings. */
function judge(module) {
  const servers = new Map();
  const folder = "file:///playground";
  const start = async (config) => {
    const server = await connect(module, config === "" ? {} : { "mnc2.toml": config });
    server.request("initialize", { processId: null, rootUri: folder, capabilities: { textDocument: { publishDiagnostics: {} } } });
    server.notify("initialized", {});
    return server;
  };
  return async ({ name, text, config = "" }) => {
    if (!servers.has(config)) servers.set(config, await start(config));
    const server = servers.get(config);
    const uri = `${folder}/${name}`;
    const languageId = LANGUAGES.find(({ extension }) => name.endsWith(`.${extension}`))?.id;
    server.notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
    const pushed = server.notifications.filter(({ method, params }) => method === "textDocument/publishDiagnostics" && params.uri === uri);
    server.notify("textDocument/didClose", { textDocument: { uri } });
    server.notifications.length = 0;
    return pushed.at(-1).params.diagnostics.map(({ severity, code }) => `${["", "error", "warning", "info", "hint"][severity]}[${code}]`).sort();
  };
}

/** The codes that the source of a program in MN-Core 2 says are reported. */
function expected(source) {
  return [...source.matchAll(/#~[ ^]*((?:error|warning|info|hint)\[\w+\])/g)].map(([, code]) => code).sort();
}

export const BOOK = {
  "a program of the book is edited and run where it is": async ({ browser, address }) => {
    await visit(browser, `${address}book/diagnostics/E0305.html`, {}, async (page) => {
      assert.equal(await page.locator("iframe").count(), 0, "nothing is loaded before it is asked for");
      await says(button(page), "Try it");
      await button(page).click();
      await says(playground(page).locator("#counts"), "error 2");
      await says(playground(page).locator("#panel-findings li").first(), "E0305");
      // What tests read is not in it, and what is wrong does not run.
      await says(playground(page).locator(".cm-content"), /^lpassa \$lm1 \$ln0l1bmm \$lb2 \$lr0v$/);
      await says(playground(page).locator("#status"), "Ready");
      await playground(page).locator(".fix", { hasText: "$lm2" }).click();
      await says(playground(page).locator("#counts"), "error 1");
      const link = playground(page).locator("#open");
      await eventually("the link", async () => held(await link.getAttribute("href")).text.includes("$lm2"));
      // It is there again after it was closed.
      await button(page).click();
      assert.equal(await page.locator("iframe").count(), 0);
      assert.ok(await page.locator("main pre").first().isVisible());
      await button(page).click();
      await says(playground(page).locator(".cm-content"), "$lm2");
      // What is right runs at once.
      const second = page.locator(".try button").nth(1);
      await second.click();
      await says(page.frameLocator("main iframe >> nth=1").locator("#status"), "2 steps");
      // Its page about a finding is this book's.
      const finding = await playground(page).locator("#panel-findings .code").first().getAttribute("href");
      assert.equal(finding, "book/diagnostics/E0305.html");
      const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
      await says(opened.locator(".cm-content"), "$lm2");
      await says(counts(opened), "error 1");
      assert.equal(await opened.locator("#open").isVisible(), false);
      // Nothing of it was kept for the playground itself.
      assert.equal(await opened.locator('#program optgroup[label="My programs"] option').count(), 0);
    });
  },

  "programs of the book in Japanese, in the dark, on a phone, by keys": async ({ browser, address }) => {
    const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    await visit(browser, `${address}book/golfing.ja.html`, options, async (page) => {
      await says(button(page), "試す");
      await page.evaluate(() => document.getElementById("mdbook-theme-navy").click());
      await button(page).focus();
      await page.keyboard.press("Enter");
      await says(playground(page).locator("#run"), "実行");
      await says(playground(page).locator("#status"), "ステップ");
      const ground = () => playground(page).locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
      assert.equal(await ground(), "rgb(20, 25, 31)");
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
      // The next stop is the playground.
      await page.keyboard.press("Shift+Tab");
      assert.equal(await page.evaluate(() => document.activeElement?.tagName), "IFRAME");
      // It follows the theme of the book.
      await page.evaluate(() => document.getElementById("mdbook-theme-light").click());
      await eventually("the light", async () => (await ground()) === "rgb(255, 255, 255)");
      assert.deepEqual(await violations({ frames: () => page.frames().slice(1), mainFrame: () => undefined }), []);
    });
  },

  "a page of the book has the frame where its text asks for it, and loads it when it is scrolled to": async ({ browser, folder }) => {
    const asked = [];
    const site = await serve(folder, 0, async ({ url }, response) => {
      asked.push(url);
      // Browsers load a frame when it is near what is seen, so it is moved away.
      const isMoved = /getting-started[.\w]*html$/.test(url);
      if (isMoved) {
        const html = await readFile(`${folder}${url}`, "utf8");
        response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
        response.end(html.replace("</head>", "<style>main h1 { margin-bottom: 6000px }</style></head>"));
      }
      return isMoved;
    });
    const isLoaded = () => asked.some((url) => url.startsWith("/?embed"));
    const frame = (page) => page.locator("main iframe").first();
    const narrow = { viewport: { width: 390, height: 300 } };
    try {
      for (const [name, close, run] of [
        ["getting-started", "Close", "Run"],
        ["getting-started.ja", "閉じる", "実行"],
      ]) {
        asked.length = 0;
        await visit(browser, `${site.address}book/${name}.html`, narrow, async (page) => {
          const opened = page.locator(".try button[aria-expanded=true]");
          await says(opened, close);
          assert.equal(await page.locator("main iframe").count(), 1);
          assert.ok(await page.locator("main pre:has(code.four\\.vsm)").isHidden(), "the frame is in the place of the program");
          // The frame is as the page about the playground says.
          const attributes = await frame(page).evaluate((it) => ({ loading: it.loading, height: Number(it.height), width: it.clientWidth }));
          assert.ok(attributes.loading === "lazy" && attributes.height >= 340 && attributes.width > 300, JSON.stringify(attributes));
          await page.waitForTimeout(1000);
          assert.ok(!isLoaded(), "it is far from what is seen");
          // A theme that is chosen before that is its theme.
          await page.evaluate(() => document.getElementById("mdbook-theme-navy").click());
          await frame(page).scrollIntoViewIfNeeded();
          await says(playground(page).locator("#run"), run);
          assert.equal(await playground(page).locator("html").getAttribute("data-theme"), "dark");
          await says(playground(page).locator("#counts"), /1/);
          const top = () => frame(page).evaluate((it) => Math.round(it.getBoundingClientRect().top));
          const before = await top();
          await page.waitForTimeout(500);
          assert.equal(await top(), before, "what is loaded does not move the page");
          await opened.click();
          assert.equal(await page.locator("main iframe").count(), 0);
          assert.ok(await page.locator("main pre:has(code.four\\.vsm)").isVisible());
        });
      }
      // A lesson has its testcase.
      await visit(browser, `${site.address}book/lessons.html`, {}, async (page) => {
        await frame(page).scrollIntoViewIfNeeded();
        await playground(page).locator("#judge").click();
        await says(playground(page).locator(".verdict"), "mismatch");
      });
    } finally {
      await site.close();
    }
  },

  "every program of the book has the findings that its page says": async ({ browser, address }) => {
    const part = async (name) => WebAssembly.compile(await (await fetch(`${address}${name}.wasm`)).arrayBuffer());
    const [module, rest] = await Promise.all(["first", "rest"].map(part));
    const reported = judge({ module, rest: () => rest });
    const contents = await (await fetch(`${address}book/toc.html`)).text();
    const pages = new Set([...contents.matchAll(/href="([\w./-]+\.html)"/g)].map(([, page]) => page));
    const wrong = [];
    const count = { pages: 0, programs: 0, compared: 0 };
    await visit(browser, `${address}book/index.html`, {}, async (page) => {
      // The links are what counts here: nothing is loaded.
      await page.addInitScript(() => {
        Object.defineProperty(HTMLIFrameElement.prototype, "src", {
          set(link) {
            this.dataset.link = link;
          },
        });
      });
      for (const name of pages) {
        await page.goto(`${address}book/${name}`, { waitUntil: "domcontentloaded" });
        const programs = await programsOf(page);
        count.pages += 1;
        count.programs += programs.length;
        for (const { link, source, isNamed, heading } of programs) {
          const program = held(link);
          const found = await reported(program);
          const isOfOther = !program.name.endsWith(".vsm");
          if (!isOfOther && !isNamed) {
            count.compared += 1;
            if (found.join() !== expected(source).join()) wrong.push(`${name}: ${found} in\n${source}`);
          } else if (isOfOther && /^(NP|RV|TC|TE)\d{4}$/.test(heading)) {
            count.compared += 1;
            if (!found.some((code) => code.includes(heading))) wrong.push(`${name}: no ${heading} but ${found} in\n${source}`);
          }
        }
      }
    });
    console.log(`# ${count.programs} programs on ${count.pages} pages, the findings of ${count.compared} compared`);
    assert.ok(count.pages > 150 && count.compared > 500, JSON.stringify(count));
    assert.deepEqual(wrong, []);
  },

  "a program of the book runs with what its page gives it": async ({ browser, address }) => {
    await visit(browser, `${address}book/languages/tinytc.html`, {}, async (page) => {
      const run = page.locator("main pre:has(code.run) + .try button");
      await run.click();
      await playground(page).locator("#run").click();
      await says(playground(page).locator("#panel-output"), "12 14 16 18");
    });
  },

  "a program of the book is judged by the testcase of its page": async ({ browser, address }) => {
    await visit(browser, `${address}book/golfing.html`, {}, async (page) => {
      const bar = page.locator("main pre:has(code.strides\\.vsm) + .try button");
      await bar.click();
      await page.frameLocator("main iframe >> nth=1").locator("#judge").click();
      await says(page.frameLocator("main iframe >> nth=1").locator(".verdict"), "ACCEPTED!! score=7");
      const [opened] = await Promise.all([page.context().waitForEvent("page"), page.frameLocator("main iframe >> nth=1").locator("#open").click()]);
      await opened.locator("#judge").click();
      await says(opened.locator(".verdict"), "ACCEPTED!! score=7");
    });
  },

  "findings and explanations lead to the book next to the program": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await page.locator("#program").selectOption("new");
      await write(page, "lpassa $lm1 $ln0\n");
      await findings(page).first().locator(".code").click();
      await says(book(page).locator("h1").last(), "E0305: misaligned address");
      assert.equal(await page.locator("#tab-book").getAttribute("aria-selected"), "true");
      // From an explanation.
      const link = page.locator(".hover .reference");
      await pointUntil(page, page.locator(".sem-function", { hasText: "lpassa" }), link);
      await link.click();
      await says(book(page).locator("h1").last(), "ALU");
      await eventually("the place", () => page.frame("mnc2-book").evaluate(() => location.hash === "#passa-copy"));
      await page.mouse.move(900, 700);
      // From the cursor, by a key.
      await write(page, "hmfma $lx $lr0v $lm0v $lln0v\n");
      await says(counts(page), /./);
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("F1");
      await says(book(page).locator("h1").last(), "MAU");
    });
  },

  "a page of the book next to the program sends its programs to the editor": async ({ browser, address }) => {
    await visit(browser, address, { locale: "ja-JP" }, async (page) => {
      await page.locator("#theme").selectOption("dark");
      await page.locator("#tab-book").click();
      await says(book(page).locator("h1").last(), "はじめに");
      const ground = () => book(page).locator("html").evaluate((html) => getComputedStyle(html).backgroundColor);
      assert.equal(await ground(), "rgb(22, 25, 35)");
      await page.locator("#theme").selectOption("light");
      await eventually("the light", async () => (await ground()) === "rgb(255, 255, 255)");
      const outside = await book(page).locator("a[href^='https://github.com']").first().getAttribute("target");
      assert.equal(outside, "_blank");
      await page.locator("#language").selectOption("en");
      await says(book(page).locator("h1").last(), "The book of mnc2");
      await book(page).locator("main a", { hasText: "The machine in ten minutes" }).first().click();
      await says(book(page).locator(".try button").first(), "Open in the editor");
      await book(page).locator(".try button").first().click();
      await says(status(page), "the-machine.vsm was opened");
      assert.ok(!(await text(page)).includes("#~"));
      assert.equal(await page.locator("#tab-book").getAttribute("aria-selected"), "true", "the reader stays on the page");
      await page.locator("#run").click();
      await says(view(page, "dump").locator("#summary"), "the-machine.vsm");
      // Settings that the program needs come with it, and are said.
      await page.goto("about:blank");
      await page.goto(address);
      await says(counts(page), /./);
      await page.locator("#tab-book").click();
      await says(book(page).locator("h1").last(), /./);
      const shown = await (await page.locator("#panel-book iframe").elementHandle()).contentFrame();
      await shown.goto(`${address}book/diagnostics/W0106.html`);
      await book(page).locator(".try button").first().click();
      await says(page.locator("#notice"), 'W0106 = "hint"');
      await says(counts(page), "hint 1");
      // And go with it.
      await page.locator("#program").selectOption("example first.vsm");
      await says(counts(page), NOTHING);
    });
  },
};

/** What needs the site as it is published, with its own worker. */
export const BOOK_PUBLISHED = {
  "pages of the book that were read are there without a network, and nothing else of it is": async ({ browser, address, stop }) => {
    await visit(browser, address, { offline: true }, async (page, context) => {
      await says(counts(page), NOTHING);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.reload();
      const kept = () =>
        page.evaluate(async () => {
          const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
          return requests.flat().filter(({ url }) => new URL(url).pathname.startsWith("/book/")).length;
        });
      assert.equal(await kept(), 0, "a first visit keeps nothing of the book");
      await page.locator("#tab-book").click();
      await book(page).locator("main a", { hasText: "The machine in ten minutes" }).first().click();
      await says(book(page).locator("h1").last(), "The machine in ten minutes");
      const icon = await book(page).locator("link[rel~=icon]").first().evaluate((link) => link.href);
      // What all pages share is kept at once, after the page.
      for (const file of ["book/the-machine.html", icon]) {
        await eventually(`${file} is kept`, () => page.evaluate(async (file) => (await caches.match(file)) !== undefined, file));
      }
      await stop();
      await context.setOffline(true);
      await page.goto(`${address}book/the-machine.html`);
      await says(page.locator("h1").last(), "The machine in ten minutes");
      await says(playground(page).locator("#status"), /step/);
    });
  },
};
