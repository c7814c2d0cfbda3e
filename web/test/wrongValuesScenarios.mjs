// From a wrong value of a verdict to the line that wrote it.

import assert from "node:assert/strict";

import { content, counts, eventually, press, says, type, view, violations, visit, write } from "./browser.mjs";
import { testcases } from "../site/problems/testcases.mjs";
import { fragment } from "./programs.mjs";

/** The sum that the testcase expects. */
const [, SUM] = /expect=\[(-?\d+)\]/.exec(testcases("sum")[0]);

/** A sum over four PEs that adds the wrong operand last, and one that adds the right one. */
const sum = (last) => `lpassa $lm0v $lr0v
msl $aluf $nowrite
ladd $aluf $lr0v $ls0v
msl $aluf $nowrite
msl $aluf $nowrite
ladd $aluf $${last}v $ln0v
`;

const rows = (page) => page.locator(".wrong-values tbody tr");
const button = (page, row) => rows(page).nth(row).getByRole("button");
const where = (page) => page.locator("#panel-debugger p[role=status]");
const origins = (page) => page.locator("#panel-debugger .origins");
/** The value that a program leaves alone, as the origins name it. */
const STARTED = "$ln0@n0c0b0m0p1: as the run started";

async function judge(page) {
  await page.locator("#tab-task").click();
  await page.locator("#judge").click();
  await rows(page).first().waitFor();
}

