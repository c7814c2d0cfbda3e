// VS Code for the Web: the workbench as files of a web server, in a headless Chromium. There is no other program: the
// extensions run in the page's worker, and the folder is a virtual one in memory (`memory/`).

import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { PATIENCE_MS, SETTINGS, startBrowser } from "./workbench.mjs";

/** Where the workbench is. The origins of views are below it: to the browser they are of the same site. */
const HOST = "vscode.localhost";

/** The folder that is open. */
export const FOLDER = "memory://test/programs";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".ttf": "font/ttf",
};

/** Serves the workbench with the packaged extension and some files of the folder; `close` ends it all. */
export async function startWebWorkbench({ workbench, browserPath, vsix, files, settings = {} }) {
  const root = await mkdtemp(path.join(tmpdir(), "mnc2-web-workbench-"));
  const folders = {
    workbench,
    mnc2: path.join(root, "extension"),
    memory: fileURLToPath(new URL("memory", import.meta.url)),
  };
  const inFolder = Object.fromEntries(Object.entries(files).map(([name, text]) => [`/programs/${name}`, text]));
  const requests = [];
  let port;
  /** The file that the next page opens. */
  let opened;

  /** What a request gets. */
  const answer = async (name) => {
    if (name === "/") {
      return page(workbench);
    }
    if (name === "/product.json") {
      return JSON.stringify(configuration(port, opened, { ...SETTINGS, ...settings }));
    }
    if (name === "/files.json") {
      return JSON.stringify(inFolder);
    }
    const [, first] = name.split("/");
    const file = path.join(folders[first], name.slice(first.length + 1));
    if (!file.startsWith(folders[first])) {
      throw new Error(`${name} is not served`);
    }
    return readFile(file);
  };
  const server = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    requests.push(name);
    answer(name).then(
      (body) => {
        response.setHeader("Content-Type", name === "/" ? TYPES[".html"] : (TYPES[path.extname(name)] ?? "application/octet-stream"));
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  let browser;
  const close = async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
    await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    await promisify(execFile)("python3", ["-m", "zipfile", "-e", vsix, root]);
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    ({ port } = server.address());
    browser = await startBrowser(browserPath);
    /** A page with a file open. */
    const open = async (file, look = {}) => {
      const page = await browser.newPage({ viewport: { width: 1200, height: 760 }, ...look });
      page.setDefaultTimeout(PATIENCE_MS);
      opened = file;
      await page.goto(`http://${HOST}:${port}/`);
      await page.locator(".editor-instance .view-line").first().waitFor();
      return page;
    };
    return { open, requests, close };
  } catch (problem) {
    await close();
    throw problem;
  }
}

/** The workbench's page. */
async function page(workbench) {
  const html = await readFile(path.join(workbench, "out/vs/code/browser/workbench/workbench.html"), "utf8");
  return html.replaceAll("{{WORKBENCH_WEB_BASE_URL}}", "/workbench").replaceAll(/\{\{\w+\}\}/g, "");
}

/** How a web server sets the workbench up. */
function configuration(port, file, settings) {
  const authority = `${HOST}:${port}`;
  const [scheme, , host] = FOLDER.split("/", 3);
  const uri = (name) => ({ scheme: scheme.slice(0, -1), authority: host, path: new URL(FOLDER).pathname + name });
  return {
    additionalBuiltinExtensions: ["/mnc2", "/memory"].map((at) => ({ scheme: "http", authority, path: at })),
    // Each view has an origin of its own.
    productConfiguration: {
      webviewContentExternalBaseUrlTemplate: `http://{{uuid}}.${authority}/workbench/out/vs/workbench/contrib/webview/browser/pre/`,
    },
    configurationDefaults: settings,
    folderUri: uri(""),
    defaultLayout: { editors: [{ uri: uri(`/${file}`) }], force: true },
  };
}
