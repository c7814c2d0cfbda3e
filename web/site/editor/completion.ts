// Completion at the cursor, computed and ordered by the server.

import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  completionKeymap,
  type CompletionResult,
  completionStatus,
  hasNextSnippetField,
  snippet,
} from "@codemirror/autocomplete";
import { LSPPlugin } from "@codemirror/lsp-client";
import { Prec } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import type { CompletionItem, CompletionList, CompletionParams } from "vscode-languageserver-protocol";

import { markdown } from "../markdown";
import { make } from "../page";
import { position, span } from "./places";
import { coloured } from "./syntax";

const KINDS: Record<number, string> = { 3: "function", 6: "variable", 12: "constant", 14: "keyword", 20: "constant", 21: "constant" };

async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const plugin = context.view && LSPPlugin.get(context.view);
  if (!plugin) {
    return null;
  }
  const { client, uri } = plugin;
  const { doc } = context.state;
  const before = doc.sliceString(Math.max(0, context.pos - 1), context.pos);
  const triggers = client.serverCapabilities?.completionProvider?.triggerCharacters ?? [];
  const isTrigger = triggers.includes(before);
  if (!context.explicit && !isTrigger && !/[\w$]/.test(before)) {
    return null;
  }
  client.sync();
  const list = await client
    .request<CompletionParams, CompletionList | CompletionItem[] | null>("textDocument/completion", {
      textDocument: { uri },
      position: position(doc, context.pos),
      context:
        isTrigger && !context.explicit ? { triggerKind: 2, triggerCharacter: before } : { triggerKind: 1 },
    })
    .catch(() => null);
  const items = Array.isArray(list) ? list : (list?.items ?? []);
  if (items.length === 0 || context.aborted) {
    return null;
  }
  const place = (item: CompletionItem) =>
    item.textEdit !== undefined && "range" in item.textEdit
      ? span(doc, item.textEdit.range)
      : (context.state.wordAt(context.pos) ?? { from: context.pos, to: context.pos });
  const { from, to } = items[0] === undefined ? { from: context.pos, to: context.pos } : place(items[0]);
  return {
    from,
    to,
    options: items.map((item): Completion => {
      const text = item.textEdit?.newText ?? item.insertText ?? item.label;
      return {
        label: item.filterText ?? item.label,
        displayLabel: item.label,
        ...(item.detail === undefined ? {} : { detail: item.detail }),
        ...(item.sortText === undefined ? {} : { sortText: item.sortText }),
        type: KINDS[item.kind ?? 0] ?? "text",
        apply: item.insertTextFormat === 2 ? snippet(snippetText(text)) : text,
        info: async () => {
          const { documentation } = await client.request<CompletionItem, CompletionItem>("completionItem/resolve", item);
          const said = typeof documentation === "string" ? documentation : documentation?.value;
          return said === undefined ? null : make("div", { class: "hover" }, markdown(said, coloured));
        },
      };
    }),
  };
}

/** A snippet of the protocol as one of CodeMirror, which has no escapes and no tab stops without braces. */
function snippetText(text: string): string {
  return text.replace(/\\([$}\\])|\$(\d+)/g, (_, escaped: string | undefined, stop: string) => escaped ?? `\${${stop}}`);
}

/** Takes what is chosen. Where a list comes or has just come, the key waits for it, and does not leave the editor. */
function take(view: EditorView): boolean {
  return acceptCompletion(view) || (completionStatus(view.state) !== null && !hasNextSnippetField(view.state));
}

/** Enter is a new line, always: what is chosen in the list is taken by Tab. */
const KEYS = [...completionKeymap.filter(({ key }) => key !== "Enter"), { key: "Tab", run: take }];

export const completion = [
  // Tab accepts an item as soon as the list is there: it has no other meaning then.
  autocompletion({ override: [complete], icons: false, maxRenderedOptions: 60, defaultKeymap: false, interactionDelay: 0 }),
  Prec.highest(keymap.of(KEYS)),
];
