//! Rename: moving the region at the cursor.

use crate::support::{Client, URI, at, cursor, on_line};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

fn capabilities(with_versions: bool) -> Value {
    json!({
        "textDocument": { "rename": { "prepareSupport": true } },
        "workspace": { "workspaceEdit": { "documentChanges": with_versions } }
    })
}

/// The answer to a request at the cursor, or its error.
async fn ask(fixture: &str, method: &str, name: Option<&str>) -> Value {
    let mut client = Client::start(capabilities(false)).await;
    let (text, position) = cursor(fixture);
    client.open_checked(&text).await;
    let mut params = at(&position);
    if let Some(name) = name {
        params["newName"] = json!(name);
    }
    let id = client.ask(method, params).await;
    let response = client.response(id).await;
    client.finish().await;
    response
}

/// The lines that change, or why none does.
async fn check(fixture: &str, name: &str, expected: Expect) {
    let answer = ask(fixture, "textDocument/rename", Some(name)).await;
    let shown = match answer.get("error") {
        Some(error) => format!(
            "{}: {}\n",
            error["code"],
            error["message"].as_str().unwrap_or_default()
        ),
        None => {
            let edits = answer["result"]["changes"][URI].as_array().expect("edits");
            let edits = edits.iter().map(|edit| {
                let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
                format!(
                    "{}:{}-{} {}\n",
                    start["line"], start["character"], end["character"], edit["newText"]
                )
            });
            edits.collect()
        }
    };
    expected.assert_eq(&shown);
}

const PROGRAM: &str =
    "zero $lm0v\nnop/2\nlpassa $l‸m0v $lr0v # 😀\nnop\ndvadd -$lr0v $ln0v $lr8v\n";

