// The places of the functions that the first part calls in the rest. `wasm-split` fills a table with an imported function for
// each; a section with their types takes a fraction of the bytes, and the page makes the functions of it (`../deferred.ts`).

import { END, I32_CONST, Reader, SECTION, sections, unsigned } from "./linked.mjs";

/** The module that the first part imports these functions from, before they are taken out; also the section's name. */
const DEFERRED = "rest.deferred";

const FUNCTION = 0x60;
/** A segment of elements with its table, and with functions. */
const WITH_TABLE = 2;
const FUNCTIONS = 0;

/** The first part without its functions for places of the rest, which it says the types of. Whoever optimises it leaves the imports out. */
export function withPlaces(part) {
  const all = sections(part);
  const { places, functions } = importedPlaces(part, all);
  const elements = all.find(({ id }) => id === SECTION.elements);
  const kept = withoutSegment(part, elements, functions);
  const types = typesOf(part, all);
  const used = [...new Set(places)];
  const said = JSON.stringify({ types: used.map((type) => types[type]), places: places.map((type) => used.indexOf(type)) });
  return Buffer.concat([
    part.subarray(0, elements.from),
    section(SECTION.elements, kept),
    part.subarray(elements.end),
    section(SECTION.custom, Buffer.concat([Buffer.from([...unsigned(DEFERRED.length)]), Buffer.from(DEFERRED + said)])),
  ]);
}

function section(id, content) {
  return Buffer.concat([Buffer.from([id, ...unsigned(content.length)]), content]);
}

/** The types of the imported functions by their places, and the numbers of these functions. */
function importedPlaces(part, all) {
  const reader = new Reader(part, all.find(({ id }) => id === SECTION.import).start);
  const places = [];
  const functions = [];
  let number = 0;
  reader.list(() => {
    const [from, name, kind, type] = [reader.name(), reader.name(), reader.byte(), reader.unsigned()];
    if (kind !== 0) throw new Error("the first part imports something else than functions");
    if (from === DEFERRED) {
      places[Number(name)] = type;
      functions[Number(name)] = number;
    }
    number += 1;
  });
  return { places, functions };
}

/** Parameters and results of each type. */
function typesOf(part, all) {
  const reader = new Reader(part, all.find(({ id }) => id === SECTION.type).start);
  return reader.list(() => {
    if (reader.byte() !== FUNCTION) throw new Error("a type is not that of a function");
    return [reader.list(() => reader.byte()), reader.list(() => reader.byte())];
  });
}

/** The segments of elements without the one that has these functions, in their order. */
function withoutSegment(part, { start, end }, functions) {
  const reader = new Reader(part, start);
  const kept = [];
  reader.list(() => {
    const from = reader.at;
    const flags = reader.unsigned();
    if (flags !== 0 && flags !== WITH_TABLE) throw new Error(`a segment of elements has the flags ${flags}`);
    if (flags === WITH_TABLE) reader.unsigned();
    if (reader.byte() !== I32_CONST) throw new Error("the place of elements is computed");
    const at = reader.signed();
    if (reader.byte() !== END) throw new Error("the place of elements is computed");
    if (flags === WITH_TABLE && reader.byte() !== FUNCTIONS) throw new Error("elements are no functions");
    const list = reader.list(() => reader.unsigned());
    const isDeferred = at === 0 && list.length === functions.length && list.every((number, place) => number === functions[place]);
    if (!isDeferred) kept.push(part.subarray(from, reader.at));
  });
  if (reader.at !== end) throw new Error("a section of elements has something else");
  if (kept.length !== 1) throw new Error("the functions of the rest have no table of their own");
  return Buffer.concat([Buffer.from(unsigned(kept.length)), ...kept]);
}
