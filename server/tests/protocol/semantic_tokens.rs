//! Semantic tokens: units, precisions, reads and writes; whole, in a range, and as a difference.

use crate::support::{Client, URI};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

fn capabilities(full: Value, range: bool) -> Value {
    json!({ "textDocument": { "semanticTokens": {
        "requests": { "full": full, "range": range },
        "tokenTypes": [], "tokenModifiers": [], "formats": ["relative"]
    } } })
}

fn document() -> Value {
    json!({ "textDocument": { "uri": URI } })
}

/// The numbers of an answer as text, a line for each token.
fn readable(text: &str, legend: &Value, data: &Value) -> String {
    let lines: Vec<Vec<u16>> = text
        .lines()
        .map(|line| line.encode_utf16().collect())
        .collect();
    let numbers: Vec<usize> = data
        .as_array()
        .expect("numbers")
        .iter()
        .map(|number| number.as_u64().expect("a number") as usize)
        .collect();
    let (mut line, mut start) = (0, 0);
    let mut out = String::new();
    for token in numbers.chunks(5) {
        let [line_delta, start_delta, length, kind, modifiers] = *token else {
            panic!("a token is five numbers");
        };
        line += line_delta;
        start = if line_delta == 0 { start } else { 0 } + start_delta;
        let covered = String::from_utf16_lossy(&lines[line][start..start + length]);
        let kind = legend["tokenTypes"][kind].as_str().expect("a type");
        out.push_str(&format!("{line}: {covered} {kind}"));
        for (bit, name) in legend["tokenModifiers"]
            .as_array()
            .expect("modifiers")
            .iter()
            .enumerate()
        {
            if modifiers >> bit & 1 == 1 {
                out.push_str(&format!(".{}", name.as_str().expect("a name")));
            }
        }
        out.push('\n');
    }
    out
}

async fn check(text: &str, expected: Expect) {
    let parameters = json!({ "capabilities": capabilities(json!(true), false) });
    let (mut client, answer) = Client::start_with(parameters).await;
    let legend = answer["capabilities"]["semanticTokensProvider"]["legend"].clone();
    client.open_checked(text).await;
    let tokens = client
        .request("textDocument/semanticTokens/full", document())
        .await;
    expected.assert_eq(&readable(text, &legend, &tokens["data"]));
    client.finish().await;
}