#[tokio::test]
async fn a_region_moves_with_all_that_accesses_it() {
    check(
        PROGRAM,
        "$ln64",
        expect![[r#"
        0:5-9 "$ln64"
        2:7-11 "$ln64"
    "#]],
    )
    .await;
    check(PROGRAM, "$lm0", expect![[r#""#]]).await;
    check(
        "zero $lr0v\nnop\ndvadd -$l‸r0v $ln0v $lr8v\n",
        "s2",
        expect![[r#"
            0:5-9 "$ls2"
            2:7-11 "$ls2"
        "#]],
    )
    .await;
}

#[tokio::test]
async fn what_cannot_move_says_why() {
    check(
        PROGRAM,
        "$r1",
        expect![[r#"
            -32803: address 1 would not be aligned: line 1 accesses the region by long-word operands, which need a multiple of 2
        "#]],
    )
    .await;
    check(
        PROGRAM,
        "$lr1v",
        expect![[r#"
            -32803: address 1 is not aligned: a long-word access needs a multiple of 2
        "#]],
    )
    .await;
    check(
        PROGRAM,
        "$lr999",
        expect![[r#"
            -32803: address 999 is beyond GRF0: its addresses go from 0 to 511 single words
        "#]],
    )
    .await;
    check(PROGRAM, "banana", expect![[r#"
        -32803: `$banana` is not a place: write LM0, LM1, GRF0 or GRF1 and an address, such as `$ln32`
    "#]]).await;
    check("lpassa $l‸m0v $lr0v\n", "$ln64", expect![[r#"
        -32803: line 1 reads words that the program never writes: they come from outside and would stay where they are
    "#]]).await;
    check(
        "nop‸\n",
        "$ln64",
        expect![[r#"
        -32803: there is no operand with an address here
    "#]],
    )
    .await;
}

#[tokio::test]
async fn tags_mask_entries_and_memories_above_have_names_too() {
    check(
        "mvp/n64i01 $p0@0 $lc0@0.0\nnop; wait i‸01\n",
        "i02",
        expect![[r#"
            0:7-10 "i02"
            1:10-13 "i02"
        "#]],
    )
    .await;
    check(
        "zero $omr1\nmaskr ‸1\nzero $lr0v\nmask 0\n",
        "2",
        expect![[r#"
            0:5-10 "$omr2"
            1:6-7 "2"
        "#]],
    )
    .await;
    check(
        "mvp/n64 $p0@0 $lc0@0.0\nl2bmb@0 $l‸c0 $lb0\n",
        "$lc64",
        expect![[r#"
            0:14-18 "$lc64"
            1:8-12 "$lc64"
        "#]],
    )
    .await;
    check("mvp/n64 $p‸0@0 $lc0@0.0\n", "$p64", expect![[r#"
        -32803: line 1 reads words that the program never writes: they come from outside and would stay where they are
    "#]]).await;
    let prepare = "textDocument/prepareRename";
    assert_eq!(
        ask("mvp/n64i0‸1 $p0@0 $lc0@0.0\n", prepare, None).await["result"],
        json!({ "range": on_line(0, 7, 10), "placeholder": "i01" })
    );
    assert_eq!(
        ask("zero $omr1\nzero $lr0v/$i‸mr1\n", prepare, None).await["result"],
        json!({ "range": on_line(1, 11, 16), "placeholder": "$imr1" })
    );
}

#[tokio::test]
async fn the_name_is_offered_for_change() {
    let prepare = "textDocument/prepareRename";
    assert_eq!(
        ask(PROGRAM, prepare, None).await["result"],
        json!({ "range": on_line(2, 7, 11), "placeholder": "$lm0" })
    );
    assert_eq!(
        ask("# あ\nzero $llr‸[0,4,8,12]/1000p\n", prepare, None).await["result"],
        json!({ "range": on_line(1, 5, 19), "placeholder": "$llr0" })
    );
    assert_eq!(
        ask("d set $lm‸4n0c0 1 0000000000000001\n", prepare, None).await["result"],
        json!({ "range": on_line(0, 6, 10), "placeholder": "$lm4" })
    );
    assert_eq!(ask("nop‸\n", prepare, None).await["result"], Value::Null);
    let refused = ask("lpassa $l‸m0v $lr0v\n", prepare, None).await;
    assert_eq!(refused["error"]["code"], -32803);
}

/// That the work stops as well is counted by the tests of `server/src/lsp/cancellation.rs`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_rename_is_cancelled() {
    let mut client = Client::start(capabilities(false)).await;
    let text = "zero $lm0v\nnop/2\nlpassa $lm0v $ln0v\n".repeat(7000);
    client.open_checked(&text).await;
    let mut params = at(&json!({ "line": 0, "character": 6 }));
    params["newName"] = json!("$lm64");
    let id = client.ask("textDocument/rename", params).await;
    client.notify("$/cancelRequest", json!({ "id": id })).await;
    let response = client.response(id).await;
    assert_eq!(response["error"]["code"], -32800, "{response}");
    // The next request does not wait for it.
    let params = at(&json!({ "line": 1, "character": 0 }));
    let hover = client.request("textDocument/hover", params).await;
    assert!(hover.is_object(), "{hover}");
    client.finish().await;
}

#[tokio::test]
async fn edits_name_the_version_where_the_client_has_that() {
    let mut client = Client::start(capabilities(true)).await;
    let (text, position) = cursor(PROGRAM);
    client.open_checked(&text).await;
    let mut params = at(&position);
    params["newName"] = json!("$ln64");
    let edit = client.request("textDocument/rename", params).await;
    client.finish().await;
    let change = &edit["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({ "uri": URI, "version": 1 }));
    assert_eq!(change["edits"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn its_options_are_offered_to_clients_that_ask_first() {
    let provider = async |capabilities: Value| {
        let (client, answer) = Client::start_with(json!({ "capabilities": capabilities })).await;
        client.finish().await;
        answer["capabilities"]["renameProvider"].clone()
    };
    assert_eq!(provider(json!({})).await, json!(true));
    let plain = json!({ "textDocument": { "rename": {} } });
    assert_eq!(provider(plain).await, json!(true));
    assert_eq!(
        provider(capabilities(true)).await,
        json!({ "prepareProvider": true })
    );
}
