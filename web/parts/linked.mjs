// A module as the linker leaves it with `--emit-relocs`: what its functions are called, where its data lies, and which
// function and which data refer to which data. The format is that of
// https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md.

/** Ids of sections. */
export const SECTION = { custom: 0, type: 1, import: 2, elements: 9, code: 10, data: 11 };

const FUNCTION_IMPORT = 0;

/** The instructions of an address that is a number. */
export const I32_CONST = 0x41;
export const END = 0x0b;

const SYMBOL = { function: 0, data: 1, global: 2, section: 3, tag: 4, table: 5 };
const UNDEFINED = 0x10;
const EXPLICIT_NAME = 0x40;
const ABSOLUTE = 0x200;

/** Relocations that hold an address of memory, and those beside them that have an addend too. */
const ADDRESS_RELOCATIONS = new Set([3, 4, 5, 11, 14, 15, 16, 17]);
const WITH_ADDEND = new Set([...ADDRESS_RELOCATIONS, 8, 9, 21, 22, 23, 25]);

/** Reads numbers and names one after the other. */
export class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  unsigned() {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  signed() {
    let value = 0;
    for (let factor = 1; ; ) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      factor *= 128;
      if (byte < 128) return byte & 64 ? value - factor : value;
    }
  }

  name() {
    const length = this.unsigned();
    const bytes = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return Buffer.from(bytes).toString();
  }

  list(read) {
    return Array.from({ length: this.unsigned() }, read);
  }
}

/** The bytes of a number. */
export function unsigned(value) {
  const bytes = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}

/** The sections of a module; `start` is after the name of a custom one, `content` before it. */
export function sections(bytes) {
  const found = [];
  for (const reader = new Reader(bytes, 8); reader.at < bytes.length; ) {
    const from = reader.at;
    const id = reader.byte();
    const size = reader.unsigned();
    const content = reader.at;
    const name = id === SECTION.custom ? reader.name() : undefined;
    found.push({ id, name, from, content, start: reader.at, end: content + size });
    reader.at = content + size;
  }
  return found;
}

/** The active segments of a module's data: their addresses, and where their bytes are in the module. */
export function segments(bytes) {
  const section = sections(bytes).find(({ id }) => id === SECTION.data);
  if (section === undefined) return [];
  const reader = new Reader(bytes, section.start);
  return reader.list(() => {
    if (reader.unsigned() !== 0 || reader.byte() !== I32_CONST) throw new Error("a segment of data has no fixed address");
    const address = reader.signed();
    if (reader.byte() !== END) throw new Error("the address of a segment is computed");
    const size = reader.unsigned();
    const start = reader.at;
    reader.at += size;
    return { address, size, start };
  });
}

/** A module without what only linkers and debuggers read; names stay. */
export function named(bytes) {
  const kept = sections(bytes).filter(({ id, name }) => id !== SECTION.custom || name === "name");
  return Buffer.concat([bytes.subarray(0, 8), ...kept.map(({ from, end }) => bytes.subarray(from, end))]);
}

/** What a linked module says of itself. */
export class Linked {
  constructor(bytes) {
    this.bytes = bytes;
    this.sections = sections(bytes);
    this.segments = segments(bytes);
    /** Names by the numbers of functions, and of segments. */
    this.names = this.namesOf(1);
    this.segmentNames = this.namesOf(9);
    /** Where the bodies of functions end in the module, in order. */
    this.functions = this.bodies();
    this.symbols = this.symbolTable();
  }

  section(id) {
    return this.sections.find((section) => section.id === id);
  }

  custom(name) {
    const section = this.sections.find((it) => it.name === name);
    if (section === undefined) throw new Error(`the module has no section ${name}`);
    return section;
  }

  namesOf(subsection) {
    const { start, end } = this.custom("name");
    const names = new Map();
    for (const reader = new Reader(this.bytes, start); reader.at < end; ) {
      const id = reader.byte();
      const next = reader.unsigned() + reader.at;
      if (id === subsection) reader.list(() => names.set(reader.unsigned(), reader.name()));
      reader.at = next;
    }
    return names;
  }

  bodies() {
    const imports = new Reader(this.bytes, this.section(SECTION.import).start);
    const kinds = imports.list(() => {
      imports.name();
      imports.name();
      const kind = imports.byte();
      if (kind !== FUNCTION_IMPORT) throw new Error("the module imports something else than functions");
      imports.unsigned();
      return kind;
    });
    const code = new Reader(this.bytes, this.section(SECTION.code).start);
    let number = kinds.length;
    return code.list(() => {
      const end = code.unsigned() + code.at;
      code.at = end;
      return { name: this.names.get(number++), end };
    });
  }

  symbolTable() {
    const { start, end } = this.custom("linking");
    const reader = new Reader(this.bytes, start);
    reader.unsigned();
    while (reader.at < end) {
      const id = reader.byte();
      const next = reader.unsigned() + reader.at;
      if (id === 8) return reader.list(() => this.symbol(reader));
      reader.at = next;
    }
    throw new Error("the module has no symbols");
  }

  /** A symbol; one of data has its first address and the one after its last. */
  symbol(reader) {
    const kind = reader.byte();
    const flags = reader.unsigned();
    const isDefined = (flags & UNDEFINED) === 0;
    if (kind === SYMBOL.section) {
      reader.unsigned();
      return { kind };
    }
    if (kind !== SYMBOL.data) {
      reader.unsigned();
      if (isDefined || flags & EXPLICIT_NAME) reader.name();
      return { kind };
    }
    reader.name();
    if (!isDefined) return { kind };
    const { address } = this.segments[reader.unsigned()];
    const from = reader.unsigned() + (flags & ABSOLUTE ? 0 : address);
    return { kind, from, to: from + reader.unsigned() };
  }

  /** The references of a section to data, in order: where they are in the module, and the symbol they refer to. */
  references(id) {
    const section = this.section(id);
    const { start } = this.custom(id === SECTION.code ? "reloc.CODE" : "reloc.DATA");
    const reader = new Reader(this.bytes, start);
    reader.unsigned();
    const all = reader.list(() => {
      const type = reader.byte();
      const at = section.start + reader.unsigned();
      const symbol = this.symbols[reader.unsigned()];
      const addend = WITH_ADDEND.has(type) ? reader.signed() : 0;
      return { type, at, symbol, addend };
    });
    const found = all.filter(({ type, symbol }) => ADDRESS_RELOCATIONS.has(type) && symbol?.from !== undefined);
    found.forEach((reference) => this.verify(reference));
    return found.sort((one, other) => one.at - other.at);
  }

  /** What is written at a reference has to be the address of its symbol, or all of this is misunderstood. */
  verify({ type, at, symbol, addend }) {
    const reader = new Reader(this.bytes, at);
    const written = type === 3 ? reader.unsigned() : type === 4 ? reader.signed() : this.bytes.readInt32LE(at);
    if (written >>> 0 !== (symbol.from + addend) >>> 0) throw new Error(`the reference at ${at} does not name its symbol`);
  }
}
