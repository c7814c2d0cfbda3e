// A link that holds a program: compressed, in the fragment, which browsers do not send. What a link holds is not
// trusted: each part is bounded and checked.

import { isProgram } from "./languages";

/** Characters of a fragment, and bytes of what it holds. */
export const LINK_MAX = 200_000;
const CONTENT_MAX_BYTES = 1_000_000;

export interface Shared {
  name: string;
  text: string;
  /** The problem that it solves. */
  problem?: string;
  /** What a program in another language is given: JSON. */
  input?: string;
  /** What judges it: a testcase as a program, if it is of no problem of the page. */
  testcase?: string;
  /** The settings that it is checked with, as in `mnc2.toml`. */
  config?: string;
  /** What describes its machine, as a file next to it: JSON. */
  machine?: string;
  /** What the author of its text is called, as the link says. */
  author?: string;
}

export function isShared(value: unknown): value is Shared {
  const { name, text, ...others } = sharedOf((value ?? {}) as Shared);
  return isName(name) && typeof text === "string" && Object.values(others).every((it) => typeof it === "string") && (others.author === undefined || isAuthor(others.author));
}

/** Characters of an author's name. */
export const AUTHOR_LENGTH_MAX = 60;

/** Whether a text can be a name: no characters that are invisible or turn the direction of the text around. */
export function isAuthor(name: unknown): name is string {
  return typeof name === "string" && name.trim() !== "" && name.length <= AUTHOR_LENGTH_MAX && /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(name);
}

/** The optional parts of a program, in addition to its name and its text. */
const BESIDE = ["problem", "input", "testcase", "config", "machine", "author"] as const;

/** The parts of a program that a link contains. */
export function sharedOf(shared: Shared): Shared {
  const { name, text } = shared;
  const beside = BESIDE.filter((key) => shared[key] !== undefined).map((key) => [key, shared[key]] as const);
  return { name, text, ...Object.fromEntries(beside) };
}

/** Why a link cannot be opened. */
export class BadLink extends Error {
  constructor(readonly why: "linkTooLong" | "linkBroken" | "linkTooNew") {
    super(why);
  }
}

/** A name of a program that is the name of a file everywhere. */
export function isName(name: unknown): name is string {
  return typeof name === "string" && /^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,59}$/u.test(name) && isProgram(name);
}

/** The fragment for a program; undefined if it would be too long. */
export async function toFragment(shared: Shared): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  if (bytes.length > CONTENT_MAX_BYTES) {
    return undefined;
  }
  const packed = await pump(bytes, new CompressionStream("deflate-raw"), CONTENT_MAX_BYTES);
  let text = "";
  for (const byte of packed) {
    text += String.fromCharCode(byte);
  }
  const fragment = `#1.${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
  return fragment.length > LINK_MAX ? undefined : fragment;
}

/** The program in a fragment; undefined if the fragment is not from a link. */
export async function fromFragment(fragment: string): Promise<Shared | undefined> {
  if (fragment === "" || fragment === "#") {
    return undefined;
  }
  if (fragment.length > LINK_MAX) {
    throw new BadLink("linkTooLong");
  }
  const parts = /^#(\d{1,3})\.([\w-]+)$/.exec(fragment);
  if (parts === null) {
    throw new BadLink("linkBroken");
  }
  const [, version, packed = ""] = parts;
  if (version !== "1") {
    throw new BadLink("linkTooNew");
  }
  let value: unknown;
  try {
    const text = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const content = await pump(bytes, new DecompressionStream("deflate-raw"), CONTENT_MAX_BYTES);
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(content));
  } catch (error) {
    throw error instanceof BadLink ? error : new BadLink("linkBroken");
  }
  if (!isShared(value)) {
    throw new BadLink("linkBroken");
  }
  return sharedOf(value);
}

/** Sends bytes through a stream and collects the output; fails if the output exceeds a limit. */
async function pump(bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream, max: number) {
  const writer = through.writable.getWriter();
  // Broken input is reported by the reader.
  writer.write(bytes).catch(() => undefined);
  writer.close().catch(() => undefined);
  const reader = (through.readable as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    length += value.length;
    if (length > max) {
      await reader.cancel();
      throw new BadLink("linkTooLong");
    }
    chunks.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
