//! The committed parser is what `grammar.js` states, byte for byte, and the queries fit it.

use mnc2_laws::grammar;
use tree_sitter_tensil::{HIGHLIGHTS_QUERY, LANGUAGE};

#[test]
fn the_generated_parser_is_fresh_and_reads_ordinary_texts() {
    let grammar = (&LANGUAGE.into(), HIGHLIGHTS_QUERY, 10);
    let texts = &[
        "// a listing",
        "NoOp # nothing",
        "[0] 0 DataMove(<-) Local(0) DRAM1(0) 2(+1)",
        "DataMove(->, Acc) Local(1)@2^1 Acc(3)@2^2",
        "LoadWeights Zeroes",
        "LoadWeights  Local(0x10) 2(+1)",
        "MatMul(Acc)  Local(3) Acc(0) ; adds",
        "SIMD R1=0",
        "SIMD(RW) O=Max(I,R1) WAcc(1) RAcc(0)",
        "SIMD(W) O=R1 WAcc(1)\r\n[7] 1 Wait 0",
        "Configure dram0_offset 0x10",
    ];
    grammar::holds(env!("CARGO_MANIFEST_DIR"), grammar, texts);
}
