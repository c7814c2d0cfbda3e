//! Signature help: the operands of an expression, and the one at the cursor.

use crate::support::{Client, at, cursor};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

async fn help(fixture: &str, signature: Value) -> Value {
    let capabilities =
        json!({ "textDocument": { "signatureHelp": { "signatureInformation": signature } } });
    let mut client = Client::start(capabilities).await;
    let (text, position) = cursor(fixture);
    client.open_checked(&text).await;
    let help = client
        .request("textDocument/signatureHelp", at(&position))
        .await;
    client.finish().await;
    help
}

/// The signatures, the active one first, with the active operand in brackets, and its explanation.
async fn check(fixture: &str, expected: Expect) {
    let signature = json!({
        "documentationFormat": ["markdown"],
        "parameterInformation": { "labelOffsetSupport": true },
    });
    let help = help(fixture, signature).await;
    if help.is_null() {
        expected.assert_eq("nothing\n");
        return;
    }
    let number = |name: &str| help[name].as_u64().expect("a number") as usize;
    let signatures = help["signatures"].as_array().expect("signatures");
    let active = &signatures[number("activeSignature")];
    let mut label = active["label"].as_str().expect("a label").to_owned();
    let mut doc = "";
    if let Some(parameter) = active["parameters"].get(number("activeParameter")) {
        let offset = |at: usize| parameter["label"][at].as_u64().expect("an offset") as usize;
        label.insert(offset(1), ']');
        label.insert(offset(0), '[');
        doc = parameter["documentation"]["value"]
            .as_str()
            .unwrap_or_default();
    }
    let summary = active["documentation"]["value"]
        .as_str()
        .unwrap_or_default();
    let summary: String = summary.chars().take(40).collect();
    expected.assert_eq(&format!(
        "{label}\n{doc}\n{summary}\nof {}\n",
        signatures.len()
    ));
}

#[tokio::test]
async fn the_operand_at_the_cursor_is_marked() {
    check(
        "nop\ndvfmad $lm0v ‸ # 😀",
        expect![[r#"
            dvfmad <src_x> [<src_y>] <src_z> <dst_0> [<dst_1>..]
            Read: a PE memory (`$lm0v`, `$lr0`, `$t`) or one of `$mauf`, `$aluf`, `$lbf`.
            Vector multiply-add
            of 1
        "#]],
    )
    .await;
    check(
        "lpassa $lm0v $ln0v $‸",
        expect![[r#"
            lpassa <src_x> [<dst_0> [<dst_1>..]]
            Written: a PE memory to write (`$lm0v`, `$lr0`, `$t`, `$mb`), `$omr1` or `$nowrite`.
            Copy
            of 1
        "#]],
    )
    .await;
    check(
        "mvb/n64 $d0 ‸",
        expect![[r#"
            mvb/n<size>[<tag>] $d[i]<addr_d> [$lc<addr_c>]
            Written: every L2BM: `$lc0`; the address is a multiple of 64.
            DRAM to L2BM inter-group broadcast
            of 1
        "#]],
    )
    .await;
    check(
        "nop; wait ‸",
        expect![[r#"
            wait [<tag>]
            Read: a tag: `i01`.
            Wait for an MV instruction
            of 1
        "#]],
    )
    .await;
    check(
        "l2bmdarw ‸",
        expect![[r#"
            nothing
        "#]],
    )
    .await;
}

#[tokio::test]
async fn nothing_is_said_elsewhere() {
    check("lpas‸", expect!["nothing\n"]).await;
    check("nop # lpassa ‸", expect!["nothing\n"]).await;
    check("‸", expect!["nothing\n"]).await;
}

#[tokio::test]
async fn clients_without_offsets_get_the_text_of_parameters() {
    let help = help("lpassa ‸", json!({})).await;
    let labels: Vec<&Value> = help["signatures"][0]["parameters"]
        .as_array()
        .expect("parameters")
        .iter()
        .map(|parameter| &parameter["label"])
        .collect();
    assert_eq!(json!(labels), json!(["<src_x>", "<dst_0> [<dst_1>..]"]));
}
