// The words of the matrix extension are coloured in assembly files that another extension colours, and nothing else is.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import * as path from "node:path";
import { test } from "node:test";

import { createOnigScanner, createOnigString, loadWASM } from "vscode-oniguruma";
import { INITIAL, parseRawGrammar, Registry } from "vscode-textmate";

/** A grammar for assembly as other extensions have them: comments, strings, and words that it does not know. */
const ASSEMBLY = JSON.stringify({
  scopeName: "source.asm",
  patterns: [
    { match: "#.*$", name: "comment.line.asm" },
    { match: '"[^"]*"', name: "string.quoted.asm" },
    { match: "\\b[a-z][a-z0-9.]*\\b", name: "support.asm" },
  ],
});

async function assembly() {
  const require = createRequire(path.resolve("package.json"));
  const wasm = await readFile(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await loadWASM(new Uint8Array(wasm).buffer);
  const manifest = JSON.parse(await readFile("package.json", "utf8"));
  const grammars: { scopeName: string; path: string; injectTo?: string[] }[] = manifest.contributes.grammars;
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async (scope) => {
      if (scope === "source.asm") {
        return parseRawGrammar(ASSEMBLY, "asm.json");
      }
      const grammar = grammars.find(({ scopeName }) => scopeName === scope);
      return grammar && parseRawGrammar(await readFile(grammar.path, "utf8"), path.basename(grammar.path));
    },
    // As the editor does it: by what the manifests say.
    getInjections: (scope) => grammars.filter(({ injectTo }) => injectTo?.includes(scope)).map(({ scopeName }) => scopeName),
  });
  const loaded = await registry.loadGrammar("source.asm");
  assert.ok(loaded);
  return loaded;
}

test("the injected grammar colours the words of the extension in assembly, and leaves the rest as it is", async () => {
  const grammar = await assembly();
  const own = (line: string) => {
    const { tokens } = grammar.tokenizeLine(line, INITIAL);
    const injected = tokens.filter(({ scopes }) => scopes.some((scope) => scope.endsWith(".rvmatrix")));
    return injected.map(({ startIndex, endIndex }) => line.slice(startIndex, endIndex));
  };
  assert.deepEqual(own("\tfmmacc.s m0, m1, m2"), ["fmmacc.s", "m0", "m1", "m2"]);
  assert.deepEqual(own("\tcsrr t0, xmsize"), ["xmsize"]);
  assert.deepEqual(own("\tadd t0, t1, t2"), []);
  assert.deepEqual(own("# fmmacc.s m0"), []);
  assert.deepEqual(own('\t.string "fmmacc.s m0"'), []);
});
