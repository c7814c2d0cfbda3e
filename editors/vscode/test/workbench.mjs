// VS Code's own workbench, served by code-server to a headless Chromium, in a temporary profile with the packaged
// extension. Nothing of the user's is read: neither settings, nor extensions, nor PATH.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { createVSIX } from "@vscode/vsce";
import { chromium } from "playwright-core";

/** Longest wait for anything to appear, in milliseconds; only a failure takes that long. */
export const PATIENCE_MS = 60_000;

/** The machine of listings for a tensor unit, as `.tarch` has it. */
export const MACHINE = {
  data_type: "FP16BP8",
  array_size: 4,
  dram0_depth: 256,
  dram1_depth: 256,
  local_depth: 256,
  accumulator_depth: 256,
  simd_registers_depth: 1,
  stride0_depth: 1,
  stride1_depth: 1,
};

/**
 * Prevents first-start pages, network access and questions. Nothing here changes how an editor behaves: every test has
 * a new user's settings.
 */
export const SETTINGS = {
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.layoutControl.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.disableAIFeatures": true,
  "telemetry.telemetryLevel": "off",
  "extensions.ignoreRecommendations": true,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
};

/** Themes by short names. */
export const THEMES = {
  dark: { theme: "Default Dark Modern", scheme: "dark" },
  light: { theme: "Default Light Modern", scheme: "light" },
  contrast: { theme: "Default High Contrast", scheme: "dark" },
};

/** The inside of a view of the extension. */
export function view(page, name) {
  return page.frameLocator("iframe.webview.ready:visible").frameLocator("iframe#active-frame").locator(`body.${name}`);
}

/** Types key by key, as a quick typist does. */
export async function typeText(page, text) {
  for (const key of text) {
    await (key === "\n" ? page.keyboard.press("Enter") : page.keyboard.type(key));
    await page.waitForTimeout(40);
  }
}

/** Takes pictures of a page into a folder; takes none without a folder. */
export function pictures(folder) {
  return async (page, name) => {
    if (folder !== undefined) {
      await mkdir(folder, { recursive: true });
      await page.waitForTimeout(800);
      await page.screenshot({ path: path.join(folder, `${name}.png`), caret: "hide" });
    }
  };
}

