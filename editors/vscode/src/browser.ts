// The extension in VS Code for the Web: the server and the debug adapter are a WebAssembly module in workers, and no program
// can be started.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import {
  DidChangeWatchedFilesNotification,
  FileChangeType,
  type FileEvent,
  LanguageClient,
  State,
} from "vscode-languageclient/browser";

import { DebugWorker } from "./debugWorker";
import { DISASSEMBLY } from "./disassembly";
import { type Api, start } from "./extension";
import type { Host, Missing, Startable } from "./host";
import { LISTING_SCHEME } from "./listing";
import { ServerWorker } from "./serverWorker";
import { WorkspaceFiles } from "./workspaceFiles";
import { toEditor, toServer } from "./workspaceUris";

export { stop as deactivate } from "./extension";

/** Schemes of files outside the folders of the workspace, which other parts of the editor open. */
const SCHEMES = ["file", "vscode-vfs", "vscode-remote", "vscode-local"];

/** Documents of the server that the extension names: the query is the URI of the file. */
const OF_FILES = [DISASSEMBLY, LISTING_SCHEME];

/** How long the server waits for files; later files are reported to it. */
const PATIENCE_MS = 3000;

/** How long files are collected before they are reported to the server. */
const FOUND_MS = 200;

export function activate(context: vscode.ExtensionContext): Promise<Api> {
  const host = new Page(context.extensionUri);
  context.subscriptions.push(host);
  return start(context, host);
}

class Page implements Host, vscode.Disposable {
  private module: Promise<WebAssembly.Module> | undefined;
  private log: vscode.LogOutputChannel | undefined;
  private worker: ServerWorker | undefined;
  private client: LanguageClient | undefined;
  private isFull = false;
  /** The schemes that the server was started for. */
  private served: string[] = [];
  /** Files that were not reported to the server yet. */
  private readonly found: FileEvent[] = [];
  private telling: ReturnType<typeof setTimeout> | undefined;
  private readonly files = new WorkspaceFiles(
    (files) => [this.worker, ...this.adapters].forEach((worker) => worker?.write(files)),
    (file) => this.tell(file),
    () => this.tellLimit(),
  );
  private readonly listening: vscode.Disposable;
  /** The adapters of sessions. */
  private readonly adapters = new Set<DebugWorker>();
  readonly debugger = {
    isInstalled: async () => true,
    canRead: ({ scheme }: vscode.Uri) => this.schemes().includes(scheme),
    adapter: async () => this.adapter(),
  };

  constructor(private readonly extension: vscode.Uri) {
    // The server requests changes of some files alone; folders come and go with files that no event names.
    const watcher = vscode.workspace.createFileSystemWatcher("**");
    this.listening = vscode.Disposable.from(
      watcher,
      watcher.onDidChange((file) => void this.files.refresh(file)),
      watcher.onDidCreate((created) => void this.files.add(created)),
      watcher.onDidDelete((gone) => this.files.forget(gone)),
      vscode.workspace.onDidOpenTextDocument((document) => void this.readBeside([document])),
      vscode.workspace.onDidChangeWorkspaceFolders(({ added }) => {
        void this.files.readFolders(added.map(({ uri }) => uri));
        if (added.some(({ uri }) => !this.served.includes(uri.scheme))) {
          void vscode.commands.executeCommand("mnc2.restartServer");
        }
      }),
    );
  }

  dispose(): void {
    this.listening.dispose();
    clearTimeout(this.telling);
    this.worker?.end();
    this.adapters.forEach((adapter) => adapter.dispose());
  }

  schemes(): string[] {
    return [...new Set([...SCHEMES, ...folders().map(({ scheme }) => scheme)])];
  }

  async findServer(log: vscode.LogOutputChannel): Promise<Startable | Missing> {
    this.log = log;
    this.served = this.schemes();
    const reading = Promise.all([this.files.readFolders(folders()), this.readBeside(vscode.workspace.textDocuments)]);
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    let module: WebAssembly.Module;
    try {
      module = await this.compiled();
    } catch (error) {
      return { problem: l10n.t("The language server did not load: {0}", String(error)), cause: "missing" };
    }
    await Promise.race([reading, patience]);
    return {
      name: "WebAssembly",
      client: (options) => {
        const connect = async () => this.connect(module);
        const uriConverters = { code2Protocol, protocol2Code };
        this.client = new LanguageClient("mnc2", "MN-Core 2", connect, { ...options, uriConverters });
        return this.client;
      },
    };
  }

