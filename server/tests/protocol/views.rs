//! `mnc2/timeline`, `mnc2/chip` and `mnc2/memory` over the protocol.

use crate::support::{Client, URI};
use serde_json::{Value, json};

const PROGRAM: &str = "linc $subpeid $lm0\nnop/2\nladd $lm0 $lm0 $lr0v\nquit\n";

async fn run_to(client: &mut Client, uri: &str, line: u32) {
    let command =
        json!({ "command": "mnc2.runToHere", "arguments": [{ "uri": uri, "line": line }] });
    client.request("workspace/executeCommand", command).await;
}

async fn checked(client: &mut Client) {
    let is_published = |message: &Value| message["method"] == "textDocument/publishDiagnostics";
    client.wait_for(is_published).await;
}

fn chip(memory: &str) -> Value {
    json!({ "textDocument": { "uri": URI }, "memory": memory, "format": "integer" })
}

#[tokio::test]
async fn the_timeline_of_an_open_document() {
    let mut client = Client::start(json!({})).await;
    client.open_checked(PROGRAM).await;
    let all = json!({ "textDocument": { "uri": URI } });
    let timeline = client.request("mnc2/timeline", all).await;
    assert_eq!(timeline["steps"], 4);
    assert_eq!(
        timeline["score"],
        json!({ "total": 4, "j": 4, "m": 0, "bytes": 50 })
    );
    assert_eq!(timeline["profile"], "assembler");
    assert_eq!(timeline["clockMhz"], 750);
    assert_eq!(timeline["rowsInAll"], 3);
    assert_eq!(
        timeline["rows"][2],
        json!({ "line": 2, "step": 3, "steps": 1, "uses": [{ "unit": "alu", "text": "ladd $lm0 $lm0 $lr0v" }] })
    );
    assert_eq!(
        timeline["arrows"],
        json!([{
            "from": 0, "to": 2, "operand": "$lm0", "store": "LM0",
            "distance": 3, "needed": 3, "certain": true
        }])
    );
    let part = json!({ "textDocument": { "uri": URI }, "first": 1, "count": 1 });
    let timeline = client.request("mnc2/timeline", part).await;
    assert_eq!(timeline["rows"].as_array().map(Vec::len), Some(1));
    assert_eq!(timeline["rows"][0]["line"], 1);
    assert_eq!(timeline["first"], 1);
    let around = json!({ "textDocument": { "uri": URI }, "around": 3, "count": 1 });
    let timeline = client.request("mnc2/timeline", around).await;
    assert_eq!(
        (&timeline["first"], &timeline["rows"][0]["line"]),
        (&json!(2), &json!(2))
    );
    client.finish().await;
}

#[tokio::test]
async fn the_chip_as_the_last_run_left_it() {
    let mut client = Client::start(json!({})).await;
    client.open_checked(PROGRAM).await;
    let refused = client.request_error("mnc2/chip", chip("$lm0")).await;
    assert_eq!(refused["code"], -32803, "{refused}");

    run_to(&mut client, URI, 2).await;
    let picture = client.request("mnc2/chip", chip("$lm0")).await;
    assert_eq!(picture["line"], 2);
    assert_eq!(picture["current"], true);
    assert_eq!(picture["level"], "pe");
    assert_eq!(picture["elements"].as_array().map(Vec::len), Some(4096));
    assert_eq!(
        picture["values"][1],
        json!({ "bits": "0x0000000000000002", "text": "2", "number": 2.0 })
    );
    let unasked = json!({ "textDocument": { "uri": URI }, "memory": "$lm0" });
    let automatic = client.request("mnc2/chip", unasked).await;
    assert_eq!(automatic["format"], "integer");
    assert_eq!(automatic["values"], picture["values"]);
    let refused = client.request_error("mnc2/chip", chip("$lm999999")).await;
    assert_eq!(refused["code"], -32803, "{refused}");

    // An edit does not change the picture, which then belongs to an older text.
    let edit = json!({
        "textDocument": { "uri": URI, "version": 2 },
        "contentChanges": [{ "text": format!("nop\n{PROGRAM}") }],
    });
    client.notify("textDocument/didChange", edit).await;
    checked(&mut client).await;
    let picture = client.request("mnc2/chip", chip("$lr0")).await;
    assert_eq!(picture["current"], false);
    client.finish().await;
}

#[tokio::test]
async fn the_memory_of_a_pe_as_the_last_run_left_it() {
    let parameters =
        json!({ "capabilities": {}, "initializationOptions": { "focus": "n0c0b0m3p1" } });
    let (mut client, _) = Client::start_with(parameters).await;
    client.open_checked(PROGRAM).await;
    let document = json!({ "uri": URI });
    let question = json!({ "textDocument": document, "memory": "$lm0", "count": 2 });
    let refused = client.request_error("mnc2/memory", question.clone()).await;
    assert_eq!(refused["data"], json!({ "isNotRun": true }), "{refused}");

    run_to(&mut client, URI, 2).await;
    let found = client.request("mnc2/memory", question).await;
    assert_eq!(
        (&found["line"], &found["current"]),
        (&json!(2), &json!(true))
    );
    assert_eq!(
        (&found["element"], &found["level"]),
        (&json!("n0c0b0m3p1"), &json!("pe"))
    );
    assert_eq!(
        (&found["before"], &found["after"]),
        (&Value::Null, &json!("$lm4"))
    );
    let value = json!({ "bits": "0x0000000000000002", "text": "2", "number": 2.0 });
    assert_eq!(
        found["words"][0],
        json!({ "name": "$lm0", "format": "integer", "value": value })
    );
    let other = json!({ "textDocument": document, "memory": "$m1", "focus": "p3", "count": 1, "format": "hexadecimal" });
    let found = client.request("mnc2/memory", other).await;
    assert_eq!(found["words"][0]["value"]["text"], "0x00000004");
    assert_eq!(
        (&found["before"], &found["after"]),
        (&json!("$m0"), &json!("$m2"))
    );
    for wrong in [
        json!({ "memory": "$lm999999" }),
        json!({ "memory": "$lm0", "focus": "n9" }),
    ] {
        let mut wrong = wrong;
        wrong["textDocument"] = document.clone();
        let refused = client.request_error("mnc2/memory", wrong).await;
        assert_eq!(refused["code"], -32803, "{refused}");
    }
    client.finish().await;
}

#[tokio::test]
async fn only_the_newest_run_keeps_its_machine() {
    let other = "file:///other.vsm";
    let mut client = Client::start(json!({})).await;
    client.open_checked(PROGRAM).await;
    run_to(&mut client, URI, 0).await;
    let open = json!({ "textDocument": { "uri": other, "languageId": "mnc2", "version": 1, "text": PROGRAM } });
    client.notify("textDocument/didOpen", open).await;
    checked(&mut client).await;
    run_to(&mut client, other, 0).await;
    let refused = client.request_error("mnc2/chip", chip("$lm0")).await;
    assert_eq!(refused["code"], -32803, "{refused}");
    client.finish().await;
}
