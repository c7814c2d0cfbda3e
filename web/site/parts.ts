// The parts of the server's module.

/** What a start needs, and the rest, which comes after it. */
export const FIRST = "first.wasm";
export const REST = "rest.wasm";

declare global {
  interface Window {
    /** The first part, from before the page was read. */
    firstPart?: Promise<WebAssembly.Module>;
  }
}
