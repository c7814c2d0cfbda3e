// The testcases of the problems: random inputs, always the same ones, and what a reference computes from them. Every PE that a
// testcase names has other numbers. The page makes them when it needs them; `write.mjs` writes them as files.

/** How many testcases a problem has. */
const COUNT = 2;

/** Random numbers from a text. */
class Random {
  constructor(seed) {
    this.state = [...seed].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5);
  }

  /** A whole number of 32 bits. */
  bits() {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** A whole number from `low` to `high`. */
  whole(low, high) {
    return low + (this.bits() % (high - low + 1));
  }

  /** A signed whole number with this many bits. */
  long(bits) {
    return BigInt.asIntN(bits, (BigInt(this.bits()) << 32n) | BigInt(this.bits()));
  }

  list(length, make) {
    return Array.from({ length }, (_, index) => make(index));
  }
}

const view = new DataView(new ArrayBuffer(8));
const hex = (value, digits) => value.toString(16).padStart(digits, "0");

/** A number in half precision with 1 sign, 6 exponent and 9 mantissa bits; it must have an exact one. */
function half(value) {
  if (value === 0) {
    return "0000";
  }
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  const mantissa = (Math.abs(value) / 2 ** exponent - 1) * 512;
  if (!Number.isInteger(mantissa)) {
    throw new Error(`${value} has no exact half precision`);
  }
  return hex(((value < 0 ? 1 : 0) << 15) | ((exponent + 31) << 9) | mantissa, 4);
}

/** How the values of a type are written: how many make a long word, and their digits. */
const TYPES = {
  Long: { count: 1, digits: (value) => hex(BigInt.asUintN(64, value), 16) },
  Int: { count: 2, digits: (value) => hex(value >>> 0, 8) },
  Float: { count: 2, digits: (value) => (view.setFloat32(0, value), hex(view.getUint32(0), 8)) },
  Half: { count: 4, digits: half },
};

/** The values of a place: `memory` is its letters, such as `$lm`, and `address` where it begins. */
const place = (memory, address, element, type, values) => ({ memory, address, element, type, values });

const PES = [0, 1, 2, 3].map((pe) => `n0c0b0m0p${pe}`);

/** A problem whose every PE works alone: `one` gives the inputs and outputs of a PE, as places without the element. */
function alone(one) {
  return (random) => {
    const parts = PES.map((element) => ({ element, ...one(random) }));
    const places = (kind) => parts.flatMap((part) => part[kind].map(([memory, address, type, values]) => place(memory, address, part.element, type, values)));
    return { inputs: places("inputs"), outputs: places("outputs") };
  };
}

const sum = (list) => list.reduce((one, other) => one + other);
const larger = (one, other) => (one > other ? one : other);

