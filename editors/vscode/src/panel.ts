// A view in a tab next to the program: created when it is first needed, and closed by the user.

import * as vscode from "vscode";

import { language } from "./language";
import { type ViewName, viewPage } from "./viewPage";

/** A tab with one of the views. */
export class Panel<To, From extends { type: string }> implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private readonly serializer: vscode.Disposable | undefined;

  /**
   * `receive` gets the messages of the view; a `ready` comes each time that it needs all data. `restore` gets what the
   * view kept, before that, if the tab comes back after the window was reloaded; without `restore` it does not.
   */
  constructor(
    private readonly extension: vscode.Uri,
    private readonly view: ViewName,
    private readonly title: string,
    private readonly receive: (message: From) => void,
    restore?: (state: unknown) => void,
    /** Whether the view keeps its messages, and must not be started again each time that it is shown. */
    private readonly remembers = false,
  ) {
    this.serializer = restore && vscode.window.registerWebviewPanelSerializer(`mnc2.${view}`, {
      deserializeWebviewPanel: async (panel, state) => {
        if (this.panel !== undefined) {
          // Another command was faster.
          panel.dispose();
          return;
        }
        restore(state);
        this.adopt(panel);
      },
    });
  }

  get isOpen(): boolean {
    return this.panel !== undefined;
  }

  /** Whether the view takes messages; otherwise it requests its data when it is shown. */
  get isLive(): boolean {
    return this.panel !== undefined && (this.panel.visible || this.remembers);
  }

  /** Whether the tab has the keyboard. */
  get isActive(): boolean {
    return this.panel?.active === true;
  }

  /** Shows the tab, in a column or next to the program if it is new; the cursor stays in the program. */
  show(column?: vscode.ViewColumn): void {
    if (this.panel !== undefined) {
      this.panel.reveal(undefined, true);
      return;
    }
    this.adopt(
      vscode.window.createWebviewPanel(
        `mnc2.${this.view}`,
        this.title,
        { viewColumn: column ?? columnOfViews(), preserveFocus: true },
        { enableFindWidget: true, retainContextWhenHidden: this.remembers },
      ),
    );
  }

  /** Gives the tab the keyboard. */
  focus(): void {
    this.panel?.reveal();
  }

  /** Closes the tab. */
  close(): void {
    this.panel?.dispose();
  }

  /** Fills a tab with the view. */
  private adopt(panel: vscode.WebviewPanel): void {
    this.panel = panel;
    const media = vscode.Uri.joinPath(this.extension, "media");
    const scripts = vscode.Uri.joinPath(this.extension, "out", "webview");
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [media, scripts] };
    const uri = (folder: vscode.Uri, name: string) =>
      webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
    webview.onDidReceiveMessage((message: From) => this.receive(message));
    webview.html = viewPage(this.view, {
      script: uri(scripts, `${this.view}.js`),
      style: uri(media, "view.css"),
      source: webview.cspSource,
      nonce: crypto.randomUUID(),
      ...language(),
    });
    panel.onDidDispose(() => {
      this.panel = undefined;
    });
  }

  set name(name: string) {
    if (this.panel !== undefined) {
      this.panel.title = name;
    }
  }

  send(message: To): void {
    void this.panel?.webview.postMessage(message);
  }

  dispose(): void {
    this.serializer?.dispose();
    this.panel?.dispose();
  }
}

/** The column that already has views, otherwise the one next to the program. */
function columnOfViews(): vscode.ViewColumn {
  const group = vscode.window.tabGroups.all.find((one) =>
    one.tabs.some(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.includes("mnc2."),
    ),
  );
  return group?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** Moves the cursor of a program's editor to a line, and shows it. */
export async function reveal(program: vscode.Uri, line: number): Promise<void> {
  const known = vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.toString() === program.toString(),
  );
  const document = known?.document ?? (await vscode.workspace.openTextDocument(program));
  const at = new vscode.Position(Math.min(line, document.lineCount - 1), 0);
  await vscode.window.showTextDocument(document, {
    ...(known?.viewColumn === undefined ? {} : { viewColumn: known.viewColumn }),
    selection: new vscode.Range(at, at),
  });
}

/** The program that commands apply to: the program of the active editor, otherwise a visible one. */
export function programEditor(): vscode.TextEditor | undefined {
  const active = vscode.window.activeTextEditor;
  return active?.document.languageId === "mnc2"
    ? active
    : vscode.window.visibleTextEditors.find(({ document }) => document.languageId === "mnc2");
}

/** What a view kept of its program. */
export interface Kept {
  /** The program's URI. */
  program: string;
  /** The line of its last run, counted from 0. */
  line?: number;
}

/** Reads what a view kept; undefined if there is nothing, or if it is of another version. */
export function keptOf(state: unknown): Kept | undefined {
  const kept = state as Partial<Kept> | null | undefined;
  if (typeof kept?.program !== "string" || kept.program === "") {
    return undefined;
  }
  return { program: kept.program, ...(typeof kept.line === "number" ? { line: kept.line } : {}) };
}

/** The name of a program for people. */
export function programName(program: vscode.Uri): string {
  return program.path.slice(program.path.lastIndexOf("/") + 1);
}
