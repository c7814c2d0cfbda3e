// Runs tests: judges programs by their testcases, once or after each change, and debugs them.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type BaseLanguageClient, ExecuteCommandRequest } from "vscode-languageclient";

import { DEBUG_TYPE } from "./debug";
import { nameOfFile } from "./debugNames";
import type { OriginTree } from "./originTree";
import { isJudgeResult, JUDGE, runProblem } from "./protocol";
import { fileOf, givenUp, sentence } from "./runToHere";
import type { Solution, SolutionTree } from "./solutionTree";
import { at, messagesOf } from "./wrongValues";

/** Maximum number of programs that the server judges at the same time: with more, their times would include waiting. */
const JUDGED_AT_ONCE = 2;

/** How long a continuous run waits for further changes. */
const CONTINUE_MS = 300;

/** The number of judgements so far, for the names of their progress. */
let judgements = 0;

/** What the menu of a message passes to a command. The message is a copy of ours. */
interface OfMessage {
  test?: vscode.TestItem;
  message?: vscode.TestMessage;
}

export class SolutionRuns implements vscode.Disposable {
  private readonly profiles: vscode.TestRunProfile[];
  /** The lines of the outputs that the messages of an item are about, by their texts. */
  private readonly outputs = new WeakMap<vscode.TestItem, Map<string, number>>();

  /** `client` is the server while it runs. */
  constructor(
    private readonly tree: SolutionTree,
    private readonly client: () => BaseLanguageClient | undefined,
    private readonly origin: OriginTree,
  ) {
    const { Run, Debug } = vscode.TestRunProfileKind;
    const { controller } = tree;
    const judging = controller.createRunProfile(
      l10n.t("Judge"),
      Run,
      (request, token) => (request.continuous ? this.follow(request, token) : this.judgeAll(request, tree.of(request.include, request.exclude), token)),
      true,
      undefined,
      true,
    );
    const debugging = controller.createRunProfile(l10n.t("Debug"), Debug, (request, token) => this.debug(request, token), true);
    this.profiles = [judging, debugging];
  }

  dispose(): void {
    this.profiles.forEach((profile) => profile.dispose());
  }

  /** Debugs a judged program up to its end, and shows where the wrong value of a message comes from. */
  async showOrigin(of: unknown): Promise<void> {
    const { test, message } = (of ?? {}) as OfMessage;
    const [solution] = this.tree.of(test && [test]);
    const said = message === undefined ? "" : textOf(message);
    const output = test && this.outputs.get(test)?.get(said);
    if (solution !== undefined && output !== undefined && (await begun(solution))) {
      await this.origin.askOutput(solution.program, output, said.replace(/\n[^]*/, ""));
    }
  }

  /** Judges now, and again the programs that have changed, until it is cancelled. */
  private follow(request: vscode.TestRunRequest, token: vscode.CancellationToken): void {
    const waiting = new Set<vscode.TestItem>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let running: Promise<void> = Promise.resolve();
    let edited = new vscode.CancellationTokenSource();
    const judge = async () => {
      // What was removed meanwhile is not there any more.
      const solutions = this.tree.of(undefined).filter(({ item }) => waiting.delete(item));
      waiting.clear();
      if (solutions.length > 0 && !token.isCancellationRequested) {
        edited = new vscode.CancellationTokenSource();
        const items = solutions.map(({ item }) => item);
        const again = new vscode.TestRunRequest(items, undefined, request.profile, true, true);
        await this.judgeAll(again, solutions, edited.token);
      }
    };
    const soon = (solutions: readonly Solution[]) => {
      const meant = new Set(this.tree.of(request.include, request.exclude));
      const items = solutions.filter((solution) => meant.has(solution)).map(({ item }) => item);
      if (items.length > 0) {
        items.forEach((item) => waiting.add(item));
        clearTimeout(timer);
        timer = setTimeout(() => {
          running = running.then(judge);
        }, CONTINUE_MS);
      }
    };
    const listening = this.tree.onDidChange(soon);
    soon(this.tree.of(request.include, request.exclude));
    token.onCancellationRequested(() => {
      clearTimeout(timer);
      listening.dispose();
      edited.cancel();
    });
  }

