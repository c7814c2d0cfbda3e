//! The lenses above a program: score, use and time, and the difference from the last save.

use crate::support::{Client, URI};
use serde_json::{Value, json};

async fn titles(client: &mut Client, uri: &str) -> Vec<String> {
    let document = json!({ "textDocument": { "uri": uri } });
    let lenses = client.request("textDocument/codeLens", document).await;
    lenses
        .as_array()
        .expect("an array")
        .iter()
        .filter(|lens| lens["command"]["command"] == "mnc2.showUsage")
        .map(|lens| {
            assert_eq!(lens["range"]["start"], json!({ "line": 0, "character": 0 }));
            lens["command"]["title"]
                .as_str()
                .expect("a text")
                .to_owned()
        })
        .collect()
}

/// A client whose programs are for the contest.
async fn in_contest(capabilities: Value) -> Client {
    let parameters = json!({
        "capabilities": capabilities,
        "initializationOptions": { "profile": "contest" }
    });
    Client::start_with(parameters).await.0
}

#[tokio::test]
async fn outside_of_the_contest_there_is_no_score() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("nop/3\n").await;
    let titles = titles(&mut client, URI).await;
    assert_eq!(titles, ["3 steps · 16.0 ns at 750 MHz"]);
    client.finish().await;
}

#[tokio::test]
async fn score_use_and_time_stand_above_the_program() {
    let mut client = in_contest(json!({})).await;
    client
        .open_checked("fvmul $lm0v $lr0v $ls0v # x\nnop/3\nmvp/n64 $p0@0 $lc0@0.0\nquit\nnop\n")
        .await;
    assert_eq!(
        titles(&mut client, URI).await,
        [
            "score 5 = 4 steps + 1 MV instruction · 61 bytes",
            "MAU 25 %",
            "4 steps · 21.3 ns at 750 MHz · 32.8 kFLOP, 1.54 TFLOP/s"
        ]
    );
    client.change(2, json!([{ "text": "# nothing\n" }])).await;
    client.diagnostics(2).await;
    assert_eq!(titles(&mut client, URI).await, [""; 0]);
    client.finish().await;
}

#[tokio::test]
async fn the_clock_is_a_setting() {
    let declared = json!({ "workspace": { "codeLens": { "refreshSupport": true } } });
    let mut client = Client::start(declared).await;
    client.open_checked("nop").await;
    let settings = json!({ "settings": { "clockMhz": 100 } });
    client
        .notify("workspace/didChangeConfiguration", settings)
        .await;
    let refresh = client.incoming("workspace/codeLens/refresh").await;
    client.answer(&refresh, Value::Null).await;
    assert_eq!(
        titles(&mut client, URI).await[0],
        "1 step · 40.0 ns at 100 MHz"
    );
    client.finish().await;
}

#[tokio::test]
async fn a_click_explains_the_figures() {
    let mut client = in_contest(json!({})).await;
    client.open_checked("nop/7").await;
    let command = json!({ "command": "mnc2.showUsage", "arguments": [{ "uri": URI }] });
    assert_eq!(
        client.request("workspace/executeCommand", command).await,
        Value::Null
    );
    let shown = client.incoming("window/showMessage").await;
    let message = shown["params"]["message"].as_str().unwrap_or_default();
    assert!(
        message.starts_with("score 7 · 5 bytes; 7 steps") && message.contains("2 FLOP"),
        "{message}"
    );
    let wrong = json!({ "command": "mnc2.showUsage", "arguments": [] });
    let error = client
        .request_error("workspace/executeCommand", wrong)
        .await;
    assert_eq!(error["code"], -32602);
    client.finish().await;
}

#[tokio::test]
async fn saving_is_a_new_start() {
    let declared = json!({ "workspace": { "codeLens": { "refreshSupport": true } } });
    let mut client = in_contest(declared).await;
    client.open_checked("nop/3").await;
    client.change(2, json!([{ "text": "nop" }])).await;
    client.diagnostics(2).await;
    assert_eq!(
        titles(&mut client, URI).await[0],
        "score 1 · 3 bytes · −2 since save"
    );
    let document = json!({ "textDocument": { "uri": URI } });
    client.notify("textDocument/didSave", document).await;
    let refresh = client.incoming("workspace/codeLens/refresh").await;
    client.answer(&refresh, Value::Null).await;
    assert_eq!(titles(&mut client, URI).await[0], "score 1 · 3 bytes");
    client.finish().await;
}
