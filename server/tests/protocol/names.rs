//! Documents as clients name them and begin them: names that are not URIs, drives of Windows, byte order marks.

use serde_json::{Value, json};

use crate::support::Client;

/// The message of the next diagnostics, and the document that they are about.
async fn pushed(client: &mut Client) -> (String, Vec<Value>) {
    let pushed = client.incoming("textDocument/publishDiagnostics").await;
    let uri = pushed["params"]["uri"].as_str().unwrap_or_default();
    let found = pushed["params"]["diagnostics"].as_array();
    (uri.to_owned(), found.cloned().unwrap_or_default())
}

#[tokio::test]
async fn a_name_that_is_no_uri_is_a_document() {
    let capabilities = json!({ "textDocument": { "definition": { "linkSupport": true } } });
    let mut client = Client::start(capabilities).await;
    for name in ["scratch", r"C:\kernels\a b.vsm", ""] {
        client
            .open_as(name, "lpassa $lm0v $lr0v\nlpassa $lr0v $ln0v\n")
            .await;
        let (uri, found) = pushed(&mut client).await;
        assert_eq!((uri.as_str(), found.len()), (name, 1));
        let document = json!({ "uri": name });
        let place = json!({ "textDocument": document, "position": { "line": 1, "character": 9 } });
        let links = client.request("textDocument/definition", place).await;
        assert_eq!(links[0]["targetUri"], name, "{links}");
        let actions = json!({
            "textDocument": document, "range": found[0]["range"],
            "context": { "diagnostics": found, "only": ["source.fixAll"] }
        });
        client.request("textDocument/codeAction", actions).await;
        let rename = json!({
            "textDocument": document, "position": { "line": 0, "character": 15 }, "newName": "$lr8v"
        });
        let edit = client.request("textDocument/rename", rename).await;
        let changes = edit["changes"].as_object().cloned().unwrap_or_default();
        assert_eq!(changes.keys().collect::<Vec<_>>(), [name], "{edit}");
        let closed = json!({ "textDocument": document });
        client.notify("textDocument/didClose", closed).await;
        assert_eq!(pushed(&mut client).await, (name.to_owned(), Vec::new()));
    }
    client.finish().await;
}

/// `c%3A`, `c:` and `C:` are one drive, so these are one document.
#[tokio::test]
async fn a_drive_is_one_in_each_spelling() {
    let mut client = Client::start(json!({})).await;
    let named = |drive: &str| format!("file:///{drive}/kernels/a.vsm");
    client
        .open_as(&named("C:"), "nop\nlpassa $lm0v $lr1v\n")
        .await;
    assert_eq!(pushed(&mut client).await.1.len(), 1);
    for (version, drive) in [(2, "c:"), (3, "c%3A"), (4, "C%3a")] {
        let change = json!({
            "textDocument": { "uri": named(drive), "version": version },
            "contentChanges": [{
                "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } },
                "text": "lpasa\n"
            }]
        });
        client.notify("textDocument/didChange", change).await;
        let (uri, found) = pushed(&mut client).await;
        assert_eq!(
            (uri.as_str(), found.len()),
            ("file:///c%3A/kernels/a.vsm", version)
        );
    }
    let closed = json!({ "textDocument": { "uri": named("c:") } });
    client.notify("textDocument/didClose", closed).await;
    assert_eq!(pushed(&mut client).await.1, Vec::<Value>::new());
    client.finish().await;
}

/// It is not part of the program, and columns after it are the client's.
#[tokio::test]
async fn a_byte_order_mark_begins_a_text() {
    for encoding in ["utf-8", "utf-16", "utf-32"] {
        let length = if encoding == "utf-8" { 3 } else { 1 };
        let capabilities = json!({ "general": { "positionEncodings": [encoding] } });
        let mut client = Client::start(capabilities).await;
        let found = client.open_checked("\u{feff}lpassa $lm0v $lr1v\n").await;
        assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
        assert_eq!(found[0]["code"], "E0305");
        assert_eq!(found[0]["range"]["start"]["character"], length + 16);
        let end = json!({ "line": 0, "character": length + 17 });
        let digit = json!({ "start": { "line": 0, "character": length + 16 }, "end": end });
        client
            .change(2, json!([{ "range": digit, "text": "2" }]))
            .await;
        assert_eq!(client.diagnostics(2).await, json!([]));
        client
            .change(3, json!([{ "text": "\u{feff}lpasa\n" }]))
            .await;
        let found = client.diagnostics(3).await;
        assert_eq!(found[0]["range"]["start"]["character"], length);
        // Inside the text it is an error.
        client
            .change(4, json!([{ "text": "nop\n\u{feff}nop\n" }]))
            .await;
        assert_eq!(client.diagnostics(4).await[0]["code"], "E0102");
        client.finish().await;
    }
}
