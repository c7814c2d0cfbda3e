// What the playground keeps: every program that was written, in every tab, and what an address holds.

import assert from "node:assert/strict";

import { content, counts, eventually, findings, focusText, says, status, text, type, visit, write } from "./browser.mjs";
import { fragment } from "./programs.mjs";

const menu = (page) => page.locator("#program");
const mine = (page) => page.locator('#program optgroup[label="My programs"] option');
const names = (page) => mine(page).allTextContents();
const dialog = (page) => page.locator("dialog[open]");
const item = (page, name) => dialog(page).locator("> ul > li").filter({ has: page.getByLabel(`Name of ${name}`, { exact: true }) });

async function fresh(page, program) {
  await menu(page).selectOption("new");
  await write(page, program);
  await eventually("it is one's own", async () => (await menu(page).inputValue()).startsWith("mine "));
}

/** Waits until a text is in the database. */
const inDatabase = (page, wanted) =>
  eventually(`${wanted} in the database`, () =>
    page.evaluate(
      (wanted) =>
        new Promise((resolve) => {
          const open = indexedDB.open("mnc2");
          open.onsuccess = () => {
            const all = open.result.transaction("programs").objectStore("programs").getAll();
            all.onsuccess = () => {
              open.result.close();
              resolve(all.result.some(({ text }) => text.includes(wanted)));
            };
          };
        }),
      wanted,
    ),
  );

/** Pastes a text at the cursor. */
async function paste(page, pasted) {
  // By keys: events that a script makes have no data in Firefox.
  await page.evaluate((pasted) => {
    const area = document.body.appendChild(document.createElement("textarea"));
    area.id = "copied";
    area.value = pasted;
    area.select();
  }, pasted);
  await page.keyboard.press("Control+c");
  await page.evaluate(() => document.querySelector("#copied").remove());
  await focusText(page);
  await page.keyboard.press("Control+v");
}

