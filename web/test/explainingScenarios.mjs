// The view that explains a lesson, and the task above it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { content, counts, eventually, says, status, view, violations, visit, write } from "./browser.mjs";

const LESSONS = JSON.parse(readFileSync(new URL("../site/lessons.json", import.meta.url), "utf8"));

const task = (page) => page.locator("#panel-task");
const head = (page) => task(page).locator(".lesson");
const verdict = (page) => page.locator(".verdict");
const button = (page, name) => task(page).getByRole("button", { name, exact: true });
const menu = (page) => page.locator("#program");
const box = (locator) => locator.evaluate((element) => element.getBoundingClientRect().toJSON());
const chosen = (page) => page.locator("#tabs [aria-selected=true]").getAttribute("id");

/** Where a view shows the starting point of each lesson, and what. */
const SHOWN = {
  "01-step": (page) => [view(page, "dump").locator("#content"), /cycle 0\s*2\s*cycle 1\s*2\s*cycle 2\s*2\s*cycle 3\s*2/],
  "02-addresses": (page) => [view(page, "memory").locator("body"), /0x0*10.*0x0*40/s],
  "03-regions": (page) => [page.locator("#panel-findings"), "two regions of LM0"],
  "04-distances": (page) => [view(page, "timeline").locator("body"), "1 step later, 2 needed"],
  "05-forwarding": (page) => [view(page, "timeline").locator("body"), "linc $aluf $ln0v"],
  "06-precision": (page) => [view(page, "memory").locator("body"), "0.125031"],
  "07-constants": (page) => [view(page, "timeline").locator("body"), /MAU.*ALU/s],
  "08-masks": (page) => [view(page, "chip").locator("#summary"), "4096 PEs · 1 distinct value"],
  "09-tree": (page) => [view(page, "chip").locator("#summary"), "4096 PEs · 2 distinct values"],
  "10-matrices": (page) => [view(page, "timeline").locator("body"), "dmfmad $lx $ln0v $mauf $ls0v"],
};

async function openLesson(page, { id }) {
  await menu(page).selectOption(`lesson ${id}`);
  await says(head(page), `Lesson ${LESSONS.findIndex((it) => it.id === id) + 1} of`);
}

/** Waits for the view that explains a lesson, and checks that it and the task are in sight. */
async function isExplained(page, { id, view: name, look }) {
  await says(...SHOWN[id](page));
  assert.equal(await chosen(page), `tab-${name}`);
  await says(task(page).locator(".look"), `: ${look.en}`);
  const [side, above, below, title, said] = await Promise.all([page.locator("#panels"), task(page), page.locator(`#panel-${name}`), task(page).locator("h2"), task(page).locator(".look")].map(box));
  assert.ok(above.top >= side.top && above.bottom <= below.top + 1 && below.bottom <= side.bottom + 1, "the task is above the view");
  assert.ok(title.top >= above.top && said.bottom <= above.bottom, `the text of ${id} is in sight: ${said.bottom} of ${above.bottom}`);
  assert.ok(below.height >= 250, `${below.height} pixels for the view of ${id}`);
}

