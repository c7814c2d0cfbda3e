//! A misbehaving client: wrong headers, halves of messages, parameters of other types, versions that run backwards,
//! nothing read, and exiting in the middle of everything.

use mnc2_lsp::Ending;
use serde_json::{Value, json};

use crate::methods::{notifications, requests};
use crate::run_to_here::{CONTENT_MODIFIED, long_program};
use crate::support::{Client, URI, at, frame, on_line};

/// Parameters that no method accepts.
fn wrong_parameters() -> Vec<Value> {
    let document = |uri: Value| json!({ "textDocument": { "uri": uri, "version": 1 } });
    let mut open = document(json!(URI));
    open["position"] = json!({ "line": -1, "character": 1e300 });
    open["range"] = json!({ "start": 1, "end": [] });
    open["contentChanges"] = json!([{ "range": 1, "text": "nap" }, { "text": 7 }]);
    open["command"] = json!("mnc2.runToHere");
    open["arguments"] = json!([{ "uri": 1, "line": "x" }]);
    vec![
        json!(1),
        json!("x"),
        json!([]),
        json!({}),
        json!([1, [2, [3]]]),
        document(Value::Null),
        document(json!("")),
        document(json!("no scheme")),
        document(json!("file://\u{0}/%00%zz")),
        document(json!("x".repeat(100_000))),
        open,
    ]
}

#[tokio::test]
async fn parameters_of_other_types_are_refused_and_change_nothing() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("nop\n").await;
    for params in wrong_parameters() {
        // Closing a document needs only its name.
        let is_open = params["textDocument"]["uri"] == URI;
        let notifications = notifications();
        for method in notifications.filter(|it| !is_open || *it != "textDocument/didClose") {
            client.notify(method, params.clone()).await;
        }
        for method in requests() {
            let id = client.ask(method, params.clone()).await;
            let answer = client.response(id).await;
            let code = answer["error"]["code"].as_i64();
            // Requests without special needs accept any parameters.
            let is_harmless = answer.get("result").is_some();
            let is_refused = matches!(code, Some(-32602 | -32601 | -32803));
            assert!(is_harmless || is_refused, "{method} {params}: {answer}");
        }
    }
    // The document is unchanged, regardless of the requests about it.
    let hover = at(&json!({ "line": 0, "character": 1 }));
    let hover = client.request("textDocument/hover", hover).await;
    assert_eq!(hover["range"], on_line(0, 0, 3));
    while client.take_unread("textDocument/publishDiagnostics") {}
    while client.take_unread("window/logMessage") {}
    client.finish().await;
}

#[tokio::test]
async fn lengths_that_lie_cost_one_message() {
    let mut client = Client::start(json!({})).await;
    for length in [
        "-1",
        "",
        "two",
        "1e3",
        "0x10",
        "4.5",
        "5 5",
        "4294967296",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        &"9".repeat(3000),
    ] {
        let body = json!({ "jsonrpc": "2.0", "id": "lost", "method": "shutdown" });
        let wrong = format!("Content-Length: {length}\r\n\r\n{body}");
        client.send_bytes(wrong.as_bytes()).await;
        let hover = client.ask("textDocument/hover", json!({})).await;
        let answer = client.receive().await.expect("an answer");
        assert_eq!(answer["error"]["code"], -32700, "{length}: {answer}");
        assert_eq!(answer["id"], Value::Null, "{length}");
        let answer = client.receive().await.expect("an answer");
        assert_eq!(answer["id"], hover, "{length}: {answer}");
    }
    // One that is too small splits the message in two, both invalid.
    let body = json!({ "jsonrpc": "2.0", "id": "lost", "method": "shutdown" });
    let wrong = format!("Content-Length: 10\r\n\r\n{body}");
    client.send_bytes(wrong.as_bytes()).await;
    client.send_bytes(&frame("{}")).await;
    let hover = client.ask("textDocument/hover", json!({})).await;
    let answer = client.receive().await.expect("an answer");
    assert_eq!(answer["error"]["code"], -32700, "{answer}");
    client.response(hover).await;
    client.take_errors();
    client.finish().await;
}

