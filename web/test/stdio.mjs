// The server in WebAssembly, over standard input and output, with the files of this machine: for clients that start
// a command.
//
// Usage: node stdio.mjs MODULE [REST]
//   REST  the second part of a module that has two

import { writeSync } from "node:fs";
import { WASI } from "node:wasi";
import { compiled, glue } from "./module.mjs";

const [module, rest] = await Promise.all(process.argv.slice(2).map(compiled));

/** Writes all of it, also where standard output takes only a part. */
function write(bytes) {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (error.code !== "EAGAIN") process.exit(1);
    }
  }
}

const wasi = new WASI({ version: "preview1", preopens: { "/": "/" } });
let exports;
const send = (address, length) => {
  const header = Buffer.from(`Content-Length: ${length}\r\n\r\n`);
  write(Buffer.concat([header, new Uint8Array(exports.memory.buffer, address, length)]));
};
const { instantiate } = await glue();
const { instance } = await instantiate(module, { ...wasi.getImportObject(), mnc2: { send } }, () => rest);
exports = instance.exports;
wasi.initialize(instance);
exports.start();

let read = Buffer.alloc(0);
process.stdin.on("end", () => process.exit(1));
process.stdin.on("data", (bytes) => {
  read = Buffer.concat([read, bytes]);
  for (;;) {
    const end = read.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/Content-Length: (\d+)/.exec(read.subarray(0, end).toString())[1]);
    const body = read.subarray(end + 4, end + 4 + length);
    if (body.length < length) return;
    read = read.subarray(end + 4 + length);
    const address = exports.allocate(length);
    new Uint8Array(exports.memory.buffer, address, length).set(body);
    const state = exports.receive();
    if (state !== 0) process.exit(state - 1);
  }
});
