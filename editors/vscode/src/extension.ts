// The extension on either kind of host: connects commands, views and status to the language server. The meaning of programs is
// left to the server. `node.ts` and `browser.ts` are the entry points.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { type BaseLanguageClient, ExecuteCommandRequest, State } from "vscode-languageclient";

import { AppliedRules } from "./appliedRules";
import { BindingLines } from "./bindingLines";
import { CHIP_VIEW } from "./chipPanel";
import { startClient } from "./client";
import { Debugging, operandAt, registerDebugging } from "./debug";
import { DebuggedRun } from "./debuggedRun";
import { Disassembly } from "./disassembly";
import { LanguageStatus } from "./languageStatus";
import { DumpPanel } from "./dumpPanel";
import { DumpView, type Run } from "./dumpView";
import { GridsPanel } from "./gridsPanel";
import type { Host } from "./host";
import { judge } from "./judge";
import { chooseLanguage } from "./language";
import { MEMORY_VIEW } from "./memoryPanel";
import { registerListings } from "./listing";
import { showMenu } from "./menu";
import { OriginTree, registerJumps } from "./originTree";
import { OTHER_LANGUAGES } from "./otherLanguages";
import { programEditor } from "./panel";
import { Preview } from "./preview";
import {
  type Chip,
  type ChipQuestion,
  type MemoryQuestion,
  type MemoryWords,
  RUN_TO_HERE,
  type RunToHereArguments,
} from "./protocol";
import { runAgainQuietly, runToHere } from "./runToHere";
import { ScoreItem } from "./score";
import { selected, shorten, whyNoShorter } from "./shorten";
import { SolutionRuns } from "./solutionRuns";
import { SolutionTree } from "./solutionTree";
import { StatePanel } from "./statePanel";
import { States } from "./states";
import { Snippets } from "./snippets";
import { ServerStatus } from "./status";
import { TimelinePanel } from "./timelinePanel";
import { WordPanel } from "./wordPanel";

/** The start of a new program. */
const FIRST_PROGRAM = `# Each PE counts from 1 and doubles what it has.
linc $subpeid $lm0
nop/2
ladd $lm0 $lm0 $lr0v
d get $lr0n0c0b0m0p3 4
`;

let client: BaseLanguageClient | undefined;

/** The extension's API, for its tests. */
export interface Api {
  /** The server's program; undefined while none runs. */
  server(): string | undefined;
  /** The last run of a program. */
  run(program: vscode.Uri): Run | undefined;
  /** The marked lines of a program that no order can shorten, counted from 0. */
  bindingLines(program: vscode.Uri): number[];
  /** The text in the status bar. */
  status(): string;
  /** The tests: each testcase with the programs that it judges. */
  tests(): { testcase: string; solutions: string[] }[];
}

