// Packages the extension for one platform, with the server inside, and the command `mnc2` for tasks and terminals.
//
//   node package.mjs TARGET PROGRAM..       (TARGET such as linux-x64, darwin-arm64, win32-x64)
//
// STRIP is the program that removes symbols, `strip` by default; it must know the target's programs.

import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, rmSync } from "node:fs";
import * as path from "node:path";

const [target, ...programs] = process.argv.slice(2);
if (target === undefined || programs.length === 0) {
  console.error("usage: node package.mjs TARGET PROGRAM..");
  process.exit(2);
}
const run = (command, ...parameters) => execFileSync(command, parameters, { stdio: "inherit" });
rmSync("bin", { recursive: true, force: true });
mkdirSync("bin");
try {
  for (const program of programs) {
    const packaged = path.join("bin", path.basename(program));
    copyFileSync(program, packaged);
    chmodSync(packaged, 0o755);
    // Symbols are four fifths of a program. Windows keeps them in another file.
    if (!target.startsWith("win32")) {
      run(process.env.STRIP ?? "strip", ...(target.startsWith("darwin") ? ["-x"] : []), packaged);
    }
  }
  run(process.execPath, "build.mjs", "--package");
  run(process.execPath, "node_modules/@vscode/vsce/vsce", "package", "--no-dependencies", "--target", target, "--out", `mnc2-${target}.vsix`);
} finally {
  // If they stayed here, the programs would end up in the package without a server.
  rmSync("bin", { recursive: true, force: true });
}
