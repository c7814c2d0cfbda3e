//! The language of the server: from the client's locale, unless the user chose one.

use serde_json::{Value, json};

use crate::support::{Client, URI};

const BAD: &str = "lpassa $lm1 $ln0\n";

/// The first message about a text, for a client that starts with these parameters.
async fn first_message(parameters: Value) -> (Client, String) {
    let (mut client, _) = Client::start_with(parameters).await;
    let published = client.open_checked(BAD).await;
    let message = published[0]["message"].as_str();
    let message = message.expect("there is a finding").to_owned();
    (client, message)
}

#[tokio::test]
async fn the_locale_decides_unless_the_user_does() {
    for (locale, options, is_japanese) in [
        (json!("ja"), json!(null), true),
        (json!("ja-JP"), json!(null), true),
        (json!("en-GB"), json!(null), false),
        (json!("de"), json!(null), false),
        (Value::Null, json!(null), false),
        (json!("ja"), json!({ "language": "en" }), false),
        (json!("ja"), json!({ "language": "auto" }), true),
        (json!("en"), json!({ "language": "ja" }), true),
    ] {
        let parameters = json!({
            "capabilities": {},
            "locale": locale,
            "initializationOptions": options,
        });
        let (client, message) = first_message(parameters.clone()).await;
        assert_eq!(
            message.contains("アラインメント"),
            is_japanese,
            "{parameters}: {message}"
        );
        assert_eq!(
            message.contains("not aligned"),
            !is_japanese,
            "{parameters}: {message}"
        );
        client.finish().await;
    }
}

#[tokio::test]
async fn another_choice_shows_open_documents_anew() {
    let (mut client, message) = first_message(json!({ "capabilities": {} })).await;
    assert!(message.contains("not aligned"), "{message}");
    let settings = json!({ "settings": { "mnc2": { "language": "ja" } } });
    client
        .notify("workspace/didChangeConfiguration", settings)
        .await;
    let published = client.diagnostics(1).await;
    let message = published[0]["message"].to_string();
    assert!(message.contains("アラインメント"), "{message}");
    client.finish().await;
}

#[tokio::test]
async fn hover_signatures_and_lenses_follow() {
    let text = "lpassa $lm0v $lr0v; fvadd $lr0v $ls0v $ln0v\n";
    let parameters = json!({ "capabilities": {}, "locale": "ja" });
    let (mut client, _) = Client::start_with(parameters).await;
    client.open_checked(text).await;
    let hover = async |client: &mut Client, character: u32| {
        let params = json!({
            "textDocument": { "uri": URI },
            "position": { "line": 0, "character": character },
        });
        client.request("textDocument/hover", params).await["contents"]["value"].to_string()
    };
    let opcode = hover(&mut client, 1).await;
    assert!(
        opcode.contains("コピー") && opcode.contains("マスクフラグ"),
        "{opcode}"
    );
    let operand = hover(&mut client, 8).await;
    assert!(operand.contains("読み出し: LM0、長語"), "{operand}");
    assert!(operand.contains("直前の書き込み"), "{operand}");
    let step = hover(&mut client, 18).await;
    assert!(step.contains("ステップ0（サイクル0から3）"), "{step}");
    let lenses = json!({ "textDocument": { "uri": URI } });
    let lenses = client
        .request("textDocument/codeLens", lenses)
        .await
        .to_string();
    assert!(lenses.contains("1ステップ"), "{lenses}");
    // Signatures are shown while operands are missing.
    client.change(2, json!([{ "text": "lpassa " }])).await;
    client.diagnostics(2).await;
    let help = json!({
        "textDocument": { "uri": URI },
        "position": { "line": 0, "character": 7 },
    });
    let help = client
        .request("textDocument/signatureHelp", help)
        .await
        .to_string();
    assert!(
        help.contains("コピー") && help.contains("読み出し: PEメモリ"),
        "{help}"
    );
    client.finish().await;
}
