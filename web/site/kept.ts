// What the browser keeps for this page. A browser may forbid it; then nothing is kept. In a page of the book nothing is to be.

import { isEmbedded } from "./asked";

export function read(key: string): string | null {
  try {
    return isEmbedded ? null : localStorage.getItem(`mnc2.${key}`);
  } catch {
    return null;
  }
}

/** Returns whether the value is kept, if it is to be. */
export function write(key: string, value: string): boolean {
  try {
    if (!isEmbedded) {
      localStorage.setItem(`mnc2.${key}`, value);
    }
    return true;
  } catch {
    return false;
  }
}
