// The words in which a run is shown: the page beside the program and the summary beside a line.
// Pure text; nothing here knows the editor.

import type { RunToHereResult, WrittenOperand } from "./protocol";

/** Beyond these a double is more likely something else, read as a double. */
const SMALLEST_MEANT = 1e-30;
const LARGEST_MEANT = 1e30;

/** The dump lines of each `d get` statement, in the order of the program. */
export function dumpByLine(result: RunToHereResult): Map<number, string[]> {
  const lines = new Map<number, string[]>();
  for (const { line, text } of result.dump) {
    const texts = lines.get(line);
    if (texts === undefined) {
      lines.set(line, [text]);
    } else {
      texts.push(text);
    }
  }
  return new Map([...lines].sort(([a], [b]) => a - b));
}

/**
 * The page beside the program.
 *
 * `source` gives the text of a line of the program, for the headings.
 */
export function dumpPage(
  name: string,
  result: RunToHereResult,
  source: (line: number) => string | undefined,
): string {
  const page = [`${name}, run to line ${result.line + 1}: ${count(result.steps, "step")}`, ""];
  if (result.written.length > 0) {
    page.push(heading(result.line, source, "wrote"));
    page.push(...writtenTable(result.written), "");
  }
  for (const [line, texts] of dumpByLine(result)) {
    page.push(heading(line, source, "dumped"));
    page.push(...texts, "");
  }
  if (result.truncated) {
    page.push("The dump was cut short here: narrow the d get statements, or run the program with mnc2 run.");
  } else if (result.dump.length === 0 && result.written.length === 0) {
    page.push("Nothing was dumped: no d get statement was executed, and the line wrote nothing.");
  }
  return page.join("\n").trimEnd() + "\n";
}

/** One line of text for what a `d get` statement dumped, at most about `limit` characters. */
export function dumpSummary(texts: readonly string[], limit: number): string {
  return summary(texts.map(shortValue), limit);
}

/**
 * One line of text for what an instruction wrote, at most about `limit` characters an operand.
 *
 * A value that is the same in every cycle is told once.
 */
export function writtenSummary(written: readonly WrittenOperand[], limit: number): string {
  return written
    .map(({ operand, values }) => {
      const texts = values.map(valueText);
      const same = texts.every((text) => text === texts[0]);
      return `${operand} = ${summary(same ? texts.slice(0, 1) : texts, limit)}`;
    })
    .join("   ");
}

/**
 * The value of a dump line without what the reader sees anyway: memory, element and statement.
 *
 * Of a dump with a data type the numbers stay. Of one without, the number stays if it looks like
 * one that was meant, else the bits: an integer read as a double is next to nothing.
 */
export function shortValue(text: string): string {
  const value = text
    .replace(/^DEBUG-\w+\([^)]*\):/, "")
    .replace(/\s*#d get.*$/, "")
    .trim();
  const plain = /^\(f:(\S+), i:.*, v:(\S+)\)$/.exec(value);
  if (plain !== null) {
    const [, number = "", bits = ""] = plain;
    const size = Math.abs(Number(number));
    return size >= SMALLEST_MEANT && size <= LARGEST_MEANT ? number : bits;
  }
  const typed = /^(\([^()]*\)) \(0x[^()]*\)$/.exec(value);
  return typed?.[1] ?? value;
}

/** A value of the result as text. */
export function valueText(value: string | null): string {
  return value ?? "–";
}

/** `1 step`, `2 steps`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function summary(values: readonly string[], limit: number): string {
  const shown: string[] = [];
  let length = 0;
  for (const value of values) {
    length += value.length + 2;
    if (shown.length > 0 && length > limit) {
      break;
    }
    shown.push(value.length > limit ? `${value.slice(0, limit - 1)}…` : value);
  }
  const hidden = values.length - shown.length;
  return shown.join("  ") + (hidden > 0 ? `  … ${hidden} more` : "");
}

function heading(
  line: number,
  source: (line: number) => string | undefined,
  verb: string,
): string {
  const text = source(line)?.replace(/#.*$/, "").trim();
  return `line ${line + 1} ${verb}${text ? `: ${text}` : ""}`;
}

function writtenTable(written: readonly WrittenOperand[]): string[] {
  const operandWidth = Math.max(...written.map(({ operand }) => operand.length));
  const elementWidth = Math.max(...written.map(({ element }) => element.length));
  return written.flatMap(({ operand, element, values }) =>
    values.map((value, index) => {
      const label =
        index === 0
          ? `${operand.padEnd(operandWidth)}  ${element.padEnd(elementWidth)}`
          : "".padEnd(operandWidth + 2 + elementWidth);
      return `  ${label}  ${valueText(value)}`;
    }),
  );
}
