// Pictures of the site in both themes, both languages and on a small screen, to be looked at.

import { mkdir } from "node:fs/promises";
import * as path from "node:path";

import { chooseOther, content, counts, findings, says, status, view, visit, write } from "./browser.mjs";

const SMALL = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A problem that is solved twice, both solutions compared, and the settings. */
async function solved(page, take, look) {
  await page.locator("#program").selectOption("problem larger");
  for (const solution of ["lmax $lm0v $ln0v $lr0v\nlpassa $lm0v $ls0v\n", "lmax $lm0v $ln0v $lr0v\n"]) {
    await write(page, solution);
    await page.locator("#judge").click();
    await page.locator(".verdict.accepted:not(.old)").waitFor();
  }
  await take(page, `${look}-solved`);
  for (const at of [0, 1]) await page.locator(".solutions input[type=checkbox]").nth(at).check();
  await page.locator(".solutions button:not(li button)").last().click();
  await page.locator(".compared table").waitFor();
  await page.locator(".compared").scrollIntoViewIfNeeded();
  await take(page, `${look}-compared`);
  await page.locator("#tab-settings").click();
  await page.locator("#prefers-wrap").waitFor();
  await take(page, `${look}-settings`);
}

export async function pictures(browser, address, folder) {
  await mkdir(folder, { recursive: true });
  const take = async (page, name) => {
    await page.waitForTimeout(600);
    await page.screenshot({ path: path.join(folder, `${name}.png`), caret: "hide" });
  };
  const looks = {
    "light-en": { colorScheme: "light", locale: "en-US" },
    "dark-ja": { colorScheme: "dark", locale: "ja-JP" },
    "small-light-en": { colorScheme: "light", locale: "en-US", ...SMALL },
    "small-dark-ja": { colorScheme: "dark", locale: "ja-JP", ...SMALL },
  };
  for (const [look, options] of Object.entries(looks)) {
    await visit(browser, address, { at: "", ...options }, async (page) => {
      await page.locator(".welcome").waitFor();
      await says(counts(page), /./);
      await take(page, `${look}-first-visit`);
      await write(page, "linc $lm0v $ln0v\n");
      await page.locator("#judge").click();
      await page.locator(".lesson .primary").waitFor();
      await take(page, `${look}-lesson`);
      await page.locator("#program").selectOption("lesson 08-masks");
      await page.locator("#tab-chip").click();
      await view(page, "chip").locator("#summary").filter({ hasText: "4096" }).waitFor();
      await take(page, `${look}-explained`);
      await page.locator("#tab-lessons").click();
      await page.locator("#panel-lessons li").first().waitFor();
      await take(page, `${look}-lessons`);
      await page.locator("#program").selectOption("example whole_chip.vsm");
      await says(counts(page), /./);
      await page.locator("#run").click();
      await says(status(page), "24");
      await take(page, `${look}-dump`);
      for (const name of ["chip", "memory", "timeline"]) {
        await page.locator(`#tab-${name}`).click();
        await view(page, name).locator("#summary").filter({ hasText: "whole_chip.vsm" }).waitFor();
        await take(page, `${look}-${name}`);
      }
      await page.locator("#program").selectOption("example forwarding.vsm");
      await page.locator("#shorten").click();
      await page.locator("#panel-shorter .difference").waitFor();
      await take(page, `${look}-shorter`);
      await page.locator("#program").selectOption("example addresses.vsm");
      await page.locator("#shorten").click();
      await page.locator("#panel-shorter .place").first().waitFor();
      await take(page, `${look}-no-shorter`);
      await page.locator("#program").selectOption("example first.vsm");
      await page.locator("#debug").click();
      await page.locator(".cm-line.stopped", { hasText: "d set" }).waitFor();
      const breakpoint = page.locator(".cm-lineNumbers .cm-gutterElement", { hasText: /^21$/ });
      // Lines far from what is visible are not there.
      for (let top = 0; (await breakpoint.count()) === 0 && top < 3000; top += 200) {
        await page.locator(".cm-scroller").evaluate((it, top) => it.scrollTo(0, top), top);
        await page.waitForTimeout(100);
      }
      await breakpoint.click();
      await page.locator("#panel-debugger .bar button").first().click();
      await page.locator(".cm-line.stopped", { hasText: "immu" }).waitFor();
      await page.locator("#panel-debugger .watches form input").fill("$lm0v");
      await page.locator("#panel-debugger .watches form input").press("Enter");
      await take(page, `${look}-debugger`);
      await page.locator("#tab-timeline").click();
      await view(page, "timeline").locator("#where").filter({ hasText: "21" }).waitFor();
      await take(page, `${look}-debugger-steps`);
      await chooseOther(page, "product.ir");
      await says(counts(page), /./);
      await page.locator("#run").click();
      for (const name of ["output", "grids", "input"]) {
        await page.locator(`#tab-${name}`).click();
        await take(page, `${look}-other-${name}`);
      }
      await page.locator("#tab-problems").click();
      await page.locator("#panel-problems .own").waitFor();
      await take(page, `${look}-problems`);
      await solved(page, take, look);
      await page.locator("#program").selectOption("problem sum");
      await page.locator("#judge").click();
      await page.locator(".wrong-values button").first().waitFor();
      await take(page, `${look}-task`);
      await page.locator(".wrong-values button").nth(2).click();
      await page.locator("#panel-debugger .origins .item").first().waitFor();
      await take(page, `${look}-origin-of-wrong-value`);
      await write(page, "lpassa $lm0v $lr0v\nmsl $aluf $nowrite\nlpasa $aluf $ls0v\nladd $ls0v $lm0v $lr8v\n");
      await page.locator("#tab-findings").click();
      await findings(page).first().locator(".fix").first().waitFor();
      await take(page, `${look}-findings`);
      await page.locator("#share").click();
      await page.locator("#link").waitFor();
      await take(page, `${look}-share`);
      await page.keyboard.press("Escape");
      await content(page).click();
    });
  }
}
