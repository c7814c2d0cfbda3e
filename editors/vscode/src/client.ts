// The client of the language server: starts the program, and handles itself what VS Code shows in its own way.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import {
  type BaseLanguageClient,
  CloseAction,
  ErrorAction,
  type ErrorHandler,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  State,
} from "vscode-languageclient";

import { showCodePage } from "./codePage";
import { CursorHints } from "./cursorHints";
import { OTHER_LANGUAGES } from "./otherLanguages";
import type { DumpView } from "./dumpView";
import type { Host } from "./host";
import { LISTING_SCHEME } from "./listing";
import { EXPLAIN, RUN_TO_HERE, SHORTEN, WHY_NO_SHORTER } from "./protocol";
import { runToHere } from "./runToHere";
import { shorten, type Views, whyNoShorter } from "./shorten";
import type { ServerStatus } from "./status";

/** The scheme of the cells of notebooks. */
const CELL_SCHEME = "vscode-notebook-cell";

/** Languages of files that have programs in them. */
const HOST_LANGUAGES = ["c", "cpp", "cuda-cpp", "python", "markdown"];

/**
 * What the server answers about programs alone. With a formatter, VS Code would ask which one formats a C++ file; and colours
 * would take the place of those of the file's own language, whose grammar colours the programs.
 */
const OF_PROGRAMS = [
  "textDocument/formatting",
  "textDocument/rangeFormatting",
  "textDocument/onTypeFormatting",
  "textDocument/semanticTokens",
  "textDocument/codeLens",
  "textDocument/inlineValue",
  "textDocument/prepareCallHierarchy",
];

/** Features whose registrations name documents. */
interface Registering {
  register(data: { id: string; registerOptions: { documentSelector?: unknown } }): void;
}

/** Leaves the files that have programs in them to their own languages, in some features. */
function registerForPrograms(client: BaseLanguageClient, programs: vscode.DocumentFilter[]): void {
  for (const method of OF_PROGRAMS) {
    const feature = client.getFeature(method as "textDocument/formatting") as unknown as Registering | undefined;
    if (feature !== undefined) {
      const register = feature.register.bind(feature);
      feature.register = (data) =>
        register({ ...data, registerOptions: { ...data.registerOptions, documentSelector: programs } });
    }
  }
}

/** The parts of the extension that a client reports to or queries. */
export interface Surroundings {
  host: Host;
  log: vscode.LogOutputChannel;
  status: ServerStatus;
  runs: DumpView;
  views: Views;
  showRun(program: vscode.Uri): void;
  restart(): unknown;
  /** Whether this is the client in use, and not one that was replaced. */
  isCurrent(client: BaseLanguageClient): boolean;
  /** The server has the settings. */
  settingsSent(): void;
  /** The server was notified that a file has changed. */
  fileSent(file: vscode.Uri): void;
}

