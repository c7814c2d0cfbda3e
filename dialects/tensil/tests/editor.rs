//! Editor features at a place: `$` in a text marks the place of the request.

use expect_test::expect;
use mnc2_laws::Editor;
use mnc2_tensil::{LANGUAGE, Options};
use mnc2_text::interface::Page as _;
use mnc2_text::{Language, Position};

const EDITOR: Editor = Editor(&LANGUAGE);

#[test]
fn hover_of_instructions() {
    EDITOR.check_hover(
        "Mat$Mul(Acc) Local(8)@2^1 Acc(0) 3(+1)",
        &expect![[r#"
            `MatMul Local(address)@2^stride Acc(address)@2^stride size(+1)` — multiply vectors with the weights

            For each of size + 1 vectors of the local memory: a vector with 1 before it, for the bias row, times the weights goes to an accumulator; with (Acc) it is added to what is there. Zeroes in the place of the vectors leaves the bias alone.

            Flags: `(Acc)`

            Opcode 0x1 of 4 bits (version `docs`), 0x1 of 3 bits (version `compiler`); known from the specification and from published programs

            - reads `Local(8)`, `Local(10)` … `Local(14)`
            - adds to `Acc(0)`, `Acc(1)` … `Acc(3)`
            - 4 vectors, 256 multiply-accumulates
            - 20 cycles by the estimate of the public compiler. `MatMul` after another instruction: a cycle for each vector, and twice the array size

            ```text
            0x0820000000030011
            ```

            `tensil@docs`, FP16BP8, 8x8 (default: no `.tarch` file was read)"#]],
    );
    EDITOR.check_hover(
        "DataMove(<$-) Local(0) DRAM1(5) 1(+1)",
        &expect![[r#"
            `DataMove Local(address)@2^stride Acc, DRAM0 or DRAM1(address)@2^stride size(+1)` — move vectors

            Moves size + 1 vectors between the local memory and the accumulators or a DRAM: (<-) to the local memory, (->) from it, (->, Acc) from it and added to accumulators.

            Flags: `(<-)`, `(->)`, `(->, Acc)`

            Opcode 0x2 of 4 bits (version `docs`), 0x2 of 3 bits (version `compiler`); known from the specification and from published programs

            - `DRAM1(5)`, `DRAM1(6)` → `Local(0)`, `Local(1)`
            - 2 vectors, 32 bytes
            - 2 cycles by the estimate of the public compiler. `DataMove`: a cycle for each vector

            ```text
            0x0000050000010022
            ```

            `tensil@docs`, FP16BP8, 8x8 (default: no `.tarch` file was read)"#]],
    );
    EDITOR.check_hover(
        "$DataMove(->, Acc) Local(0) Acc(5)",
        &expect![[r#"
            `DataMove Local(address)@2^stride Acc, DRAM0 or DRAM1(address)@2^stride size(+1)` — move vectors

            Moves size + 1 vectors between the local memory and the accumulators or a DRAM: (<-) to the local memory, (->) from it, (->, Acc) from it and added to accumulators.

            Flags: `(<-)`, `(->)`, `(->, Acc)`

            Opcode 0x2 of 4 bits (version `docs`), 0x2 of 3 bits (version `compiler`); known from the specification and from published programs

            - reads `Local(0)`
            - adds to `Acc(5)`
            - 1 vector, 16 bytes
            - 1 cycle by the estimate of the public compiler. `DataMove`: a cycle for each vector

            ```text
            0x000005000000002f
            ```

            `tensil@docs`, FP16BP8, 8x8 (default: no `.tarch` file was read)"#]],
    );
    EDITOR.check_hover(
        "[3] Load$Weights Local(0) 8(+1)",
        &expect![[r#"
            `LoadWeights Local(address)@2^stride size(+1)` — load weights

            Pushes size + 1 vectors of the local memory into the systolic array, that with the highest address first. Each goes to row 0, the bias row, and moves the others up by one; the last falls out. A full load is the number of rows of the array + 1. Zeroes pushes rows of zeros.

            Opcode 0x3 of 4 bits (version `docs`), 0x3 of 3 bits (version `compiler`); known from the specification and from published programs

            - reads `Local(0)`, `Local(1)` … `Local(8)`
            - 9 rows of 9
            - 9 cycles by the estimate of the public compiler. `LoadWeights`: a cycle for each row

            ```text
            0x0000080000000030
            ```

            `tensil@docs`, FP16BP8, 8x8 (default: no `.tarch` file was read)"#]],
    );
    EDITOR.check_hover(
        "SIMD$(RW) O=Max(I,R1) WAcc(1) RAcc(0)",
        &expect![[r#"
            `SIMD destination=operation WAcc(address) RAcc(address)` — compute on accumulators and registers

            Computes on each scalar of a vector. (R) reads the input I from RAcc, (W) writes the result to WAcc, A adds it there. The result always goes to the output O, and also to a register that is the destination.

            Flags: `(R)`, `(W)`, `(RW)`, `(WA)`, `(RWA)`

            Opcode 0x4 of 4 bits (version `docs`), 0x4 of 3 bits (version `compiler`); known from the specification and from published programs

            - reads `R1`
            - writes `Acc(1)`
            - reads `Acc(0)`
            - 1 cycle by the estimate of the public compiler. `SIMD`: a cycle

            ```text
            0x01000000007a0043
            ```

            `tensil@docs`, FP16BP8, 8x8 (default: no `.tarch` file was read)"#]],
    );
    EDITOR.check_hover(
        "Mat$Mul Local(",
        &expect![[r#"
            `MatMul Local(address)@2^stride Acc(address)@2^stride size(+1)` — multiply vectors with the weights

            For each of size + 1 vectors of the local memory: a vector with 1 before it, for the bias row, times the weights goes to an accumulator; with (Acc) it is added to what is there. Zeroes in the place of the vectors leaves the bias alone.

            Flags: `(Acc)`

            Opcode 0x1 of 4 bits (version `docs`), 0x1 of 3 bits (version `compiler`); known from the specification and from published programs

            `tensil@docs`, FP16BP8, 8x8 (default: no `.tarch` file was read)"#]],
    );
    EDITOR.check_hover("Mu$l Local(0)", &expect![""]);
    EDITOR.check_hover("# Mat$Mul", &expect![""]);
}

#[test]
fn hover_of_operands() {
    EDITOR.check_hover(
        "MatMul Loc$al(8)@2^1 Acc(0) 3(+1)",
        &expect![[r#"
        reads `Local(8)`, `Local(10)` … `Local(14)`

        4 vectors, 2 apart: `@2^1`

        `Local` — the local memory, between the DRAMs and the array

        8192 vectors of 8 scalars of type FP16BP8 (as on the default machine)"#]],
    );
    EDITOR.check_hover(
        "MatMul(Acc) Local(8) Acc(0)$ 1(+1)",
        &expect![[r#"
        adds to `Acc(0)`, `Acc(1)`

        2 vectors, one after the other

        `Acc` — the accumulators, which receive the results of the array

        2048 vectors of 8 scalars of type FP16BP8 (as on the default machine)"#]],
    );
    EDITOR.check_hover(
        "MatMul Local(8) Acc(0) 3$(+1)",
        &expect!["4 vectors: the field holds 3, one less"],
    );
    EDITOR.check_hover(
        "LoadWeights Zer$oes",
        &expect!["vectors of zeros, which no memory holds"],
    );
    EDITOR.check_hover(
        "SIMD(RW) O=M$ax(I,R1) WAcc(1) RAcc(0)",
        &expect![[r#"
        `Max(I,R1)` — operation 0xf of the SIMD unit

        the greater one"#]],
    );
    EDITOR.check_hover(
        "SIMD(RW) O=Loo$kup(I) WAcc(1) RAcc(0)",
        &expect![[r#"
        `Lookup(I)` — operation 0x10 of the SIMD unit

        looks its source up in the tables: the destination register receives the difference from the closest key, each register after it the value that a table has there. Its code 0x10 does not fit the 4 bits of its field, so it has no bytes

        known from the specification alone"#]],
    );
    EDITOR.check_hover(
        "N$oOp",
        &expect![[r#"
            `NoOp` — no operation

            Does nothing. Two of them between a SIMD instruction that writes an accumulator and a DataMove that reads it give the value time to arrive.

            Opcode 0x0 of 4 bits (version `docs`), – of 3 bits (version `compiler`); known from the specification and the hardware; the compiler prints none

            - 1 cycle by the estimate of the public compiler. `NoOp` and `Wait`: a cycle

            ```text
            0x0000000000000000
            ```

            `tensil@docs`, FP16BP8, 8x8 (default: no `.tarch` file was read)"#]],
    );
    EDITOR.check_hover(
        "SIMD(RW) O=Max($I,R1) WAcc(1) RAcc(0)",
        &expect!["the input: the accumulator that `RAcc` names"],
    );
    EDITOR.check_hover(
        "SIMD(RW) $O=Max(I,R1) WAcc(1) RAcc(0)",
        &expect!["the output: the accumulator that `WAcc` names"],
    );
    EDITOR.check_hover(
        "SIMD(RW) O=Max(I,R$1) WAcc(1) RAcc(0)",
        &expect![[r#"
        reads `R1`

        `R1` — a register of the SIMD unit for one vector; the machine has 1 register, counted from R1"#]],
    );
    EDITOR.check_hover(
        "SIMD(RW) O=Max(I,R1) WAcc(1)$ RAcc(0)",
        &expect![[r#"
        writes `Acc(1)`

        `Acc` — the accumulators, which receive the results of the array

        2048 vectors of 8 scalars of type FP16BP8 (as on the default machine)"#]],
    );
    EDITOR.check_hover(
        "Configure dram0_o$ffset 0",
        &expect![[r#"
        `dram0_offset` — configuration register 0

        where DRAM0 begins in the memory of the host; the driver counts in 64 KiB"#]],
    );
    EDITOR.check_hover(
        "MatMul Lo$cal(8) Acc(",
        &expect![[r#"
        `Local` — the local memory, between the DRAMs and the array

        8192 vectors of 8 scalars of type FP16BP8 (as on the default machine)"#]],
    );
}

#[test]
fn everything_that_is_listed_has_a_page() {
    assert!(EDITOR.check_pages() > 60);
    let page = |query| Options::default().explain(query, Language::English);
    for none in ["R2", "R0", "Plus", ""] {
        assert_eq!(page(none), None);
    }
    assert!(page("R1").is_some());
}

/// The labels; in the text, the range that the first of them replaces is between `<` and `>`.
fn check_completion(text: &str, expected: &str) {
    let (document, at) = EDITOR.open(text);
    let found = document.completion(at, Language::English);
    let labels: Vec<&str> = found.iter().map(|found| found.label.as_str()).collect();
    let plain = text.replace('$', "");
    let line = plain.lines().nth(at.line as usize).unwrap_or_default();
    let replaced = found.first().map_or(String::new(), |first| {
        format!(" <{}>", mnc2_text::line::part(line, &first.replace))
    });
    assert_eq!(
        format!("{}{replaced}", labels.join("; ")),
        expected,
        "{text}"
    );
}

#[test]
fn completion_of_instructions() {
    let all = "NoOp; MatMul; DataMove; LoadWeights; SIMD; LoadLUT; Configure <>";
    check_completion("$", all);
    check_completion("NoOp\n  [3] $", all);
    check_completion("[3] 0 $", all);
    check_completion("[3] 0 Lo$ad Local(0)", "LoadWeights; LoadLUT <Load>");
    check_completion("NoOp // Lo$", "");
    check_completion("[$", "");
    check_completion("[1$] 0 NoOp", "");
    let mut options = LANGUAGE.options();
    options.set("version", "compiler").expect("a version");
    let start = Position { line: 0, byte: 0 };
    let found = options.read("").completion(start, Language::English);
    let labels: Vec<&str> = found.iter().map(|found| found.label.as_str()).collect();
    assert_eq!(
        labels,
        [
            "Wait",
            "MatMul",
            "DataMove",
            "LoadWeights",
            "SIMD",
            "Configure"
        ]
    );
}

#[test]
fn completion_of_flags_and_operands() {
    check_completion("DataMove($", "<-; ->; ->, Acc <>");
    check_completion("DataMove(-$>) Local(0)", "->; ->, Acc <->>");
    check_completion("DataMove(->, $ Local(0)", "->, Acc <->, >");
    check_completion("SIMD($RW) O=I", "R; W; RW; WA; RWA <RW>");
    check_completion("MatMul $", "Local; Zeroes <>");
    check_completion("MatMul(Acc) Lo$(0)", "Local <Lo>");
    check_completion("MatMul Local(0) @2^1 $", "Acc <>");
    check_completion("MatMul Local($", "");
    check_completion("MatMul Local(0) Acc(0) $", "");
    check_completion("DataMove(->, Acc) Local(0) $", "Acc <>");
    check_completion("DataMove(<-) Local(0) DRAM$9(0)", "DRAM0; DRAM1 <DRAM9>");
    check_completion(
        "LoadWeights Local(0)@$",
        "2^0; 2^1; 2^2; 2^3; 2^4; 2^5; 2^6; 2^7 <>",
    );
    check_completion(
        "LoadWeights Local(0)@2^$7",
        "2^0; 2^1; 2^2; 2^3; 2^4; 2^5; 2^6; 2^7 <2^7>",
    );
    check_completion("Configure dram0$", "dram0_offset; dram0_cache <dram0>");
    check_completion("Mul $", "");
}

#[test]
fn completion_of_operations() {
    check_completion("SIMD(RW) $", "O; R1 <>");
    check_completion("SIMD(RW) O=M$", "Multiply; Min; Max <M>");
    check_completion("SIMD(RW) O=I$", "I; Increment <I>");
    check_completion("SIMD(RW) O=Max($", "I; R1 <>");
    check_completion("SIMD(RW) O=Max(R1, $", "I <>");
    check_completion("SIMD(RW) O=Abs($", "I <>");
    check_completion("SIMD(W) O=Max($", "R1 <>");
    check_completion("SIMD(RW) O=Max(I, R$1) WAcc(0)", "R1 <R1>");
    check_completion("SIMD(RW) O=Max(I, R1) $", "WAcc <>");
    check_completion("SIMD(RW) O=Max(I, R1) WAcc(0) $", "RAcc <>");
    check_completion("SIMD(R) O=I $", "RAcc <>");
    check_completion("SIMD(W) O=R1 $", "WAcc <>");
    check_completion("SIMD(RW) O=R1 WAcc(0$)", "");
}

fn check_signature(text: &str, expected: &str) {
    assert_eq!(EDITOR.signature(text), expected, "{text}");
}

#[test]
fn signatures_tell_the_operand_that_is_typed() {
    check_signature(
        "MatMul $",
        "MatMul <Local(address)@2^stride> Acc(address)@2^stride size(+1)",
    );
    check_signature(
        "[3] MatMul(Acc) Local(3) Acc(1$",
        "MatMul Local(address)@2^stride <Acc(address)@2^stride> size(+1)",
    );
    check_signature(
        "MatMul Local(3) Acc(1) 2(+1) $",
        "MatMul Local(address)@2^stride Acc(address)@2^stride size(+1)",
    );
    check_signature(
        "SIMD(R) O=Max( I, R1) RAcc($",
        "SIMD destination=operation WAcc(address) <RAcc(address)>",
    );
    check_signature(
        "SIMD(RW) O=I $",
        "SIMD destination=operation <WAcc(address)> RAcc(address)",
    );
    check_signature("Configure$", "");
    check_signature("Mul $", "");
}

#[test]
fn inlays_count_what_moves() {
    let text = "MatMul Local(8)@2^1 Acc(0)@2^3 3(+1) // x\nMatMul Zeroes Acc(0)\nNoOp\nDataMove(<-) Local(0)@2^1 DRAM0(0)\nLoadWeights Local(0) 8(+1)\nMatMul\nSIMD R1=0";
    expect![[r#"
        1:37 4 vectors, 256 multiply-accumulates, 2 apart in Local, 8 apart in Acc
        2:21 1 vector of the bias alone
        4:35 1 vector, 16 bytes
        5:27 9 rows of 9"#]]
    .assert_eq(&EDITOR.inlays(text, 0..9));
    let one = "2:21 1 vector of the bias alone";
    assert_eq!(EDITOR.inlays(text, 1..3), one);
}
