// Moves the data that the first part of a module cannot reach into the second one.

import { END, I32_CONST, Reader, SECTION, sections, segments, unsigned } from "./linked.mjs";

/** Gaps that are shorter are moved too: naming another segment takes as many bytes. What is read only may be there twice. */
const GAP_MAX = 16;

const READ_ONLY = ".rodata";

/** The addresses of data that no function of the first part refers to, directly or through other data: from, to. */
export function unreachable(linked, isOfFirst) {
  const readOnly = linked.segments.filter((_, number) => linked.segmentNames.get(number) === READ_ONLY);
  if (readOnly.length !== 1) throw new Error("the module has no data that is only read");
  const [{ address, size, start }] = readOnly;
  const reached = new Uint8Array(size);
  const waiting = [];
  const reach = ({ from, to }) => {
    const [first, last] = [Math.max(from - address, 0), Math.min(to - address, size)];
    if (first < last && reached.subarray(first, last).includes(0)) {
      reached.fill(1, first, last);
      waiting.push({ first, last });
    }
  };

  let number = 0;
  for (const { at, symbol } of linked.references(SECTION.code)) {
    while (linked.functions[number].end <= at) number++;
    if (isOfFirst(linked.functions[number].name)) reach(symbol);
  }
  const inData = linked.references(SECTION.data);
  inData.filter(({ at }) => at < start || at >= start + size).forEach(({ symbol }) => reach(symbol));
  // The numbers of the references by where they are.
  const after = (at) => {
    let [low, high] = [0, inData.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (inData[middle].at < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (let it = after(start + next.first); it < inData.length && inData[it].at < start + next.last; it++) {
      reach(inData[it].symbol);
    }
  }

  // What no symbol covers stays too.
  const covered = new Uint8Array(size);
  for (const { from, to } of linked.symbols) {
    if (from >= address && to <= address + size) covered.fill(1, from - address, to - address);
  }
  const found = [];
  for (let at = 0; at < size; at++) {
    if (!covered[at] || reached[at]) continue;
    const last = found.at(-1);
    if (last !== undefined && last.to === address + at) last.to++;
    else found.push({ from: address + at, to: address + at + 1 });
  }
  return found;
}

/** The first part with zeros for what moved; whoever optimises it leaves zeros out. */
export function without(part, ranges) {
  const bytes = Buffer.from(part);
  const places = segments(bytes);
  for (const { from, to } of ranges) {
    const { address, start } = segmentOf(places, from, to);
    bytes.fill(0, start + from - address, start + to - address);
  }
  return bytes;
}

/** The second part with what moved, which the whole module has. */
export function having(part, ranges, whole) {
  const joined = [];
  for (const { from, to } of ranges) {
    const last = joined.at(-1);
    if (last !== undefined && from - last.to <= GAP_MAX) last.to = to;
    else joined.push({ from, to });
  }
  const places = segments(whole);
  const list = joined.flatMap(({ from, to }) => {
    const { address, start } = segmentOf(places, from, to);
    return [
      Buffer.from([0, I32_CONST, ...signed(from), END, ...unsigned(to - from)]),
      whole.subarray(start + from - address, start + to - address),
    ];
  });
  const content = Buffer.concat([Buffer.from(unsigned(joined.length)), ...list]);
  const section = Buffer.concat([Buffer.from([SECTION.data, ...unsigned(content.length)]), content]);
  const all = sections(part);
  if (all.some(({ id }) => id === SECTION.data)) throw new Error("the second part has data of its own");
  const { end } = all.find(({ id }) => id === SECTION.code);
  return Buffer.concat([part.subarray(0, end), section, part.subarray(end)]);
}

function segmentOf(places, from, to) {
  const found = places.find(({ address, size }) => address <= from && to <= address + size);
  if (found === undefined) throw new Error(`no segment holds ${from} to ${to}`);
  return found;
}

/** Addresses are positive, so only the sign has to fit. */
function signed(value) {
  const bytes = unsigned(value);
  return bytes.at(-1) & 64 ? [...bytes.slice(0, -1), bytes.at(-1) | 128, 0] : bytes;
}