/** Starts the server. Undefined if it does not start: the user sees why. */
export async function startClient(surroundings: Surroundings): Promise<BaseLanguageClient | undefined> {
  const { host, log, status, runs, views, showRun } = surroundings;
  status.starting();
  const server = await host.findServer(log);
  if ("problem" in server) {
    log.error(server.problem);
    status.missing(server.problem);
    void host.offerHelp(server, surroundings.restart);
    return undefined;
  }
  log.info(`Starting ${server.name}`);
  const schemes = host.schemes();
  let isStarted = false;

  const programs = [
    ...schemes.concat("untitled", CELL_SCHEME).map((scheme) => ({ scheme, language: "mnc2" })),
    ...OTHER_LANGUAGES.flatMap((language) =>
      schemes.concat("untitled", CELL_SCHEME, LISTING_SCHEME).map((scheme) => ({ scheme, language })),
    ),
    // The server is silent about those that neither mnc2.toml nor a modeline gives a language.
    ...schemes.map((scheme) => ({ scheme, pattern: "**/*.{s,S,asm,ir,tmodel}" })),
  ];
  const hosts = HOST_LANGUAGES.flatMap((language) =>
    schemes.concat("untitled", CELL_SCHEME).map((scheme) => ({ scheme, language })),
  );
  // The server is silent about listings for other machines.
  const listings = schemes.map((scheme) => ({ scheme, pattern: "**/*.{objdump,dis}" }));

  const options: LanguageClientOptions = {
    documentSelector: [...programs, ...hosts, ...listings],
    synchronize: { configurationSection: "mnc2" },
    initializationOptions: vscode.workspace.getConfiguration("mnc2"),
    outputChannel: log,
    // The reason is reported once, below.
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    // Without it the client shows a message of its own.
    initializationFailedHandler: () => false,
    errorHandler: {
      error: (error, message, count) =>
        isStarted
          ? usual().error(error, message, count)
          : { action: ErrorAction.Shutdown, handled: true },
      closed: () => (isStarted ? usual().closed() : { action: CloseAction.DoNotRestart, handled: true }),
    },
    middleware: {
      provideHover: async (document, position, token, next) => {
        const hover = await next(document, position, token);
        for (const content of hover?.contents ?? []) {
          if (content instanceof vscode.MarkdownString && content.value.includes('<span style="color:')) {
            content.supportHtml = true;
          }
        }
        return hover;
      },
      provideInlayHints: async (document, range, token, next) => {
        const hints = await next(document, range, token);
        return hints && cursorHints.kept(document, hints);
      },
      executeCommand: (command, values, next) => {
        switch (command) {
          case RUN_TO_HERE:
            return runToHere(starting, runs, showRun, values);
          case SHORTEN:
            return shorten(starting, views, values);
          case EXPLAIN:
            return showCodePage(values);
          case WHY_NO_SHORTER:
            return whyNoShorter(starting, views, values);
          default:
            return next(command, values);
        }
      },
      workspace: {
        // The server requests settings some time after they have changed.
        configuration: async (parameters, token, next) => {
          const settings = await next(parameters, token);
          surroundings.settingsSent();
          return settings;
        },
        // The server is notified of several files together, some time after they have changed.
        didChangeWatchedFile: async (event, next) => {
          const file = starting.protocol2CodeConverter.asUri(event.uri);
          await host.fileChanged?.(file);
          await next(event);
          surroundings.fileSent(file);
        },
      },
    },
  };
  const starting = server.client(options);
  registerForPrograms(starting, programs);
  const cursorHints = new CursorHints(starting);
  let handler: ErrorHandler | undefined;
  const usual = () => (handler ??= starting.createDefaultErrorHandler());
  const show = starting.error.bind(starting);
  starting.error = (message, data) => show(message, data, false);
  starting.registerFeature({
    // `showsValues`: the extension shows the values of a run itself, with a hover of their own, if the same setting of the
    // server allows it.
    fillClientCapabilities: (capabilities) => {
      // Only hovers with colours are read as HTML: see `provideHover`.
      capabilities.general = {
        ...capabilities.general,
        markdown: { parser: "marked", ...capabilities.general?.markdown, allowedTags: ["span"] },
      };
      capabilities.experimental = { ...capabilities.experimental, mnc2: { showsValues: true, showsCurrentLine: true, showsPages: true } };
    },
    initialize: () => undefined,
    getState: () => ({ kind: "static" }),
    clear: () => undefined,
  });
  starting.onDidChangeState(({ newState }) => {
    if (newState === State.Running) {
      status.running(starting.initializeResult?.serverInfo?.version ?? "", server.name);
    } else if (newState === State.Stopped) {
      cursorHints.dispose();
    }
    if (newState === State.Stopped && surroundings.isCurrent(starting)) {
      status.stopped();
    }
  });
  try {
    await starting.start();
    isStarted = true;
    starting.error = show;
  } catch (error) {
    const problem = l10n.t("The language server {0} did not start: {1}", server.name, (error as Error).message);
    log.error(problem);
    status.missing(problem);
    void host.offerHelp({ problem, cause: "configured" }, surroundings.restart);
    await starting.dispose().catch(() => undefined);
    return undefined;
  }
  return starting;
}
