// Requests a shorter order of some lines from the server, or why no order is shorter, and shows the result: the edit as a
// preview that the user confirms, and the lines that no order can shorten.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type BaseLanguageClient, ExecuteCommandRequest } from "vscode-languageclient";

import type { AppliedRules } from "./appliedRules";
import type { BindingLines } from "./bindingLines";
import { programName, reveal } from "./panel";
import type { Preview } from "./preview";
import {
  isShortenResult,
  runProblem,
  SHORTEN,
  type ShortenArguments,
  shortenArguments,
  type ShortenResult,
  WHY_NO_SHORTER,
} from "./protocol";
import { givenUp, sentence, STATUS_MS, withPatience } from "./runToHere";
import { steps } from "./words";

/** Where the results are shown. */
export interface Views {
  lines: BindingLines;
  rules: AppliedRules;
  preview: Preview;
}

/** The argument for the selected lines of an editor, or for its whole program if no more than one line is selected. */
export function selected(client: BaseLanguageClient, { document, selection }: vscode.TextEditor): ShortenArguments {
  const uri = client.code2ProtocolConverter.asUri(document.uri);
  const { version } = document;
  const { start, end } = selection;
  // A selection of whole lines ends at the start of the next line, which it does not mean.
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return last > start.line ? { uri, version, first: start.line, last } : { uri, version };
}

/** Shortens, and returns the server's answer to the caller. */
export async function shorten(
  client: BaseLanguageClient,
  views: Views,
  values: readonly unknown[],
): Promise<ShortenResult | undefined> {
  const found = await search(client, SHORTEN, values);
  if (found === undefined) {
    return undefined;
  }
  const uri = client.protocol2CodeConverter.asUri(found.uri);
  if (found.result.edit === undefined) {
    await explained(client, views, uri, found.result);
    return found.result;
  }
  views.lines.clear();
  const edit = await client.protocol2CodeConverter.asWorkspaceEdit(found.result.edit);
  const { before, after, version, message } = found.result;
  const change = {
    program: uri,
    version,
    edits: edit.get(uri),
    title: l10n.t("{0}: {1} instead of {2}", programName(uri), steps(after), before),
    message: sentence(message),
  };
  // An earlier proposal takes its explanations with it.
  views.preview.decide(false);
  // The caller does not wait for the choice of the user.
  const decided = views.preview.confirm(change);
  views.rules.show(uri, found.result.rules ?? [], change.edits[0]?.range.start.line ?? 0);
  void decided.then((applied) => {
    if (applied) {
      vscode.window.setStatusBarMessage(`$(pass) ${message}`, STATUS_MS);
    }
  });
  return found.result;
}

/** Explains why some lines cannot be shorter, and returns the server's answer to the caller. */
export async function whyNoShorter(
  client: BaseLanguageClient,
  views: Views,
  values: readonly unknown[],
): Promise<ShortenResult | undefined> {
  const found = await search(client, WHY_NO_SHORTER, values);
  if (found !== undefined) {
    await explained(client, views, client.protocol2CodeConverter.asUri(found.uri), found.result);
  }
  return found?.result;
}

/** Marks the lines that no order can shorten, with the reasons. */
async function explained(
  client: BaseLanguageClient,
  views: Views,
  program: vscode.Uri,
  result: ShortenResult,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(program);
  if (document.version !== result.version) {
    edited();
    return;
  }
  views.lines.show(program, result.binding);
  const shortenThem = l10n.t("Shorten");
  const first = result.binding[0];
  const goTo = first && l10n.t("Go to Line {0}", first.line + 1);
  const choices = [...(result.after < result.before ? [shortenThem] : []), ...(goTo === undefined ? [] : [goTo])];
  // The caller does not wait for the choice of the user.
  void vscode.window.showInformationMessage(sentence(result.message), ...choices).then(async (choice) => {
    if (choice !== undefined && choice === goTo) {
      await reveal(program, first?.line ?? 0);
    } else if (choice !== undefined) {
      const { version, first, last } = result;
      await shorten(client, views, [{ uri: client.code2ProtocolConverter.asUri(program), version, first, last }]);
    }
  });
}

/** Searches; undefined if there is no answer, in which case the user has seen an error. */
async function search(
  client: BaseLanguageClient,
  command: string,
  values: readonly unknown[],
): Promise<{ uri: string; result: ShortenResult } | undefined> {
  const wanted = shortenArguments(values);
  if (wanted === undefined) {
    throw new Error(`${command} wants an argument { uri }.`);
  }
  try {
    const title = l10n.t("Searching for a shorter order");
    const result: unknown = await withPatience(client, title, (token, workDoneToken) =>
      client.sendRequest(
        ExecuteCommandRequest.type,
        { command, arguments: [{ ...wanted, apply: false }], workDoneToken },
        token,
      ),
    );
    if (isShortenResult(result)) {
      return { uri: wanted.uri, result };
    }
    void vscode.window.showErrorMessage(
      l10n.t(
        "The language server answered {0} in a form that this extension does not know. Do both have the same version?",
        command,
      ),
    );
  } catch (error) {
    const reason = givenUp(error);
    if (reason === "edited") {
      edited();
    } else if (reason === "cancelled") {
      vscode.window.setStatusBarMessage(`$(circle-slash) ${l10n.t("Search cancelled")}`, STATUS_MS);
    } else {
      refused(client.protocol2CodeConverter.asUri(wanted.uri), error);
    }
  }
  return undefined;
}

function edited(): void {
  vscode.window.setStatusBarMessage(`$(circle-slash) ${l10n.t("Search stopped: the program was edited")}`, STATUS_MS);
}

/** Reports why no search was started, and leads to the line that is the cause. */
function refused(program: vscode.Uri, error: unknown): void {
  const said = sentence(error instanceof Error ? error.message : String(error));
  const line = runProblem(error)?.line;
  const goTo = line === undefined ? [] : [l10n.t("Go to Line {0}", line + 1)];
  void vscode.window.showErrorMessage(said, ...goTo).then(async (choice) => {
    if (choice !== undefined && line !== undefined) {
      await reveal(program, line);
    }
  });
}