/** Starts the extension on a host. */
export async function start(context: vscode.ExtensionContext, host: Host): Promise<Api> {
  await chooseLanguage(context.extensionUri);
  const log = vscode.window.createOutputChannel("MN-Core 2", { log: true });
  const runs = new DumpView();
  const lines = new BindingLines();
  const preview = new Preview();
  const rules = new AppliedRules();
  const views = { lines, rules, preview };
  const tree = new SolutionTree(() => client);
  const status = new ServerStatus();
  const current = () => client;
  const { extensionUri } = context;
  const debugged = new DebuggedRun();
  const origin = new OriginTree(debugged);
  const solutions = new SolutionRuns(tree, () => client, origin);
  const score = new ScoreItem(current, (profile) => status.showProfile(profile));
  const timeline = new TimelinePanel(extensionUri, current, debugged);
  const proposed = new TimelinePanel(extensionUri, current, debugged, "proposal");
  const word = new WordPanel(extensionUri, current);
  const disassembly = new Disassembly(current);
  const states = new States(runs, debugged, current);
  /** Runs that restored views wait for until there is a server: the line of each program. */
  const forgotten = new Map<string, number>();
  const runForgotten = () => {
    const running = client;
    if (running?.isRunning()) {
      for (const [program, line] of forgotten) {
        void runAgainQuietly(running, runs, vscode.Uri.parse(program, true), line);
      }
      forgotten.clear();
    }
  };
  const restore = (program: vscode.Uri, line: number) => {
    if (runs.run(program) === undefined) {
      forgotten.set(program.toString(), line);
      // Several views may restore the same program one after the other; it runs once.
      setTimeout(runForgotten, 0);
    }
  };
  const dump = new DumpPanel(extensionUri, runs, (_program, wanted) => void runAs(wanted), restore);
  const chip = new StatePanel<ChipQuestion, Chip>(extensionUri, CHIP_VIEW, states, () => void runToCursor(), restore);
  const memory = new StatePanel<MemoryQuestion, MemoryWords>(
    extensionUri,
    MEMORY_VIEW,
    states,
    () => void runToCursor(),
    restore,
  );
  const showRun = (program: vscode.Uri) => {
    const view = vscode.workspace.getConfiguration("mnc2", program).get<string>("dump.show", "view");
    if (view === "view") {
      dump.show(program);
    } else if (view === "text") {
      void runs.showText(program);
    }
  };

  const runAs = async (wanted: RunToHereArguments) => {
    const running = await ready();
    return running && (await runToHere(running, runs, showRun, [wanted]));
  };
  const runTo = async (program: vscode.Uri, line: number) => {
    const running = await ready();
    return running && (await runAs({ uri: running.code2ProtocolConverter.asUri(program), line }));
  };
  const runToCursor = async () => {
    const editor = wantedEditor();
    return editor && (await runTo(editor.document.uri, editor.selection.active.line));
  };
  const runFile = async (program?: vscode.Uri) => {
    const document = program === undefined ? wantedEditor()?.document : await vscode.workspace.openTextDocument(program);
    return document && (await runTo(document.uri, lastLine(document)));
  };
  const showState = async (view: typeof chip | typeof memory) => {
    const editor = wantedEditor();
    if (editor !== undefined) {
      if (!states.has(editor.document.uri)) {
        await runTo(editor.document.uri, lastLine(editor.document));
      }
      view.show(editor.document, editor.selection.active.line);
    }
  };
  /** Runs a program in another language to its end; why it did not get there is shown with what it holds then. */
  const runQuietly = async (document: vscode.TextDocument) => {
    const running = await ready();
    const asked = { uri: running?.code2ProtocolConverter.asUri(document.uri), line: lastLine(document), anyway: true };
    await running
      ?.sendRequest(ExecuteCommandRequest.type, { command: RUN_TO_HERE, arguments: [asked] })
      .catch((error: unknown) => log.warn(String(error)));
  };
  const grids = new GridsPanel(extensionUri, current, async (program) =>
    runQuietly(await vscode.workspace.openTextDocument(program)),
  );
  const languageStatus = new LanguageStatus(current);
  const commands: Record<string, (of?: unknown) => unknown> = {
    "mnc2.runToCursor": runToCursor,
    "mnc2.runFile": () => runFile(),
    "mnc2.judgeFile": async () => {
      const document = wantedEditor()?.document;
      const running = document && (await ready());
      return running && (await judge(running, document.uri));
    },
    "mnc2.shortenSelection": async () => {
      const editor = wantedEditor();
      const running = editor && (await ready());
      return running && (await shorten(running, views, [selected(running, editor)]));
    },
    "mnc2.whyNoShorterSelection": async () => {
      const editor = wantedEditor();
      const running = editor && (await ready());
      return running && (await whyNoShorter(running, views, [selected(running, editor)]));
    },
    "mnc2.applyChange": () => preview.decide(true),
    "mnc2.showDump": async () => {
      const document = wantedEditor()?.document;
      if (document === undefined) {
        return;
      }
      if (runs.run(document.uri) === undefined) {
        await commands["mnc2.runFile"]?.();
      }
      if (runs.run(document.uri) !== undefined) {
        dump.show(document.uri);
      }
    },
    "mnc2.showChip": () => showState(chip),
    "mnc2.showMemory": () => showState(memory),
    "mnc2.showGrids": async () => {
      const editor = vscode.window.activeTextEditor;
      if (editor !== undefined && OTHER_LANGUAGES.includes(editor.document.languageId)) {
        const { document } = editor;
        await runQuietly(document);
        grids.show(document.uri);
      }
    },
    "mnc2.showTimeline": async () => {
      const editor = wantedEditor();
      if (editor !== undefined && (await ready()) !== undefined) {
        const changed = preview.programOf(editor.document.uri);
        if (changed === undefined) {
          timeline.show(editor.document.uri, editor.selection.active.line);
        } else {
          // Before and after, side by side, the one over the diff.
          timeline.show(changed, 0, vscode.ViewColumn.Active);
          proposed.show(changed, 0, vscode.ViewColumn.Beside);
        }
      }
    },
    "mnc2.showWord": async () => {
      const editor = wantedEditor();
      if (editor !== undefined && (await ready()) !== undefined) {
        word.show(editor.document.uri, editor.selection.active.line);
      }
    },
    "mnc2.showDisassembly": async (of) => (await ready()) && disassembly.show(of),
    "mnc2.showOrigin": async (of) => {
      const editor = programEditor();
      const operand = editor && (await operandAt(client, editor.document, editor.selection.active));
      return origin.ask(of, operand && editor.document.getText(operand));
    },
    "mnc2.showOriginOfWrongValue": (of) => solutions.showOrigin(of),
    "mnc2.goToMoment": (of) => origin.goTo(of),
    "mnc2.newProgram": async () => {
      const document = await vscode.workspace.openTextDocument({ language: "mnc2", content: FIRST_PROGRAM });
      await vscode.window.showTextDocument(document);
    },
    "mnc2.restartServer": () => restart(),
    "mnc2.showLog": () => log.show(),
    "mnc2.menu": showMenu,
  };
  const restart = async () => {
    await stop();
    client = await startClient({
      host,
      log,
      status,
      runs,
      views,
      showRun,
      restart,
      isCurrent: (started) => started === client,
      settingsSent: () => score.soon(),
      fileSent: (file) => tree.fileChanged(file),
    });
    score.soon();
    tree.soon();
    runForgotten();
    timeline.refresh();
    void languageStatus.follow();
  };
  context.subscriptions.push(
    log,
    runs,
    lines,
    rules,
    preview,
    preview.onDidDecide(() => rules.clear()),
    tree,
    solutions,
    status,
    score,
    timeline,
    proposed,
    word,
    disassembly,
    preview.onDidDecide(() => proposed.close()),
    dump,
    chip,
    memory,
    states,
    grids,
    languageStatus,
    ...registerListings(current),
    debugged,
    origin,
    registerJumps(),
    vscode.languages.registerCompletionItemProvider("mnc2", new Snippets()),
    ...registerDebugging(
      new Debugging(
        runFile,
        () => wantedEditor()?.document.uri,
        () => {
          const document = vscode.window.activeTextEditor?.document;
          const known: string[] = context.extension.packageJSON.contributes.debuggers[0].languages;
          return document?.languageId !== "mnc2" && known.includes(document?.languageId ?? "") ? document : undefined;
        },
        host.debugger,
      ),
      current,
    ),
    ...Object.entries(commands).map(([name, command]) => vscode.commands.registerCommand(name, command)),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("mnc2.language")) {
        await chooseLanguage(extensionUri);
      }
      if (event.affectsConfiguration("mnc2.server.path")) {
        await restart();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
  );
  await restart();
  return {
    server: () => (client?.isRunning() ? status.detail : undefined),
    run: (program) => runs.run(program),
    bindingLines: (program) => lines.of(program),
    status: () => score.text,
    tests: () => tree.list(),
  };
}

