// The playground on a network that is slow, or not there for a while.

import assert from "node:assert/strict";

import { content, counts, EXAMPLE, eventually, findings, says, status, type, view, visit } from "./browser.mjs";
import { serve } from "./serve.mjs";

/** A site some of whose files do not come until they may. */
async function withholding(folder, pattern, body) {
  let isThere = false;
  const site = await serve(folder, 0, ({ url }, response) => {
    if (isThere || !pattern.test(url)) {
      return false;
    }
    response.destroy();
    return true;
  });
  try {
    await body(site.address, () => (isThere = true));
  } finally {
    await site.close();
  }
}

/** What a browser says about files that do not come is expected here. */
const EXPECTED = { expected: /Failed to load resource|NetworkError|NS_ERROR|Failed to fetch|error loading dynamically imported module|downloadable font/i };

/** Parts of the page, what asks for them, and whether it has come: each must say that it has not, and come later. */
const PARTS = [
  ["the keys", /later\/later-/, (page) => page.locator("#keys").click(), (page) => page.locator("#keys-list[open]")],
  ["a link", /later\/later-/, (page) => page.locator("#share").click(), (page) => page.locator("#sharing[open]")],
  ["programs", /later\/later-/, (page) => page.locator("#manage").click(), (page) => page.locator("#programs[open]")],
  ["settings", /later\/later-/, (page) => page.locator("#tab-settings").click(), (page) => page.locator("#prefers-wrap")],
  ["lessons", /later\/lessons-/, (page) => page.locator("#tab-lessons").click(), (page) => page.locator("#panel-lessons li").first()],
  ["problems", /later\/problemList-/, (page) => page.locator("#tab-problems").click(), (page) => page.locator("#panel-problems li").first()],
  ["a task", /later\/problemList-/, (page) => page.locator("#program").selectOption("problem sum"), (page) => page.locator("#panel-task h2")],
  ["an example in another language", /later\/examples-/, (page) => page.locator("#program").selectOption("other product.ir"), (page) => page.locator(".cm-line", { hasText: "gemm" }).first()],
  ["an example", /later\/examples-/, (page) => page.locator("#program").selectOption("example masks.vsm"), (page) => page.locator(".cm-line", { hasText: "$subpeid" }).first()],
  ["a search", /later\/searching-/, (page) => content(page).click().then(() => page.keyboard.press("Control+f")), (page) => page.locator(".cm-search")],
  ["Japanese", /later\/ja-/, (page) => page.locator("#language").selectOption("ja"), (page) => page.locator("#run", { hasText: "実行" })],
  ["examples in Japanese", /later\/examples\.ja-/, (page) => page.locator("#language").selectOption("ja"), (page) => page.locator("#run", { hasText: "実行" })],
];

