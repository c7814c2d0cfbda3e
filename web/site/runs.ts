// Runs and judgements. The server computes them in its worker, so the page stays alive; what takes too long is stopped
// by ending the worker.

import type { LSPClient } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";
import type { ExecuteCommandParams } from "vscode-languageserver-protocol";

import { isJudgeResult, isRunToHereResult, JUDGE, RUN_TO_HERE, type RunToHereResult } from "../../editors/vscode/src/protocol";
import { say } from "./words";

/** Wrong values that are told. */
const TOLD_MAX = 20;

export interface RunHost {
  client: LSPClient;
  view: EditorView;
  uri(): string;
  /** The file that a program in another language is given. */
  input(): string | undefined;
  status(text: string): void;
  busy(isBusy: boolean): void;
  ran(line: number, result: RunToHereResult): void;
  failed(problem: string): void;
  verdict(isAccepted: boolean, lines: string[]): void;
  /** Ends the server and starts another one. */
  restart(): void;
}

export class Runs {
  /** Counts the runs: the answer to one that was stopped, or of a program that was closed, is not shown. */
  private number = 0;
  private isBusy = false;

  constructor(private readonly host: RunHost) {}

  /** Runs up to a line, counted from 0. */
  async run(line: number): Promise<void> {
    const { host } = this;
    const testcase = host.input();
    const answer = await this.command(RUN_TO_HERE, { line, ...(testcase && { testcase }) }, say("running"), "notRun");
    if (isRunToHereResult(answer)) {
      const said = say(answer.steps === 1 ? "ranOne" : "ran", answer.line + 1, answer.steps);
      host.status([said, answer.stopped?.message].filter(Boolean).join(" · "));
      host.ran(line, answer);
    }
  }

  async judge(): Promise<void> {
    const answer = await this.command(JUDGE, { quiet: true }, say("judging"), "notJudged");
    if (isJudgeResult(answer)) {
      const { accepted, message, mismatches, assertions } = answer;
      this.host.status(message);
      const wrong = mismatches.slice(0, TOLD_MAX).map(({ position, actual, expected, memory, element, address }) => {
        const place = memory === null ? (position ?? "") : `${position ?? ""} ${memory}(${element},${address})`.trim();
        return say("wrongValue", place, actual, expected);
      });
      this.host.verdict(accepted, [message, ...wrong, ...assertions.slice(0, TOLD_MAX).map((one) => one.message)]);
    }
  }

  /** Ends what runs, and the server with it. */
  stop(): void {
    if (this.isBusy) {
      this.interrupt();
      this.host.restart();
      this.host.status(say("stopped"));
    }
  }

  /** Nothing that runs is shown any more. */
  interrupt(): void {
    this.number += 1;
    this.isBusy = false;
    this.host.busy(false);
  }

  private async command(
    command: string,
    parameters: object,
    doing: string,
    failure: "notRun" | "notJudged",
  ): Promise<unknown> {
    const { host } = this;
    if (this.isBusy) {
      return undefined;
    }
    this.number += 1;
    const { number } = this;
    this.isBusy = true;
    host.busy(true);
    host.status(doing);
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
        const problem = say(failure, message ?? String(error));
        host.status(problem);
        host.failed(problem);
      }
      return undefined;
    } finally {
      if (number === this.number) {
        this.isBusy = false;
        host.busy(false);
      }
    }
  }
}
