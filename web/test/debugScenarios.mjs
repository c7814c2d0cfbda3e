// What people do in the debugger of the playground.

import assert from "node:assert/strict";

import { chooseOther, content, counts, eventually, press, says, status, text, type, view, violations, visit, write } from "./browser.mjs";
import { fragment, long } from "./programs.mjs";

const NOTHING = "Nothing to report.";

const panel = (page) => page.locator("#panel-debugger");
const where = (page) => panel(page).locator("p[role=status]");
const stopped = (page) => page.locator(".cm-line.stopped");
const button = (page, name) => panel(page).getByRole("button", { name, exact: true });
const breakpoints = (page) => page.locator(".cm-lineNumbers .breakpoint");
/** The list of values with this title. */
const list = (page, title) =>
  panel(page).locator("details").filter({ has: page.locator("summary", { hasText: new RegExp(`^${title}( |$)`) }) }).last();

/** Waits for the debugger to stand before a line. */
const stands = (page, line) => says(where(page), new RegExp(`(Before line ${line}|At line ${line}|^${line}行目) `));

async function number(page, line) {
  await press(page.locator(".cm-lineNumbers .cm-gutterElement", { hasText: new RegExp(`^${line}$`) }));
}

export const DEBUG = {
  "a program is debugged forward and back, by keys alone": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), NOTHING);
      await content(page).focus();
      await page.keyboard.press("F5");
      await stands(page, 14);
      await says(where(page), "step 0 of 5");
      await page.keyboard.press("F10");
      await stands(page, 17);
      await page.keyboard.press("F10");
      await stands(page, 21);
      await says(panel(page).locator("pre"), "(4)");
      await says(stopped(page), "immu");
      await page.keyboard.press("F10");
      await stands(page, 24);
      await page.keyboard.press("Shift+F10");
      await stands(page, 21);
      // A breakpoint at the line of the cursor, in both directions.
      await content(page).focus();
      await page.keyboard.press("Control+End");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("F9");
      assert.equal(await breakpoints(page).textContent(), "36");
      await page.keyboard.press("F5");
      await says(where(page), /Before line 36 .*Breakpoint/);
      await says(stopped(page), "d getd $ls0n0c0b0m0p0 4");
      await page.keyboard.press("Alt+F5");
      await says(where(page), /Before line 14 .*start/);
      await page.keyboard.press("F5");
      await stands(page, 36);
      await page.keyboard.press("F5");
      await says(where(page), /At the end .*step 5 of 5/);
      await says(panel(page).locator("pre"), "(40.5)");
      await page.keyboard.press("Shift+F5");
      await says(where(page), "The debugger has ended.");
      assert.equal(await stopped(page).count(), 0);
      assert.ok(await button(page, "Step").isDisabled());
    });
  },

  "a breakpoint is set at the number of a line, and moves with the text": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), NOTHING);
      await number(page, 24);
      await number(page, 33);
      await says(breakpoints(page).first(), "24");
      await number(page, 24);
      await eventually("one breakpoint", async () => (await breakpoints(page).count()) === 1);
      await page.locator("#debug").click();
      await stands(page, 14);
      // What is edited becomes part of the run.
      await content(page).click();
      await page.keyboard.press("Control+Home");
      await type(page, "nop\n");
      await stands(page, 1);
      await says(breakpoints(page), "34");
      await button(page, "Continue").click();
      await says(where(page), /Before line 34 · step 5 of 6 · Breakpoint/);
      await number(page, 34);
      await button(page, "Restart").click();
      await stands(page, 1);
      await button(page, "Continue").click();
      await says(where(page), "At the end");
      // What cannot run does not.
      await content(page).click();
      await page.keyboard.press("Control+Home");
      await type(page, "lpasa\n");
      await says(status(page), "The run continues with the text as it was");
    });
  },

  "a breakpoint stops where its condition holds": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), NOTHING);
      await number(page, 24);
      await number(page, 27);
      await page.locator("#debug").click();
      await stands(page, 14);
      const conditions = panel(page).locator(".stop input");
      const fill = async (index, condition) => {
        await conditions.nth(index).fill(condition);
        await conditions.nth(index).press("Enter");
      };
      await fill(0, "$ln0 == 0x1");
      await page.locator(".cm-lineNumbers .conditional").waitFor();
      await fill(1, "$lr0 == 0x3fe0000000000000");
      await button(page, "Continue").click();
      await says(where(page), /Before line 27 .*Breakpoint/);
      await fill(1, "$lr0 =");
      await panel(page).locator(".stop .problem").waitFor();
      assert.deepEqual(await violations(page), []);
      await panel(page).locator(".stop").nth(1).getByRole("button", { name: "Remove Line 27" }).click();
      await eventually("one breakpoint", async () => (await breakpoints(page).count()) === 1);
      await fill(0, "");
      await button(page, "Run back").click();
      await says(where(page), /Before line 24 .*Breakpoint/);
      // The condition goes with its line.
      await fill(0, "$ln0 == 0x4024000000000000");
      await content(page).click();
      await page.keyboard.press("Control+Home");
      await type(page, "\n");
      await eventually("another line", async () => (await breakpoints(page).textContent()) === "25");
      assert.equal(await conditions.first().inputValue(), "$ln0 == 0x4024000000000000");
      await button(page, "Restart").click();
      await stands(page, 15);
      await button(page, "Continue").click();
      await says(where(page), /Before line 25 .*Breakpoint/);
    });
  },

  "the slider goes back and forth in the run, and the views follow": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), NOTHING);
      await page.locator("#debug").click();
      await stands(page, 14);
      await page.locator("#tab-timeline").click();
      const slider = view(page, "timeline").locator("#moment");
      await slider.focus();
      await page.keyboard.press("End");
      await says(view(page, "timeline").locator("#where"), "end · step 5 of 5");
      await page.locator("#tab-chip").click();
      await says(view(page, "chip").locator("#summary"), "at its end");
      await page.locator("#tab-memory").click();
      await says(view(page, "memory").locator("#summary"), "at its end");
      await page.locator("#tab-timeline").click();
      await slider.focus();
      await page.keyboard.press("Home");
      await says(view(page, "timeline").locator("#where"), "step 0 of 5");
      await says(stopped(page), "d set");
      await eventually("a later step", async () => {
        await page.keyboard.press("ArrowRight");
        return /step [1-4] of 5/.test(await view(page, "timeline").locator("#where").textContent());
      });
      assert.match(await view(page, "timeline").locator("tr.now").textContent(), /immu|nop|dvf/);
      // The panel has the same slider.
      await page.locator("#tab-debugger").click();
      await panel(page).locator("[type=range]").focus();
      await page.keyboard.press("End");
      await says(where(page), "At the end");
      await page.locator("#tab-chip").click();
      await page.keyboard.press("Shift+F5");
      await says(view(page, "chip").locator("#message"), "Run the program first.");
      await page.locator("#tab-timeline").click();
      await eventually("no slider", () => view(page, "timeline").locator("#time").isHidden());
    });
  },

  "values and watches are shown where the run stands, and changes are marked": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), NOTHING);
      await page.locator("#debug").click();
      await stands(page, 14);
      await list(page, "PE n0c0b0m0p0").locator("summary").first().click();
      await list(page, "GRF0").locator("summary").first().click();
      await panel(page).locator(".item, summary", { hasText: "$lr0 " }).first().waitFor();
      const field = panel(page).locator(".watches form input");
      for (const expression of ["$lr0,d", "$lm0 +", "$lm0v"]) {
        await field.fill(expression);
        await field.press("Enter");
      }
      const watches = panel(page).locator(".watches li");
      await eventually("three watches", async () => (await watches.count()) === 3);
      assert.equal(await panel(page).locator(".changed").count(), 0);
      await number(page, 27);
      await button(page, "Continue").click();
      await stands(page, 27);
      await says(watches.first().locator(".changed"), "0.5");
      await panel(page).locator(".tree .changed", { hasText: "0x3fe0000000000000" }).first().waitFor();
      await button(page, "Step").click();
      await stands(page, 32);
      await eventually("no change of the watch", async () => (await watches.locator(".changed").count()) === 0);
      await watches.nth(1).getByRole("button").click();
      await eventually("two watches", async () => (await watches.count()) === 2);
      // An assignment changes a memory, and the run goes on with it.
      await field.fill("$lr0 = 0x4000000000000000");
      await field.press("Enter");
      await says(watches.first(), "2");
      await field.fill("$lr0 = nothing");
      await field.press("Enter");
      await says(panel(page).locator(".watches .problem"), "nothing");
      assert.equal(await field.inputValue(), "$lr0 = nothing");
      // Long lists come in parts.
      await list(page, "LM0").locator("summary").first().click();
      const more = list(page, "LM0").getByRole("button", { name: "More" });
      await more.waitFor();
      const before = await list(page, "LM0").locator("code").count();
      await more.click();
      await eventually("more words", async () => (await list(page, "LM0").locator("code").count()) > before);
    });
  },

  "the line where the run stands has the values of its operands, and no other line": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      const beside = page.locator(".cm-line .value");
      await says(counts(page), NOTHING);
      await write(page, "imm f\"1.5\" $ln0\nnop/2\nlpassa $ln[0,2,4,6] $lr0v/1000 # $lm8\nd getf $ln0n0c0b0m0p0 1\n");
      await says(counts(page), NOTHING);
      await page.locator("#debug").click();
      await stands(page, 1);
      await says(beside, /^→ \$ln0 = 0$/);
      await button(page, "Step").click();
      await stands(page, 2);
      await eventually("no values", async () => (await beside.count()) === 0);
      await button(page, "Step").click();
      await stands(page, 3);
      await says(beside, /^→ \$ln\[0,2,4,6\] = \{1\.5, 1\.5\} .*\$lr0v = \{0\} \{0\} \{0\} \{0\}$/);
      await button(page, "Step").click();
      await stands(page, 4);
      await says(beside, /^→ \$ln0n0c0b0m0p0 = 1\.5\b/);
      assert.equal(await beside.count(), 1);
      await button(page, "End").click();
      await chooseOther(page, "int8.S");
      await page.locator("#debug").click();
      await says(stopped(page), "li");
      await says(beside, /^→ t0 = /);
    });
  },

  "at the end of a run nothing goes further, and it goes back": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), NOTHING);
      await page.locator("#debug").click();
      await stands(page, 14);
      const slider = panel(page).locator("[type=range]");
      assert.equal(await slider.inputValue(), "0", "the slider begins at its start");
      for (let at = 0; at < 20; at += 1) {
        await page.keyboard.press("F10");
        await page.waitForTimeout(60);
      }
      await says(where(page), /At the end .*step 5 of 5/);
      await says(status(page), "at its end");
      // Each place of the slider is another one.
      const targets = Number(await slider.getAttribute("max"));
      assert.ok(targets < 20, `${targets} places for a program of a few statements`);
      await slider.focus();
      for (let target = targets - 1; target >= 0; target -= 1) {
        await page.keyboard.press("ArrowLeft");
        await eventually(`target ${target}`, async () => (await slider.inputValue()) === `${target}` && /line/.test(await where(page).textContent()));
      }
      await stands(page, 14);
      await page.keyboard.press("F10");
      await stands(page, 17);
    });
  },

  "Into says the cycle": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), NOTHING);
      await number(page, 33);
      await page.locator("#debug").click();
      await stands(page, 14);
      await button(page, "Continue").click();
      await stands(page, 33);
      await button(page, "Into").click();
      await says(where(page), /line 33, cycle 1/);
      await button(page, "Into").click();
      await says(where(page), /line 33, cycle 2/);
    });
  },

  "another mouse button sets no breakpoint": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), NOTHING);
      await page.locator(".cm-lineNumbers .cm-gutterElement", { hasText: /^24$/ }).click({ button: "right" });
      await page.waitForTimeout(300);
      assert.equal(await breakpoints(page).count(), 0);
      await number(page, 24);
      await says(breakpoints(page).first(), "24");
    });
  },

  "a value is changed where it is shown, and says who wrote it": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), NOTHING);
      await number(page, 36);
      await page.locator("#debug").click();
      await stands(page, 14);
      await button(page, "Continue").click();
      await stands(page, 36);
      await list(page, "PE n0c0b0m0p0").locator("summary").first().click();
      await list(page, "GRF1").locator("summary").first().click();
      const word = panel(page).locator("details", { has: page.locator("> summary code", { hasText: /^\$ls0$/ }) }).last();
      await word.locator("> summary").click();
      await word.getByRole("button", { name: "Who wrote this?" }).click();
      const origins = panel(page).locator(".origins");
      await says(origins, "dvfmad");
      await origins.locator("details > summary").first().click();
      await says(origins.locator("details .items").first(), /line|started/i);
      await origins.getByRole("button", { name: /^Line \d+$/ }).first().click();
      await says(page.locator(".cm-activeLine"), "dvfmad");
      const field = word.getByRole("textbox");
      await field.fill("2.5");
      await field.press("Enter");
      await eventually("the value", async () => /2\.5/.test(await word.locator("> summary").textContent()));
      await field.fill("nothing");
      await field.press("Enter");
      await says(word.locator(".problem"), "nothing");
      assert.deepEqual(await violations(page), []);
    });
  },

  "a run is compared with the run of a kept version": async ({ browser, address }) => {
    const program = 'imm i"3" $lr0\nnop/4\niadd $lr0 $lr0 $ls0\nnop/4\n';
    await visit(browser, address, {}, async (page) => {
      const compare = button(page, "Compare");
      await page.locator("#program").selectOption("problem sum");
      await page.locator("#debug").click();
      await says(where(page), "step 0");
      assert.ok(await compare.isHidden(), "there is nothing to compare with");
      await button(page, "End").click();
      await write(page, `${program}iadd $ls0 $lr0 $lr4\n`);
      await page.locator("#judge").click();
      await says(page.locator(".verdict"), "MISMATCH");
      await write(page, `nop\n${program}iadd $ls0 $ls0 $lr4\n`);
      await says(page.locator("#score"), "12 steps");
      await page.locator("#debug").click();
      await compare.click();
      const result = panel(page).locator("section", { has: page.locator("select") });
      await says(result, /Line 6 and line 5 of “.*before Judge” are the first that write different values\.\$lr4@n0c0b0m0p0: 0x0000000c0000000c here, 0x0000000900000009 there/);
      // The run follows the text once it rests, which takes what was found away.
      const compared = (said) =>
        eventually(said, async () => {
          await compare.click();
          await page.waitForTimeout(500);
          return (await result.textContent()).includes(said);
        });
      // In other formats, too; one that needs longer words shows them as they are.
      const format = result.getByLabel("Format of the values");
      await format.selectOption("integer32");
      await says(result, "$lr4@n0c0b0m0p0: 12  12 here, 9  9 there");
      await format.selectOption("single");
      await says(result, /\$lr4@n0c0b0m0p0: \S+  \S+ here/);
      await format.selectOption("integer64");
      await says(result, "$lr4@n0c0b0m0p0: 51539607564 here, 38654705673 there");
      await result.getByRole("button", { name: "Line 6" }).click();
      await says(page.locator(".cm-activeLine"), "iadd $ls0 $ls0 $lr4");
      assert.deepEqual(await violations(page), []);
      // What was found is about the text as it was.
      await write(page, `${program}iadd $ls0 $lr0 $lr4\nimm i"1" $lr8\n`);
      await eventually("no result", async () => !(await result.textContent()).includes("different"));
      await compared("Line 6 is only in this program.");
      await write(page, `${program}iadd $ls0 $lr0 $lr4 # another remark\n`);
      await eventually("no result", async () => !(await result.textContent()).includes("only"));
      await compared("Both runs write the same.");
      await button(page, "End").click();
      assert.ok(await compare.isHidden());
    });
  },

  "a long run in the debugger leaves the page alive, is paused and ended": async ({ browser, address }) => {
    await visit(browser, `${address}${fragment({ name: "long.vsm", text: long(30_000) })}`, {}, async (page) => {
      await says(counts(page), /./);
      await page.locator("#debug").click();
      await stands(page, 1);
      // What is typed is checked meanwhile: the debugger has a worker of its own.
      const before = await counts(page).textContent();
      // Frames are drawn while it runs. All of this is in the page: a driver takes its time between two presses.
      const running = await page.evaluate(async () => {
        const panel = document.getElementById("panel-debugger");
        const press = (name) => [...panel.querySelectorAll("button")].find((it) => it.textContent === name).click();
        const runs = () => panel.textContent.includes("The program runs");
        press("Continue");
        while (!runs()) await new Promise(requestAnimationFrame);
        for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
        const isRunning = runs();
        press("Pause");
        return isRunning;
      });
      assert.ok(running, "frames are drawn only after the run");
      await says(where(page), /Before line \d+ .*Paused/);
      const [, line] = /line (\d+)/.exec(await where(page).textContent());
      assert.ok(Number(line) > 1);
      await button(page, "Step back").click();
      await stands(page, Number(line) - 1);
      await button(page, "Continue").click();
      await says(where(page), "The program runs");
      assert.equal(await counts(page).textContent(), before);
      // Another program ends it.
      await page.locator("#program").selectOption("example first.vsm");
      assert.ok(await page.locator("#tab-debugger").isHidden());
      await says(counts(page), NOTHING);
      await page.locator("#debug").click();
      await stands(page, 14);
    });
  },

  "a program that cannot run is not debugged, and one with a testcase begins with its input": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await page.locator("#program").selectOption("new");
      await write(page, "nop\nlpasa $lm0v $lr0v\n");
      await page.locator("#debug").click();
      await says(where(page), /Not debugged\. .*line 2/);
      await page.locator("#program").selectOption("problem sum");
      await page.locator("#debug").click();
      await says(where(page), "step 0");
      await list(page, "PE n0c0b0m0p0").locator("summary").first().click();
      await list(page, "LM0").locator("summary").first().click();
      await eventually("an input", async () => {
        const words = await list(page, "LM0").locator(".value").allTextContents();
        return words.some((word) => /0x0*[1-9a-f]/.test(word));
      });
    });
  },

  "programs in other languages are debugged": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      for (const name of ["product.ir", "int8.S", "relu.tasm", "double.s"]) {
        await chooseOther(page, name);
        await says(counts(page), NOTHING);
        await page.locator("#debug").click();
        await says(where(page), /At line \d+/);
        const at = async () => /line (\d+)/.exec(await where(page).textContent())?.[1];
        const line = await at();
        await page.keyboard.press("F10");
        await eventually("another line", async () => (await at()) !== line && (await at()) !== undefined);
        await panel(page).locator(".tree .value").first().waitFor();
        await page.keyboard.press("Shift+F10");
        await eventually(`the first line of ${name}`, async () => (await at()) === line);
        assert.ok(await panel(page).locator("[type=range]").isHidden());
        await page.keyboard.press("F5");
        await says(where(page), "the program has ended");
      }
      // An edit ends it.
      await content(page).click();
      await type(page, " ");
      await says(where(page), "The program was edited");
    });
  },

  "the debugger on a phone, in Japanese, in the dark": async ({ browser, address }) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "ja-JP", colorScheme: "dark" };
    await visit(browser, address, phone, async (page) => {
      await says(counts(page), "指摘はありません");
      await press(page.locator("#debug"));
      await says(where(page), "14行目の前");
      await number(page, 16);
      await press(button(page, "ステップ"));
      await says(where(page), "17行目の前");
      const { wide, header } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        header: document.querySelector("header").getBoundingClientRect().height,
      }));
      assert.ok(wide <= 390, `${wide} pixels wide`);
      assert.ok(header <= 130, `a bar of ${header} pixels`);
      const told = await violations(page);
      await page.locator("#tab-timeline").click();
      await view(page, "timeline").locator("#where").waitFor();
      told.push(...(await violations(page)));
      await page.locator("#language").selectOption("en");
      await page.locator("#theme").selectOption("light");
      await page.locator("#tab-debugger").click();
      await button(page, "Step").waitFor();
      told.push(...(await violations(page)));
      assert.deepEqual(told, []);
      assert.ok((await text(page)).includes("dvfmad"));
    });
  },
};
