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
  debugger: DebugHost;
}

/** The debug adapter of a host. */
export interface DebugHost {
  /** Whether it is there. */
  isInstalled(): Promise<boolean>;
  /** Whether it can read a program. */
  canRead(program: vscode.Uri): boolean;
  /** An adapter for a session; undefined if it is not there. */
  adapter(): Promise<vscode.DebugAdapterDescriptor | undefined>;
}
