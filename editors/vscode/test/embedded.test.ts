// Programs in other files are coloured as programs, and what is around them as before.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import * as path from "node:path";
import { test } from "node:test";

import { createOnigScanner, createOnigString, loadWASM } from "vscode-oniguruma";
import { INITIAL, parseRawGrammar, Registry } from "vscode-textmate";

interface Contributed {
  scopeName: string;
  path: string;
  injectTo?: string[];
}

const contributed: Contributed[] = JSON.parse(await readFile("package.json", "utf8")).contributes.grammars;

/** Texts of a program's parts in lines of a host whose grammar colours nothing but strings and comments. */
async function coloured(host: string, lines: string[], language: string): Promise<string[]> {
  const own = JSON.stringify({
    scopeName: host,
    patterns: [
      { match: "//.*$", name: "comment.line.own" },
      { match: '"[^"]*"', name: "string.quoted.own" },
    ],
  });
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async (scope) => {
      if (scope === host) {
        return parseRawGrammar(own, "own.json");
      }
      const grammar = contributed.find(({ scopeName }) => scopeName === scope);
      return grammar && parseRawGrammar(await readFile(grammar.path, "utf8"), path.basename(grammar.path));
    },
    getInjections: (scope) => contributed.filter(({ injectTo }) => injectTo?.includes(scope)).map(({ scopeName }) => scopeName),
  });
  const grammar = await registry.loadGrammar(host);
  assert.ok(grammar);
  const found: string[] = [];
  let state = INITIAL;
  for (const line of lines) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    const parts = tokens.filter(({ scopes }) => scopes.some((scope) => scope.endsWith(`.${language}`) && !scope.startsWith("meta.")));
    found.push(...parts.map(({ startIndex, endIndex }) => line.slice(startIndex, endIndex).trim()).filter((text) => text !== ""));
  }
  return found;
}

test("programs in other files are coloured up to their ends", async () => {
  const wasm = await readFile(createRequire(path.resolve("package.json")).resolve("vscode-oniguruma/release/onig.wasm"));
  await loadWASM(new Uint8Array(wasm).buffer);
  const markdown = await coloured("text.html.markdown", ["lpassa", "```vsm a.vsm", "lpassa $lm0v $lr0v", "```", "lpassa"], "mnc2");
  assert.ok(markdown.includes("lpassa") && markdown.includes("$lm"), markdown.join(" | "));
  assert.equal(markdown.filter((text) => text === "lpassa").length, 1);
  const cpp = await coloured("source.cpp", ["func", 'auto x = R"TinyTL(', "func @f() {", '}', ')TinyTL"; func', '"func" // func'], "tinytc");
  assert.equal(cpp.filter((text) => text === "func").length, 1, cpp.join(" | "));
  const python = await coloured("source.python", ["lpassa", "p = mnc2.Program('''", "lpassa $lm0v $lr0v", "''')", "lpassa"], "mnc2");
  assert.equal(python.filter((text) => text === "lpassa").length, 1, python.join(" | "));
});
