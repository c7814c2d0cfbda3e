//! No request about any text and place panics or takes long.

use mnc2_tensil::{Document, Options};
use mnc2_text::interface::Text as _;
use mnc2_text::{Language, Position};

/// Sends every request about a place.
fn ask(document: &Document, at: Position) {
    let english = Language::English;
    let _ = document.hover(at, english);
    let _ = document.completion(at, english);
    let _ = document.signature(at, english);
    let _ = document.definition(at);
    let _ = document.references(at, true);
    let _ = document.highlights(at);
}

/// Sends every request about a text.
fn ask_text(document: &Document) {
    let lines = 0..u32::MAX;
    let _ = document.findings(&|| false);
    let _ = document.assemble(&|| false);
    let _ = document.tokens(lines.clone(), &|| false);
    let _ = document.inlays(lines.clone(), Language::English, &|| false);
    let _ = document.symbols(&|| false);
    let _ = document.folding(&|| false);
    let _ = document.format(lines, &|| false);
}

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
        let document = Document::new(text, &Options::default());
        ask_text(&document);
        for line in 0..4 {
            for byte in 0..=text.len() as u32 + 1 {
                ask(&document, Position { line, byte });
                count += 1;
            }
        }
    }
    assert!(count > 1500, "{count}");
}

#[test]
fn large_operands_are_followed_in_time() {
    let mut options = Options::default();
    options.set("local_depth", "268435456").expect("a depth");
    options.set("dram0_depth", "268435456").expect("a depth");
    let mut text = String::new();
    for line in 0..1000 {
        let size = if line % 2 == 0 { 200_000_000 } else { 4000 };
        text += &format!("DataMove(<-) Local({line})@2^0 DRAM0(0) {size}(+1)\n");
        text += &format!("DataMove(->) Local({line}) DRAM1(0) {size}(+1)\n");
    }
    let document = Document::new(&text, &options);
    // Without a bound on what is followed, this takes hours.
    for line in [0, 1, 2, 3, 1000, 1998, 1999] {
        for byte in [16, 30] {
            ask(&document, Position { line, byte });
        }
    }
}

#[test]
fn memory_is_in_proportion_to_the_text() {
    mnc2_laws::memory::holds(
        mnc2_laws::checked!(mnc2_tensil),
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
    let pieces = [
        "",
        "x",
        "\n",
        "\r",
        "//",
        "[3] ",
        "1 ",
        "@2",
        "NoOp\n",
        "LoadWeights Zeroes\n",
    ];
    mnc2_laws::edited!(mnc2_tensil).holds(&lines, &pieces);
}
