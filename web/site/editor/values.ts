// The values of a run concurrently with their lines, and the line that it reached, until the text is edited.

import { type Extension, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";

export interface Values {
  /** The last line that ran, counted from 0. */
  line: number;
  beside: readonly { line: number; text: string }[];
}

class Value extends WidgetType {
  constructor(private readonly text: string) {
    super();
  }

  override eq(other: Value): boolean {
    return other.text === this.text;
  }

  toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = "value";
    element.textContent = `→ ${this.text}`;
    return element;
  }
}

/** Shows the values of a run; null removes them. */
export const showValues = StateEffect.define<Values | null>();

const shown = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (decorations, transaction) => {
    let result = transaction.docChanged ? Decoration.none : decorations;
    for (const effect of transaction.effects) {
      if (effect.is(showValues)) {
        const builder = new RangeSetBuilder<Decoration>();
        const { doc } = transaction.state;
        const texts = new Map(effect.value?.beside.map(({ line, text }) => [line, text]));
        const lines = new Set([...texts.keys(), ...(effect.value === null ? [] : [effect.value.line])]);
        for (const line of [...lines].filter((line) => line < doc.lines).sort((a, b) => a - b)) {
          const { from, to } = doc.line(line + 1);
          if (line === effect.value?.line) {
            builder.add(from, from, Decoration.line({ class: "reached" }));
          }
          const text = texts.get(line);
          if (text !== undefined) {
            builder.add(to, to, Decoration.widget({ widget: new Value(text), side: 1 }));
          }
        }
        result = builder.finish();
      }
    }
    return result;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const values: Extension = shown;
