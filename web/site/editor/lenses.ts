// Commands and figures above lines of the program, as the server offers them: a run to a `d get`, and what the program takes.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { CodeLens } from "vscode-languageserver-protocol";

import { JUDGE } from "../../../editors/vscode/src/protocol";
import { make } from "../page";

/** Lines that have lenses; the lines after them have none. */
const LINES_MAX = 1000;

/** Pixels that a line of lenses takes, about. */
const HEIGHT = 20;

/** Performs the command of a lens. */
export type Press = (command: string, argument: unknown) => void;

class Lenses extends WidgetType {
  constructor(
    private readonly lenses: readonly CodeLens[],
    private readonly press: Press,
  ) {
    super();
  }

  private get titles(): string {
    return this.lenses.map(({ command }) => `${command?.title} ${JSON.stringify(command?.arguments)}`).join("\n");
  }

  override eq(other: Lenses): boolean {
    return other.titles === this.titles;
  }

  override get estimatedHeight(): number {
    return HEIGHT;
  }

  toDOM(): HTMLElement {
    const parts = this.lenses.map(({ command }) => {
      if (command?.command === undefined || command.command === "") {
        return make("span", {}, command?.title ?? "");
      }
      // Keys have commands of their own: the way by Tab leads past them.
      const button = make("button", { type: "button", tabindex: -1 }, command.title);
      button.addEventListener("click", () => this.press(command.command, command.arguments?.[0]));
      return button;
    });
    return make("div", { class: "lenses" }, ...parts);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const show = StateEffect.define<DecorationSet>();

const shown = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (decorations, { changes, effects }) => {
    const other = effects.find((effect) => effect.is(show));
    return other === undefined ? decorations.map(changes) : (other.value as DecorationSet);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Shows lenses above their lines in the text that they are about. */
export function showLenses(view: EditorView, lenses: readonly CodeLens[], press: Press): void {
  if (view.state.field(shown, false) === undefined) {
    if (lenses.length === 0) {
      return;
    }
    view.dispatch({ effects: StateEffect.appendConfig.of(shown) });
  }
  const { doc } = view.state;
  const byLine = new Map<number, CodeLens[]>();
  for (const lens of lenses) {
    const { line } = lens.range.start;
    const own = byLine.get(line) ?? [];
    // The page has a button that judges. A program that is one section has the figures of both.
    const isNews = lens.command?.command !== JUDGE && !own.some(({ command }) => command?.title === lens.command?.title);
    if (line < doc.lines && isNews && (byLine.has(line) || byLine.size < LINES_MAX)) {
      byLine.set(line, [...own, lens]);
    }
  }
  const decorations = [...byLine].map(([line, own]) =>
    Decoration.widget({ widget: new Lenses(own, press), block: true, side: -1 }).range(doc.line(line + 1).from),
  );
  view.dispatch({ effects: show.of(Decoration.set(decorations, true)) });
}
