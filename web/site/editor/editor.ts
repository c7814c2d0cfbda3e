// The editor: CodeMirror with the features of the server.

import { lintGutter } from "@codemirror/lint";
import { formatDocument, formatKeymap, jumpToDefinitionKeymap, LSPClient, renameKeymap, signatureHelp, type Transport } from "@codemirror/lsp-client";
import { Annotation, Compartment, EditorState, type Extension, Prec } from "@codemirror/state";
import { EditorView, type KeyBinding, keymap, lineNumbers } from "@codemirror/view";

import { languageOf } from "../languages";
import { preferred } from "../preferences";
import { ROOT } from "../server";
import { actionMenu } from "./actions";
import { completion } from "./completion";
import { findings, type FindingsHost } from "./findings";
import { hover } from "./hover";
import { setup } from "./setup";
import { syntax } from "./syntax";
import { tokens } from "./tokens";
import { values } from "./values";

export { formatDocument };

/** Longest time for an answer: a run may take as long as it likes, since it can be stopped. */
const PATIENCE_MS = 0x7fff_ffff;

/** The type of a message of the log that warns; errors have the one below. */
const WARNING = 2;

/** The client of the server, for all programs that are opened. */
export function makeClient(host: FindingsHost & { warned(message: string): void }): LSPClient {
  return new LSPClient({
    rootUri: ROOT.slice(0, -1),
    timeout: PATIENCE_MS,
    extensions: [
      signatureHelp(),
      findings(host),
      tokens,
      {
        clientCapabilities: {
          textDocument: { inlayHint: { resolveSupport: { properties: ["tooltip"] } } },
          experimental: { mnc2: { showsValues: true, showsCurrentLine: true } },
        },
      },
    ],
    notificationHandlers: {
      // The page shows verdicts and problems itself.
      "window/showMessage": () => true,
      "window/logMessage": (_, { type, message }: { type: number; message: string }) => {
        if (type <= WARNING) {
          host.warned(message);
        }
        return true;
      },
    },
  });
}

/** Corrects the messages of the client: it declares capabilities that the page does not use. */
export function declaring(transport: Transport): Transport {
  return {
    send: (text) => {
      const message = JSON.parse(text) as InitializeMessage;
      if (message.method !== "initialize") {
        return transport.send(text);
      }
      const { textDocument } = message.params.capabilities;
      // Diagnostics are pushed.
      delete textDocument.diagnostic;
      // Documentation of signatures becomes text.
      textDocument.signatureHelp.signatureInformation.documentationFormat = ["plaintext"];
      transport.send(JSON.stringify(message));
    },
    subscribe: (handler) => transport.subscribe(handler),
    unsubscribe: (handler) => transport.unsubscribe(handler),
  };
}

interface InitializeMessage {
  method: string;
  params: {
    capabilities: {
      textDocument: {
        diagnostic?: object;
        signatureHelp: { signatureInformation: { documentationFormat: string[] } };
      };
    };
  };
}

