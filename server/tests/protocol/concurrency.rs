//! The traps of handlers that run at the same time: order of edits, and waiting for the client.

use std::collections::HashMap;

use crate::support::{Client, URI, on_line};
use serde_json::{Value, json};

/// Edits of the ordering test.
const EDITS: i64 = 2000;

/// Two thousand edits, each followed by a hover, all sent without waiting: the text is right afterwards, and every
/// answer is about the text that it was requested for.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn edits_keep_their_order_among_hovers() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("nop/1\n").await;
    let mut hovers = Vec::new();
    for version in 2..EDITS + 2 {
        // Each edit replaces the number by a longer or shorter one, so that an edit out of order
        // would leave some digits or cut some off.
        let previous = (version - 1).to_string().len() as u32;
        let edit = json!([{
            "range": on_line(0, 4, 4 + previous), "text": version.to_string()
        }]);
        client.change(version, edit).await;
        let params = json!({
            "textDocument": { "uri": URI },
            "position": { "line": 0, "character": 4 }
        });
        hovers.push((version, client.ask("textDocument/hover", params).await));
    }
    let mut pushed = Vec::new();
    let mut answers = HashMap::new();
    for _ in 0..2 * EDITS {
        let message = client.receive().await.expect("the server is there");
        match message["id"].as_i64() {
            Some(id) => {
                answers.insert(id, message);
            }
            None => {
                assert_eq!(message["params"]["diagnostics"], json!([]), "{message}");
                pushed.push(message["params"]["version"].as_i64().unwrap_or(0));
            }
        }
    }
    assert_eq!(pushed, (2..EDITS + 2).collect::<Vec<_>>());
    let mut stale = 0;
    for (version, id) in hovers {
        let response = &answers[&id];
        match response.get("error") {
            Some(error) => assert_eq!(error["code"], -32801, "{response}"),
            None => {
                let end = 4 + version.to_string().len() as u64;
                let covered = &response["result"]["range"]["end"]["character"];
                stale += u32::from(*covered != end);
            }
        }
    }
    assert_eq!(stale, 0, "hovers that spoke of another text");

    // The text is the last one: the number of its steps shows it.
    let params = json!({
        "command": "mnc2.runToHere", "arguments": [{ "uri": URI, "line": 0 }]
    });
    let ran = client.request("workspace/executeCommand", params).await;
    assert_eq!(ran["steps"], EDITS + 1);
    client.finish().await;
}

/// Four requests whose progress waits for the client, and then more messages than the transport queues: everything is
/// answered although the client answers nothing before the end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn waiting_for_the_client_stops_no_one() {
    let mut client = Client::start(json!({ "window": { "workDoneProgress": true } })).await;
    client.open_checked("nop\n").await;
    let run = json!({ "command": "mnc2.runToHere", "arguments": [{ "uri": URI, "line": 0 }] });
    let mut runs = Vec::new();
    for _ in 0..4 {
        runs.push(client.ask("workspace/executeCommand", run.clone()).await);
    }
    let mut hovers = Vec::new();
    for _ in 0..500 {
        let params = json!({
            "textDocument": { "uri": URI },
            "position": { "line": 0, "character": 0 }
        });
        hovers.push(client.ask("textDocument/hover", params).await);
    }
    for id in runs {
        assert_eq!(client.response(id).await["result"]["steps"], 1);
    }
    for id in hovers {
        assert!(client.response(id).await["result"].is_object());
    }
    for _ in 0..4 {
        let create = client.incoming("window/workDoneProgress/create").await;
        client.answer(&create, Value::Null).await;
    }
    for _ in 0..8 {
        client.incoming("$/progress").await;
    }
    for _ in 0..4 {
        client.incoming("window/showMessage").await;
    }
    client.finish().await;
}

/// Each document has its own diagnostics, in the order in which they were opened.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_documents_do_not_mix() {
    let mut client = Client::start(json!({})).await;
    for number in 0..20 {
        let text = if number % 2 == 0 { "nop" } else { "nap" };
        client.open_as(&format!("file:///{number}.vsm"), text).await;
    }
    for number in 0..20 {
        let pushed = client.incoming("textDocument/publishDiagnostics").await;
        assert_eq!(pushed["params"]["uri"], format!("file:///{number}.vsm"));
        let count = pushed["params"]["diagnostics"].as_array().map(Vec::len);
        assert_eq!(count, Some(number % 2));
    }
    client.finish().await;
}

/// Pulls among edits: each is answered, at least with the request to repeat it.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn pulls_among_edits_are_all_answered() {
    let mut client = Client::start(json!({ "textDocument": { "diagnostic": {} } })).await;
    client.open(&"nap\n".repeat(50)).await;
    let pull = json!({ "textDocument": { "uri": URI } });
    let mut pulls = Vec::new();
    for version in 2..300 {
        let edit = json!([{ "range": on_line(0, 0, 0), "text": "nop\n" }]);
        client.change(version, edit).await;
        pulls.push((
            version,
            client.ask("textDocument/diagnostic", pull.clone()).await,
        ));
    }
    for (version, id) in pulls {
        let response = client.response(id).await;
        match response.get("error") {
            Some(error) => {
                assert_eq!(error["code"], -32802, "{response}");
                assert_eq!(error["data"], json!({ "retriggerRequest": true }));
            }
            None => {
                let first = &response["result"]["items"][0]["range"]["start"]["line"];
                assert_eq!(*first, version - 1, "the answer is about another text");
            }
        }
    }
    let last = client.request("textDocument/diagnostic", pull).await;
    assert_eq!(last["items"].as_array().map(Vec::len), Some(50));
    client.finish().await;
}
