// VS Code's own workbench, served by the server that code-server carries to a headless Chromium, in a throw-away profile with the packaged
// extension. Nothing of the user's is read: neither settings, nor extensions, nor PATH.

import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { chromium } from "playwright-core";

/** Longest wait for anything to appear, in milliseconds; only a failure takes that long. */
export const PATIENCE_MS = 60_000;

/**
 * What keeps first-start pages, the network and questions away. Nothing here changes how an editor behaves: every test
 * has the settings that a new user has.
 */
const SETTINGS = {
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

/** Writes down every notification that a page shows; the list grows as they come. */
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
  // The server's own troubles, with the network above all, are told only when something fails.
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
    /** The port that it serves. */
    serve: async () => {
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
        // Lets extension tests be started from the address.
        "--enable-smoke-test-driver",
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

/** A browser that nobody sees. */
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

/** Starts a workbench; `close` ends everything that was started. */
export async function startWorkbench({ codeServer, node, browserPath, vsix }) {
  const root = await mkdtemp(path.join(tmpdir(), "mnc2-workbench-"));
  const folder = path.join(root, "programs");
  const profile = path.join(root, "data");
  const places = ["--user-data-dir", profile, "--extensions-dir", path.join(root, "extensions")];
  const environment = {
    PATH: "/usr/bin:/bin",
    HOME: path.join(root, "home"),
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
    await mkdir(environment.HOME, { recursive: true });
    await mkdir(path.join(profile, "User"), { recursive: true });
    const configure = (settings) =>
      writeFile(
        path.join(profile, "User", "settings.json"),
        JSON.stringify({ ...SETTINGS, ...settings }),
      );
    await configure({});
    await host.install(vsix);
    const port = await host.serve();
    browser = await startBrowser(browserPath);
    const remote = (file) => `vscode-remote://127.0.0.1:${port}${file}`;
    const address = (payload, opened = folder) => {
      const url = new URL(`http://127.0.0.1:${port}/`);
      url.searchParams.set("folder", opened);
      url.searchParams.set("payload", JSON.stringify(payload));
      return url.href;
    };
    return { folder, browser, configure, remote, address, close, errors: host.errors };
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