const theme = new Compartment();
const phrases = new Compartment();
const wrapping = new Compartment();

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "var(--code-size)", color: "var(--text)", backgroundColor: "var(--ground)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--code)", lineHeight: "1.55" },
  ".cm-scroller:focus-visible": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-gutters": { color: "var(--quiet)", backgroundColor: "var(--ground)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--active)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--active)", color: "var(--text)" },
  ".cm-content": { caretColor: "var(--text)", padding: "8px 0 40vh" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-tooltip": {
    color: "var(--text)",
    backgroundColor: "var(--raised)",
    border: "1px solid var(--edge)",
    borderRadius: "6px",
    boxShadow: "0 4px 16px rgb(0 0 0 / 16%)",
  },
  ".cm-tooltip-autocomplete > ul": { fontFamily: "var(--code)" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "2px 8px" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { color: "var(--on-accent)", backgroundColor: "var(--accent)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected] .cm-completionDetail": { color: "var(--on-accent)" },
  ".cm-completionDetail": { color: "var(--quiet)", fontStyle: "normal", fontFamily: "var(--prose)" },
  ".cm-completionInfo": { padding: "0" },
  ".actions": { maxWidth: "min(60ch, 90vw)", maxHeight: "40vh", overflowY: "auto", padding: "4px", fontFamily: "var(--prose)" },
  ".actions button": { display: "block", width: "100%", height: "auto", padding: "4px 8px", border: "none", background: "none", textAlign: "start", whiteSpace: "normal" },
  ".actions button:focus": { color: "var(--on-accent)", background: "var(--accent)", outline: "none" },
  ".cm-panels": { color: "var(--text)", backgroundColor: "var(--raised)", borderColor: "var(--edge)" },
  ".cm-panels .cm-textfield, .cm-panels .cm-button, .cm-panels button": { height: "26px", margin: "2px 4px", color: "var(--text)", backgroundColor: "var(--ground)", backgroundImage: "none", border: "1px solid var(--edge)", fontSize: "13px" },
  ".cm-panels input[type=checkbox]": { height: "auto", padding: "0", verticalAlign: "middle", accentColor: "var(--accent)" },
  ".cm-panel.cm-search": { padding: "4px 32px 4px 8px", fontFamily: "var(--prose)" },
  ".cm-panel.cm-search label": { display: "inline-flex", alignItems: "center", gap: "4px", marginRight: "10px", fontSize: "13px" },
  ".cm-searchMatch": { backgroundColor: "var(--match)" },
  ".cm-diagnostic": { padding: "6px 10px", borderLeftWidth: "3px", whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction": { color: "var(--on-accent)", backgroundColor: "var(--accent)", borderRadius: "4px", padding: "3px 8px" },
  ".cm-foldPlaceholder": { color: "var(--quiet)", backgroundColor: "var(--active)", border: "none" },
});

export interface EditorParts {
  /** The label of the editor for screen readers. */
  label: string;
  nonce: string;
  isDark: boolean;
  phrases: Record<string, string>;
  keys: readonly KeyBinding[];
  /** Called after each edit; `isOwn` unless another tab made it. */
  edited: (isOwn: boolean) => void;
  /** Called with the text before each paste. */
  pasted: (before: string) => void;
  moved: () => void;
  /** The number of a line, counted from 0, was pressed. */
  numberPressed: (line: number) => void;
  /** A file was dropped. */
  dropped: (file: File) => void;
}

/** The state of a program in the editor. */
export function stateOf(client: LSPClient, uri: string, name: string, text: string, parts: EditorParts): EditorState {
  const language = languageOf(name, text);
  const extensions: Extension[] = [
    Prec.highest(keymap.of(parts.keys)),
    EditorView.cspNonce.of(parts.nonce),
    lineNumbers({
      domEventHandlers: {
        mousedown: (view, { from }, event) => {
          // Another button opens the menu of the browser.
          if ((event as MouseEvent).button !== 0) {
            return false;
          }
          parts.numberPressed(view.state.doc.lineAt(from).number - 1);
          return true;
        },
      },
    }),
    setup,
    typingOver,
    EditorView.domEventHandlers({
      drop: (event) => {
        const file = event.dataTransfer?.files[0];
        if (file === undefined) {
          return false;
        }
        event.preventDefault();
        parts.dropped(file);
        return true;
      },
    }),
    // If no list is open, Tab leaves the editor, for users of a keyboard alone.
    keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap]),
    syntax(language),
    values,
    hover,
    completion,
    lintGutter(),
    actionMenu,
    look,
    wrapping.of(wrapped()),
    theme.of(EditorView.darkTheme.of(parts.isDark)),
    phrases.of(EditorState.phrases.of(parts.phrases)),
    EditorView.contentAttributes.of({ "aria-label": parts.label, spellcheck: "false", autocapitalize: "off" }),
    EditorView.updateListener.of((update) => {
      if (update.transactions.some((one) => one.docChanged && (one.isUserEvent("input.paste") || one.isUserEvent("input.drop")))) {
        parts.pasted(update.startState.doc.toString());
      }
      if (update.docChanged) {
        parts.edited(!update.transactions.some((one) => one.annotation(foreign)));
      }
      if (update.selectionSet) {
        parts.moved();
      }
    }),
    client.plugin(uri, language),
  ];
  return EditorState.create({ doc: text, extensions });
}

/** Marks a change that another tab has made. */
const foreign = Annotation.define<boolean>();

/** Makes the text another one, where it differs. */
export function replaceText(view: EditorView, text: string): void {
  const before = view.state.doc.toString();
  if (before === text) {
    return;
  }
  const end = Math.min(before.length, text.length);
  let from = 0;
  while (from < end && before[from] === text[from]) {
    from += 1;
  }
  let same = 0;
  while (same < end - from && before.at(-1 - same) === text.at(-1 - same)) {
    same += 1;
  }
  const changes = { from, to: before.length - same, insert: text.slice(from, text.length - same) };
  view.dispatch({ changes, annotations: foreign.of(true) });
}

/** Replaces a selection by typed text: a browser would style the text itself, which the policy of the page forbids. */
const typingOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { from, to, empty } = view.state.selection.main;
    const isTyped = event.inputType === "insertText" && event.data !== null && !event.isComposing && !view.composing;
    if (!isTyped || empty || view.state.selection.ranges.length > 1) {
      return false;
    }
    const text = event.data ?? "";
    const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
    event.preventDefault();
    if (!view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, text, insert))) {
      view.dispatch(insert());
    }
    return true;
  },
});

export function darken(view: EditorView, isDark: boolean): void {
  view.dispatch({ effects: theme.reconfigure(EditorView.darkTheme.of(isDark)) });
}

/** Lets long lines continue below, or not, as the user prefers. */
export function wrap(view: EditorView): void {
  view.dispatch({ effects: wrapping.reconfigure(wrapped()) });
}

function wrapped(): Extension {
  return preferred("wrap") === "on" ? EditorView.lineWrapping : [];
}

export function translate(view: EditorView, words: Record<string, string>): void {
  view.dispatch({ effects: phrases.reconfigure(EditorState.phrases.of(words)) });
}
