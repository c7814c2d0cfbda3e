/**
 * @file The shapes of listings of the Tensil tensor unit: a number and a thread, a mnemonic with flags, operands.
 *
 * It knows no mnemonics, no memories and no operations: what a word means is decided with the table, after parsing.
 *
 * No node except the root extends beyond a line end, so text can be parsed line by line.
 *
 * @license MIT OR Apache-2.0
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

module.exports = grammar({
  name: "tensil",

  extras: (_) => [/[ \t\r\f\v]/],

  word: ($) => $.word,

  rules: {
    source_file: ($) => seq(optional($._line), repeat(seq("\n", optional($._line)))),

    _line: ($) => choice(seq($.statement, optional($.comment)), $.comment),

    statement: ($) =>
      seq(
        optional($.index),
        optional(field("thread", $.number)),
        field("mnemonic", alias($.word, $.mnemonic)),
        optional($.flags),
        repeat($._item),
      ),

    // The number of the instruction: `[3]`.
    index: ($) => seq("[", $.number, "]"),

    // `(<-)`, `(RW)`, `(->, Acc)`.
    flags: ($) => seq("(", $._flag, repeat(seq(",", $._flag)), ")"),

    _flag: ($) => choice($.word, $.arrow),

    arrow: (_) => choice("<-", "->"),

    _item: ($) => choice($.assignment, $.call, $.size, $.word, $.number),

    // `Local(3)@2^1`, `Max(I,R1)`.
    call: ($) =>
      prec(
        1,
        seq(
          field("name", $.word),
          "(",
          optional(seq($._argument, repeat(seq(",", $._argument)))),
          ")",
          optional($.stride),
        ),
      ),

    _argument: ($) => choice($.word, $.number),

    stride: ($) => seq("@", field("base", $.number), "^", field("exponent", $.number)),

    // `2(+1)`.
    size: ($) => prec(1, seq(field("value", $.number), "(", "+", field("more", $.number), ")")),

    assignment: ($) =>
      seq(field("destination", $.word), "=", field("value", choice($.call, $.word, $.number))),

    word: (_) => /[A-Za-z_][A-Za-z0-9_]*/,

    number: (_) => token(/0[xX][0-9a-fA-F]+|[0-9]+/),

    comment: (_) => token(choice(/#[^\n]*/, /;[^\n]*/, /\/\/[^\n]*/)),
  },
});
