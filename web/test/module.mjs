// The server's module, through the same glue as the page's worker.

import { readFile } from "node:fs/promises";
import { build } from "esbuild";

/** The exports of `wasi.ts`. */
export async function glue() {
  const bundled = await build({
    entryPoints: [new URL("../wasi.ts", import.meta.url).pathname],
    bundle: true,
    format: "esm",
    write: false,
  });
  const text = Buffer.from(bundled.outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${text}`);
}

/** A client of a new server, which answers before `request` returns. */
export async function connect(module, files) {
  const { Server } = await glue();
  const notifications = [];
  const answers = new Map();
  let server;
  let lastId = 0;
  server = await Server.start(module, files, (message) => {
    if ("method" in message) notifications.push(message);
    else answers.set(message.id, message);
  });
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

/** The module that is named on the command line. */
export async function compiled(path = process.argv[2]) {
  return WebAssembly.compile(await readFile(path));
}