/** Waits until a condition holds. */
export async function eventually(what, condition) {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, `${what} did not come`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Points at something until a hover is shown: where lines are drawn again meanwhile, it does not come or goes away. */
export async function pointUntil(page, target, hover) {
  await eventually("the hover", async () => {
    await page.mouse.move(0, 0);
    await target.hover();
    return hover.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
  });
}

/** Records every notification that a page shows; the list grows as they come. */
export async function watchToasts(page) {
  const toasts = [];
  await page.exposeFunction("mnc2ToastSeen", (text) => toasts.push(text));
  await page.addInitScript(() => {
    const seen = new WeakSet();
    const look = () => {
      for (const toast of document.querySelectorAll(".notification-toast .notification-list-item")) {
        const text = toast.querySelector(".notification-list-item-message")?.textContent;
        if (text && !seen.has(toast)) {
          seen.add(toast);
          window.mnc2ToastSeen(text);
        }
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return toasts;
}

/** Installs extensions and serves the workbench for given folders of settings and extensions, in a given environment. */
export function workbenchHost({ codeServer, node, places, environment }) {
  // The server's own errors, mostly about the network, are printed only if something fails.
  let errors = "";
  let server;
  const start = (parameters) => {
    const child = spawn(node, [codeServer, ...places, ...parameters], {
      env: environment,
      stdio: ["ignore", "ignore", "pipe"],
    });
    child.stderr.on("data", (text) => {
      errors = (errors + text).slice(-20_000);
    });
    return child;
  };
  return {
    errors: () => errors,
    install: async (vsix) => {
      const install = start(["--install-extension", path.resolve(vsix)]);
      const status = await new Promise((resolve) => install.once("exit", resolve));
      if (status !== 0) {
        throw new Error(`the extension was not installed: status ${status}`);
      }
    },
    /** The port that it serves. With `testDriver` the address can start extension tests; notifications are hidden. */
    serve: async (testDriver = false) => {
      const port = await freePort();
      server = start([
        "--host",
        "127.0.0.1",
        "--port",
        String(port),
        "--without-connection-token",
        "--accept-server-license-terms",
        "--telemetry-level",
        "off",
        ...(testDriver ? ["--enable-smoke-test-driver"] : []),
      ]);
      await answering(port);
      return port;
    },
    close: async () => {
      if (server !== undefined && server.exitCode === null) {
        const ended = new Promise((resolve) => server.once("exit", resolve));
        server.kill();
        await ended;
      }
    },
  };
}

/** A hidden browser. */
export function startBrowser(browserPath) {
  return chromium.launch({
    executablePath: browserPath,
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
}

/** The workbench's own words in pictures, in Japanese. */
const JAPANESE = {
  "Ln {0}, Col {1}": "行{0}、列{1}",
  "Spaces: {0}": "スペース: {0}",
  "Layout: {0}": "レイアウト: {0}",
  Explorer: "エクスプローラー",
  Outline: "アウトライン",
  Timeline: "タイムライン",
  Problems: "問題",
  "Quick Fix": "クイック フィックス",
  "Quick Fix...": "クイック フィックス...",
  "View Problem": "問題の表示",
};

/**
 * Installs a language pack, so that pages opened with `locale: "ja"` are Japanese and extensions see that language.
 * The marketplace's pack is not needed: of the workbench's own words only those above are translated.
 */
async function installJapanese(codeServer, root, profile, install) {
  const out = path.dirname(codeServer);
  const [keys, messages] = await Promise.all(
    ["nls.keys.json", "nls.messages.json"].map(async (name) => JSON.parse(await readFile(path.join(out, name), "utf8"))),
  );
  const contents = {};
  let index = 0;
  for (const [module, names] of keys) {
    for (const name of names) {
      const translation = JAPANESE[messages[index]];
      if (translation !== undefined) {
        contents[module] = { ...contents[module], [name]: translation };
      }
      index += 1;
    }
  }
  const pack = path.join(root, "japanese");
  await mkdir(pack);
  const write = (file, content) => writeFile(file, JSON.stringify(content));
  await write(path.join(pack, "main.i18n.json"), { "": [], version: "1.0.0", contents });
  const translations = [{ id: "vscode", path: "./main.i18n.json" }];
  await write(path.join(pack, "package.json"), {
    name: "japanese",
    publisher: "mnc2",
    version: "1.0.0",
    engines: { vscode: "^1.91.0" },
    contributes: { localizations: [{ languageId: "ja", languageName: "Japanese", localizedLanguageName: "日本語", translations }] },
  });
  await writeFile(path.join(pack, "README.md"), "Words of the workbench for tests.\n");
  await writeFile(path.join(pack, ".vscodeignore"), "");
  const vsix = path.join(root, "japanese.vsix");
  await createVSIX({ cwd: pack, packagePath: vsix, dependencies: false, allowMissingRepository: true, skipLicense: true });
  await install(vsix);
  // What the server would write the next time that it looks at its extensions.
  await write(path.join(profile, "languagepacks.json"), {
    ja: {
      hash: "mnc2",
      extensions: [{ extensionIdentifier: { id: "mnc2.japanese" }, version: "1.0.0" }],
      translations: { vscode: path.join(pack, "main.i18n.json") },
      label: "日本語",
    },
  });
  // Without a locale in this file the page's own language counts.
  await writeFile(path.join(profile, "User", "argv.json"), "{}");
}

/** Starts a workbench, with `japanese` also for Japanese pages, with `testDriver` for tests; `close` ends it all, and removes `root`. */
export async function startWorkbench({ codeServer, node, browserPath, vsix, japanese = false, testDriver = false }) {
  const root = await mkdtemp(path.join(tmpdir(), "mnc2-workbench-"));
  const folder = path.join(root, "programs");
  const profile = path.join(root, "data");
  const places = ["--user-data-dir", profile, "--extensions-dir", path.join(root, "extensions")];
  const home = path.join(root, "home");
  const environment = {
    PATH: "/usr/bin:/bin",
    HOME: home,
    LANG: "C.UTF-8",
  };
  const host = workbenchHost({ codeServer, node, places, environment });
  let browser;
  const close = async () => {
    await browser?.close();
    await host.close();
    await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    await mkdir(folder, { recursive: true });
    await mkdir(home, { recursive: true });
    // What a terminal finds: the workbench reads it as it starts.
    await writeFile(path.join(home, ".profile"), 'PATH="$HOME/bin:$PATH"\n');
    await mkdir(path.join(profile, "User"), { recursive: true });
    const configure = (settings) =>
      writeFile(
        path.join(profile, "User", "settings.json"),
        JSON.stringify({ ...SETTINGS, ...settings }),
      );
    await configure({});
    await host.install(vsix);
    if (japanese) {
      await installJapanese(codeServer, root, profile, host.install);
    }
    const port = await host.serve(testDriver);
    browser = await startBrowser(browserPath);
    const remote = (file) => `vscode-remote://127.0.0.1:${port}${file}`;
    const address = (payload, opened = folder) => {
      const url = new URL(`http://127.0.0.1:${port}/`);
      url.searchParams.set("folder", opened);
      url.searchParams.set("payload", JSON.stringify(payload));
      return url.href;
    };
    return { root, home, folder, browser, configure, remote, address, close, errors: host.errors };
  } catch (problem) {
    console.error(host.errors());
    await close();
    throw problem;
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
      if ((await fetch(`http://127.0.0.1:${port}/version`)).ok) {
        return;
      }
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("code-server does not answer");
}

/** Waits until the arrow in the margin is beside a line. */
export async function stopped(page, line) {
  const number = page.locator(".margin-view-overlays .line-numbers", { hasText: new RegExp(`^${line}$`) }).first();
  const arrow = page.locator("[class*=codicon-debug-stackframe]").first();
  await eventually(`the stop at line ${line}`, async () => {
    const [at, wanted] = await Promise.all([arrow.boundingBox(), number.boundingBox()]);
    return at !== null && wanted !== null && Math.abs(at.y + at.height / 2 - wanted.y - wanted.height / 2) < 6;
  });
  // Keys count once the toolbar knows of the stop too.
  await page.locator(".debug-toolbar .action-label[aria-label^='Continue']:not(.disabled)").waitFor();
}

/** Presses a button of the debug toolbar. */
export async function tool(page, name) {
  await page.locator(`.debug-toolbar .action-label[aria-label^='${name}']`).click();
}
