// Bundles the extension into one file, and with `--tests` the unit tests too. With `--package` the
// bundle is made small and the licences are laid beside it.
// Types are not checked here: that is `npm run check`.

import { build } from "esbuild";
import { copyFileSync, readdirSync } from "node:fs";

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
  entryPoints: ["src/extension.ts"],
  outfile: "out/extension.js",
  format: "cjs",
  // The editor provides this module at run time.
  external: ["vscode"],
});

await build({
  ...common,
  platform: "browser",
  target: "es2022",
  entryPoints: ["dump", "chip", "timeline"].map((view) => `webview/${view}.ts`),
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
  for (const licence of ["LICENSE", "LICENSE-APACHE", "LICENSE-MIT"]) {
    copyFileSync(`../../${licence}`, licence);
  }
}
