/**
 * @file The shapes of assembly, whose grammars differ in their names alone: labels, statements, operands as a row of pieces.
 *
 * It knows no mnemonics, no registers and no directives: what a word means is decided with the table, after parsing. Any text
 * of printable characters parses; only brackets that are not closed are errors.
 *
 * No node except the root and a block comment extends beyond a line end, so text can be parsed line by line.
 *
 * @license MIT OR Apache-2.0
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// A word may hold macro arguments: `\name:`, `add_\type`, `loop\@`, `\prefix\()_end`.
const WORD = /([A-Za-z_.$]|\\[A-Za-z0-9_@]|\\\(\))([A-Za-z0-9_.$]|\\[A-Za-z0-9_@]|\\\(\))*/;

const NUMBER = /0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?/;

module.exports = (name) => grammar({
  name,

  extras: ($) => [/[ \t\r\f\v]/, $.block_comment],

  rules: {
    source_file: ($) => seq(optional($._line), repeat(seq("\n", optional($._line)))),

    _line: ($) => choice(seq($._statements, optional($.comment)), $.comment),

    _statements: ($) =>
      choice(
        seq($.statement, repeat(seq(";", optional($.statement)))),
        repeat1(seq(";", optional($.statement))),
      ),

    statement: ($) => choice(seq(repeat1($.label), optional($._body)), $._body),

    label: ($) => seq(field("name", choice($.word, $.number)), ":"),

    _body: ($) => seq(field("mnemonic", alias($.word, $.mnemonic)), optional($._operands)),

    _operands: ($) =>
      choice(
        seq($.operand, repeat(seq(",", optional($.operand)))),
        repeat1(seq(",", optional($.operand))),
      ),

    // A colon does not begin an operand: `name :` is a label.
    operand: ($) => seq($._piece, repeat(choice($._piece, ":"))),

    _piece: ($) =>
      choice($.word, $.local_label, $.number, $.string, $.character, $.operator, $.index, $.group),

    index: ($) => seq("[", repeat(choice($._piece, ",", ":")), "]"),

    group: ($) => seq("(", repeat(choice($._piece, ",", ":")), ")"),

    word: (_) => token(WORD),

    // `1b` is the last label `1`, `1f` the next one.
    local_label: (_) => token(/[0-9]+[bf]/),

    number: (_) => token(NUMBER),

    string: (_) => token(/"([^"\\\n]|\\[^\n])*"?/),

    character: (_) => token(/'(\\[^\n]|[^\\\n'])'?/),

    // Everything else that is printed: signs, and whatever the assembler would refuse.
    operator: (_) => token(prec(-1, choice("<<", ">>", "&&", "||", "==", "!=", "<=", ">=", /[^\sA-Za-z0-9_.$"#,;()\[\]:]/))),

    // After `#` in a file that the C preprocessor reads there can be a directive.
    comment: (_) => token(choice(/#[^\n]*/, /\/\/[^\n]*/)),

    block_comment: (_) => token(seq("/*", /[^*]*\*+([^/*][^*]*\*+)*/, "/")),
  },
});
