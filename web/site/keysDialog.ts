// The list of keys, in a dialog. Loaded when it is asked for.

import { type CommandName, EDITOR_KEYS, PAGE_KEYS } from "./commands";
import { make } from "./page";
import { say, wordsOf } from "./words";
import { KEYS_WORDS, type KeysWord } from "./words/keys";
import { LESSON_WORDS } from "./words/lessons";

const word = wordsOf(KEYS_WORDS);

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** The commands of the page and of the editor, by what they are for. */
const GROUPS: Readonly<Partial<Record<KeysWord, readonly (readonly [KeysWord, string])[]>>> = {
  groupProgram: own(["run", "here", "actions", "keep", "reference"]),
  groupDebug: [
    ...own(["debug", "breakpoint"]),
    ["step", "F10"],
    ["stepBack", "Shift-F10"],
    ["continueBack", "Alt-F5"],
    ["end", "Shift-F5"],
  ],
  groupEdit: [
    ["complete", "Ctrl-Space"],
    ["take", "Tab"],
    ["format", "Shift-Alt-f"],
    ["rename", "F2"],
    ["definition", "F12"],
    ["nextFinding", "F8"],
    ["comment", "Mod-/"],
    ["moveLine", "Alt-↑ ↓"],
    ["copyLine", "Shift-Alt-↑ ↓"],
    ["fold", isMac ? "Mod-Alt-[" : "Ctrl-Shift-["],
    ["search", "Mod-f"],
    ["undo", "Mod-z"],
  ],
  groupPage: [
    ...own(["keys", "jump", "arrange"]),
    ["leave", "Escape Tab"],
    ["tabs", "← →"],
    ["split", "← → ↑ ↓ Enter"],
  ],
};

function own(names: readonly CommandName[]): [KeysWord, string][] {
  return names.map((name) => [name as KeysWord, EDITOR_KEYS[name] ?? PAGE_KEYS[name] ?? ""]);
}

/** A key as keyboards show it: `Mod-Enter` is Ctrl+Enter, or ⌘Enter on a Mac. */
function shown(key: string): HTMLElement[] {
  return key.split(" ").map((one) => {
    const parts = one.split("-").map((part) => (part === "Mod" ? (isMac ? "⌘" : "Ctrl") : part.length === 1 ? part.toUpperCase() : part));
    return make("kbd", {}, parts.join("+"));
  });
}

let dialog: HTMLDialogElement | undefined;

/** Shows the list, in the language of the page. */
export function showKeys(): void {
  dialog ??= document.body.appendChild(make("dialog", { id: "keys-list", "aria-labelledby": "keys-title" }));
  const own = dialog;
  const close = make("button", {}, say("close"));
  close.addEventListener("click", () => own.close());
  const groups = Object.entries(GROUPS).map(([title, rows]) =>
    make(
      "section",
      {},
      make("h3", {}, word(title as KeysWord)),
      make("dl", {}, ...rows.map(([name, key]) => make("div", {}, make("dt", {}, word(name)), make("dd", {}, ...shown(key))))),
    ),
  );
  const content = make("div", { class: "keys", tabindex: 0, role: "region", "aria-labelledby": "keys-title" }, ...groups);
  own.replaceChildren(make("header", { role: "none" }, make("h2", { id: "keys-title" }, word("title")), close), content, make("p", { class: "remark" }, wordsOf(LESSON_WORDS)("about")));
  if (!own.open) {
    own.showModal();
  }
}
