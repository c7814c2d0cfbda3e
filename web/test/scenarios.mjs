// What people do in the playground, each in a fresh profile of a real browser.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { inflateRawSync } from "node:zlib";

import {
  chooseOther,
  content,
  counts,
  eventually,
  findings,
  pointUntil,
  press,
  says,
  status,
  text,
  type,
  view,
  violations,
  visit,
  write,
} from "./browser.mjs";
import { fragment, frames, long, tangled } from "./programs.mjs";
import { serve } from "./serve.mjs";

const NOTHING = "Nothing to report.";

const problem = (name, file) => readFile(new URL(`../site/problems/${name}/${file}`, import.meta.url), "utf8");

/** Changes the fragment of the address; returns false where the browser itself takes none that long. */
function goToFragment(page, fragment) {
  return page.evaluate((to) => {
    try {
      location.hash = to;
      return true;
    } catch (error) {
      if (to.length < 1_000_000) {
        throw error;
      }
      return false;
    }
  }, fragment);
}

/** Waits until the browser keeps the site. */
const kept = (page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state !== "activated") {
      await new Promise((resolve) => active.addEventListener("statechange", resolve));
    }
  });

export const SCENARIOS = {
  "an address names a program of the page, and one that is not there is said": async ({ browser, address }) => {
    const menu = (page) => page.locator("#program").inputValue();
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), NOTHING);
      await says(status(page), "Ready");
      await page.locator(".sem-function", { hasText: "dvfmad" }).waitFor();
      assert.equal(await menu(page), "example first.vsm");
      assert.ok(await page.locator("#shared").isHidden(), "nobody but the page has written it");
      await page.reload();
      await says(content(page), "dvfmad");
      assert.equal(await goToFragment(page, "#other/product.ir"), true);
      await says(content(page), "gemm");
      assert.equal(await menu(page), "other product.ir");
      await goToFragment(page, "#lesson/02-addresses");
      await says(page.locator("#panel-task .lesson"), "Lesson 2 of 10");
      await goToFragment(page, "#problem/sum");
      await says(page.locator("#panel-task h2"), "Sum over four PEs");
      assert.equal(await menu(page), "problem sum");
      await page.goBack();
      await says(page.locator("#panel-task .lesson"), "Lesson 2 of 10");
      // What is edited is no longer the named program, and the way back leads to it.
      await content(page).click();
      await page.keyboard.press("Control+End");
      await type(page, "nop\n");
      await eventually("another address", () => new URL(page.url()).hash === "");
      await page.goBack();
      await eventually("the lesson's address", () => new URL(page.url()).hash === "#lesson/02-addresses");
      for (const wrong of ["#example/nope.vsm", "#lesson/99", "#problem/../../etc", "#example/", "#new/x"]) {
        await goToFragment(page, wrong);
        await says(page.locator("#notice[role=alert]"), /does not have|broken/);
        await page.locator("#notice .close").click();
      }
    });
    // At the start a wrong name leaves what a first visit shows.
    await visit(browser, address, { at: "#problem/nope" }, async (page) => {
      await says(page.locator("#notice[role=alert]"), "does not have");
      await says(page.locator("#panel-task .lesson"), "Lesson 1 of 10");
    });
  },

  "the first part of the server is enough to begin, and a run waits for the rest": async ({ browser, folder }) => {
    let come;
    const comes = new Promise((resolve) => (come = resolve));
    const site = await serve(folder, 0, async ({ url }) => void (url === "/rest.wasm" && (await comes)));
    await visit(browser, site.address, {}, async (page) => {
      await says(counts(page), NOTHING);
      await page.locator(".sem-function", { hasText: "dvfmad" }).waitFor();
      await page.locator("#run").click();
      await says(status(page), "Running");
      come();
      await says(view(page, "dump").locator("#content"), "40.5");
    });
    await site.close();
  },

  "a mistake is underlined, listed, explained and mended": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await page.locator("#program").selectOption("new");
      await content(page).click();
      await page.keyboard.press("Control+End");
      await type(page, "lpasa $lm0v $lr0v");
      await page.locator(".cm-lintRange-error", { hasText: "lpasa" }).waitFor();
      await says(findings(page).first(), "unknown opcode");
      await says(findings(page).first(), "did you mean");
      await page.locator(".cm-lintRange-error").hover();
      await page.locator(".cm-tooltip .cm-diagnostic").waitFor();
      await page.mouse.move(900, 600);
      await findings(page).first().locator(".fix", { hasText: "lpassa" }).click();
      await says(counts(page), NOTHING);
      assert.match(await text(page), /^lpassa \$lm0v \$lr0v$/m);
      await pointUntil(page, page.locator(".sem-function", { hasText: "lpassa" }), page.locator(".hover", { hasText: "lpassa: Copy" }));
    });
  },

  "the menu of actions rewrites lines, and silences a finding": async ({ browser, address }) => {
    const steps = "lpassa $lm0v $ln0v\nfvadd $ls0v $lr0v $ls8v\n";
    const menu = (page) => page.locator('.actions[role="menu"]');
    const item = (page, title) => menu(page).locator('[role="menuitem"]', { hasText: title });
    await visit(browser, address, {}, async (page) => {
      await page.locator("#program").selectOption("new");
      await write(page, steps);
      await says(counts(page), NOTHING);
      // By keys: the cursor is after the last line.
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Control+.");
      await item(page, "Pack into the previous step").waitFor();
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "menuitem");
      assert.deepEqual(await violations(page), []);
      await page.keyboard.press("Escape");
      assert.equal(await menu(page).count(), 0);
      await page.keyboard.press("Control+.");
      await item(page, "Pack into the previous step").waitFor();
      await page.keyboard.press("End");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await eventually("one step", async () => (await text(page)) === "lpassa $lm0v $ln0v; fvadd $ls0v $lr0v $ls8v\n");
      await page.keyboard.press("Control+z");
      await eventually("two steps", async () => (await text(page)) === steps);
      // By the button, about what is selected.
      await write(page, "nop/0\n");
      await says(findings(page).first(), "is not a step");
      await page.keyboard.press("Control+a");
      await page.locator("#actions").click();
      await item(page, "with allow-file").click();
      await says(counts(page), NOTHING);
      assert.match(await text(page), /^# mnc2: allow-file/);
      // Where nothing is offered, that is said, and the menu is gone once the editor is used.
      await write(page, "\n");
      await page.locator("#actions").click();
      await says(page.locator(".actions[role=status]"), "Nothing");
      await content(page).click();
      assert.equal(await page.locator(".actions").count(), 0);
    });
  },

  "completion offers what fits, and says what it is": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await page.locator("#program").selectOption("new");
      await content(page).click();
      await page.keyboard.press("Control+End");
      await type(page, "lpas");
      await page.locator(".cm-tooltip-autocomplete li", { hasText: "lpassa" }).waitFor();
      await says(page.locator(".cm-completionInfo"), "lpassa");
      await page.keyboard.press("Tab");
      await type(page, " ");
      await page.locator(".cm-lsp-signature").waitFor();
      await type(page, "$lm0v $lr0v");
      await page.keyboard.press("Escape");
      await says(counts(page), NOTHING);
      assert.match(await text(page), /^lpassa \$lm0v \$lr0v$/m);
    });
  },

  "the program is formatted": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await page.locator("#program").selectOption("new");
      await write(page, "lpassa   $lm0v    $lr0v   # one\nnop # two\n");
      await says(counts(page), NOTHING);
      await page.locator("#format").click();
      await eventually("the format", async () => /^lpassa \$lm0v \$lr0v +# one\nnop +# two$/m.test(await text(page)));
    });
  },

  "a run fills the dump, the chip, the memory and the steps": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), NOTHING);
      await page.locator("#run").click();
      await says(status(page), "5 steps");
      await says(view(page, "dump").locator("#content"), "40.5");
      await says(page.locator(".cm-line", { hasText: "d getd $lm0" }).locator(".value"), "1  2  3  4");
      await page.locator("#tab-chip").click();
      await says(view(page, "chip").locator("#summary"), "4096 PEs");
      await says(view(page, "chip").locator("#value"), "10.5");
      assert.equal(await view(page, "chip").locator(".cells rect").count(), 4096);
      await page.locator("#tab-memory").click();
      await says(view(page, "memory").locator("#words"), "40.5");
      await page.locator("#tab-timeline").click();
      await says(view(page, "timeline").locator("#table"), "dvfmad");
      assert.ok((await view(page, "timeline").locator("#arrows .arrow").count()) > 0);
      await view(page, "timeline").locator("tr[data-line]", { hasText: "dvfmad" }).click();
      await says(page.locator(".cm-activeLine"), "dvfmad");
      // To the line of the cursor.
      await page.locator(".cm-line", { hasText: "immu i\"0x40240000\"" }).click();
      await page.keyboard.press("Control+Enter");
      await says(status(page), "line 21: 1 step");
      await says(page.locator(".cm-line.reached"), "immu");
    });
  },

  "a program that cannot be run says why": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await page.locator("#program").selectOption("new");
      await write(page, "nap\n");
      await page.locator("#run").click();
      await says(status(page), /Not run\. .*line 1/);
    });
  },

  "a long run leaves the page alive, and is stopped": async ({ browser, address }) => {
    await visit(browser, `${address}${fragment({ name: "long.vsm", text: long(30_000) })}`, {}, async (page) => {
      await says(content(page), "lpassa");
      await says(counts(page), /./);
      // Frames are drawn while it runs. All of this is in the page: a driver takes its time between two presses.
      const [running, canStop] = await page.evaluate(async () => {
        const [run, stop, status] = ["run", "stop", "status"].map((id) => document.getElementById(id));
        run.click();
        const said = status.textContent;
        for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
        const isEnabled = !stop.disabled;
        stop.click();
        return [said, isEnabled];
      });
      assert.match(running, /Running|Fetching/);
      assert.ok(canStop, "frames are drawn only after the run");
      await says(status(page), /stopped|Ready/);
      await page.locator("#program").selectOption("new");
      await write(page, 'imm i"7" $lr0v\nnop\nd get $lr0n0c0b0m0p0 1\n');
      await says(counts(page), NOTHING);
      await page.locator("#run").click();
      await says(status(page), "2 steps");
      await says(view(page, "dump").locator("#content"), "7");
    });
  },

  "a program becomes shorter, with proof, and one undo takes it back": async ({ browser, address }) => {
    const shorter = (page) => page.locator("#panel-shorter");
    await visit(browser, address, {}, async (page) => {
      await page.locator("#program").selectOption("example forwarding.vsm");
      await says(counts(page), NOTHING);
      const before = await text(page);
      await page.locator("#shorten").click();
      await says(shorter(page).locator("h2"), "8 steps instead of 12");
      await says(shorter(page), "no order is shorter");
      assert.ok((await shorter(page).locator("del").count()) > (await shorter(page).locator("ins").count()));
      assert.equal(await text(page), before, "nothing changes before it is applied");
      await shorter(page).getByRole("button", { name: "Leave it" }).click();
      await says(status(page), "stays as it is");
      assert.equal(await text(page), before);
      // With the keyboard alone.
      await page.locator("#shorten").focus();
      await page.keyboard.press("Enter");
      await says(shorter(page).locator("h2"), "8 steps instead of 12");
      await page.keyboard.press("Enter");
      await says(status(page), "Applied");
      const after = await text(page);
      assert.ok(after.split("\n").length < before.split("\n").length);
      await says(counts(page), NOTHING);
      await page.locator("#run").click();
      await says(status(page), "8 steps");
      await content(page).click();
      await page.keyboard.press("Control+z");
      assert.equal(await text(page), before);
      // In the selected lines only: two steps of another program wait for each other.
      await page.locator("#program").selectOption("example first.vsm");
      await says(counts(page), NOTHING);
      assert.ok(await page.locator("#tab-shorter").isHidden());
      await page.locator(".cm-line", { hasText: "dvfmau" }).click();
      await page.keyboard.press("Home");
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowDown");
      await page.locator("#shorten").click();
      await says(shorter(page).locator("h2"), "2 steps");
      // The menu of actions offers the same.
      await content(page).focus();
      await page.keyboard.press("Control+.");
      await page.getByRole("menuitem", { name: "Shorten these lines" }).waitFor();
      await page.getByRole("menuitem", { name: "Why no shorter?" }).click();
      await says(shorter(page), "no order is shorter");
      await page.locator(".cm-line", { hasText: "dvfmad" }).click();
      await page.keyboard.press("Control+.");
      await page.getByRole("menuitem", { name: "Shorten this program" }).click();
      await says(shorter(page).locator("h2"), "5 steps");
    });
  },

  "why a program cannot be shorter is said and marked": async ({ browser, address }) => {
    await visit(browser, address, { locale: "ja-JP" }, async (page) => {
      await page.locator("#program").selectOption("example addresses.vsm");
      await says(counts(page), "指摘はありません");
      await page.locator("#shorten").click();
      await says(page.locator("#panel-shorter"), "これより短い順序はない");
      assert.equal(await page.locator(".cm-line.binding").count(), 7);
      await page.locator("#panel-shorter .place").nth(1).click();
      await says(page.locator(".cm-activeLine"), await page.locator(".cm-line.binding").nth(1).textContent());
      await page.keyboard.press("End");
      await type(page, " ");
      await eventually("no mark", async () => (await page.locator(".cm-line.binding").count()) === 0);
    });
  },

  "a search leaves the page alive, and ends when it is cancelled or the program is edited": async ({ browser, address }) => {
    await visit(browser, `${address}${fragment({ name: "tangled.vsm", text: tangled() })}`, {}, async (page) => {
      await says(counts(page), /./);
      const panel = page.locator("#panel-shorter");
      await page.locator("#shorten").click();
      await says(panel, /Searching.*[1-9] s/);
      await frames(page);
      await panel.getByRole("button", { name: "Cancel" }).click();
      await says(panel, "The search was cancelled.");
      assert.ok(await page.locator("#stop").isDisabled());
      await page.locator("#shorten").click();
      await says(panel, /Searching.*[1-9] s/);
      await content(page).click();
      await page.keyboard.press("Control+End");
      await type(page, "nop\nd get $lr0n0c0b0m0p0 1\n");
      await says(panel, "the program was edited");
      await page.locator("#run").click();
      await says(status(page), "steps");
      // Nothing is searched for in a program with an error.
      await page.locator("#program").selectOption("new");
      await write(page, "nop\nlpasa $lm0v $lr0v\n");
      await page.locator("#shorten").click();
      await says(panel, /Nothing was searched for: .*line 2/);
    });
  },

  "problems are judged": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      for (const name of ["saxpy", "larger", "sum"]) {
        await page.locator("#program").selectOption(`problem ${name}`);
        await page.locator("#panel-task h2").waitFor();
        await page.locator("#judge").click();
        await says(page.locator(".verdict"), "MISMATCH");
        await page.locator(".wrong-values td.expected").first().waitFor();
        await write(page, await problem(name, "solution.vsm"));
        await page.locator("#judge").click();
        await says(page.locator(".verdict"), "ACCEPTED");
      }
    });
  },

  "programs in other languages are checked, explained and run": async ({ browser, address }) => {
    const output = (page) => page.locator("#panel-output");
    await visit(browser, address, {}, async (page) => {
      await chooseOther(page, "product.ir");
      await page.locator(".sem-function", { hasText: "gemm" }).first().waitFor();
      await says(counts(page), NOTHING);
      assert.ok(await page.locator("#tab-dump").isHidden());
      await pointUntil(page, page.locator(".sem-function", { hasText: "gemm" }).first(), page.locator(".hover", { hasText: "gemm" }));
      await page.locator("#run").click();
      await says(output(page), /sums.*150/s);
      await page.locator("#tab-grids").click();
      await says(view(page, "grids").locator("#summary"), "instructions");
      assert.ok((await view(page, "grids").locator(".cells rect").count()) >= 4);
      // Other numbers give another result.
      await page.locator("#tab-input").click();
      const input = page.locator("#input");
      await input.fill((await input.inputValue()).replace('"B": [1,', '"B": [101,'));
      await page.locator("#run").click();
      await says(output(page), /sums.*130/s);
      await input.evaluate((field) => (field.closest("[hidden]") ? undefined : field.blur()));
      // What is wrong in it is said.
      await page.locator("#tab-input").click();
      await input.fill("{ broken");
      await page.locator("#run").click();
      await says(status(page), /Not run\..*input\.json/);
      // A mistake is found and mended.
      await write(page, "; mnc2: language=tinytc\nfunc @f(%a: f32) {\n  %b = arith.ad %a, %a : f32\n}\n");
      await says(findings(page).first(), "arith.ad");
      await page.locator("#tab-findings").click();
      await findings(page).first().locator(".fix", { hasText: "arith.add" }).click();
      await says(counts(page), "hint 1");
      // It is kept with what it is given.
      await page.reload();
      await says(content(page), "arith.add");
      await page.locator("#tab-input").click();
      assert.equal(await input.inputValue(), "{ broken");
      for (const [name, expected] of [
        ["int8.S", "0x1200"],
        ["relu.tasm", "Acc"],
        ["double.s", "80 00 00 00"],
      ]) {
        await chooseOther(page, name);
        await says(counts(page), NOTHING);
        await page.locator("#run").click();
        await says(output(page), expected);
        assert.equal(await page.locator("#program").inputValue(), `other ${name}`);
      }
      // The server for every language serves MN-Core 2, too.
      await page.locator("#program").selectOption("example first.vsm");
      await says(counts(page), NOTHING);
      await page.locator("#run").click();
      await says(status(page), "5 steps");
      assert.ok(await page.locator("#tab-output").isHidden());
    });
  },

  "a link holds a program in another language with what it is given": async ({ browser, address }) => {
    const shared = { name: "one.ir", text: "func @f(%a: memref<f32x2>) {\n  %i = constant 0 : index\n  %x = load %a[%i] : f32\n}\n", input: '{"a": [7, 8]}' };
    await visit(browser, address + fragment(shared), {}, async (page) => {
      await says(content(page), "memref");
      await says(counts(page), "hint 1");
      await page.locator("#run").click();
      await says(page.locator(".cm-line", { hasText: "load" }).locator(".value"), "7");
      await page.locator("#share").click();
      const link = new URL(await page.locator("#link").inputValue());
      const again = JSON.parse(inflateRawSync(Buffer.from(link.hash.slice(3), "base64url")).toString());
      assert.deepEqual(again, shared);
    });
  },

  "a link opens the program in a fresh profile": async ({ browser, address }) => {
    let link;
    const program = "# 日本語 <b>& \"quotes\"\nimm i\"7\" $lr0v\nnop\nd get $lr0n0c0b0m0p0 1\n";
    await visit(browser, address, { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
      await page.locator("#program").selectOption("new");
      await write(page, program);
      await page.locator("#share").click();
      link = await page.locator("#link").inputValue();
      await says(page.locator("#sharing [role=status]"), "clipboard");
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
      await page.keyboard.press("Escape");
      assert.ok(await page.locator("#notice").isHidden());
    });
    await visit(browser, link, {}, async (page) => {
      await says(status(page), /opened|Ready/);
      await eventually("the program", async () => (await text(page)) === program);
      await says(counts(page), NOTHING);
      // It is kept like everything that is edited here.
      await page.reload();
      await eventually("the program", async () => (await text(page)) === program);
    });
  },

  "hostile links give a message, and the page works": async ({ browser, address }) => {
    const good = fragment({ name: "a.vsm", text: "nop\n" });
    const cases = [
      ["#1.not base64!", "broken"],
      ["#<script>alert(1)</script>", "broken"],
      [`#1.${Buffer.from("nothing that was compressed").toString("base64url")}`, "broken"],
      [good.slice(0, -6), "broken"],
      [fragment("[1, 2"), "broken"],
      [fragment("null"), "broken"],
      [fragment({ name: "<img src=x onerror=alert(1)>.vsm", text: "" }), "broken"],
      [fragment({ name: "../../etc/passwd", text: "" }), "broken"],
      [fragment({ name: "a.vsm", text: 7 }), "broken"],
      [fragment({ name: "a.vsm", text: "x".repeat(10_000_000) }), "too long"],
      [`#1.${"A".repeat(1_500_000)}`, "too long"],
      [fragment({ name: "a.vsm", text: "nop\n" }, "2"), "newer"],
    ];
    await visit(browser, address + cases[0][0], {}, async (page) => {
      await says(page.locator("#notice[role=alert]:visible"), cases[0][1]);
      await says(counts(page), NOTHING);
      assert.equal(await page.locator("#program").inputValue(), "lesson 01-step");
      for (const [hash, expected] of cases.slice(1)) {
        await page.locator("#notice .close").click();
        // Where the browser takes no address that long, there is nothing to say.
        const [to, answer] = (await goToFragment(page, hash)) ? [hash, expected] : cases[0];
        await goToFragment(page, to);
        await says(page.locator("#notice[role=alert]:visible"), answer);
        assert.equal(await page.locator("#program").inputValue(), "lesson 01-step");
      }
    });
    // Ten million characters, which no address bar takes.
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), NOTHING);
      await goToFragment(page, `1.${"A".repeat(10_000_000)}`);
      await says(counts(page), NOTHING);
      await page.locator("#run").click();
      await says(status(page), "5 steps");
    });
  },

  "nothing of a program is HTML": async ({ browser, address }) => {
    const evil = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
    const program = `# === ${evil} ===\n# [a](javascript:document.title=1) ${evil}\nlpassa $lm0v $lr0v # ${evil}\nimm f"${evil}" $lr0v\n<b>x</b>\n`;
    await visit(browser, `${address}${fragment({ name: "evil.vsm", text: program })}`, {}, async (page) => {
      await findings(page).first().waitFor();
      await pointUntil(page, page.locator(".sem-function", { hasText: "lpassa" }), page.locator(".hover"));
      await page.locator("#run").click();
      await says(status(page), "Not run");
      for (const frame of page.frames()) {
        const found = await frame.evaluate(() => document.querySelectorAll("img, b, [onerror], a[href^=javascript]").length);
        // CodeMirror has an image of its own at the cursor.
        const own = await frame.evaluate(() => document.querySelectorAll("img.cm-widgetBuffer").length);
        assert.equal(found - own, 0);
      }
      assert.equal(await page.title(), "MN-Core 2 playground");
    });
  },

  "what is written survives a reload": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await content(page).click();
      await page.keyboard.press("Control+End");
      await type(page, "# mine");
      await page.reload();
      await says(content(page), "# First steps");
      await page.keyboard.press("Control+End");
      await eventually("the comment", async () => {
        await content(page).click();
        await page.keyboard.press("Control+End");
        return (await text(page)).endsWith("# mine");
      });
      // The example is as it was, and what was written is in the list.
      await page.locator("#program").selectOption("example first.vsm");
      assert.ok(!(await text(page)).includes("# mine"));
      assert.equal(await page.locator('#program optgroup[label="My programs"] option').count(), 1);
    });
  },

  "the program is downloaded": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#download").click()]);
      assert.equal(download.suggestedFilename(), "first.vsm");
      const expected = await readFile(new URL("../../examples/first.vsm", import.meta.url), "utf8");
      assert.equal(await readFile(await download.path(), "utf8"), expected);
    });
  },

  "light and dark, English and Japanese": async ({ browser, address }) => {
    const ground = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await visit(browser, address, { colorScheme: "dark", locale: "ja-JP" }, async (page) => {
      assert.equal(await ground(page), "rgb(20, 25, 31)");
      await says(counts(page), "指摘はありません");
      await says(page.locator("#run"), "実行");
      await page.locator("#tab-timeline").click();
      await says(view(page, "timeline").locator("header"), "使われているユニットのみ");
      await page.locator("#tab-findings").click();
      await write(page, "nap\n");
      await says(findings(page).first(), "オペコード");
      // A user's own choice counts more than the system's, and is kept.
      await page.locator("#theme").selectOption("light");
      await page.locator("#language").selectOption("en");
      await says(page.locator("#run"), "Run");
      await says(findings(page).first(), "unknown opcode");
      assert.equal(await ground(page), "rgb(255, 255, 255)");
      await page.reload();
      await says(findings(page).first(), "unknown opcode");
      assert.equal(await ground(page), "rgb(255, 255, 255)");
    });
  },

  "keys alone are enough": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), NOTHING);
      const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.className);
      const seen = [];
      for (let at = 0; at < 22 && !seen.at(-1)?.startsWith("tab-"); at += 1) {
        await page.keyboard.press("Tab");
        seen.push(await focused());
      }
      for (const id of ["program", "manage", "run", "here", "format", "share", "download", "keys", "panes", "theme", "language", "splitter"]) {
        assert.ok(seen.includes(id), `${id} is reached by Tab: ${seen}`);
      }
      // The way leads through the editor to the views.
      assert.ok(seen.some((name) => name.includes("cm-content")), `${seen}`);
      assert.equal(seen.at(-1), "tab-findings");
      await page.keyboard.press("End");
      assert.equal(await focused(), "tab-book");
      await page.keyboard.press("ArrowLeft");
      assert.equal(await focused(), "tab-problems");
      await page.keyboard.press("ArrowLeft");
      assert.equal(await focused(), "tab-lessons");
      await page.keyboard.press("ArrowLeft");
      assert.equal(await focused(), "tab-settings");
      await page.keyboard.press("ArrowLeft");
      assert.equal(await focused(), "tab-timeline");
      await says(view(page, "timeline").locator("#table"), "dvfmad");
      await page.keyboard.press("Home");
      assert.equal(await focused(), "tab-findings");
      await content(page).focus();
      await page.keyboard.press("Shift+Control+Enter");
      await says(status(page), "5 steps");
    });
  },

  "a small screen": async ({ browser, address }) => {
    await visit(browser, address, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, async (page) => {
      await says(counts(page), NOTHING);
      await press(page.locator("#run"));
      await says(view(page, "dump").locator("#content"), "40.5");
      const { wide, header } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        header: document.querySelector("header").getBoundingClientRect().height,
      }));
      assert.ok(wide <= 390, `${wide} pixels wide`);
      assert.ok(header <= 130, `a bar of ${header} pixels`);
    });
  },

  "axe finds no violation": async ({ browser, address }) => {
    for (const options of [
      { colorScheme: "light", locale: "en-US", viewport: { width: 390, height: 844 } },
      { colorScheme: "dark", locale: "ja-JP" },
    ]) {
      const told = [];
      await visit(browser, address, options, async (page) => {
        await says(counts(page), /./);
        await page.locator("#run").click();
        for (const name of ["dump", "chip", "memory", "timeline"]) {
          await page.locator(`#tab-${name}`).click();
          await view(page, name).locator("#summary").filter({ hasText: "first.vsm" }).waitFor();
          told.push(...(await violations(page)));
        }
        await chooseOther(page, "product.ir");
        await page.locator("#run").click();
        await page.locator("#panel-output pre").waitFor();
        told.push(...(await violations(page)));
        for (const name of ["input", "grids"]) {
          await page.locator(`#tab-${name}`).click();
          told.push(...(await violations(page)));
        }
        for (const [name, shown] of [["forwarding.vsm", ".difference"], ["addresses.vsm", ".place"]]) {
          await page.locator("#program").selectOption(`example ${name}`);
          await page.locator("#shorten").click();
          await page.locator(`#panel-shorter ${shown}`).first().waitFor();
          told.push(...(await violations(page)));
        }
        await page.locator("#program").selectOption("problem sum");
        await page.locator("#judge").click();
        await page.locator(".wrong-values td button").first().waitFor();
        told.push(...(await violations(page)));
        await write(page, "nap\n");
        await page.locator(".verdict.old").waitFor();
        told.push(...(await violations(page)));
        await page.locator("#tab-findings").click();
        await findings(page).first().locator(".fix").first().waitFor();
        await page.locator("#share").click();
        await page.locator("#link").waitFor();
        told.push(...(await violations(page)));
      });
      assert.deepEqual(told, [], JSON.stringify(options));
    }
  },
};

/** What needs the site as it is published, with its own worker. */
export const PUBLISHED = {
  "it works offline after the first visit": async ({ browser, address, stop }) => {
    await visit(browser, address, { offline: true }, async (page, context) => {
      await says(counts(page), NOTHING);
      await kept(page);
      await stop();
      await context.setOffline(true);
      await page.reload();
      await says(counts(page), NOTHING);
      await page.locator("#run").click();
      await says(view(page, "dump").locator("#content"), "40.5");
      await page.locator("#tab-chip").click();
      await says(view(page, "chip").locator("#summary"), "4096 PEs");
      await page.locator("#debug").click();
      await says(page.locator("#panel-debugger"), "Before line 14");
    });
  },

  "other languages work offline": async ({ browser, address, stop }) => {
    await visit(browser, address, { offline: true }, async (page, context) => {
      await kept(page);
      await stop();
      await context.setOffline(true);
      await page.reload();
      await chooseOther(page, "product.ir");
      await page.locator("#run").click();
      await says(page.locator("#panel-output"), "150");
    });
  },
};
