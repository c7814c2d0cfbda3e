/**
 * @file The tensor language of the Tiny Tensor Compiler: functions with regions of instructions, types, attributes.
 *
 * Instructions are told apart by shape: with operands or without, with a result type or without, with regions. Which operands
 * an instruction takes is decided by whoever checks it.
 *
 * Words need no space between them: `f32x16x?` is `f32`, `x`, `16`, `x`, `?`. So there is no token for words in general.
 *
 * @license MIT OR Apache-2.0
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const commaSeparated = (rule) => seq(rule, repeat(seq(",", rule)));

const dotted = (family, names) => names.map((name) => `${family}.${name}`);

// Those of 2025-02, then those of 0.4, which has no families.
const BUILTINS = [
  ...dotted("builtin", [
    "group_id", "group_size", "num_subgroups", "subgroup_size", "subgroup_id", "subgroup_local_id",
  ]),
  ...["group_id", "num_groups", "num_subgroups", "subgroup_id"].flatMap((name) => dotted(name, ["x", "y", "z"])),
  "subgroup_size", "subgroup_linear_id", "subgroup_local_id",
];

const BINARY = ["add", "sub", "mul", "div", "rem", "min", "max", "shl", "shr", "and", "or", "xor"];

const UNARY = ["abs", "neg", "not", "conj", "im", "re"];

const UPDATES = ["add", "max", "min"];

// Every instruction with at least one operand and neither a region nor parentheses.
const OPCODES = [
  "axpby", "cumsum", "gemm", "gemv", "ger", "hadamard", "hadamard_product", "sum", "lifetime_stop",
  ...dotted("arith", [...BINARY, ...UNARY]), ...BINARY, ...UNARY,
  ...dotted("cmp", ["eq", "ne", "gt", "ge", "lt", "le"]),
  "equal", "not_equal", "greater_than", "greater_than_equal", "less_than", "less_than_equal",
  ...dotted("math", ["exp", "native_exp"]),
  ...["cos", "sin", "exp", "exp2", "log", "log2"].flatMap((name) => [name, `native_${name}`]),
  ...UPDATES.flatMap((name) => ["exclusive_scan", "inclusive_scan", "reduce"].flatMap((kind) =>
    [`subgroup_${name}.${kind}`, `subgroup_${kind}_${name}`])),
  ...UPDATES.flatMap((name) =>
    [`atomic_${name}`, `cooperative_matrix_atomic_${name}`, `cooperative_matrix_reduce_${name}`]),
  "associated", "atomic_load", "atomic_store",
  ...["atomic_load", "atomic_store", "construct", "extract", "insert", "prefetch"].map((name) =>
    `cooperative_matrix_${name}`),
  "cast", "constant", "expand", "fuse", "load", "size", "subview", "store", "subgroup_broadcast",
  "cooperative_matrix_load", "cooperative_matrix_mul_add", "cooperative_matrix_scale",
  "cooperative_matrix_store",
];

module.exports = grammar({
  name: "tinytc",

  extras: ($) => [/[ \t\r\n\v]/, $.comment],

  rules: {
    source_file: ($) => repeat(choice($.function, $.definition)),

    // The preprocessor of 0.4.
    definition: ($) =>
      seq(field("name", $.definition_identifier), "=", field("value", $._definition_value)),

    _definition_value: ($) =>
      choice($._attribute_value, $.float, $._plain_type, $.definition_identifier, $.calculation),

    calculation: ($) =>
      seq("!calc", "(", repeat1(choice($.integer, $.definition_identifier, $.operator)), ")"),

    operator: (_) => choice("^", "-", "+", "*", "/", "%", "min", "max"),

    function: ($) =>
      seq(
        "func",
        field("name", $.global_identifier),
        $.parameters,
        optional(seq("attributes", field("attributes", $._dictionary))),
        field("body", $.region),
      ),

    parameters: ($) => seq("(", optional(commaSeparated($.parameter)), ")"),

    parameter: ($) =>
      seq(
        field("name", $.local_identifier),
        ":",
        field("type", $._type),
        field("attributes", optional($._dictionary)),
      ),

    region: ($) => seq("{", repeat(choice($.instruction, $.definition)), "}"),

    instruction: ($) =>
      choice(
        seq(
          field("results", optional(seq($.results, "="))),
          choice($.for, $.if, $.apply, $.operation, $.builtin, $.alloca),
        ),
        $.foreach,
        $.foreach_tile,
        $.parallel,
        $.barrier,
        $.yield,
      ),

    results: ($) => commaSeparated($.local_identifier),

    operation: ($) =>
      seq(
        field("opcode", $.opcode),
        repeat($.modifier),
        commaSeparated($._operand),
        optional(seq(":", field("type", $._type))),
      ),

    builtin: ($) =>
      seq(field("opcode", alias(choice(...BUILTINS), $.opcode)), ":", field("type", $._type)),

    alloca: ($) =>
      seq(
        field("opcode", alias("alloca", $.opcode)),
        field("attributes", optional($._dictionary)),
        ":",
        field("type", $._type),
      ),

    barrier: ($) => seq(field("opcode", alias("barrier", $.opcode)), repeat($.modifier)),

    yield: ($) =>
      seq("yield", "(", optional(commaSeparated($.local_identifier)), ")"),

    parallel: ($) => seq("parallel", field("body", $.region)),

    for: ($) =>
      seq(
          "for",
          field("variable", $.local_identifier),
          optional(seq(":", field("type", $.scalar_type))),
          "=",
          field("from", $.local_identifier),
          ",",
          field("to", $.local_identifier),
          optional(seq(",", field("step", $.local_identifier))),
          optional(seq(field("init", $.initial_values), "->", $.result_types)),
          field("body", $.region),
          optional(seq(optional("attributes"), field("attributes", $.dictionary))),
        ),

    initial_values: ($) => seq("init", "(", commaSeparated($.initial_value), ")"),

    initial_value: ($) =>
      seq(field("name", $.local_identifier), "=", field("value", $.local_identifier)),

    foreach: ($) =>
      seq(
        "foreach",
        field("variables", $.identifier_list),
        optional(seq(":", field("type", $.scalar_type))),
        "=",
        field("from", $.identifier_list),
        ",",
        field("to", $.identifier_list),
        field("body", $.region),
      ),

    foreach_tile: ($) =>
      seq(
        "foreach_tile",
        field("variables", $.identifier_list),
        "=",
        field("from", $.identifier_list),
        ",",
        field("to", $.identifier_list),
        "as",
        field("sizes", $.identifier_list),
        "<=",
        field("shape", $.integer_list),
        field("body", $.region),
      ),

    integer_list: ($) => seq("(", commaSeparated($._number), ")"),

    apply: ($) =>
      seq(
        "cooperative_matrix_apply",
        field("variables", $.identifier_list),
        "=",
        field("matrix", $.local_identifier),
        "->",
        field("type", $._type),
        field("body", $.region),
      ),

    identifier_list: ($) => seq("(", commaSeparated($.local_identifier), ")"),

    if: ($) =>
      seq(
          "if",
          field("condition", $.local_identifier),
          optional(seq("->", $.result_types)),
          field("then", $.region),
          optional(seq("else", field("else", $.region))),
        ),

    result_types: ($) => seq("(", optional(commaSeparated($._type)), ")"),

    opcode: (_) => choice(...OPCODES),

    modifier: (_) =>
      choice(
        ".n", ".t", ".atomic", ".atomic_add", ".global", ".local",
        ".rows_checked", ".cols_checked", ".both_checked", ".row", ".column",
        ".cross_device", ".device", ".work_group", ".subgroup",
        ".relaxed", ".acquire", ".release", ".acquire_release", ".sequentially_consistent",
      ),

    _operand: ($) =>
      choice($.local_identifier, $.access, $._number, $.float, $.boolean, $.complex),

    _number: ($) => choice($.integer, $.definition_identifier),

    // A memref with what is in brackets after it: indices, slices, or the shape that a mode becomes.
    access: ($) =>
      seq(
        field("operand", $.local_identifier),
        "[",
        choice(optional(commaSeparated($._index)), seq(field("mode", $._number), "->", $.expand_shape)),
        "]",
      ),

    _index: ($) => choice($._extent, $.slice),

    slice: ($) => seq(field("offset", $._extent), ":", field("size", $._extent)),

    expand_shape: ($) => seq($._extent, repeat1(seq("x", $._extent))),

    _extent: ($) => choice($.local_identifier, $._number),

    complex: ($) => seq("[", $.float, ",", $.float, "]"),

    _type: ($) => choice($._plain_type, $.definition_identifier),

    _plain_type: ($) =>
      choice($.boolean_type, $.scalar_type, $.memref_type, $.group_type, $.coopmatrix_type),

    boolean_type: (_) => "bool",

    scalar_type: (_) =>
      choice("i8", "i16", "i32", "i64", "index", "bf16", "f16", "f32", "f64", "c32", "c64"),

    memref_type: ($) =>
      seq(
        "memref",
        "<",
        field("element", choice($.scalar_type, $.definition_identifier)),
        repeat(seq("x", field("size", $._size))),
        optional(seq(",", $.strided)),
        optional(seq(",", field("space", $.address_space))),
        ">",
      ),

    address_space: (_) => choice("global", "local"),

    strided: ($) => seq("strided", "<", optional(commaSeparated(field("stride", $._size))), ">"),

    _size: ($) => choice($._number, $.dynamic),

    dynamic: (_) => "?",

    group_type: ($) =>
      seq(
        "group",
        "<",
        field("memref", choice($.memref_type, $.definition_identifier)),
        "x",
        field("size", $._size),
        optional(seq(",", "offset", ":", field("offset", $._size))),
        ">",
      ),

    coopmatrix_type: ($) =>
      seq(
        "coopmatrix",
        "<",
        field("component", choice($.scalar_type, $.definition_identifier)),
        "x",
        field("rows", $._number),
        "x",
        field("columns", $._number),
        ",",
        field("use", $.matrix_use),
        ">",
      ),

    matrix_use: (_) => choice("matrix_a", "matrix_b", "matrix_acc"),

    _dictionary: ($) => choice($.dictionary, $.definition_identifier),

    dictionary: ($) => seq("{", optional(commaSeparated($.named_attribute)), "}"),

    named_attribute: ($) =>
      seq(field("name", choice($.attribute_name, $.string)), "=", field("value", $._attribute)),

    attribute_name: (_) =>
      choice("alignment", "shape_gcd", "stride_gcd", "subgroup_size", "unroll", "work_group_size"),

    _attribute: ($) => choice($._attribute_value, $.definition_identifier),

    _attribute_value: ($) => choice($.array, $.boolean, $.dictionary, $.integer, $.string),

    array: ($) => seq("[", optional(commaSeparated($._attribute)), "]"),

    boolean: (_) => choice("true", "false"),

    local_identifier: (_) => token(/%([0-9]+|[A-Za-z][A-Za-z0-9_]*)/),

    global_identifier: (_) => token(/@([0-9]+|[A-Za-z][A-Za-z0-9_]*)/),

    definition_identifier: (_) => token(/\$([0-9]+|[A-Za-z][A-Za-z0-9_]*)/),

    integer: (_) => token(/[-+]?[0-9]+/),

    float: (_) =>
      token(
        choice(
          /[-+]?([0-9]*\.[0-9]+|[0-9]+\.)([eE][-+]?[0-9]+)?/,
          /[-+]?[0-9]+[eE][-+]?[0-9]+/,
          /[-+]?0x([0-9a-fA-F]*\.[0-9a-fA-F]+|[0-9a-fA-F]+\.)([pP][-+]?[0-9]+)?/,
          /[-+]?0x[0-9a-fA-F]+[pP][-+]?[0-9]+/,
          /[-+]?(inf|nan)/,
        ),
      ),

    string: (_) => token(/"[^"\n]*"/),

    comment: (_) => token(/;[^\n]*/),
  },
});
