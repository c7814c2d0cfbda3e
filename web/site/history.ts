// The programs that were edited here, newest first. The browser keeps them within a limit; the oldest are forgotten.

import * as kept from "./kept";
import { isShared, type Shared } from "./link";

export interface Entry extends Shared {
  id: string;
}

const ENTRIES_MAX = 40;
const CHARACTERS_MAX = 1_000_000;

export class History {
  private entries: Entry[] = parse(kept.read("programs"));

  get all(): readonly Entry[] {
    return this.entries;
  }

  find(id: string): Entry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  /** Puts a program in front of the others; returns whether the browser keeps it. */
  put(entry: Entry): boolean {
    const others = this.entries.filter(({ id }) => id !== entry.id);
    this.entries = bounded([entry, ...others]);
    return kept.write("programs", JSON.stringify(this.entries));
  }
}

function bounded(entries: Entry[]): Entry[] {
  let characters = 0;
  return entries.slice(0, ENTRIES_MAX).filter(({ text, input, config }, index) => {
    characters += text.length + (input ?? "").length + (config ?? "").length;
    return index === 0 || characters <= CHARACTERS_MAX;
  });
}

function parse(text: string | null): Entry[] {
  try {
    const values: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(values) ? bounded(values.filter(isEntry)) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is Entry {
  return isShared(value) && typeof (value as Partial<Entry>).id === "string";
}
