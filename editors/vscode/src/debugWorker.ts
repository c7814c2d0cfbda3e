// The debug adapter in VS Code for the Web: the module of the server, as an adapter, in a worker for each session. The worker
// knows files by their paths below its folder, the editor by their URIs: messages are changed on their way.

import * as vscode from "vscode";

import { fileNamed, isFileName, nameOfFile } from "./debugNames";
import type { Files } from "./workspaceFiles";
import { ROOT, toEditor, toServer } from "./workspaceUris";

/** The messages of `web/worker.ts`. */
type FromWorker = { ready: true } | { message: vscode.DebugProtocolMessage } | { failed: string };

interface Request {
  seq: number;
  type: string;
  command: string;
}

/** The keys of messages and configurations whose values are files. */
const FILES = new Set(["path", "program", "testcase", "file", "arch", "mem"]);

export class DebugWorker implements vscode.DebugAdapter {
  private readonly sent = new vscode.EventEmitter<vscode.DebugProtocolMessage>();
  readonly onDidSendMessage = this.sent.event;
  private readonly worker: Worker;
  /** Requests without an answer. */
  private readonly open = new Map<number, string>();
  private hasEnded = false;

  /** `ended` is called when the session is over. */
  constructor(
    script: string,
    module: WebAssembly.Module,
    files: Files,
    private readonly ended: () => void,
  ) {
    this.worker = new Worker(script);
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
    this.worker.onerror = ({ message }) => this.fail(message);
    this.worker.postMessage({ start: { module, files, root: ROOT, debug: true } });
  }

  /** Writes and removes files: the run follows a file that is saved. */
  write(files: Files): void {
    this.worker.postMessage({ files });
  }

  handleMessage(message: vscode.DebugProtocolMessage): void {
    const { type, seq, command } = message as Request;
    if (type === "request") {
      this.open.set(seq, command);
    }
    this.worker.postMessage({ message: renamed(message, toAdapter) });
  }

  /** Ends the worker, even during a run. */
  dispose(): void {
    this.hasEnded = true;
    this.worker.terminate();
    this.sent.dispose();
    this.ended();
  }

  private receive(words: FromWorker): void {
    if ("failed" in words) {
      this.fail(words.failed);
    } else if ("message" in words) {
      const { request_seq: answered } = words.message as { request_seq?: number };
      if (answered !== undefined) {
        this.open.delete(answered);
      }
      this.sent.fire(renamed(words.message, fromAdapter) as vscode.DebugProtocolMessage);
    }
  }

  /** The adapter has ended unexpectedly: nothing waits for it, and the session ends. */
  private fail(reason: string): void {
    if (this.hasEnded) {
      return;
    }
    this.hasEnded = true;
    this.worker.terminate();
    for (const [request_seq, command] of this.open) {
      this.fire({ type: "response", request_seq, command, success: false, message: reason });
    }
    this.open.clear();
    this.fire({ type: "event", event: "output", body: { category: "stderr", output: `${reason}\n` } });
    this.fire({ type: "event", event: "terminated", body: {} });
  }

  private fire(message: object): void {
    this.sent.fire({ seq: 0, ...message } as vscode.DebugProtocolMessage);
  }
}

/** A copy of a message with other names of files. */
function renamed(value: unknown, name: (file: string) => string, key = ""): unknown {
  if (typeof value === "string") {
    return FILES.has(key) ? name(value) : value;
  }
  if (Array.isArray(value)) {
    return value.map((one) => renamed(one, name));
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return Object.fromEntries(entries.map(([inner, content]) => [inner, renamed(content, name, inner)]));
  }
  return value;
}

function toAdapter(name: string): string {
  return isFileName(name) ? toServer(fileOf(name)).path : name;
}

function fromAdapter(name: string): string {
  return name.startsWith(`${ROOT}/`) ? nameOfFile(vscode.Uri.from(toEditor({ scheme: "file", authority: "", path: name }))) : name;
}

/** The file that a configuration names: a path, such as that of `${file}`, is one of a folder that is open. */
function fileOf(name: string): vscode.Uri {
  const folders = name.startsWith("/") ? (vscode.workspace.workspaceFolders ?? []) : [];
  const folder = folders.find(({ uri }) => name.startsWith(`${uri.path.replace(/\/$/, "")}/`));
  return folder === undefined ? fileNamed(name) : folder.uri.with({ path: name });
}
