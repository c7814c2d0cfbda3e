// Divides the server's module into what a page needs until somebody can work, and the rest, which the first part loads
// when it calls a function of it: `wasm-split` divides the functions by what a start calls, and data that these do not
// refer to goes with the rest.
//
//   node make.mjs LINKED FOLDER
//     LINKED  the module as the linker leaves it, with names and relocations
//     FOLDER  gets whole.wasm, first.wasm and rest.wasm
//   WASM_OPT, WASM_SPLIT  the commands of Binaryen

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { having, unreachable, without } from "./data.mjs";
import { withPlaces } from "./deferred.mjs";
import { Linked, named } from "./linked.mjs";

const LANGUAGES = ["en", "ja"];

/** What the compiler uses. */
const FEATURES = [
  "simd",
  "bulk-memory",
  "bulk-memory-opt",
  "sign-ext",
  "mutable-globals",
  "nontrapping-float-to-int",
  "multivalue",
  "reference-types",
  "call-indirect-overlong",
].map((feature) => `--enable-${feature}`);

const { WASM_OPT = "wasm-opt", WASM_SPLIT = "wasm-split" } = process.env;
const [from, folder] = process.argv.slice(2);
const scratch = mkdtempSync(path.join(tmpdir(), "mnc2-parts-"));
const at = (name) => path.join(scratch, name);
const run = (command, ...args) => execFileSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] });
const split = (...args) => run(WASM_SPLIT, ...FEATURES, ...args);
const optimise = (name) => run(WASM_OPT, "-Oz", ...FEATURES, at(name), "--output", path.join(folder, name));

try {
  const linked = new Linked(readFileSync(from));
  const whole = named(linked.bytes);
  writeFileSync(at("whole.wasm"), whole);

  split("--instrument", at("whole.wasm"), "--output", at("instrumented.wasm"), "--profile-export=write_profile");
  const startup = fileURLToPath(new URL("startup.mjs", import.meta.url));
  const profiles = LANGUAGES.map((language) => at(`${language}.profile`));
  LANGUAGES.forEach((language, number) =>
    run(process.execPath, "--no-warnings", startup, at("instrumented.wasm"), language, profiles[number]),
  );
  split("--merge-profiles", ...profiles, "--output", at("profile"));
  split("--profile", at("profile"), at("whole.wasm"), "-o1", at("first.wasm"), "-o2", at("rest.wasm"),
    "--placeholder-namespace-prefix=rest", "--import-namespace=first");

  // Binaryen adds numbers to names that several functions have; these count as of the first part.
  const names = new Set();
  const repeated = new Set();
  linked.functions.forEach(({ name }) => (names.has(name) ? repeated : names).add(name));
  const lines = split("--print-profile", at("profile"), at("whole.wasm")).split("\n");
  const kept = new Set(lines.filter((line) => line.startsWith("+ ")).map((line) => line.slice(2)));
  const unknown = [...kept].filter((name) => !names.has(name) && !repeated.has(name.replace(/_\d+$/, "")));
  if (kept.size === 0 || unknown.length > 0) throw new Error(`these functions are not in the module: ${unknown.join(" ")}`);
  const ranges = unreachable(linked, (name) => kept.has(name) || repeated.has(name));
  writeFileSync(at("first.wasm"), withPlaces(without(readFileSync(at("first.wasm")), ranges)));
  writeFileSync(at("rest.wasm"), having(readFileSync(at("rest.wasm")), ranges, whole));

  ["whole.wasm", "first.wasm", "rest.wasm"].forEach(optimise);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
