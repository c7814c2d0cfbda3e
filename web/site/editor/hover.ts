// The server's explanation of a position in the text, shown when the pointer rests on it.

import { LSPPlugin } from "@codemirror/lsp-client";
import { type EditorView, hoverTooltip } from "@codemirror/view";
import type { Hover, HoverParams, MarkupContent } from "vscode-languageserver-protocol";

import { linkTo, referenceOf } from "../book";
import { markdown } from "../markdown";
import { make } from "../page";
import { say } from "../words";
import { position, span } from "./places";
import { coloured } from "./syntax";

export const hover = hoverTooltip(
  async (view, at) => {
    const { doc } = view.state;
    const answer = await explained(view, at);
    if (answer === null) {
      return null;
    }
    const { contents, range } = answer;
    const { from, to } = range === undefined ? { from: at, to: at } : span(doc, range);
    const page = await referenceOf(contents.value);
    if (!view.state.doc.eq(doc)) {
      return null;
    }
    const text = markdown(contents.value, coloured);
    if (page !== undefined) {
      text.firstElementChild?.after(make("p", {}, linkTo(page, "reference", say("reference"))));
    }
    return {
      pos: from,
      end: to,
      above: true,
      create: () => ({ dom: make("div", { class: "hover" }, text) }),
    };
  },
  { hideOnChange: true },
);

/** The page of the reference about the instruction at the cursor. */
export async function referenceAtCursor(view: EditorView): Promise<string | undefined> {
  const answer = await explained(view, view.state.selection.main.head);
  return answer === null ? undefined : referenceOf(answer.contents.value);
}

/** The server's explanation of a position; null if there is none, or if the text has changed since. */
async function explained(view: EditorView, at: number): Promise<(Hover & { contents: MarkupContent }) | null> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) {
    return null;
  }
  plugin.client.sync();
  const { doc } = view.state;
  const answer = await plugin.client
    .request<HoverParams, Hover | null>("textDocument/hover", {
      textDocument: { uri: plugin.uri },
      position: position(doc, at),
    })
    .catch(() => null);
  const contents = answer?.contents;
  if (contents === undefined || typeof contents === "string" || !("kind" in contents) || !view.state.doc.eq(doc)) {
    return null;
  }
  return { ...answer, contents };
}