export const KEEPING = {
  "two tabs keep each other's programs, and follow what the other writes": async ({ browser, address }) => {
    await visit(browser, address, {}, async (one, context) => {
      await fresh(one, "nop # one\n");
      await inDatabase(one, "# one");
      const two = await context.newPage();
      await two.goto(address);
      await says(content(two), "# one");
      await fresh(two, "nop # two\n");
      await inDatabase(two, "# two");
      await content(one).click();
      await one.keyboard.press("Control+Home");
      await type(one, "# first\n");
      await inDatabase(one, "# first");
      await eventually("both in both menus", async () => (await names(one)).length === 2 && (await names(two)).length === 2);
      assert.deepEqual([...(await names(one))].sort(), ["new-2.vsm", "new.vsm"]);
      // The same program in both.
      await two.locator("#program").selectOption({ label: "new.vsm" });
      await says(content(two), "# first");
      await content(one).click();
      await one.keyboard.press("Control+End");
      await type(one, "nop # followed\n");
      await says(content(two), "# followed");
      // What comes from the other tab is not kept as this one's.
      await content(two).click();
      await two.keyboard.press("Control+End");
      await type(two, "nop # both\n");
      await says(content(one), "# both");
      for (const page of [one, two]) {
        await page.reload();
        await says(content(page), "# both");
        assert.equal((await names(page)).length, 2);
      }
    });
  },

  "what is being written when the page is left is there after that": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), /./);
      // A database that is slow: its transactions do not end, and what they have written is lost with the page.
      await page.evaluate(() => {
        const { put } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.put = function (...values) {
          const again = () => void (this.get("x").onsuccess = again);
          again();
          return put.apply(this, values);
        };
      });
      await fresh(page, "nop # late\n");
      await page.waitForTimeout(900);
      await page.reload();
      await says(content(page), "# late");
      assert.deepEqual(await names(page), ["new.vsm"]);
      await inDatabase(page, "# late");
      assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("unsaved"))), []);
    });
  },

  "what two tabs write at the same time is kept apart": async ({ browser, address }) => {
    await visit(browser, address, {}, async (one, context) => {
      await fresh(one, "nop # start\n");
      await inDatabase(one, "# start");
      const two = await context.newPage();
      await two.goto(address);
      await says(content(two), "# start");
      // Neither hears of the other before it writes.
      await Promise.all([one, two].map((page) => page.evaluate(() => (BroadcastChannel.prototype.postMessage = () => undefined))));
      for (const [page, words] of [[one, "# by one\n"], [two, "# by two\n"]]) {
        await content(page).click();
        await page.keyboard.press("Control+Home");
        await type(page, words);
        await inDatabase(page, words.trim());
      }
      await one.reload();
      await eventually("both texts", async () => (await names(one)).length === 2);
      await inDatabase(one, "# by one");
      await inDatabase(one, "# by two");
    });
  },

  "neither long texts nor many links take one's own programs away": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await fresh(page, "nop # precious\n");
      await fresh(page, "nop # second\n");
      await paste(page, "# long line of a comment\n".repeat(60_000));
      await inDatabase(page, "long line");
      assert.equal((await names(page)).length, 2);
      const link = (at) => fragment({ name: `link${at}.vsm`, text: `nop # link ${at}\n` });
      for (let at = 0; at < 45; at += 1) {
        await page.evaluate((hash) => (location.hash = hash), link(at));
        await says(content(page), `# link ${at}`);
      }
      for (let again = 0; again < 5; again += 1) {
        await page.evaluate((hash) => (location.hash = hash), link(again % 2));
        await says(content(page), `# link ${again % 2}`);
      }
      assert.deepEqual((await names(page)).sort(), ["new-2.vsm", "new.vsm"]);
      // A link that is edited becomes one's own, once.
      await content(page).click();
      await page.keyboard.press("Control+End");
      await type(page, "nop\n");
      await inDatabase(page, "# link 0\nnop");
      assert.equal((await names(page)).length, 3);
      await page.reload();
      await says(content(page), "# link 0");
      await menu(page).selectOption({ label: "new.vsm" });
      await says(content(page), "# precious");
    });
  },

  "programs are renamed, deleted, and deletion is taken back": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await fresh(page, "nop # one\n");
      await fresh(page, "nop # two\n");
      await page.locator("#manage").click();
      const field = item(page, "new.vsm").getByLabel("Name of new.vsm", { exact: true });
      // Typed: a value that a script sets is no change to the browser.
      const rename = async (name, end) => {
        await field.click();
        await page.keyboard.press("Control+a");
        await page.keyboard.type(name);
        await page.keyboard.press(end);
      };
      await rename("new-2.vsm", "Enter");
      await says(item(page, "new.vsm").locator(".problem"), "Another program");
      await rename("sum.ir", "Tab");
      await says(item(page, "new.vsm").locator(".problem"), "ends in .vsm");
      await rename("precious.vsm", "Tab");
      await item(page, "precious.vsm").waitFor();
      await item(page, "new-2.vsm").getByRole("button", { name: "Delete new-2.vsm" }).click();
      await eventually("the deletion", async () => (await names(page)).join() === "precious.vsm");
      await says(content(page), "# one");
      await says(page.locator("#notice"), "new-2.vsm was deleted");
      await page.locator("#notice").getByRole("button", { name: "Undo" }).click();
      await says(content(page), "# two");
      await page.reload();
      await says(content(page), "# two");
      assert.deepEqual((await names(page)).sort(), ["new-2.vsm", "precious.vsm"]);
      // The file that is saved, and what the views say, have the name.
      await menu(page).selectOption({ label: "precious.vsm" });
      // In Firefox the library passes on no download.
      if (browser.browserType().name() !== "firefox") {
        const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#download").click()]);
        assert.equal(download.suggestedFilename(), "precious.vsm");
      }
    });
  },

  "a version is kept before Judge and before a paste, and is restored": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await menu(page).selectOption("problem sum");
      await page.locator("#judge").waitFor();
      await content(page).click();
      await page.keyboard.press("Control+End");
      await type(page, "# judged\n");
      await page.locator("#judge").click();
      await says(page.locator(".verdict"), "MISMATCH");
      await content(page).click();
      await page.keyboard.press("Control+a");
      await paste(page, "nop # pasted\n");
      await eventually("the paste", async () => (await text(page)) === "nop # pasted\n");
      await page.locator("#manage").click();
      const versions = item(page, "sum.vsm").locator("details li");
      // The text that was judged is the one that was pasted over: one version.
      await says(versions.first(), "before Judge");
      assert.equal(await versions.count(), 1);
      await versions.first().getByRole("button", { name: "Restore" }).click();
      await says(content(page), "# judged");
      assert.ok(await page.locator("#judge").isVisible());
      await page.reload();
      await says(content(page), "# judged");
      await page.locator("#manage").click();
      await says(versions.first(), "before a restore");
      await versions.first().getByRole("button", { name: "Restore" }).click();
      await eventually("the pasted text", async () => (await text(page)) === "nop # pasted\n");
    });
  },

  "a store that is full, and one that is forbidden, are said": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), "Nothing");
      await page.evaluate(() => {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException("full", "QuotaExceededError");
        };
      });
      await fresh(page, "nop # kept\n");
      await says(page.locator("#notice[role=alert]"), "storage is full");
      await page.locator("#notice").getByRole("button", { name: "My programs" }).click();
      await item(page, "new.vsm").waitFor();
    });
    await visit(browser, "about:blank", {}, async (page) => {
      await page.addInitScript(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException("forbidden", "SecurityError");
        };
      });
      const link = address + fragment({ name: "shared.vsm", text: "nop # shared\n" });
      await page.goto(link);
      await says(content(page), "# shared");
      // Its link is still there.
      await page.reload();
      await says(content(page), "# shared");
      await content(page).click();
      await page.keyboard.press("Control+End");
      await type(page, "nop\n");
      await says(page.locator("#notice[role=alert]"), "gone after a reload");
      await menu(page).selectOption("example first.vsm");
      await menu(page).selectOption({ label: "shared.vsm" });
      await says(content(page), "# shared");
    });
  },

  "what an older version of the page has kept is taken over": async ({ browser, address }) => {
    // A picture has no icon.
    await visit(browser, `${address}icon.svg`, { expected: /404/ }, async (page) => {
      await page.evaluate(() => {
        const many = Array.from({ length: 50 }, (_, at) => ({ id: `${at}`, name: `p${at}.vsm`, text: `nop # ${at}\n` }));
        localStorage.setItem("mnc2.programs", JSON.stringify([{ id: 1 }, null, ...many]));
      });
      await page.goto(address);
      await says(content(page), "# 0");
      assert.equal(await mine(page).count(), 50);
      assert.equal(await page.evaluate(() => localStorage.getItem("mnc2.programs")), null);
      await page.evaluate(() => localStorage.setItem("mnc2.programs", "{ broken"));
      await page.reload();
      await says(content(page), "# 0");
    });
  },

  "an example that comes late does not take the place of what was opened in the meantime": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      let come = () => undefined;
      const late = new Promise((resolve) => (come = resolve));
      await page.route(/\/examples\b.*\.js$/, async (route) => {
        await late;
        await route.continue();
      });
      await says(counts(page), /./);
      await menu(page).selectOption("example forwarding.vsm");
      await page.evaluate((hash) => (location.hash = hash), fragment({ name: "a.vsm", text: "nop # of a link\n" }));
      await says(content(page), "# of a link");
      const asked = page.waitForResponse(/\/examples\b.*\.js$/);
      come();
      await asked;
      await page.waitForTimeout(300);
      await says(content(page), "# of a link");
      // Of two that were chosen, the last one.
      await menu(page).selectOption("example masks.vsm");
      await menu(page).selectOption("example forwarding.vsm");
      await says(content(page), "$aluf");
    });
  },

  "the way back leads to the link, and to what was open before it": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await menu(page).selectOption("example forwarding.vsm");
      await says(content(page), "$aluf");
      await says(counts(page), "Nothing");
      await page.evaluate((hash) => (location.hash = hash), fragment({ name: "a.vsm", text: "nop # of a link\n" }));
      await says(content(page), "# of a link");
      await says(status(page), "a.vsm was opened from the link.");
      await says(counts(page), /./);
      await page.waitForTimeout(300);
      await says(status(page), "a.vsm was opened from the link.");
      await menu(page).selectOption("example first.vsm");
      assert.equal(new URL(page.url()).hash, "");
      await page.goBack();
      await says(content(page), "# of a link");
      await page.goBack();
      await eventually("the example", async () => (await menu(page).inputValue()) === "example forwarding.vsm");
      await page.goForward();
      await says(content(page), "# of a link");
    });
  },

  "a file that is dropped is a program of its own": async ({ browser, address }) => {
    await visit(browser, address, {}, async (page) => {
      await says(counts(page), "Nothing");
      const drop = (name, body) =>
        content(page).evaluate(
          (editor, [name, body]) => {
            const data = new DataTransfer();
            data.items.add(new File([body], name));
            const { x, y } = editor.getBoundingClientRect();
            editor.dispatchEvent(new DragEvent("drop", { dataTransfer: data, clientX: x + 40, clientY: y + 60, bubbles: true, cancelable: true }));
          },
          [name, body],
        );
      const before = await text(page);
      await drop("dropped.vsm", "nop # dropped\n");
      await eventually("the file", async () => (await text(page)) === "nop # dropped\n");
      assert.deepEqual(await names(page), ["dropped.vsm"]);
      await menu(page).selectOption("example first.vsm");
      assert.equal(await text(page), before);
      await drop("picture.png", "no program");
      await says(page.locator("#notice"), "picture.png is not a program");
    });
  },

  "settings of a link are seen, changed and removed, and broken ones are said": async ({ browser, address }) => {
    const config = '[levels]\nW0106 = "hint"\n';
    await visit(browser, address + fragment({ name: "set.vsm", text: "nop\n", config }), {}, async (page) => {
      await says(page.locator("#notice"), 'W0106 = "hint"');
      await page.locator("#notice").getByRole("button", { name: "Show the settings" }).click();
      const field = page.locator("#config");
      assert.equal(await field.inputValue(), config);
      await field.fill('[levels]\nW9999 = "hint"\n');
      await says(page.locator(".settings .problems"), "W9999");
      await page.getByRole("button", { name: "Remove the settings" }).click();
      assert.equal(await field.inputValue(), "");
      assert.equal(await page.locator(".settings .problems li").count(), 0);
      await inDatabase(page, "nop");
      await page.reload();
      await says(content(page), "nop");
      await page.locator("#tab-settings").click();
      assert.equal(await field.inputValue(), "");
    });
    await visit(browser, address + fragment({ name: "set.vsm", text: "nop\n", config: "profile = \n" }), {}, async (page) => {
      await says(page.locator("#notice[role=alert]"), "problem in the settings");
    });
  },
};