/** The editor whose program a command is for; shows a message if there is none. */
function wantedEditor(): vscode.TextEditor | undefined {
  const editor = programEditor();
  if (editor === undefined) {
    void vscode.window.showInformationMessage(l10n.t("Open an MN-Core 2 program (.vsm) first."));
  }
  return editor;
}

/** The last line that is not blank. */
function lastLine(document: vscode.TextDocument): number {
  let line = document.lineCount - 1;
  while (line > 0 && document.lineAt(line).isEmptyOrWhitespace) {
    line -= 1;
  }
  return line;
}

/** The server; shows a message if there is none. */
async function ready(): Promise<BaseLanguageClient | undefined> {
  if (client?.isRunning()) {
    return client;
  }
  const [again, showLog] = [l10n.t("Restart"), l10n.t("Show Log")];
  void vscode.window
    .showErrorMessage(l10n.t("The language server of MN-Core 2 is not running."), again, showLog)
    .then((choice) => {
      if (choice !== undefined) {
        void vscode.commands.executeCommand(choice === again ? "mnc2.restartServer" : "mnc2.showLog");
      }
    });
  return undefined;
}

/** Stops the server. */
export async function stop(): Promise<void> {
  const stopping = client;
  client = undefined;
  if (stopping?.state === State.Running) {
    await stopping.stop();
  }
  await stopping?.dispose();
}
