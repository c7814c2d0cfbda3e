// A language server that causes text to be lost: wherever the cursor is, it suggests exactly what is typed,
// preselected, as a snippet whose placeholder is the whole word. The typing test starts it instead of ours.

import { createRequire } from "node:module";

const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = createRequire(import.meta.url)("vscode-jsonrpc/node");

const connection = createMessageConnection(new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout));
const texts = new Map();

connection.onRequest("initialize", () => ({
  capabilities: { textDocumentSync: 1, completionProvider: { triggerCharacters: ["$", '"'] } },
  serverInfo: { name: "greedy", version: "0" },
}));
connection.onRequest("shutdown", () => null);
connection.onNotification("exit", () => process.exit(0));
connection.onNotification("textDocument/didOpen", ({ textDocument }) => texts.set(textDocument.uri, textDocument.text));
connection.onNotification("textDocument/didChange", ({ textDocument, contentChanges }) =>
  texts.set(textDocument.uri, contentChanges.at(-1).text),
);
connection.onRequest("textDocument/completion", ({ textDocument, position }) => {
  const line = (texts.get(textDocument.uri) ?? "").split("\n")[position.line] ?? "";
  const word = /\S*$/.exec(line.slice(0, position.character))[0];
  const escaped = word.replace(/[\\$}]/g, "\\$&");
  const range = { start: { line: position.line, character: position.character - word.length }, end: position };
  if (word === "") {
    return [];
  }
  // A list with only the typed item would not be shown, so there are two. It is requested again at every key.
  const items = [
    { label: word, preselect: true, insertTextFormat: 2, textEdit: { range, newText: `\${1:${escaped}}` } },
    { label: `${word}0`, textEdit: { range, newText: `${word}0` } },
  ];
  return { isIncomplete: true, items };
});
connection.listen();
