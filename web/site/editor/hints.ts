// What the server writes between the characters of the program: steps and cycles, addresses, and when a result can be read.

import { type LSPClient, LSPPlugin } from "@codemirror/lsp-client";
import { StateEffect } from "@codemirror/state";
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate, WidgetType } from "@codemirror/view";
import type { InlayHint, InlayHintParams } from "vscode-languageserver-protocol";

import { isOfSteps } from "../../../editors/vscode/src/protocol";
import { preferred } from "../preferences";
import { offset } from "./places";

/** How long the text and its visible part must not change before hints are requested. */
const REST_MS = 200;

class Hint extends WidgetType {
  /** `explain` requests what the hint means. */
  constructor(
    private readonly text: string,
    private readonly explain: () => Promise<string>,
  ) {
    super();
  }

  override eq(other: Hint): boolean {
    return other.text === this.text;
  }

  toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = "inlay";
    element.textContent = this.text;
    element.addEventListener("mouseenter", () => void this.explain().then((title) => (element.title = title)), { once: true });
    return element;
  }
}

/** The server has what it needs for hints, or others are wanted. */
export const hintsChanged = StateEffect.define<null>();

interface Shown {
  at: number;
  isOfSteps: boolean;
  decoration: Decoration;
}

class Hints {
  decorations: DecorationSet = Decoration.none;
  private shown: Shown[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly view: EditorView) {
    this.soon();
  }

  update(update: ViewUpdate): void {
    const isAsked = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(hintsChanged)));
    if (update.docChanged) {
      this.shown = this.shown.map((one) => ({ ...one, at: update.changes.mapPos(one.at, -1) }));
    }
    if (update.docChanged || update.viewportChanged || isAsked) {
      this.soon();
    }
    if (update.docChanged || update.selectionSet || isAsked) {
      this.decorate();
    }
  }

  destroy(): void {
    clearTimeout(this.timer);
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.request(), REST_MS);
  }

  private async request(): Promise<void> {
    const { view } = this;
    const plugin = LSPPlugin.get(view);
    if (plugin === null) {
      return;
    }
    plugin.client.sync();
    const { doc } = view.state;
    const { from, to } = view.viewport;
    const range = { start: { line: doc.lineAt(from).number - 1, character: 0 }, end: { line: doc.lineAt(to).number, character: 0 } };
    const hints = await plugin.client
      .request<InlayHintParams, InlayHint[] | null>("textDocument/inlayHint", { textDocument: { uri: plugin.uri }, range })
      .catch(() => undefined);
    // An answer about an older text is followed by another one.
    if (hints !== undefined && view.state.doc.eq(doc) && LSPPlugin.get(view) === plugin) {
      this.shown = (hints ?? []).map((hint) => ({ at: offset(doc, hint.position), isOfSteps: isOfSteps(hint), decoration: decorationFor(plugin.client, hint) }));
      this.decorate();
      view.dispatch({});
    }
  }

  /** Steps are shown in the lines of cursors, unless the user wants them in all lines. */
  private decorate(): void {
    const { state } = this.view;
    const lines = new Set(state.selection.ranges.map(({ head }) => state.doc.lineAt(head).number));
    const isEvery = preferred("steps") === "everyLine";
    const isShown = ({ at, isOfSteps }: Shown) => !isOfSteps || isEvery || lines.has(state.doc.lineAt(Math.min(at, state.doc.length)).number);
    this.decorations = Decoration.set(
      this.shown.filter(isShown).map(({ at, decoration }) => decoration.range(at)),
      true,
    );
  }
}

function decorationFor(client: LSPClient, hint: InlayHint): Decoration {
  const text = typeof hint.label === "string" ? hint.label : hint.label.map(({ value }) => value).join("");
  const explain = async () => {
    const { tooltip } = await client.request<InlayHint, InlayHint>("inlayHint/resolve", hint).catch(() => hint);
    return (typeof tooltip === "string" ? tooltip : (tooltip?.value ?? "")).replaceAll("`", "");
  };
  // In front of the values of a run.
  return Decoration.widget({ widget: new Hint(text, explain), side: 0 });
}

export const hints = ViewPlugin.fromClass(Hints, { decorations: (plugin) => plugin.decorations });
