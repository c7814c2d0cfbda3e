// What the browser keeps of programs: a record for each in IndexedDB, with versions of its text, so that neither the number
// of programs nor another tab takes one away. Where the browser keeps nothing, they are there until the page is closed.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";

import { isEmbedded } from "./asked";
import * as kept from "./kept";
import { isShared, type Shared, sharedOf } from "./link";

export interface Entry extends Shared {
  id: string;
  /** When it was edited last, in milliseconds since 1970. */
  edited: number;
  /** Another value for each edit that is kept. */
  revision: string;
}

/** Why a version was kept: what came after it. */
export type Reason = "judge" | "paste" | "restore" | "settings" | "startOver";

export interface Version {
  program: string;
  at: number;
  why: Reason;
  content: Shared;
}

/** The outcome of saving a program. `apart`: another tab has saved another text of it. */
export type Outcome = "kept" | "apart" | "full" | "forbidden";

interface Schema extends DBSchema {
  programs: { key: string; value: Entry };
  versions: { key: number; value: Version; indexes: { program: string } };
}

const NAME = "mnc2";

/** Versions of a program; beyond them the oldest is forgotten. */
const VERSIONS_MAX = 30;

/** What the page wrote when it was closed, in case the database had no time for it. */
const UNSAVED = "unsaved.";

/** What earlier versions of the page kept. */
const OLD = "programs";

export class Store {
  private readonly entries = new Map<string, Entry>();
  /** The versions in a page whose browser stores nothing. */
  private memory: Version[] = [];
  private readonly channel: BroadcastChannel | undefined;
  /** What is being written, with the revisions that it is based on. */
  private readonly writing = new Set<Entry & { based: string | undefined }>();
  /** Writes are made one after the other. */
  private queue: Promise<unknown> = Promise.resolve();

  /** Hears of programs that another tab has changed. */
  heard: (id: string) => void = () => undefined;

