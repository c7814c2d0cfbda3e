// The colours of opcodes and operands, which need the instruction table: semantic tokens of the server.

import { LSPPlugin } from "@codemirror/lsp-client";
import { RangeSetBuilder, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from "@codemirror/view";
import type { SemanticTokens, SemanticTokensParams } from "vscode-languageserver-protocol";

/** How long the text must not change before its colours are requested. */
const REST_MS = 120;

const coloured = StateEffect.define<DecorationSet>();

const colours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, transaction) => {
    let result = shown.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(coloured)) {
        result = effect.value;
      }
    }
    return result;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Marks by their classes, so that each is made once. */
const marks = new Map<string, Decoration>();

function mark(classes: string): Decoration {
  const made = marks.get(classes) ?? Decoration.mark({ class: classes });
  marks.set(classes, made);
  return made;
}

function decorations(text: Text, data: readonly number[], types: readonly string[], modifiers: readonly string[]) {
  const builder = new RangeSetBuilder<Decoration>();
  let line = 0;
  let start = 0;
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0, bits = 0] = data.slice(at, at + 5);
    start = lines === 0 ? start + characters : characters;
    line += lines;
    if (line >= text.lines) {
      break;
    }
    const { from, to } = text.line(line + 1);
    const classes = [types[type] ?? "", ...modifiers.filter((_, bit) => (bits & (1 << bit)) !== 0)];
    // A token is the part of an operand that names its memory; the whole operand is coloured.
    const isOperand = ["parameter", "variable"].includes(types[type] ?? "");
    const rest = isOperand ? (/^\w*/.exec(text.sliceString(from + start + length, to))?.[0].length ?? 0) : 0;
    if (from + start + length <= to && length > 0) {
      builder.add(from + start, from + start + length + rest, mark(classes.map((name) => `sem-${name}`).join(" ")));
    }
  }
  return builder.finish();
}

const requests = ViewPlugin.define((view) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isGone = false;
  const ask = async (): Promise<void> => {
    const plugin = LSPPlugin.get(view);
    if (!plugin || isGone) {
      return;
    }
    const { client, uri } = plugin;
    await client.initializing;
    client.sync();
    const { doc } = view.state;
    const answer = await client
      .request<SemanticTokensParams, SemanticTokens | null>("textDocument/semanticTokens/full", { textDocument: { uri } })
      .catch(() => null);
    const legend = client.serverCapabilities?.semanticTokensProvider?.legend;
    if (answer && legend && !isGone && view.state.doc.eq(doc)) {
      const { tokenTypes, tokenModifiers } = legend;
      view.dispatch({ effects: coloured.of(decorations(doc, answer.data, tokenTypes, tokenModifiers)) });
    }
  };
  timer = setTimeout(() => void ask(), 0);
  return {
    update: ({ docChanged }) => {
      if (docChanged) {
        clearTimeout(timer);
        timer = setTimeout(() => void ask(), REST_MS);
      }
    },
    destroy: () => {
      isGone = true;
      clearTimeout(timer);
    },
  };
});

export const tokens = {
  clientCapabilities: {
    textDocument: {
      semanticTokens: {
        requests: { full: true },
        tokenTypes: ["function", "macro", "keyword", "parameter", "variable", "unknownOpcode"],
        tokenModifiers: ["async", "modification", "readonly"],
        formats: ["relative"],
      },
    },
  },
  editorExtension: [colours, requests],
};
