// The lines that no order can shorten, until the program is edited or another request is made.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

const show = StateEffect.define<readonly number[]>();

const MARK = Decoration.line({ class: "binding" });

const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, { docChanged, effects, state }) => {
    let result = docChanged ? Decoration.none : shown;
    for (const effect of effects) {
      if (effect.is(show)) {
        const lines = effect.value.filter((line) => line < state.doc.lines);
        result = Decoration.set(lines.map((line) => MARK.range(state.doc.line(line + 1).from)), true);
      }
    }
    return result;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Marks lines, counted from 0, and no others. */
export function mark(view: EditorView, lines: readonly number[]): void {
  if (view.state.field(marked, false) === undefined) {
    view.dispatch({ effects: StateEffect.appendConfig.of(marked) });
  }
  view.dispatch({ effects: show.of(lines) });
}
