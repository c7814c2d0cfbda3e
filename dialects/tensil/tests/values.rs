//! Editor features for values and for the whole text: `$` in a text marks the place of the request.

use expect_test::expect;
use mnc2_laws::Editor;
use mnc2_tensil::LANGUAGE;
use mnc2_text::Language;

const EDITOR: Editor = Editor(&LANGUAGE);

fn check_highlights(text: &str, expected: &str) {
    assert_eq!(EDITOR.highlights(text), expected, "{text}");
}

const CHAIN: &str = "DataMove(<-) Local(0) DRAM0(0) 3(+1)
DataMove(<-) Local(2) DRAM1(7)
MatMul Local(0)@2^1 Acc(0) 1(+1)
MatMul(Acc) Local(1) Acc(1)
DataMove(->) Acc Local(9)
DataMove(->) Local(4) DRAM0(2)
";

/// The chain with `$` at a byte of a line, both counted from 1.
fn at(line: usize, column: usize) -> String {
    let mut lines: Vec<String> = CHAIN.lines().map(str::to_owned).collect();
    lines[line - 1].insert(column - 1, '$');
    lines.join("\n")
}

#[test]
fn values_come_from_the_last_writes_of_their_vectors() {
    // Local(0) and Local(2), which two moves wrote.
    EDITOR.check_definition(&at(3, 10), "1:14 Local(0), 2:14 Local(2)");
    // Local(1) alone.
    EDITOR.check_definition(&at(4, 15), "1:14 Local(0)");
    // A sum adds to what the multiplication before it wrote.
    EDITOR.check_definition(&at(4, 24), "3:21 Acc(0)");
    // What only writes is its own.
    EDITOR.check_definition(&at(2, 15), "2:14 Local(2)");
    // Nothing wrote it.
    EDITOR.check_definition(&at(6, 15), "");
}

#[test]
fn references_are_what_reads_a_value() {
    let all = "1:14 Local(0), 2:14 Local(2), 3:8 Local(0)@2^1, 4:13 Local(1)";
    EDITOR.check_references(&at(3, 10), all);
    // The value of the first move alone: an instruction that overwrites a part of it does not read it.
    let first = "1:14 Local(0), 3:8 Local(0)@2^1, 4:13 Local(1)";
    EDITOR.check_references(&at(1, 16), first);
    EDITOR.check_references(&at(2, 16), "2:14 Local(2), 3:8 Local(0)@2^1");
    // The sum at the end of this chain is its definition, and the operand that reads it.
    EDITOR.check_references(&at(3, 22), "3:21 Acc(0), 4:22 Acc(1)");
    // From before the listing, up to where it is overwritten.
    EDITOR.check_references(
        "DataMove(<-) Local(0) DRAM$0(3)\nDataMove(<-) Local(1) DRAM0(2) 2(+1)\nDataMove(->) Local(0) DRAM0(3)\nDataMove(<-) Local(0) DRAM0(3)",
        "1:23 DRAM0(3), 2:23 DRAM0(2)",
    );
}

#[test]
fn references_are_the_same_words() {
    EDITOR.check_references(
        "No$Op\n[1] NoOp // NoOp\nSIMD O=NoOp(I)",
        "1:1 NoOp, 2:5 NoOp",
    );
    EDITOR.check_references(
        "SIMD O=N$oOp(I)\nNoOp\nSIMD R1=NoOp(R1)",
        "1:8 NoOp, 3:9 NoOp",
    );
    EDITOR.check_references(
        "Configure dram0_offset 1\nConfigure$ 4 0\nConfigure 0x0 2",
        "1:1 Configure, 2:1 Configure, 3:1 Configure",
    );
    EDITOR.check_references(
        "Configure dram0_off$set 1\nConfigure 4 0\nConfigure 0x0 2",
        "1:11 dram0_offset, 3:11 0x0",
    );
    EDITOR.check_references("Configure 1 $0", "");
}

#[test]
fn weights_come_from_the_loads_that_fill_the_array() {
    EDITOR.check_definition(
        "LoadWeights Local(0) 8(+1)\nLoadWeights Local(0) 4(+1)\nLoadWeights Local(5) 3(+1)\nMat$Mul Local(0) Acc(0)\nLoadWeights Zeroes",
        "2:1 LoadWeights, 3:1 LoadWeights",
    );
    EDITOR.check_definition("MatM$ul Local(0) Acc(0)", "");
}

#[test]
fn registers_of_the_simd_unit_are_followed() {
    let text = "SIMD R1=0\nSIMD(RW) O=Max(I,R$1) WAcc(1) RAcc(0)\nSIMD R1=0\nSIMD(W) O=R1 WAcc(0)";
    EDITOR.check_definition(text, "1:6 R1");
    EDITOR.check_references(text, "1:6 R1, 2:18 R1");
    check_highlights(text, "!1:6 R1, 2:18 R1, !3:6 R1, 4:11 R1");
}

#[test]
fn highlights_are_whatever_shares_a_vector() {
    check_highlights(
        &at(3, 10),
        "!1:14 Local(0), !2:14 Local(2), 3:8 Local(0)@2^1",
    );
    check_highlights(&at(6, 16), "6:14 Local(4)");
    check_highlights("// No$Op\nNoOp", "");
}

#[test]
fn nothing_has_a_name_that_can_be_changed() {
    let (document, at) = EDITOR.open("DataMove(<-) Local$(0) DRAM0(0)");
    assert_eq!(document.renamable(at), None);
    let refused = document.rename(at, "input").expect_err("a sentence");
    assert_eq!(
        refused.say(Language::English),
        "this has no name of its own"
    );
}

#[test]
fn tokens_tell_reads_from_writes() {
    let text = "MatMul(Acc) Local(0) Acc(0)\nDataMove(<-) Local(0) DRAM0(0)\nMul Local(0)\n[1] NoOp // x\nSIMD O=R1 WAcc(1)\nMatMul Local(";
    expect![[r#"
        1:1 MatMul Compute
        1:13 Local(0) Read
        1:22 Acc(0) Write
        2:1 DataMove Transfer
        2:14 Local(0) Write
        2:23 DRAM0(0) Read
        3:1 Mul Unknown
        4:5 NoOp Control
        5:1 SIMD Compute
        5:8 R1 Read
        6:1 MatMul Compute"#]]
    .assert_eq(&EDITOR.tokens(text, 0..9));
    let document = LANGUAGE.options().read(text);
    assert_eq!(document.tokens(1..2, &|| false).len(), 3);
    assert_eq!(document.tokens(0..9, &|| true), []);
}

const SECTIONS: &str = "MatMul Zeroes Acc(0)
# ---- first layer ----
# with the bias
[1] LoadWeights Local(0) 3(+1)
[2] LoadWeights Local(4) 4(+1)
MatMul Local(0) Acc(0)
MatMul Local(0) Acc(1)

LoadWeights Zeroes
; half of a line

// second layer
NoOp // not a section
//
NoOp
";

#[test]
fn the_outline_has_sections_and_loads_of_weights() {
    expect![[r#"
        2-9 Section first layer
          4-7 Label [1] LoadWeights Local(0) 3(+1)  2 × MatMul
          9-9 Label LoadWeights Zeroes  0 × MatMul
        10-10 Section half of a line
        12-15 Section second layer
    "#]]
    .assert_eq(&EDITOR.outline(SECTIONS));
}

#[test]
fn sections_and_comments_fold() {
    let folds = "2-3 comment, 3-9, 4-7, 12-15";
    assert_eq!(EDITOR.folds(SECTIONS), folds);
}
