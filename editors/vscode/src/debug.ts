// F5 and the Run menu. F5 debugs a program with mnc2-dap; *Run Without Debugging*, and a machine without mnc2-dap, run it
// and show its dump. Programs in other languages than MN-Core 2 assembly are run by mnc2-dap, too.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

import { reveal } from "./panel";

/** The type of launch configurations. */
export const DEBUG_TYPE = "mnc2";

/** An operand without its masks, as an expression of the debugger. */
const OPERAND = /\$[a-z]+[0-9]*(?:v[0-9]*)?/g;

export class Debugging implements vscode.DebugConfigurationProvider, vscode.DebugAdapterDescriptorFactory {
  /**
   * `run` runs a program to its end and shows its dump; without a program, that of the active editor. `program` is the
   * document to debug where no configuration names one, and `other` the active one if it is in another language that can be
   * debugged. `findAdapter` finds mnc2-dap; where no program can be started there is none.
   */
  constructor(
    private readonly run: (program?: vscode.Uri) => unknown,
    private readonly program: () => vscode.Uri | undefined,
    private readonly other: () => vscode.TextDocument | undefined,
    private readonly findAdapter: (() => Promise<string | undefined>) | undefined,
  ) {}

  provideDebugConfigurations(): vscode.DebugConfiguration[] {
    return [{ ...launch("${file}"), name: l10n.t("Debug MN-Core 2 program") }];
  }

  /** Without a launch.json the configuration is empty. An answer of `undefined` starts no debugger, silently. */
  async resolveDebugConfiguration(
    _folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): Promise<vscode.DebugConfiguration | undefined> {
    if (this.findAdapter === undefined) {
      this.runInstead(configuration);
      return undefined;
    }
    if (typeof configuration.program === "string") {
      return configuration;
    }
    const other = this.other();
    if (other?.uri.scheme === "file") {
      const named = { language: other.languageId, name: l10n.t("Debug this program") };
      return { ...configuration, ...launch(other.uri.fsPath), ...named };
    }
    const program = this.program();
    // A text that was never saved has no file that a debugger could read.
    if (configuration.noDebug === true || program?.scheme !== "file") {
      void this.run();
      return undefined;
    }
    return { ...configuration, ...launch(program.fsPath), name: l10n.t("Debug MN-Core 2 program") };
  }

  /** What F5 does where no program can be started: a program in MN-Core 2 is run. */
  private runInstead({ noDebug }: vscode.DebugConfiguration): void {
    if (this.other() !== undefined) {
      void vscode.window.showErrorMessage(
        l10n.t("The debugger is a program of its own, which VS Code for the Web cannot start."),
      );
      return;
    }
    if (noDebug !== true) {
      void vscode.window.showInformationMessage(
        l10n.t("The program is run: its debugger is a program of its own, which VS Code for the Web cannot start."),
      );
    }
    void this.run();
  }

  async resolveDebugConfigurationWithSubstitutedVariables(
    _folder: vscode.WorkspaceFolder | undefined,
    configuration: vscode.DebugConfiguration,
  ): Promise<vscode.DebugConfiguration | undefined> {
    const isFound = (await this.findAdapter?.()) !== undefined;
    if (isOther(configuration)) {
      if (!isFound) {
        void vscode.window.showErrorMessage(l10n.t("To debug a program, install mnc2-dap beside mnc2-lsp."));
      }
      return isFound ? { ...configuration, offersAnyway: true } : undefined;
    }
    if (configuration.noDebug !== true && isFound) {
      return { ...configuration, offersAnyway: true };
    }
    if (configuration.noDebug !== true) {
      void vscode.window.showInformationMessage(
        l10n.t("The program is run: to debug it, install mnc2-dap beside mnc2-lsp."),
      );
    }
    void this.run(vscode.Uri.file(String(configuration.program)));
    return undefined;
  }

  async createDebugAdapterDescriptor(): Promise<vscode.DebugAdapterDescriptor | undefined> {
    const command = await this.findAdapter?.();
    return command === undefined ? undefined : new vscode.DebugAdapterExecutable(command, ["--stdio"]);
  }
}

/** The number of the adapter's error for a program that has one. */
const STOPPED = 3;

/** What the adapter says of such a program; the line is counted from 1. */
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
      await reveal(vscode.Uri.file(file ?? String(configuration.program)), Number(line) - 1);
    } else if (choice === anyway) {
      await vscode.debug.startDebugging(workspaceFolder, { ...configuration, debugAnyway: true });
    }
  }
}

/** Whether a configuration names a language other than MN-Core 2 assembly. */
function isOther(configuration: vscode.DebugConfiguration): boolean {
  const language: unknown = configuration.language;
  return typeof language === "string" && !/^mnc2\b/.test(language);
}

function launch(program: string): { type: string; request: string; program: string; stopOnEntry: boolean } {
  return { type: DEBUG_TYPE, request: "launch", program, stopOnEntry: true };
}

/** The operands of a line, with their places. */
function operands(line: vscode.TextLine): vscode.Range[] {
  const code = line.text.split("#", 1)[0] ?? "";
  return [...code.matchAll(OPERAND)].map(({ index, 0: text }) =>
    new vscode.Range(line.lineNumber, index, line.lineNumber, index + text.length));
}

/** The first operand in a text. */
export function operandIn(text: string): string | undefined {
  return text.match(OPERAND)?.[0];
}

/** The operand at a position. */
export function operandAt(document: vscode.TextDocument, position: vscode.Position): string | undefined {
  const range = operands(document.lineAt(position.line)).find((range) => range.contains(position));
  return range && document.getText(range);
}

/** Hovering over an operand while the program is stopped shows its value on the PE in focus. */
export class OperandValues implements vscode.EvaluatableExpressionProvider, vscode.InlineValuesProvider {
  provideEvaluatableExpression(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): vscode.EvaluatableExpression | undefined {
    const range = operands(document.lineAt(position.line)).find((range) => range.contains(position));
    return range && new vscode.EvaluatableExpression(range);
  }

  /** The operands of the line where the run is stopped: what they hold before it. */
  provideInlineValues(
    document: vscode.TextDocument,
    viewPort: vscode.Range,
    context: vscode.InlineValueContext,
  ): vscode.InlineValue[] {
    const { line } = context.stoppedLocation.start;
    if (line < viewPort.start.line || line > viewPort.end.line) {
      return [];
    }
    const seen = new Set<string>();
    const first = (range: vscode.Range) => {
      const text = document.getText(range);
      return !seen.has(text) && seen.add(text);
    };
    return operands(document.lineAt(line)).filter(first).map((range) => new vscode.InlineValueEvaluatableExpression(range));
  }
}

/** Everything about debugging that the editor asks for. */
export function registerDebugging(debugging: Debugging): vscode.Disposable[] {
  const values = new OperandValues();
  return [
    vscode.debug.registerDebugConfigurationProvider(DEBUG_TYPE, debugging),
    vscode.debug.registerDebugAdapterDescriptorFactory(DEBUG_TYPE, debugging),
    vscode.debug.registerDebugAdapterTrackerFactory(DEBUG_TYPE, new LaunchErrors()),
    vscode.languages.registerEvaluatableExpressionProvider("mnc2", values),
    vscode.languages.registerInlineValuesProvider("mnc2", values),
  ];
}
