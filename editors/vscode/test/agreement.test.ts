// The TextMate grammar colours the same parts as the tree-sitter highlights, in the same way: VS Code uses the former
// until the server's tokens come, other editors the latter. The tree-sitter captures are in
// grammar/statements.captures, which a test of tree-sitter-mnc2 keeps up to date.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import * as path from "node:path";
import { test } from "node:test";

import { createOnigScanner, createOnigString, loadWASM } from "vscode-oniguruma";
import { INITIAL, parseRawGrammar, Registry } from "vscode-textmate";

/** The TextMate name of each capture. */
const SCOPES: Record<string, RegExp> = {
  comment: /^comment\./,
  "keyword.debug": /^keyword\.control\./,
  "keyword.directive": /^keyword\.control\./,
  "string.special": /^constant\.numeric\./,
  "function.builtin": /^entity\.name\.function\./,
  "keyword.coroutine": /^keyword\.other\.mv\./,
  attribute: /^storage\.modifier\./,
  label: /^entity\.name\.label\./,
  "type.builtin": /^(storage\.type|storage\.modifier|variable\.other\.memory)\./,
  "variable.builtin": /^(variable\.other\.memory|storage\.modifier\.mask)\./,
  "constant.builtin": /^(variable\.language|constant\.language|variable\.other\.memory)\./,
  "keyword.modifier": /^storage\.modifier\./,
  "variable.member": /^entity\.name\.tag\./,
  number: /^(constant\.numeric|string\.quoted|storage\.modifier\.mask|entity\.name\.tag\.scope)\./,
  operator: /^keyword\.operator\./,
  "punctuation.special": /^(variable|constant|storage\.modifier)\./,
  "punctuation.delimiter": /^(punctuation\.|constant\.numeric|string\.quoted)/,
  "punctuation.bracket": /^(punctuation\.|constant\.numeric\.location)/,
};

async function grammar() {
  const require = createRequire(path.resolve("package.json"));
  const wasm = await readFile(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await loadWASM(new Uint8Array(wasm).buffer);
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async () =>
      parseRawGrammar(await readFile("syntaxes/mnc2.tmLanguage.json", "utf8"), "mnc2.tmLanguage.json"),
  });
  const loaded = await registry.loadGrammar("source.mnc2");
  assert.ok(loaded);
  return loaded;
}

test("every part that tree-sitter highlights is coloured alike", async () => {
  const textmate = await grammar();
  const program = (await readFile("test/grammar/statements.vsm", "utf8")).split("\n");
  let state = INITIAL;
  const scopes = program.map((line) => {
    const { tokens, ruleStack } = textmate.tokenizeLine(line, state);
    state = ruleStack;
    return tokens;
  });
  const captures = (await readFile("test/grammar/statements.captures", "utf8")).trimEnd().split("\n");
  assert.ok(captures.length > 100);
  const differences: string[] = [];
  for (const capture of captures) {
    const [, row, start, end, name = ""] = /^(\d+):(\d+)-(\d+) (\S+)/.exec(capture) ?? [];
    const wanted = SCOPES[name];
    assert.ok(wanted, `no scope is known for ${name}`);
    for (const token of scopes[Number(row)] ?? []) {
      const overlaps = token.startIndex < Number(end) && Number(start) < token.endIndex;
      if (overlaps && !token.scopes.some((scope) => wanted.test(scope))) {
        differences.push(`${capture}: ${token.scopes.slice(1).join(" ") || "nothing"}`);
      }
    }
  }
  assert.deepEqual(differences, []);
});

test("what TextMate leaves bare, tree-sitter leaves bare", async () => {
  const textmate = await grammar();
  const captures = (await readFile("test/grammar/statements.captures", "utf8")).trimEnd().split("\n");
  let state = INITIAL;
  const bare: string[] = [];
  (await readFile("test/grammar/statements.vsm", "utf8")).split("\n").forEach((line, row) => {
    const { tokens, ruleStack } = textmate.tokenizeLine(line, state);
    state = ruleStack;
    const highlighted = captures
      .map((capture) => /^(\d+):(\d+)-(\d+)/.exec(capture)?.slice(1).map(Number) ?? [])
      .filter(([at]) => at === row);
    for (const token of tokens) {
      const text = line.slice(token.startIndex, token.endIndex);
      const isCaptured = highlighted.some(([, start = 0, end = 0]) => token.startIndex < end && start < token.endIndex);
      if (text.trim() !== "" && token.scopes.length > 1 && !isCaptured) {
        bare.push(`${row}: ${text}`);
      }
    }
  });
  assert.deepEqual(bare, []);
});
