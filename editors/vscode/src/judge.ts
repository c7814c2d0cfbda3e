// Requests the server to judge a program by a testcase, and shows the result.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type BaseLanguageClient, ExecuteCommandRequest } from "vscode-languageclient";

import { JUDGE, type JudgeResult } from "./protocol";
import { givenUp, sentence, STATUS_MS, withPatience } from "./runToHere";

/** The protocol's code for a request with wrong parameters: here, a program without a testcase. */
const INVALID_PARAMS = -32602;

/** Judges by the testcase of the program, or by one that the user chooses if there is none. */
export async function judge(
  client: BaseLanguageClient,
  program: vscode.Uri,
  testcase?: vscode.Uri,
): Promise<JudgeResult | undefined> {
  const asUri = (uri: vscode.Uri) => client.code2ProtocolConverter.asUri(uri);
  try {
    const result: JudgeResult = await withPatience(client, l10n.t("Judging"), (token, workDoneToken) =>
      client.sendRequest(
        ExecuteCommandRequest.type,
        {
          command: JUDGE,
          arguments: [{ uri: asUri(program), ...(testcase === undefined ? {} : { testcase: asUri(testcase) }) }],
          workDoneToken,
        },
        token,
      ),
    );
    // The server shows the verdict itself.
    vscode.window.setStatusBarMessage(`$(${result.accepted ? "pass" : "error"}) ${result.message}`, STATUS_MS);
    return result;
  } catch (error) {
    const reason = givenUp(error);
    if (reason !== undefined) {
      const said = reason === "cancelled" ? l10n.t("Judging cancelled") : l10n.t("Judging stopped: the program was edited");
      vscode.window.setStatusBarMessage(`$(circle-slash) ${said}`, STATUS_MS);
      return undefined;
    }
    if (testcase === undefined && (error as { code?: unknown }).code === INVALID_PARAMS) {
      const chosen = await chooseTestcase(program);
      return chosen && (await judge(client, program, chosen));
    }
    const message = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(l10n.t("The program was not judged. {0}", sentence(message)));
    return undefined;
  }
}

async function chooseTestcase(program: vscode.Uri): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: l10n.t("Testcase to judge by"),
    openLabel: l10n.t("Judge"),
    defaultUri: vscode.Uri.joinPath(program, ".."),
    filters: { [l10n.t("MN-Core 2 assembly")]: ["vsm"] },
  });
  // The server reads open documents from any folder, and otherwise only files in the workspace.
  return chosen?.[0] && (await vscode.workspace.openTextDocument(chosen[0])).uri;
}
