/**
 * Functions in the places of those that come with the second part of a module. Each loads it, which puts its own functions
 * into these places, and calls what is in its place now. They are a module that is made here, of the types that the first part
 * has in a section (`parts/deferred.mjs`).
 */

/** The section's name. */
const DEFERRED = "rest.deferred";

/** Parameters and results of a function, as numbers of the format. */
type Type = readonly [parameters: number[], results: number[]];

interface Deferred {
  types: Type[];
  /** The number of the type of each place. */
  places: number[];
}

/** What the first part says of its places; undefined for a module that is whole. */
export function deferredBy(module: WebAssembly.Module): Deferred | undefined {
  const [section] = WebAssembly.Module.customSections(module, DEFERRED);
  return section && (JSON.parse(new TextDecoder().decode(section)) as Deferred);
}

/** Fills a table with functions that `load` the second part. */
export async function defer({ types, places }: Deferred, table: WebAssembly.Table, load: () => void): Promise<void> {
  const functions = [[[], []] as Type, ...types].map(([from, to]) => [0x60, ...counted(from), ...counted(to)]);
  const body = (type: number, place: number): number[] => {
    const parameters = types[type]?.[0] ?? [];
    // call load; local.get ..; i32.const place; call_indirect type; end
    const code = [0, 0x10, 0, ...parameters.flatMap((_, at) => [0x20, ...unsigned(at)]), 0x41, ...signed(place), 0x11, ...unsigned(type + 1), 0, 0x0b];
    return counted(code);
  };
  const bytes = [
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, functions),
    section(2, [[...named("load"), 0, 0], [...named("table"), 1, 0x70, 0, ...unsigned(places.length)]]),
    section(3, places.map((type) => unsigned(type + 1))),
    section(9, [[0, 0x41, 0, 0x0b, ...list(places.map((_, place) => unsigned(place + 1)))]]),
    section(10, places.map(body)),
  ].flat();
  await WebAssembly.instantiate(new Uint8Array(bytes), { "": { load, table } });
}

function section(id: number, items: number[][]): number[] {
  return [id, ...counted(list(items))];
}

function list(items: number[][]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

/** Bytes after their number. */
function counted(bytes: number[]): number[] {
  return [...unsigned(bytes.length), ...bytes];
}

/** The name of an import, from a module without a name. */
function named(name: string): number[] {
  return [0, ...counted([...new TextEncoder().encode(name)])];
}

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...unsigned(Math.floor(value / 128))];
}

/** A positive number whose sign fits. */
function signed(value: number): number[] {
  return value < 64 ? [value] : [(value % 128) | 128, ...signed(Math.floor(value / 128))];
}
