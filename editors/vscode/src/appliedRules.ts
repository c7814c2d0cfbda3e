// The rules that wrote a proposal, explained in its diff: next to the first lines of the proposal, since the diff may show only its
// side, and over the lines of the program that a rule changed.

import type * as vscode from "vscode";

import { MarkedLines } from "./markedLines";
import { previewOf } from "./preview";
import type { AppliedRule } from "./protocol";

export class AppliedRules implements vscode.Disposable {
  private readonly before = new MarkedLines({});
  private readonly after = new MarkedLines({}, { isFixed: true });

  /** Explains the rules of a proposal that begins with a line. */
  show(program: vscode.Uri, rules: readonly AppliedRule[], first: number): void {
    this.before.show(program, rules.flatMap(({ lines, text }) => lines.map((line) => ({ line, hover: text }))));
    this.after.show(previewOf(program), rules.map(({ text }, index) => ({ line: first + index, text, hover: text })));
  }

  clear(): void {
    this.before.clear();
    this.after.clear();
  }

  dispose(): void {
    this.before.dispose();
    this.after.dispose();
  }
}
