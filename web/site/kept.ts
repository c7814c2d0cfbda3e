// Small values that the browser stores for this page. A browser may forbid it; nothing is stored then, nor in a page of the
// book.

import { isEmbedded } from "./asked";

const PREFIX = "mnc2.";

export function read(key: string): string | null {
  try {
    return isEmbedded ? null : localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Returns whether the value is kept, if it is to be. */
export function write(key: string, value: string): boolean {
  try {
    if (!isEmbedded) {
      localStorage.setItem(PREFIX + key, value);
    }
    return true;
  } catch {
    return false;
  }
}

export function remove(key: string): void {
  try {
    if (!isEmbedded) {
      localStorage.removeItem(PREFIX + key);
    }
  } catch {
    // Nothing is there.
  }
}

/** The keys that begin so. */
export function keys(start: string): string[] {
  try {
    return isEmbedded ? [] : Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + start)).map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}
