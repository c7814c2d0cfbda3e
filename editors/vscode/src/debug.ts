// F5 and the Run menu. F5 debugs a program with mnc2-dap; *Run Without Debugging*, and a machine without mnc2-dap, run it
// and show its dump. Programs in other languages than MN-Core 2 assembly are run by mnc2-dap, too.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type BaseLanguageClient, InlineValueRequest } from "vscode-languageclient";

import { fileNamed, nameOfFile } from "./debugNames";
import type { DebugHost } from "./host";
import { OTHER_LANGUAGES } from "./otherLanguages";
import { reveal } from "./panel";

/** The type of launch configurations. */
export const DEBUG_TYPE = "mnc2";

export class Debugging implements vscode.DebugConfigurationProvider, vscode.DebugAdapterDescriptorFactory {
  /**
   * `run` runs a program to its end and shows its dump, by default the program of the active editor. `program` is the document
   * to debug if no configuration names one, and `other` the active document if it is in another language that can be debugged.
   */
  constructor(
    private readonly run: (program?: vscode.Uri) => unknown,
    private readonly program: () => vscode.Uri | undefined,
    private readonly other: () => vscode.TextDocument | undefined,
    private readonly host: DebugHost,
  ) {}

  provideDebugConfigurations(): vscode.DebugConfiguration[] {
    return [{ ...launch("${file}"), name: l10n.t("Debug MN-Core 2 program") }];
  }

  /** Without a launch.json the configuration is empty. An answer of `undefined` starts no debugger, silently. */
  async resolveDebugConfiguration(
    _folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): Promise<vscode.DebugConfiguration | undefined> {
    if (typeof configuration.program === "string" || isAttached(configuration)) {
      return configuration;
    }
    const other = this.other();
    if (other !== undefined && this.host.canRead(other.uri)) {
      const named = { language: other.languageId, name: l10n.t("Debug this program") };
      return { ...configuration, ...launch(nameOfFile(other.uri)), ...named };
    }
    const program = this.program();
    // A text that was never saved has no file that a debugger could read.
    if (configuration.noDebug === true || program === undefined || !this.host.canRead(program)) {
      void this.run();
      return undefined;
    }
    return { ...configuration, ...launch(nameOfFile(program)), name: l10n.t("Debug MN-Core 2 program") };
  }

  async resolveDebugConfigurationWithSubstitutedVariables(
    _folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): Promise<vscode.DebugConfiguration | undefined> {
    if (isAttached(configuration)) {
      return withToken(configuration);
    }
    const isFound = await this.host.isInstalled();
    if (isOther(configuration)) {
      if (!isFound) {
        void vscode.window.showErrorMessage(l10n.t("To debug a program, install mnc2-dap next to mnc2-lsp."));
      }
      return isFound ? { ...configuration, offersAnyway: true } : undefined;
    }
    if (configuration.noDebug !== true && isFound) {
      return { ...configuration, offersAnyway: true };
    }
    if (configuration.noDebug !== true) {
      void vscode.window.showInformationMessage(
        l10n.t("The program is run: to debug it, install mnc2-dap next to mnc2-lsp."),
      );
    }
    void this.run(fileNamed(String(configuration.program)));
    return undefined;
  }

  async createDebugAdapterDescriptor({
    configuration,
  }: vscode.DebugSession): Promise<vscode.DebugAdapterDescriptor | undefined> {
    if (isAttached(configuration)) {
      return new vscode.DebugAdapterServer(Number(configuration.port), "127.0.0.1");
    }
    return this.host.adapter();
  }
}

/** The number of the adapter's error for a program that has one. */
const STOPPED = 3;

/** The adapter's description of the error; the line is counted from 1. */
interface Stopped {
  reason: string;
  line: string;
  file?: string;
}

/** Where a program with an error is not debugged, its error is shown, with the line and a way to debug up to it. */
class LaunchErrors implements vscode.DebugAdapterTrackerFactory {
  createDebugAdapterTracker(session: vscode.DebugSession): vscode.DebugAdapterTracker {
    return {
      onDidSendMessage: (message: { command?: string; body?: { error?: { id: number; variables: Stopped } } }) => {
        const error = message.body?.error;
        if (message.command === "launch" && error?.id === STOPPED) {
          void this.offer(session, error.variables);
        }
      },
    };
  }

  private async offer({ configuration, workspaceFolder }: vscode.DebugSession, { reason, line, file }: Stopped): Promise<void> {
    const goTo = l10n.t("Go to Line {0}", line);
    const anyway = l10n.t("Debug up to the Error");
    const choice = await vscode.window.showErrorMessage(reason, goTo, anyway);
    if (choice === goTo) {
      await reveal(fileNamed(file ?? String(configuration.program)), Number(line) - 1);
    } else if (choice === anyway) {
      await vscode.debug.startDebugging(workspaceFolder, { ...configuration, debugAnyway: true });
    }
  }
}

/** Whether a configuration is about a host program, which is its own debug adapter. */
function isAttached(configuration: vscode.DebugConfiguration): boolean {
  return configuration.request === "attach";
}

/** A configuration with the token of the host program, which is asked for if it is missing; undefined if it is not given. */
async function withToken(configuration: vscode.DebugConfiguration): Promise<vscode.DebugConfiguration | undefined> {
  if (typeof configuration.token === "string") {
    return configuration;
  }
  const token = await vscode.window.showInputBox({ prompt: l10n.t("Token that the host program has printed") });
  return token === undefined ? undefined : { ...configuration, token: token.trim() };
}

/** Whether a configuration names a language other than MN-Core 2 assembly. */
function isOther(configuration: vscode.DebugConfiguration): boolean {
  const language: unknown = configuration.language;
  return typeof language === "string" && !/^mnc2\b/.test(language);
}

function launch(program: string): { type: string; request: string; program: string; stopOnEntry: boolean } {
  return { type: DEBUG_TYPE, request: "launch", program, stopOnEntry: true };
}

/** The operand at a position, which the server computes: it is requested as if the run had stopped in this line. */
export async function operandAt(
  client: BaseLanguageClient | undefined,
  document: vscode.TextDocument,
  position: vscode.Position,
  token = new vscode.CancellationTokenSource().token,
): Promise<vscode.Range | undefined> {
  const line = document.lineAt(position.line).range;
  const { provider } = client?.getFeature(InlineValueRequest.method)?.getProvider(document) ?? {};
  const values = await provider?.provideInlineValues(document, line, { frameId: 0, stoppedLocation: line }, token);
  return values?.map(({ range }) => range).find((range) => range.contains(position));
}

/**
 * Every feature that the editor needs for debugging, except the values next to the line of a stop, which are a feature of the
 * client.
 */
export function registerDebugging(
  debugging: Debugging,
  client: () => BaseLanguageClient | undefined,
): vscode.Disposable[] {
  const hovered: vscode.EvaluatableExpressionProvider = {
    provideEvaluatableExpression: async (document, position, token) => {
      const range = await operandAt(client(), document, position, token);
      return range && new vscode.EvaluatableExpression(range);
    },
  };
  return [
    vscode.debug.registerDebugConfigurationProvider(DEBUG_TYPE, debugging),
    vscode.debug.registerDebugAdapterDescriptorFactory(DEBUG_TYPE, debugging),
    vscode.debug.registerDebugAdapterTrackerFactory(DEBUG_TYPE, new LaunchErrors()),
    vscode.languages.registerEvaluatableExpressionProvider(["mnc2", ...OTHER_LANGUAGES], hovered),
  ];
}
