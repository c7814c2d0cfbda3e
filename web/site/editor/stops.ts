// Breakpoints, which move with the text, and the line where the debugger's run is stopped.

import { type EditorState, type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutterLineClass } from "@codemirror/view";

export interface Stop {
  /** Counted from 0. */
  line: number;
  /** What must hold there; always if it is empty. */
  condition: string;
}

class Breakpoint extends GutterMarker {
  override elementClass: string;

  constructor(readonly condition: string) {
    super();
    this.elementClass = condition === "" ? "breakpoint" : "breakpoint conditional";
  }

  override eq(other: Breakpoint): boolean {
    return other.condition === this.condition;
  }
}

/** Sets a breakpoint at the line that begins here, or removes it. */
const set = StateEffect.define<{ at: number; condition: string | null }>();

const stands = StateEffect.define<number | null>();

const breakpoints = StateField.define<RangeSet<Breakpoint>>({
  create: () => RangeSet.empty,
  update: (all, { changes, effects, state }) => {
    let result = all.map(changes);
    // An edit may have joined lines.
    if (!changes.empty && result.size > 0) {
      const starts = new Map(placesOf(result).map(({ at, breakpoint }) => [state.doc.lineAt(at).from, breakpoint]));
      result = RangeSet.of([...starts].map(([at, breakpoint]) => breakpoint.range(at)), true);
    }
    for (const effect of effects) {
      if (effect.is(set)) {
        const { at, condition } = effect.value;
        const add = condition === null ? [] : [new Breakpoint(condition).range(at)];
        result = result.update({ filter: (from) => from !== at, add });
      }
    }
    return result;
  },
  provide: (field) => gutterLineClass.from(field),
});

const LINE = Decoration.line({ class: "stopped", attributes: { "aria-current": "step" } });

const here = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, { changes, effects, state }) => {
    let result = shown.map(changes);
    for (const effect of effects) {
      if (effect.is(stands)) {
        const line = effect.value === null ? undefined : state.doc.line(Math.min(effect.value + 1, state.doc.lines));
        result = line === undefined ? Decoration.none : Decoration.set([LINE.range(line.from)]);
      }
    }
    return result;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const FIELDS: Extension = [breakpoints, here];

function placesOf(all: RangeSet<Breakpoint>): { at: number; breakpoint: Breakpoint }[] {
  const places: { at: number; breakpoint: Breakpoint }[] = [];
  all.between(0, Number.MAX_SAFE_INTEGER, (at, _, breakpoint) => void places.push({ at, breakpoint }));
  return places;
}

/** Makes a change in a view that may not have the fields yet. */
function dispatch(view: EditorView, effect: StateEffect<unknown>): void {
  if (view.state.field(breakpoints, false) === undefined) {
    view.dispatch({ effects: StateEffect.appendConfig.of(FIELDS) });
  }
  view.dispatch({ effects: effect });
}

/** Sets a breakpoint with a condition at a line, counted from 0; null removes it. */
export function setStop(view: EditorView, line: number, condition: string | null): void {
  dispatch(view, set.of({ at: view.state.doc.line(line + 1).from, condition }));
}

/** Lights the line that runs next, counted from 0; null lights none. */
export function stand(view: EditorView, line: number | null): void {
  dispatch(view, stands.of(line));
}

/** The breakpoints, in the order of their lines. */
export function stopsOf(state: EditorState): Stop[] {
  const all = state.field(breakpoints, false) ?? RangeSet.empty;
  return placesOf(all).map(({ at, breakpoint }) => ({ line: state.doc.lineAt(at).number - 1, condition: breakpoint.condition }));
}