  private constructor(private readonly db: IDBPDatabase<Schema> | undefined) {
    if (db !== undefined) {
      this.channel = new BroadcastChannel(NAME);
      this.channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        if (typeof data === "string") {
          this.heard(data);
        }
      });
    }
  }

  static async open(): Promise<Store> {
    const db = isEmbedded ? undefined : await database();
    const store = new Store(db);
    for (const entry of (await db?.getAll("programs").catch(() => [])) ?? []) {
      store.entries.set(entry.id, entry);
    }
    if (db !== undefined) {
      await store.takeOver();
    }
    return store;
  }

  /** Whether programs outlive the page. */
  get isLasting(): boolean {
    return this.db !== undefined;
  }

  /** All programs, the last edited first. */
  get all(): readonly Entry[] {
    return [...this.entries.values()].sort((a, b) => b.edited - a.edited);
  }

  find(id: string): Entry | undefined {
    return this.entries.get(id);
  }

  /** The program that is the same as another one. */
  same(shared: Shared): Entry | undefined {
    return this.all.find((entry) => isSame(entry, shared));
  }

  /** A name that no other program has: `new.vsm`, `new-2.vsm`. */
  freeName(wanted: string, of?: string): string {
    const names = new Set(this.all.filter(({ id }) => id !== of).map(({ name }) => name));
    const [, stem = "", extension = ""] = /^(.*?)(?:-\d+)?(\.\w+)$/.exec(wanted) ?? [];
    let name = wanted;
    for (let number = 2; names.has(name); number += 1) {
      name = `${stem}-${number}${extension}`;
    }
    return name;
  }

  /** Registers a program that will be saved. */
  hold(entry: Entry): void {
    this.entries.set(entry.id, entry);
  }

  /** Keeps a program over the revision that was edited. */
  put(entry: Entry, based: string | undefined): Promise<Outcome> {
    this.entries.set(entry.id, entry);
    const one = { ...entry, based };
    this.writing.add(one);
    return this.after(() => this.write(entry, based)).finally(() => this.writing.delete(one));
  }

  /** Deletes a program; returns a function that restores it. */
  async delete(id: string): Promise<() => Promise<void>> {
    const entry = this.entries.get(id);
    const versions = await this.versions(id);
    this.entries.delete(id);
    await this.after(async () => {
      const transaction = this.db?.transaction(["programs", "versions"], "readwrite");
      await transaction?.objectStore("programs").delete(id);
      const keys = (await transaction?.objectStore("versions").index("program").getAllKeys(id)) ?? [];
      await Promise.all(keys.map((key) => transaction?.objectStore("versions").delete(key)));
      await transaction?.done;
      this.memory = this.memory.filter(({ program }) => program !== id);
      this.tell(id);
    });
    return async () => {
      if (entry !== undefined) {
        await this.put(entry, undefined);
        await this.after(async () => {
          for (const version of [...versions].reverse()) {
            await this.add(version);
          }
        });
      }
    };
  }

  /** The versions of a program, the newest first. */
  async versions(id: string): Promise<Version[]> {
    const own = (await this.db?.getAllFromIndex("versions", "program", id)) ?? this.memory.filter(({ program }) => program === id);
    return own.reverse();
  }

  /** Keeps a version, if it is another one than the newest. */
  mark(program: string, why: Reason, content: Shared): Promise<void> {
    return this.after(async () => {
      const [newest] = await this.versions(program);
      if (newest === undefined || JSON.stringify(newest.content) !== JSON.stringify(sharedOf(content))) {
        await this.add({ program, at: Date.now(), why, content: sharedOf(content) });
      }
    }).catch(() => undefined);
  }

  /** Reads a program that another tab has changed. */
  async reread(id: string): Promise<Entry | undefined> {
    const entry = await this.db?.get("programs", id).catch(() => undefined);
    if (entry === undefined) {
      this.entries.delete(id);
    } else {
      this.entries.set(id, entry);
    }
    return entry;
  }

  /** Immediately writes what the database may not have time for, such as what it is writing: the page is being closed. */
  rescue(entry?: Entry, based?: string): void {
    if (this.db !== undefined) {
      [...this.writing, ...(entry === undefined ? [] : [{ ...entry, based }])].forEach((one) => kept.write(UNSAVED + one.id, JSON.stringify(one)));
    }
  }

  private after<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.queue.then(work);
    this.queue = result.catch(() => undefined);
    return result;
  }

  private async write(entry: Entry, based: string | undefined): Promise<Outcome> {
    if (this.db === undefined) {
      return "forbidden";
    }
    try {
      const transaction = this.db.transaction("programs", "readwrite");
      const there = await transaction.store.get(entry.id);
      const isApart = there !== undefined && there.revision !== based && there.revision !== entry.revision && !isSame(there, entry);
      if (!isApart) {
        await transaction.store.put(entry);
      }
      await transaction.done;
      if (isApart) {
        this.entries.set(entry.id, there);
        return "apart";
      }
      kept.remove(UNSAVED + entry.id);
      this.tell(entry.id);
      return "kept";
    } catch (problem) {
      return (problem as DOMException | null)?.name === "QuotaExceededError" ? "full" : "forbidden";
    }
  }

  private async add(version: Version): Promise<void> {
    if (this.db === undefined) {
      this.memory = [...this.memory, version].slice(-VERSIONS_MAX);
      return;
    }
    const transaction = this.db.transaction("versions", "readwrite");
    await transaction.store.add(version);
    const keys = await transaction.store.index("program").getAllKeys(version.program);
    await Promise.all(keys.slice(0, -VERSIONS_MAX).map((key) => transaction.store.delete(key)));
    await transaction.done;
  }

  private tell(id: string): void {
    this.channel?.postMessage(id);
  }

  /** Takes over what earlier versions of the page have kept, and what a closed page had no time for. */
  private async takeOver(): Promise<void> {
    const old = parsed(kept.read(OLD));
    if (Array.isArray(old)) {
      const entries = old.filter(isOld);
      // The newest is the first.
      const now = Date.now();
      const taken = entries.map(({ id, ...shared }, index) => this.take({ id, ...sharedOf(shared), edited: now - index, revision: id }));
      if ((await Promise.all(taken)).every(Boolean)) {
        kept.remove(OLD);
      }
    }
    for (const key of kept.keys(UNSAVED)) {
      const entry = parsed(kept.read(key));
      if (isEntry(entry)) {
        const { based, ...unsaved } = entry;
        if ((await this.write(unsaved, based)) === "apart") {
          const id = crypto.randomUUID();
          await this.take({ ...unsaved, id, name: this.freeName(unsaved.name) });
        } else {
          this.entries.set(unsaved.id, unsaved);
        }
      }
      kept.remove(key);
    }
  }

  private async take(entry: Entry): Promise<boolean> {
    if (this.entries.has(entry.id)) {
      return true;
    }
    this.entries.set(entry.id, entry);
    return (await this.write(entry, undefined)) === "kept";
  }
}

async function database(): Promise<IDBPDatabase<Schema> | undefined> {
  try {
    return await openDB<Schema>(NAME, 1, {
      upgrade: (db) => {
        db.createObjectStore("programs", { keyPath: "id" });
        db.createObjectStore("versions", { autoIncrement: true }).createIndex("program", "program");
      },
    });
  } catch {
    return undefined;
  }
}

function isSame(one: Shared, other: Shared): boolean {
  return JSON.stringify(sharedOf(one)) === JSON.stringify(sharedOf(other));
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null") as unknown;
  } catch {
    return null;
  }
}

function isOld(value: unknown): value is Shared & { id: string } {
  return isShared(value) && typeof (value as Partial<Entry>).id === "string";
}

function isEntry(value: unknown): value is Entry & { based?: string } {
  return isOld(value) && typeof (value as Partial<Entry>).edited === "number" && typeof (value as Partial<Entry>).revision === "string";
}