  async offerHelp({ problem }: Missing, restart: () => unknown): Promise<void> {
    const again = l10n.t("Restart");
    if ((await vscode.window.showErrorMessage(problem, again)) === again) {
      await restart();
    }
  }

  fileChanged(file: vscode.Uri): Promise<void> {
    return this.files.refresh(file);
  }

  /** The module. It is loaded when a program is opened, once. */
  private compiled(): Promise<WebAssembly.Module> {
    this.module ??= (async () => {
      try {
        const file = vscode.Uri.joinPath(this.extension, "out", "server.wasm");
        // A copy, which the compiler requires because nothing else can change it.
        return await WebAssembly.compile(new Uint8Array(await vscode.workspace.fs.readFile(file)));
      } catch (error) {
        this.module = undefined;
        throw error;
      }
    })();
    return this.module;
  }

  /** Starts a worker, with everything that is known of the files. */
  private connect(module: WebAssembly.Module): ServerWorker["transports"] {
    this.worker?.end();
    this.worker = new ServerWorker(this.script, module, this.files.all(), (reason) => this.log?.error(reason));
    return this.worker.transports;
  }

  private get script(): string {
    return vscode.Uri.joinPath(this.extension, "out", "worker.js").toString(true);
  }

  /** Starts a debug adapter, with everything that is known of the files. */
  private async adapter(): Promise<vscode.DebugAdapterDescriptor> {
    const adapter: DebugWorker = new DebugWorker(this.script, await this.compiled(), this.files.all(), () => this.adapters.delete(adapter));
    this.adapters.add(adapter);
    return new vscode.DebugAdapterInlineImplementation(adapter);
  }

  /** Reads the files next to programs that are in no folder of the workspace. */
  private async readBeside(documents: readonly vscode.TextDocument[]): Promise<void> {
    const schemes = this.schemes();
    const outside = documents.filter(
      ({ uri, languageId }) =>
        schemes.includes(uri.scheme) &&
        vscode.workspace.getWorkspaceFolder(uri) === undefined &&
        (languageId === "mnc2" || /\.(s|S|asm|ir|tasm)$/.test(uri.path)),
    );
    await this.files.readFolders(outside.map(({ uri }) => vscode.Uri.joinPath(uri, "..")), 0);
  }

  /** Reports a file to the server soon, with files that are found meanwhile. */
  private tell(file: vscode.Uri): void {
    this.found.push({ uri: code2Protocol(file), type: FileChangeType.Created });
    this.telling ??= setTimeout(() => this.tellFound(), FOUND_MS);
  }

  private tellFound(): void {
    this.telling = undefined;
    if (this.client?.isRunning()) {
      void this.client.sendNotification(DidChangeWatchedFilesNotification.type, { changes: this.found.splice(0) });
    } else if (this.client?.state === State.Starting) {
      this.telling = setTimeout(() => this.tellFound(), FOUND_MS);
    } else {
      // The next server begins with them.
      this.found.length = 0;
    }
  }

  private tellLimit(): void {
    if (!this.isFull) {
      this.isFull = true;
      this.log?.warn(l10n.t("The workspace has more files than the language server is given."));
    }
  }
}

function folders(): vscode.Uri[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
}

function code2Protocol(uri: vscode.Uri): string {
  const query = OF_FILES.includes(uri.scheme) ? code2Protocol(vscode.Uri.parse(uri.query)) : uri.query;
  return uri.with({ ...toServer(uri), query }).toString();
}

function protocol2Code(text: string): vscode.Uri {
  const uri = vscode.Uri.parse(text);
  const query = OF_FILES.includes(uri.scheme) ? protocol2Code(uri.query).toString() : uri.query;
  return uri.with({ ...toEditor(uri), query });
}
