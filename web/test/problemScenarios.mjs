// Problems in the playground, those that visitors bring, and accepted solutions.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { content, eventually, press, says, status, text, violations, visit, write } from "./browser.mjs";
import { fragment } from "./programs.mjs";

const file = (id, name) => readFile(new URL(`../site/problems/${id}/${name}`, import.meta.url), "utf8");
const SCORES = JSON.parse(await readFile(new URL("../site/problems/scores.json", import.meta.url), "utf8"));

const list = (page) => page.locator("#panel-problems");
const item = (page, number) => list(page).locator("ol").first().locator("li").nth(number - 1);
const task = (page) => page.locator("#panel-task");
const head = (page) => task(page).locator(".lesson");
const solutions = (page) => task(page).locator(".solutions");
const field = (page) => list(page).locator("textarea");
const said = (page) => list(page).locator(".own .problem");
const button = (within, name) => within.getByRole("button", { name, exact: true });
const names = (page) => page.locator('#program optgroup[label="My programs"] option').allTextContents();

const number = (id) => SCORES.findIndex((one) => one.id === id) + 1;

async function openProblem(page, id) {
  await page.locator("#tab-problems").click();
  await item(page, number(id)).getByRole("button").click();
  await says(head(page), `Problem ${number(id)} of 20`);
}

async function judge(page, expected) {
  await page.locator("#judge").click();
  await says(page.locator(".verdict"), expected);
}

const TESTCASE = `# In
d set $lm0n0c0b0m0p0 4 l1l2l3l4
# ======= YOUR VSM WILL BE INSERTED HERE =======
nop/2
# ======= Output =======
d getd $ln0n0c0b0m0p0 1 # expect=[2] / Long @[0]
d getd $ln2n0c0b0m0p0 1 # expect=[3] / Long @[1]
`;

const FRAMED = `# ======= In(0): LM0 / Long =======
d set $lm0n0c0b0m0p0 4 l1l2l3l4
# This is mine.
linc $lm0v $ln0v
# ======= Out(0): LM1 / Long =======
d getd $ln0n0c0b0m0p0 1 # expect=[2] / Long @[0]
`;

/** Puts a text into the clipboard and pastes it in the place of all that a field contains. */
async function paste(page, where, pasted) {
  await page.evaluate((pasted) => {
    const area = document.body.appendChild(document.createElement("textarea"));
    area.id = "copied";
    area.value = pasted;
    area.select();
  }, pasted);
  await page.keyboard.press("Control+c");
  await page.evaluate(() => document.querySelector("#copied").remove());
  // The editor has its selection only some time after it has the focus; a click and a key set it.
  await where.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
}

