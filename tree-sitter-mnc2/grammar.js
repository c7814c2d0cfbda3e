/**
 * @file The shapes of MN-Core 2 assembly: statements, opcodes and operands, each part a node of its own.
 *
 * It knows no mnemonics and checks no numbers: which instruction exists, which operand it takes and which address is
 * in range is decided with the table, after parsing. A shape that no instruction has (`$mv4`, a flat list of three)
 * still parses, so that it can be explained.
 *
 * Only `source_file` extends beyond a line end, so text can be parsed as a whole or line by line. Section numbers in
 * comments refer to the vendor's manual.
 *
 * @license MIT OR Apache-2.0
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const NATURAL_NUMBER = /0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|[0-9]+/;

// Before a scope (`n0c0b0`) the letters b and c start the next part: `$lm0b1` is address 0 in L1B 1.
const NUMBER_BEFORE_SCOPE = /0[xX][0-9a-fA-F]+|[0-9]+/;

/** A token that must follow the previous one without a space between. */
const glued = (rule) => token.immediate(rule);

const gluedNumber = ($) => alias(glued(NATURAL_NUMBER), $.number);

/** `(<number>, <number>, ...)` between brackets; the first follows the previous token without a space. */
const numberList = ($) => seq(glued("["), optional(seq($.number, repeat(seq(",", $.number)))), "]");

