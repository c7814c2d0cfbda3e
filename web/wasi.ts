/** The server's module, with files in memory. */

import { ConsoleStdout, Directory, File, type Inode, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";

import { defer, deferredBy } from "./deferred";

/** The folder that the server sees in the playground; its files have URIs such as `file:///playground/first.vsm`. */
export const ROOT = "/playground";

/** What files hold, by their paths in the folder; `null` where there is no file any more. A path that ends in `/` is a folder. */
export type Files = Record<string, string | Uint8Array | null>;

/** Where a server is, and the second part of its module, if it has two. */
interface Parts {
  /** The folder that the server sees. */
  root?: string | undefined;
  /** Called when a function of the second part is called for the first time, or `complete` is. */
  rest?: () => WebAssembly.Module;
  /** Whether it is the debugger of one session, and no language server. */
  debug?: boolean | undefined;
}

function nothing(): never {
  throw new Error("the second part of the module is missing");
}

/** A module whose second part, if it has two, is loaded when a function of it is called for the first time, or by `complete`. */
export async function instantiate(
  module: WebAssembly.Module,
  imports: WebAssembly.Imports,
  rest: () => WebAssembly.Module = nothing,
): Promise<{ instance: WebAssembly.Instance; complete: () => void }> {
  const deferred = deferredBy(module);
  const instance = await WebAssembly.instantiate(module, imports);
  let isComplete = deferred === undefined;
  const complete = (): void => {
    if (isComplete) return;
    isComplete = true;
    new WebAssembly.Instance(rest(), { ...imports, first: instance.exports });
  };
  const table = Object.values(instance.exports).find((it) => it instanceof WebAssembly.Table && it.length === deferred?.places.length);
  if (deferred !== undefined) {
    await defer(deferred, table as WebAssembly.Table, complete);
  }
  return { instance, complete };
}

/** What the module exports in addition to WASI (`server/src/page.rs`). */
interface Exports {
  memory: WebAssembly.Memory;
  start(): void;
  debug(): void;
  allocate(length: number): number;
  receive(): State;
  go_on(): State;
}

/** What becomes of a session. */
enum State {
  Open,
  Orderly,
  Abrupt,
  Busy,
}

/** A file with the time of its last write: the server reads changed files again. */
class DatedFile extends File {
  private readonly written = BigInt(Date.now()) * 1_000_000n;

  override stat(): ReturnType<File["stat"]> {
    const stat = super.stat();
    stat.mtim = this.written;
    return stat;
  }
}

/** Why a server has ended. */
export class Ended extends Error {}

/** A server that works while it is given a message, and at no other time; a debugger also works in its turns. */
export class Server {
  private readonly contents = new Map<string, Inode>();
  private lastWords = "";
  private exports!: Exports;
  /** Loads the second part of the module, if it is not loaded. */
  complete!: () => void;
  private readonly decoder = new TextDecoder();
  private readonly encoder = new TextEncoder();

  private constructor() {}

  /** Starts a server whose messages go to `take`. */
  static async start(
    module: WebAssembly.Module,
    files: Files,
    take: (message: object) => void,
    { root = ROOT, rest = nothing, debug = false }: Parts = {},
  ): Promise<Server> {
    const server = new Server();
    server.write(files);
    // The message of a panic.
    const words = ConsoleStdout.lineBuffered((line) => (server.lastWords = line));
    const folder = new PreopenDirectory(root, server.contents);
    const wasi = new WASI([], [], [words, words, words, folder], { debug: false });
    const send = (address: number, length: number): void => {
      const bytes = new Uint8Array(server.exports.memory.buffer, address, length);
      take(JSON.parse(server.decoder.decode(bytes)) as object);
    };
    const imports = { wasi_snapshot_preview1: wasi.wasiImport, mnc2: { send } } as WebAssembly.Imports;
    const { instance, complete } = await instantiate(module, imports, rest);
    server.complete = complete;
    server.exports = instance.exports as unknown as Exports;
    wasi.initialize(instance as unknown as Parameters<WASI["initialize"]>[0]);
    server.exports[debug ? "debug" : "start"]();
    return server;
  }

  /** Hands over a message. Returns whether there is more to do (`goOn`). Throws `Ended` if the server has ended. */
  receive(message: object): boolean {
    const bytes = this.encoder.encode(JSON.stringify(message));
    return this.turn(() => {
      const address = this.exports.allocate(bytes.length);
      new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
      return this.exports.receive();
    });
  }

  /** The next turn of a debugger. Returns whether there is more to do. */
  goOn(): boolean {
    return this.turn(() => this.exports.go_on());
  }

  private turn(work: () => State): boolean {
    let state;
    try {
      state = work();
    } catch (error) {
      throw new Ended(this.lastWords || String(error));
    }
    if (state === State.Orderly || state === State.Abrupt) {
      throw new Ended(state === State.Orderly ? "The server was shut down." : "The server has ended.");
    }
    return state === State.Busy;
  }

  /** Writes and removes files. */
  write(files: Files): void {
    for (const [path, content] of Object.entries(files)) {
      const folders = path.split("/").filter((name) => name !== "" && name !== "." && name !== "..");
      const name = path.endsWith("/") ? "" : folders.pop();
      if (name === undefined) continue;
      let contents = this.contents;
      for (const folder of folders) {
        let inside = contents.get(folder);
        if (!(inside instanceof Directory)) {
          inside = new Directory(new Map());
          contents.set(folder, inside);
        }
        contents = (inside as Directory).contents;
      }
      if (name === "") continue;
      if (content === null) contents.delete(name);
      else contents.set(name, new DatedFile(typeof content === "string" ? this.encoder.encode(content) : content));
    }
  }
}
