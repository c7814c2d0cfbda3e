//! Beginning, end and nonsense: the handshake, unknown and malformed messages, documents that are not open.

use crate::support::{Client, URI, at, frame, on_line};
use mnc2_lsp::Ending;
use serde_json::{Value, json};

#[tokio::test]
async fn the_server_says_what_it_can() {
    let (client, answer) = Client::start_with(json!({ "capabilities": {} })).await;
    let capabilities = &answer["capabilities"];
    assert_eq!(capabilities["positionEncoding"], "utf-16");
    assert_eq!(
        capabilities["textDocumentSync"],
        json!({ "openClose": true, "change": 2, "save": { "includeText": false } })
    );
    assert_eq!(capabilities["hoverProvider"], true);
    assert_eq!(
        capabilities["executeCommandProvider"]["commands"],
        json!(["mnc2.runToHere", "mnc2.judge", "mnc2.showUsage"])
    );
    assert!(capabilities.get("diagnosticProvider").is_none());
    assert_eq!(answer["serverInfo"]["name"], "mnc2-lsp");
    client.finish().await;
}

#[tokio::test]
async fn requests_outside_of_a_session_are_refused() {
    let mut client = Client::new();
    let early = client
        .request_error(
            "textDocument/hover",
            at(&json!({ "line": 0, "character": 0 })),
        )
        .await;
    assert_eq!(early["code"], -32002);
    client
        .request("initialize", json!({ "capabilities": {} }))
        .await;
    let again = client
        .request_error("initialize", json!({ "capabilities": {} }))
        .await;
    assert_eq!(again["code"], -32600);
    client.request("shutdown", Value::Null).await;
    let late = client
        .request_error(
            "textDocument/hover",
            at(&json!({ "line": 0, "character": 0 })),
        )
        .await;
    assert_eq!(late["code"], -32600);
    client.notify("exit", Value::Null).await;
    assert_eq!(client.close().await, Ending::Orderly);
}

#[tokio::test]
async fn a_client_that_leaves_without_a_word_is_noticed() {
    let client = Client::start(json!({})).await;
    assert_eq!(client.close().await, Ending::Abrupt);
    let mut client = Client::start(json!({})).await;
    client.notify("exit", Value::Null).await;
    assert_eq!(client.close().await, Ending::Abrupt);
}

#[tokio::test]
async fn unknown_messages_are_answered_as_the_specification_says() {
    let mut client = Client::start(json!({})).await;
    let error = client.request_error("textDocument/fly", json!({})).await;
    assert_eq!(error["code"], -32601);
    let error = client.request_error("$/fly", json!({})).await;
    assert_eq!(error["code"], -32601);
    client.notify("textDocument/didFly", json!({})).await;
    client.notify("$/fly", json!({})).await;
    let error = client
        .request_error("textDocument/hover", json!({ "line": 0 }))
        .await;
    assert_eq!(error["code"], -32602);
    client.notify("textDocument/didChange", json!(1)).await;
    client.finish().await;
}

#[tokio::test]
async fn malformed_messages_do_not_end_the_session() {
    let mut client = Client::start(json!({})).await;
    for (body, id, code) in [
        ("", Value::Null, -32700),
        ("{", Value::Null, -32700),
        ("\u{0}", Value::Null, -32700),
        (&"[".repeat(1_000_000), Value::Null, -32700),
        ("1", Value::Null, -32600),
        ("{}", Value::Null, -32600),
        ("[]", Value::Null, -32600),
        // The protocol has no batches.
        (
            r#"[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]"#,
            Value::Null,
            -32600,
        ),
        (r#"{"jsonrpc":"1.0","id":1,"method":"x"}"#, json!(1), -32600),
        (r#"{"id":"a","method":"x"}"#, json!("a"), -32600),
        (r#"{"jsonrpc":"2.0","id":7}"#, json!(7), -32601),
        (r#"{"jsonrpc":"2.0","id":7,"method":1}"#, json!(7), -32600),
        (
            r#"{"jsonrpc":"2.0","id":{},"method":"x"}"#,
            Value::Null,
            -32600,
        ),
    ] {
        client.send_bytes(&frame(body)).await;
        let answer = client.receive().await.expect("an answer");
        let start: String = body.chars().take(100).collect();
        assert_eq!(answer["id"], id, "{start}");
        assert_eq!(answer["error"]["code"], code, "{start}");
    }
    assert_eq!(client.open_checked("nop").await, json!([]));
    client.finish().await;
}

#[tokio::test]
async fn documents_that_are_not_open_are_refused() {
    let mut client = Client::start(json!({})).await;
    client.change(2, json!([{ "text": "nop" }])).await;
    let document = json!({ "textDocument": { "uri": URI } });
    client
        .notify("textDocument/didSave", document.clone())
        .await;
    client
        .notify("textDocument/didClose", document.clone())
        .await;
    let error = client
        .request_error("textDocument/codeLens", document)
        .await;
    assert_eq!(error["code"], -32602);
    assert_eq!(error["message"], format!("{URI} is not open"));
    client.finish().await;
}

#[tokio::test]
async fn positions_and_ranges_that_do_not_exist_are_moved_into_the_text() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("nop\n").await;
    let far = json!({ "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 });
    assert!(
        client
            .request("textDocument/hover", at(&far))
            .await
            .is_null()
    );
    let hover = client
        .request(
            "textDocument/hover",
            at(&json!({ "line": 0, "character": 99 })),
        )
        .await;
    assert_eq!(hover["range"], on_line(0, 0, 3));

    let reversed = json!({ "start": far, "end": { "line": 0, "character": 0 } });
    client
        .change(2, json!([{ "range": reversed, "text": "nap" }]))
        .await;
    let found = client.diagnostics(2).await;
    assert_eq!(found[0]["range"], on_line(1, 0, 3));
    client
        .change(3, json!([{ "range": { "start": { "line": 1, "character": 0 }, "end": far }, "text": "nop" }]))
        .await;
    assert_eq!(client.diagnostics(3).await, json!([]));

    let params = json!({
        "textDocument": { "uri": URI }, "range": { "start": far, "end": far },
        "context": { "diagnostics": [] }
    });
    let actions = client.request("textDocument/codeAction", params).await;
    assert_eq!(actions[0]["arguments"][0]["line"], 1);
    client.finish().await;
}

#[tokio::test]
async fn a_whole_text_may_replace_another() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("nop\n").await;
    client.change(2, json!([{ "text": "nop\r\nnap\r" }])).await;
    assert_eq!(client.diagnostics(2).await[0]["range"], on_line(1, 0, 3));
    client.open("nop").await;
    assert_eq!(client.diagnostics(1).await, json!([]));
    client.finish().await;
}
