// Runs, judgements and other long work. The server computes them in its worker, so the page stays alive; what takes too
// long is stopped by ending the worker.

import type { LSPClient } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";
import type { ExecuteCommandParams } from "vscode-languageserver-protocol";

import { isJudgeResult, isRunToHereResult, JUDGE, type JudgeResult, RUN_TO_HERE, type RunToHereResult } from "../../editors/vscode/src/protocol";
import { say } from "./words";

export interface RunHost {
  client: LSPClient;
  view: EditorView;
  uri(): string;
  /** The file that a program in another language is given. */
  input(): string | undefined;
  status(text: string): void;
  busy(isBusy: boolean): void;
  /** `isOld` if the program was edited meanwhile: lines of the result are others now. */
  ran(line: number, result: RunToHereResult, isOld: boolean): void;
  failed(problem: string): void;
  verdict(verdict: Verdict): void;
  /** The program cannot be judged, such as for an error in it. */
  notJudged(problem: string, isOld: boolean): void;
  /** Ends the server and starts another one. */
  restart(): void;
}

/** A verdict on a text; it `isOld` if the program was edited since then. */
export interface Verdict {
  result: JudgeResult;
  text: string;
  isOld: boolean;
}

/** The messages about some work. */
export interface Work {
  doing: string;
  /** The message if it fails. */
  failure(problem: string): string;
  /** The message if the program is edited, which ends the work; without it, the work continues. */
  edited?: string;
  failed(said: string): void;
  /** Called if the work is stopped, or the server ends. */
  stopped?(said: string): void;
}

export class Runs {
  /** Counts the runs: the answer to one that was stopped, or of a program that was closed, is not shown. */
  private number = 0;
  private work: Work | undefined;

  constructor(private readonly host: RunHost) {}

  /** Runs up to a line, counted from 0, or to the end of what begins there. */
  async run(line: number, toEnd = false): Promise<void> {
    const { host } = this;
    const testcase = host.input();
    const { doc } = host.view.state;
    const answer = await this.ask(RUN_TO_HERE, { line, ...(toEnd && { toEnd }), ...(testcase && { testcase }) }, {
      doing: say("running"),
      failure: (problem) => say("notRun", problem),
      failed: (said) => host.failed(said),
    });
    if (isRunToHereResult(answer)) {
      const isOld = !host.view.state.doc.eq(doc);
      const said = say(answer.steps === 1 ? "ranOne" : "ran", answer.line + 1, answer.steps);
      const why = answer.stopped === undefined ? (answer.remarks ?? []) : [answer.stopped.message];
      host.status([said, ...why, ...(isOld ? [say("editedSince")] : [])].join(" · "));
      host.ran(line, answer, isOld);
    }
  }

  /** Judges the program by as many testcases, up to the first that does not accept it; `prepare` is told which comes. */
  async judge(trials: number, prepare: (trial: number) => void): Promise<void> {
    const { doc } = this.host.view.state;
    const isOld = () => !this.host.view.state.doc.eq(doc);
    for (let trial = 0; trial < trials && !this.isBusy; trial += 1) {
      prepare(trial);
      const answer = await this.ask(JUDGE, { quiet: true }, {
        doing: say("judging"),
        failure: (problem) => say("notJudged", problem),
        failed: (said) => this.host.notJudged(said, isOld()),
      });
      if (!isJudgeResult(answer)) {
        return;
      }
      if (!answer.accepted || trial + 1 === trials) {
        if (answer.accepted && trial > 0) {
          prepare(0);
        }
        const message = answer.accepted || trials === 1 ? answer.message : say("byTestcase", trial + 1, trials, answer.message);
        this.host.status(message);
        this.host.verdict({ result: { ...answer, message }, text: doc.toString(), isOld: isOld() });
        return;
      }
    }
  }

  get isBusy(): boolean {
    return this.work !== undefined;
  }

  /** Ends what runs, and the server with it. */
  stop(said = say("stopped")): void {
    if (this.isBusy) {
      this.interrupt(said);
      this.host.restart();
      this.host.status(said);
    }
  }

  /** The program was edited. */
  edited(): void {
    if (this.work?.edited !== undefined) {
      this.stop(this.work.edited);
    }
  }

  /** Nothing that runs is shown any more. */
  interrupt(said = say("stopped")): void {
    const { work } = this;
    this.number += 1;
    this.work = undefined;
    this.host.busy(false);
    work?.stopped?.(said);
  }

  /** Requests some work on the open program; undefined if it fails, is stopped, or other work is under way. */
  async ask(command: string, parameters: object, work: Work): Promise<unknown> {
    const { host } = this;
    if (this.isBusy) {
      return undefined;
    }
    this.number += 1;
    const { number } = this;
    this.work = work;
    host.status(work.doing);
    // Loading progress replaces this status.
    host.busy(true);
    try {
      host.client.sync();
      const answer = await host.client.request<ExecuteCommandParams, unknown>("workspace/executeCommand", {
        command,
        arguments: [{ uri: host.uri(), ...parameters }],
      });
      return number === this.number ? answer : undefined;
    } catch (error) {
      if (number === this.number) {
        const { message } = error as { message?: string };
        const problem = work.failure(message ?? String(error));
        host.status(problem);
        work.failed(problem);
      }
      return undefined;
    } finally {
      if (number === this.number) {
        this.work = undefined;
        host.busy(false);
      }
    }
  }
}
