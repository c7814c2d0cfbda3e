// What the playground states about a program while it is written: its steps and score, hints in its lines, commands above them.

import assert from "node:assert/strict";

import { chooseOther, content, counts, eventually, focusText, says, status, text, type, view, violations, visit, write } from "./browser.mjs";
import { fragment } from "./programs.mjs";
import { serve } from "./serve.mjs";

const score = (page) => page.locator("#score");
const lens = (page, title) => page.locator(".lenses button", { hasText: title });
const line = (page, part) => page.locator(".cm-line", { hasText: part });
const inlays = (page) => page.locator(".inlay").allTextContents();

const PROGRAM = "lpassa $lm0v $lr0v\nnop/2\nlpassa $lr0v $ln0v\nd get $ln0n0c0b0m0p0 1\n";

export const ANNOTATIONS = {
  "steps and score are counted while one types, in right lines and in wrong ones": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(score(page), "5 steps");
      await page.locator("#program").selectOption("new");
      await says(score(page), "0 steps");
      await content(page).click();
      await page.keyboard.press("Control+End");
      await type(page, "nop");
      await says(score(page), /^1 step$/);
      await type(page, "/7\n");
      await says(score(page), /^7 steps$/);
      // A wrong line counts as the step that it will be.
      await type(page, "lpasa $lm0v $lr0v\nnop\n");
      await says(counts(page), "error");
      await says(score(page), /^9 steps$/);
      // A score is shown where a testcase or the profile makes one.
      await page.locator("#program").selectOption("problem sum");
      await says(score(page), /1 step · score 1/);
      assert.match(await score(page).getAttribute("title"), /750 MHz.*\n.*PE instructions 1/);
      await score(page).click();
      await says(view(page, "timeline").locator("#table"), "lpassa");
    });
    await visit(browser, `${address}${fragment({ name: "a.vsm", text: PROGRAM, config: 'profile = "contest"\n' })}`, {}, async (page) => {
      await says(score(page), "4 steps · score 4");
      await says(page.locator(".lenses").first(), "score 4");
      await chooseOther(page, "product.ir");
      await eventually("no steps", () => score(page).isHidden());
    });
  },

  "a command above `d get` runs to there, and follows an edit": async ({ browser, address }) => {
    await visit(browser, `${address}${fragment({ name: "a.vsm", text: PROGRAM })}`, {}, async (page) => {
      await lens(page, "Run to here").click();
      await says(status(page), "line 4: 4 steps");
      await says(line(page, "d get").locator(".value"), /./);
      // Away from the text, which explains itself under the pointer.
      await page.mouse.move(900, 600);
      await focusText(page);
      await page.keyboard.press("Control+Home");
      await type(page, "nop\n");
      await says(score(page), "5 steps");
      await lens(page, "Run to here").click();
      await says(status(page), "line 5: 5 steps");
      assert.equal(await text(page), `nop\n${PROGRAM}`, "lenses and hints are not part of the text");
      await write(page, "nop\n");
      await eventually("no command", async () => (await lens(page, "Run to here").count()) === 0);
      assert.deepEqual(await violations(page), []);
      await chooseOther(page, "product.ir");
      await lens(page, "Run").first().click();
      await says(page.locator("#panel-output"), "150");
    });
  },

  "hints are what the settings of the page choose": async ({ browser, address }) => {
    await visit(browser, `${address}${fragment({ name: "a.vsm", text: PROGRAM })}`, {}, async (page) => {
      await line(page, "$ln0v").click();
      await eventually("the step of the line", async () => (await inlays(page)).join() === "step 3");
      await line(page, "nop").click();
      await eventually("the step of another line", async () => (await inlays(page)).join() === "steps 1–2");
      await page.locator(".inlay").hover();
      await eventually("the cycles", async () => /cycles 4/.test((await page.locator(".inlay").getAttribute("title")) ?? ""));
      await page.locator("#tab-settings").click();
      await page.locator("#prefers-steps").selectOption("everyLine");
      await eventually("every step", async () => (await inlays(page)).join() === "step 0,steps 1–2,step 3");
      await page.locator("#prefers-addresses").selectOption("on");
      await eventually("addresses", async () => (await inlays(page)).includes("[0,2,4,6]"));
      await page.locator("#prefers-lenses").selectOption("off");
      await eventually("no commands", async () => (await page.locator(".lenses").count()) === 0);
      await page.reload();
      await eventually("the same", async () => (await inlays(page)).includes("[0,2,4,6]"));
      assert.equal(await page.locator(".lenses").count(), 0);
      await page.locator("#tab-settings").click();
      await page.locator("#prefers-steps").selectOption("off");
      await page.locator("#prefers-addresses").selectOption("off");
      await eventually("nothing", async () => (await inlays(page)).length === 0);
      // A value that nobody can choose is not taken.
      await page.evaluate(() => localStorage.setItem("mnc2.prefers.steps", "<b>all</b>"));
      await page.reload();
      await says(score(page), "4 steps");
      await line(page, "nop").click();
      await eventually("the default", async () => (await inlays(page)).join() === "steps 1–2");
    });
  },

  "without the rest of the server there are no figures, and nothing waits for them": async ({ browser, folder }) => {
    const site = await serve(folder, 0, ({ url }, response) => (url === "/rest.wasm" ? (response.destroy(), true) : false));
    await visit(browser, site.address, { expected: /Failed to load resource|NetworkError|NS_ERROR/ }, async (page) => {
      await says(counts(page), "Nothing");
      await content(page).click();
      await page.keyboard.press("Control+End");
      await type(page, "# remark\n");
      await page.waitForTimeout(1000);
      await says(counts(page), "Nothing");
      assert.ok(await score(page).isHidden());
      assert.ok(await page.locator("#notice").isHidden());
    });
    await site.close();
  },
};
