// What the server offers to do with the selected lines: fixes, comments that silence a finding, other ways to write them,
// and commands, in a menu at the cursor.

import { LSPPlugin } from "@codemirror/lsp-client";
import { StateEffect, StateField } from "@codemirror/state";
import { type EditorView, showTooltip, type Tooltip } from "@codemirror/view";
import type { CodeAction, CodeActionParams, Command } from "vscode-languageserver-protocol";

import { inline, make } from "../page";
import { say } from "../words";
import { changes, position } from "./places";

/** What a menu offers at most; the server sends fixes first. */
const OFFERED_MAX = 30;

/** The trigger kind of a request that the user makes, not the editor. */
const INVOKED = 1;

export interface Fix {
  title: string;
  apply(): void;
}

/** Those actions that edit the text which is in the editor now. */
export function fixes(view: EditorView, uri: string, actions: readonly (CodeAction | Command)[]): Fix[] {
  const { doc } = view.state;
  return actions.flatMap((action) => {
    const edits = "edit" in action ? action.edit?.changes?.[uri] : undefined;
    if (edits === undefined) {
      return [];
    }
    const apply = () => {
      // The positions are only valid in the text that the answer is about.
      if (view.state.doc.eq(doc)) {
        view.focus();
        view.dispatch({ changes: changes(doc, edits), userEvent: "input.fix" });
      }
    };
    return [{ title: action.title, apply }];
  });
}

const show = StateEffect.define<Tooltip | null>();

/** The menu, until the selection or the text changes. */
export const actionMenu = StateField.define<Tooltip | null>({
  create: () => null,
  update: (shown, { docChanged, selection, effects }) => {
    const shows = effects.find((effect) => effect.is(show));
    if (shows !== undefined) {
      return shows.value as Tooltip | null;
    }
    return docChanged || selection !== undefined ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

/** What performs commands of the server, by their names, with their argument. */
export type Commands = Record<string, (argument: unknown) => void>;

/** Those actions that are one of the commands. */
function invocations(view: EditorView, actions: readonly (CodeAction | Command)[], commands: Commands): Fix[] {
  return actions.flatMap((action) => {
    const command = typeof action.command === "string" ? (action as Command) : action.command;
    const perform = command && commands[command.command];
    if (command === undefined || perform === undefined) {
      return [];
    }
    const apply = () => {
      view.focus();
      perform(command.arguments?.[0]);
    };
    return [{ title: action.title, apply }];
  });
}

/** Opens the menu. */
export async function offerActions(view: EditorView, commands: Commands): Promise<void> {
  const plugin = LSPPlugin.get(view);
  if (plugin === null) {
    return;
  }
  const { client, uri } = plugin;
  client.sync();
  const { doc, selection } = view.state;
  const { from, to, head } = selection.main;
  const actions = await client
    .request<CodeActionParams, (CodeAction | Command)[] | null>("textDocument/codeAction", {
      textDocument: { uri },
      range: { start: position(doc, from), end: position(doc, to) },
      context: { diagnostics: [], triggerKind: INVOKED },
    })
    .catch(() => null);
  if (!view.state.doc.eq(doc)) {
    return;
  }
  const offered = [...fixes(view, uri, actions ?? []).slice(0, OFFERED_MAX), ...invocations(view, actions ?? [], commands)];
  const dom = menu(view, offered);
  const first = dom.querySelector("button") ?? dom;
  view.dispatch({ effects: show.of({ pos: head, create: () => ({ dom, mount: () => first.focus() }) }) });
}

function menu(view: EditorView, offered: readonly Fix[]): HTMLElement {
  const items = offered.map(({ title, apply }) => {
    const item = make("button", { role: "menuitem", tabindex: -1 }, ...inline(title));
    item.addEventListener("click", apply);
    return item;
  });
  const dom =
    items.length === 0
      ? make("div", { class: "actions", role: "status", tabindex: -1 }, say("noActions"))
      : make("div", { class: "actions", role: "menu", "aria-label": say("actions") }, ...items);
  const close = () => view.dispatch({ effects: show.of(null) });
  dom.addEventListener("focusout", ({ relatedTarget }) => {
    if (!dom.contains(relatedTarget as Node | null)) {
      close();
    }
  });
  dom.addEventListener("keydown", (event) => {
    const at = items.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape") {
      view.focus();
    } else if (to !== undefined) {
      items.at(to % items.length)?.focus();
    } else {
      return;
    }
    event.preventDefault();
  });
  return dom;
}
