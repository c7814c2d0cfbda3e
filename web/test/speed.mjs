// How fast the server in WebAssembly starts, checks and runs, and the command beside it.
//
// Usage: node speed.mjs FOLDER [mnc2-lsp]

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { connect } from "./module.mjs";

const URI = "file:///playground/long.vsm";
const textDocument = { uri: URI };
const LINES = 10_000;
const STEPS = 1_000;

// No two PEs are alike, so that nothing is computed once for several.
const different = `\
lpassa $peid $lr0v
imm i"6" $nowrite
llsl $l1bid $aluf $nowrite
ladd $aluf $lr0v $ls0v
imm i"9" $nowrite
llsl $l2bid $aluf $nowrite
ladd $aluf $ls0v $lr8v
nop/3
`;
const operands = ["$lm0v", "$lm8v", "$ln16v", "$ln24v"];
const long = Array.from({ length: LINES }, (_, line) => `lpassa ${operands[line % 4]} $lr${(line % 16) * 8}v # ${line}\n`).join("");
const steps = (count) => different + "fvfma $lr8v $lr8v $lr8v $lr16v\n".repeat(count);

/** A client of the command, as of the module. */
function command(path) {
  const process = spawn(path, ["--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = [];
  let read = Buffer.alloc(0);
  process.stdout.on("data", (bytes) => {
    read = Buffer.concat([read, bytes]);
    for (;;) {
      const end = read.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(read.subarray(0, end).toString())[1]);
      if (read.length < end + 4 + length) return;
      const message = JSON.parse(read.subarray(end + 4, end + 4 + length).toString());
      read = read.subarray(end + 4 + length);
      const at = waiting.findIndex((it) => it.fits(message));
      if (at >= 0) waiting.splice(at, 1)[0].resolve(message);
    }
  });
  const send = (message) => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    process.stdin.write(body);
  };
  const wait = (fits) => new Promise((resolve) => waiting.push({ fits, resolve }));
  let lastId = 0;
  return {
    async notify(method, params) {
      const isChecked = method === "textDocument/didOpen" || method === "textDocument/didChange";
      const found = isChecked && wait((it) => it.method === "textDocument/publishDiagnostics");
      send({ method, params });
      await found;
    },
    async request(method, params) {
      const id = ++lastId;
      const answer = wait((it) => it.id === id && it.method === undefined);
      send({ id, method, params });
      return (await answer).result;
    },
    end: () => process.kill(),
  };
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

async function measure(name, start) {
  const timed = async (work) => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  let client;
  const initialize = () => client.request("initialize", { processId: null, rootUri: null, capabilities: {} });
  const started = await timed(async () => {
    client = await start();
    await initialize();
  });
  await client.notify("initialized", {});
  const open = (text) => client.notify("textDocument/didOpen", { textDocument: { ...textDocument, languageId: "mnc2", version: 1, text } });
  const close = () => client.notify("textDocument/didClose", { textDocument });
  const opened = [];
  for (let round = 0; round < 5; round++) {
    opened.push(await timed(() => open(long)));
    if (round < 4) await close();
  }
  const edits = [];
  for (let version = 2; version < 30; version++) {
    const range = { start: { line: version * 300, character: 0 }, end: { line: version * 300, character: 0 } };
    const change = { textDocument: { ...textDocument, version }, contentChanges: [{ range, text: "nop\n" }] };
    edits.push(await timed(() => client.notify("textDocument/didChange", change)));
  }
  await close();
  const run = async (count) => {
    await open(steps(count));
    const argument = { uri: URI, line: count + 7 };
    const taken = await timed(() => client.request("workspace/executeCommand", { command: "mnc2.runToHere", arguments: [argument] }));
    await close();
    return taken;
  };
  const few = [];
  const many = [];
  for (let round = 0; round < 3; round++) {
    few.push(await run(10));
    many.push(await run(10 + STEPS));
  }
  client.end?.();
  const step = ((median(many) - median(few)) / STEPS) * 1000;
  console.log(
    `${name}: starts in ${started.toFixed(0)} ms, checks ${LINES} lines in ${median(opened).toFixed(0)} ms, an edit of them in ` +
      `${median(edits).toFixed(1)} ms, computes a step of fvfma in ${step.toFixed(0)} µs`,
  );
}

const [folder, native] = process.argv.slice(2);
const [first, rest] = await Promise.all(["first", "rest"].map((part) => readFile(`${folder}/${part}.wasm`)));
// The first part is compiled while it comes, so that is a part of the start; the rest comes after it.
await measure("WebAssembly", async () =>
  connect({ module: await WebAssembly.compile(first), rest: () => new WebAssembly.Module(rest) }, {}),
);
if (native) await measure("native", async () => command(native));
