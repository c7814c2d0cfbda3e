//! Foldings, symbols of a document and of all documents, and selections that grow.

use crate::support::{Client, URI, cursor};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

const PROGRAM: &str = "\
# Adds two vectors.
# In: LM0, out: LM1

# === load ===
nop
nop/3
mvp/n64i01 $p0@0 $lc0@0.0
mvp/n64i02 $p64@0 $lc64@0.0
nop; wait i01

# --- sum ---
linc $lm0v $ln0v
d get $ln0n0c0b0m0p0 4 # the sum
d getf $ln8n0c0b0m0p0 1

# === store ===
d set $lm0n0c0b0m0p0 1 0000000000000001
d set $lm0n0c0b0m0p1 1 0000000000000001
";

fn document() -> Value {
    json!({ "textDocument": { "uri": URI } })
}

async fn folded(declared: Value, expected: Expect) {
    let mut client = Client::start(json!({ "textDocument": { "foldingRange": declared } })).await;
    client.open_checked(PROGRAM).await;
    let ranges = client
        .request("textDocument/foldingRange", document())
        .await;
    let text: String = ranges
        .as_array()
        .expect("an array")
        .iter()
        .map(|range| format!("{range}\n"))
        .collect();
    expected.assert_eq(&text);
    client.finish().await;
}