export const NETWORK = {
  "each part that does not come says so, leaves the rest alone, and comes when the network is back": async ({ browser, folder }) => {
    for (const [what, pattern, ask, part] of PARTS) {
      await withholding(folder, pattern, async (address, come) => {
        await visit(browser, address, EXPECTED, async (page) => {
          await says(counts(page), "Nothing");
          await ask(page);
          await says(page.locator("#notice[role=alert]"), "could not be fetched");
          assert.equal(await part(page).count(), 0, what);
          await content(page).click();
          await page.keyboard.press("Control+End");
          await type(page, "nop # alive");
          await says(content(page), "# alive");
          come();
          const again = page.locator("#notice").getByRole("button", { name: /Try again|Reload the page/ });
          // Firefox does not fetch a module again: the page is loaded anew, and asked once more.
          const isReloaded = browser.browserType().name() === "firefox";
          await (isReloaded ? page.reload() : again.click());
          if (isReloaded) {
            await says(counts(page), /./);
            await ask(page);
          }
          await part(page).waitFor();
        });
      });
    }
  },

  "the server that does not come says so, and starts when the network is back": async ({ browser, folder }) => {
    await withholding(folder, /first\.wasm/, async (address, come) => {
      await visit(browser, address, EXPECTED, async (page) => {
        await says(page.locator("#notice[role=alert]"), "cannot start");
        await content(page).click();
        await page.keyboard.press("Control+End");
        await type(page, "lpasa $lm0v $lr0v");
        come();
        await page.locator("#notice").getByRole("button", { name: "Try again" }).click();
        await says(counts(page), "error 1");
      });
    });
  },

  "figures and commands in the program come with the next edit, once the network is back": async ({ browser, folder }) => {
    await withholding(folder, /later\/annotations-/, async (address, come) => {
      await visit(browser, address, EXPECTED, async (page) => {
        await says(counts(page), "Nothing");
        await page.locator("#run").click();
        await says(status(page), "5 steps");
        assert.ok(await page.locator("#score").isHidden());
        assert.ok(await page.locator("#notice").isHidden(), "nobody has asked for them");
        come();
        if (browser.browserType().name() === "firefox") {
          await page.reload();
        }
        await content(page).click();
        await page.keyboard.press("Control+End");
        await type(page, "nop\n");
        await says(page.locator("#score"), "6 steps");
      });
    });
  },

  "a part that cannot be fetched is said, and comes when it is asked for again": async ({ browser, folder }) => {
    await withholding(folder, /later\/later-/, async (address, come) => {
      await visit(browser, address, EXPECTED, async (page) => {
        await says(counts(page), "Nothing");
        await page.locator("#debug").click();
        await says(page.locator("#notice[role=alert]"), "could not be fetched");
        await page.locator("#notice .close").click();
        come();
        // Firefox does not fetch a module again that it could not fetch once: the second time the page is loaded anew.
        await page.locator("#shorten").click();
        const shorter = page.locator("#panel-shorter h2");
        const reload = page.locator("#notice").getByRole("button", { name: "Reload the page" });
        await shorter.or(reload).first().waitFor();
        if (await reload.isVisible()) {
          await reload.click();
          await says(counts(page), "Nothing");
          await page.locator("#shorten").click();
        }
        await shorter.waitFor();
        await page.locator("#debug").click();
        await says(page.locator("#panel-debugger"), "Before line 14");
      });
    });
  },

  "a run whose part cannot be fetched says so, and runs when the network is back": async ({ browser, folder }) => {
    await withholding(folder, /rest\.wasm/, async (address, come) => {
      await visit(browser, address, EXPECTED, async (page) => {
        await says(counts(page), "Nothing");
        for (let again = 0; again < 4; again += 1) {
          await page.locator("#run").click();
          await says(status(page), /could not be fetched|rest\.wasm/);
          await eventually("an end", () => page.locator("#stop").isDisabled());
        }
        await page.locator("#debug").click();
        await says(page.locator("#panel-debugger"), "Not debugged");
        come();
        const again = page.locator("#notice").getByRole("button", { name: "Try again" });
        if (await again.isVisible()) {
          await again.click();
        }
        await eventually("a run", async () => {
          await page.locator("#run").click();
          await page.waitForTimeout(500);
          return /5 steps/.test(await status(page).textContent());
        });
        await page.locator("#debug").click();
        await says(page.locator("#panel-debugger"), "Before line 14");
      });
    });
  },

  "views and pages of the book that cannot be fetched say so": async ({ browser, folder }) => {
    await withholding(folder, /views\/.*html|book\/.*html/, async (address, come) => {
      await visit(browser, address, EXPECTED, async (page) => {
        await says(counts(page), "Nothing");
        for (const name of ["chip", "book"]) {
          await page.locator(`#tab-${name}`).click();
          await says(page.locator(`#panel-${name} [role=alert]`), "could not be fetched");
        }
        come();
        await page.locator("#panel-book").getByRole("button", { name: "Try again" }).click();
        await says(page.frameLocator("#panel-book iframe").locator("h1").last(), "The book of mnc2");
        await page.locator("#tab-chip").click();
        await page.locator("#panel-chip").getByRole("button", { name: "Try again" }).click();
        await says(view(page, "chip").locator("#message"), "Run the program first.");
      });
    });
  },

  "the first view says what its buttons do before the script is there, and a run says how much has come": async ({ browser, folder }) => {
    let come;
    const comes = new Promise((resolve) => (come = resolve));
    let script;
    const scripts = new Promise((resolve) => (script = resolve));
    const asked = [];
    const site = await serve(folder, 0, async ({ url }, response) => {
      asked.push(url);
      if (/main\.js/.test(url)) await scripts;
      if (/rest\.wasm/.test(url)) {
        // A half of it, and the rest when it may come.
        const { readFile } = await import("node:fs/promises");
        const bytes = await readFile(`${folder}/rest.wasm`);
        response.writeHead(200, { "Content-Type": "application/wasm" });
        response.write(bytes.subarray(0, bytes.length >> 1));
        await comes;
        response.end(bytes.subarray(bytes.length >> 1));
        return true;
      }
      return false;
    });
    await visit(browser, "about:blank", { locale: "ja-JP", origin: site.address, offline: true }, async (page) => {
      await page.goto(site.address + EXAMPLE, { waitUntil: "commit" });
      const run = page.locator("#run");
      await run.waitFor();
      await eventually("the word", async () => (await run.innerText()).trim() === "実行");
      script();
      await says(counts(page), "指摘はありません");
      await run.click();
      await says(status(page), /実行に必要な部分を取得中: \d+\.\d \/ \d+\.\d MB/);
      assert.ok(await page.locator("#loading").isVisible());
      assert.equal(asked.filter((url) => /views\/.*\.en\.html/.test(url)).length, 0, "views in the other language come later");
      come();
      await says(status(page), "5ステップ");
      assert.ok(await page.locator("#loading").isHidden());
    });
    await site.close();
  },
};
