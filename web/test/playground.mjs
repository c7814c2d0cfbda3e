// The site in a real browser: every scenario, and pictures if a folder is given.
//
//   node test/playground.mjs [--site FOLDER] [--chromium CHROMIUM] [--only WORDS] [--out FOLDER]

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { startBrowser } from "./browser.mjs";
import { pictures } from "./pictures.mjs";
import { PUBLISHED, SCENARIOS } from "./scenarios.mjs";
import { serve } from "./serve.mjs";

const { values: options } = parseArgs({
  options: {
    site: { type: "string", default: fileURLToPath(new URL("../out", import.meta.url)) },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    only: { type: "string", default: "" },
    out: { type: "string" },
  },
});

const browser = await startBrowser(options.chromium);
let [passed, failed] = [0, 0];
for (const [name, scenario] of Object.entries({ ...SCENARIOS, ...PUBLISHED })) {
  if (!name.includes(options.only)) {
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
