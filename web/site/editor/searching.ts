// The search panel, and the other features of its keys. Loaded at the first of these keys.

import { gotoLine, highlightSelectionMatches, openSearchPanel, search, searchKeymap, selectNextOccurrence, selectSelectionMatches } from "@codemirror/search";
import { StateEffect } from "@codemirror/state";
import { type Command, type EditorView, keymap } from "@codemirror/view";

/** What the keys do that load this file. */
const COMMANDS: Record<string, Command> = {
  "Mod-f": openSearchPanel,
  "Mod-Alt-g": gotoLine,
  "Mod-d": selectNextOccurrence,
  "Mod-Shift-l": selectSelectionMatches,
};

/** Makes an editor one that searches, and does what a key does. */
export function startSearching(view: EditorView, key: string): void {
  view.dispatch({ effects: StateEffect.appendConfig.of([search(), highlightSelectionMatches(), keymap.of(searchKeymap)]) });
  COMMANDS[key]?.(view);
}
