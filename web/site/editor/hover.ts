// What the server says about a place in the text, when it is pointed at.

import { LSPPlugin } from "@codemirror/lsp-client";
import { hoverTooltip } from "@codemirror/view";
import type { Hover, HoverParams } from "vscode-languageserver-protocol";

import { markdown } from "../markdown";
import { make } from "../page";
import { position, span } from "./places";
import { coloured } from "./syntax";

export const hover = hoverTooltip(
  async (view, at) => {
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
    const { from, to } = answer?.range === undefined ? { from: at, to: at } : span(doc, answer.range);
    return {
      pos: from,
      end: to,
      above: true,
      create: () => ({ dom: make("div", { class: "hover" }, markdown(contents.value, coloured)) }),
    };
  },
  { hideOnChange: true },
);
