// The extension's texts: each text in the sources has a Japanese translation, none is left over, and code parts are
// the same in both.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { getL10nJson } from "@vscode/l10n-dev";

const japanese: Record<string, string> = JSON.parse(await readFile("l10n/bundle.l10n.ja.json", "utf8"));
const sources = ["src", "webview"].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `${folder}/${name}`),
);
const read = await Promise.all(sources.map(async (file) => ({ file, text: await readFile(file, "utf8") })));
const english = Object.keys(await getL10nJson(read.map(({ text }) => ({ extension: ".ts", contents: text }))));

test("every text has its Japanese, and none is left over", () => {
  assert.ok(english.length > 20);
  assert.deepEqual(english.filter((text) => !(text in japanese)), [], "without Japanese");
  assert.deepEqual(Object.keys(japanese).filter((text) => !english.includes(text)), [], "no longer used");
});

test("the tool that collects the texts sees every use of them", () => {
  const uses = read.flatMap(({ text }) => text.match(/\bl10n\.t\(/g) ?? []).length;
  assert.ok(uses >= english.length);
  for (const { file, text } of read) {
    // A text that is not a literal cannot be collected.
    assert.doesNotMatch(text, /\bl10n\.t\(\s*[^"'\s]/, file);
    assert.doesNotMatch(text, /vscode\.l10n/, `${file}: @vscode/l10n is used everywhere, in views too`);
  }
});

test("places and code are the same in both languages", () => {
  const parts = (text: string) => [...text.matchAll(/\{\d\}|`[^`]*`|\$\w+|\bmnc2(?:\.\w+)+|\.\w+\b/g)].map(([part]) => part).sort();
  for (const [text, translation] of Object.entries(japanese)) {
    assert.deepEqual(parts(translation), parts(text), text);
    assert.match(translation, /[\u3040-\u30ff\u4e00-\u9fff]|^[^a-z]*$/, `not Japanese: ${translation}`);
  }
});

test("messages, titles and choices that people read are not bare English", () => {
  const bare = read.filter(({ file }) => file.startsWith("src/")).flatMap(({ file, text }) =>
    [...text.matchAll(/(?:show\w+Message|openLabel:|placeHolder:|title:)\s*\(?\s*(["`](?!MN-Core 2["`])[^"`]+["`])/g)].map(([, words]) => `${file}: ${words}`),
  );
  assert.deepEqual(bare, []);
});
