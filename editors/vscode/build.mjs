// Bundles the extension into one file, and with `--tests` the unit tests too. With `--package` the bundle is minified,
// licences and CHANGELOG are copied beside it, and files get the usual permissions. Types are not checked here: `npm
// run check` does that.

import { build } from "esbuild";
import { chmodSync, copyFileSync, readdirSync, statSync } from "node:fs";

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
  for (const place of readdirSync(".").filter((name) => !/^(node_modules|bin|test)$|\.vsix$/.test(name))) {
    const files = statSync(place).isDirectory()
      ? readdirSync(place, { recursive: true }).map((name) => `${place}/${name}`)
      : [place];
    files.filter((file) => statSync(file).isFile()).forEach((file) => chmodSync(file, 0o644));
  }
}
