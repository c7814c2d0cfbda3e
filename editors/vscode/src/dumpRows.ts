// The lines of a dump as rows: the words that they show, and these words in other formats. Pure text.

import * as l10n from "@vscode/l10n";

import type { Computed, DumpLine } from "./protocol";
import { FORMAT_NAMES, memoryName } from "./words";

/** A line of a dump, split into parts. */
export interface DumpRow {
  /** The statement that printed it, counted from 0. */
  line: number;
  /** The statement as the dump repeats it. */
  statement: string;
  /** The manual's name, such as `GRF0`; empty if the line could not be split. */
  memory: string;
  /** Such as `n0c0b0m0p0`. */
  element: string;
  address: string;
  /** The value as printed. */
  printed: string;
  /** The value as it is shown next to its line in the program. */
  short: string;
  /** Hexadecimal digits of each word shown: 8 of a single word, 16 of a long word. */
  words: string[];
  /** Identifies the same place in another run. */
  key: string;
}

/** How the words of a row are shown. */
export type Format =
  | "short"
  | "printed"
  | "hexadecimal"
  | "double"
  | "single"
  | "half"
  | "integer64"
  | "integer32"
  | "integer16";

/** The formats with their names. The first is the format of the instruction that wrote each value. */
export function formats(): [Format, string][] {
  const named = ["hexadecimal", "double", "single", "half", "integer64", "integer32", "integer16"] as const;
  return [
    ["short", l10n.t("automatic")],
    ["printed", l10n.t("as printed")],
    ...named.map((format): [Format, string] => [format, FORMAT_NAMES[format]?.() ?? format]),
  ];
}

/** A value of the line that was run to, in a format; `short` is in the format of the instruction. */
export function formattedWritten(bits: string, text: string, format: Format): string {
  if (format === "short" || format === "printed") {
    return format === "short" ? text : bits;
  }
  const [, words = ""] = /^(?:\[\d+\] )?((?:0x[0-9a-f]+ ?)+)$/.exec(bits) ?? [];
  const digits = words.split(" ").map((word) => word.replace("0x", ""));
  return words === "" ? bits : (inFormat(digits, format) ?? bits);
}

/** Splits the lines of a dump into parts. */
export function dumpRows(dump: readonly DumpLine[]): DumpRow[] {
  const seen = new Map<string, number>();
  return dump.map(({ line, text, short }) => {
    const parts = /^DEBUG-(\w+)\(([^,)]*),([^)]*)\):(.*?)(?: ?#(d get.*))?$/.exec(text);
    const [, memory = "", element = "", address = "", printed = text, statement = ""] = parts ?? [];
    const place = `${memory}(${element},${address})${statement}`;
    const before = seen.get(place) ?? 0;
    seen.set(place, before + 1);
    return {
      line,
      statement,
      memory: memoryName(memory),
      element,
      address,
      printed,
      short,
      words: parts === null ? [] : wordsOf(printed),
      key: `${place}#${before}`,
    };
  });
}

function wordsOf(printed: string): string[] {
  const plain = [...printed.matchAll(/v:0x([0-9A-Fa-f]+)/g)];
  if (plain.length > 0) {
    return plain.map(([, digits = ""]) => digits.toLowerCase().padStart(16, "0"));
  }
  return [...printed.matchAll(/\((0x[0-9a-f]+(?:, 0x[0-9a-f]+)*)\)/g)].map(([, numbers = ""]) =>
    numbers.replaceAll(/0x|, /g, ""),
  );
}

const NUMBER_BITS: Record<Exclude<Format, "short" | "printed" | "hexadecimal">, number> = {
  double: 64,
  single: 32,
  half: 16,
  integer64: 64,
  integer32: 32,
  integer16: 16,
};

/** The value of a row in a format; as printed if its words are too short for it. */
export function formatted(row: DumpRow, format: Format): string {
  if (format === "short") {
    return row.short;
  }
  if (format === "printed" || row.words.length === 0) {
    return row.printed;
  }
  return inFormat(row.words, format) ?? row.printed;
}

