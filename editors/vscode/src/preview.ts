// A change of a program, shown as a diff until the user applies or discards it.

import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

/** The scheme of the right side of the diff. */
export const PREVIEW = "mnc2-preview";

/** The right side of the diff of a program. */
export function previewOf(program: vscode.Uri): vscode.Uri {
  return program.with({ scheme: PREVIEW });
}

/** A change of a program that is not made yet. */
export interface Change {
  program: vscode.Uri;
  /** The version that it is a change of. */
  version: number;
  edits: readonly vscode.TextEdit[];
  /** What the tab of the diff is called. */
  title: string;
  /** What the user decides about. */
  message: string;
}

export class Preview implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly decided = new vscode.EventEmitter<void>();
  /** The user has applied or discarded a change. */
  readonly onDidDecide = this.decided.event;
  private readonly disposables = [
    this.changed,
    this.decided,
    vscode.workspace.registerTextDocumentContentProvider(PREVIEW, this),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      if (this.shown !== undefined && closed.some((tab) => shows(tab, this.shown?.uri))) {
        this.decide(false);
      }
    }),
  ];
  /** What is shown now, and what is to be done when the user has decided. */
  private shown: { uri: vscode.Uri; program: vscode.Uri; text: string; decide: (applies: boolean) => void } | undefined;

  dispose(): void {
    for (const one of this.disposables) {
      one.dispose();
    }
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return uri.toString() === this.shown?.uri.toString() ? this.shown.text : "";
  }

  /**
   * Shows the change, and makes it if the user accepts it; returns whether it was made. The user decides in a message, or by a
   * button above the diff, since the message hides itself after some time. Closing the diff discards the change.
   */
  async confirm(change: Change): Promise<boolean> {
    const { program, version, edits, title, message } = change;
    const document = await vscode.workspace.openTextDocument(program);
    const uri = previewOf(program);
    this.decide(false);
    const decided = new Promise<boolean>((decide) => {
      this.shown = { uri, program, text: edited(document, edits), decide };
    });
    this.changed.fire(uri);
    await vscode.commands.executeCommand("vscode.diff", program, uri, title);
    const [apply, discard] = [l10n.t("Apply"), l10n.t("Discard")];
    const { shown } = this;
    void vscode.window.showInformationMessage(message, apply, discard).then((choice) => {
      if (choice !== undefined && shown === this.shown) {
        this.decide(choice === apply);
      }
    });
    if (!(await decided)) {
      return false;
    }
    if (document.version !== version) {
      void vscode.window.showWarningMessage(l10n.t("The program was edited, so nothing was changed."));
      return false;
    }
    const edit = new vscode.WorkspaceEdit();
    edit.set(program, [...edits]);
    await vscode.window.showTextDocument(document);
    return vscode.workspace.applyEdit(edit, { isRefactoring: true });
  }

  /** The program whose change is shown on one of the sides of the diff. */
  programOf(side: vscode.Uri): vscode.Uri | undefined {
    const { shown } = this;
    return shown !== undefined && side.path === shown.uri.path ? shown.program : undefined;
  }

  /** Makes the change that is shown, or discards it. */
  decide(applies: boolean): void {
    const { shown } = this;
    this.shown = undefined;
    if (shown !== undefined) {
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      void vscode.window.tabGroups.close(tabs.filter((tab) => shows(tab, shown.uri)));
      shown.decide(applies);
      this.decided.fire();
    }
  }
}

/** The text of a document after some edits, which do not overlap. */
function edited(document: vscode.TextDocument, edits: readonly vscode.TextEdit[]): string {
  const fromEnd = [...edits].sort((one, other) => other.range.start.compareTo(one.range.start));
  return fromEnd.reduce((text, { range, newText }) => {
    const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    return text.slice(0, start) + newText + text.slice(end);
  }, document.getText());
}

/** Whether a tab is a diff with this right side. */
function shows({ input }: vscode.Tab, uri: vscode.Uri | undefined): boolean {
  return input instanceof vscode.TabInputTextDiff && input.modified.toString() === uri?.toString();
}