  private async judgeAll(
    request: vscode.TestRunRequest,
    solutions: readonly Solution[],
    token: vscode.CancellationToken,
  ): Promise<void> {
    const run = this.tree.controller.createTestRun(request);
    const cancel = new vscode.CancellationTokenSource();
    const cancelling = [token, run.token].map((one) => one.onCancellationRequested(() => cancel.cancel()));
    solutions.forEach(({ item }) => run.enqueued(item));
    const left = [...solutions];
    const work = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        await this.judgeOne(run, next, cancel.token);
      }
    };
    await Promise.all(Array.from({ length: JUDGED_AT_ONCE }, work));
    cancelling.forEach((one) => one.dispose());
    run.end();
  }

  /** Judges a program and reports the result to the run. */
  private async judgeOne(run: vscode.TestRun, solution: Solution, token: vscode.CancellationToken): Promise<void> {
    const { item, program, testcase } = solution;
    const client = this.client();
    if (token.isCancellationRequested) {
      run.skipped(item);
      return;
    }
    run.started(item);
    if (!client?.isRunning()) {
      run.errored(item, new vscode.TestMessage(l10n.t("The language server of MN-Core 2 is not running.")));
      return;
    }
    const began = Date.now();
    const say = (text: string) => run.appendOutput(`${vscode.workspace.asRelativePath(program)}: ${text}\r\n`, undefined, item);
    const asUri = (uri: vscode.Uri) => client.code2ProtocolConverter.asUri(uri);
    try {
      const result: unknown = await client.sendRequest(
        ExecuteCommandRequest.type,
        {
          command: JUDGE,
          arguments: [{ uri: asUri(program), testcase: asUri(testcase), quiet: true }],
          // Without one the server would show a progress of its own for each program.
          workDoneToken: `mnc2.test.${(judgements += 1)}`,
        },
        token,
      );
      if (!isJudgeResult(result)) {
        throw new Error(l10n.t("The language server answered {0} in a form that this extension does not know. Do both have the same version?", JUDGE));
      }
      say(result.message);
      const took = Date.now() - began;
      if (result.accepted && result.failedAssertions === 0) {
        run.passed(item, took);
      } else {
        const said = messagesOf(result, program, testcase);
        this.outputs.set(item, new Map(said.flatMap(({ message, output }) => (output === undefined ? [] : [[textOf(message), output]]))));
        run.failed(item, said.map(({ message }) => message), took);
      }
    } catch (error) {
      if (token.isCancellationRequested || givenUp(error) !== undefined) {
        run.skipped(item);
        return;
      }
      const said = sentence(error instanceof Error ? error.message : String(error));
      say(said);
      const message = new vscode.TestMessage(said);
      const problem = runProblem(error);
      if (problem !== undefined) {
        message.location = at(fileOf(client, problem.file, program), problem.line);
      }
      run.errored(item, message, Date.now() - began);
    }
  }

  /** Debugs programs with their testcases, one after the other; each is judged when its session has ended. */
  private async debug(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.tree.controller.createTestRun(request);
    for (const solution of this.tree.of(request.include, request.exclude)) {
      const { item, program } = solution;
      if (token.isCancellationRequested) {
        run.skipped(item);
        continue;
      }
      run.started(item);
      if (await debugged(solution, token)) {
        await this.judgeOne(run, solution, token);
      } else {
        const name = vscode.workspace.asRelativePath(program);
        run.errored(item, new vscode.TestMessage(l10n.t("{0} was not debugged.", name)));
      }
    }
    run.end();
  }
}

function textOf({ message }: vscode.TestMessage): string {
  return typeof message === "string" ? message : message.value;
}

/** Begins to debug a program with its testcase; whether it began. A session that belongs to a test run would cancel it at its end. */
async function begun({ program, testcase }: Solution): Promise<boolean> {
  const name = vscode.workspace.asRelativePath(program);
  return vscode.debug.startDebugging(
    vscode.workspace.getWorkspaceFolder(program),
    { type: DEBUG_TYPE, request: "launch", name, program: nameOfFile(program), testcase: nameOfFile(testcase), stopOnEntry: true },
  );
}

/** Debugs a program until its session ends; whether it began. */
async function debugged(solution: Solution, token: vscode.CancellationToken): Promise<boolean> {
  const { program } = solution;
  let session: vscode.DebugSession | undefined;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const listening = [
    vscode.debug.onDidStartDebugSession((started) => {
      if (started.type === DEBUG_TYPE && started.configuration.program === nameOfFile(program)) {
        session ??= started;
      }
    }),
    vscode.debug.onDidTerminateDebugSession((one) => {
      if (one.id === session?.id) {
        end();
      }
    }),
    token.onCancellationRequested(() => {
      void vscode.debug.stopDebugging(session);
      end();
    }),
  ];
  try {
    const began = await begun(solution);
    if (began && session !== undefined) {
      await ended;
    }
    return began && session !== undefined;
  } finally {
    listening.forEach((one) => one.dispose());
  }
}
