// How the playground is arranged: the splitter, where the views are, long lines, the list of keys, and settings.

import assert from "node:assert/strict";

import { chooseOther, content, counts, eventually, findings, says, text, view, violations, visit, write } from "./browser.mjs";
import { fragment, LANGUAGES, OTHERS } from "./programs.mjs";

const NOTHING = "Nothing to report.";

const splitter = (page) => page.locator("#splitter");
const share = async (page) => Number(await splitter(page).getAttribute("aria-valuenow"));
const box = (page, id) => page.locator(`#${id}`).boundingBox();

/** Whether nothing is wider than the page. */
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

export const ARRANGEMENT = {
  "the splitter is dragged, and moved by keys, and stays where it was": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), "Nothing");
      await page.locator("#run").click();
      await says(view(page, "dump").locator("#content"), "40.5");
      const { x, y } = await box(page, "splitter");
      await page.mouse.move(x + 3, y + 300);
      await page.mouse.down();
      // Over the frame of a view, too.
      await page.mouse.move(x + 200, y + 320, { steps: 5 });
      await page.mouse.up();
      await eventually("the share", async () => Math.abs((await share(page)) - 65.9) < 1);
      assert.ok(Math.abs((await box(page, "editor")).width - 843) < 15);
      await page.reload();
      await eventually("the same share", async () => Math.abs((await share(page)) - 65.9) < 1);
      await splitter(page).focus();
      const before = await share(page);
      await page.keyboard.press("ArrowLeft");
      assert.ok(Math.abs(before - 2 - (await share(page))) < 0.01);
      await page.keyboard.press("Home");
      assert.equal(await share(page), 15);
      await page.keyboard.press("ArrowLeft");
      assert.equal(await share(page), 15);
      await page.keyboard.press("End");
      assert.equal(await share(page), 85);
      // Enter hides the views, and shows them again.
      await page.keyboard.press("Enter");
      assert.ok(await page.locator("#side").isHidden());
      await page.keyboard.press("Enter");
      assert.ok(await page.locator("#side").isVisible());
      await splitter(page).dblclick();
      assert.equal(await share(page), 50);
      assert.deepEqual(await violations(page), []);
      // What is no number is not taken.
      await page.evaluate(() => localStorage.setItem("mnc2.split.right", "wide"));
      await page.reload();
      await says(counts(page), "Nothing");
      assert.equal(await share(page), 50);
    });
  },

  "views are to the right, below, or hidden until they are asked for": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), "Nothing");
      await page.locator("#panes").selectOption("below");
      const [program, side] = [await box(page, "editor"), await box(page, "side")];
      assert.ok(side.y >= program.y + program.height && side.width > 1200);
      assert.equal(await splitter(page).getAttribute("aria-orientation"), "horizontal");
      await splitter(page).focus();
      await page.keyboard.press("ArrowUp");
      assert.equal(await share(page), 48);
      await page.locator("#panes").selectOption("hidden");
      assert.ok(await page.locator("#side").isHidden());
      await page.reload();
      await says(counts(page), "Nothing");
      assert.ok(await page.locator("#side").isHidden());
      assert.ok((await box(page, "editor")).width > 1200);
      // Another program leaves them hidden; a run shows what it is for, where the views were.
      await page.locator("#program").selectOption("example forwarding.vsm");
      await says(content(page), "forwarding");
      assert.ok(await page.locator("#side").isHidden());
      await page.keyboard.press("Shift+F6");
      assert.ok(await page.locator("#side").isVisible());
      await page.keyboard.press("Shift+F6");
      await page.keyboard.press("Shift+F6");
      assert.ok(await page.locator("#side").isHidden());
      await page.locator("#run").click();
      await says(view(page, "dump").locator("#summary"), "forwarding.vsm");
      // Keys lead from the program to its views, and back.
      await content(page).click();
      await page.keyboard.press("F6");
      assert.equal(await page.evaluate(() => document.activeElement.id), "tab-dump");
      await page.keyboard.press("F6");
      assert.ok(await content(page).evaluate((editor) => editor.contains(document.activeElement)));
    });
    await visit(browser, address, { viewport: { width: 390, height: 844 } }, async (page) => {
      await says(counts(page), "Nothing");
      const [program, side] = [await box(page, "editor"), await box(page, "side")];
      assert.ok(side.y >= program.y + program.height && (await fits(page)));
    });
  },

  "long lines continue below, unless the user wants to scroll": async ({ browser, address }) => {
    const long = `# ${"word ".repeat(80)}\n`;
    await visit(browser, `${address}${fragment({ name: "long.vsm", text: long })}`, {}, async (page) => {
      await says(counts(page), /./);
      const isWide = () => page.evaluate(() => document.querySelector(".cm-scroller").scrollWidth > document.querySelector(".cm-scroller").clientWidth + 1);
      assert.ok(!(await isWide()));
      await page.locator("#tab-settings").click();
      await page.locator("#prefers-wrap").selectOption("off");
      await eventually("a wide line", isWide);
      assert.equal(await text(page), long);
      await page.reload();
      await says(counts(page), /./);
      assert.ok(await isWide());
    });
  },

  "a program that is opened begins with its first line, on a phone": async ({ browser, address }) => {
    await visit(browser, address, { viewport: { width: 390, height: 844 } }, async (page) => {
      await says(counts(page), /./);
      const scrolled = () => page.locator(".cm-scroller").evaluate(({ scrollTop }) => scrollTop);
      await page.locator(".cm-scroller").evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
      assert.ok((await scrolled()) > 0);
      await page.locator("#program").selectOption("example forwarding.vsm");
      await says(content(page), "forward");
      assert.equal(await scrolled(), 0);
      assert.ok(await page.locator(".cm-line").first().isVisible());
    });
  },

  "the keys are listed, in a dialog, by a button and by a key": async ({ browser, address }) => {
    for (const [locale, title, run] of [["en-US", "Keys", "Run the whole program"], ["ja-JP", "キー", "プログラム全体を実行"]]) {
      await visit(browser, address, { locale }, async (page) => {
        await says(counts(page), /./);
        const dialog = page.locator("#keys-list[open]");
        await page.locator("#keys").click();
        await says(dialog.locator("h2"), title);
        await says(dialog, run);
        await says(dialog, "MN-Core 2");
        assert.deepEqual(await violations(page), []);
        await page.keyboard.press("Escape");
        assert.equal(await dialog.count(), 0);
        await content(page).click();
        const before = await text(page);
        await page.keyboard.press("Shift+F1");
        await dialog.waitFor();
        // Keys of the page do nothing under a dialog.
        await page.keyboard.press("Shift+F6");
        assert.ok(await page.locator("#side").isVisible());
        await page.keyboard.press("Escape");
        assert.equal(await text(page), before);
      });
    }
  },

  "profile, mode and levels are chosen, checked at once, and are in the link": async ({ browser, address }) => {
    const field = (page) => page.locator("#config");
    const choice = (page, name) => page.locator(`.settings [data-setting="${name}"]`);
    await visit(browser, `${address}${fragment({ name: "a.vsm", text: "lpassa $lm0v $lr0v\nnop\n# mnc2: allow(E1010)\nnop\n" })}`, {}, async (page) => {
      await says(counts(page), /./);
      await page.locator("#tab-settings").click();
      await choice(page, "Profile").selectOption("contest");
      assert.equal(await field(page).inputValue(), 'profile = "contest"\n');
      await says(page.locator("#score"), "score");
      const code = page.locator(".settings").getByLabel("Code of a rule");
      await code.fill("w0106; x");
      await code.press("Enter");
      await says(page.locator(".settings .problem"), "is not a code");
      await code.fill("W0106");
      await code.press("Enter");
      await choice(page, "W0106").selectOption("error");
      assert.equal(await field(page).inputValue(), 'profile = "contest"\n\n[levels]\nW0106 = "error"\n');
      await says(counts(page), "error 1");
      // What is written by hand is kept where choices change the rest.
      await field(page).fill('# mine\nprofile = "hardware" # why\n\n[levels]\nW0106 = "warning"\nW9999 = "off"\n');
      await says(page.locator(".settings .problems"), "W9999");
      assert.equal(await choice(page, "Profile").inputValue(), "hardware");
      await choice(page, "W9999").selectOption("");
      await eventually("no problem", async () => (await page.locator(".settings .problems li").count()) === 0);
      await choice(page, "Instruction mode").selectOption("flat");
      await choice(page, "W0106").selectOption("");
      await choice(page, "Profile").selectOption("contest");
      assert.equal(await field(page).inputValue(), '# mine\nprofile = "contest" # why\nmode = "flat"\n');
      assert.deepEqual(await violations(page), []);
      await page.locator("#share").click();
      const link = await page.locator("#link").inputValue();
      await page.keyboard.press("Escape");
      const other = await page.context().browser().newContext();
      const opened = await other.newPage();
      await opened.goto(link);
      await opened.locator("#tab-settings").click();
      await eventually("the settings", async () => (await opened.locator("#config").inputValue()).includes('mode = "flat"'));
      await other.close();
      await page.getByRole("button", { name: "Remove the settings" }).click();
      assert.equal(await field(page).inputValue(), "");
      await chooseOther(page, "product.ir");
      await page.locator("#tab-settings").click();
      assert.equal(await choice(page, "Profile").count(), 0, "other languages have no profile");
    });
  },

  "the options of another language are chosen, and wrong ones are reported": async ({ browser, address }) => {
    const choice = (page, name) => page.locator(`.settings [data-setting="${name}"]`);
    const field = (page) => page.locator("#config");
    await visit(browser, address, {}, async (page) => {
      await chooseOther(page, "tiles.ir");
      await says(counts(page), NOTHING);
      await page.locator("#tab-settings").click();
      await choice(page, "version").selectOption("2025-02");
      assert.equal(await field(page).inputValue(), '[languages]\n"*.ir" = "tinytc version=2025-02"\n');
      await says(counts(page), "error 1");
      await choice(page, "groups").fill("2");
      await choice(page, "groups").press("Enter");
      assert.equal(await field(page).inputValue(), '[languages]\n"*.ir" = "tinytc version=2025-02 groups=2"\n');
      await choice(page, "version").selectOption("");
      await says(counts(page), NOTHING);
      await choice(page, "groups").fill("none");
      await choice(page, "groups").press("Enter");
      assert.ok(await choice(page, "groups").evaluate((it) => it.validity.patternMismatch));
      assert.ok(!(await field(page).inputValue()).includes("none"));
      await choice(page, "groups").fill("");
      await choice(page, "groups").press("Enter");
      assert.equal(await field(page).inputValue(), "");
      // What is written and wrong is reported by the server.
      await field(page).fill('[languages]\n"*.ir" = "tinytc groups=none"\n');
      await page.waitForTimeout(800);
      await page.reload();
      await page.locator("#notice").getByRole("button", { name: "Show the settings" }).click();
      await says(page.locator(".settings .problems"), "`groups`".replaceAll("`", ""));
      // A pattern of one's own stays.
      await field(page).fill('[languages]\n"**/*.ir" = "tinytc@0.4" # mine\n');
      await choice(page, "subgroup_size").selectOption("32");
      assert.equal(await field(page).inputValue(), '[languages]\n"**/*.ir" = "tinytc version=0.4 subgroup_size=32" # mine\n');
      await says(counts(page), NOTHING);
      assert.deepEqual(await violations(page), []);
      // Every value that is offered is one of the server's.
      for (const name of OTHERS.map(({ name }) => name)) {
        await chooseOther(page, name);
        await page.locator("#tab-settings").click();
        const { versions } = LANGUAGES.find(({ id }) => id === OTHERS.find((it) => it.name === name).language);
        if (versions.length > 1) {
          assert.deepEqual(await choice(page, "version").locator("option").evaluateAll((options) => options.map((it) => it.value)), ["", ...versions]);
        }
        for (const menu of await page.locator(".settings select[data-setting]").all()) {
          const setting = await menu.getAttribute("data-setting");
          for (const value of await menu.locator("option").evaluateAll((options) => options.map((it) => it.value).filter(Boolean))) {
            await choice(page, setting).selectOption(value);
          }
          await says(counts(page), /./);
          assert.equal(await page.locator(".settings .problems li").count(), 0, `${name} ${setting}`);
          await choice(page, setting).selectOption("");
        }
      }
    });
  },

  "each version of each language has an example, which runs without a finding": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      for (const { id, versions } of LANGUAGES.filter((it) => it.versions.length > 0)) {
        for (const version of versions) {
          const example = OTHERS.find((it) => it.language === id && it.version === version);
          assert.ok(example, `${id}@${version} has no example`);
          await chooseOther(page, example.name);
          await says(counts(page), NOTHING);
          await page.locator("#run").click();
          await says(page.locator("#status"), /^Ran to line/);
        }
      }
    });
  },

  "a file that describes the machine is opened, dropped and pasted, and is part of the link": async ({ browser, address }) => {
    const machine = (page) => page.locator("#machine");
    const text = (size) => JSON.stringify({ data_type: "FP16BP8", array_size: size, dram0_depth: 256, dram1_depth: 256, local_depth: 256, accumulator_depth: 256, simd_registers_depth: 1, stride0_depth: 1, stride1_depth: 1 });
    const file = (name, content) => ({ name, mimeType: "application/json", buffer: Buffer.from(content) });
    const drop = (page, target, name, content) =>
      page.locator(target).evaluate(
        (element, [name, content]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([content], name));
          element.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true, clientX: 20, clientY: 200 }));
        },
        [name, content],
      );
    await visit(browser, address, {}, async (page) => {
      await drop(page, ".cm-content", "tiny.tarch", text(2));
      await says(page.locator("#notice[role=alert]"), "tiny.tarch describes a machine of Tensil");
      await chooseOther(page, "relu.tasm");
      await says(counts(page), NOTHING);
      await drop(page, ".cm-content", "tiny.tarch", text(2));
      await says(page.locator("#panel-settings"), "Machine file");
      assert.equal(await machine(page).inputValue(), text(2));
      // Two by two, so three vectors of weights are all there is room for.
      await says(counts(page), /error|warning/);
      await page.locator("#share").click();
      const link = await page.locator("#link").inputValue();
      await page.keyboard.press("Escape");
      await machine(page).fill(text(8));
      await says(counts(page), NOTHING);
      await page.locator("#run").click();
      await says(page.locator("#panel-output"), "DRAM0");
      await page.locator("#tab-settings").click();
      await machine(page).fill("[1, 2");
      await says(page.locator(".settings .problem[role=alert]").first(), "not an object in JSON");
      await page.locator("input[type=file]").setInputFiles(file("tiny.tarch", text(2)));
      await eventually("the file", async () => (await machine(page).inputValue()) === text(2));
      await says(counts(page), /error|warning/);
      assert.deepEqual(await violations(page), []);
      await page.getByRole("button", { name: "Remove the machine file" }).click();
      await says(counts(page), NOTHING);
      // Whoever opens the link has the machine too, and other programs have none.
      await page.goto("about:blank");
      await page.goto(link);
      await says(counts(page), /error|warning/);
      await page.locator("#tab-settings").click();
      assert.equal(await machine(page).inputValue(), text(2));
      await chooseOther(page, "larger.tasm");
      await page.locator("#tab-settings").click();
      assert.equal(await machine(page).inputValue(), "");
      await chooseOther(page, "product.ir");
      await page.locator("#tab-settings").click();
      assert.equal(await machine(page).count(), 0);
    });
  },

  "a new program, and what MN-Core 2 is, are in the language of the page": async ({ browser, address }) => {
    await visit(browser, address, { at: "", locale: "ja-JP" }, async (page) => {
      await says(page.locator("#panel-task .about"), "MN-Core 2は行列演算用のプロセッサーです");
      await page.locator("#program").selectOption("new");
      await says(content(page), "新しいプログラム");
      await write(page, "nap\n");
      await says(findings(page).first(), "オペコード");
    });
    await visit(browser, address, { at: "" }, async (page) => {
      await says(page.locator("#panel-task .about"), "MN-Core 2 is a processor for matrix arithmetic");
    });
  },
};
