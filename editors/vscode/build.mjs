// Bundles the extension into one file for each kind of host, and with `--tests` the unit tests too. With `--package` the
// bundles are minified, licences and CHANGELOG are copied beside them, and files get the usual permissions. Types are not
// checked here: `npm run check` does that.
//
// MNC2_WEB_SERVER  the folder with the server's module (`.ci/wasm`), for VS Code for the Web; without it there is only the
//   extension for computers

import { build } from "esbuild";
import { chmodSync, copyFileSync, readdirSync, rmSync, statSync } from "node:fs";
import * as path from "node:path";

const packaging = process.argv.includes("--package");

const common = {
  bundle: true,
  platform: "node",
  target: "node20",
  sourcemap: !packaging,
  minify: packaging,
  logLevel: "warning",
};

await build({
  ...common,
  entryPoints: { extension: "src/node.ts" },
  outdir: "out",
  format: "cjs",
  // The editor provides this module at run time.
  external: ["vscode"],
});

const inBrowser = { ...common, platform: "browser", target: "es2022" };

// The extension in a page, and the worker of its server, which is that of the playground.
const server = process.env.MNC2_WEB_SERVER;
["browser.js", "worker.js", "server.wasm"].forEach((file) => rmSync(`out/${file}`, { force: true }));
if (server !== undefined) {
  await build({ ...inBrowser, entryPoints: ["src/browser.ts"], outdir: "out", format: "cjs", external: ["vscode"] });
  await build({
    ...inBrowser,
    entryPoints: ["../../web/worker.ts"],
    outdir: "out",
    format: "iife",
    alias: { "@bjorn3/browser_wasi_shim": path.resolve("node_modules/@bjorn3/browser_wasi_shim") },
  });
  copyFileSync(path.join(server, "whole.wasm"), "out/server.wasm");
}

await build({
  ...inBrowser,
  entryPoints: ["dump", "chip", "memory", "timeline", "word", "grids"].map((view) => `webview/${view}.ts`),
  outdir: "out/webview",
  format: "iife",
});

if (process.argv.includes("--tests")) {
  await build({
    ...common,
    entryPoints: readdirSync("test")
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => `test/${name}`),
    outdir: "out/test",
    format: "esm",
    // CommonJS packages that read files.
    external: ["@vscode/l10n", "@vscode/l10n-dev"],
    outExtension: { ".js": ".mjs" },
  });
  await build({
    ...common,
    entryPoints: ["test/suite/suite.ts", "test/suite/trust.ts", "test/suite/ownServer.ts"],
    outdir: "out/suite",
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    external: ["vscode"],
  });
}

if (packaging) {
  for (const file of ["LICENSE", "LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"]) {
    copyFileSync(`../../${file}`, file);
  }
  // A package keeps the permissions of its files, and should be the same whoever makes it.
  for (const place of readdirSync(".").filter((name) => !/^(node_modules|test)$|\.vsix$/.test(name))) {
    const files = statSync(place).isDirectory()
      ? readdirSync(place, { recursive: true }).map((name) => `${place}/${name}`)
      : [place];
    files.filter((file) => statSync(file).isFile()).forEach((file) => chmodSync(file, 0o644));
  }
}
