// The debug adapter in a worker of its own, so that a run neither delays what is typed nor ends with it: requests of the
// Debug Adapter Protocol, their answers, and events.

import { FIRST, REST } from "../parts";
import type { Files, Server } from "../server";
import { language } from "../words";

type FromWorker = { ready: true } | { message: object } | { failed: string };

interface Response {
  type: "response";
  request_seq: number;
  success: boolean;
  message?: string;
  body?: unknown;
}

interface Event {
  type: "event";
  event: string;
  body?: unknown;
}

/** What hears of the adapter. */
interface Told {
  event(name: string, body: unknown): void;
  /** There is no adapter any more. */
  ended(reason: string): void;
}

interface Waiting {
  resolve(body: unknown): void;
  reject(error: Error): void;
}

export class Adapter {
  private readonly worker = new Worker("worker.js");
  private readonly waiting = new Map<number, Waiting>();
  private seq = 0;

  constructor(
    private readonly server: Server,
    private readonly told: Told,
  ) {
    this.worker.addEventListener("message", (event: MessageEvent<FromWorker>) => this.receive(event.data));
    this.worker.addEventListener("error", (event) => this.fail(event.message));
  }

  /** Starts it with these files, for lines that are counted from 0. */
  async start(files: Files): Promise<void> {
    const [module, rest] = await Promise.all([this.server.compiled(FIRST), this.server.compiled(REST)]);
    this.worker.postMessage({ start: { module, rest: REST, files, debug: true } });
    this.worker.postMessage({ rest });
    await this.ask("initialize", {
      adapterID: "mnc2",
      locale: language(),
      linesStartAt1: false,
      columnsStartAt1: false,
      pathFormat: "path",
      supportsVariablePaging: true,
      supportsProgressReporting: true,
      supportsInvalidatedEvent: true,
    });
  }

  write(files: Files): void {
    this.worker.postMessage({ files });
  }

  /** Sends a request; fails with the sentence of the adapter. */
  async ask<Answer>(command: string, parameters: object = {}): Promise<Answer> {
    this.seq += 1;
    const { seq } = this;
    this.worker.postMessage({ message: { seq, type: "request", command, arguments: parameters } });
    return new Promise((resolve, reject) => {
      this.waiting.set(seq, { resolve: resolve as (body: unknown) => void, reject });
    });
  }

  /** Ends it, even during a run. */
  end(): void {
    this.worker.terminate();
    this.waiting.forEach(({ reject }) => reject(new Error("the session has ended")));
    this.waiting.clear();
  }

  private receive(data: FromWorker): void {
    if ("failed" in data) {
      this.fail(data.failed);
    } else if ("message" in data) {
      const message = data.message as Response | Event;
      if (message.type === "event") {
        this.told.event(message.event, message.body);
        return;
      }
      const waiting = this.waiting.get(message.request_seq);
      this.waiting.delete(message.request_seq);
      if (message.success) {
        waiting?.resolve(message.body);
      } else {
        waiting?.reject(new Error(message.message));
      }
    }
  }

  private fail(reason: string): void {
    this.end();
    this.told.ended(reason);
  }
}
