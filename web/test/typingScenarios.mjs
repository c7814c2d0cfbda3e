// What people type in the playground, key by key: right lines and wrong ones, quickly and slowly.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { content, counts, eventually, insert, says, text, type, visit } from "./browser.mjs";

const root = new URL("../../", import.meta.url);

/** Lines of code that every editor is typed (`editors/test/typed.vsm`). */
async function typed() {
  const lines = (await readFile(new URL("editors/test/typed.vsm", root), "utf8")).split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

async function fresh(page) {
  await page.locator("#program").selectOption("new");
  await content(page).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
}

const list = (page) => page.locator(".cm-tooltip-autocomplete");

export const TYPING = {
  "every line that is typed stays, right or wrong, whatever the list offers": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), "Nothing");
      for (const [delay, wait] of [[15, 0], [60, 250]]) {
        await fresh(page);
        const lines = await typed();
        for (const line of lines) {
          await page.keyboard.type(line, { delay });
          // A person looks before a new line.
          await page.waitForTimeout(wait);
          await page.keyboard.press("Enter");
        }
        const expected = `${lines.join("\n")}\n`;
        await eventually("the typed text", async () => (await text(page)) === expected).catch(async () => assert.equal(await text(page), expected));
      }
    });
  },

  "after a whole operand of a wrong line nothing is offered": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await fresh(page);
      await type(page, "lpassa $lm1 $ln0v");
      await says(counts(page), "error");
      await page.waitForTimeout(600);
      assert.equal(await list(page).count(), 0);
    });
  },

  "Enter is a new line while a list is open, Tab takes what is chosen, and leaves the editor where no list is": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await fresh(page);
      await type(page, "lpas");
      await list(page).locator("li", { hasText: "lpassa" }).waitFor();
      await page.waitForTimeout(200);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      assert.equal(await text(page), "lpas\n");
      await type(page, "lpas");
      await list(page).locator("li", { hasText: "lpassa" }).waitFor();
      // At once: a list that has just opened is not left either.
      await page.keyboard.press("Tab");
      await eventually("the word", async () => {
        if (/lpassa/.test(await text(page))) return true;
        await page.keyboard.press("Tab");
        return false;
      });
      assert.ok(await content(page).evaluate((editor) => editor.contains(document.activeElement)));
      assert.match(await text(page), /^lpas\nlpassa ?$/);
      await page.keyboard.press("Escape");
      await page.waitForTimeout(400);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Tab");
      assert.ok(!(await content(page).evaluate((editor) => editor.contains(document.activeElement))));
    });
  },

  "typing over a selection keeps to the policy of the page": async ({ browser, address }) => {
    // A violation of the policy is a complaint, which fails.
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), "Nothing");
      await page.locator(".sem-function").first().waitFor();
      await content(page).click();
      await page.keyboard.press("Control+a");
      await type(page, "nop");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Control+a");
      await insert(page, "nop\nnop\n");
      await eventually("the text", async () => (await text(page)) === "nop\nnop\n");
      await page.keyboard.press("Control+z");
      await page.keyboard.press("Control+z");
      await page.keyboard.press("Control+f");
      const box = page.locator(".cm-search input[type=checkbox]").first();
      await box.waitFor();
      const { width, height } = await box.boundingBox();
      assert.ok(width < 20 && height < 20, `a box of ${width} x ${height}`);
      await page.keyboard.type("nop");
      await page.keyboard.press("Escape");
      assert.equal(await page.locator(".cm-search").count(), 0);
    });
  },
};
