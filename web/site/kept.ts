// What the browser keeps for this page. A browser may forbid it; then nothing is kept.

export function read(key: string): string | null {
  try {
    return localStorage.getItem(`mnc2.${key}`);
  } catch {
    return null;
  }
}

/** Returns whether the value is kept. */
export function write(key: string, value: string): boolean {
  try {
    localStorage.setItem(`mnc2.${key}`, value);
    return true;
  } catch {
    return false;
  }
}
