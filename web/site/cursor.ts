// Lines of the program in the editor, counted from 0.

import { EditorView } from "@codemirror/view";

/** Moves the cursor to a place in the text. */
export function goTo(view: EditorView, at: number): void {
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
  view.focus();
}

/** Moves the cursor to a line. */
export function reveal(view: EditorView, line: number): void {
  goTo(view, view.state.doc.line(Math.min(line + 1, view.state.doc.lines)).from);
}

export function cursorLine({ state }: EditorView): number {
  return state.doc.lineAt(state.selection.main.head).number - 1;
}

/** The last line to run to: of MN-Core 2 the last that is not blank, of other languages the end of the text. */
export function lastLine({ state: { doc } }: EditorView, isOther: boolean): number {
  let line = doc.lines;
  while (!isOther && line > 1 && doc.line(line).text.trim() === "") {
    line -= 1;
  }
  return line - 1;
}