export const WRONG_VALUES = {
  "a wrong value leads to the line that wrote it, by keys alone": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await page.locator("#program").selectOption("problem sum");
      await page.locator("#judge").waitFor();
      await write(page, sum("lr0"));
      await judge(page);
      assert.equal(await rows(page).count(), 4);
      await says(rows(page).nth(2), new RegExp(`\\[2\\] LM1\\(n0c0b0m0p2,0\\)\\s*-?\\d+\\s*${SUM}\\s*Show origin`));
      await says(page.locator(".verdict"), "MISMATCH");
      await page.locator("#tab-task").focus();
      // The ways to other problems, the table, and the button of each row.
      for (const name of ["All problems", "Next problem"]) {
        await page.keyboard.press("Tab");
        assert.equal(await page.evaluate(() => document.activeElement.textContent), name);
      }
      for (const name of ["Wrong values", "[0]", "[1]", "[2]"]) {
        await page.keyboard.press("Tab");
        await eventually(name, () => page.evaluate((it) => document.activeElement.getAttribute("aria-label")?.includes(it), name));
      }
      await page.keyboard.press("Enter");
      await says(origins(page), new RegExp(`^Origin\\[2\\] LM1\\(n0c0b0m0p2,0\\) · -?\\d+, expected ${SUM} · At the end`));
      await says(where(page), "At the end");
      await says(origins(page), "$ln0@n0c0b0m0p2 = ");
      await says(page.locator(".cm-activeLine"), "ladd $aluf $lr0v $ln0v");
      assert.ok(await origins(page).evaluate((it) => it.contains(document.activeElement)), "the keyboard is at the origin");
      // Its PE is the one that everything is about.
      await says(page.locator("#panel-debugger .tree").last(), "PE n0c0b0m0p2");
      await page.locator("#tab-chip").click();
      await says(view(page, "chip").locator("#summary"), "at its end");
      await says(view(page, "chip").locator("body"), "n0c0b0m0p2");
      // Each row has its own.
      await page.locator("#tab-task").click();
      await button(page, 3).click();
      await says(origins(page), "$ln0@n0c0b0m0p3 = ");
      await says(page.locator("#panel-debugger .tree").last(), "PE n0c0b0m0p3");
      await page.keyboard.press("Shift+F5");
      await says(where(page), "The debugger has ended.");
      assert.ok(await origins(page).isHidden());
    });
  },

  "each wrong value of an output has the origin of its own words": async ({ browser, address }) => {
    const program = 'imm f"2" $lr0\nnop/2\nfvfma $lm0v $lr0 $ln0v $lr0v\nnop/2\nimm f"9" $lr6\n';
    await visit(browser, address, {}, async (page) => {
      await page.locator("#program").selectOption("problem saxpy");
      await page.locator("#judge").waitFor();
      await write(page, program);
      await judge(page);
      const row = rows(page).filter({ hasText: "GRF0(n0c0b0m0p0,6)" }).first();
      await row.getByRole("button").click();
      await says(origins(page), "$lr6@n0c0b0m0p0 = ");
      await says(page.locator(".cm-activeLine"), 'imm f"9" $lr6');
    });
  },

  "a value that the program did not write, and a program that was edited": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await page.locator("#program").selectOption("problem sum");
      await judge(page);
      // A session that is under way ends for it.
      await page.locator("#debug").click();
      await says(where(page), "step 0");
      await page.locator("#tab-task").click();
      await button(page, 1).click();
      await says(origins(page), STARTED);
      await says(where(page), "At the end");
      // What was judged is another program now.
      await page.locator("#tab-task").click();
      await content(page).click();
      await page.keyboard.press("Control+Home");
      await type(page, "nop\n");
      await says(page.locator(".verdict.old"), "edited since");
      assert.equal(await rows(page).count(), 4);
      assert.ok(await button(page, 1).isDisabled());
      await page.locator("#language").selectOption("ja");
      await says(rows(page).nth(1), "由来を表示");
      assert.ok(await button(page, 1).isDisabled());
      await judge(page);
      await eventually("a new verdict", () => button(page, 1).isEnabled());
      await write(page, sum("ls0"));
      await page.locator("#judge").click();
      await says(page.locator(".verdict"), "ACCEPTED");
      assert.equal(await rows(page).count(), 0);
    });
  },

  "many wrong values come in parts, and assertions lead to their lines": async ({ browser, address }) => {
    const positions = Array.from({ length: 40 }, (_, at) => `[${at}]`).join(",");
    const testcase = `# ======= YOUR VSM WILL BE INSERTED HERE =======
d getd $lm0n0c0b0m0 10 # expect=[${Array(40).fill(7).join(", ")}] / Long @${positions}
`;
    const text = "nop\n#! assert $lr0 == 0x5\nnop\n";
    await visit(browser, `${address}${fragment({ name: "many.vsm", text, testcase })}`, {}, async (page) => {
      await says(counts(page), /./);
      await judge(page);
      await eventually("the first ones", async () => (await rows(page).count()) === 20);
      const more = page.locator(".wrong-values").getByRole("button", { name: "More" });
      await more.press("Enter");
      await eventually("all of them", async () => (await rows(page).count()) === 40);
      assert.ok(await more.isHidden());
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Show origin: [20] LM0(n0c0b0m0p2,0)");
      await button(page, 39).click();
      await says(origins(page), "$lm18@n0c0b0m0p3: as the run started");
      await page.locator("#tab-task").click();
      const failed = page.locator(".wrong-values li");
      await says(failed, "the assertion does not hold");
      await failed.getByRole("button", { name: "Line 2" }).click();
      await says(page.locator(".cm-activeLine"), "#! assert");
      assert.deepEqual(await violations(page), []);
    });
  },

  "wrong values on a phone, in Japanese, in the dark": async ({ browser, address }) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "ja-JP", colorScheme: "dark" };
    await visit(browser, address, phone, async (page) => {
      await page.locator("#program").selectOption("problem sum");
      await page.locator("#judge").waitFor();
      await write(page, sum("lr0"));
      await judge(page);
      await says(page.locator(".wrong-values thead"), "場所実際の値期待値");
      const told = [];
      for (const [language, name] of [["en", "Show origin"], ["ja", "由来を表示"]]) {
        await page.locator("#language").selectOption(language);
        await says(rows(page).first(), name);
        const { wide, table, shown } = await page.evaluate(() => ({
          wide: document.documentElement.scrollWidth,
          table: document.querySelector(".wrong-values table").scrollWidth,
          shown: document.querySelector(".wrong-values").clientWidth,
        }));
        assert.ok(wide <= 390 && table <= shown, `${wide} pixels wide, a table of ${table} in ${shown}`);
        told.push(...(await violations(page)));
      }
      await press(button(page, 1));
      await says(origins(page), "n0c0b0m0p1");
      told.push(...(await violations(page)));
      assert.deepEqual(told, []);
    });
  },
};
