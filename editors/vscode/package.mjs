// Packages the extension: for every platform, or for one with the server inside, and the command `mnc2` for tasks and
// terminals.
//
//   node package.mjs                        writes mnc2.vsix
//   node package.mjs TARGET PROGRAM..       (TARGET such as linux-x64, darwin-arm64, win32-x64) writes mnc2-TARGET.vsix
//
// MNC2_WEB_SERVER is the folder with the server's module, for the package of every platform: with it, the package is also
// for VS Code for the Web. STRIP is the program that removes symbols, `strip` by default; it must know the target's
// programs.

import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";

const [target, ...programs] = process.argv.slice(2);
if (target !== undefined && programs.length === 0) {
  console.error("usage: node package.mjs [TARGET PROGRAM..]");
  process.exit(2);
}
const run = (command, parameters, options = {}) => execFileSync(command, parameters, { stdio: "inherit", ...options });

const env = { ...process.env };
if (target !== undefined) {
  delete env.MNC2_WEB_SERVER;
}
run(process.execPath, ["build.mjs", "--package"], { env });

// What only this package has is put into a copy.
const staging = mkdtempSync(path.join(tmpdir(), "mnc2-package-"));
try {
  const isPackaged = (file) => !/^(node_modules|src|test|webview|bin|.*\.vsix)$/.test(path.relative(".", file));
  cpSync(".", staging, { recursive: true, filter: isPackaged });
  if (env.MNC2_WEB_SERVER === undefined) {
    const { browser: _, ...manifest } = JSON.parse(readFileSync("package.json", "utf8"));
    writeFileSync(path.join(staging, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  }
  if (target !== undefined) {
    mkdirSync(path.join(staging, "bin"));
  }
  for (const program of programs) {
    const packaged = path.join(staging, "bin", path.basename(program));
    copyFileSync(program, packaged);
    chmodSync(packaged, 0o755);
    // Symbols are four fifths of a program. Windows keeps them in another file.
    if (!target.startsWith("win32")) {
      run(env.STRIP ?? "strip", [...(target.startsWith("darwin") ? ["-x"] : []), packaged]);
    }
  }
  const vsce = path.resolve("node_modules/@vscode/vsce/vsce");
  const out = path.resolve(target === undefined ? "mnc2.vsix" : `mnc2-${target}.vsix`);
  const of = target === undefined ? [] : ["--target", target];
  run(process.execPath, [vsce, "package", "--no-dependencies", ...of, "--out", out], { cwd: staging });
} finally {
  rmSync(staging, { recursive: true, force: true });
}