#[tokio::test]
async fn half_a_message_waits_for_the_other_half() {
    let mut client = Client::start(json!({})).await;
    let document = json!({ "uri": URI, "languageId": "mnc2", "version": 1, "text": "nap # あ😀" });
    let open = json!({
        "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document }
    });
    for byte in frame(&open.to_string()) {
        client.send_bytes(&[byte]).await;
        tokio::task::yield_now().await;
    }
    let found = client.diagnostics(1).await;
    assert_eq!(found[0]["code"], "E0201");
    client.finish().await;

    // The other half may never come.
    for half in ["Content-Le", "Content-Length: 100\r\n\r\n{\"jsonrpc\""] {
        let mut client = Client::start(json!({})).await;
        client.send_bytes(half.as_bytes()).await;
        assert_eq!(client.close().await, Ending::Abrupt, "{half}");
    }
}

#[tokio::test]
async fn the_text_is_what_came_last_whatever_its_number() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("nop\n").await;
    for (version, number) in [(7, 1), (7, 2), (3, 3), (-5, 4), (i64::from(i32::MAX), 5)] {
        let insert = json!([{ "range": on_line(0, 0, 0), "text": "nap\n" }]);
        client.change(version, insert).await;
        let found = client.diagnostics(version).await;
        assert_eq!(found.as_array().map(Vec::len), Some(number), "{version}");
    }
    // An impossible number: nothing is changed.
    client
        .change(i64::MAX, json!([{ "text": "nap\n".repeat(9) }]))
        .await;
    client.change(8, json!([{ "text": "nap\n" }])).await;
    let found = client.diagnostics(8).await;
    assert_eq!(found.as_array().map(Vec::len), Some(1));
    // A document may be opened and closed twice.
    client.open("nap\nnap\n").await;
    let found = client.diagnostics(1).await;
    assert_eq!(found.as_array().map(Vec::len), Some(2));
    let document = json!({ "textDocument": { "uri": URI } });
    for _ in 0..2 {
        client
            .notify("textDocument/didClose", document.clone())
            .await;
    }
    let cleared = client.incoming("textDocument/publishDiagnostics").await;
    assert_eq!(cleared["params"]["diagnostics"], json!([]));
    client.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_document_that_is_closed_takes_its_run_with_it() {
    let mut client = Client::start(json!({ "window": { "workDoneProgress": true } })).await;
    client.open_checked(&long_program()).await;
    let run = json!({
        "command": "mnc2.runToHere",
        "arguments": [{ "uri": URI, "line": 19_999 }],
        "workDoneToken": "run"
    });
    let id = client.ask("workspace/executeCommand", run).await;
    client
        .wait_for(|message| message["params"]["value"]["kind"] == "report")
        .await;
    client
        .notify(
            "textDocument/didClose",
            json!({ "textDocument": { "uri": URI } }),
        )
        .await;
    let answer = client.response(id).await;
    assert_eq!(answer["error"]["code"], CONTENT_MODIFIED, "{answer}");
    let cleared = client.incoming("textDocument/publishDiagnostics").await;
    assert_eq!(cleared["params"]["diagnostics"], json!([]));
    client
        .wait_for(|message| message["params"]["value"]["kind"] == "end")
        .await;
    while client.take_unread("$/progress") {}
    client.finish().await;
}

/// Requests of a client that reads none of the answers.
const UNREAD_REQUESTS: i64 = 8000;

