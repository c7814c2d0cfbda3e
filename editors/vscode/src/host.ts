// What the two kinds of extension hosts do differently: one on a computer, with programs and files, and one in a page.

import type * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";

/** A server that can be started. */
export interface Startable {
  /** What the log and the status call it. */
  name: string;
  /** A client that starts it. */
  client(options: LanguageClientOptions): BaseLanguageClient;
}

/** Why there is no server, in words for the user. */
export interface Missing {
  problem: string;
  cause: "configured" | "missing";
}

export interface Host {
  /** The schemes of files whose programs are for the server. */
  schemes(): string[];
  findServer(log: vscode.LogOutputChannel): Promise<Startable | Missing>;
  /** Shows the user why there is no server, and what to do. `restart` is called once there may be one. */
  offerHelp(missing: Missing, restart: () => unknown): Promise<void>;
  /** A file changed that the server is about to hear of. */
  fileChanged?(file: vscode.Uri): Promise<void>;
  /** Finds the debug adapter; undefined if it is not installed. A host that starts no programs has no such function. */
  findAdapter?: () => Promise<string | undefined>;
}
