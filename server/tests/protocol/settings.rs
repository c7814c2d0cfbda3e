//! Settings: where they come from, and what happens when they change.

use crate::support::Client;
use serde_json::{Value, json};

const FLAT_LIST: &str = "lpassa $lm[0,2,4,6] $ln0v\n";

fn codes(diagnostics: &Value) -> Vec<&str> {
    diagnostics
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|diagnostic| diagnostic["code"].as_str())
        .collect()
}

#[tokio::test]
async fn the_mode_of_the_start_is_used() {
    for (options, expected) in [
        (json!({ "mode": "auto" }), vec!["E0309"]),
        (json!({ "mnc2": { "mode": "auto" } }), vec!["E0309"]),
        (json!({ "mode": "flat" }), vec![]),
        (json!({}), vec![]),
        (Value::Null, vec![]),
    ] {
        let parameters = json!({ "capabilities": {}, "initializationOptions": options });
        let mut client = Client::start_with(parameters).await.0;
        assert_eq!(
            codes(&client.open_checked(FLAT_LIST).await),
            expected,
            "{options}"
        );
        client.finish().await;
    }
}

#[tokio::test]
async fn a_changed_mode_checks_open_documents_anew() {
    let mut client = Client::start(json!({})).await;
    assert_eq!(codes(&client.open_checked(FLAT_LIST).await), [""; 0]);
    let change = |settings: Value| json!({ "settings": { "mnc2": settings } });
    client
        .notify(
            "workspace/didChangeConfiguration",
            change(json!({ "mode": "auto" })),
        )
        .await;
    assert_eq!(codes(&client.diagnostics(1).await), ["E0309"]);
    // Another focus changes no finding, so nothing is pushed.
    client
        .notify(
            "workspace/didChangeConfiguration",
            change(json!({ "mode": "auto", "focus": "p1" })),
        )
        .await;
    client.finish().await;
}

#[tokio::test]
async fn a_client_that_can_be_asked_is_asked() {
    let capabilities = json!({ "workspace": {
        "configuration": true,
        "didChangeConfiguration": { "dynamicRegistration": true }
    } });
    let mut client = Client::start(capabilities).await;
    let registration = client.incoming("client/registerCapability").await;
    assert_eq!(
        registration["params"]["registrations"],
        json!([{
            "id": "configuration",
            "method": "workspace/didChangeConfiguration",
            "registerOptions": { "section": "mnc2" }
        }])
    );
    client.answer(&registration, Value::Null).await;
    let question = client.incoming("workspace/configuration").await;
    assert_eq!(
        question["params"],
        json!({ "items": [{ "section": "mnc2" }] })
    );

    // The answer may come late; the server works meanwhile, and then checks anew.
    assert_eq!(codes(&client.open_checked(FLAT_LIST).await), [""; 0]);
    client.answer(&question, json!([{ "mode": "auto" }])).await;
    assert_eq!(codes(&client.diagnostics(1).await), ["E0309"]);

    client
        .notify(
            "workspace/didChangeConfiguration",
            json!({ "settings": null }),
        )
        .await;
    let question = client.incoming("workspace/configuration").await;
    client.answer(&question, json!([{ "mode": "infer" }])).await;
    assert_eq!(codes(&client.diagnostics(1).await), [""; 0]);
    client.finish().await;
}

#[tokio::test]
async fn what_is_not_understood_is_said_once() {
    let parameters = json!({ "capabilities": {}, "initializationOptions": { "speed": 1 } });
    let mut client = Client::start_with(parameters).await.0;
    let message = client.incoming("window/logMessage").await;
    assert_eq!(
        message["params"],
        json!({ "type": 2, "message": "There is no setting mnc2.speed." })
    );
    let change = json!({ "settings": { "mnc2": { "speed": 2, "focus": "x" } } });
    client
        .notify("workspace/didChangeConfiguration", change)
        .await;
    let message = client.incoming("window/logMessage").await;
    assert_eq!(
        message["params"]["message"],
        "The setting mnc2.focus must be an element such as \"n0c0b0m0p0\"."
    );
    client.open_checked("nop").await;
    client.finish().await;
}
