// The lessons of the book in the playground: tasks, verdicts, and what the browser keeps of them.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { content, counts, eventually, press, says, status, text, type, view, violations, visit, write } from "./browser.mjs";
import { fragment } from "./programs.mjs";

const lesson = (id, file) => readFile(new URL(`../../examples/lessons/${id}/${file}`, import.meta.url), "utf8");
const IDS = ["01-step", "02-addresses", "03-regions", "04-distances", "05-forwarding", "06-precision", "07-constants", "08-masks", "09-tree", "10-matrices"];

const menu = (page) => page.locator("#program");
const names = (page) => page.locator('#program optgroup[label="My programs"] option').allTextContents();
const list = (page) => page.locator("#panel-lessons");
const item = (page, number) => list(page).locator("li").nth(number - 1);
const task = (page) => page.locator("#panel-task");
const head = (page) => task(page).locator(".lesson");
const welcome = (page) => task(page).locator(".welcome");
const verdict = (page) => page.locator(".verdict");
const button = (page, name) => task(page).getByRole("button", { name, exact: true });

async function openLesson(page, number) {
  await page.locator("#tab-lessons").click();
  await item(page, number).getByRole("button").click();
  await says(head(page), /\d/);
}

async function judge(page, said) {
  await page.locator("#judge").click();
  await says(verdict(page), said);
}

/** Waits until the editor has the text of a lesson's file. */
const shows = async (page, id, file) => {
  const wanted = await lesson(id, file);
  await eventually(`${id}/${file}`, async () => (await text(page)) === wanted);
};

const focus = (page) => page.evaluate(() => document.activeElement.id);

