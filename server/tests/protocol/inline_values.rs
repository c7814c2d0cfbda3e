//! What a debugger evaluates next to the line where a run has stopped.

use crate::support::places::{bracketed, listed};
use crate::support::{Client, URI};
use expect_test::{Expect, expect};
use serde_json::json;

/// The operands of a line, counted from 0, of a text in a language, requested with some of its lines.
async fn check(language: &str, text: &str, lines: [u32; 2], stopped: u32, expected: Expect) {
    let mut client = Client::start(json!({})).await;
    let document = json!({ "uri": URI, "languageId": language, "version": 1, "text": text });
    let opened = json!({ "textDocument": document });
    client.notify("textDocument/didOpen", opened).await;
    client.incoming("textDocument/publishDiagnostics").await;
    let at = |line: u32| json!({ "line": line, "character": 0 });
    let asked = json!({
        "textDocument": { "uri": URI },
        "range": { "start": at(lines[0]), "end": at(lines[1]) },
        "context": { "frameId": 1, "stoppedLocation": { "start": at(stopped), "end": at(stopped) } },
    });
    let values = client.request("textDocument/inlineValue", asked).await;
    client.finish().await;
    expected.assert_eq(&listed(&values, |value| bracketed(text, &value["range"])));
}

const PROGRAM: &str =
    "lpassa $lm0v $lr0v\nnop/2\ndvadd $lr0v -$lm[0,2,4,6] $ls0v/1000 # $lm8 足す\n";

#[tokio::test]
async fn the_stopped_line_has_its_operands() {
    check(
        "mnc2",
        PROGRAM,
        [0, 3],
        2,
        expect![[r#"
            3: dvadd [$lr0v] -$lm[0,2,4,6] $ls0v/1000 # $lm8 足す
            3: dvadd $lr0v -[$lm[0,2,4,6]] $ls0v/1000 # $lm8 足す
            3: dvadd $lr0v -$lm[0,2,4,6] [$ls0v]/1000 # $lm8 足す
        "#]],
    )
    .await;
    check("mnc2", PROGRAM, [0, 3], 1, expect![""]).await;
}

#[tokio::test]
async fn other_lines_have_none() {
    check("mnc2", PROGRAM, [0, 1], 2, expect![["nothing\n"]]).await;
    check("mnc2", PROGRAM, [0, 9], 9, expect![["nothing\n"]]).await;
}

#[cfg(feature = "languages")]
#[tokio::test]
async fn registers_are_operands_in_risc_v() {
    let program = "\tli t0, 3\nloop:\n\taddi t0, t0, -1\n\tmldb m0, t1, (a0)\n\tbnez t0, loop\n";
    check(
        "rvmatrix",
        program,
        [0, 5],
        2,
        expect![[r#"
        3: 	addi [t0], t0, -1
        3: 	addi t0, [t0], -1
    "#]],
    )
    .await;
    check(
        "rvmatrix",
        program,
        [0, 5],
        3,
        expect![[r#"
        4: 	mldb [m0], t1, (a0)
        4: 	mldb m0, [t1], (a0)
        4: 	mldb m0, t1, ([a0])
    "#]],
    )
    .await;
}

#[cfg(feature = "languages")]
#[tokio::test]
async fn names_are_operands_in_the_tensor_language() {
    let program = "func @f(%a: f32, %A: memref<f32x4>) {\n  axpby.n %a, %A, %a, %A\n}\n";
    check(
        "tinytc",
        program,
        [0, 3],
        1,
        expect![[r#"
        2:   axpby.n [%a], %A, %a, %A
        2:   axpby.n %a, [%A], %a, %A
        2:   axpby.n %a, %A, [%a], %A
        2:   axpby.n %a, %A, %a, [%A]
    "#]],
    )
    .await;
}

#[cfg(feature = "languages")]
#[tokio::test]
async fn vectors_are_operands_of_a_tensor_unit() {
    let program = "SIMD R1=0\nSIMD(RW) O=Max(I,R1) WAcc(0) RAcc(4)\n";
    check(
        "tensil",
        program,
        [0, 2],
        1,
        expect![[r#"
        2: SIMD(RW) O=Max(I,[R1]) WAcc(0) RAcc(4)
        2: SIMD(RW) O=Max(I,R1) [WAcc(0)] RAcc(4)
        2: SIMD(RW) O=Max(I,R1) WAcc(0) [RAcc(4)]
    "#]],
    )
    .await;
}
