// The parts of the server's module.

/** The part that a start needs, and the rest, which is loaded later. */
export const FIRST = "first.wasm";
export const REST = "rest.wasm";

/** Set by the build: how many bytes each has. */
declare const PART_BYTES: Record<string, number>;

declare global {
  interface Window {
    /** The first part, from before the page was read. */
    firstPart?: Promise<WebAssembly.Module>;
  }
}

/** Fetches and compiles a part; `came` is called with the progress. */
export async function loaded(file: string, came: (bytes: number, all: number) => void = () => undefined): Promise<WebAssembly.Module> {
  const answer = await fetch(file);
  if (!answer.ok || answer.body === null) {
    throw new Error(`${file}: ${answer.status}`);
  }
  let bytes = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      bytes += chunk.length;
      came(bytes, Math.max(bytes, PART_BYTES[file] ?? 0));
      controller.enqueue(chunk);
    },
  });
  return WebAssembly.compileStreaming(new Response(answer.body.pipeThrough(counting), { headers: { "Content-Type": "application/wasm" } }));
}