export const LESSONS = {
  "a first visit is lesson 1, which is judged with one press": async ({ browser, address }) => {
    await visit(browser, address, { at: "" }, async (page) => {
      await says(head(page), "Lesson 1 of 10");
      await says(task(page).locator("h2"), "A step");
      await says(counts(page), "Nothing to report.");
      await says(task(page).locator(".about"), "a processor for matrix arithmetic");
      // All of it is in sight, with the view that explains it below.
      assert.equal(await page.locator("#tab-dump").getAttribute("aria-selected"), "true");
      await says(view(page, "dump").locator("#content"), "cycle 3");
      const [{ bottom }, end] = await Promise.all([welcome(page), task(page)].map((it) => it.evaluate((element) => element.getBoundingClientRect().toJSON())));
      assert.ok(bottom <= end.bottom, `the welcome ends at ${bottom}, the task at ${end.bottom}`);
      assert.equal(await menu(page).inputValue(), "lesson 01-step");
      // The expected values are in sight, too.
      assert.match(await task(page).locator("details", { hasText: "Testcase" }).textContent(), /expect=\[2\]/);
      await shows(page, "01-step", "start.vsm");
      assert.ok(await button(page, "Next lesson").isHidden());
      await judge(page, "3 value(s) mismatch");
      await says(page.locator(".wrong-values tbody tr").first(), /\[1\].*0.*3/);
      assert.equal(await page.locator(".wrong-values tbody tr").count(), 3);
      assert.deepEqual(await violations(page), []);
      // What was only looked at is not one's own, and a reload shows it again.
      assert.deepEqual(await names(page), []);
      await page.reload();
      await says(head(page), "Lesson 1 of 10");
      await says(status(page), "Ready");
      await page.locator("#tab-findings").click();
      await says(page.locator("#panel-findings"), "Nothing to report.");
    });
  },

  "the first lesson is left by an example, by problems, or by closing it": async ({ browser, address }) => {
    const again = async (page) => {
      await page.goto("about:blank");
      await page.goto(address);
      await says(counts(page), /./);
    };
    await visit(browser, address, { at: "" }, async (page) => {
      await welcome(page).getByRole("button", { name: "Problems" }).press("Enter");
      await says(page.locator("#panel-problems"), "of 20 solved");
      await again(page);
      await says(head(page), "Lesson 1 of 10");
      await button(page, "All lessons").click();
      await says(list(page), "0 of 10 solved");
      await page.locator("#tab-task").click();
      await welcome(page).getByRole("button", { name: "Open an example" }).press("Enter");
      await says(content(page), "dvfmad");
      assert.ok(await page.locator("#tab-task").isHidden());
      assert.ok((await page.evaluate(() => document.activeElement.className)).includes("cm-content"));
      // It was left, so the next visit does not begin with it, and it has no welcome.
      await again(page);
      await says(content(page), "dvfmad");
      await openLesson(page, 1);
      assert.equal(await welcome(page).count(), 0);
    });
    await visit(browser, address, { at: "" }, async (page) => {
      await welcome(page).getByRole("button", { name: "Close the lesson" }).click();
      await says(content(page), "# A new program.");
      await again(page);
      await says(content(page), "dvfmad");
    });
    // A visitor who has kept something gets that, and a link is what it says.
    await visit(browser, address, { at: "" }, async (page) => {
      await says(head(page), "Lesson 1 of 10");
      await content(page).click();
      await page.keyboard.press("Control+End");
      await type(page, "nop # mine\n");
      await eventually("it is one's own", async () => (await names(page)).length === 1);
      await page.waitForTimeout(800);
      await again(page);
      await says(content(page), "# mine");
      assert.equal(await welcome(page).count(), 0);
    });
    await visit(browser, `${address}${fragment({ name: "a.vsm", text: "nop # of a link\n" })}`, {}, async (page) => {
      await says(content(page), "# of a link");
      assert.ok(await page.locator("#tab-task").isHidden());
    });
    await visit(browser, `${address}?embed`, {}, async (page) => {
      await says(content(page), "dvfmad");
    });
  },

  "a solved lesson is marked with its best score, leads to the next one, and outlives a reload": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await openLesson(page, 1);
      await write(page, `nop\n${await lesson("01-step", "solution.vsm")}`);
      await judge(page, "ACCEPTED!! score=2");
      await says(head(page), "Solved, score 2; the solution has 1");
      await write(page, await lesson("01-step", "solution.vsm"));
      await judge(page, "score=1");
      await eventually("the best score", async () => /Solved, score 1$/.test(await head(page).locator(".solved").textContent()));
      // A worse solution does not replace the best score.
      await write(page, `nop\n${await lesson("01-step", "solution.vsm")}`);
      await judge(page, "score=2");
      await says(head(page), "Solved, score 1");
      await button(page, "Next lesson").press("Enter");
      await says(head(page), "Lesson 2 of 10");
      await shows(page, "02-addresses", "start.vsm");
      assert.equal(await verdict(page).textContent(), "");
      await content(page).click();
      await page.keyboard.press("Control+End");
      await type(page, "nop\n");
      await eventually("both are one's own", async () => (await names(page)).length === 2);
      await page.waitForTimeout(800);
      await page.reload();
      await says(head(page), "Lesson 2 of 10");
      await button(page, "All lessons").press("Enter");
      await says(list(page), "1 of 10 solved");
      await says(item(page, 1), "1. A step ✓ Solved, score 1");
      await says(item(page, 2), "Started");
      assert.ok(await item(page, 2).locator("[aria-current=true]").isVisible());
      assert.equal((await item(page, 3).textContent()).trim(), "3. Regions");
      assert.deepEqual(await violations(page), []);
      // A program that is deleted takes no score with it.
      await page.evaluate(() => indexedDB.deleteDatabase("mnc2"));
      await page.reload();
      await page.locator("#tab-lessons").click();
      await says(item(page, 1), "Solved, score 1");
      await page.locator("#tab-findings").click();
      await says(page.locator("#panel-findings"), "Nothing to report.");
    });
  },

  "the solution of every lesson is accepted, and its starting point is not": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await openLesson(page, 1);
      for (const [index, id] of IDS.entries()) {
        await says(head(page), `Lesson ${index + 1} of 10`);
        await shows(page, id, "start.vsm");
        await judge(page, /mismatch|Not judged/);
        await task(page).locator("summary", { hasText: "Show solution" }).click();
        const solution = await lesson(id, "solution.vsm");
        assert.equal(await task(page).locator("section details code").textContent(), solution);
        const [, score] = /score (\d+)/.exec(await task(page).locator("section details p").textContent());
        await write(page, solution);
        await judge(page, `ACCEPTED!! score=${score}`);
        await says(head(page), `Solved, score ${score}`);
        if (index < IDS.length - 1) {
          await button(page, "Next lesson").click();
        }
      }
      await says(head(page), "This was the last lesson.");
      await button(page, "All lessons").click();
      await says(list(page), "10 of 10 solved");
      assert.equal((await names(page)).length, 10);
    });
  },

  "a lesson has what was written before, starts over, and leaves other programs alone": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      const own = { name: "01-step.vsm", text: "nop # my own\n" };
      await page.goto(`${address}${fragment(own)}`);
      await says(content(page), "# my own");
      await content(page).click();
      await page.keyboard.press("Control+End");
      await type(page, "nop\n");
      await eventually("it is one's own", async () => (await names(page)).length === 1);
      await menu(page).selectOption("lesson 01-step");
      await shows(page, "01-step", "start.vsm");
      await content(page).click();
      await page.keyboard.press("Control+End");
      await type(page, "nop # mine");
      await eventually("both are kept", async () => (await names(page)).length === 2);
      assert.deepEqual([...(await names(page))].sort(), ["01-step-2.vsm", "01-step.vsm"]);
      await menu(page).selectOption({ label: "first.vsm" });
      await says(content(page), "dvfmad");
      await openLesson(page, 1);
      await says(content(page), "# mine");
      await button(page, "Start over").press("Enter");
      await shows(page, "01-step", "start.vsm");
      await page.locator("#notice").getByRole("button", { name: "Undo" }).click();
      await says(content(page), "# mine");
      await button(page, "Start over").click();
      await shows(page, "01-step", "start.vsm");
      await page.locator("#manage").click();
      await says(page.locator("dialog[open]"), "before Start over");
      await page.locator("dialog[open]").getByRole("button", { name: "Close" }).click();
      await menu(page).selectOption({ label: "01-step.vsm" });
      await says(content(page), /# my own|Only the first/);
      await eventually("two programs", async () => (await names(page)).length === 2);
    });
  },

  "the task shows why a program cannot be judged": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await openLesson(page, 4);
      await judge(page, /Not judged\. line 2: .*too early/);
      await content(page).click();
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("End");
      await type(page, "\nnop");
      await says(page.locator(".verdict.old"), "edited since");
      await judge(page, /ACCEPTED|MISMATCH/);
    });
  },

  "the book's program of a lesson is one, and a link with another testcase is none": async ({ browser, address }) => {
    const testcase = await lesson("02-addresses", "testcase.vsm");
    await visit(browser, `${address}${fragment({ name: "02-start.vsm", text: "nop\n", testcase })}`, {}, async (page) => {
      await says(head(page), "Lesson 2 of 10");
      await judge(page, "mismatch");
      await page.goto("about:blank");
      await page.goto(`${address}${fragment({ name: "other.vsm", text: "lpassa $lm0v $ln0v\n", testcase: testcase.replaceAll(/expect=.*/g, "") })}`);
      await page.locator("#panel-task details[open]").waitFor();
      await says(head(page), "Your problem");
      // What judges a program of a problem is the problem's testcase.
      await page.goto("about:blank");
      await page.goto(`${address}${fragment({ name: "sum.vsm", text: "nop\n", problem: "sum", testcase })}`);
      await says(task(page).locator("h2"), "Sum over four PEs");
      await says(head(page), /Problem \d+ of 20/);
      await page.locator("#tab-lessons").click();
      await says(list(page), "0 of 10 solved");
    });
  },

  "lessons on a phone, in Japanese, in the dark": async ({ browser, address }) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "ja-JP", colorScheme: "dark" };
    await visit(browser, address, { at: "", ...phone }, async (page) => {
      const told = [];
      await says(head(page), "演習1 / 10");
      told.push(...(await violations(page)));
      // The task comes first, and one tap shows the view that explains it.
      assert.equal(await page.locator("#tab-task").getAttribute("aria-selected"), "true");
      assert.ok(await button(page, "課題を隠す").isHidden());
      await press(button(page, "ダンプ"));
      await says(view(page, "dump").locator("#content"), "サイクル");
      assert.ok(await task(page).isHidden());
      await press(page.locator("#tab-task"));
      await says(task(page).locator("h2"), "1ステップ");
      await says(content(page), "最初の1個だけ");
      await press(page.locator("#judge"));
      await says(verdict(page), "mismatch");
      await write(page, await lesson("01-step", "solution.vsm"));
      await press(page.locator("#judge"));
      await says(head(page), "解答済み、スコア1");
      const { wide, next } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        next: document.querySelector(".lesson .primary").getBoundingClientRect().right,
      }));
      assert.ok(wide <= 390 && next <= 390, `${wide} pixels wide, a button up to ${next}`);
      told.push(...(await violations(page)));
      await press(button(page, "演習の一覧"));
      await says(list(page), "10個中1個を解答済み");
      await says(item(page, 10), "10. 行列");
      told.push(...(await violations(page)));
      // Their texts follow the language of the page.
      await page.locator("#language").selectOption("en");
      await page.locator("#tab-lessons").click();
      await says(item(page, 10), "10. Matrices");
      assert.deepEqual(told, []);
    });
  },
};
