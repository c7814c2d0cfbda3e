// Runs the extension's tests in VS Code's own workbench, with the packaged extension.
//
//   node test/drive.mjs --code-server SERVER_MAIN --node NODE --vsix MNC2_VSIX --host PROGRAM [--chromium CHROMIUM]
//
// PROGRAM is host/c/tests/debugged.c, linked with the library for C.

import { cp, mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { PATIENCE_MS, startWorkbench } from "./workbench.mjs";

const { values: options } = parseArgs({
  options: {
    "code-server": { type: "string" },
    node: { type: "string", default: process.execPath },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    vsix: { type: "string" },
    host: { type: "string" },
  },
});

/** Longest time for all tests. */
const TESTS_MS = 400_000;

const here = path.dirname(fileURLToPath(import.meta.url));
const suites = path.join(here, "..", "out", "suite");
const { writeOwnServer } = createRequire(import.meta.url)(path.join(suites, "ownServer.cjs"));
const workbench = await startWorkbench({
  codeServer: options["code-server"],
  node: options.node,
  browserPath: options.chromium,
  vsix: options.vsix,
  testDriver: true,
});
let status = 1;
try {
  await cp(options.host, path.join(workbench.folder, "host"));
  status = (await run("suite", workbench.folder)) || (await untrusted());
} finally {
  if (status !== 0) {
    console.error(workbench.errors());
  }
  await workbench.close();
}
process.exit(status);

/** The tests in an untrusted folder, whose settings name a server. */
async function untrusted() {
  const folder = path.join(workbench.folder, "..", "strange");
  await mkdir(path.join(folder, ".vscode"), { recursive: true });
  await cp(path.join(here, "..", "..", "test", "program.vsm"), path.join(folder, "program.vsm"));
  const server = await writeOwnServer(folder, "/bin/false");
  await writeFile(path.join(folder, ".vscode", "settings.json"), JSON.stringify({ "mnc2.server.path": server }));
  await workbench.configure({
    "security.workspace.trust.enabled": true,
    "security.workspace.trust.startupPrompt": "never",
  });
  return run("trust", folder);
}

/** Runs a file of tests with a folder opened; returns its status. */
async function run(name, folder) {
  console.log(`# ${name}`);
  const page = await workbench.browser.newPage({ viewport: { width: 1200, height: 700 } });
  page.setDefaultTimeout(PATIENCE_MS);
  let ended;
  const end = new Promise((resolve) => {
    ended = resolve;
  });
  // The workbench's own errors, mostly about the network, do not concern the tests.
  await page.exposeFunction("codeAutomationLog", (_kind, words) => {
    if (/^(not )?ok - |^\d+ passed/.test(String(words[0]))) {
      console.log(...words);
    }
  });
  await page.exposeFunction("codeAutomationExit", (code) => ended(code));
  await page.goto(
    workbench.address(
      [
        ["extensionDevelopmentPath", workbench.remote(path.join(here, "suite"))],
        ["extensionTestsPath", workbench.remote(path.join(suites, `${name}.cjs`))],
      ],
      folder,
    ),
  );
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, TESTS_MS, "late");
  });
  const outcome = await Promise.race([end, late]);
  clearTimeout(timer);
  await page.close();
  if (outcome === "late") {
    console.error(`the tests did not end within ${TESTS_MS} ms`);
    return 1;
  }
  return outcome;
}
