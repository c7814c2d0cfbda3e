// A shorter order of some lines, with its proof: the result is shown as a change, which the user can accept. Loaded at the
// first use.

import { isolateHistory } from "@codemirror/commands";
import type { ChangeSpec, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

import { isShortenResult, SHORTEN, type ShortenResult, WHY_NO_SHORTER } from "../../editors/vscode/src/protocol";
import { mark } from "./editor/binding";
import { changeBlock } from "./changeBlock";
import { difference } from "./editor/difference";
import { changes } from "./editor/places";
import { make } from "./page";
import type { Runs } from "./runs";
import { language, say, wordsOf } from "./words";
import { SHORTEN_WORDS } from "./words/shorten";

/** How often the time of a search is shown. */
const TICK_MS = 1000;

export interface ShortenHost {
  view: EditorView;
  panel: HTMLElement;
  runs: Runs;
  uri(): string;
  status(text: string): void;
  /** Shows the panel. */
  show(): void;
  /** Moves the cursor to a line, counted from 0. */
  reveal(line: number): void;
}

/** What is wanted: a shorter order, or the reason why there is none. */
export type Wish = typeof SHORTEN | typeof WHY_NO_SHORTER;

/** Lines, counted from 0, the last one included; without them the whole program. */
export interface Lines {
  first?: number;
  last?: number;
}

const word = wordsOf(SHORTEN_WORDS);

export class Shortening {
  constructor(private readonly host: ShortenHost) {}

  /** Searches in the selected lines, or in the whole program if no more than one line is selected. */
  async search(wish: Wish, wanted: Lines = selected(this.host.view)): Promise<void> {
    const { view, runs, panel } = this.host;
    if (runs.isBusy) {
      return;
    }
    mark(view, []);
    const { doc } = view.state;
    const time = make("p", { role: "status" }, word("searching", 0));
    const cancel = make("button", {}, word("cancel"));
    cancel.addEventListener("click", () => runs.stop(word("cancelled")));
    panel.replaceChildren(make("div", { class: "shorter" }, time, make("div", { class: "fixes" }, cancel)));
    this.host.show();
    cancel.focus();
    const began = performance.now();
    const clock = setInterval(() => {
      time.textContent = word("searching", Math.floor((performance.now() - began) / 1000));
    }, TICK_MS);
    const { first, last } = wanted;
    const found = await runs.ask(wish, { first, last, apply: false }, {
      doing: word("searching", 0),
      failure: (problem) => word("notSearched", problem),
      edited: word("edited"),
      failed: (said) => this.tell(said),
      stopped: (said) => this.tell(said),
    });
    clearInterval(clock);
    if (!isShortenResult(found)) {
      return;
    }
    this.host.status(found.message);
    const edits = found.edit?.changes?.[this.host.uri()];
    if (edits !== undefined) {
      this.propose(doc, changes(doc, edits), found);
    } else {
      this.explain(wish, found);
    }
  }

  /** Shows the change, with the proof. */
  private propose(doc: Text, edits: readonly { from: number; to: number; insert: string }[], found: ShortenResult): void {
    const { view } = this.host;
    const apply = make("button", { class: "primary" }, word("apply"));
    const leave = make("button", {}, word("leave"));
    apply.addEventListener("click", () => {
      if (!view.state.doc.eq(doc)) {
        return this.tell(word("stale"));
      }
      const edit: ChangeSpec = [...edits];
      view.dispatch({ changes: edit, userEvent: "input.shorten", annotations: isolateHistory.of("full") });
      this.tell(found.message, word("applied"));
      view.focus();
    });
    leave.addEventListener("click", () => {
      this.tell(word("left"));
      view.focus();
    });
    const lines = edits.flatMap(({ from, to, insert }) => difference(linesOf(doc.sliceString(from, to)), linesOf(insert)));
    this.fill(
      make("h2", {}, word("instead", found.after, found.before)),
      make("p", { role: "status" }, sentence(found.message)),
      make("div", { class: "fixes" }, apply, leave),
      changeBlock(lines, word("change")),
    );
    apply.focus();
  }

  /** Explains why there is no shorter order, and marks the lines that are the reason. */
  private explain(wish: Wish, found: ShortenResult): void {
    const { view, reveal } = this.host;
    mark(view, found.binding.map(({ line }) => line));
    const { first, last } = found;
    // An answer that names the lines has given the reason.
    const isUnexplained = wish === SHORTEN && found.binding.length === 0;
    const other: Wish | undefined = found.after < found.before ? SHORTEN : isUnexplained ? WHY_NO_SHORTER : undefined;
    const buttons = (other === undefined ? [] : [other]).map((next) => {
      const button = make("button", {}, word(next === SHORTEN ? "shorten" : "why"));
      button.addEventListener("click", () => void this.search(next, { first, last }));
      return button;
    });
    const lines = found.binding.map(({ line, text }) => {
      const button = make("button", { class: "place" }, say("line", line + 1));
      button.addEventListener("click", () => reveal(line));
      return make("li", {}, button, ` ${text}`);
    });
    this.fill(
      make("h2", {}, word("steps", found.before)),
      make("p", { role: "status" }, sentence(found.message)),
      make("ul", {}, ...lines),
      make("div", { class: "fixes" }, ...buttons),
    );
    buttons[0]?.focus();
  }

  private tell(...said: string[]): void {
    this.host.status(said.at(-1) ?? "");
    this.fill(...said.map((one) => make("p", { role: "status" }, sentence(one))));
  }

  private fill(...content: Node[]): void {
    this.host.panel.replaceChildren(make("div", { class: "shorter" }, ...content));
  }
}

function selected(view: EditorView): Lines {
  const { doc, selection } = view.state;
  const { from, to } = selection.main;
  const [first, end] = [doc.lineAt(from), doc.lineAt(to)];
  // A selection of whole lines ends at the start of the next line, which it does not mean.
  const last = to === end.from && end.number > first.number ? end.number - 1 : end.number;
  return last > first.number ? { first: first.number - 1, last: last - 1 } : {};
}

/** Lines of a part that need not end with a line break. */
function linesOf(text: string): string[] {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** Makes a sentence of a clause from the server. */
function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!。]$/.test(capital) ? capital : `${capital}${language() === "ja" ? "。" : "."}`;
}
