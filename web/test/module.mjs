// The server's module, through the same glue as the page's worker.

import { readFile } from "node:fs/promises";
import { build } from "esbuild";

let bundle;

/** The exports of `wasi.ts`. */
export function glue() {
  bundle ??= bundled();
  return bundle;
}

async function bundled() {
  const built = await build({
    entryPoints: [new URL("../wasi.ts", import.meta.url).pathname],
    bundle: true,
    format: "esm",
    write: false,
  });
  const text = Buffer.from(built.outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${text}`);
}

/**
 * A client of a new server, which answers before `request` returns. `rest` gives the second part of a module that has two;
 * `started` gets the memory of the server before its first message.
 */
export async function connect({ module, rest }, files, started = () => undefined) {
  const { Server } = await glue();
  const notifications = [];
  const answers = new Map();
  let server;
  let lastId = 0;
  server = await Server.start(module, files, (message) => {
    if ("method" in message) notifications.push(message);
    else answers.set(message.id, message);
  }, { rest });
  started(server.exports.memory);
  return {
    notifications,
    write: (files) => server.write(files),
    notify: (method, params) => server.receive({ jsonrpc: "2.0", method, params }),
    request(method, params) {
      const id = ++lastId;
      server.receive({ jsonrpc: "2.0", id, method, params });
      const answer = answers.get(id);
      answers.delete(id);
      if (answer === undefined) throw new Error(`${method} is not answered`);
      if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
      return answer.result;
    },
  };
}

/** A module in a file. */
export async function compiled(path) {
  return WebAssembly.compile(await readFile(path));
}

/** The module in a folder that `.ci/wasm` has filled, whole and in two parts. */
export async function built(folder) {
  const [whole, first, rest] = await Promise.all(["whole", "first", "rest"].map((part) => compiled(`${folder}/${part}.wasm`)));
  return { whole: { module: whole }, parts: { module: first, rest: () => rest } };
}
