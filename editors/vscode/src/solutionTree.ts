// The tests of the workspace: testcases, and under each the programs that it judges. The list is the server's.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";

import { SOLUTIONS, type Solutions } from "./protocol";

/** How long the list waits for further changes. */
const SOON_MS = 300;

/** The end of a path that has an extension, unlike the paths of most folders. */
const EXTENSION = /[^/]\.[^/]*$/;

/** A program and the testcase that judges it. */
export interface Solution {
  item: vscode.TestItem;
  program: vscode.Uri;
  testcase: vscode.Uri;
}

export class SolutionTree implements vscode.Disposable {
  readonly controller = vscode.tests.createTestController("mnc2", "MN-Core 2");
  /** By item. */
  private readonly solutions = new Map<vscode.TestItem, Solution>();
  private readonly changed = new vscode.EventEmitter<Solution[]>();
  /** Fires for programs that may have another verdict, since their text or the text of their testcase has changed. */
  readonly onDidChange = this.changed.event;
  private readonly listening: vscode.Disposable;
  /** Documents with changes that are not saved. */
  private readonly unsaved = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked: vscode.CancellationTokenSource | undefined;

  /** `client` is the server while it runs. */
  constructor(private readonly client: () => BaseLanguageClient | undefined) {
    this.controller.refreshHandler = () => this.refresh();
    // The server hears of programs; folders come and go with programs that no event names.
    const folders = vscode.workspace.createFileSystemWatcher("**", false, true, false);
    this.listening = vscode.Disposable.from(
      folders,
      folders.onDidCreate((uri) => void (!EXTENSION.test(uri.path) && this.soon())),
      folders.onDidDelete((uri) => void (this.isAbove(uri) && this.soon())),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.soon()),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0 && document.languageId === "mnc2") {
          if (document.isDirty) {
            this.unsaved.add(document.uri.toString());
          }
          this.textChanged(document.uri);
        }
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => void this.unsaved.delete(uri.toString())),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        // What was not saved is gone.
        if (this.unsaved.delete(uri.toString())) {
          this.textChanged(uri);
        }
      }),
    );
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.asked?.cancel();
    this.listening.dispose();
    this.changed.dispose();
    this.controller.dispose();
  }

  /** A file of the workspace changed, and the server was notified. */
  fileChanged(file: vscode.Uri): void {
    // The text in the editor of an open document is used, and its changes are events of their own.
    if (!vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === file.toString())) {
      this.textChanged(file);
    }
    this.soon();
  }

  /** Lists the tests again when nothing has changed for `SOON_MS`. */
  soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), SOON_MS);
  }

  /** What is listed, as paths. */
  list(): { testcase: string; solutions: string[] }[] {
    return [...this.controller.items].map(([, { uri, children }]) => ({
      testcase: uri?.fsPath ?? "",
      solutions: [...children].map(([, child]) => child.uri?.fsPath ?? ""),
    }));
  }

  /** The programs of some items, each once; of all without any. */
  of(items: readonly vscode.TestItem[] | undefined, exclude: readonly vscode.TestItem[] = []): Solution[] {
    const left = new Set(exclude);
    const found = new Set<Solution>();
    const add = (item: vscode.TestItem): void => {
      if (!left.has(item)) {
        const solution = this.solutions.get(item);
        if (solution !== undefined) {
          found.add(solution);
        }
        item.children.forEach(add);
      }
    };
    if (items === undefined) {
      this.controller.items.forEach(add);
    } else {
      items.forEach(add);
    }
    return [...found];
  }

  /** Whether a path is a folder above something that is listed. */
  private isAbove({ path: folder }: vscode.Uri): boolean {
    const listed = [...this.solutions.values()].flatMap(({ program, testcase }) => [program, testcase]);
    return listed.some(({ path: file }) => file.startsWith(`${folder}/`));
  }

  private textChanged(text: vscode.Uri): void {
    const name = text.toString();
    const meant = [...this.solutions.values()].filter(
      ({ program, testcase }) => program.toString() === name || testcase.toString() === name,
    );
    if (meant.length > 0) {
      this.controller.invalidateTestResults(meant.map(({ item }) => item));
      this.changed.fire(meant);
    }
  }

  private async refresh(): Promise<void> {
    const client = this.client();
    if (!client?.isRunning()) {
      return;
    }
    clearTimeout(this.timer);
    this.asked?.cancel();
    const asked = new vscode.CancellationTokenSource();
    this.asked = asked;
    let found: Solutions;
    try {
      found = await client.sendRequest<Solutions>(SOLUTIONS, {}, asked.token);
    } catch (error) {
      if (!asked.token.isCancellationRequested) {
        client.warn(l10n.t("The testcases of the workspace were not listed: {0}", String(error)));
      }
      return;
    }
    if (!asked.token.isCancellationRequested && Array.isArray(found?.problems)) {
      this.show(client, found);
    }
  }

  private show(client: BaseLanguageClient, { problems }: Solutions): void {
    const before = new Set(this.of(undefined).map(({ item }) => item));
    const { items } = this.controller;
    const added: Solution[] = [];
    const asUri = (text: string) => client.protocol2CodeConverter.asUri(text);
    const listed = problems.map((problem) => {
      const testcase = asUri(problem.testcase);
      const parent = items.get(testcase.toString()) ?? this.item(testcase, vscode.workspace.asRelativePath(testcase));
      const children = problem.solutions.map((text) => {
        const program = asUri(text);
        const known = parent.children.get(program.toString());
        const item = known ?? this.item(program, nameBeside(program, testcase));
        if (known === undefined) {
          const solution = { item, program, testcase };
          this.solutions.set(item, solution);
          added.push(solution);
        }
        before.delete(item);
        return item;
      });
      parent.children.replace(children);
      return parent;
    });
    items.replace(listed);
    before.forEach((gone) => this.solutions.delete(gone));
    if (added.length > 0) {
      this.changed.fire(added);
    }
  }

  private item(uri: vscode.Uri, label: string): vscode.TestItem {
    const item = this.controller.createTestItem(uri.toString(), label, uri);
    // The margin of the first line has the button that runs it.
    item.range = new vscode.Range(0, 0, 0, 0);
    return item;
  }
}

/** The name of a program under its testcase. */
function nameBeside(program: vscode.Uri, testcase: vscode.Uri): string {
  const folder = testcase.path.slice(0, testcase.path.lastIndexOf("/") + 1);
  return program.path.startsWith(folder) ? program.path.slice(folder.length) : vscode.workspace.asRelativePath(program);
}