#[tokio::test]
async fn sections_and_runs_fold() {
    folded(
        json!({ "lineFoldingOnly": true, "foldingRange": { "collapsedText": true } }),
        expect![[r#"
            {"startLine":0,"endLine":1,"kind":"comment"}
            {"startLine":3,"endLine":13,"kind":"region"}
            {"startLine":4,"endLine":5,"collapsedText":"nop/4"}
            {"startLine":6,"endLine":7,"collapsedText":"2 MV instructions"}
            {"startLine":10,"endLine":13,"kind":"region"}
            {"startLine":12,"endLine":13,"collapsedText":"d get … 2 statements"}
            {"startLine":15,"endLine":17,"kind":"region"}
            {"startLine":16,"endLine":17,"collapsedText":"d set … 2 statements"}
        "#]],
    )
    .await;
}

#[tokio::test]
async fn foldings_are_what_the_client_can_take() {
    folded(
        json!({ "rangeLimit": 3, "foldingRangeKind": { "valueSet": ["comment"] } }),
        expect![[r#"
            {"startLine":3,"endLine":13}
            {"startLine":10,"endLine":13}
            {"startLine":15,"endLine":17}
        "#]],
    )
    .await;
}

fn nested(symbols: &Value, depth: usize, out: &mut String) {
    for symbol in symbols.as_array().expect("an array") {
        let (range, place) = (&symbol["range"], &symbol["selectionRange"]);
        out.push_str(&format!(
            "{:indent$}{} | {} | kind {} | lines {} to {} | name at {}:{} to {}\n",
            "",
            symbol["name"].as_str().expect("a name"),
            symbol["detail"].as_str().unwrap_or_default(),
            symbol["kind"],
            range["start"]["line"],
            range["end"]["line"],
            place["start"]["line"],
            place["start"]["character"],
            place["end"]["character"],
            indent = 2 * depth
        ));
        if symbol.get("children").is_some() {
            nested(&symbol["children"], depth + 1, out);
        }
    }
}

#[tokio::test]
async fn sections_hold_sections_and_dumps() {
    let declared = json!({ "textDocument": { "documentSymbol": {
        "hierarchicalDocumentSymbolSupport": true
    } } });
    let mut client = Client::start(declared).await;
    client.open_checked(PROGRAM).await;
    let symbols = client
        .request("textDocument/documentSymbol", document())
        .await;
    let mut text = String::new();
    nested(&symbols, 0, &mut text);
    expect![[r#"
        load | 6 steps | kind 3 | lines 3 to 13 | name at 3:0 to 14
          sum | 1 step | kind 3 | lines 10 to 13 | name at 10:0 to 13
            the sum | d get $ln0n0c0b0m0p0 4 | kind 13 | lines 12 to 12 | name at 12:0 to 22
            $ln8n0c0b0m0p0 | d get of 1 word | kind 13 | lines 13 to 13 | name at 13:0 to 23
        store |  | kind 3 | lines 15 to 17 | name at 15:0 to 15
    "#]]
    .assert_eq(&text);
    client.finish().await;
}

fn listed(symbols: &Value) -> String {
    symbols
        .as_array()
        .expect("an array")
        .iter()
        .map(|symbol| {
            format!(
                "{} in {} at {} line {}\n",
                symbol["name"].as_str().expect("a name"),
                symbol["containerName"].as_str().unwrap_or("nothing"),
                symbol["location"]["uri"].as_str().expect("a URI"),
                symbol["location"]["range"]["start"]["line"],
            )
        })
        .collect()
}

#[tokio::test]
async fn clients_without_nesting_get_a_list() {
    let mut client = Client::start(json!({ "textDocument": { "documentSymbol": {} } })).await;
    client.open_checked(PROGRAM).await;
    let symbols = client
        .request("textDocument/documentSymbol", document())
        .await;
    expect![[r#"
        load in nothing at file:///program.vsm line 3
        sum in load at file:///program.vsm line 10
        the sum in sum at file:///program.vsm line 12
        $ln8n0c0b0m0p0 in sum at file:///program.vsm line 13
        store in nothing at file:///program.vsm line 15
    "#]]
    .assert_eq(&listed(&symbols));
    client.finish().await;
}

#[tokio::test]
async fn symbols_of_all_open_documents_are_searched() {
    let mut client = Client::start(json!({ "workspace": { "symbol": {} } })).await;
    client.open_checked(PROGRAM).await;
    client
        .open_as("file:///other.vsm", "# Same sum\nnop\n# --- rest ---\nnop")
        .await;
    client.diagnostics(1).await;
    let query = json!({ "query": "SUM" });
    let symbols = client.request("workspace/symbol", query).await;
    expect![[r#"
        Same sum in nothing at file:///other.vsm line 0
        sum in load at file:///program.vsm line 10
        the sum in sum at file:///program.vsm line 12
    "#]]
    .assert_eq(&listed(&symbols));
    client.finish().await;
}

/// The texts that a selection at the cursor grows to; a text of several lines by its first and last line.
async fn grown(fixture: &str, expected: Expect) {
    let (text, position) = cursor(fixture);
    let mut client = Client::start(json!({ "textDocument": { "selectionRange": {} } })).await;
    client.open_checked(&text).await;
    let parameters = json!({ "textDocument": { "uri": URI }, "positions": [position] });
    let answer = client
        .request("textDocument/selectionRange", parameters)
        .await;
    let lines: Vec<&str> = text.split('\n').collect();
    let mut out = String::new();
    let mut range = &answer[0];
    while range.is_object() {
        let number =
            |end: &str, what: &str| range["range"][end][what].as_u64().expect("a number") as usize;
        let (first, last) = (number("start", "line"), number("end", "line"));
        if first == last {
            let part = &lines[first][number("start", "character")..number("end", "character")];
            out.push_str(&format!("{part}\n"));
        } else {
            out.push_str(&format!("lines {first} to {last}\n"));
        }
        range = &range["parent"];
    }
    expected.assert_eq(&out);
    client.finish().await;
}

#[tokio::test]
async fn a_selection_grows_from_a_part_of_an_operand() {
    grown(
        "nop\n\n# == a ==\nnop\n  fvfma $lm0v $lr‸8v $aluf $ln0v/1000; linc $ls0v $lr0v # x\n\n# == b ==\nnop\n",
        expect![[r#"
            8v
            $lr8v
            fvfma $lm0v $lr8v $aluf $ln0v/1000
            fvfma $lm0v $lr8v $aluf $ln0v/1000; linc $ls0v $lr0v
            fvfma $lm0v $lr8v $aluf $ln0v/1000; linc $ls0v $lr0v # x
              fvfma $lm0v $lr8v $aluf $ln0v/1000; linc $ls0v $lr0v # x
            lines 2 to 4
            lines 0 to 8
        "#]],
    )
    .await;
    grown(
        "linc $lm0v $ln0v/‸$imr1",
        expect![[r#"
            /$imr1
            $ln0v/$imr1
            linc $lm0v $ln0v/$imr1
        "#]],
    )
    .await;
}

#[tokio::test]
async fn selections_grow_in_comments_and_other_statements() {
    grown(
        "d set $lm0n0c0b0m0p0 1 00000000‸00000001 # one",
        expect![[r#"
            0000000000000001
            d set $lm0n0c0b0m0p0 1 0000000000000001
            d set $lm0n0c0b0m0p0 1 0000000000000001 # one
        "#]],
    )
    .await;
    grown(
        "nop # ‸one\n",
        expect![[r#"
            # one
            nop # one
            lines 0 to 1
        "#]],
    )
    .await;
    grown(
        "nop\n‸\nnop",
        expect![[r#"

            lines 0 to 2
        "#]],
    )
    .await;
}
