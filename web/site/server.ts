// The language server in its worker: starts it, passes messages, and starts another one if it ends or is stopped.

import type { Transport } from "@codemirror/lsp-client";
import { FIRST, loaded, REST } from "./parts";

/** Texts of files by their paths in the folder of programs; null removes one. */
export type Files = Record<string, string | null>;

/** The folder of all programs. */
export const ROOT = "file:///playground/";

/** Starts that may fail one after the other before the page gives up. */
const FAILURES_MAX = 3;

type FromWorker = { ready: true } | { message: object } | { failed: string };

export class Server implements Transport {
  private worker: Worker | undefined;
  /** Whether it has started. */
  isReady = false;
  private failures = 0;
  /** Messages for a worker that is not ready. */
  private waiting: string[] = [];
  private readonly handlers = new Set<(message: string) => void>();
  /** The parts of the module that were requested. */
  private readonly modules = new Map(window.firstPart && [[FIRST, window.firstPart]]);
  private readonly files: Record<string, string> = {};

  /** `ended` hears why the server ended; it starts another one, unless the server `cannot` start. */
  constructor(
    private readonly told: {
      ready(): void;
      ended(reason: string): void;
      cannot(reason: string): void;
      /** `bytes` of the `all` bytes of a part have arrived. */
      loading(file: string, bytes: number, all: number): void;
      /** All parts are there. */
      complete(): void;
    },
  ) {}

  /** Starts anew after the page has given up. */
  retry(): void {
    this.failures = 0;
    this.start();
  }

  /** Whether all parts are there. */
  isComplete = false;

  /** Starts a worker. Messages wait until it is ready. */
  start(): void {
    this.terminate();
    this.isReady = false;
    this.waiting = [];
    const worker = new Worker("worker.js");
    this.worker = worker;
    worker.addEventListener("message", (event: MessageEvent<FromWorker>) => this.receive(worker, event.data));
    worker.addEventListener("error", (event) => this.fail(worker, event.message));
    this.compiled(FIRST).then(
      (module) => worker.postMessage({ start: { module, rest: REST, files: { ...this.files } } }),
      (error: unknown) => this.fail(worker, String(error)),
    );
  }

  /** What is written, for a worker that debugs. */
  get written(): Readonly<Files> {
    return this.files;
  }

  /** A part of the server, which is fetched once. */
  compiled(file: string): Promise<WebAssembly.Module> {
    const compiled = this.modules.get(file) ?? loaded(file, (bytes, all) => this.told.loading(file, bytes, all));
    this.modules.set(file, compiled);
    compiled.catch(() => this.modules.delete(file));
    return compiled;
  }

  /** Ends the worker, even during a computation. */
  terminate(): void {
    this.worker?.terminate();
    this.worker = undefined;
  }

  /** Writes or removes files; a later worker has them too. */
  write(files: Files): void {
    for (const [path, text] of Object.entries(files)) {
      if (text === null) {
        delete this.files[path];
      } else {
        this.files[path] = text;
      }
    }
    this.worker?.postMessage({ files });
  }

  send(message: string): void {
    if (this.isReady) {
      this.worker?.postMessage({ message: JSON.parse(message) as object });
    } else {
      this.waiting.push(message);
    }
  }

  subscribe(handler: (message: string) => void): void {
    this.handlers.add(handler);
  }

  unsubscribe(handler: (message: string) => void): void {
    this.handlers.delete(handler);
  }

  private receive(worker: Worker, data: FromWorker): void {
    if (worker !== this.worker) {
      return;
    }
    if ("message" in data) {
      this.failures = 0;
      const text = JSON.stringify(data.message);
      this.handlers.forEach((handler) => handler(text));
    } else if ("failed" in data) {
      this.fail(worker, data.failed);
    } else {
      this.isReady = true;
      const { waiting } = this;
      this.waiting = [];
      waiting.forEach((message) => this.send(message));
      this.told.ready();
      // If it cannot be loaded, the worker fetches it when it is needed, and reports why that fails.
      this.compiled(REST).then(
        (rest) => {
          worker.postMessage({ rest });
          this.isComplete = true;
          this.told.complete();
        },
        () => undefined,
      );
    }
  }

  private fail(worker: Worker, reason: string): void {
    if (worker !== this.worker) {
      return;
    }
    this.terminate();
    this.failures += 1;
    if (this.failures < FAILURES_MAX) {
      this.told.ended(reason);
    } else {
      this.told.cannot(reason);
    }
  }
}
