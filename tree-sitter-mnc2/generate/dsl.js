// Evaluates grammar.js: gives it the functions that tree-sitter's grammars are written with, and keeps
// the rules they build, in the form of tree-sitter's grammar.json.
//
// Only what grammar.js uses is here; tree-sitter-generate checks the result.

const normalize = (value) => {
  if (typeof value === "string") return { type: "STRING", value };
  if (value instanceof RegExp) {
    return value.flags === ""
      ? { type: "PATTERN", value: value.source }
      : { type: "PATTERN", value: value.source, flags: value.flags };
  }
  if (value !== null && typeof value === "object" && typeof value.type === "string") return value;
  throw new TypeError(`not a grammar rule: ${String(value)}`);
};

const members = (type, rules) => ({ type, members: rules.map(normalize) });
const content = (type, rule) => ({ type, content: normalize(rule) });
const ranked = (type) => (value, rule) => ({ type, value, content: normalize(rule) });

globalThis.seq = (...rules) => members("SEQ", rules);
globalThis.choice = (...rules) => members("CHOICE", rules);
globalThis.optional = (rule) => choice(rule, { type: "BLANK" });
globalThis.repeat = (rule) => content("REPEAT", rule);
globalThis.repeat1 = (rule) => content("REPEAT1", rule);
globalThis.field = (name, rule) => ({ type: "FIELD", name, content: normalize(rule) });
globalThis.token = (rule) => content("TOKEN", rule);
globalThis.token.immediate = (rule) => content("IMMEDIATE_TOKEN", rule);
globalThis.prec = ranked("PREC");
globalThis.prec.dynamic = ranked("PREC_DYNAMIC");
globalThis.alias = (rule, name) => {
  const target = normalize(name);
  const named = target.type === "SYMBOL";
  return { type: "ALIAS", content: normalize(rule), named, value: named ? target.name : target.value };
};

globalThis.module = {};

// A module by its path from the folder of grammar.js, without the ending.
globalThis.require = (path) => {
  const module = {};
  new Function("module", read(`${path}.js`))(module);
  return module.exports;
};

globalThis.grammar = (options) => {
  const symbols = new Proxy({}, { get: (_, name) => ({ type: "SYMBOL", name }) });
  const called = (list) => (list ? list(symbols) : []);
  const names = (list) => called(list).map((symbol) => symbol.name);
  const rules = Object.entries(options.rules).map(([name, rule]) => [name, normalize(rule(symbols))]);
  return {
    $schema: "https://tree-sitter.github.io/tree-sitter/assets/schemas/grammar.schema.json",
    name: options.name,
    rules: Object.fromEntries(rules),
    extras: called(options.extras).map(normalize),
    conflicts: called(options.conflicts).map((set) => set.map((symbol) => symbol.name)),
    precedences: [],
    externals: called(options.externals).map(normalize),
    inline: names(options.inline),
    supertypes: names(options.supertypes),
    reserved: {},
  };
};
