// Replaces VS Code's command `code` in the test of `mnc2 try code`: the same workbench, in a hidden browser. It
// installs an extension, or opens the folder and the file and checks that everything appears.
//
//   node test/code.mjs --user-data-dir FOLDER --extensions-dir FOLDER --install-extension VSIX
//   node test/code.mjs --user-data-dir FOLDER --extensions-dir FOLDER --wait FOLDER FILE
//
// CODE_SERVER is code-server's workbench, CODE_NODE what runs it.

import * as path from "node:path";
import { parseArgs } from "node:util";

import { PATIENCE_MS, startBrowser, workbenchHost } from "./workbench.mjs";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "user-data-dir": { type: "string" },
    "extensions-dir": { type: "string" },
    "install-extension": { type: "string" },
    wait: { type: "boolean" },
  },
});
const host = workbenchHost({
  codeServer: process.env.CODE_SERVER,
  node: process.env.CODE_NODE,
  places: ["--user-data-dir", options["user-data-dir"], "--extensions-dir", options["extensions-dir"]],
  environment: { ...process.env },
});
let browser;
try {
  if (options["install-extension"] !== undefined) {
    await host.install(options["install-extension"]);
  } else {
    const [folder, file] = positionals.map((one) => path.resolve(one));
    const port = await host.serve();
    browser = await startBrowser("/usr/bin/chromium");
    const page = await browser.newPage({ viewport: { width: 1200, height: 700 } });
    page.setDefaultTimeout(PATIENCE_MS);
    const url = new URL(`http://127.0.0.1:${port}/`);
    url.searchParams.set("folder", folder);
    url.searchParams.set("payload", JSON.stringify([["openFile", `vscode-remote://127.0.0.1:${port}${file}`]]));
    await page.goto(url.href);
    // The number of steps comes from the server.
    await page.locator(".statusbar-item", { hasText: /\d steps/ }).waitFor();
    await page.locator(".codelens-decoration a", { hasText: "Run to here" }).first().click();
    const dump = page.frameLocator("iframe.webview.ready:visible").frameLocator("iframe#active-frame");
    await dump.locator("body.dump td").first().waitFor();
    if (process.env.CODE_PICTURE !== undefined) {
      await page.screenshot({ path: process.env.CODE_PICTURE });
    }
  }
} catch (problem) {
  console.error(host.errors());
  throw problem;
} finally {
  await browser?.close();
  await host.close();
}
