//! The committed parser is what `grammar.js` states, byte for byte, and the queries fit it.

use mnc2_laws::grammar;
use tree_sitter_naplespu::{HIGHLIGHTS_QUERY, LANGUAGE};

#[test]
fn the_generated_parser_is_fresh_and_reads_ordinary_texts() {
    let grammar = (&LANGUAGE.into(), HIGHLIGHTS_QUERY, 8);
    let texts = &[
        "a: b: 1: nop; ; move_i32 s0, s1; # end",
        "load32 s0, -4(sp) // load",
        ".section .rodata, \"a\", @progbits",
        ".macro f a:req, b=1\n\\name\\@: add_\\type s\\a, s0, s1\n.endm",
        "/* a\n b */ nop /* c */ ; 1: bnez s0, 1b",
        "movei s0, -(4 << 2) | 0x1f & ~0b1",
        ".size f, .-f",
        "sym = 4 * 2",
        "f , ,",
        ".ascii \"a;b#c\\\"\"; .byte 'a', '\\n'",
        "add_i32.m v1, v2, v63",
        "nop ünïcode 日本",
    ];
    grammar::holds(env!("CARGO_MANIFEST_DIR"), grammar, texts);
}
