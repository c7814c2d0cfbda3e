// Checks package.json: texts in both languages, commands that exist and can be reached, settings with descriptions,
// files that are packaged.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

type Words = Record<string, string>;
interface Item {
  command: string;
  when?: string;
}

const json = async (file: string) => JSON.parse(await readFile(file, "utf8"));
const manifest = await json("package.json");
const english: Words = await json("package.nls.json");
const japanese: Words = await json("package.nls.ja.json");
const { contributes } = manifest;
const commands: string[] = contributes.commands.map(({ command }: Item) => command);

test("both languages have the same words, and the manifest names each of them", () => {
  const named = new Set([...JSON.stringify(manifest).matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key ?? ""));
  assert.deepEqual(Object.keys(english).sort(), [...named].sort());
  assert.deepEqual(Object.keys(japanese), Object.keys(english));
});

test("what is code, a key or a link in one language is the same in the other", () => {
  const parts = (text: string) =>
    [...text.matchAll(/`[^`]*`|\]\([^)]*\)|\bCtrl\+[\w.]+|\bF\d+|E\d{4}/g)].map(([part]) => part).sort();
  for (const [key, text] of Object.entries(english)) {
    if (!/\.(media|dark|light)$/.test(key)) {
      assert.deepEqual(parts(japanese[key] ?? ""), parts(text), key);
    }
  }
});

test("the pages and pictures of the walkthrough are there in both languages", () => {
  for (const words of [english, japanese]) {
    for (const [key, file] of Object.entries(words)) {
      assert.ok(!/\.(media|dark|light)$/.test(key) || existsSync(file), file);
    }
  }
});

test("nothing that people read is left out of the languages", () => {
  const bare: string[] = [];
  const look = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      value.forEach((one, index) => look(one, `${path}.${index}`));
    } else if (typeof value === "object" && value !== null) {
      Object.entries(value).forEach(([key, one]) => look(one, `${path}.${key}`));
    } else if (
      typeof value === "string" &&
      /\.(title|description|markdownDescription|patternErrorMessage|enumDescriptions\.\d+)$/.test(path) &&
      !/^%.*%$/.test(value) &&
      value !== "MN-Core 2"
    ) {
      bare.push(`${path}: ${value}`);
    }
  };
  look(contributes, "");
  assert.deepEqual(bare, []);
});

test("every command is registered, in the palette, and in the title of a program's editor", async () => {
  const source = await readFile("src/extension.ts", "utf8");
  for (const command of commands) {
    assert.ok(source.includes(`"${command}":`), `${command} is not registered`);
  }
  const { menus } = contributes;
  // What acts on an item of a tree or on the message of a test means nothing without one.
  const items = [...menus["testing/message/context"], ...menus["view/item/context"]];
  const ofItems = new Set<string>(items.map(({ command }: Item) => command));
  const hidden = menus.commandPalette.filter(({ when }: Item) => when === "false");
  assert.deepEqual(hidden.map(({ command }: Item) => command), [...ofItems]);
  const titles = [...menus["editor/title"], ...menus["editor/title/run"]].map(({ command }: Item) => command);
  const wanted = commands.filter((command) => command !== "mnc2.newProgram" && !ofItems.has(command));
  assert.deepEqual(titles.sort(), wanted.sort());
  for (const menu of Object.values<Item[]>(menus)) {
    for (const { command, when } of menu) {
      assert.ok(commands.includes(command), command);
      assert.match(when ?? "", /mnc2(-preview|-output|\.origin|\.wrongOutput)?$|^resourceFilename =~ |=~ \/\^\([a-z|]+\)\$\/$|^false$/);
    }
  }
});

test("every setting has a type, a default that fits it, and a description", () => {
  const settings = Object.entries<Record<string, unknown>>(contributes.configuration.properties);
  assert.ok(settings.length > 10);
  for (const [name, setting] of settings) {
    assert.ok(name.startsWith("mnc2."), name);
    assert.ok(setting.description ?? setting.markdownDescription, `${name} has no description`);
    const { default: preset } = setting;
    const type = preset === null ? "null" : typeof preset;
    const types = [setting.type].flat();
    assert.ok(types.includes(type) || (type === "number" && types.includes("integer")), `${name}: ${type}`);
    if (Array.isArray(setting.enum)) {
      assert.ok(setting.enum.includes(preset), name);
      assert.equal((setting.enumDescriptions as unknown[]).length, setting.enum.length, name);
    }
  }
});

test("Enter breaks the line, unless a suggestion is chosen, and Tab takes the first one", () => {
  const [tab] = contributes.keybindings.filter(({ key }: { key: string }) => key === "tab");
  const languages: string[] = contributes.languages.map(({ id }: { id: string }) => id);
  for (const id of languages.filter((it) => !it.startsWith("mnc2-"))) {
    const settings = contributes.configurationDefaults[`[${id}]`];
    assert.equal(settings["editor.suggest.selectionMode"], "never", id);
    assert.equal(settings["editor.acceptSuggestionOnEnter"], "on", id);
    assert.match(tab.when, new RegExp(`\\b${id}\\b`));
  }
});

test("settings are in an order of their own", () => {
  const orders = Object.values<{ order?: number }>(contributes.configuration.properties).map(({ order }) => order);
  assert.equal(new Set(orders).size, orders.length);
  assert.ok(!orders.includes(undefined));
});

test("icons are there, and snippets are not offered where the extension does not know of it", () => {
  const { languages, snippets } = contributes;
  for (const { id, icon } of languages) {
    assert.ok(existsSync(icon.light) && existsSync(icon.dark), id);
  }
  // Those of a manifest are offered in comments, too.
  assert.equal(snippets, undefined);
});

/** The matches of a problem matcher in the lines that a command prints. */
function problems(name: string, lines: string[]): Record<string, string>[] {
  const { pattern } = contributes.problemMatchers.find((one: { name: string }) => one.name === name);
  const found = contributes.problemPatterns.find((one: { name: string }) => `$${one.name}` === pattern);
  const patterns: Record<string, string | number>[] = found.patterns ?? [found];
  return lines.flatMap((_, at) => {
    const problem: Record<string, string> = {};
    const isMatch = patterns.every((one, index) => {
      const match = new RegExp(String(one.regexp)).exec(lines[at + index] ?? "");
      for (const [key, group] of Object.entries(one)) {
        if (match !== null && typeof group === "number" && match[group] !== undefined) {
          problem[key] = match[group];
        }
      }
      return match !== null;
    });
    return isMatch ? [problem] : [];
  });
}

test("problem matchers read what the command prints", () => {
  const place = { file: "dir/a b.vsm", line: "3", column: "5" };
  assert.deepEqual(
    problems("mnc2", ["dir/a b.vsm:3:5: error[E0201]: unknown opcode `lpasa`", "1 error, 0 warnings in 1 file, 3 lines"]),
    [{ ...place, severity: "error", code: "E0201", message: "unknown opcode `lpasa`" }],
  );
  assert.deepEqual(problems("mnc2", ["C:\\a.vsm:3:5: warning[W0101] unused"]), [
    { file: "C:\\a.vsm", line: "3", column: "5", severity: "warning", code: "W0101", message: "unused" },
  ]);
  assert.deepEqual(problems("mnc2-text", ["error[E0201]: unknown opcode `lpasa`", " --> dir/a b.vsm:3:5", "  |", "3 | lpasa"]), [
    { ...place, severity: "error", code: "E0201", message: "unknown opcode `lpasa`" },
  ]);
});

test("what can be unset has a name for that", () => {
  for (const [name, { enum: values, enumItemLabels: labels }] of Object.entries<Record<string, unknown[]>>(
    contributes.configuration.properties,
  )) {
    if (values?.includes(null)) {
      assert.equal(labels?.length, values.length, name);
      assert.ok(labels?.every((label) => typeof label === "string"), name);
    }
  }
});

test("opcodes, unknown ones, sources and destinations have scopes that themes tell apart", () => {
  const [{ scopes }] = contributes.semanticTokenScopes;
  // Monokai has one colour for `entity.name.function` and `entity.name.type`, Solarized for the former and `variable.other`.
  const expected = {
    function: "support.function",
    unknownOpcode: "invalid.illegal",
    parameter: "variable.parameter",
    variable: "entity.name.type",
  };
  for (const [token, scope] of Object.entries(expected)) {
    assert.ok(scopes[token][0].startsWith(`${scope}.`), token);
  }
});
