// Runs the extension's tests in VS Code's own workbench, with the packaged extension.
//
//   node test/drive.mjs --code-server SERVER_MAIN --node NODE --vsix MNC2_VSIX [--chromium CHROMIUM]

import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { startWorkbench } from "./workbench.mjs";

const { values: options } = parseArgs({
  options: {
    "code-server": { type: "string" },
    node: { type: "string", default: process.execPath },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    vsix: { type: "string" },
  },
});

/** Longest time for all tests. */
const TESTS_MS = 120_000;

const suite = path.join(path.dirname(fileURLToPath(import.meta.url)), "suite");
const workbench = await startWorkbench({
  codeServer: options["code-server"],
  node: options.node,
  browserPath: options.chromium,
  vsix: options.vsix,
});
let status = 1;
try {
  const page = await workbench.browser.newPage({ viewport: { width: 1200, height: 700 } });
  let ended;
  const end = new Promise((resolve) => {
    ended = resolve;
  });
  // The workbench's own troubles, above all with the network, are not the tests'.
  await page.exposeFunction("codeAutomationLog", (_kind, words) => {
    if (/^(not )?ok - |^\d+ passed/.test(String(words[0]))) {
      console.log(...words);
    }
  });
  await page.exposeFunction("codeAutomationExit", (code) => ended(code));
  await page.goto(
    workbench.address([
      ["extensionDevelopmentPath", workbench.remote(suite)],
      ["extensionTestsPath", workbench.remote(path.join(suite, "..", "..", "out", "suite", "suite.cjs"))],
    ]),
  );
  const late = new Promise((resolve) => setTimeout(resolve, TESTS_MS, "late"));
  const outcome = await Promise.race([end, late]);
  if (outcome === "late") {
    console.error(`the tests did not end within ${TESTS_MS} ms`);
  } else {
    status = outcome;
  }
} finally {
  if (status !== 0) {
    console.error(workbench.errors());
  }
  await workbench.close();
}
process.exit(status);
