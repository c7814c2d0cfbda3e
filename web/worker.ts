/**
 * The server in a worker. From the page come `{ start: { module, files } }`, once, then `{ message }` and `{ files }`;
 * to it go `{ ready: true }`, `{ message }`, and `{ failed }` with a sentence when there is no server any more.
 */

import { type Files, Server } from "./wasi";

type FromPage =
  | { start: { module: string | URL | WebAssembly.Module; files: Files } }
  | { message: object }
  | { files: Files };

type ToPage = { ready: true } | { message: object } | { failed: string };

const tell = (words: ToPage): void => postMessage(words);

/** What comes before the server is ready waits for it. */
let server: Promise<Server> | undefined;
let hasFailed = false;

/** Compiles the module while it is still coming, where its host names its type. */
async function compile(module: string | URL | WebAssembly.Module): Promise<WebAssembly.Module> {
  if (module instanceof WebAssembly.Module) return module;
  const response = await fetch(module);
  if (!response.ok) throw new Error(`${String(module)}: ${response.status}`);
  const isNamed = response.headers.get("content-type")?.startsWith("application/wasm");
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

async function start(module: string | URL | WebAssembly.Module, files: Files): Promise<Server> {
  const started = await Server.start(await compile(module), files, (message) => tell({ message }));
  tell({ ready: true });
  return started;
}

async function take(words: FromPage): Promise<void> {
  if ("start" in words) {
    server = start(words.start.module, words.start.files);
    await server;
  } else if (server !== undefined && !hasFailed) {
    const started = await server;
    if ("files" in words) started.write(words.files);
    else started.receive(words.message);
  }
}

addEventListener("message", (event: MessageEvent<FromPage>) => {
  take(event.data).catch((error: unknown) => {
    if (hasFailed) return;
    hasFailed = true;
    tell({ failed: error instanceof Error ? error.message : String(error) });
  });
});
