//! What an editor is told: `$` in a text is the place that is asked about.

use expect_test::{Expect, expect};
use mnc2_tensil::{Document, Options};
use mnc2_text::{Language, Position};

fn open(text: &str) -> (Document, Position) {
    let at = text.find('$').expect("a place");
    let before = &text[..at];
    let line = before.matches('\n').count() as u32;
    let byte = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
    let document = Document::new(&text.replacen('$', "", 1), &Options::default());
    (
        document,
        Position {
            line,
            byte: byte as u32,
        },
    )
}

fn check_hover(text: &str, expected: &Expect) {
    let (document, at) = open(text);
    let hover = document
        .hover(at, Language::English)
        .map(|hover| hover.markdown);
    expected.assert_eq(&hover.unwrap_or_default());
}

#[test]
fn hover_of_instructions() {
    check_hover(
        "Mat$Mul(Acc) Local(8)@2^1 Acc(0) 3(+1)",
        &expect![[r#"
        `MatMul Local(address)@2^stride Acc(address)@2^stride size(+1)` — multiply vectors with the weights

        For each of size + 1 vectors of the local memory: a vector with 1 before it, for the bias row, times the weights goes to an accumulator; with (Acc) it is added to what is there. Zeroes in the place of the vectors leaves the bias alone.

        Flags: `(Acc)`

        Opcode 0x1 of 4 bits (version `docs`), 0x1 of 3 bits (version `compiler`); known from the specification and from published programs

        - reads `Local(8)`, `Local(10)` … `Local(14)`
        - adds to `Acc(0)`, `Acc(1)` … `Acc(3)`
        - 4 vectors, 256 multiply-accumulates

        ```text
        0x0820000000030011
        ```"#]],
    );
    check_hover(
        "DataMove(<$-) Local(0) DRAM1(5) 1(+1)",
        &expect![[r#"
        `DataMove Local(address)@2^stride Acc, DRAM0 or DRAM1(address)@2^stride size(+1)` — move vectors

        Moves size + 1 vectors between the local memory and the accumulators or a DRAM: (<-) to the local memory, (->) from it, (->, Acc) from it and added to accumulators.

        Flags: `(<-)`, `(->)`, `(->, Acc)`

        Opcode 0x2 of 4 bits (version `docs`), 0x2 of 3 bits (version `compiler`); known from the specification and from published programs

        - `DRAM1(5)`, `DRAM1(6)` → `Local(0)`, `Local(1)`
        - 2 vectors, 32 bytes

        ```text
        0x0000050000010022
        ```"#]],
    );
    check_hover(
        "$DataMove(->, Acc) Local(0) Acc(5)",
        &expect![[r#"
        `DataMove Local(address)@2^stride Acc, DRAM0 or DRAM1(address)@2^stride size(+1)` — move vectors

        Moves size + 1 vectors between the local memory and the accumulators or a DRAM: (<-) to the local memory, (->) from it, (->, Acc) from it and added to accumulators.

        Flags: `(<-)`, `(->)`, `(->, Acc)`

        Opcode 0x2 of 4 bits (version `docs`), 0x2 of 3 bits (version `compiler`); known from the specification and from published programs

        - reads `Local(0)`
        - adds to `Acc(5)`
        - 1 vector, 16 bytes

        ```text
        0x000005000000002f
        ```"#]],
    );
    check_hover(
        "[3] Load$Weights Local(0) 8(+1)",
        &expect![[r#"
        `LoadWeights Local(address)@2^stride size(+1)` — load weights

        Pushes size + 1 vectors of the local memory into the systolic array, that with the highest address first. Each goes to row 0, the bias row, and moves the others up by one; the last falls out. A full load is the number of rows of the array + 1. Zeroes pushes rows of zeros.

        Opcode 0x3 of 4 bits (version `docs`), 0x3 of 3 bits (version `compiler`); known from the specification and from published programs

        - reads `Local(0)`, `Local(1)` … `Local(8)`
        - 9 rows of 9

        ```text
        0x0000080000000030
        ```"#]],
    );
    check_hover(
        "SIMD$(RW) O=Max(I,R1) WAcc(1) RAcc(0)",
        &expect![[r#"
        `SIMD destination=operation WAcc(address) RAcc(address)` — compute on accumulators and registers

        Computes on each scalar of a vector. (R) reads the input I from RAcc, (W) writes the result to WAcc, A adds it there. The result always goes to the output O, and also to a register that is the destination.

        Flags: `(R)`, `(W)`, `(RW)`, `(WA)`, `(RWA)`

        Opcode 0x4 of 4 bits (version `docs`), 0x4 of 3 bits (version `compiler`); known from the specification and from published programs

        - reads `R1`
        - writes `Acc(1)`
        - reads `Acc(0)`

        ```text
        0x01000000007a0043
        ```"#]],
    );
    check_hover(
        "Mat$Mul Local(",
        &expect![[r#"
        `MatMul Local(address)@2^stride Acc(address)@2^stride size(+1)` — multiply vectors with the weights

        For each of size + 1 vectors of the local memory: a vector with 1 before it, for the bias row, times the weights goes to an accumulator; with (Acc) it is added to what is there. Zeroes in the place of the vectors leaves the bias alone.

        Flags: `(Acc)`

        Opcode 0x1 of 4 bits (version `docs`), 0x1 of 3 bits (version `compiler`); known from the specification and from published programs"#]],
    );
    check_hover("Mu$l Local(0)", &expect![""]);
    check_hover("# Mat$Mul", &expect![""]);
}

#[test]
fn hover_of_operands() {
    check_hover(
        "MatMul Loc$al(8)@2^1 Acc(0) 3(+1)",
        &expect![[r#"
        reads `Local(8)`, `Local(10)` … `Local(14)`

        4 vectors, 2 apart: `@2^1`

        `Local` — the local memory, between the DRAMs and the array

        8192 vectors of 8 scalars of type FP16BP8 (as on the default machine)"#]],
    );
    check_hover(
        "MatMul(Acc) Local(8) Acc(0)$ 1(+1)",
        &expect![[r#"
        adds to `Acc(0)`, `Acc(1)`

        2 vectors, one after the other

        `Acc` — the accumulators, which receive the results of the array

        2048 vectors of 8 scalars of type FP16BP8 (as on the default machine)"#]],
    );
    check_hover(
        "MatMul Local(8) Acc(0) 3$(+1)",
        &expect!["4 vectors: the field holds 3, one less"],
    );
    check_hover(
        "LoadWeights Zer$oes",
        &expect!["vectors of zeros, which no memory holds"],
    );
    check_hover(
        "SIMD(RW) O=M$ax(I,R1) WAcc(1) RAcc(0)",
        &expect![[r#"
        `Max(I,R1)` — operation 0xf of the SIMD unit

        the greater one"#]],
    );
    check_hover(
        "SIMD(RW) O=Max($I,R1) WAcc(1) RAcc(0)",
        &expect!["the input: the accumulator that `RAcc` names"],
    );
    check_hover(
        "SIMD(RW) $O=Max(I,R1) WAcc(1) RAcc(0)",
        &expect!["the output: the accumulator that `WAcc` names"],
    );
    check_hover(
        "SIMD(RW) O=Max(I,R$1) WAcc(1) RAcc(0)",
        &expect![[r#"
        reads `R1`

        `R1` — a register of the SIMD unit for one vector; the machine has 1 register, counted from R1"#]],
    );
    check_hover(
        "SIMD(RW) O=Max(I,R1) WAcc(1)$ RAcc(0)",
        &expect![[r#"
        writes `Acc(1)`

        `Acc` — the accumulators, which receive the results of the array

        2048 vectors of 8 scalars of type FP16BP8 (as on the default machine)"#]],
    );
    check_hover(
        "Configure dram0_o$ffset 0",
        &expect![[r#"
        `dram0_offset` — configuration register 0

        where DRAM0 begins in the memory of the host; the driver counts in 64 KiB"#]],
    );
    check_hover(
        "MatMul Lo$cal(8) Acc(",
        &expect![[r#"
        `Local` — the local memory, between the DRAMs and the array

        8192 vectors of 8 scalars of type FP16BP8 (as on the default machine)"#]],
    );
}

#[test]
fn everything_that_is_listed_has_a_page() {
    let options = Options::default();
    let entries = mnc2_tensil::entries();
    assert!(entries.len() > 60, "{}", entries.len());
    for entry in entries {
        let page = mnc2_tensil::explain(&entry.name, &options, Language::English);
        assert!(
            page.is_some_and(|page| page.contains(&entry.name)),
            "{}",
            entry.name
        );
    }
    let none = |query| mnc2_tensil::explain(query, &options, Language::English).is_none();
    assert!(none("R2") && none("R0") && none("Plus") && none(""));
    assert!(!none("R1"));
}
