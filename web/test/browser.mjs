// What the tests have in common: a hidden browser, and pages of the site that fail a test on what they complain about.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import * as path from "node:path";
import { chromium, firefox } from "playwright-core";

/** Longest wait for anything to appear, in milliseconds; only a failure takes that long. */
export const PATIENCE_MS = 60_000;

/** The address of the first example, after that of the site. */
export const EXAMPLE = "#example/first.vsm";

/** Firefox says of a page that is left that it no longer reads what it fetches, as a message or as an error. */
const LEFT = /“TypeError: Error in input stream”/;

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Starts Chromium, or Firefox as it is published, which speaks WebDriver BiDi. */
export function startBrowser(name, executablePath) {
  return name === "firefox"
    ? firefox.launch({ channel: "moz-firefox", executablePath })
    : chromium.launch({
        executablePath,
        args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
      });
}

/**
 * A page of the site in a fresh profile, at the first example unless the address has something of its own; `at` is "" for what
 * a first visit sees. `body` gets the page; a complaint of the browser fails, unless it is `expected`. `origin` is that of the
 * site, if the page is elsewhere at first.
 */
export async function visit(browser, address, options, body) {
  const { offline = false, expected, origin: of = address, at = address.endsWith("/") ? EXAMPLE : "", ...rest } = options;
  if (browser.browserType().name() === "firefox") {
    // A window of that size is all of a phone that its protocol knows.
    delete rest.isMobile;
    delete rest.hasTouch;
  }
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
    serviceWorkers: offline ? "allow" : "block",
    ...rest,
  });
  const complaints = [];
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on("pageerror", (error) => expected?.test(String(error)) || LEFT.test(String(error)) || complaints.push(String(error.stack)));
  page.on("console", (message) => {
    // The book colours programs itself, after mdBook has looked for their languages.
    const isExpected =
      /Service Worker registration blocked|Could not find the language|Falling back to no-highlight/.test(message.text()) || LEFT.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isExpected && !expected?.test(message.text())) {
      complaints.push(`${message.text()} ${message.location().url}`);
    }
  });
  // Nothing leaves the browser but requests for the site's own files.
  const { origin } = new URL(of);
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (origin !== "null" && url.origin !== origin && !["data:", "blob:"].includes(url.protocol)) {
      complaints.push(`a request to ${url}`);
    }
    assert.ok(!url.hash, "a fragment is not sent");
  });
  try {
    await page.goto(address + at);
    await body(page, context);
    assert.deepEqual(complaints, []);
  } catch (problem) {
    if (complaints.length > 0) {
      console.log(`# the browser complains:\n${complaints.join("\n")}`);
    }
    const { MNC2_WEB_PICTURES: folder } = process.env;
    if (folder !== undefined) {
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: path.join(folder, "failed.png") }).catch(() => undefined);
    }
    throw problem;
  } finally {
    await context.close();
  }
}

/** The parts of the page. */
export const content = (page) => page.locator(".cm-content");
export const status = (page) => page.locator("#status");
export const counts = (page) => page.locator("#counts");
export const findings = (page) => page.locator("#panel-findings li");
/** The inside of a view. */
export const view = (page, name) => page.frameLocator(`#panel-${name} iframe`);

/** The text of the program. */
export function text(page) {
  return page.evaluate(() => {
    const lines = [...document.querySelectorAll(".cm-line")].map((line) => {
      const copy = line.cloneNode(true);
      copy.querySelectorAll(".value, .inlay").forEach((shown) => shown.remove());
      return copy.textContent;
    });
    return lines.join("\n");
  });
}

/** Chooses an example in another language, and waits until it has come. */
export async function chooseOther(page, name) {
  await page.locator("#program").selectOption(`other ${name}`);
  await page.locator("#tab-input:visible").waitFor();
}

/** Moves the keyboard to the program: an explanation of its text may be under a pointer that clicks. */
export async function focusText(page) {
  await content(page).focus();
  // The editor puts the cursor where it was soon after it has the focus.
  await eventually("the cursor", () => content(page).evaluate((editor) => editor.contains(getSelection().anchorNode)));
}

/** Replaces the program by another text, and waits until it is checked. */
export async function write(page, program) {
  await focusText(page);
  await page.keyboard.press("Control+a");
  await insert(page, program);
}

/** Inserts text at the cursor at once; in Firefox key by key, as the library's own insertion leaves empty lines around it there. */
export async function insert(page, inserted) {
  const isFirefox = page.context().browser()?.browserType().name() === "firefox";
  await (isFirefox ? page.keyboard.type(inserted) : page.keyboard.insertText(inserted));
}

/** Taps where the browser has a touch screen, clicks elsewhere. */
export async function press(locator) {
  const hasTouch = await locator.evaluate(() => navigator.maxTouchPoints > 0);
  await (hasTouch ? locator.tap() : locator.click());
}

/** Types key by key, as a quick typist does. */
export async function type(page, keys) {
  await page.keyboard.type(keys, { delay: 40 });
}

/** Waits until an element has a text. */
export async function says(locator, expected) {
  await eventually(`${expected}`, async () => {
    const said = (await locator.textContent()) ?? "";
    return typeof expected === "string" ? said.includes(expected) : expected.test(said);
  });
}

export async function eventually(what, condition) {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, `${what} did not come`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Points at something until a hover is shown: where the text is coloured anew meanwhile, it does not come. */
export async function pointUntil(page, target, hover) {
  await eventually("the hover", async () => {
    await page.mouse.move(900, 700);
    await target.hover();
    return hover.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
  });
}

/** What axe finds in the page, and in the view that it shows. */
export async function violations(page) {
  const told = [];
  for (const frame of page.frames()) {
    const isMain = frame === page.mainFrame();
    if (!isMain && !(await (await frame.frameElement()).isVisible())) {
      continue;
    }
    // What the page itself may not load, the test may.
    await frame.evaluate(await axe());
    // A colour is judged when it has stopped changing.
    await frame.evaluate(() => {
      const transitions = document.getAnimations().filter((it) => it instanceof CSSTransition);
      return Promise.allSettled(transitions.map((it) => it.finished));
    });
    // The heading of a view is its tab.
    const rules = { "page-has-heading-one": { enabled: isMain } };
    const { violations } = await frame.evaluate(
      (rules) => globalThis.axe.run(document, { iframes: false, resultTypes: ["violations"], rules }),
      rules,
    );
    for (const { id, nodes } of violations) {
      told.push(`${frame.url()} ${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`);
    }
  }
  return told;
}

let source;

async function axe() {
  const { readFile } = await import("node:fs/promises");
  source ??= await readFile(AXE, "utf8");
  return source;
}
