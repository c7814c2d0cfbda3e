// Takes pictures of the extension at work in VS Code's own workbench, and fails when what they
// are to show is not there: squiggle, hover, lens, the dump of a run and its values.
//
//   node test/screenshot.mjs --server MNC2_LSP --code-server CODE_SERVER --node NODE \
//     --chromium CHROMIUM --vsix MNC2_VSIX --out FOLDER [--theme light|dark]
//
// Everything happens in a throw-away profile; .ci/vscode-screenshot supplies the programs.

import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

const { values: options } = parseArgs({
  options: {
    server: { type: "string" },
    "code-server": { type: "string" },
    node: { type: "string", default: process.execPath },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    vsix: { type: "string" },
    out: { type: "string" },
    theme: { type: "string", default: "dark" },
  },
});
for (const name of ["server", "code-server", "vsix", "out"]) {
  if (options[name] === undefined) {
    throw new Error(`--${name} is missing`);
  }
}

/** Longest wait for anything to appear, in milliseconds; only a failure takes that long. */
const PATIENCE_MS = 60_000;

const PROGRAM = path.join(path.dirname(fileURLToPath(import.meta.url)), "screenshot.vsm");
/** Line and column of the digit that makes an address of the program misaligned. */
const MISALIGNED = "5:11";
const THEMES = { dark: "Default Dark Modern", light: "Default Light Modern" };

const root = await mkdtemp(path.join(tmpdir(), "mnc2-screenshot-"));
const folder = path.join(root, "programs");
const profile = path.join(root, "data");
const extensions = path.join(root, "extensions");
const environment = {
  ...process.env,
  XDG_CONFIG_HOME: path.join(root, "config"),
  XDG_DATA_HOME: path.join(root, "share"),
  XDG_CACHE_HOME: path.join(root, "cache"),
};
const places = ["--user-data-dir", profile, "--extensions-dir", extensions];

let workbench;
let browser;
try {
  await mkdir(folder, { recursive: true });
  await cp(PROGRAM, path.join(folder, "first.vsm"));
  await mkdir(path.join(profile, "User"), { recursive: true });
  await writeFile(
    path.join(profile, "User", "settings.json"),
    JSON.stringify({
      "workbench.colorTheme": THEMES[options.theme],
      "workbench.startupEditor": "none",
      "workbench.tips.enabled": false,
      "workbench.layoutControl.enabled": false,
      "workbench.secondarySideBar.defaultVisibility": "hidden",
      "chat.disableAIFeatures": true,
      "security.workspace.trust.enabled": false,
      "telemetry.telemetryLevel": "off",
      "extensions.ignoreRecommendations": true,
      "extensions.autoCheckUpdates": false,
      "extensions.autoUpdate": false,
      "workbench.activityBar.location": "hidden",
      "editor.fontSize": 14,
      "editor.minimap.enabled": false,
      "editor.hover.delay": 100,
    }),
  );
  // The server is a matter of the machine that the extension runs on, not of the browser's user.
  await mkdir(path.join(profile, "Machine"), { recursive: true });
  await writeFile(
    path.join(profile, "Machine", "settings.json"),
    JSON.stringify({ "mnc2.server.path": path.resolve(options.server) }),
  );
  await run([...places, "--install-extension", path.resolve(options.vsix)]);

  const port = await freePort();
  workbench = start([
    ...places,
    "--auth",
    "none",
    "--bind-addr",
    `127.0.0.1:${port}`,
    "--disable-telemetry",
    "--disable-update-check",
    "--disable-workspace-trust",
    "--disable-getting-started-override",
  ]);
  await answering(port);

  browser = await chromium.launch({
    executablePath: options.chromium,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  const page = await browser.newPage({
    viewport: { width: 1200, height: 560 },
    colorScheme: options.theme === "light" ? "light" : "dark",
  });
  page.setDefaultTimeout(PATIENCE_MS);
  const address = new URL(`http://127.0.0.1:${port}/`);
  address.searchParams.set("folder", folder);
  address.searchParams.set(
    "payload",
    JSON.stringify([["openFile", `vscode-remote://127.0.0.1:${port}${folder}/first.vsm`]]),
  );
  await page.goto(address.href);

  await picture(page, "vscode", async () => {
    await page.locator(".squiggly-error").first().waitFor();
    await page.locator(".codelens-decoration a", { hasText: "Run to here" }).first().waitFor();
    await closeSideBar(page);
    await page.locator(".view-line", { hasText: "ladd" }).getByText("$lr", { exact: true }).hover();
    await page.locator(".monaco-hover:visible", { hasText: "3.6.1" }).first().waitFor();
  });

  await mend(page);

  await picture(page, "vscode-run", async () => {
    await page.locator(".squiggly-error").first().waitFor({ state: "detached" });
    await page.locator(".codelens-decoration a", { hasText: "Run to here" }).last().click();
    await page.locator(".view-line", { hasText: "DEBUG-GREG0" }).first().waitFor();
    await page.locator(".tab", { hasText: "first.vsm.mnc2dump" }).waitFor();
  });
} finally {
  await browser?.close();
  if (workbench !== undefined) {
    const ended = new Promise((resolve) => workbench.once("exit", resolve));
    workbench.kill();
    await ended;
  }
  await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Brings the page into a state and takes its picture, also when that state is not reached. */
async function picture(page, name, prepare) {
  const title = `${name}-${options.theme}`;
  await mkdir(options.out, { recursive: true });
  try {
    await prepare();
  } catch (problem) {
    await page.screenshot({ path: path.join(options.out, `${title}-failed.png`) });
    throw problem;
  }
  // Fading and the caret's blinking come to rest.
  await page.waitForTimeout(1000);
  const file = path.join(options.out, `${title}.png`);
  await page.screenshot({ path: file, caret: "hide" });
  console.log(file);
}

async function closeSideBar(page) {
  await page.locator(".view-line").first().click();
  if (await page.locator(".part.sidebar:visible").count()) {
    await page.keyboard.press("Control+b");
    await page.locator(".part.sidebar").waitFor({ state: "hidden" });
  }
  // Away from words, which would be marked.
  await page.keyboard.press("Control+Home");
}

/** Puts the misaligned address right. */
async function mend(page) {
  await page.keyboard.press("Control+g");
  await page.locator(".quick-input-widget input").waitFor();
  await page.keyboard.type(MISALIGNED);
  await page.keyboard.press("Enter");
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  await page.keyboard.press("Delete");
  await page.keyboard.type("0");
  await page.keyboard.press("Control+Home");
}

function start(parameters) {
  const child = spawn(options.node, [options["code-server"], ...parameters], {
    env: environment,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return child;
}

async function run(parameters) {
  const child = start(parameters);
  const status = await new Promise((resolve) => child.once("exit", resolve));
  if (status !== 0) {
    throw new Error(`code-server ${parameters.join(" ")} ended with ${status}`);
  }
}

async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function answering(port) {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    try {
      if ((await fetch(`http://127.0.0.1:${port}/healthz`)).ok) {
        return;
      }
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("code-server does not answer");
}
