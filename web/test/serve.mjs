// Serves a folder on this machine, as a host of static sites does.
//
//   node test/serve.mjs [FOLDER] [PORT]

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import * as path from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/** Serves a folder; the address, and a way to end it. `first` may answer a request itself. */
export async function serve(folder, port = 0, first = undefined) {
  const server = createServer(async (request, response) => {
    if (first !== undefined && (await first(request, response))) {
      return;
    }
    try {
      const pathname = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
      const file = path.join(folder, path.normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname));
      const content = await readFile(file);
      response.writeHead(200, { "Content-Type": TYPES[path.extname(file)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = fileURLToPath(new URL("../out", import.meta.url)), port = "8000"] = process.argv;
  console.log((await serve(folder, Number(port))).address);
}
