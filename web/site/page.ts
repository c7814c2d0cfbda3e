// Elements of the page. Texts become text nodes, never HTML.

/** The element with this id. */
export function find<E extends HTMLElement = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (element === null) {
    throw new Error(`the page has no #${id}`);
  }
  return element as E;
}

type Properties = Record<string, string | number | boolean | undefined>;

/** Makes an element with attributes and children. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
  element.append(...children);
  return element;
}

/** A sentence whose code is between backticks, as nodes. */
export function inline(text: string): (Node | string)[] {
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 0 ? part : make("code", {}, part))).filter((part) => part !== "");
}
