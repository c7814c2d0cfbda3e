// What the views have in common: their language, messages to and from the extension, and making elements.

import * as l10n from "@vscode/l10n";

// Every view imports this module first, so that later texts are in the user's language.
l10n.config({ contents: document.querySelector('meta[name="words"]')?.getAttribute("content") ?? "{}" });

interface Editor<State> {
  postMessage(message: unknown): void;
  getState(): State | undefined;
  setState(state: State): void;
}

declare function acquireVsCodeApi<State>(): Editor<State>;

/** The editor, as a view sees it. Can be requested only once. */
export function editor<From, State>(): {
  send(message: From): void;
  state(): State | undefined;
  keep(state: State): void;
} {
  const api = acquireVsCodeApi<State>();
  return {
    send: (message) => api.postMessage(message),
    state: () => api.getState(),
    keep: (state) => api.setState(state),
  };
}

/** Listens to the extension. */
export function listen<To>(receive: (message: To) => void): void {
  window.addEventListener("message", (event: MessageEvent<To>) => receive(event.data));
}

/** The element of the page with this id. */
export function find<E extends Element = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (element === null) {
    throw new Error(`the page has no #${id}`);
  }
  return element as unknown as E;
}

type Properties = Record<string, string | number | boolean | undefined>;

/** Makes an element with attributes and children. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  set(element, properties);
  element.append(...children);
  return element;
}

/** Makes an element of a picture. */
export function draw<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  set(element, properties);
  element.append(...children);
  return element;
}

function set(element: Element, properties: Properties): void {
  for (const [name, value] of Object.entries(properties)) {
    if (value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/** Makes the options of a list. */
export function options(select: HTMLSelectElement, choices: readonly (readonly [string, string])[]): void {
  const chosen = select.value;
  select.replaceChildren(...choices.map(([value, title]) => make("option", { value }, title)));
  if (choices.some(([value]) => value === chosen)) {
    select.value = chosen;
  }
}
