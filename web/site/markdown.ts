// Markdown as elements. HTML in it stays text, and only links to web pages are links.

import { lexer, type Token, type Tokens } from "marked";

import { addressOf } from "./book";
import { make } from "./page";

/** Renders code of a language into a parent. */
export type Code = (text: string, language: string, into: HTMLElement) => void;

/** Blocks that may be nested in each other; deeper ones are shown as text. */
const DEPTH_MAX = 20;

export function markdown(text: string, code: Code): HTMLElement {
  const root = make("div", { class: "markdown" });
  append(root, lexer(text), code, 0);
  return root;
}

function append(into: HTMLElement, tokens: readonly Token[], code: Code, depth: number): void {
  for (const token of tokens) {
    into.append(...nodes(token, code, depth));
  }
}

/** An element around the tokens inside one. */
function around<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  inside: { tokens?: Token[] | undefined; text?: string | undefined },
  code: Code,
  depth: number,
): HTMLElementTagNameMap[Name] {
  const element = make(name);
  if (inside.tokens === undefined || depth >= DEPTH_MAX) {
    element.append(inside.text ?? "");
  } else {
    append(element, inside.tokens, code, depth + 1);
  }
  return element;
}

function nodes(token: Token, code: Code, depth: number): (Node | string)[] {
  switch (token.type) {
    case "space":
    case "def":
      return [];
    case "paragraph":
      return [around("p", token as Tokens.Paragraph, code, depth)];
    case "heading":
      // Headings of an explanation are below the headings of the page.
      return [around((token as Tokens.Heading).depth === 1 ? "h2" : "h3", token as Tokens.Heading, code, depth)];
    case "strong":
      return [around("strong", token as Tokens.Strong, code, depth)];
    case "em":
      return [around("em", token as Tokens.Em, code, depth)];
    case "del":
      return [around("del", token as Tokens.Del, code, depth)];
    case "blockquote":
      return [around("blockquote", token as Tokens.Blockquote, code, depth)];
    case "hr":
      return [make("hr")];
    case "br":
      return [make("br")];
    case "codespan":
      return [make("code", {}, (token as Tokens.Codespan).text)];
    case "escape":
      return [(token as Tokens.Escape).text];
    case "code": {
      const { text, lang } = token as Tokens.Code;
      const block = make("code");
      code(text, lang ?? "", block);
      return [make("pre", {}, block)];
    }
    case "link": {
      const { href } = token as Tokens.Link;
      const element = around(/^https?:\/\//.test(href) ? "a" : "span", token as Tokens.Link, code, depth);
      if (element instanceof HTMLAnchorElement) {
        element.href = addressOf(href);
        element.target = "_blank";
        element.rel = "noopener noreferrer";
      }
      return [element];
    }
    case "list": {
      const { ordered, items } = token as Tokens.List;
      return [make(ordered ? "ol" : "ul", {}, ...items.map((item) => around("li", item, code, depth)))];
    }
    case "table": {
      const { header, rows } = token as Tokens.Table;
      const row = (name: "th" | "td", cells: Tokens.TableCell[]) =>
        make("tr", {}, ...cells.map((cell) => around(name, cell, code, depth)));
      return [
        make("table", {}, make("thead", {}, row("th", header)), make("tbody", {}, ...rows.map((cells) => row("td", cells)))),
      ];
    }
    case "text": {
      const { tokens, text } = token as Tokens.Text;
      if (tokens === undefined || depth >= DEPTH_MAX) {
        return [unescaped(text)];
      }
      return tokens.flatMap((inner) => nodes(inner, code, depth + 1));
    }
    default:
      return [token.raw];
  }
}

/** The lexer leaves entities as they are written. */
function unescaped(text: string): string {
  const named: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&nbsp;": "\u00a0" };
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => named[entity] ?? entity);
}