#[tokio::test]
async fn opcodes_have_a_unit_and_a_precision() {
    check(
        "fvfma -$lm0ve $lr[0,2,4,6] $aluf $ln0v/1000 $ls8v; linc $lm0v $nowrite\n\
         imm f\"1\" $r0; l1bmm@1 $lb0 $llmt8v; l2bmb $lc0 $lb0; wait i02\n\
         dmwrite $lr0v $lx0; hmread $lly0 $llr0v",
        expect![[r#"
            0: fvfma function.mau.single
            0: $lm parameter
            0: $lr parameter
            0: $aluf parameter
            0: $ln variable.modification
            0: $ls variable.modification
            0: linc function.alu.longInteger
            0: $lm parameter
            1: imm function.alu
            1: $r variable.modification
            1: l1bmm macro.l1bm
            1: $lb parameter
            1: $llmt variable.modification
            1: l2bmb macro.l2bm
            1: $lc parameter
            1: $lb variable.modification
            1: wait keyword
            2: dmwrite function.matrixRegister.double
            2: $lr parameter
            2: $lx variable.modification
            2: hmread function.matrixRegister.half
            2: $lly parameter
            2: $llr variable.modification
        "#]],
    )
    .await;
}

#[tokio::test]
async fn statements_beside_the_steps() {
    check(
        "mvp/n64i01 $p0@0 $lc0@0.0 # 😀\n  d get $lm0n0c0b0m0p0 1\nd set $lr0 1 0000000000000001\nmaskr 1\nquit\nnop",
        expect![[r#"
            0: mvp macro.async.mv
            0: $p parameter
            0: $lc variable.modification
            1: $lm parameter
            2: $lr variable.modification
            5: nop keyword
        "#]],
    )
    .await;
}

#[tokio::test]
async fn constants_and_unknown_opcodes() {
    check(
        "ilsl $l2bid $lm0v $lr0v\nlpasa $lm0v $ln0v; linc $lm0v $ln0v\n😀\nilsl $subpeid $lm0 $omr1\n",
        expect![[r#"
            0: ilsl function.alu.singleInteger
            0: $l2bid parameter.readonly
            0: $lm parameter
            0: $lr variable.modification
            1: lpasa unknownOpcode
            1: linc function.alu.longInteger
            1: $lm parameter
            1: $ln variable.modification
            3: ilsl function.alu.singleInteger
            3: $subpeid parameter.readonly
            3: $lm parameter
            3: $omr variable.modification
        "#]],
    )
    .await;
}

#[tokio::test]
async fn a_range_answers_for_its_lines() {
    let mut client = Client::start(capabilities(json!(false), true)).await;
    client.open_checked("nop\n\nnop\n  nop\nnop\n").await;
    let range = json!({
        "textDocument": { "uri": URI },
        "range": { "start": { "line": 1, "character": 0 }, "end": { "line": 3, "character": 1 } }
    });
    let tokens = client
        .request("textDocument/semanticTokens/range", range)
        .await;
    assert_eq!(tokens, json!({ "data": [2, 0, 3, 2, 0, 1, 2, 3, 2, 0] }));
    let beyond = json!({
        "textDocument": { "uri": URI },
        "range": { "start": { "line": 90, "character": 0 }, "end": { "line": 99, "character": 1 } }
    });
    let tokens = client
        .request("textDocument/semanticTokens/range", beyond)
        .await;
    assert_eq!(tokens, json!({ "data": [] }));
    client.finish().await;
}

/// A client's tokens after an answer.
fn apply(tokens: &mut Vec<Value>, answer: &Value) {
    match answer["edits"].as_array() {
        None => *tokens = answer["data"].as_array().expect("numbers").clone(),
        Some(edits) => {
            for edit in edits {
                let start = edit["start"].as_u64().expect("a number") as usize;
                let count = edit["deleteCount"].as_u64().expect("a number") as usize;
                let data = edit["data"].as_array().expect("numbers").clone();
                tokens.splice(start..start + count, data);
            }
        }
    }
}

#[tokio::test]
async fn differences_lead_to_the_same_tokens() {
    let delta = capabilities(json!({ "delta": true }), false);
    let mut client = Client::start(delta).await;
    let mut text: Vec<String> = (0..30).map(|line| format!("nop/{}", line + 1)).collect();
    client.open_checked(&text.join("\n")).await;
    let full = client
        .request("textDocument/semanticTokens/full", document())
        .await;
    let mut tokens = Vec::new();
    apply(&mut tokens, &full);
    let mut id = full["resultId"].clone();
    for version in 2..20_i64 {
        let line = (version * 7 % 29) as usize;
        let replacement = match version % 3 {
            0 => "linc $lm0v $ln0v",
            1 => "",
            _ => "nop\nnop",
        };
        text[line] = replacement.to_owned();
        text = text.join("\n").split('\n').map(str::to_owned).collect();
        client
            .change(version, json!([{ "text": text.join("\n") }]))
            .await;
        client.diagnostics(version).await;
        let parameters = json!({ "textDocument": { "uri": URI }, "previousResultId": id });
        let answer = client
            .request("textDocument/semanticTokens/full/delta", parameters)
            .await;
        assert!(answer["edits"].is_array(), "{answer}");
        apply(&mut tokens, &answer);
        // If an answer is lost, the client keeps its old id.
        if version % 4 != 0 {
            id = answer["resultId"].clone();
            continue;
        }
        let parameters = json!({ "textDocument": { "uri": URI }, "previousResultId": id });
        let again = client
            .request("textDocument/semanticTokens/full/delta", parameters)
            .await;
        assert_eq!(again["edits"], answer["edits"]);
        id = again["resultId"].clone();
    }
    let full = client
        .request("textDocument/semanticTokens/full", document())
        .await;
    assert_eq!(Value::Array(tokens), full["data"]);

    let unknown = json!({ "textDocument": { "uri": URI }, "previousResultId": "x" });
    let answer = client
        .request("textDocument/semanticTokens/full/delta", unknown)
        .await;
    assert_eq!(
        answer["data"], full["data"],
        "an unknown id means everything"
    );
    let same = json!({ "textDocument": { "uri": URI }, "previousResultId": answer["resultId"] });
    let answer = client
        .request("textDocument/semanticTokens/full/delta", same)
        .await;
    assert_eq!(answer["edits"], json!([]));
    client.finish().await;
}