/** Words in a format; undefined if they are too short for it. */
function inFormat(words: readonly string[], format: Exclude<Format, "short" | "printed">): string | undefined {
  if (format === "hexadecimal") {
    return words.map((digits) => `0x${digits}`).join("  ");
  }
  const digits = NUMBER_BITS[format] / 4;
  if (words.some((word) => word.length < digits)) {
    return undefined;
  }
  return words
    .flatMap((word) => word.match(new RegExp(`.{${digits}}`, "g")) ?? [])
    .map((number) => numberText(BigInt(`0x${number}`), format))
    .join("  ");
}

function numberText(bits: bigint, format: Format): string {
  switch (format) {
    case "double":
      return general(float(bits, 11, 52));
    case "single":
      return general(float(bits, 8, 23));
    case "half":
      return general(float(bits, 6, 9));
    case "integer64":
      return BigInt.asIntN(64, bits).toString();
    case "integer32":
      return BigInt.asIntN(32, bits).toString();
    case "integer16":
      return BigInt.asIntN(16, bits).toString();
    case "short":
    case "printed":
    case "hexadecimal":
      return `0x${bits.toString(16)}`;
  }
}

/** A number in a format of the machine: no denormal numbers, and the largest exponent is infinity. */
function float(bits: bigint, exponentBits: number, mantissaBits: number): number {
  const sign = bits >> BigInt(exponentBits + mantissaBits) === 0n ? 1 : -1;
  const largest = 2 ** exponentBits - 1;
  const exponent = Number((bits >> BigInt(mantissaBits)) & BigInt(largest));
  if (exponent === 0) {
    return sign * 0;
  }
  if (exponent === largest) {
    return sign * Infinity;
  }
  const mantissa = Number(bits & ((1n << BigInt(mantissaBits)) - 1n)) / 2 ** mantissaBits;
  return sign * (1 + mantissa) * 2 ** (exponent - (largest >> 1));
}

/** As C's `%g` prints it, which is how dumps show numbers. */
function general(value: number): string {
  if (!Number.isFinite(value)) {
    return value > 0 ? "inf" : "-inf";
  }
  if (value === 0) {
    return Object.is(value, -0) ? "-0" : "0";
  }
  const [mantissa = "", exponentText = "0"] = value.toExponential(5).split("e");
  const exponent = Number(exponentText);
  const short = (digits: string) => (digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits);
  return exponent < -4 || exponent >= 6
    ? `${short(mantissa)}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`
    : short(value.toFixed(5 - exponent));
}

/**
 * Whether an element matches a filter: `n0 b3` or `n0c0b3`, where missing parts match everything.
 */
export function isElementOf(element: string, filter: string): boolean {
  const parts = filter.toLowerCase().match(/[ncbmp]\d+/g) ?? [];
  const own: string[] = element.match(/[ncbmp]\d+/g) ?? [];
  // An L1B has no part `p`: it is shown for each of its PEs.
  return parts.every((part) => own.includes(part) || !own.some((other) => other[0] === part[0]));
}

/** Whether a filter is valid. */
export function isElementFilter(filter: string): boolean {
  return /^\s*([ncbmp]\d+\s*)*$/i.test(filter);
}

/** What a program in another language computed, as `mnc2 run` prints it. */
export function computedText(computed: readonly Computed[], indent = ""): string {
  return computed
    .map(({ name, value, parts }) => {
      const line = value === undefined || value === "" ? `${indent}${name}` : `${indent}${name} = ${value}`;
      return `${line}\n${computedText(parts ?? [], `${indent}  `)}`;
    })
    .join("");
}

/** A word of a memory: `0` if all of its bits are. */
export function wordText(value: { text: string; bits: string }): string {
  return /^[0x, ]*$/.test(value.bits) ? "0" : value.text;
}
