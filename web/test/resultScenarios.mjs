// What the playground shows is about the text that is shown, or says that it is not.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { chooseOther, content, counts, eventually, findings, says, status, text, type, view, visit, write } from "./browser.mjs";
import { fragment } from "./programs.mjs";

export const RESULTS = {
  "a verdict is marked as old once the program is edited": async ({ browser, address }) => {
    const solution = await readFile(new URL("../site/problems/sum/solution.vsm", import.meta.url), "utf8");
    await visit(browser, address, {}, async (page) => {
      await page.locator("#program").selectOption("problem sum");
      await page.locator("#judge").waitFor();
      await write(page, solution);
      await page.locator("#judge").click();
      await says(page.locator(".verdict"), "ACCEPTED");
      assert.equal(await page.locator(".verdict.old").count(), 0);
      const green = await page.locator(".verdict p").first().evaluate((line) => getComputedStyle(line).color);
      await content(page).click();
      await page.keyboard.press("Control+Home");
      await type(page, "nop\n");
      await says(page.locator(".verdict.old"), "edited since");
      await says(status(page), "edited since");
      await eventually("another colour", async () =>
        (await page.locator(".verdict p", { hasText: "ACCEPTED" }).evaluate((line) => getComputedStyle(line).color)) !== green);
      await page.locator("#language").selectOption("ja");
      await says(page.locator(".verdict.old"), "編集されました");
      await page.locator("#judge").click();
      await eventually("a new verdict", async () => (await page.locator(".verdict.old").count()) === 0);
    });
  },

  "examples have their comments in the language of the page, and edited ones stay": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      const loaded = [];
      page.on("request", (request) => loaded.push(request.url()));
      const menu = page.locator("#program");
      await menu.selectOption("example first.vsm");
      await says(content(page), "First steps");
      assert.deepEqual(loaded.filter((url) => url.includes("examples.ja")), []);
      await page.locator("#language").selectOption("ja");
      await says(content(page), "最初の一歩");
      assert.equal(await menu.inputValue(), "example first.vsm");
      await chooseOther(page, "relu.tasm");
      await says(content(page), "ネットワークの1層");
      await menu.selectOption("problem sum");
      await says(content(page), "4つのPEの和");
      await content(page).click();
      await page.keyboard.press("Control+End");
      await type(page, "nop\n");
      await page.locator("#language").selectOption("en");
      await says(content(page), "4つのPEの和");
      await menu.selectOption("example first.vsm");
      await says(content(page), "First steps");
    });
  },

  "a run that ends after an edit shows nothing beside other lines": async ({ browser, address }) => {
    const program = "imm i\"7\" $lr0v\nnop\nd get $lr0n0c0b0m0p0 1\n";
    await visit(browser, "about:blank", { origin: address }, async (page) => {
      // The answer of a run is late.
      await page.addInitScript(() => {
        const { addEventListener } = Worker.prototype;
        Worker.prototype.addEventListener = function (type, handler, ...rest) {
          const late = (event) => setTimeout(() => handler.call(this, event), JSON.stringify(event.data).includes('"beside"') ? 4000 : 0);
          return addEventListener.call(this, type, type === "message" ? late : handler, ...rest);
        };
      });
      await page.goto(address + fragment({ name: "slow.vsm", text: program }));
      await says(counts(page), /./);
      await page.locator("#run").click();
      await says(status(page), "Running");
      await content(page).click();
      await page.keyboard.press("Control+Home");
      await type(page, "nop\n");
      await eventually("the end", async () => page.locator("#stop").isDisabled());
      await says(status(page), /edited since|Not run/);
      assert.equal(await page.locator(".cm-line .value").count(), 0);
      assert.equal(await page.locator(".cm-line.reached").count(), 0);
    });
  },

  "a verdict that comes after an edit says so, and figures are those of the newest text": async ({ browser, address }) => {
    const solution = await readFile(new URL("../site/problems/sum/solution.vsm", import.meta.url), "utf8");
    await visit(browser, "about:blank", { origin: address }, async (page) => {
      // Verdicts and figures are late.
      await page.addInitScript(() => {
        const { addEventListener } = Worker.prototype;
        Worker.prototype.addEventListener = function (type, handler, ...rest) {
          const delay = (data) => (/"accepted"|"clockMhz"/.test(JSON.stringify(data)) ? 3000 : 0);
          const late = (event) => setTimeout(() => handler.call(this, event), delay(event.data));
          return addEventListener.call(this, type, type === "message" ? late : handler, ...rest);
        };
      });
      await page.goto(address);
      await says(counts(page), "Nothing");
      await page.locator("#program").selectOption("problem sum");
      await page.locator("#judge").waitFor();
      await write(page, solution);
      await says(page.locator("#score"), "score");
      const before = Number(/score (\d+)/.exec(await page.locator("#score").textContent())[1]);
      await page.locator("#judge").click();
      await says(status(page), "Judging");
      await content(page).click();
      await page.keyboard.press("Control+Home");
      await type(page, "nop\n");
      await says(page.locator(".verdict.old"), "edited since");
      await says(page.locator(".verdict.old"), "ACCEPTED");
      await says(page.locator("#score"), `score ${before + 1}`);
      // Figures of a program do not come to another one.
      await type(page, "nop\n");
      await page.locator("#program").selectOption("new");
      await page.waitForTimeout(4000);
      await says(page.locator("#score"), "0 steps");
    });
  },

  "each finding has its own fixes, and all of them": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await page.locator("#program").selectOption("new");
      // Five errors in one line, and what can be done about one is no help for another.
      await write(page, "lpassa $lm1 $ln3; lpasa $lr1 $ls3; nopp\nlpassa $lm1 $ln3\n");
      await findings(page).first().locator(".fix").first().waitFor();
      const told = await findings(page).evaluateAll((items) =>
        items.map((item) => ({ words: item.querySelector("p").textContent, fixes: [...item.querySelectorAll(".fix")].map((fix) => fix.textContent) })),
      );
      assert.ok(told.length >= 4, JSON.stringify(told));
      const all = told.slice(0, 4).flatMap(({ fixes }) => fixes);
      assert.equal(new Set(all).size, all.length, JSON.stringify(told, null, 1));
      assert.ok(!(await page.locator("#panel-findings").textContent()).includes("`"), "no backticks");
      // Pressing one mends its finding.
      await findings(page).filter({ hasText: "lpasa" }).locator(".fix").first().click();
      await eventually("the fix", async () => (await text(page)).startsWith("lpassa $lm1 $ln3; lpassa $lr1 $ls3; nopp\n"));
    });
  },

  "a limit of steps says so where the run is said, without a command line": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await page.locator("#program").selectOption("new");
      await write(page, "nop/900000000\n");
      await says(counts(page), /./);
      await page.locator("#run").click();
      await says(status(page), "limit of");
      assert.ok(!(await status(page).textContent()).includes("mnc2 run"));
      await says(view(page, "dump").locator("body"), "limit of");
      assert.ok(!(await view(page, "dump").locator("body").textContent()).includes("mnc2 run"));
    });
  },

  "a run of another language says nothing false, and why no shorter is said once": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      for (const name of ["product.ir", "int8.S", "relu.tasm", "double.s"]) {
        await chooseOther(page, name);
        await says(counts(page), "Nothing");
        await page.locator("#run").click();
        await says(status(page), "Ran to");
        assert.ok(!(await status(page).textContent()).includes("never executed"), name);
      }
      await page.locator("#program").selectOption("example addresses.vsm");
      await page.locator("#shorten").click();
      const panel = page.locator("#panel-shorter");
      await eventually("the reasons", async () => (await panel.locator("li").count()) > 0);
      const sentences = (await panel.textContent()).match(/no order is shorter/g) ?? [];
      assert.equal(sentences.length, 1, await panel.innerHTML());
      assert.equal(await panel.getByRole("button", { name: "Why no shorter?" }).count(), 0, "it is said already");
    });
  },
};
