// Asks the server to run a program to a line and shows what came of it.
//
// The client library registers the server's commands with the editor itself, so the command is
// caught on its way to the server (`middleware.executeCommand`) and not registered again.

import * as vscode from "vscode";
import {
  type BaseLanguageClient,
  CancellationTokenSource,
  ExecuteCommandRequest,
  type ExecuteCommandParams,
} from "vscode-languageclient/node";

import { count } from "./dump";
import type { DumpView } from "./dumpView";
import {
  isRunToHereResult,
  RUN_TO_HERE,
  type RunToHereArguments,
  runToHereArguments,
} from "./protocol";

/** A run that takes longer than this gets a notification with a button that cancels it. */
const PATIENCE_MS = 400;

/** How long the status bar tells of a finished run. */
const STATUS_MS = 8000;

/** Runs as the lens or code action asks, and returns the server's answer to the caller. */
export async function runToHere(
  client: BaseLanguageClient,
  view: DumpView,
  values: readonly unknown[],
): Promise<unknown> {
  const wanted = runToHereArguments(values);
  if (wanted === undefined) {
    throw new Error(`${RUN_TO_HERE} wants an argument { uri, line }.`);
  }
  const uri = client.protocol2CodeConverter.asUri(wanted.uri);
  const where = `line ${wanted.line + 1}`;
  let result: unknown;
  try {
    result = await withPatience(`Running to ${where}`, (token) =>
      client.sendRequest(ExecuteCommandRequest.type, params(wanted), token),
    );
  } catch (error) {
    if (error instanceof vscode.CancellationError || isCancelled(error)) {
      vscode.window.setStatusBarMessage(`$(circle-slash) Run to ${where} cancelled`, STATUS_MS);
      return undefined;
    }
    const message = error instanceof Error ? error.message : String(error);
    client.warn(`${RUN_TO_HERE} ${where}: ${message}`);
    void vscode.window.showErrorMessage(`The program did not run to ${where}: ${message}`);
    return undefined;
  }
  if (!isRunToHereResult(result)) {
    void vscode.window.showErrorMessage(
      `The language server answered ${RUN_TO_HERE} with something this extension does not know. Are both of the same version?`,
    );
    return result;
  }
  await view.show(uri, result);
  vscode.window.setStatusBarMessage(
    `$(pass) Ran to line ${result.line + 1}: ${count(result.steps, "step")}, ${count(result.dump.length, "dump line")}`,
    STATUS_MS,
  );
  return result;
}

/** Runs to the line of the cursor; `client` is undefined when there is no server. */
export async function runToCursor(
  client: BaseLanguageClient | undefined,
  view: DumpView,
): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "mnc2") {
    void vscode.window.showInformationMessage("Open an MN-Core 2 program (.vsm) to run it.");
    return;
  }
  if (!client?.isRunning()) {
    void vscode.window.showErrorMessage(
      "The program cannot be run: the language server is not running. See MN-Core 2: Show Log.",
    );
    return;
  }
  const wanted: RunToHereArguments = {
    uri: client.code2ProtocolConverter.asUri(editor.document.uri),
    line: editor.selection.active.line,
  };
  await runToHere(client, view, [wanted]);
}

function params(wanted: RunToHereArguments): ExecuteCommandParams {
  return { command: RUN_TO_HERE, arguments: [wanted] };
}

/** Awaits `work`; shows a notification with a cancel button only if it takes a while. */
async function withPatience<T>(
  title: string,
  work: (token: vscode.CancellationToken) => Promise<T>,
): Promise<T> {
  const source = new CancellationTokenSource();
  const running = work(source.token);
  const settled = running.then(
    () => true,
    () => true,
  );
  const patience = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false));
  if (!(await Promise.race([settled, patience]))) {
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (_progress, token) => {
        token.onCancellationRequested(() => source.cancel());
        return settled;
      },
    );
  }
  return running;
}

/** The protocol's error codes for a request that the client or the server gave up. */
function isCancelled(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return code === -32800 || code === -32802;
}
