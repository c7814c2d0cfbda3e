//! Literals, numbers, tags, and the options of MV and debug statements.

use super::OperandDoc;
use crate::Source;

/// The entries, in the manual's order.
pub(super) const ENTRIES: &[OperandDoc] = &[
    OperandDoc {
        names: &["number", "natural number"],
        title: "Natural number",
        syntax: "<digits> | 0x<hex> | 0o<octal> | 0b<binary>",
        doc: "Addresses, sizes and entries: decimal, or with a prefix hexadecimal, octal or binary. There are \
              no negative ones.",
        example: "mvp/n0x40 $d0x40 $lc0@.1",
        section: "3.2.1",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &[r#"f""#, "f literal", "literal"],
        title: "Single-precision literal",
        syntax: r#"f"<floating-point number>""#,
        size: "32 bits",
        doc: "Immediate value of `imm`: read as C's `strtof` reads it, so also `inf` and hexadecimal floats. \
              It fills all four single words.",
        example: r#"imm f"1.0" $ln0"#,
        section: "3.2.2",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &[r#"h""#, "h literal"],
        title: "Half-precision literal",
        syntax: r#"h"<floating-point number>""#,
        size: "16 bits, twice",
        doc: "Immediate value of `imm`: read as C's `strtof` reads it, then rounded to half precision (1 sign, \
              6 exponent, 9 mantissa bits). It fills all eight half words.",
        example: r#"imm h"1.5" $ln0"#,
        section: "3.2.2",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &[r#"i""#, "i literal"],
        title: "Single-word signed literal",
        syntax: r#"i"[+|-]<natural number>""#,
        size: "32 bits",
        doc: "Immediate value of `imm`: -2147483648 to 2147483647; any base of natural numbers after the sign. \
              It fills all four single words.",
        example: r#"imm i"-1" $lr0"#,
        section: "3.2.2",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &[r#"s""#, "s literal"],
        title: "Half-word signed literal",
        syntax: r#"s"[+|-]<natural number>""#,
        size: "16 bits, twice",
        doc: "Immediate value of `imm`: -32768 to 32767. It fills all eight half words.",
        example: r#"immu s"1" $llr0"#,
        section: "3.2.2",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &[r#"ui""#, "ui literal"],
        title: "Single-word unsigned literal",
        syntax: r#"ui"<natural number>""#,
        size: "32 bits",
        doc: "Immediate value of `imm`: 0 to 4294967295. It fills all four single words.",
        example: r#"imm ui"0x6f2c2077" $lr0"#,
        section: "3.2.2",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &[r#"us""#, "us literal"],
        title: "Half-word unsigned literal",
        syntax: r#"us"<natural number>""#,
        size: "16 bits, twice",
        doc: "Immediate value of `imm`: 0 to 65535. It fills all eight half words.",
        example: r#"imm us"0x8000" $t"#,
        section: "3.2.2",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["i<tag>", "tag"],
        title: "Tag",
        syntax: "i<two hexadecimal digits>",
        size: "01 to ff",
        doc: "Option of an MV instruction and operand of `wait`: names the transfer whose end a later step \
              waits for. Always two digits, without `0x`; 00 means no tag and is an error.",
        example: "nop; wait i01",
        section: "3.2.3",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["n<size>", "size", "/n<size>"],
        title: "Transfer size",
        syntax: "n<size>",
        size: "a multiple of 64",
        unit: "long words",
        alignment: "64",
        doc: "Option of every MV instruction but `mvnop`, required: long words counted in L2BM where L2BM \
              takes part, else in PDM. A larger size continues at the following addresses of both sides.",
        example: "mvp/n192 $p0@0 $d0@1",
        section: "3.5.3",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["p<priority>", "priority"],
        title: "Priority",
        syntax: "p<priority>",
        size: "0 to 3; 0 by default",
        doc: "Option of an MV instruction: where several compete for a memory, the higher number goes first. \
              It does not change results.",
        example: "mvp/n256p3 $p0@0 $d0@0",
        section: "3.5.7",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["nd<N>", "nd"],
        title: "Accesses per DAR entry",
        syntax: "nd<N>",
        size: "1 or more; infinite by default",
        unit: "16 long words",
        doc: "Option of an MV instruction with `$di`: how many accesses of 16 long words use one DAR entry \
              before the next entry is taken.",
        example: "mvp/n256nd4 $p1600@1 $di512@2",
        section: "3.5.6",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["<rrn_opcode>", "rrn_opcode", "reduction"],
        title: "Reduction operation",
        syntax: "(d|f|h)(fadd|max|min) | (l|i|s)(iadd|band|and|bor|or)",
        size: "24 operations",
        doc: "Part of the opcodes `mvr`, `mvr2`, `mvr4`, `l2bmr`, `l2bmr2`, `l1bmr` and `l1bmr4`: precision \
              and operation. `and` and `or` are logical and give 0 or 1; `band` and `bor` work on bits. `max` \
              and `min` compare as sign and magnitude, without normalizing.",
        example: "l2bmrdfadd@[0,4] $lb0 $lc0",
        section: "3.5.5",
        source: Source::Known("reductions"),
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &[
            "<dtype>", "dtype", "getd", "getf", "geth", "getbd", "getbf", "getbg", "getbh", "bd",
            "bf", "bg", "bh",
        ],
        title: "Interpretation in d get",
        syntax: "d get[d|bd|f|bf|bg|h|bh]",
        doc: "How `d get` shows the bits: `d`, `f`, `h` as double, single, half precision; `bd`, `bf`, `bg`, \
              `bh` as block floats of a whole block; nothing as double, half words and long word. It must not \
              be wider than the operand's words, and matrix registers need one.",
        example: "d getf $lr0n0c0b0m0p0 1",
        section: "3.4.3",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["scope", "n<group>", "n<group_id>"],
        title: "Scope of a debug statement",
        syntax: "[n<group>][c<l2b>][b<l1b>][m<mab>][p<pe>]",
        size: "4 groups, 2 L2Bs, 8 L1Bs, 16 MABs, 4 PEs",
        doc: "After the memory of `d get` or `d set`: which elements are meant. A missing part means all; \
              parts below the memory's own level are ignored.",
        example: "d get $lr0n0c0m0p0 1",
        section: "3.4.3",
        source: Source::Known("debug-statements"),
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["payload"],
        title: "Payload of d set",
        syntax: "<16 hex digits> | l<hex> | s<hex>_<hex> | h<hex>_<hex>_<hex>_<hex>",
        size: "count × 1 long word, × 2 with `ll`",
        unit: "long words",
        doc: "The long words to write: 16 hexadecimal digits each, run together, or each as `l` with one \
              number, `s` with two single words or `h` with four half words joined by `_`. The last three may \
              be mixed. The number of long words must be exactly that of count and width; a single-word \
              operand takes one for each word and drops its lower half.",
        example: "d set $lm0n0c0b0m0p0 2 h1_2_3_4h5_6_7_8",
        section: "3.4.4",
        ..OperandDoc::MANUAL
    },
    OperandDoc {
        names: &["mask statement letters", "k"],
        title: "Memories of the mask line",
        syntax: "[r][s][t][m][n][k]",
        doc: "Letters after `mask` or `maskll`, in any order: GRF0, GRF1, T-register, LM0, LM1 (with their \
              base registers) and mask registers. Memories without a letter are not masked.",
        example: "maskr 0b10001",
        section: "3.6.2.1",
        ..OperandDoc::MANUAL
    },
];
