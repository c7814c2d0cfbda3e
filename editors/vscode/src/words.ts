// Words that views and messages share. Pure text.

import * as l10n from "@vscode/l10n";

/** `1 step`, `2 steps`. */
export function steps(number: number): string {
  return number === 1 ? l10n.t("1 step") : l10n.t("{0} steps", number);
}

/** `1 step`, `2 steps`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
