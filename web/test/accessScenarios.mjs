// The playground for people who see little, or whose screen is small.

import assert from "node:assert/strict";

import { content, counts, eventually, findings, says, view, violations, visit, write } from "./browser.mjs";
import { fragment } from "./programs.mjs";

const THEMES = [
  { colorScheme: "light", locale: "en-US" },
  { colorScheme: "dark", locale: "ja-JP" },
  { colorScheme: "dark", locale: "en-US" },
  { colorScheme: "light", locale: "ja-JP" },
];

export const ACCESS = {
  "a zoomed page has room for the program and for what is said about it": async ({ browser, address }) => {
    for (const viewport of [{ width: 640, height: 400 }, { width: 320, height: 200 }, { width: 1280, height: 400 }]) {
      await visit(browser, address, { viewport }, async (page) => {
        await says(counts(page), "Nothing");
        await page.locator("#run").click();
        await says(view(page, "dump").locator("#content"), "40.5");
        const sizes = await page.evaluate(() => ({
          editor: document.querySelector(".cm-scroller").getBoundingClientRect().height,
          results: document.getElementById("panels").getBoundingClientRect().height,
          wide: document.documentElement.scrollWidth - innerWidth,
        }));
        assert.ok(sizes.editor >= 150 && sizes.results >= 150 && sizes.wide <= 0, JSON.stringify({ viewport, sizes }));
        await page.locator("#panels").scrollIntoViewIfNeeded();
        await page.locator("#share").scrollIntoViewIfNeeded();
      });
    }
  },

  "the head of the steps is legible in Japanese on a phone": async ({ browser, address }) => {
    await visit(browser, address, { viewport: { width: 390, height: 844 }, locale: "ja-JP" }, async (page) => {
      await says(counts(page), "指摘はありません");
      await page.locator("#tab-timeline").click();
      const head = view(page, "timeline").locator("#table thead tr, #table tr").first();
      await head.waitFor();
      const { height } = await head.boundingBox();
      assert.ok(height < 44, `a head of ${height} pixels`);
    });
  },

  "axe finds no violation in dialogs, notices, settings, the debugger and the book": async ({ browser, address }) => {
    const told = [];
    for (const options of THEMES) {
      await visit(browser, address, options, async (page) => {
        const check = async (where) => told.push(...(await violations(page)).map((one) => `${JSON.stringify(options)} ${where}: ${one}`));
        await page.locator(".sem-function").first().waitFor();
        await page.locator("#program").selectOption("new");
        await write(page, "nop # one\nlpasa $lm1 $ln0v\n");
        await findings(page).first().waitFor();
        await page.locator(".lenses").waitFor();
        await page.locator("#keys").click();
        await page.locator("#keys-list[open] kbd").first().waitFor();
        await check("keys");
        await page.keyboard.press("Escape");
        await page.locator("#share").click();
        await page.locator("#sharing[open]").getByRole("button", { name: /Markdown/ }).click();
        await page.locator("#shared-text").waitFor();
        await check("sharing");
        await page.keyboard.press("Escape");
        await page.locator("#tab-settings").click();
        await page.locator("#prefers-steps").selectOption("everyLine");
        await page.locator(".inlay").first().waitFor();
        await page.locator('.settings [data-setting="E0201"]').selectOption("warning");
        await check("settings");
        await page.locator("#tab-findings").click();
        await page.locator("#manage").click();
        await page.locator("dialog[open] li").first().waitFor();
        await page.locator("dialog summary").first().click();
        await check("programs");
        await page.locator("dialog button", { hasText: /Delete|削除/ }).first().click();
        await page.locator("#notice .fixes button").waitFor();
        await check("deleted");
        await page.locator("#notice .close").click();
        await page.locator("#debug").click();
        await page.locator("#panel-debugger .tree summary").first().waitFor();
        const word = page.locator("#panel-debugger .tree details details summary").first();
        await word.click();
        await check("debugger");
        await page.locator("#tab-book").click();
        await page.frameLocator("#panel-book iframe").locator("main h1").first().waitFor();
        await check("book");
        await page.evaluate((hash) => (location.hash = hash), fragment({ name: "a.vsm", text: "nop # of a link\n", author: "Ada" }));
        await page.locator("#shared button").waitFor();
        await check("a link");
      });
    }
    assert.equal(told.length, 0, told.map((one) => one.slice(0, 600)).join("\n"));
  },
};