export const PROBLEMS = {
  "the solution of every problem is accepted with the best known score, and its starting point is not": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await openProblem(page, SCORES[0].id);
      for (const [index, { id, best, bound }] of SCORES.entries()) {
        assert.ok(bound <= best, `${id}: ${bound} and ${best}`);
        await says(head(page), `Problem ${index + 1} of 20`);
        await says(head(page), `best known ${best}, none below ${bound}`);
        await judge(page, /mismatch|Not judged/);
        // Typed, a line break may take a completion.
        await paste(page, content(page), await file(id, "solution.vsm"));
        await judge(page, `ACCEPTED!! score=${best}`);
        await says(head(page), best === bound ? `yours ${best}: nobody can do better` : `yours ${best}, as short as the best known, none below ${bound}`);
        if (index + 1 < SCORES.length) {
          await button(task(page), "Next problem").click();
        }
      }
      await button(task(page), "All problems").click();
      await says(list(page), "20 of 20 solved · 20 as short as the best known");
      await page.reload();
      await page.locator("#tab-problems").click();
      await says(list(page), "20 of 20 solved");
      await says(item(page, number("sum")), "yours 5, as short as the best known, none below 3");
    });
  },

  "nothing of the problems is loaded at the start": async ({ browser, address }) => {
    await visit(browser, "about:blank", {}, async (page) => {
      const asked = [];
      page.on("request", (request) => asked.push(request.url()));
      await page.goto(address);
      await says(status(page), "Ready");
      assert.ok(!asked.some((url) => url.includes("problemList")), asked.join("\n"));
      await page.locator("#tab-problems").click();
      await says(list(page), "0 of 20 solved");
      assert.ok(asked.some((url) => url.includes("problemList")));
    });
  },

  "a problem is solved, then shorter, and both are compared": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await openProblem(page, "sum");
      await says(solutions(page), "Every program that is accepted is kept here");
      const best = await file("sum", "solution.vsm");
      const longer = `lpassa $lm0 $lr16v\n${best}`;
      await paste(page, content(page), longer);
      await judge(page, "ACCEPTED!! score=6");
      await says(head(page), "yours 6, best known 5, none below 3");
      await says(solutions(page).locator("li"), "score 6");
      // The same text is kept once.
      await judge(page, "ACCEPTED!! score=6");
      await paste(page, content(page), best);
      await judge(page, "ACCEPTED!! score=5");
      await eventually("both are kept", async () => (await solutions(page).locator("li").count()) === 2);
      await page.reload();
      await says(head(page), "yours 5, as short as the best known");
      const compare = button(solutions(page), "Compare the two chosen");
      assert.ok(await compare.isDisabled());
      await solutions(page).getByRole("checkbox").first().check();
      assert.ok(await compare.isDisabled());
      await solutions(page).getByRole("checkbox").nth(1).check();
      await compare.click();
      const compared = solutions(page).locator(".compared");
      await says(compared, "Scores 6 and 5");
      await says(compared, "The shorter one saves 1 of 6 (instructions that compute or move: 1 fewer).");
      await says(compared.locator("del"), "lpassa $lm0 $lr16v");
      assert.equal(await compared.locator("ins").count(), 0);
      await says(compared, "equivalent, proven by dataflow");
      await button(compared, "Why is the shorter one not shorter?").click();
      await says(compared, /no order/);
      assert.deepEqual(await violations(page), []);
      await button(compared, "Close").click();
      await compared.waitFor({ state: "detached" });
      // One is put into the editor, and that is taken back.
      await solutions(page).locator("li").nth(1).getByRole("button", { name: /into the editor/ }).click();
      await eventually("the longer one", async () => (await text(page)) === longer);
      await button(page.locator("#notice"), "Undo").click();
      await eventually("the shorter one", async () => (await text(page)) === best);
      // One is deleted, and that is taken back.
      await solutions(page).locator("li").first().getByRole("button", { name: /^Delete/ }).click();
      await says(head(page), "yours 6, best known 5");
      await button(page.locator("#notice"), "Undo").click();
      await says(head(page), "yours 5");
    });
  },

  "the second testcase of a problem rejects what the first one accepts": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await openProblem(page, "sum");
      const testcase = await file("sum", "testcase.vsm");
      const value = BigInt.asUintN(64, BigInt(/expect=\[(-?\d+)\]/.exec(testcase)[1]));
      const half = (shift) => `0x${((value >> shift) & 0xffffffffn).toString(16)}`;
      await write(page, `imm ui"${half(32n)}" $ln0\nimm ui"${half(0n)}" $n1\n`);
      await judge(page, "Testcase 2 of 2: RESULT MISMATCH");
      // The origin of a wrong value is found in the same testcase.
      await page.locator(".wrong-values button").first().click();
      await page.locator("#panel-debugger .origins .item").first().waitFor();
      await page.locator("#tab-task").click();
      await write(page, await file("sum", "solution.vsm"));
      await judge(page, "ACCEPTED!! score=5");
    });
  },

  "a score that is better than the best known is announced, and a report is copied": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await page.locator("#tab-problems").click();
      await says(list(page), "0 of 20 solved");
      // As an earlier visit has kept it.
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            const open = indexedDB.open("mnc2-solutions");
            open.onsuccess = () => {
              const transaction = open.result.transaction("solutions", "readwrite");
              const solution = { text: "nop\n", bytes: 3, at: 1_700_000_000_000, m: 0 };
              transaction.objectStore("solutions").add({ ...solution, problem: "sum", score: 4, j: 4 });
              transaction.objectStore("solutions").add({ ...solution, problem: "layer", score: 2, j: 2 });
              transaction.oncomplete = () => (open.result.close(), resolve());
            };
          }),
      );
      await page.locator("#tab-findings").click();
      await page.locator("#tab-problems").click();
      await says(item(page, number("sum")), "yours 4: better than the best known, 5");
      await says(item(page, number("layer")), "yours 2: below our bound, 3");
      await openProblem(page, "layer");
      await says(head(page), "Either the argument is wrong");
      await openProblem(page, "sum");
      await says(head(page), "You have beaten us.");
      assert.deepEqual(await violations(page), []);
      await button(head(page), "Copy a report").click();
      await eventually("the report", async () => /Problem `sum`.*score 4, best known 5, bound 3/.test(await page.locator("#report").inputValue()));
    });
  },

  "a pasted testcase becomes a problem that is accepted": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await page.locator("#tab-problems").click();
      await says(list(page), "Your own problem");
      await field(page).waitFor();
      await paste(page, field(page), TESTCASE);
      await button(list(page), "Solve it").click();
      await says(head(page), "Your problem");
      await says(task(page).locator("details[open]"), "expect=[3]");
      await judge(page, "mismatch");
      await write(page, "linc $lm0v $ln0v\n");
      await judge(page, "ACCEPTED!! score=1");
      await says(head(page), "Solved, score 1");
      await says(solutions(page).locator("li"), "score 1");
      await page.reload();
      await says(head(page), "Solved, score 1");
      await button(task(page), "All problems").click();
      await says(list(page), "Your problems");
      await says(list(page).locator("ol").nth(1), "problem.vsm ✓ Solved, score 1");
      assert.deepEqual(await violations(page), []);
    });
  },

  "a text that is not a testcase gets a reason, and nothing is lost": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await page.locator("#tab-problems").click();
      await field(page).waitFor();
      const solve = button(list(page), "Solve it");
      const before = await text(page);
      const tried = async (pasted, expected) => {
        await field(page).fill(pasted);
        await solve.click();
        await says(said(page), expected);
        assert.equal(await field(page).inputValue(), pasted);
        assert.equal(await text(page), before);
      };
      await tried("", "There is no text");
      await tried("<script>alert(1)</script> not a testcase at all", "it has no line");
      await tried("d getd $ln0n0c0b0m0p0 1 # expect=[2] / Long @[0]\n", "it has no line");
      await tried("# ======= YOUR VSM WILL BE INSERTED HERE =======\nd get $ln0 1\n", "nothing would be compared");
      await tried(TESTCASE.replace("[2] / Long", "[2 / Lang"), /This is not a testcase\. .*line 6/);
      await tried("x".repeat(4_100_000), "limit is 4 MB");
      assert.deepEqual(await names(page), []);
      assert.equal(await page.locator("script").filter({ hasText: "alert" }).count(), 0);
      await field(page).fill(TESTCASE);
      await eventually("the reason goes", async () => (await said(page).textContent()) === "");
      await solve.click();
      await says(head(page), "Your problem");
    });
  },

  "a testcase is dropped, opened, and comes in a link": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await page.locator("#tab-problems").click();
      await field(page).waitFor();
      await field(page).evaluate((area, body) => {
        const data = new DataTransfer();
        data.items.add(new File([body], "testcase.vsm"));
        area.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      }, TESTCASE);
      await says(head(page), "Your problem");
      await page.locator("#tab-problems").click();
      await list(page).locator("input[type=file]").setInputFiles({ name: "other.vsm", mimeType: "text/plain", buffer: Buffer.from(TESTCASE.replace("[3]", "[4]")) });
      await eventually("another problem", async () => (await names(page)).length === 2);
      await says(task(page).locator("details[open]"), "expect=[4]");
      await page.goto("about:blank");
      await page.goto(`${address}${fragment({ name: "linked.vsm", text: "linc $lm0v $ln0v\n", testcase: TESTCASE })}`);
      await says(head(page), "Your problem");
      await judge(page, "ACCEPTED!! score=1");
      await says(head(page), "Solved, score 1");
    });
  },

  "a program in the frame of a testcase is recognised": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await page.locator("#program").selectOption("new");
      await paste(page, content(page), FRAMED);
      await says(page.locator("#notice"), "the inputs and expected outputs of a testcase");
      await button(page.locator("#notice"), "Solve it as a problem").click();
      await says(page.locator(".verdict"), "ACCEPTED!! score=1");
      await eventually("the program alone", async () => (await text(page)) === "linc $lm0v $ln0v\n");
      // What was pasted is one's own still.
      await page.locator("#program").selectOption({ label: "new.vsm" });
      await says(content(page), "This is mine");
    });
  },

  "a store that is full, or forbidden, keeps no solution and reports it": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await openProblem(page, "opposite");
      await page.evaluate(() => {
        IDBObjectStore.prototype.add = () => {
          throw new DOMException("full", "QuotaExceededError");
        };
      });
      await write(page, await file("opposite", "solution.vsm"));
      await judge(page, "ACCEPTED!! score=1");
      await says(page.locator("#notice[role=alert]"), "storage is full: this solution");
      await says(head(page), "nobody can do better");
      await says(solutions(page).locator("li"), "score 1");
    });
    await visit(browser, "about:blank", {}, async (page) => {
      await page.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException("forbidden", "SecurityError");
        };
      });
      await page.goto(address);
      await openProblem(page, "opposite");
      await says(solutions(page), "gone after a reload");
      await write(page, await file("opposite", "solution.vsm"));
      await judge(page, "ACCEPTED!! score=1");
      await says(head(page), "nobody can do better");
    });
  },

  "a problem is solved by keys alone": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(status(page), "Ready");
      await page.locator("#tabs [aria-selected=true]").focus();
      for (let at = 0; at < 12 && (await page.evaluate(() => document.activeElement.id)) !== "tab-problems"; at += 1) {
        await page.keyboard.press("ArrowRight");
      }
      await item(page, 1).waitFor();
      // From the tab to the first problem.
      for (let at = 0; at < 8 && !(await item(page, 1).getByRole("button").evaluate((it) => it === document.activeElement)); at += 1) {
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Enter");
      await says(head(page), "Problem 1 of 20");
      assert.equal(await page.evaluate(() => document.activeElement.id), "panel-task");
      await content(page).focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.type((await file("opposite", "solution.vsm")).trimEnd());
      await page.keyboard.press("Alt+Enter");
      await says(page.locator(".verdict"), "ACCEPTED!! score=1");
      assert.equal(await text(page), (await file("opposite", "solution.vsm")).trimEnd());
      // Without a testcase, the key reports what is missing.
      await page.locator("#program").selectOption("new");
      await content(page).focus();
      await page.keyboard.press("Alt+Enter");
      await says(status(page), "No testcase judges this program");
    });
  },

  "problems on a phone, in Japanese, in the dark": async ({ browser, address }) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "ja-JP", colorScheme: "dark" };
    await visit(browser, address, phone, async (page) => {
      const told = [];
      await press(page.locator("#tab-problems"));
      await says(list(page), "20問中0問を解答済み");
      told.push(...(await violations(page)));
      await press(item(page, number("sum")).getByRole("button"));
      await says(head(page), "問題15 / 20");
      await says(task(page).locator("h2"), "4つのPEの和");
      await write(page, await file("sum", "solution.vsm"));
      await press(page.locator("#judge"));
      await says(head(page), "自分5、既知の最良と同じ、下限3");
      told.push(...(await violations(page)));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${wide} pixels wide`);
      assert.deepEqual(told, []);
    });
  },

  "a program of a problem is opened from the menu, a link and a reload, also where its part comes late": async ({ browser, address }) => {
    await visit(browser, address, { expected: /ERR_FAILED|Failed to fetch|404|NetworkError/ }, async (page) => {
      await page.route(/problemList/, (route) => route.abort());
      await page.goto("about:blank");
      await page.goto(`${address}${fragment({ name: "sum.vsm", text: "nop # of a link\n", problem: "sum" })}`);
      await says(content(page), "# of a link");
      await says(page.locator("#notice[role=alert]"), "could not be fetched");
      await page.unroute(/problemList/);
      await page.reload();
      await says(head(page), "Problem 15 of 20");
      await judge(page, "mismatch");
    });
  },
};
