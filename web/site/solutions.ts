// What the browser keeps of accepted solutions: every one with its score, in a database of its own, so that neither deleted
// programs nor another version of the page takes one away. Where the browser keeps nothing, they are there until the page is
// closed.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";

import { isEmbedded } from "./asked";

export interface Solution {
  /** Its number in the database. */
  id?: number;
  /** What it solves: the name of a problem, or what `keyOf` makes of a testcase. */
  problem: string;
  text: string;
  score: number;
  /** PE instructions and MV instructions. */
  j: number;
  m: number;
  bytes: number;
  /** When it was accepted, in milliseconds since 1970. */
  at: number;
}

/** The outcome of keeping a solution. */
export type Kept = "kept" | "known" | "full" | "forbidden";

interface Schema extends DBSchema {
  solutions: { key: number; value: Solution; indexes: { problem: string } };
}

/** What solutions of a testcase are kept under. */
export async function keyOf(testcase: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(testcase));
  return `own ${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

export class Solutions {
  private constructor(
    private readonly db: IDBPDatabase<Schema> | undefined,
    /** All of them, in the order in which they came. */
    private list: Solution[],
  ) {}

  static async open(): Promise<Solutions> {
    if (isEmbedded) {
      return new Solutions(undefined, []);
    }
    try {
      const db = await openDB<Schema>("mnc2-solutions", 1, {
        upgrade: (db) => db.createObjectStore("solutions", { keyPath: "id", autoIncrement: true }).createIndex("problem", "problem"),
        // A newer version of the page in another tab does not wait for this one.
        blocking: (_, __, event) => (event.target as IDBDatabase).close(),
      });
      return new Solutions(db, await db.getAll("solutions"));
    } catch {
      return new Solutions(undefined, []);
    }
  }

  get isLasting(): boolean {
    return this.db !== undefined;
  }

  /** Reads what other tabs have kept meanwhile. Those that could not be kept stay. */
  async refresh(): Promise<void> {
    const all = await this.db?.getAll("solutions").catch(() => undefined);
    if (all !== undefined) {
      this.list = [...all, ...this.list.filter(({ id }) => id === undefined)];
    }
  }

  /** The solutions of a problem, the best first. */
  for(problem: string): readonly Solution[] {
    return this.list.filter((it) => it.problem === problem).sort((a, b) => a.score - b.score || a.bytes - b.bytes || b.at - a.at);
  }

  best(problem: string): number | undefined {
    return this.for(problem)[0]?.score;
  }

  /** Keeps a solution, unless its text is kept already. */
  async add(solution: Solution): Promise<Kept> {
    if (this.for(solution.problem).some(({ text }) => text === solution.text)) {
      return "known";
    }
    this.list.push(solution);
    if (this.db === undefined) {
      return "forbidden";
    }
    try {
      solution.id = await this.db.add("solutions", { ...solution });
      return "kept";
    } catch {
      return "full";
    }
  }

  /** Deletes a solution. */
  async delete(solution: Solution): Promise<void> {
    this.list = this.list.filter((it) => it !== solution && (it.id === undefined || it.id !== solution.id));
    if (solution.id !== undefined) {
      await this.db?.delete("solutions", solution.id).catch(() => undefined);
    }
  }
}
