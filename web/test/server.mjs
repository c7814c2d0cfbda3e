// The server in WebAssembly answers as the command does: a session of a page, without the page.
//
// Usage: node server.mjs FOLDER, which `.ci/wasm` has filled

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test as declare } from "node:test";
import { segments } from "../parts/linked.mjs";
import { built, connect, glue } from "./module.mjs";

const [folder] = process.argv.slice(2);
const modules = await built(folder);

/** A test of the module, whole and in two parts. */
function test(name, body) {
  for (const [form, module] of Object.entries(modules)) {
    declare(`${name} (${form})`, () => body(module));
  }
}

const example = (name) => readFile(new URL(`../../examples/${name}`, import.meta.url), "utf8");

const FIRST = "file:///playground/first.vsm";
const TESTCASE = `\
# ======= In(0): LM0 / Int =======
d set $lm0p0 1 0000000300000004 # values=[3, 4] / Int @[0],[1]

# ======= YOUR VSM WILL BE INSERTED HERE =======
# ======= Out(0): LM1 / Int =======
d getd $ln0n0c0b0m0p0 1 # expect=[5, 6] / Int @[0],[1]
`;

async function start(module, files, more = {}, started = undefined) {
  const client = await connect(module, files, started);
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

test("a program is checked while it is typed", async (module) => {
  const client = await start(module, {});
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

test("a program runs to a line, with the dump of the command", async (module) => {
  for (const name of ["first", "whole_chip", "matrix_double"]) {
    const client = await start(module, {});
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

test("a program is judged with a testcase from the page's files", async (module) => {
  const right = `imm i"2" $lr0 ! two\niadd $lm0 $aluf $ln0 # done\n`;
  const client = await start(module, { "testcase.vsm": TESTCASE, "solution.vsm": right });
  const uri = "file:///playground/solution.vsm";
  open(client, uri, right);
  const verdict = command(client, "mnc2.judge", { uri });
  assert.equal(verdict.message, "ACCEPTED!! score=2 j=2 m=0 bytes=34");
  client.write({ "testcase.vsm": TESTCASE.replace("expect=[5, 6]", "expect=[5, 7]") });
  const other = command(client, "mnc2.judge", { uri });
  assert.deepEqual([other.accepted, other.wrong], [false, 1]);
});

test("a program becomes shorter, with proof", async (module) => {
  const client = await start(module, {});
  open(client, FIRST, await example("forwarding.vsm"));
  const found = command(client, "mnc2.shorten", { uri: FIRST, apply: false });
  assert.deepEqual([found.before, found.after, found.shortest], [12, 8, true]);
  assert.equal(found.edit.changes[FIRST].length, 1);
  const why = command(client, "mnc2.whyNoShorter", { uri: FIRST, apply: false, first: 10, last: 16 });
  assert.equal(why.edit, undefined);
  assert.match(why.message, /no order is shorter/);
});

test("it speaks Japanese", async (module) => {
  const client = await start(module, {}, { locale: "ja" });
  open(client, FIRST, "lpasa $lm0v $ln0v\n");
  assert.match(found(client, FIRST)[0].message, /[\u3040-\u30ff]/);
});

test("a long text and a long line end nothing", async (module) => {
  const client = await start(module, {});
  open(client, FIRST, "x".repeat(1_000_000) + "\n" + "fvfma $lm0v $ln0v $lr0v $ls0v\n".repeat(30_000));
  assert.ok(found(client, FIRST).length > 0);
});

test("the debugger goes through a program in turns, forward and back", async ({ module, rest }) => {
  const said = [];
  const { Server, Ended } = await glue();
  const files = { "first.vsm": await example("first.vsm"), "long.vsm": "lpassa $lm0v $ln0v\n".repeat(100_000) };
  const start = () => Server.start(module, files, (message) => said.push(message), { rest, debug: true });
  let debug;
  let seq = 0;
  /** Asks; the answer, whether there is more to do, and the last reason for a stop. */
  const ask = (command, parameters = {}) => {
    seq += 1;
    const isBusy = debug.receive({ seq, type: "request", command, arguments: parameters });
    const { success, body, message } = said.find((it) => it.type === "response" && it.request_seq === seq);
    assert.ok(success, message);
    return { body, isBusy };
  };
  const launch = (name) => {
    ask("initialize", { adapterID: "mnc2", linesStartAt1: true });
    ask("launch", { program: `/playground/${name}` });
    const { body } = ask("setBreakpoints", { source: { path: `/playground/${name}` }, breakpoints: [{ line: 33 }] });
    assert.equal(body.breakpoints[0].verified, true);
  };
  const reason = () => said.findLast((it) => it.event === "stopped")?.body.reason;
  const line = () => ask("stackTrace", { threadId: 1 }).body.stackFrames[0].line;
  debug = await start();
  launch("first.vsm");
  assert.ok(ask("configurationDone").isBusy);
  while (debug.goOn());
  assert.deepEqual([reason(), line()], ["breakpoint", 33]);
  const { body } = ask("evaluate", { expression: "$lr0,d", context: "watch" });
  assert.match(body.result, /^0\.5/);
  ask("stepBack", { threadId: 1 });
  assert.deepEqual([reason(), line()], ["step", 32]);
  assert.throws(() => ask("disconnect"), Ended);
  // A long run is paused between two turns.
  debug = await start();
  launch("long.vsm");
  ask("configurationDone");
  while (debug.goOn());
  assert.ok(ask("continue", { threadId: 1 }).isBusy);
  assert.ok(debug.goOn());
  assert.ok(!ask("pause", { threadId: 1 }).isBusy);
  assert.equal(reason(), "pause");
  assert.ok(line() > 33);
});

test("it shuts down", async (module) => {
  const client = await start(module, {});
  assert.equal(client.request("shutdown", undefined), null);
  assert.throws(() => client.notify("exit", undefined), /was shut down/);
});

/** What a session says, from the first program to a run, in the words of the protocol. */
async function session(module, locale, started) {
  const client = await start(module, {}, { locale }, started);
  const said = [];
  const programs = ["first", "whole_chip", "matrix_double", "reduction"].map((name) => example(`${name}.vsm`));
  const wrong = "lpasa $lm0v $ln0v\nfvadd $lr0v $ls0v $lm1v; fvadd $lr0v $ls0v $lm8v\nd get $d0 1\n";
  const texts = [...(await Promise.all(programs)), wrong];
  for (const [number, text] of texts.entries()) {
    const uri = `file:///playground/program${number}.vsm`;
    const textDocument = { uri };
    open(client, uri, text);
    said.push(client.request("textDocument/semanticTokens/full", { textDocument }));
    text.split("\n").forEach((line, number) => {
      const position = { line: number, character: Math.min(3, line.length) };
      said.push(client.request("textDocument/hover", { textDocument, position }));
      said.push(client.request("textDocument/completion", { textDocument, position }));
    });
    said.push(client.request("textDocument/documentSymbol", { textDocument }));
    said.push(client.request("textDocument/formatting", { textDocument, options: { tabSize: 2, insertSpaces: true } }));
    const last = text.trimEnd().split("\n").length - 1;
    if (text !== wrong) said.push(command(client, "mnc2.runToHere", { uri, line: last }).dump);
  }
  return JSON.stringify([client.notifications, said]);
}

for (const locale of ["en", "ja"]) {
  declare(`the first part reads no data of the rest before it is there (${locale})`, async () => {
    const rest = await readFile(`${folder}/rest.wasm`);
    const moved = segments(rest);
    assert.ok(moved.length > 100, "data has moved");
    // Short gaps between what has moved are in both parts.
    const spoil = (memory) =>
      moved.forEach(({ address, size, start }) => {
        const there = new Uint8Array(memory.buffer, address, size);
        there.forEach((byte, at) => {
          if (byte !== rest[start + at]) there[at] = 0xa5;
        });
      });
    assert.equal(await session(modules.parts, locale, spoil), await session(modules.whole, locale));
  });
}
