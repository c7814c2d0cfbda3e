//! No request about any text and place panics or takes long.

use mnc2_laws::{answers, edits, memory};
use mnc2_tensil::LANGUAGE;
use mnc2_text::Position;

#[test]
fn odd_texts_are_answered() {
    let texts = [
        "",
        "(",
        "[",
        "]()@^",
        "é(é)@é^é é=é(é,é) é(+é) // é",
        "[18446744073709551616] 0 DataMove(<-",
        "DataMove(é Local(0)",
        "DataMove(<-) Local(18446744073709551615)@2^63 DRAM0(18446744073709551615) 18446744073709551615(+1)",
        "MatMul Local(1)@2^4096 Acc(0)@2^64 2(+1)",
        "SIMD(RWA) R1=Max(I,R1) WAcc(18446744073709551615) RAcc(18446744073709551615)",
        "SIMD O=NoOp\r\nSIMD R1=\rLoadWeights Zeroes 18446744073709551615(+1)\n\u{2028}",
        "MatMul ( Acc ) Local ( 0 ) @ 2 ^ 1 Acc ( 0 ) 3 ( + 1 )",
        "#",
        "// \u{feff}\n//\n;",
    ];
    let mut count = 0;
    for text in texts {
        answers::hold(&LANGUAGE, text, |_| "name");
        let document = LANGUAGE.options().read(text);
        for line in 0..4 {
            for byte in 0..=text.len() as u32 + 1 {
                answers::ask(&*document, Position { line, byte });
                count += 1;
            }
        }
    }
    assert!(count > 1500, "{count}");
}

#[test]
fn large_operands_are_followed_in_time() {
    let mut options = LANGUAGE.options();
    options.set("local_depth", "268435456").expect("a depth");
    options.set("dram0_depth", "268435456").expect("a depth");
    let mut text = String::new();
    for line in 0..1000 {
        let size = if line % 2 == 0 { 200_000_000 } else { 4000 };
        text += &format!("DataMove(<-) Local({line})@2^0 DRAM0(0) {size}(+1)\n");
        text += &format!("DataMove(->) Local({line}) DRAM1(0) {size}(+1)\n");
    }
    let document = options.read(&text);
    // Without a bound on what is followed, this takes hours.
    for line in [0, 1, 2, 3, 1000, 1998, 1999] {
        for byte in [16, 30] {
            answers::ask(&*document, Position { line, byte });
        }
    }
}

#[test]
fn memory_is_in_proportion_to_the_text() {
    memory::holds(
        &LANGUAGE,
        |number| format!("MatMull(Acc) Local({number}) Acc({number})\n"),
        |number| format!("MatMul Local({number}) Acc({number})\n"),
    );
}

#[test]
fn after_edits_a_text_says_what_it_says_when_it_is_read_at_once() {
    let lines = [
        "NoOp",
        "[7] NoOp",
        "MatMul(Acc) Local(0) Acc(1)",
        "MatMul Local(5) Acc(70000)",
        "LoadWeights Local(3) 2",
        "SIMD(RW) O=Max(I,R1) WAcc(1) RAcc(0)",
        "SIMD R1=0",
        "DataMove(<-) Local(0) DRAM0(3) 4",
        "DataMove(->) Local(0) DRAM1(3) 4",
        "// x",
        "bogus",
    ];
    let pieces = ["//", "[3] ", "1 ", "@2", "NoOp\n", "LoadWeights Zeroes\n"];
    edits::hold(&LANGUAGE, &lines, &pieces);
}
