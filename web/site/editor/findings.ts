// Findings of the server: underlined in the text, and passed to the page, with the fixes of each.

import type { LSPClient, LSPClientExtension } from "@codemirror/lsp-client";
import { LSPPlugin } from "@codemirror/lsp-client";
import { type Action, type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { type EditorView, ViewPlugin } from "@codemirror/view";
import type {
  CodeAction,
  CodeActionParams,
  Command,
  Diagnostic as Finding,
  PublishDiagnosticsParams,
} from "vscode-languageserver-protocol";

import { inline, make } from "../page";
import { type Fix, fixes } from "./actions";
import { span } from "./places";

/** How long the text must be unchanged before it is sent to the server. */
const REST_MS = 60;

/** Findings whose fixes are requested. */
const FIXED_MAX = 100;

const SEVERITIES = ["error", "error", "warning", "info", "hint"] as const;

export type Severity = (typeof SEVERITIES)[number];

export interface Reported {
  severity: Severity;
  code: string;
  message: string;
  /** Counted from 0. */
  line: number;
  /** The page about it. */
  page: string | undefined;
  from: number;
  to: number;
  fixes: Fix[];
}

/** The recipient of findings. */
export interface FindingsHost {
  /** Gets all findings of a text each time that they change. */
  show(view: EditorView, reported: Reported[]): void;
  /** Gets what the server reports about a file that is not in the editor. */
  beside(uri: string, findings: readonly Finding[]): void;
}

export function findings(host: FindingsHost): LSPClientExtension {
  const show = host.show.bind(host);
  const receive = (client: LSPClient, params: PublishDiagnosticsParams): boolean => {
    const file = client.workspace.getFile(params.uri);
    if (!file) {
      host.beside(params.uri, params.diagnostics);
    }
    const view = file?.getView();
    const plugin = view && LSPPlugin.get(view);
    // The findings of an older text are followed by the findings of the newest text.
    if (!file || !view || !plugin || !plugin.unsyncedChanges.empty || params.version !== file.version) {
      return true;
    }
    const reported = params.diagnostics.map((finding) => report(view, finding));
    publish(view, reported);
    show(view, reported);
    if (reported.length > 0) {
      void addFixes(client, view, params, reported).then((changed) => {
        if (changed) {
          publish(view, reported);
          show(view, reported);
        }
      });
    }
    return true;
  };
  return {
    clientCapabilities: {
      textDocument: {
        publishDiagnostics: { versionSupport: true, codeDescriptionSupport: true, dataSupport: true },
        codeAction: {
          codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "refactor", "source.fixAll"] } },
          isPreferredSupport: true,
          dataSupport: true,
        },
      },
    },
    notificationHandlers: { "textDocument/publishDiagnostics": receive },
    editorExtension: following,
  };
}

function report(view: EditorView, finding: Finding): Reported {
  return {
    severity: SEVERITIES[finding.severity ?? 1] ?? "error",
    code: String(finding.code ?? ""),
    message: typeof finding.message === "string" ? finding.message : finding.message.value,
    line: finding.range.start.line,
    page: finding.codeDescription?.href,
    ...span(view.state.doc, finding.range),
    fixes: [],
  };
}

function publish(view: EditorView, reported: readonly Reported[]): void {
  const shown = reported.map(({ from, to, severity, code, message, fixes }): Diagnostic => {
    const actions = fixes.map(({ title, apply }): Action => ({ name: title, apply }));
    const renderMessage = () => make("span", {}, ...inline(message));
    return { from, to, severity, message, renderMessage, source: code, actions };
  });
  view.dispatch(setDiagnostics(view.state, shown));
}

/** Requests the fixes of the first findings; returns whether there are any and the text is still there. */
async function addFixes(
  client: LSPClient,
  view: EditorView,
  { uri, diagnostics }: PublishDiagnosticsParams,
  reported: Reported[],
): Promise<boolean> {
  const { doc } = view.state;
  const asked = diagnostics.slice(0, FIXED_MAX);
  const actions = await Promise.all(
    asked.map((finding) =>
      client
        .request<CodeActionParams, (CodeAction | Command)[] | null>("textDocument/codeAction", {
          textDocument: { uri },
          range: finding.range,
          context: { diagnostics: [finding], only: ["quickfix"], triggerKind: 2 },
        })
        .catch(() => null),
    ),
  );
  if (!view.state.doc.eq(doc)) {
    return false;
  }
  let found = false;
  actions.forEach((list, index) => {
    const of = reported[index];
    const finding = asked[index];
    const own = (list ?? []).filter((action) => finding !== undefined && "diagnostics" in action && action.diagnostics?.some((one) => isSame(one, finding)));
    // Comments that silence it are in the menu of actions.
    const mending = fixes(view, uri, own).filter(({ title }) => !/mnc2: (allow|許可)|allow(-file)?\b/.test(title));
    if (of !== undefined && mending.length > 0) {
      found = true;
      of.fixes = mending;
    }
  });
  return found;
}

/** Whether both are the same finding: the actions of the server for a line are about all its findings. */
function isSame(one: Finding, other: Finding): boolean {
  const key = ({ code, range: { start, end } }: Finding) => [code, start.line, start.character, end.line, end.character].join();
  return key(one) === key(other);
}

/** Sends edits to the server. */
const following = ViewPlugin.define((view) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    update: ({ docChanged }) => {
      if (docChanged) {
        clearTimeout(timer);
        timer = setTimeout(() => LSPPlugin.get(view)?.client.sync(), REST_MS);
      }
    },
    destroy: () => clearTimeout(timer),
  };
});
