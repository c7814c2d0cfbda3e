// Packages the extension for one platform, with the server inside.
//
//   node package.mjs SERVER TARGET       (such as linux-x64, darwin-arm64, win32-x64)

import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, rmSync } from "node:fs";

const [server, target] = process.argv.slice(2);
if (server === undefined || target === undefined) {
  console.error("usage: node package.mjs SERVER TARGET");
  process.exit(2);
}
const program = `bin/mnc2-lsp${target.startsWith("win32") ? ".exe" : ""}`;
rmSync("bin", { recursive: true, force: true });
mkdirSync("bin");
try {
  copyFileSync(server, program);
  chmodSync(program, 0o755);
  const run = (command, ...parameters) => execFileSync(command, parameters, { stdio: "inherit" });
  run(process.execPath, "build.mjs", "--package");
  run(process.execPath, "node_modules/@vscode/vsce/vsce", "package", "--no-dependencies", "--target", target, "--out", `mnc2-${target}.vsix`);
} finally {
  // What stays here would end up in the package without a server.
  rmSync("bin", { recursive: true, force: true });
}
