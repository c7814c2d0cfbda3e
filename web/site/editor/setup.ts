// What an editor of programs has from CodeMirror. `basicSetup` of the package `codemirror` would take suggestions by Enter.

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  type EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  rectangularSelection,
} from "@codemirror/view";

import { Lazily } from "../lazily";
import { cursorKept } from "./cursorKept";

/** The keys that search. Once an editor searches, it has them itself. */
const searching = new Compartment();
const NONE: Extension = [];
const search = new Lazily(() => import("./searching"));
const SEARCH_KEYS = ["Mod-f", "Mod-Alt-g", "Mod-d", "Mod-Shift-l"].map((key) => ({
  key,
  preventDefault: true,
  run: (view: EditorView) => {
    void search.with(({ startSearching }) => {
      // A second key may come before the part has.
      if (searching.get(view.state) !== NONE) {
        view.dispatch({ effects: searching.reconfigure(NONE) });
        startSearching(view, key);
      }
    });
    return true;
  },
}));

export const setup: Extension = [
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  history(),
  foldGutter(),
  drawSelection(),
  dropCursor(),
  EditorState.allowMultipleSelections.of(true),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  rectangularSelection(),
  crosshairCursor(),
  cursorKept,
  highlightActiveLine(),
  searching.of(keymap.of(SEARCH_KEYS)),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
];
