// Words for views and messages. Pure text.

import * as l10n from "@vscode/l10n";

import type { ChipLevel } from "./protocol";

/** `1 step`, `2 steps`. */
export function steps(number: number): string {
  return number === 1 ? l10n.t("1 step") : l10n.t("{0} steps", number);
}

/** `1 byte`, `2 bytes`. */
export function bytes(number: number): string {
  return number === 1 ? l10n.t("1 byte") : l10n.t("{0} bytes", number);
}

/** `1 value`, `2 values`. */
export function values(number: number): string {
  return number === 1 ? l10n.t("1 value") : l10n.t("{0} values", number);
}

/** `1 distinct value`, `2 distinct values`. */
export function distinctValues(number: number): string {
  return number === 1 ? l10n.t("1 distinct value") : l10n.t("{0} distinct values", number);
}

/** The name of an element of a level. */
export const LEVEL_NAMES: Record<ChipLevel, () => string> = {
  pe: () => "PE",
  mab: () => "MAB",
  l1b: () => "L1B",
  l2b: () => "L2B",
  group: () => l10n.t("group"),
};

/** `1 PE`, `4096 PEs`. */
export function elements(number: number, level: ChipLevel): string {
  const name = LEVEL_NAMES[level]();
  return number === 1 ? l10n.t("1 {0}", name) : l10n.t("{0} {1}s", number, name);
}

/** The format of words, in words. */
export const FORMAT_NAMES: Record<string, () => string> = {
  hexadecimal: () => l10n.t("hexadecimal"),
  double: () => l10n.t("double precision"),
  single: () => l10n.t("single precision"),
  half: () => l10n.t("half precision"),
  integer: () => l10n.t("integers"),
  integer64: () => l10n.t("64-bit integers"),
  integer32: () => l10n.t("32-bit integers"),
  integer16: () => l10n.t("16-bit integers"),
  singleInteger: () => l10n.t("32-bit integers"),
  halfInteger: () => l10n.t("16-bit integers"),
};

/** The formats that a user can choose for words. */
const FORMATS = ["hexadecimal", "integer", "singleInteger", "halfInteger", "double", "single", "half"];

/** The choices of a format; the first is the format of the instruction that wrote the values. */
export function formats(meant?: string): [string, string][] {
  const automatic =
    meant === undefined ? l10n.t("automatic") : l10n.t("automatic ({0})", FORMAT_NAMES[meant]?.() ?? meant);
  return [["automatic", automatic], ...FORMATS.map((name): [string, string] => [name, FORMAT_NAMES[name]?.() ?? name])];
}

/** Whether a text before the cursor is the start of a line, of which at most a part of a word is typed. */
export function isLineStart(before: string): boolean {
  return /^\s*\w*$/.test(before);
}

/** The manual's name of a memory, which a dump calls as the vendor's emulator does. */
export function memoryName(ofDump: string): string {
  return ofDump.replace(/^GREG(?=[01]$)/, "GRF");
}
