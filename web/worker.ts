/**
 * The server in a worker. The page sends `{ start: { module, rest, files, root, debug } }`, once, then `{ message }` and
 * `{ files }`, and `{ rest }` with the second part of a module that has two; if a function of this part is called before that,
 * the worker fetches it from `rest` of the start, and waits. The worker sends `{ ready: true }`, `{ message }`, and
 * `{ failed }` with a sentence when the server has ended.
 */

import { type Files, Server } from "./wasi";

/**
 * The module, the address of its second part, the first files, and their folder, if it is not the folder of the playground;
 * `debug` starts the debugger instead of the language server.
 */
interface Start {
  module: WebAssembly.Module;
  rest?: string;
  files: Files;
  root?: string;
  debug?: boolean;
}

type FromPage =
  | { start: Start }
  | { rest: WebAssembly.Module }
  | { message: object }
  | { files: Files };

type ToPage = { ready: true } | { message: object } | { failed: string };

const tell = (words: ToPage): void => postMessage(words);

/** Messages that arrive before the server is ready wait for it. */
let server: Promise<Server> | undefined;
let hasFailed = false;

/** The second part, once it is there. */
let rest: WebAssembly.Module | undefined;

/** Compiles the second part while everything else waits for it. */
function fetched(url: string | undefined): WebAssembly.Module {
  if (url === undefined) throw new Error("the second part of the module is missing");
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch (problem) {
    throw new Error(`${url} could not be fetched`, { cause: problem });
  }
  if (request.status !== 200) throw new Error(`${url}: ${request.status}`);
  return new WebAssembly.Module(request.response as ArrayBuffer);
}

async function start({ module, files, root, rest: url, debug }: Start): Promise<Server> {
  const parts = { root, rest: () => (rest ??= fetched(url)), debug };
  const started = await Server.start(module, files, (message) => tell({ message }), parts);
  tell({ ready: true });
  return started;
}

async function take(words: FromPage): Promise<void> {
  if ("start" in words) {
    server = start(words.start);
    await server;
  } else if ("rest" in words) {
    ({ rest } = words);
    (await server)?.complete();
  } else if (server !== undefined && !hasFailed) {
    const started = await server;
    if ("files" in words) started.write(words.files);
    else if (started.receive(words.message)) goOn(started);
  }
}

let isGoingOn = false;

/** Runs the turns of a debugger; messages that arrive meanwhile are answered between them. */
function goOn(started: Server): void {
  if (isGoingOn) return;
  isGoingOn = true;
  setTimeout(() => {
    isGoingOn = false;
    try {
      if (started.goOn()) goOn(started);
    } catch (error) {
      fail(error);
    }
  });
}

function fail(error: unknown): void {
  if (hasFailed) return;
  hasFailed = true;
  tell({ failed: error instanceof Error ? error.message : String(error) });
}

addEventListener("message", (event: MessageEvent<FromPage>) => {
  take(event.data).catch(fail);
});
