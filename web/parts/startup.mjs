// What a page asks of the server until somebody can work: the functions that this calls are the first part of the module.
//
//   node startup.mjs MODULE LOCALE PROFILE
//     MODULE is instrumented by wasm-split; what it has called goes to PROFILE

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { WASI } from "node:wasi";

const [path, locale, profile] = process.argv.slice(2);
const ROOT = "file:///playground";
const file = (name) => readFile(new URL(name, import.meta.url), "utf8");

/** What CodeMirror's client declares, as far as the server looks at it. */
const capabilities = {
  general: { markdown: { parser: "marked" } },
  textDocument: {
    completion: {
      completionItem: { snippetSupport: true, documentationFormat: ["markdown", "plaintext"], insertReplaceSupport: false },
      completionList: { itemDefaults: ["commitCharacters", "editRange", "insertTextFormat"] },
      completionItemKind: { valueSet: [] },
      contextSupport: true,
    },
    hover: { contentFormat: ["markdown", "plaintext"] },
    formatting: {},
    rename: {},
    signatureHelp: {
      contextSupport: true,
      signatureInformation: {
        documentationFormat: ["plaintext"],
        parameterInformation: { labelOffsetSupport: true },
        activeParameterSupport: true,
      },
    },
    definition: {},
    references: {},
    inlayHint: { resolveSupport: { properties: ["tooltip"] } },
    publishDiagnostics: { versionSupport: true, codeDescriptionSupport: true, dataSupport: true },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "refactor", "source.fixAll"] } },
      isPreferredSupport: true,
      dataSupport: true,
    },
    semanticTokens: {
      requests: { full: true },
      tokenTypes: ["function", "macro", "keyword", "parameter", "variable"],
      tokenModifiers: ["async", "modification", "readonly"],
      formats: ["relative"],
    },
  },
  window: { showMessage: {} },
  experimental: { mnc2: { showsValues: true, showsCurrentLine: true } },
};

// A first visit shows the first lesson, whose testcase is next to the programs.
const lesson = "../../examples/lessons/01-step/";
const preopens = { "/playground": fileURLToPath(new URL(lesson, import.meta.url)) };
const wasi = new WASI({ version: "preview1", preopens });
const { instance } = await WebAssembly.instantiate(await readFile(path), {
  ...wasi.getImportObject(),
  mnc2: { send: () => undefined },
});
const { allocate, memory, receive, start, write_profile: writeProfile } = instance.exports;
wasi.initialize(instance);
start();

let lastId = 0;
function notify(method, params, more = {}) {
  const bytes = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...more, method, params }));
  const address = allocate(bytes.length);
  new Uint8Array(memory.buffer, address, bytes.length).set(bytes);
  if (receive() !== 0) throw new Error(`the server ends at ${method}`);
}
const request = (method, params) => notify(method, params, { id: ++lastId });

// The client names no locale: the configuration that follows changes the language.
request("initialize", { processId: null, clientInfo: { name: "@codemirror/lsp-client" }, rootUri: ROOT, capabilities });
notify("initialized", {});
notify("workspace/didChangeConfiguration", { settings: { mnc2: { language: locale, focus: "n0c0b0m0p0" } } });
const programs = ["first", "whole_chip", "matrix_double"].map((name) => file(`../../examples/${name}.vsm`));
const english = await Promise.all([...programs, file(`${lesson}start.vsm`)]);
// As the page shows them: their comments are in its language.
const comments = locale === "ja" ? JSON.parse(await file("../site/examples.ja.json")) : {};
const texts = english.map((text) => text.replace(/# (.*)$/gm, (whole, comment) => (comments[comment] ? `# ${comments[comment]}` : whole)));
for (const [number, text] of texts.entries()) {
  const uri = `${ROOT}/program${number}.vsm`;
  const beside = ["testcase.vsm", "mnc2.toml", "input.json"].map((name) => ({ uri: `${ROOT}/${name}`, type: 3 }));
  notify("workspace/didChangeWatchedFiles", { changes: beside });
  notify("textDocument/didOpen", { textDocument: { uri, languageId: "mnc2", version: 0, text } });
  request("textDocument/semanticTokens/full", { textDocument: { uri } });
  notify("textDocument/didClose", { textDocument: { uri } });
}

const room = 1 << 20;
const address = allocate(room);
const length = writeProfile(address, room);
if (length > room) throw new Error(`the profile has ${length} bytes`);
await writeFile(profile, new Uint8Array(memory.buffer, address, length));
