// Programs that are shared: links that keep their address until they are edited, their authors, Markdown, and frames.

import assert from "node:assert/strict";

import { content, counts, eventually, says, status, text, type, violations, visit, write } from "./browser.mjs";
import { fragment } from "./programs.mjs";

const menu = (page) => page.locator("#program");
const bar = (page) => page.locator("#shared");
const dialog = (page) => page.locator("#sharing[open]");
const hash = (page) => new URL(page.url()).hash;
const names = (page) => page.locator('#program optgroup[label="My programs"] option').allTextContents();

const PROGRAM = { name: "a.vsm", text: "nop # of a link\n", author: "Ada 太郎" };

export const SHARING = {
  "a link keeps its address, names its author, and is a copy once it is edited": async ({ browser, address }) => {
    const link = fragment(PROGRAM);
    await visit(browser, address + link, {}, async (page) => {
      await says(bar(page), "its author is called “Ada 太郎”");
      await says(content(page), "# of a link");
      await page.locator("#run").click();
      await says(status(page), "1 step");
      assert.equal(hash(page), link, "a run leaves the address");
      assert.deepEqual(await names(page), []);
      assert.deepEqual(await violations(page), []);
      await page.reload();
      await says(bar(page), "Ada");
      await content(page).click();
      await page.keyboard.press("Control+End");
      await type(page, "nop # mine\n");
      await eventually("no bar", () => bar(page).isHidden());
      await eventually("another address", () => hash(page) === "");
      assert.deepEqual(await names(page), ["a.vsm"]);
      // The way back leads to the link, and what was edited stays.
      await page.goBack();
      await says(bar(page), "Ada");
      assert.equal(await text(page), PROGRAM.text);
      assert.equal(hash(page), link);
      await bar(page).getByRole("button", { name: "Edit a copy" }).click();
      await says(status(page), "a-2.vsm is your own copy");
      assert.ok(await bar(page).isHidden());
      await eventually("both", async () => (await names(page)).sort().join() === "a-2.vsm,a.vsm");
      await menu(page).selectOption({ label: "a.vsm" });
      await says(content(page), "# mine");
      // A copy that is shared is no longer the text of its first author.
      await page.locator("#share").click();
      const own = await page.locator("#link").inputValue();
      assert.ok(await page.locator("#author").isVisible());
      await page.keyboard.press("Escape");
      assert.equal(hash(page), new URL(own).hash, "the address is the link until the program is edited");
      await page.reload();
      await says(content(page), "# mine");
      assert.ok(await bar(page).isHidden(), "one's own program is no copy of itself");
      await content(page).click();
      await page.keyboard.press("Control+End");
      await type(page, "nop\n");
      await eventually("another address", () => hash(page) === "");
      assert.equal((await names(page)).length, 2);
    });
  },

  "names that could deceive are refused, and a name is text": async ({ browser, address }) => {
    for (const author of ["", "   ", "x".repeat(61), "a\u202eb", "a\nb", 7]) {
      await visit(browser, address + fragment({ ...PROGRAM, author }), {}, async (page) => {
        await says(page.locator("#notice[role=alert]"), "broken");
      });
    }
    await visit(browser, address + fragment({ ...PROGRAM, author: "<b onclick=x>b</b>" }), { locale: "ja-JP" }, async (page) => {
      await says(bar(page), "「<b onclick=x>b</b>」");
      assert.equal(await bar(page).locator("b").count(), 0);
      await page.locator("#language").selectOption("en");
      await says(bar(page), "This program comes from a link");
    });
  },

  "a program is shared with a name, as Markdown, and as a frame that runs it": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await menu(page).selectOption("new");
      await write(page, 'imm i"7" $lr0v # ```` of a fence\nnop\nd get $lr0n0c0b0m0p0 1\n');
      await says(counts(page), "Nothing");
      await page.locator("#share").click();
      await dialog(page).waitFor();
      const link = page.locator("#link");
      const without = await link.inputValue();
      await page.locator("#author").fill("a\u200bb");
      await says(dialog(page).getByRole("status"), "A name has letters");
      assert.equal(await link.inputValue(), without);
      await page.locator("#author").fill("Grace");
      await eventually("the name", async () => (await link.inputValue()) !== without);
      await dialog(page).getByRole("button", { name: "Copy as Markdown" }).click();
      const copied = page.locator("#shared-text");
      const markdown = await copied.inputValue();
      assert.ok(markdown.startsWith(`[new.vsm](${await link.inputValue()})\n\n\`\`\`\`\`vsm\n`), markdown);
      assert.ok(markdown.endsWith("1\n`````\n"), markdown);
      await page.locator("#frame-size").selectOption("large");
      await page.locator("#frame-theme").selectOption("dark");
      await dialog(page).getByRole("button", { name: "Copy as a frame" }).click();
      await eventually("the frame", async () => (await copied.inputValue()).startsWith("<iframe"));
      const html = await copied.inputValue();
      assert.deepEqual(await violations(page), []);
      const named = await link.inputValue();
      // In a page of another site.
      const other = await page.context().newPage();
      await other.setContent(`<!DOCTYPE html><title>Other</title>${html}`);
      const frame = other.frameLocator("iframe");
      await says(frame.frameLocator("#panel-dump iframe").locator("#content"), "7");
      assert.equal(await other.locator("iframe").getAttribute("height"), "640");
      assert.equal(await frame.locator("html").getAttribute("data-theme"), "dark");
      assert.ok(await frame.locator("#shared").isHidden());
      await other.close();
      // The name is kept for the next link, and the link has it.
      await page.keyboard.press("Escape");
      await menu(page).selectOption("example first.vsm");
      await page.locator("#share").click();
      await eventually("the name again", async () => (await page.locator("#author").inputValue()) === "Grace");
      // An example that was shared is no program of a link.
      await page.keyboard.press("Escape");
      assert.notEqual(hash(page), "");
      await page.reload();
      await says(counts(page), "Nothing");
      assert.ok(await bar(page).isHidden());
      assert.equal(await menu(page).inputValue(), "example first.vsm");
      const reader = await browser.newContext();
      const opened = await reader.newPage();
      await opened.goto(named);
      await says(opened.locator("#shared"), "“Grace”");
      await reader.close();
    });
  },
};
