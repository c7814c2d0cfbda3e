// The extension's entry point: starts the language server, and ties commands and status to it.
// What programs mean is known to the server alone.

import { homedir } from "node:os";

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, State } from "vscode-languageclient/node";

import { DumpView } from "./dumpView";
import { RUN_TO_HERE } from "./protocol";
import { runToCursor, runToHere } from "./runToHere";
import { findServer } from "./server";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("MN-Core 2", { log: true });
  const view = new DumpView();
  const status = vscode.languages.createLanguageStatusItem("mnc2.server", { language: "mnc2" });
  status.name = "MN-Core 2";
  status.command = { command: "mnc2.showLog", title: "Show Log" };

  const restart = async () => {
    await stop();
    client = await start(context, view, log, status);
  };
  context.subscriptions.push(
    log,
    view,
    status,
    vscode.commands.registerCommand("mnc2.runToCursor", () => runToCursor(client, view)),
    vscode.commands.registerCommand("mnc2.restartServer", restart),
    vscode.commands.registerCommand("mnc2.showLog", () => log.show()),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("mnc2.server.path")) {
        await restart();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
  );
  client = await start(context, view, log, status);
}

export function deactivate(): Promise<void> {
  return stop();
}

async function stop(): Promise<void> {
  const stopping = client;
  client = undefined;
  if (stopping?.state === State.Running) {
    await stopping.stop();
  }
  await stopping?.dispose();
}

async function start(
  context: vscode.ExtensionContext,
  view: DumpView,
  log: vscode.LogOutputChannel,
  status: vscode.LanguageStatusItem,
): Promise<LanguageClient | undefined> {
  const server = await findServer({
    configured: vscode.workspace.getConfiguration("mnc2").get<string>("server.path", ""),
    extension: context.extensionPath,
    searchPath: process.env.PATH ?? "",
    home: homedir(),
    platform: process.platform,
  });
  if ("problem" in server) {
    fail(status, log, server.problem);
    return undefined;
  }
  log.info(`Starting ${server.command}`);
  status.busy = true;
  status.severity = vscode.LanguageStatusSeverity.Information;
  status.text = "MN-Core 2: starting";

  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: "file", language: "mnc2" },
      { scheme: "untitled", language: "mnc2" },
    ],
    synchronize: { configurationSection: "mnc2" },
    initializationOptions: vscode.workspace.getConfiguration("mnc2"),
    outputChannel: log,
    middleware: {
      executeCommand: (command, values, next) =>
        command === RUN_TO_HERE ? runToHere(starting, view, values) : next(command, values),
    },
  };
  const starting = new LanguageClient(
    "mnc2",
    "MN-Core 2",
    { command: server.command, args: ["--stdio"] },
    options,
  );
  starting.onDidChangeState(({ newState }) => {
    status.busy = newState === State.Starting;
    if (newState === State.Running) {
      const version = starting.initializeResult?.serverInfo?.version ?? "";
      status.text = `MN-Core 2 ${version}`.trimEnd();
      status.detail = server.command;
      status.severity = vscode.LanguageStatusSeverity.Information;
    } else if (newState === State.Stopped && client === starting) {
      status.text = "MN-Core 2: stopped";
      status.severity = vscode.LanguageStatusSeverity.Error;
    }
  });
  try {
    await starting.start();
  } catch (error) {
    fail(status, log, `The language server ${server.command} did not start: ${String(error)}`);
    await starting.dispose().catch(() => undefined);
    return undefined;
  }
  return starting;
}

function fail(
  status: vscode.LanguageStatusItem,
  log: vscode.LogOutputChannel,
  problem: string,
): void {
  log.error(problem);
  status.busy = false;
  status.text = "MN-Core 2: no language server";
  status.detail = problem;
  status.severity = vscode.LanguageStatusSeverity.Error;
  void vscode.window
    .showErrorMessage(problem, "Open Settings", "Show Log")
    .then((choice) => {
      if (choice === "Open Settings") {
        void vscode.commands.executeCommand("workbench.action.openSettings", "mnc2.server.path");
      } else if (choice === "Show Log") {
        log.show();
      }
    });
}
