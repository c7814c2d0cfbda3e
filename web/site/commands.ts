// What the user can do by keys and buttons: the keys in the editor, by the names of the commands.

import type { KeyBinding } from "@codemirror/view";

export type CommandName =
  | "manage"
  | "run"
  | "here"
  | "debug"
  | "judge"
  | "stop"
  | "format"
  | "actions"
  | "shorten"
  | "share"
  | "download"
  | "keep"
  | "breakpoint"
  | "reference"
  | "keys"
  | "jump"
  | "arrange";

/** What each command does. */
export type Performing = Readonly<Record<CommandName, () => void>>;

/** The keys of commands in the editor, as CodeMirror writes them. */
export const EDITOR_KEYS: Readonly<Partial<Record<CommandName, string>>> = {
  here: "Mod-Enter",
  judge: "Alt-Enter",
  run: "Shift-Mod-Enter",
  actions: "Mod-.",
  keep: "Mod-s",
  debug: "F5",
  breakpoint: "F9",
  reference: "F1",
};

/** The keys of commands everywhere in the page. */
export const PAGE_KEYS: Readonly<Partial<Record<CommandName, string>>> = { keys: "Shift-F1", jump: "F6", arrange: "Shift-F6" };

/** Listens to the keys of the page. */
export function listen(perform: Performing): void {
  const commands = new Map(Object.entries(PAGE_KEYS).map(([name, key]) => [key, name as CommandName]));
  document.addEventListener("keydown", (event) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const name = ctrlKey || metaKey || altKey ? undefined : commands.get(`${shiftKey ? "Shift-" : ""}${key}`);
    if (name !== undefined && !event.defaultPrevented && document.querySelector("dialog[open]") === null) {
      event.preventDefault();
      perform[name]();
    }
  });
}

/** The keys as an editor takes them. */
export function editorKeys(perform: Performing): KeyBinding[] {
  return Object.entries(EDITOR_KEYS).map(([name, key]) => ({
    key,
    run: () => {
      perform[name as CommandName]();
      return true;
    },
    preventDefault: true,
  }));
}
