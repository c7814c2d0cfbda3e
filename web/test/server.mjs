// The server in WebAssembly answers as the command does: a session of a page, without the page.
//
// Usage: node server.mjs server.wasm

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { compiled, connect } from "./module.mjs";

const module = await compiled();
const example = (name) => readFile(new URL(`../../examples/${name}`, import.meta.url), "utf8");

const FIRST = "file:///playground/first.vsm";
const TESTCASE = `\
# ======= In(0): LM0 / Int =======
d set $lm0p0 1 0000000300000004 # values=[3, 4] / Int @[0],[1]

# ======= YOUR VSM WILL BE INSERTED HERE =======
# ======= Out(0): LM1 / Int =======
d getd $ln0n0c0b0m0p0 1 # expect=[5, 6] / Int @[0],[1]
`;

async function start(files, more = {}) {
  const client = await connect(module, files);
  const result = client.request("initialize", {
    processId: null,
    rootUri: "file:///playground",
    workspaceFolders: [{ uri: "file:///playground", name: "playground" }],
    capabilities: {
      general: { positionEncodings: ["utf-16"] },
      textDocument: {
        publishDiagnostics: {},
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
      },
    },
    ...more,
  });
  assert.equal(result.serverInfo.name, "mnc2-lsp");
  client.notify("initialized", {});
  return client;
}

function open(client, uri, text) {
  client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "mnc2", version: 1, text } });
}

/** The diagnostics of a document that were pushed last. */
function found(client, uri) {
  const of = client.notifications.filter((it) => it.method === "textDocument/publishDiagnostics" && it.params.uri === uri);
  return of.at(-1)?.params.diagnostics;
}

const command = (client, command, argument) => client.request("workspace/executeCommand", { command, arguments: [argument] });

test("a program is checked while it is typed", async () => {
  const client = await start({});
  open(client, FIRST, "lpasa $lm0v $ln0v\n");
  const [finding, ...others] = found(client, FIRST);
  assert.deepEqual(others, []);
  assert.match(finding.message, /lpasa/);
  const textDocument = { uri: FIRST };
  const fixes = client.request("textDocument/codeAction", {
    textDocument,
    range: finding.range,
    context: { diagnostics: [finding] },
  });
  assert.ok(fixes.some((fix) => /lpassa/.test(fix.title)), JSON.stringify(fixes));
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } };
  client.notify("textDocument/didChange", {
    textDocument: { uri: FIRST, version: 2 },
    contentChanges: [{ range, text: "lpassa" }],
  });
  assert.deepEqual(found(client, FIRST), []);
  const hover = client.request("textDocument/hover", { textDocument, position: { line: 0, character: 2 } });
  assert.match(JSON.stringify(hover.contents), /lpassa/);
  const completion = client.request("textDocument/completion", { textDocument, position: { line: 1, character: 0 } });
  assert.ok((completion.items ?? completion).some((item) => item.label.startsWith("fvfma")));
  const tokens = client.request("textDocument/semanticTokens/full", { textDocument });
  assert.ok(tokens.data.length >= 15);
});

test("a program runs to a line, with the dump of the command", async () => {
  for (const name of ["first", "whole_chip", "matrix_double"]) {
    const client = await start({});
    const text = await example(`${name}.vsm`);
    open(client, FIRST, text);
    assert.deepEqual(found(client, FIRST), []);
    const lines = text.trimEnd().split("\n").length;
    const result = command(client, "mnc2.runToHere", { uri: FIRST, line: lines - 1 });
    const dump = result.dump.map((part) => part.text + "\n").join("");
    assert.equal(dump, await example(`${name}.dump`));
    const chip = client.request("mnc2/chip", { textDocument: { uri: FIRST }, memory: "$lm0" });
    assert.ok(chip, name);
  }
});

test("a program is judged with a testcase from the page's files", async () => {
  const right = `imm i"2" $lr0 ! two\niadd $lm0 $aluf $ln0 # done\n`;
  const client = await start({ "testcase.vsm": TESTCASE, "solution.vsm": right });
  const uri = "file:///playground/solution.vsm";
  open(client, uri, right);
  const verdict = command(client, "mnc2.judge", { uri });
  assert.equal(verdict.message, "ACCEPTED!! score=2 j=2 m=0 bytes=34");
  client.write({ "testcase.vsm": TESTCASE.replace("expect=[5, 6]", "expect=[5, 7]") });
  const other = command(client, "mnc2.judge", { uri });
  assert.deepEqual([other.accepted, other.wrong], [false, 1]);
});

test("it speaks Japanese", async () => {
  const client = await start({}, { locale: "ja" });
  open(client, FIRST, "lpasa $lm0v $ln0v\n");
  assert.match(found(client, FIRST)[0].message, /[\u3040-\u30ff]/);
});

test("a long text and a long line end nothing", async () => {
  const client = await start({});
  open(client, FIRST, "x".repeat(1_000_000) + "\n" + "fvfma $lm0v $ln0v $lr0v $ls0v\n".repeat(30_000));
  assert.ok(found(client, FIRST).length > 0);
});

test("it shuts down", async () => {
  const client = await start({});
  assert.equal(client.request("shutdown", undefined), null);
  assert.throws(() => client.notify("exit", undefined), /was shut down/);
});