/// This many requests about the document, in one write.
fn many_requests() -> Vec<u8> {
    let mut bytes = Vec::new();
    for id in 1..=UNREAD_REQUESTS {
        let mut params = at(&json!({ "line": 0, "character": 1 }));
        params["ignored"] = json!("x".repeat(500));
        let request = json!({
            "jsonrpc": "2.0", "id": 1_000_000 + id, "method": "textDocument/hover", "params": params
        });
        bytes.extend(frame(&request.to_string()));
    }
    bytes
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_reads_nothing_is_not_listened_to_until_he_reads() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("nop\n").await;
    let mut bytes = many_requests();
    let sent = client.send_until_stuck(&bytes).await;
    assert!(sent < bytes.len(), "nothing bounds what waits to be read");
    println!(
        "{sent} of {} bytes taken from a client that reads nothing",
        bytes.len()
    );
    let rest = client.send_beside(bytes.split_off(sent));
    for id in 1..=UNREAD_REQUESTS {
        let answer = client.response(1_000_000 + id).await;
        assert_eq!(answer["result"]["range"], on_line(0, 0, 3), "{answer}");
    }
    rest.await.expect("everything is sent");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_reads_nothing_can_still_die() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("nop\n").await;
    let bytes = many_requests();
    let sent = client.send_until_stuck(&bytes).await;
    assert!(sent < bytes.len());
    assert_eq!(client.die().await, Ending::Abrupt);
}

/// JSON that the library's reader refuses costs one message, in any surroundings.
#[tokio::test]
async fn no_message_ends_the_session() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("nop\n").await;
    let deep = "[".repeat(130) + &"]".repeat(130);
    let texts = [
        r#"{"jsonrpc":"2.0","method":"$/x","extra":1e999}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":9,"result":"\udead","error":1e999}"#.to_owned(),
        format!(r#"{{"jsonrpc":"2.0","id":9,"result":{deep}}}"#),
        format!(r#"{{"jsonrpc":"2.0","method":"$/x","params":{{}},"extra":{deep}}}"#),
        r#"{"jsonrpc":"2.0","id":1,"method":"$/x","method":"$/y"}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":9,"result":null,"result":1}"#.to_owned(),
    ];
    for text in &texts {
        client.send_bytes(&frame(text)).await;
    }
    for bytes in [
        b"{\"jsonrpc\":\"2.0\",\"method\":\"$/x\",\"extra\":\"\xff\"}".as_slice(),
        b"{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":\"\xff\"}",
    ] {
        let header = format!("Content-Length: {}\r\n\r\n", bytes.len());
        client
            .send_bytes(&[header.as_bytes(), bytes].concat())
            .await;
    }
    let hover = at(&json!({ "line": 0, "character": 1 }));
    let hover = client.request("textDocument/hover", hover).await;
    assert_eq!(hover["range"], on_line(0, 0, 3));
    drop(client);
}

/// JavaScript may cut a surrogate pair in two; the edit takes place, and positions stay.
#[tokio::test]
async fn half_a_surrogate_pair_does_not_lose_an_edit() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("nop # \n").await;
    let message = format!(
        r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{{"uri":"{URI}","version":2}},"contentChanges":[{{"range":{{"start":{{"line":0,"character":6}},"end":{{"line":0,"character":6}}}},"text":"\ud83d\nnap # \udc00"}}]}}}}"#
    );
    client.send_bytes(&frame(&message)).await;
    let found = client.diagnostics(2).await;
    assert_eq!(found[0]["range"], on_line(1, 0, 3));
    client.finish().await;
}

/// A client that closes the end that the server writes to is gone, even if the other end is open.
#[tokio::test]
async fn output_that_cannot_be_written_ends_the_server() {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    drop(ours);
    let (mut writer, reads) = tokio::io::duplex(1 << 16);
    let server = tokio::spawn(mnc2_lsp::serve(reads, theirs));
    let request = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} }
    });
    let bytes = frame(&request.to_string());
    tokio::io::AsyncWriteExt::write_all(&mut writer, &bytes)
        .await
        .expect("the server reads");
    let ending = tokio::time::timeout(crate::support::PATIENCE, server).await;
    assert_eq!(ending.expect("it ends").expect("no panic"), Ending::Abrupt);
    drop(writer);
}