export const EXPLAINING = {
  "each lesson opens the view that explains it, with the task above": async ({ browser, address }) => {
    assert.equal(LESSONS.length, 10);
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), "Nothing to report.");
      for (const lesson of LESSONS) {
        await openLesson(page, lesson);
        await isExplained(page, lesson);
        assert.deepEqual(await violations(page), [], lesson.id);
        // What was not run by the user is not reported as a run.
        await says(status(page), "Ready");
      }
      // The next one comes with its own view, and with the keyboard at its task.
      await openLesson(page, LESSONS[0]);
      await write(page, "linc $lm0v $ln0v\n");
      await page.locator("#judge").click();
      await button(page, "Next lesson").click();
      await isExplained(page, LESSONS[1]);
      assert.equal(await page.evaluate(() => document.activeElement.id), "panel-task");
    });
  },

  "the task stays above other views, gives them its place, and comes with the verdict": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await openLesson(page, LESSONS[0]);
      await isExplained(page, LESSONS[0]);
      await page.locator("#tab-memory").click();
      await says(view(page, "memory").locator("body"), "$ln0");
      assert.ok(await head(page).isVisible());
      await button(page, "Dump").click();
      assert.equal(await chosen(page), "tab-dump");
      await button(page, "Hide the task").press("Enter");
      assert.ok(await task(page).locator("h2").isHidden());
      assert.equal(await button(page, "Show the task").getAttribute("aria-expanded"), "false");
      assert.ok((await box(page.locator("#panel-dump"))).height > 550);
      assert.deepEqual(await violations(page), []);
      // A verdict is seen, and the view shows what was judged.
      await write(page, "linc $lm0v $ln0\n");
      await page.locator("#judge").click();
      await says(verdict(page), "mismatch");
      assert.equal(await chosen(page), "tab-dump");
      assert.ok(await task(page).locator("h2").isVisible());
      await says(view(page, "dump").locator("#content"), /cycle 0\s*2\s*cycle 1\s*3\s*cycle 2\s*4\s*cycle 3\s*5/);
      const [said, above] = await Promise.all([verdict(page), task(page)].map(box));
      assert.ok(said.top >= above.top && said.bottom <= above.bottom);
      // A wrong line is no reason to show an old run.
      await write(page, "linc $lm0v $lq0\n");
      await page.locator("#judge").click();
      await says(verdict(page), "Not judged.");
      await says(view(page, "dump").locator("body"), "line 1");
      // In its own tab the task has all of the place.
      await page.locator("#tab-task").click();
      assert.ok((await box(task(page))).height > 600);
      assert.ok(await button(page, "Hide the task").isHidden());
      await page.locator("#judge").click();
      await says(status(page), "Not judged.");
      assert.equal(await chosen(page), "tab-task");
      // Lists, settings and other programs have no task above them.
      await page.locator("#tab-findings").click();
      assert.ok(await head(page).isVisible());
      for (const name of ["settings", "lessons", "problems"]) {
        await page.locator(`#tab-${name}`).click();
        assert.ok(await task(page).isHidden(), name);
      }
      await menu(page).selectOption({ label: "masks.vsm" });
      await says(content(page), "Masks: how a program");
      await page.locator("#tab-dump").click();
      assert.ok(await task(page).isHidden());
      await menu(page).selectOption("problem sum");
      await says(task(page).locator("h2"), "Sum over four PEs");
      assert.equal(await chosen(page), "tab-task");
      await page.locator("#tab-findings").click();
      assert.ok(await task(page).isHidden());
    });
  },

  "a lesson that was written in opens with its own run, unless that takes long": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await openLesson(page, LESSONS[0]);
      await isExplained(page, LESSONS[0]);
      const keep = async (program) => {
        await write(page, program);
        await page.waitForTimeout(800);
        await page.reload();
        await says(head(page), "Lesson 1 of 10");
      };
      await keep("linc $lm0v $ln8v\n");
      await says(view(page, "dump").locator("#content"), /ln8v.*cycle 3\s*5/s);
      await page.locator("#language").selectOption("ja");
      await says(head(page), "演習1 / 10");
      await says(view(page, "dump").locator("#content"), /ln8v.*サイクル/s);
      assert.equal(await chosen(page), "tab-dump");
      await page.locator("#language").selectOption("en");
      await keep("nop/20000\nlinc $lm0v $ln8v\n");
      await says(page.locator("#score"), "20001");
      await page.waitForTimeout(500);
      await says(view(page, "dump").locator("body"), "Run the program first.");
      await page.locator("#run").click();
      await says(status(page), "20001 steps");
      assert.ok(await head(page).isVisible());
    });
  },

  "before the whole checker is there, a lesson is shown without a run, which follows": async ({ browser, address }) => {
    await visit(browser, address, { at: "" }, async (page) => {
      let release = () => undefined;
      const held = new Promise((resolve) => (release = resolve));
      await page.route(/rest\.wasm/, async (route) => {
        await held;
        await route.continue();
      });
      await page.reload();
      await says(task(page).locator("h2"), "A step");
      await says(view(page, "dump").locator("body"), "Run the program first.");
      await content(page).click();
      release();
      await says(...SHOWN["01-step"](page));
      await page.locator("#judge").click();
      await says(verdict(page), "3 value(s) mismatch");
    });
  },

  "where there is no room for both, the task comes first": async ({ browser, address }) => {
    await visit(browser, address, { at: "", viewport: { width: 1280, height: 500 } }, async (page) => {
      await says(task(page).locator("h2"), "A step");
      assert.equal(await chosen(page), "tab-task");
      await button(page, "Dump").click();
      await says(...SHOWN["01-step"](page));
      assert.ok(await task(page).isHidden());
      await page.setViewportSize({ width: 1280, height: 800 });
      await eventually("the task", () => task(page).isVisible());
      await page.setViewportSize({ width: 640, height: 800 });
      await eventually("no task", () => task(page).isHidden());
      await page.locator("#tab-task").click();
      await says(verdict(page), "");
      assert.ok(await task(page).locator("h2").isVisible());
      // Below a wide program they are next to each other.
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.locator("#panes").selectOption("below");
      await menu(page).selectOption("lesson 02-addresses");
      await says(...SHOWN["02-addresses"](page));
      const [left, right] = await Promise.all([task(page), page.locator("#panel-memory")].map(box));
      assert.ok(left.right <= right.left + 1 && left.top === right.top && left.width > 400, "the task is next to the view");
      await button(page, "Hide the task").click();
      assert.ok((await box(page.locator("#panel-memory"))).width > 1200);
    });
  },
};
