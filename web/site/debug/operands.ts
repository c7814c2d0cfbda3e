// The operands of the line where a run is stopped, which the server computes.

import { LSPPlugin } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";
import type { InlineValueEvaluatableExpression, InlineValueParams } from "vscode-languageserver-protocol";

import { span } from "../editor/places";

/** Maximum number of operands whose values are shown next to a line. */
const SHOWN_MAX = 6;

/** The values of the operands of a line, counted from 0, as texts; `evaluate` computes an expression. */
export async function valuesOfLine(view: EditorView, line: number, evaluate: (expression: string) => Promise<string>): Promise<string[]> {
  const operands = (await operandsOf(view, line)).slice(0, SHOWN_MAX);
  const values = operands.map((expression) =>
    evaluate(expression).then(
      (value) => [`${expression} = ${value}`],
      () => [],
    ),
  );
  return (await Promise.all(values)).flat();
}

/** The operands of a line, counted from 0, as expressions of the debugger, each once. */
async function operandsOf(view: EditorView, line: number): Promise<string[]> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) {
    return [];
  }
  plugin.client.sync();
  const { doc } = view.state;
  const start = { line, character: 0 };
  const range = { start, end: start };
  const found = await plugin.client
    .request<InlineValueParams, InlineValueEvaluatableExpression[] | null>("textDocument/inlineValue", {
      textDocument: { uri: plugin.uri },
      range,
      context: { frameId: 0, stoppedLocation: range },
    })
    .catch(() => null);
  const texts = (found ?? []).map((value) => {
    const { from, to } = span(doc, value.range);
    return doc.sliceString(from, to);
  });
  return [...new Set(texts)];
}
