//! The committed parser is what `grammar.js` states, byte for byte, and the queries fit it.

use mnc2_laws::grammar;
use tree_sitter_rvmatrix::{HIGHLIGHTS_QUERY, LANGUAGE};

#[test]
fn the_generated_parser_is_fresh_and_reads_ordinary_texts() {
    let grammar = (&LANGUAGE.into(), HIGHLIGHTS_QUERY, 10);
    let texts = &[
        "a: b: 1: nop; ; mv a0, a1; # end",
        "mldb m0, a5, 0(t0) // load",
        "mmov.mv.x m4, m5[x8]",
        ".section .text.f, \"ax\", @progbits",
        ".macro f a:req, b=1\n\\name\\@: mmov.\\form m\\a, m0[\\b + 1]\n.endm",
        "/* a\n b */ nop /* c */ ; 1: bnez a0, 1b",
        "#define X(a) \\\n  nop",
        "li t0, -(4 << 2) | 0x1f & ~0b1",
        "TEST(name)",
        ".size f, .-f",
        "sym = 4 * 2",
        "f , ,",
        ".ascii \"a;b#c\\\"\"; .byte 'a', '\\n'",
        "la a0, %lo(name)(a1)",
        "nop ünïcode 日本",
    ];
    grammar::holds(env!("CARGO_MANIFEST_DIR"), grammar, texts);
}
