// Asks the server to run a program to a line and shows the result.
//
// The client library registers the server's commands with the editor itself, so the command is intercepted on its way
// to the server (`middleware.executeCommand`) and not registered again.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import {
  type BaseLanguageClient,
  CancellationTokenSource,
  ExecuteCommandRequest,
  WorkDoneProgress,
} from "vscode-languageclient";

import type { DumpView } from "./dumpView";
import { reveal } from "./panel";
import {
  isRunToHereResult,
  RUN_TO_HERE,
  runProblem,
  type RunToHereArguments,
  runToHereArguments,
} from "./protocol";
import { steps } from "./words";

/** A run that takes longer than this gets a notification with a button that cancels it. */
const PATIENCE_MS = 400;

/** The protocol's error codes for a cancelled run, and the reasons. */
const GIVEN_UP = new Map<number, "cancelled" | "edited">([
  [-32800, "cancelled"],
  [-32801, "edited"],
  [-32802, "cancelled"],
]);

/** The number of runs so far, for the names of their progress. */
let runs = 0;

/** How long the status bar shows a finished run. */
export const STATUS_MS = 8000;

/** Runs as the lens or code action requests, and returns the server's answer to the caller. */
export async function runToHere(
  client: BaseLanguageClient,
  runs: DumpView,
  show: (program: vscode.Uri) => void,
  values: readonly unknown[],
): Promise<unknown> {
  const again = (other: RunToHereArguments) => runToHere(client, runs, show, [other]);
  const wanted = runToHereArguments(values);
  if (wanted === undefined) {
    throw new Error(`${RUN_TO_HERE} wants an argument { uri, line }.`);
  }
  const uri = client.protocol2CodeConverter.asUri(wanted.uri);
  const line = wanted.line + 1;
  let result: unknown;
  try {
    result = await withPatience(client, l10n.t("Running to line {0}", line), (token, workDoneToken) =>
      client.sendRequest(
        ExecuteCommandRequest.type,
        { command: RUN_TO_HERE, arguments: [wanted], workDoneToken },
        token,
      ),
    );
  } catch (error) {
    const reason = givenUp(error);
    if (reason !== undefined) {
      const said =
        reason === "cancelled"
          ? l10n.t("Run to line {0} cancelled", line)
          : l10n.t("Run to line {0} stopped: the program was edited", line);
      vscode.window.setStatusBarMessage(`$(circle-slash) ${said}`, STATUS_MS);
      return undefined;
    }
    const message = error instanceof Error ? error.message : String(error);
    client.warn(`${RUN_TO_HERE} line ${line}: ${message}`);
    const said = l10n.t("The program did not run to line {0}. {1}", line, sentence(message));
    return await chooseAfter(client, said, uri, wanted, error, again);
  }
  if (!isRunToHereResult(result)) {
    void vscode.window.showErrorMessage(
      l10n.t(
        "The language server answered {0} in a form that this extension does not know. Do both have the same version?",
        RUN_TO_HERE,
      ),
    );
    return result;
  }
  runs.add(uri, wanted, result);
  show(uri);
  vscode.window.setStatusBarMessage(
    `$(pass) ${l10n.t("Ran to line {0}: {1}, dump lines: {2}", result.line + 1, steps(result.steps), result.dump.length)}`,
    STATUS_MS,
  );
  return result;
}

/** Reports a failed run, shows the line that is the cause, or runs up to it. */
async function chooseAfter(
  client: BaseLanguageClient,
  said: string,
  program: vscode.Uri,
  wanted: RunToHereArguments,
  error: unknown,
  again: (wanted: RunToHereArguments) => Promise<unknown>,
): Promise<unknown> {
  const problem = runProblem(error);
  if (problem === undefined) {
    void vscode.window.showErrorMessage(said);
    return undefined;
  }
  const goTo = l10n.t("Go to Line {0}", problem.line + 1);
  const anyway = problem.runnable === null ? [] : [l10n.t("Run Anyway, to Line {0}", problem.runnable + 1)];
  // The caller does not wait for the choice of the user.
  void vscode.window.showErrorMessage(said, goTo, ...anyway).then(async (choice) => {
    if (choice === goTo) {
      await reveal(fileOf(client, problem.file, program), problem.line);
    } else if (choice !== undefined) {
      await again({ ...wanted, anyway: true });
    }
  });
  return undefined;
}

/** The file that the server names by its path; the program where it names none. */
export function fileOf(client: BaseLanguageClient, file: string | null, program: vscode.Uri): vscode.Uri {
  return file === null ? program : client.protocol2CodeConverter.asUri(vscode.Uri.file(file).toString());
}

/** Repeats a run after the window was reloaded: only the views are updated. */
export async function runAgainQuietly(
  client: BaseLanguageClient,
  runs: DumpView,
  program: vscode.Uri,
  line: number,
): Promise<void> {
  try {
    const document = await vscode.workspace.openTextDocument(program);
    const uri = client.code2ProtocolConverter.asUri(program);
    const wanted = { uri, line: Math.min(line, document.lineCount - 1), anyway: true };
    const result: unknown = await client.sendRequest(ExecuteCommandRequest.type, {
      command: RUN_TO_HERE,
      arguments: [wanted],
    });
    if (isRunToHereResult(result)) {
      runs.add(program, wanted, result);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    runs.fail(program, l10n.t("The program did not run to line {0}. {1}", line + 1, sentence(message)));
  }
}

/**
 * Awaits `work`; shows a notification with the progress and a cancel button if it takes longer.
 *
 * The server reports its progress with the token that is passed to it. Without a token it would open a notification itself,
 * for short runs too.
 */
export async function withPatience<T>(
  client: BaseLanguageClient,
  title: string,
  work: (token: vscode.CancellationToken, workDoneToken: string) => Promise<T>,
): Promise<T> {
  const source = new CancellationTokenSource();
  const workDoneToken = `mnc2.run.${(runs += 1)}`;
  let report: (message: string) => void = () => undefined;
  const listening = client.onProgress(WorkDoneProgress.type, workDoneToken, (value) => {
    if (value.kind === "report" && value.message !== undefined) {
      report(value.message);
    }
  });
  const running = work(source.token, workDoneToken).finally(() => listening.dispose());
  const settled = running.then(
    () => true,
    () => true,
  );
  const patience = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false));
  if (!(await Promise.race([settled, patience]))) {
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (progress, token) => {
        report = (message) => progress.report({ message });
        token.onCancellationRequested(() => source.cancel());
        return settled;
      },
    );
  }
  return running;
}

/** Why a run was cancelled; undefined if it failed. */
export function givenUp(error: unknown): "cancelled" | "edited" | undefined {
  if (error instanceof vscode.CancellationError) {
    return "cancelled";
  }
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === "number" ? GIVEN_UP.get(code) : undefined;
}

export function sentence(message: string): string {
  const capital = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.?!]$/.test(capital) ? capital : `${capital}.`;
}
