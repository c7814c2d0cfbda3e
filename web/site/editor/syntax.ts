// Colours that need no instruction table: comments, strings, numbers. The meaning of a word is shown by the server's tokens. In
// languages other than MN-Core 2, only comments and numbers are coloured.

import { HighlightStyle, LanguageSupport, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { highlightCode, tags } from "@lezer/highlight";

import { commentOf, type LanguageId } from "../languages";

const program = StreamLanguage.define<{ isStart: boolean }>({
  name: "mnc2",
  startState: () => ({ isStart: true }),
  token: (stream, state) => {
    if (stream.sol()) {
      state.isStart = true;
    }
    if (stream.eatSpace()) {
      return null;
    }
    const { isStart } = state;
    state.isStart = false;
    if (stream.match(/^#.*/)) {
      return "comment";
    }
    if (stream.match(/^[a-z]+"[^"]*"?/)) {
      return "string";
    }
    if (isStart && stream.match(/^d\s+(get|set)\w*/)) {
      return "keyword";
    }
    if (stream.match(/^;/)) {
      state.isStart = true;
      return "punctuation";
    }
    if (isStart && stream.match(/^[a-z]\w*/)) {
      return "name";
    }
    if (stream.match(/^\$\w+/)) {
      return "variableName";
    }
    if (stream.match(/^\/(\$?\w+)|^@[\w./]*|^i[0-9a-f]{2}\b|^(0[xb])?[0-9a-f]+\b/)) {
      return "number";
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" } },
});

/** Another language: comments and numbers. */
function other(id: LanguageId): LanguageSupport {
  const comment = commentOf(id);
  const text = StreamLanguage.define<null>({
    name: id,
    token: (stream) => {
      if (stream.match(comment)) {
        stream.skipToEnd();
        return "comment";
      }
      if (stream.match(/^\b(0[xb][0-9a-fA-F.]+(p[+-]?\d+)?|\d+)\b/)) {
        return "number";
      }
      if (stream.match(/^[%@.]?\w[\w.]*/) === null) {
        stream.next();
      }
      return null;
    },
    languageData: { commentTokens: { line: comment } },
  });
  return new LanguageSupport(text);
}

const STYLE = HighlightStyle.define([
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.string, class: "tok-string" },
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.punctuation, class: "tok-punctuation" },
]);

export function syntax(language: LanguageId): Extension {
  return [language === "mnc2" ? new LanguageSupport(program) : other(language), syntaxHighlighting(STYLE)];
}

/** Puts code with its colours into an element. */
export function coloured(text: string, language: string, into: HTMLElement): void {
  if (language !== "mnc2" && language !== "vsm") {
    into.append(text);
    return;
  }
  highlightCode(
    text,
    program.parser.parse(text),
    STYLE,
    (part, classes) => {
      if (classes === "") {
        into.append(part);
      } else {
        const span = document.createElement("span");
        span.className = classes;
        span.append(part);
        into.append(span);
      }
    },
    () => into.append("\n"),
  );
}
