// The lines that no order can shorten, marked in the editor until the program is edited or the user presses Escape.

import * as vscode from "vscode";

import { MarkedLines } from "./markedLines";
import type { BindingLine } from "./protocol";

/** The command that takes the marks away. */
const HIDE = "mnc2.hideBindingLines";

/** The context key that is true while there are marks. */
const SHOWN = "mnc2.showsBindingLines";

export class BindingLines extends MarkedLines<BindingLine> {
  private readonly hiding = vscode.commands.registerCommand(HIDE, () => this.clear());

  constructor() {
    super(
      {
        isWholeLine: true,
        backgroundColor: new vscode.ThemeColor("editor.wordHighlightStrongBackground"),
        overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.wordHighlightStrongForeground"),
        overviewRulerLane: vscode.OverviewRulerLane.Center,
      },
      { drawn: (count) => void vscode.commands.executeCommand("setContext", SHOWN, count > 0) },
    );
  }

  override dispose(): void {
    this.hiding.dispose();
    super.dispose();
  }
}
