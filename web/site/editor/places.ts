// Positions of the protocol as offsets in a text. A position beyond the end of the text or of a line means that end.

import type { Text } from "@codemirror/state";
import type { Position, Range, TextEdit } from "vscode-languageserver-protocol";

export function offset(text: Text, { line, character }: Position): number {
  if (line >= text.lines) {
    return text.length;
  }
  const { from, to } = text.line(line + 1);
  return Math.min(from + character, to);
}

export function span(text: Text, { start, end }: Range): { from: number; to: number } {
  return { from: offset(text, start), to: offset(text, end) };
}

export function position(text: Text, at: number): Position {
  const line = text.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
}

/** Edits as changes of the text that they are about. */
export function changes(text: Text, edits: readonly TextEdit[]): { from: number; to: number; insert: string }[] {
  return edits.map(({ range, newText }) => ({ ...span(text, range), insert: newText }));
}
