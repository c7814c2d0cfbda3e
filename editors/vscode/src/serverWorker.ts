// A server in a worker with the interface of the client library: a reader and a writer of messages.

import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
  type MessageTransports,
  type MessageWriter,
} from "vscode-languageclient/browser";

import type { Files } from "./workspaceFiles";
import { ROOT } from "./workspaceUris";

/** The messages of `web/worker.ts`. */
type FromWorker = { ready: true } | { message: Message } | { failed: string };

/** How long a cancelled request may continue. The server cannot read other messages while it computes. */
const CANCELLED_MS = 2000;

/** How long a client takes to read the last answers. */
const ANSWERED_MS = 200;

/** The protocol's code for a request that was cancelled. */
const REQUEST_CANCELLED = -32800;

type Id = number | string;

export class ServerWorker {
  private readonly worker: Worker;
  private readonly reader = new Reader(() => this.end());
  private readonly writer = new Writer((message) => this.send(message));
  /** Requests without an answer, the oldest first: that is what the server works on. */
  private readonly open = new Set<Id>();
  private hasEnded = false;

  /** `ended` is called with the reason if the server ends unexpectedly. */
  constructor(
    script: string,
    module: WebAssembly.Module,
    files: Files,
    private readonly ended: (reason: string) => void,
  ) {
    this.worker = new Worker(script);
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
    this.worker.onerror = ({ message }) => this.fail(message);
    this.worker.postMessage({ start: { module, files, root: ROOT } });
  }

  get transports(): MessageTransports {
    return { reader: this.reader, writer: this.writer };
  }

  /** Writes and removes files. */
  write(files: Files): void {
    this.worker.postMessage({ files });
  }

  /** Ends the worker, even during a computation. */
  end(): void {
    this.hasEnded = true;
    this.worker.terminate();
  }

  private send(message: Message): void {
    const { id, method, params } = message as { id?: Id; method?: string; params?: { id?: Id } };
    if (method !== undefined && id !== undefined) {
      this.open.add(id);
    } else if (method === "$/cancelRequest" && params?.id !== undefined) {
      const { id: cancelled } = params;
      setTimeout(() => this.giveUp(cancelled), CANCELLED_MS);
    }
    // Settings are objects of the editor that only JSON can take over.
    this.worker.postMessage({ message: JSON.parse(JSON.stringify(message)) as Message });
  }

  /** Ends a server that still works on a request that was cancelled; the client starts another one. */
  private giveUp(id: Id): void {
    if (this.hasEnded || this.open.values().next().value !== id) {
      return;
    }
    this.worker.terminate();
    // The client takes answers one by one, and would report those that are missing when it closes.
    const error = { code: REQUEST_CANCELLED, message: "The request was cancelled." };
    this.open.forEach((id) => this.reader.take({ jsonrpc: "2.0", id, error } as Message));
    this.open.clear();
    setTimeout(() => this.fail("The server was stopped with a run that was cancelled."), ANSWERED_MS);
  }

  private receive(words: FromWorker): void {
    if ("message" in words) {
      const { id, method } = words.message as { id?: Id; method?: string };
      if (id !== undefined && method === undefined) {
        this.open.delete(id);
      }
      this.reader.take(words.message);
    } else if ("failed" in words) {
      this.fail(words.failed);
    }
  }

  private fail(reason: string): void {
    if (!this.hasEnded) {
      this.ended(reason);
      this.end();
      this.reader.close();
    }
  }
}

class Reader extends AbstractMessageReader implements MessageReader {
  private callback: DataCallback | undefined;
  /** Messages that arrived before there was a listener. */
  private readonly early: Message[] = [];

  constructor(private readonly disposed: () => void) {
    super();
  }

  listen(callback: DataCallback): Disposable {
    this.callback = callback;
    this.early.splice(0).forEach(callback);
    return { dispose: () => (this.callback = undefined) };
  }

  take(message: Message): void {
    if (this.callback === undefined) {
      this.early.push(message);
    } else {
      this.callback(message);
    }
  }

  close(): void {
    this.fireClose();
  }

  override dispose(): void {
    super.dispose();
    this.disposed();
  }
}

class Writer extends AbstractMessageWriter implements MessageWriter {
  constructor(private readonly send: (message: Message) => void) {
    super();
  }

  async write(message: Message): Promise<void> {
    this.send(message);
  }

  end(): void {}
}
