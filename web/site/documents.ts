// Texts that the server is asked about although no editor has them.

import type { LSPClient } from "@codemirror/lsp-client";

import { uriFor } from "./contents";

let opened = 0;

/** Opens texts as documents of the server, for as long as some work on their URIs takes. */
export async function withDocuments<Answer>(client: LSPClient, texts: readonly string[], work: (uris: string[]) => Promise<Answer>): Promise<Answer> {
  const uris = texts.map(() => uriFor(`document-${(opened += 1)}.vsm`));
  texts.forEach((text, at) => {
    client.notification("textDocument/didOpen", { textDocument: { uri: uris[at], languageId: "mnc2", version: 1, text } });
  });
  try {
    return await work(uris);
  } finally {
    uris.forEach((uri) => client.notification("textDocument/didClose", { textDocument: { uri } }));
  }
}

/** Carries out a command of the server. */
export function execute(client: LSPClient, command: string, parameters: object): Promise<unknown> {
  return client.request<object, unknown>("workspace/executeCommand", { command, arguments: [parameters] });
}
