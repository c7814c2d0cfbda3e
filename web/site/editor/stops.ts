// Breakpoints, which move with the text, and the line at which the debugger's run stands.

import { type EditorState, type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutterLineClass } from "@codemirror/view";

/** Adds a breakpoint at the line that begins here, or removes it. */
const toggled = StateEffect.define<number>();

const stands = StateEffect.define<number | null>();

class Breakpoint extends GutterMarker {
  override elementClass = "breakpoint";
}

const BREAKPOINT = new Breakpoint();

const breakpoints = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update: (set, { changes, effects, state }) => {
    let result = set.map(changes);
    // An edit may have joined lines.
    if (!changes.empty && result.size > 0) {
      const starts = new Set(placesOf(result).map((at) => state.doc.lineAt(at).from));
      result = RangeSet.of([...starts].map((at) => BREAKPOINT.range(at)), true);
    }
    for (const effect of effects) {
      if (effect.is(toggled)) {
        const isThere = placesOf(result).includes(effect.value);
        result = isThere
          ? result.update({ filter: (from) => from !== effect.value })
          : result.update({ add: [BREAKPOINT.range(effect.value)] });
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

function placesOf(set: RangeSet<GutterMarker>): number[] {
  const places: number[] = [];
  set.between(0, Number.MAX_SAFE_INTEGER, (from) => void places.push(from));
  return places;
}

/** Makes a change in a view that may not have the fields yet. */
function dispatch(view: EditorView, effect: StateEffect<unknown>): void {
  if (view.state.field(breakpoints, false) === undefined) {
    view.dispatch({ effects: StateEffect.appendConfig.of(FIELDS) });
  }
  view.dispatch({ effects: effect });
}

/** Adds a breakpoint at a line, counted from 0, or removes it. */
export function toggle(view: EditorView, line: number): void {
  dispatch(view, toggled.of(view.state.doc.line(line + 1).from));
}

/** Lights the line that runs next, counted from 0; null lights none. */
export function stand(view: EditorView, line: number | null): void {
  dispatch(view, stands.of(line));
}

/** The lines with breakpoints, counted from 0. */
export function breakpointLines(state: EditorState): number[] {
  const set = state.field(breakpoints, false);
  return set === undefined ? [] : placesOf(set).map((at) => state.doc.lineAt(at).number - 1);
}
