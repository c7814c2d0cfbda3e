// The extension on a computer: the server, the debug adapter and the command for tasks are programs.

import { homedir } from "node:os";

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

import { type Api, start } from "./extension";
import type { Host } from "./host";
import { offerInstallation } from "./install";
import { findProgram, findServer, type ProgramPlaces } from "./server";
import { ProgramTasks, TASK_TYPE } from "./tasks";

export { stop as deactivate } from "./extension";

export async function activate(context: vscode.ExtensionContext): Promise<Api> {
  const places: ProgramPlaces = {
    extension: context.extensionPath,
    searchPath: process.env.PATH ?? "",
    home: homedir(),
    platform: process.platform,
  };
  const host: Host = {
    schemes,
    findServer: async () => {
      const configured = vscode.workspace.getConfiguration("mnc2").get<string>("server.path", "");
      const server = await findServer({ configured, ...places });
      if ("problem" in server) {
        return server;
      }
      const { command } = server;
      return {
        name: command,
        client: (options) => new LanguageClient("mnc2", "MN-Core 2", { command, args: ["--stdio"] }, options),
      };
    },
    offerHelp: offerInstallation,
    debugger: {
      isInstalled: async () => (await findProgram("mnc2-dap", places)) !== undefined,
      canRead: ({ scheme }) => scheme === "file",
      adapter: async () => {
        const command = await findProgram("mnc2-dap", places);
        return command === undefined ? undefined : new vscode.DebugAdapterExecutable(command, ["--stdio"]);
      },
    },
  };
  const tasks = new ProgramTasks(async () => (await findProgram("mnc2", places)) ?? "mnc2");
  context.subscriptions.push(vscode.tasks.registerTaskProvider(TASK_TYPE, tasks));
  return start(context, host);
}

/** The schemes of files and of the folders of the workspace: of a virtual folder the server reads only open documents. */
function schemes(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return [...new Set(["file", ...folders.map(({ uri }) => uri.scheme)])];
}
