// The site in a real browser: every scenario, and pictures if a folder is given.
//
//   node test/playground.mjs [--site FOLDER] [--browser chromium|firefox] [--executable FILE] [--only WORDS] [--out FOLDER]

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { startBrowser } from "./browser.mjs";
import { ACCESS } from "./accessScenarios.mjs";
import { ANNOTATIONS } from "./annotationScenarios.mjs";
import { ARRANGEMENT } from "./arrangementScenarios.mjs";
import { BOOK, BOOK_PUBLISHED } from "./bookScenarios.mjs";
import { DEBUG } from "./debugScenarios.mjs";
import { EXPLAINING } from "./explainingScenarios.mjs";
import { KEEPING } from "./keepingScenarios.mjs";
import { LESSONS } from "./lessonScenarios.mjs";
import { NETWORK } from "./networkScenarios.mjs";
import { pictures } from "./pictures.mjs";
import { PROBLEMS } from "./problemScenarios.mjs";
import { RESULTS } from "./resultScenarios.mjs";
import { PUBLISHED, SCENARIOS } from "./scenarios.mjs";
import { SHARING } from "./sharingScenarios.mjs";
import { serve } from "./serve.mjs";
import { TYPING } from "./typingScenarios.mjs";
import { WRONG_VALUES } from "./wrongValuesScenarios.mjs";

const { values: options } = parseArgs({
  options: {
    site: { type: "string", default: fileURLToPath(new URL("../out", import.meta.url)) },
    browser: { type: "string", default: "chromium" },
    executable: { type: "string" },
    only: { type: "string", default: "" },
    out: { type: "string" },
  },
});

/** What is not shown in Firefox, and why. */
const NOT_IN_FIREFOX = {
  "the program is downloaded": "the library passes on no download of a text that the page made",
  "light and dark, English and Japanese": "the library sets no colour scheme of the system",
  "every program of the book has the findings that its page says": "what the server says is the same in each browser",
};

const EXECUTABLES = { chromium: "/usr/bin/chromium", firefox: "/usr/bin/firefox-esr" };

const browser = await startBrowser(options.browser, options.executable ?? EXECUTABLES[options.browser]);
let [passed, failed] = [0, 0];
for (const [name, scenario] of Object.entries({ ...TYPING, ...KEEPING, ...LESSONS, ...EXPLAINING, ...PROBLEMS, ...SCENARIOS, ...ANNOTATIONS, ...ARRANGEMENT, ...SHARING, ...RESULTS, ...WRONG_VALUES, ...DEBUG, ...NETWORK, ...ACCESS, ...BOOK, ...PUBLISHED, ...BOOK_PUBLISHED })) {
  if (!name.includes(options.only)) {
    continue;
  }
  if (options.browser === "firefox" && name in NOT_IN_FIREFOX) {
    console.log(`# not in Firefox - ${name}: ${NOT_IN_FIREFOX[name]}`);
    continue;
  }
  const site = await serve(options.site);
  const start = performance.now();
  try {
    await scenario({ browser, folder: options.site, address: site.address, stop: site.close });
    passed += 1;
    console.log(`ok - ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  } catch (problem) {
    failed += 1;
    console.log(`not ok - ${name}\n${problem.stack}`);
  }
  await site.close();
}
if (options.out !== undefined) {
  const site = await serve(options.site);
  await pictures(browser, site.address, options.out);
  await site.close();
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