/** The problems, with a function from random numbers to inputs and outputs. */
const PROBLEMS = {
  opposite: alone((random) => {
    const x = random.list(4, () => random.long(64));
    return { inputs: [["$lm", 0, "Long", x]], outputs: [["$ln", 0, "Long", x.map((value) => BigInt.asIntN(64, -value))]] };
  }),

  deal: alone((random) => {
    const x = random.list(8, () => random.long(64));
    const from = (first) => x.filter((_, index) => index % 2 === first);
    return { inputs: [["$lm", 0, "Long", x]], outputs: [["$ln", 0, "Long", from(0)], ["$ln", 8, "Long", from(1)]] };
  }),

  larger: alone((random) => {
    const [x, y] = [0, 1].map(() => random.list(4, () => random.long(random.whole(8, 64))));
    return { inputs: [["$lm", 0, "Long", x], ["$ln", 0, "Long", y]], outputs: [["$lr", 0, "Long", x.map((value, at) => larger(value, y[at]))]] };
  }),

  saxpy: alone((random) => {
    const [x, y] = [0, 1].map(() => random.list(8, () => random.whole(-4000, 4000) / 16));
    return { inputs: [["$lm", 0, "Float", x], ["$ln", 0, "Float", y]], outputs: [["$lr", 0, "Float", x.map((value, at) => 2 * value + y[at])]] };
  }),

  half: alone((random) => {
    const [a, x, b] = [8, 8, 64].map((most) => random.list(16, () => random.whole(-most, most)));
    const y = x.map((value, at) => a[at] * value + b[at]);
    const inputs = [["$lm", 0, "Half", x], ["$lr", 0, "Half", a], ["$ln", 0, "Half", b]];
    return { inputs, outputs: [["$ls", 0, "Half", y]] };
  }),

  clamp: alone((random) => {
    const x = random.list(8, () => Number(random.long(32)));
    const low = random.list(2, () => random.whole(-2_000_000_000, 0));
    const high = random.list(2, () => random.whole(1, 2_000_000_000));
    const y = x.map((value, at) => Math.min(Math.max(value, low[at % 2]), high[at % 2]));
    return { inputs: [["$lm", 0, "Int", x], ["$lr", 0, "Int", low], ["$ls", 0, "Int", high]], outputs: [["$ln", 0, "Int", y]] };
  }),

  fraction: alone((random) => {
    const x = random.list(8, () => random.whole(-40_000, 40_000) / 64);
    return { inputs: [["$lm", 0, "Float", x]], outputs: [["$ln", 0, "Float", x.map((value) => value - Math.floor(value))]] };
  }),

  choose: alone((random) => {
    const [x, a, b] = [0, 1, 2].map(() => random.list(8, () => (random.whole(0, 1) === 0 ? -1 : 1) * random.whole(1, 4000) / 16));
    const y = x.map((value, at) => (value >= 0 ? a[at] : b[at]));
    return { inputs: [["$lm", 0, "Float", x], ["$lr", 0, "Float", a], ["$ls", 0, "Float", b]], outputs: [["$ln", 0, "Float", y]] };
  }),

  rotate: (random) => {
    const words = PES.map(() => random.list(4, () => random.long(64)));
    return {
      inputs: PES.map((element, pe) => place("$lm", 0, element, "Long", words[pe])),
      outputs: PES.map((element, pe) => place("$ln", 0, element, "Long", words[(pe + 2) % 4])),
    };
  },

  transpose: (random) => {
    const rows = PES.map(() => random.list(4, () => random.long(64)));
    return {
      inputs: PES.map((element, pe) => place("$lm", 0, element, "Long", rows[pe])),
      outputs: PES.map((element, pe) => place("$ln", 0, element, "Long", rows.map((row) => row[pe]))),
    };
  },

  cubic: alone((random) => {
    const small = (most) => random.whole(-most, most);
    const [a, b, c, d] = random.list(4, () => small(16));
    const x = random.list(8, () => small(32) / 4);
    const y = x.map((value) => ((a * value + b) * value + c) * value + d);
    // Each coefficient is in both halves of its long word.
    const pairs = (one, other) => [one, one, other, other];
    return { inputs: [["$lm", 0, "Float", x], ["$lr", 0, "Float", pairs(a, c)], ["$ls", 0, "Float", pairs(b, d)]], outputs: [["$ln", 0, "Float", y]] };
  }),

  lookup: alone((random) => {
    const table = random.list(64, () => random.long(64));
    const numbers = random.list(4, () => random.whole(0, 63));
    const inputs = [["$lm", 0, "Long", table], ["$ln", 0, "Long", numbers.map(BigInt)]];
    return { inputs, outputs: [["$lr", 0, "Long", numbers.map((number) => table[number])]] };
  }),

  prefix: alone((random) => {
    const x = random.list(4, () => random.long(60));
    return { inputs: [["$lm", 0, "Long", x]], outputs: [["$ln", 0, "Long", x.map((_, at) => sum(x.slice(0, at + 1)))]] };
  }),

  sum: (random) => {
    const x = PES.map(() => BigInt(random.whole(-300, 300)));
    return {
      inputs: PES.map((element, pe) => place("$lm", 0, element, "Long", [x[pe]])),
      outputs: PES.map((element) => place("$ln", 0, element, "Long", [sum(x)])),
    };
  },

  mean: (random) => {
    const elements = random.list(64, (number) => `n0c0b0m${number >> 2}p${number % 4}`);
    const x = elements.map(() => random.list(2, () => random.whole(-1000, 1000)));
    const mean = (pe, at) => sum(x.filter((_, number) => number % 4 === pe).map((pair) => pair[at])) / 16;
    return {
      inputs: elements.map((element, number) => place("$lm", 0, element, "Float", x[number])),
      outputs: elements.map((element, number) => place("$ln", 0, element, "Float", [mean(number % 4, 0), mean(number % 4, 1)])),
    };
  },

  tree: (random) => {
    const elements = random.list(8, (number) => `n0c0b${number}`);
    const x = elements.map(() => random.list(16, () => random.long(56)));
    const total = x[0].map((_, at) => sum(x.map((words) => words[at])));
    return {
      inputs: elements.map((element, number) => place("$lb", 0, element, "Long", x[number])),
      outputs: elements.map((element) => place("$lb", 64, element, "Long", total)),
    };
  },

  root: alone((random) => {
    const x = random.list(8, () => Math.fround(random.whole(1000, 4000) * 2 ** random.whole(-28, 8)));
    return { inputs: [["$ln", 0, "Float", x]], outputs: [["$lr", 0, "Float", x.map((value) => Math.fround(1 / Math.sqrt(value)))]], };
  }),

  sort: alone((random) => {
    const columns = random.list(8, () => random.list(3, () => random.whole(-100_000, 100_000)));
    const part = (list, at) => list.map((column) => column[at]);
    const sorted = columns.map((column) => [...column].sort((one, other) => one - other));
    const both = (list) => [["$lm", 0, "Float", part(list, 0)], ["$ln", 0, "Float", part(list, 1)], ["$lr", 0, "Float", part(list, 2)]];
    return { inputs: both(columns), outputs: both(sorted) };
  }),

  layer: (random) => {
    const small = () => random.whole(-7, 7);
    const [weights, inputs] = [random.list(8, () => random.list(8, small)), random.list(4, () => random.list(8, small))];
    const biases = random.list(8, () => random.whole(-30, 30));
    const pair = (list, pe) => list.slice(2 * pe, 2 * pe + 2);
    const out = inputs.map((x) => weights.map((row, at) => Math.max(0, sum(row.map((weight, column) => weight * x[column])) + biases[at])));
    return {
      inputs: PES.flatMap((element, pe) => [
        place("$lm", 0, element, "Float", weights.flatMap((row) => pair(row, pe))),
        place("$ln", 0, element, "Float", inputs.flatMap((x) => pair(x, pe))),
        place("$lr", 0, element, "Float", inputs.flatMap(() => pair(biases, pe))),
      ]),
      outputs: PES.map((element, pe) => place("$ls", 0, element, "Float", out.flatMap((y) => pair(y, pe)))),
    };
  },

  total: alone((random) => {
    const x = random.list(16, () => random.long(58));
    return { inputs: [["$lm", 0, "Long", x]], outputs: [["$ln", 0, "Long", [sum(x)]]] };
  }),
};

