// The run of the debugger: its position, requests in addition to the protocol, and its motion.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

import { DEBUG_TYPE } from "./debug";
import { fileNamed, nameOfFile } from "./debugNames";
import type { MomentOfRun } from "./protocol";

/** The adapter's request for the position of the run (docs/debugging.md). */
const NOW = "mnc2/now";

/** The only thread of the adapter: the chip. */
const THREAD = 1;

/** The longest wait for the run to arrive; it is only reached if the adapter does not answer any more. */
const ARRIVAL_MS = 10_000;

/** Requests that set the run going. */
const MOTIONS = new Set(["continue", "reverseContinue", "next", "stepIn", "stepOut", "stepBack", "goto", "restartFrame"]);

/** A point in time of a run. Its line is counted from 0. */
export interface Moment extends MomentOfRun {
  program: vscode.Uri;
}

/** The adapter's answer to `mnc2/now`; lines are counted from 1 here. */
type Now = MomentOfRun & { program: string };

export class DebuggedRun implements vscode.DebugAdapterTrackerFactory, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<Moment | undefined>();
  private readonly listening: vscode.Disposable[];
  /** The sessions that are stopped. */
  private readonly stopped = new Set<vscode.DebugSession>();
  private now: Moment | undefined;
  /** Counts the requests: only the newest answer is used. */
  private asked = 0;
  /** Callbacks that wait until the run is stopped, or has ended. */
  private waiting: (() => void)[] = [];
  /** The place to go to next, while the run is on its way to another one. */
  private wanted: number | undefined;
  private isOnItsWay = false;

  constructor() {
    this.listening = [
      vscode.debug.registerDebugAdapterTrackerFactory(DEBUG_TYPE, this),
      vscode.debug.onDidChangeActiveDebugSession(() => void this.look()),
    ];
  }

  /** Fires with the position of the run, each time that it has stopped or its state was changed; undefined if it has ended. */
  readonly onDidChange = this.changed.event;

  /** The position of the run; undefined while it is not stopped. */
  get moment(): Moment | undefined {
    return this.now;
  }

  /** Waits until the run of a program stands; undefined if it does not arrive. */
  async standing(program: vscode.Uri): Promise<Moment | undefined> {
    const isThere = () => this.now !== undefined && nameOfFile(this.now.program) === nameOfFile(program);
    const late = Date.now() + ARRIVAL_MS;
    while (!isThere() && Date.now() < late) {
      await this.arrival();
    }
    return isThere() ? this.now : undefined;
  }

  createDebugAdapterTracker(session: vscode.DebugSession): vscode.DebugAdapterTracker {
    return {
      onWillReceiveMessage: (message: { command?: string }) => {
        if (MOTIONS.has(message.command ?? "")) {
          this.stopped.delete(session);
        }
      },
      onDidSendMessage: (message: { type?: string; event?: string; command?: string; success?: boolean }) => {
        if (message.event === "stopped") {
          this.stopped.add(session);
          void this.look();
        } else if (message.event === "invalidated" && this.stopped.has(session)) {
          void this.look();
        } else if (message.success === false && MOTIONS.has(message.command ?? "")) {
          this.stopped.add(session);
        }
      },
      onWillStopSession: () => this.end(session),
      onExit: () => this.end(session),
    };
  }

  /** Sends a request to the adapter; fails with its message. */
  async ask<Answer>(command: string, parameters: object): Promise<Answer> {
    const session = this.session();
    if (session === undefined) {
      throw new Error(l10n.t("Stop a program in the debugger first."));
    }
    return (await session.customRequest(command, parameters)) as Answer;
  }

  /** Goes to a point of the run, forward or backward. Of the requests made while the run moves, only the last is followed. */
  async goTo(target: number): Promise<void> {
    this.wanted = target;
    if (this.isOnItsWay) {
      return;
    }
    this.isOnItsWay = true;
    try {
      while (this.wanted !== undefined && this.session() !== undefined) {
        const targetId = this.wanted;
        this.wanted = undefined;
        const arrived = this.arrival();
        await this.ask("goto", { threadId: THREAD, targetId });
        await arrived;
      }
    } finally {
      this.isOnItsWay = false;
      this.wanted = undefined;
    }
  }

  dispose(): void {
    this.listening.forEach((one) => one.dispose());
    this.changed.dispose();
    this.arrived();
  }

  /** The session that the editor shows, if it is stopped. */
  private session(): vscode.DebugSession | undefined {
    const session = vscode.debug.activeDebugSession;
    return session !== undefined && this.stopped.has(session) ? session : undefined;
  }

  private end(session: vscode.DebugSession): void {
    this.stopped.delete(session);
    void this.look();
  }

  /** Requests the position of the run, and publishes it. */
  private async look(): Promise<void> {
    this.asked += 1;
    const { asked } = this;
    const now = this.session() === undefined ? undefined : await this.ask<Now>(NOW, {}).catch(() => undefined);
    if (asked !== this.asked) {
      return;
    }
    const isKnown = now !== undefined || this.now !== undefined;
    this.now = now && { ...now, program: fileNamed(now.program), line: now.line - 1 };
    this.arrived();
    if (isKnown) {
      this.changed.fire(this.now);
    }
  }

  private arrival(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ARRIVAL_MS);
      this.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private arrived(): void {
    this.waiting.splice(0).forEach((one) => one());
  }
}
