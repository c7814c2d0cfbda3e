//! Formatting: the whole document, a range, and while typing.

use crate::chaos::Layout;
use crate::support::{Client, URI, cursor};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

fn options() -> Value {
    json!({ "tabSize": 8, "insertSpaces": false })
}

/// The text after the edits, which must not overlap and must come in order.
fn apply(text: &str, edits: &Value) -> String {
    let mut lines: Vec<Vec<u16>> = text
        .split('\n')
        .map(|line| line.encode_utf16().collect())
        .collect();
    let mut last = None;
    for edit in edits.as_array().expect("edits") {
        let place =
            |end: &str, field: &str| edit["range"][end][field].as_u64().expect("a position");
        let line = place("start", "line");
        assert_eq!(line, place("end", "line"), "an edit stays in its line");
        assert!(
            last.is_none_or(|last| last < line),
            "one edit for each line: {edits}"
        );
        last = Some(line);
        let characters = place("start", "character") as usize..place("end", "character") as usize;
        let text = edit["newText"].as_str().expect("a text").encode_utf16();
        lines[line as usize].splice(characters, text);
    }
    let lines: Vec<String> = lines
        .iter()
        .map(|line| String::from_utf16_lossy(line))
        .collect();
    lines.join("\n")
}

async fn request(text: &str, method: &str, rest: Value) -> Value {
    let mut client = Client::start(json!({})).await;
    client.open_checked(text).await;
    let mut params = json!({ "textDocument": { "uri": URI }, "options": options() });
    for (name, value) in rest.as_object().expect("parameters") {
        params[name] = value.clone();
    }
    let edits = client.request(method, params).await;
    client.finish().await;
    edits
}

async fn check_document(text: &str, expected: Expect) {
    let edits = request(text, "textDocument/formatting", json!({})).await;
    let formatted = apply(text, &edits);
    expected.assert_eq(&formatted);
    let again = request(&formatted, "textDocument/formatting", json!({})).await;
    assert_eq!(again, json!([]));
}

/// Formats from the start of one line to a place in another.
async fn check_range(text: &str, first: u32, last: (u32, u32), expected: Expect) {
    let range = json!({
        "start": { "line": first, "character": 0 },
        "end": { "line": last.0, "character": last.1 }
    });
    let edits = request(
        text,
        "textDocument/rangeFormatting",
        json!({ "range": range }),
    )
    .await;
    expected.assert_eq(&apply(text, &edits));
}

/// Types a character; the cursor is after it.
async fn check_on_type(fixture: &str, expected: Expect) {
    let (text, position) = cursor(fixture);
    let before = fixture
        .split(crate::support::CURSOR)
        .next()
        .unwrap_or_default();
    let character = if before.ends_with(';') { ";" } else { "\n" };
    let edits = request(
        &text,
        "textDocument/onTypeFormatting",
        json!({ "position": position, "ch": character }),
    )
    .await;
    expected.assert_eq(&apply(&text, &edits));
}

#[tokio::test]
async fn a_document_is_laid_out_in_columns() {
    check_document(
        "# 😀  \nlpassa $lm0v $ln0v#😀\n  imm  f\"1.0\" $lr0\n\nlpasa  $lm0\nnop;wait i01",
        expect![[r##"
            # 😀
            lpassa $lm0v  $ln0v #😀
            imm    f"1.0" $lr0

            lpasa  $lm0
            nop; wait i01"##]],
    )
    .await;
}

#[tokio::test]
async fn a_range_is_laid_out_as_the_whole_would_be_and_nothing_else_moves() {
    let text = "lpassa $lm0v $ln0v\nlpassa $lm100v $ln0v\nlpassa  $lm8v $ln0v\nimm  f\"1\"  $lr0";
    check_range(
        text,
        1,
        (2, 3),
        expect![[r#"
        lpassa $lm0v $ln0v
        lpassa $lm100v $ln0v
        lpassa $lm8v   $ln0v
        imm  f"1"  $lr0"#]],
    )
    .await;
    check_range(
        text,
        1,
        (2, 0),
        expect![[r#"
        lpassa $lm0v $ln0v
        lpassa $lm100v $ln0v
        lpassa  $lm8v $ln0v
        imm  f"1"  $lr0"#]],
    )
    .await;
    check_range(
        text,
        3,
        (3, 0),
        expect![[r#"
        lpassa $lm0v $ln0v
        lpassa $lm100v $ln0v
        lpassa  $lm8v $ln0v
        imm    f"1"    $lr0"#]],
    )
    .await;
}

#[tokio::test]
async fn a_line_end_lays_out_the_block_that_it_ends() {
    check_on_type(
        "nop \n\nlpassa $lm0v $ln0v\nimm  f\"1\" $lr0\n‸\n  nop ",
        expect![[r#"
            nop 

            lpassa $lm0v $ln0v
            imm    f"1"  $lr0

              nop "#]],
    )
    .await;
    check_on_type("‸nop ", expect!["nop "]).await;
}

#[tokio::test]
async fn a_semicolon_lays_out_its_line() {
    check_on_type(
        "lpassa $lm100v $ln0v\nlpassa  $lm0v $ln0v ;‸\nnop ",
        expect![[r#"
            lpassa $lm100v $ln0v
            lpassa $lm0v   $ln0v;
            nop "#]],
    )
    .await;
    check_on_type(
        "lpassa  $lm0v $ln0v ;‸ # c",
        expect!["lpassa $lm0v $ln0v; # c"],
    )
    .await;
    check_on_type("nop  # a;‸", expect!["nop  # a;"]).await;
    check_on_type("nop ;‸ wait i01", expect!["nop ; wait i01"]).await;
}

#[tokio::test]
async fn a_document_that_is_laid_out_gets_no_edits() {
    let edits = request("nop\n", "textDocument/formatting", json!({})).await;
    assert_eq!(edits, json!([]));
}

/// A place for each of many changes would be longer than the text.
#[tokio::test]
async fn many_changes_are_one_edit() {
    for (count, expected) in [(3, 3), (10_001, 1)] {
        let text = format!("nop\n{}nop\n", "nop   \n".repeat(count));
        let mut client = Client::start(json!({})).await;
        client.open_checked(&text).await;
        let options = json!({ "tabSize": 4, "insertSpaces": true });
        let params = json!({ "textDocument": { "uri": URI }, "options": options });
        let edits = client.request("textDocument/formatting", params).await;
        let number = edits.as_array().map(Vec::len);
        assert_eq!(number, Some(expected));
        let layout = Layout::from_text(&text);
        assert_eq!(layout.after(&edits), layout.laid_out);
        client.finish().await;
    }
}