module.exports = grammar({
  name: "mnc2",

  // Spaces and tabs only: a line end is a token and ends every statement.
  extras: (_) => [/[ \t]/],

  // The scanner reads the whole word after `$` before it says which kind of operand starts there. It also keeps the
  // recovery from an error within its line, which takes the first six tokens.
  externals: ($) => [
    $._line_end,
    $._line_begin,
    $.skipped_nothing,
    $._skipped_word,
    $.comment,
    ";",
    $._debug_dollar,
    $._memory_dollar,
    $._name_dollar,
    $._glued_memory_dollar,
    $._glued_name_dollar,
    $.operand_name,
    $._error_sentinel,
  ],

  supertypes: ($) => [$.statement, $.operand],

  // `@3/5` is an L1B number with its immode, `@3/$imr1` a target followed by a mask.
  conflicts: ($) => [[$.target]],

  rules: {
    source_file: ($) =>
      seq(
        repeat(seq(optional($.statement), optional($.comment), $._line_end, $._line_begin)),
        optional($.statement),
        optional($.comment),
      ),

    // 3.4.1
    comment: (_) => token(/#[^\r\n]*/),

    statement: ($) =>
      choice(
        $.quit_statement,
        $.debug_get,
        $.debug_set,
        $.mask_statement,
        $.host_statement,
        $.mv_statement,
        $.directive,
        $.step,
      ),

    // 3.4.2
    quit_statement: (_) => "quit",

    // 3.4.3
    debug_get: ($) =>
      seq(
        "d",
        "get",
        optional(field("dtype", $.dtype)),
        field("memory", $.debug_memory),
        field("count", $.number),
      ),

    dtype: (_) => glued(/[A-Za-z]+/),

    // 3.4.4
    debug_set: ($) =>
      seq("d", "set", field("memory", $.debug_memory), field("count", $.number), field("payload", $.payload)),

    debug_memory: ($) =>
      seq(
        alias($._debug_dollar, "$"),
        optional(field("width", $.width)),
        field("memory", choice(alias($._glued_b, $.memory), $.memory)),
        optional(field("address", alias(glued(prec(1, NUMBER_BEFORE_SCOPE)), $.number))),
        repeat(field("scope", $.scope_part)),
      ),

    scope_part: ($) => seq(field("level", $.scope_level), field("index", alias(glued(/[0-9]+/), $.number))),

    scope_level: (_) => glued(/[ncbmp]/),

    // Table 3.4
    payload: ($) => repeat1(choice($.hex_run, $.long_hex, $.single_hex, $.half_hex)),
    hex_run: (_) => /[0-9a-fA-F]+/,
    long_hex: (_) => /l[0-9a-fA-F]+/,
    single_hex: (_) => /s[0-9a-fA-F]+(_[0-9a-fA-F]+)*/,
    half_hex: (_) => /h[0-9a-fA-F]+(_[0-9a-fA-F]+)*/,

    // 3.6.2.1, for several lines
    mask_statement: ($) =>
      seq(
        token(prec(1, "mask")),
        optional(field("width", $.width)),
        optional(field("memories", $.mask_memories)),
        field("entry", $.number),
      ),

    mask_memories: (_) => glued(/[A-Za-z]+/),

    // Passed through to the emulator: one letter, then words.
    host_statement: ($) =>
      seq(
        field(
          "command",
          choice(
            alias("c", $.host_command),
            alias("e", $.host_command),
            alias("f", $.host_command),
            alias("r", $.host_command),
          ),
        ),
        repeat($.host_word),
      ),

    host_word: (_) => /[^ \t\r\n#]+/,

    // A directive of the unofficial SDK's linker, in `._vsm` files.
    directive: ($) =>
      seq(
        field("name", $.directive_name),
        repeat(choice($.register, $.number, $.offset, $.keyword, $.offset_list, $.bare_word)),
        optional(alias($._remark, $.comment)),
      ),

    directive_name: (_) => /@[A-Za-z_][A-Za-z0-9_]*/,
    // Always plain, so that no operand with all its parts needs states of its own here.
    register: ($) =>
      seq(choice(alias($._memory_dollar, "$"), alias($._name_dollar, "$")), glued(/[A-Za-z0-9]+/)),
    offset: (_) => /[+-][0-9]+/,
    keyword: (_) => /:[A-Za-z0-9_]+/,
    offset_list: (_) => /\([^()\r\n#]*\)/,
    // The SDK's documents write remarks after `;` too.
    _remark: (_) => /;[^\r\n]*/,

    // 3.5
    mv_statement: ($) => seq(field("opcode", $.mv_opcode), repeat($.operand)),

    mv_opcode: ($) =>
      seq(
        field("mnemonic", $.mv_mnemonic),
        repeat(
          seq(
            glued("/"),
            repeat1(choice($.mv_size, $.mv_tag, $.mv_priority, $.mv_indirection, $.unknown_option)),
          ),
        ),
      ),

    mv_mnemonic: (_) => /mv[A-Za-z0-9_]*/,
    mv_size: ($) => seq(glued("n"), field("value", gluedNumber($))),
    mv_indirection: ($) => seq(glued("nd"), field("value", gluedNumber($))),
    mv_priority: ($) => seq(glued("p"), field("value", gluedNumber($))),
    mv_tag: ($) => field("value", alias(glued(/i[0-9a-fA-F]+/), $.tag)),
    unknown_option: (_) => token.immediate(prec(-1, /[A-Za-z_]+[0-9]*/)),

    // 3.6
    step: ($) =>
      choice(
        seq(repeat(";"), $.expression, repeat(seq(";", optional($.expression)))),
        repeat1(";"),
      ),

    expression: ($) => seq(field("opcode", $.opcode), repeat($.operand)),

    opcode: ($) =>
      seq(
        field("mnemonic", $.mnemonic),
        optional(field("target", $.target)),
        optional(field("rotation", $.rotation)),
        repeat(choice($.opcode_number, alias($._opcode_mask, $.mask))),
      ),

    mnemonic: (_) => /[A-Za-z_][A-Za-z0-9_]*/,

    // 3.6.7.1, and the MAB number of 3.6.8.10
    target: ($) =>
      seq(
        glued("@"),
        choice(
          $.l1b_list,
          field("number", gluedNumber($)),
          prec.dynamic(1, seq(field("number", gluedNumber($)), glued("/"), field("immode", gluedNumber($)))),
        ),
      ),

    l1b_list: ($) => numberList($),

    // 3.6.8.20
    rotation: (_) => glued(/[+-][0-9]+/),

    opcode_number: ($) => seq(glued("/"), gluedNumber($)),

    // 3.6.2.1, for a single line. Without width and suffix an opcode's pattern has the shape of a number.
    mask: ($) =>
      seq(glued("/"), choice($.mask_pattern, $.mask_entry), optional(field("suffix", $.mask_suffix))),

    _opcode_mask: ($) =>
      seq(
        glued("/"),
        choice(
          seq(alias($._wide_pattern, $.mask_pattern), optional(field("suffix", $.mask_suffix))),
          seq(alias($._bare_pattern, $.mask_pattern), field("suffix", $.mask_suffix)),
          seq($.mask_entry, optional(field("suffix", $.mask_suffix))),
        ),
      ),

    mask_pattern: ($) => seq(optional(field("width", $.width)), field("pattern", gluedNumber($))),
    _wide_pattern: ($) => seq(field("width", $.width), field("pattern", gluedNumber($))),
    _bare_pattern: ($) => field("pattern", gluedNumber($)),

    mask_entry: ($) =>
      seq(glued("$"), optional(field("width", $.width)), glued("imr"), field("entry", gluedNumber($))),

    mask_suffix: (_) => glued(/[tp]/),

    operand: ($) =>
      choice($.memory_operand, $.named_operand, $.literal, $.tag, $.number, $.bare_word),

    // 3.5.2, 3.6.1
    memory_operand: ($) =>
      seq(
        choice(
          alias($._memory_dollar, "$"),
          seq(field("sign", $.sign), alias($._glued_memory_dollar, "$")),
        ),
        optional(field("width", $.width)),
        choice(
          seq(
            field("memory", alias($._glued_b, $.memory)),
            optional(choice($._address, field("turnaround", $.turnaround))),
          ),
          seq(field("memory", $.memory), optional(field("indirect", $.indirect)), optional($._address)),
        ),
        optional(field("stride", $.stride)),
        optional(field("madpe", $.madpe)),
        optional(field("conversion", $.conversion)),
        optional(field("mask", $.mask)),
        optional(field("location", $.location)),
      ),

    _address: ($) => field("address", choice(gluedNumber($), $.flat_list)),

    flat_list: ($) => numberList($),

    sign: (_) => "-",
    width: (_) => token.immediate(prec(1, choice("l", "ll"))),
    memory: (_) =>
      glued(choice("r", "s", "m", "n", "t", "c", "d", "p", "x", "y", "omr", "dar", "mb", "nb")),
    _glued_b: (_) => glued("b"),
    indirect: (_) => glued(/[ti]/),
    turnaround: (_) => glued("i"),
    stride: ($) => seq(glued("v"), optional(gluedNumber($))),
    madpe: ($) => seq(glued("j"), gluedNumber($)),
    conversion: (_) => glued(/[er]/),

    location: ($) =>
      seq(
        glued("@"),
        choice(
          field("group", gluedNumber($)),
          seq(optional(field("group", gluedNumber($))), glued("."), field("l2b", gluedNumber($))),
        ),
      ),

    // 3.6.1.15 to 3.6.1.20
    named_operand: ($) =>
      seq(
        choice(
          alias($._name_dollar, "$"),
          seq(field("sign", $.sign), alias($._glued_name_dollar, "$")),
        ),
        field("name", $.operand_name),
        optional(field("conversion", $.conversion)),
        optional(field("mask", $.mask)),
      ),

    // 3.2.2
    literal: ($) =>
      seq(
        field("type", alias($._word, $.literal_type)),
        glued('"'),
        optional(field("value", $.literal_value)),
        glued('"'),
      ),

    literal_value: (_) => glued(/[^"\r\n]+/),

    // 3.2.3
    tag: (_) => token(prec(-1, /i[0-9a-fA-F]+/)),

    // 3.2.1
    number: (_) => NATURAL_NUMBER,

    bare_word: ($) => $._word,
    // Ranked below every glued token: `v2` after an address is a stride, not a word. With full stops, so that a
    // placeholder such as `...` is one unknown word.
    _word: (_) => token(prec(-1, /[A-Za-z_.][A-Za-z0-9_.]*/)),
  },
});