/** How much the results of a problem may differ: relatively. */
const TOLERANCES = { root: 0.004 };

/** What the memories are called. */
const NAMES = { $lm: "LM0", $ln: "LM1", $lr: "GRF0", $ls: "GRF1", $lb: "L1BM" };

/** The places of each memory and type, in order. */
function groups(places) {
  const groups = new Map();
  for (const one of places) {
    const key = `${one.memory} ${one.type}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

/** The testcases of a problem. */
export function testcases(id) {
  return Array.from({ length: COUNT }, (_, number) => testcase(id, number));
}

function testcase(id, number) {
  const { inputs, outputs } = PROBLEMS[id](new Random(`${id} ${number}`));
  const lines = groups(inputs).flatMap((group, at) => [
    `# ======= In(${at}): ${NAMES[group[0].memory]} / ${group[0].type} =======`,
    ...group.map(({ memory, address, element, type, values }) => {
      const { count, digits } = TYPES[type];
      return `d set ${memory}${address}${element} ${values.length / count} ${values.map(digits).join("")}`;
    }),
  ]);
  const tolerance = TOLERANCES[id] === undefined ? "" : ` rtol=${TOLERANCES[id]}`;
  let place = 0;
  const expectations = outputs.flatMap(({ memory, address, element, type, values }) => {
    const { count } = TYPES[type];
    const step = memory === "$lb" ? 1 : 2;
    return Array.from({ length: values.length / count }, (_, at) => {
      const word = values.slice(at * count, (at + 1) * count);
      const indices = word.map(() => `@[${place++}]`).join(",");
      return `d getd ${memory}${address + at * step}${element} 1 # expect=[${word.join(", ")}] / ${type} ${indices}${tolerance}`;
    });
  });
  return [...lines, "# ======= YOUR VSM WILL BE INSERTED HERE =======", "nop/2", "# ======= Output =======", ...expectations, ""].join("\n");
}

export const IDS = Object.keys(PROBLEMS);
