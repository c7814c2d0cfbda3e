//! The methods of the server, once: tests that send every one of them take them from here.

use serde_json::{Value, json};

use crate::support::{Client, URI};
use About::{Document, Item, Nothing, Place, Workspace};

/// What a request is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// A place of a document.
    Place,
    /// A document, or a range of it.
    Document,
    /// All of them, or something that is named.
    Workspace,
    /// A part of an earlier answer.
    Item,
    /// The server does not offer it, because its answers are whole.
    Nothing,
}

/// Every request but `initialize` and `shutdown`.
pub(crate) const REQUESTS: &[(&str, About)] = &[
    ("callHierarchy/incomingCalls", Document),
    ("callHierarchy/outgoingCalls", Document),
    ("codeAction/resolve", Item),
    ("codeLens/resolve", Nothing),
    ("completionItem/resolve", Item),
    ("documentLink/resolve", Nothing),
    ("inlayHint/resolve", Item),
    ("mnc2/chip", Document),
    ("mnc2/grids", Document),
    ("mnc2/language", Document),
    ("mnc2/memory", Document),
    ("mnc2/solutions", Workspace),
    ("mnc2/textDocumentContent", Workspace),
    ("mnc2/timeline", Document),
    ("mnc2/word", Document),
    ("textDocument/codeAction", Document),
    ("textDocument/codeLens", Document),
    ("textDocument/completion", Place),
    ("textDocument/definition", Place),
    ("textDocument/diagnostic", Document),
    ("textDocument/documentHighlight", Place),
    ("textDocument/documentLink", Document),
    ("textDocument/documentSymbol", Document),
    ("textDocument/foldingRange", Document),
    ("textDocument/formatting", Document),
    ("textDocument/hover", Place),
    ("textDocument/inlayHint", Document),
    ("textDocument/inlineValue", Document),
    ("textDocument/onTypeFormatting", Place),
    ("textDocument/prepareCallHierarchy", Place),
    ("textDocument/prepareRename", Place),
    ("textDocument/rangeFormatting", Document),
    ("textDocument/references", Place),
    ("textDocument/rename", Place),
    ("textDocument/selectionRange", Place),
    ("textDocument/semanticTokens/full", Document),
    ("textDocument/semanticTokens/full/delta", Document),
    ("textDocument/semanticTokens/range", Document),
    ("textDocument/signatureHelp", Place),
    ("workspace/diagnostic", Workspace),
    ("workspace/executeCommand", Workspace),
    ("workspace/symbol", Workspace),
    ("workspace/textDocumentContent", Workspace),
];

/// Every notification but `exit`.
pub(crate) const NOTIFICATIONS: &[&str] = &[
    "$/cancelRequest",
    "$/setTrace",
    "initialized",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/didOpen",
    "textDocument/didSave",
    "window/workDoneProgress/cancel",
    "workspace/didChangeConfiguration",
    "workspace/didChangeWatchedFiles",
    "workspace/didChangeWorkspaceFolders",
    "workspace/didDeleteFiles",
    "workspace/didRenameFiles",
];

/// The requests about something.
pub(crate) fn about(what: About) -> Vec<&'static str> {
    let all = REQUESTS.iter().filter(|(_, about)| *about == what);
    all.map(|(method, _)| *method).collect()
}

/// Parameters that every request about a place or a document accepts: a place, a range that begins there, and the
/// first lines.
pub(crate) fn question(uri: &str, place: &Value, end: &Value, lines: u32) -> Value {
    let range = json!({ "start": place, "end": end });
    json!({
        "textDocument": { "uri": uri },
        "position": place,
        "positions": [place],
        "range": range,
        "item": { "name": "", "kind": 25, "uri": uri, "range": range, "selectionRange": range },
        "lines": { "start": 0, "end": lines },
        "context": {
            "includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false,
            "frameId": 1, "stoppedLocation": range
        },
        "options": { "tabSize": 4, "insertSpaces": true },
        "previousResultId": "1",
        "query": "",
        "ch": "\n",
        "newName": "$lm64v",
        "memory": "$lm0",
    })
}

#[tokio::test]
async fn every_method_is_known_and_understood() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("zero $lm0v\nnop\n").await;
    let place = json!({ "line": 0, "character": 6 });
    let params = question(URI, &place, &place, 1);
    for (method, about) in REQUESTS {
        let id = client.ask(method, params.clone()).await;
        let code = client.response(id).await["error"]["code"].as_i64();
        assert_eq!(code == Some(-32601), *about == Nothing, "{method}");
        let is_question = matches!(about, Place | Document);
        assert!(!is_question || code != Some(-32602), "{method}");
    }
    client.finish().await;
}

#[test]
fn the_page_of_the_protocol_has_every_method() {
    let page = include_str!("../../../docs/protocol.md");
    let offered = REQUESTS.iter().filter(|(_, about)| *about != Nothing);
    let names = offered.map(|(method, _)| *method);
    // What the library answers alone is not offered.
    let of_library = ["initialized", "$/setTrace", "codeAction/resolve"];
    let all = names.chain(NOTIFICATIONS.iter().copied());
    for method in all.filter(|method| !of_library.contains(method)) {
        // In a list, the common parts of all names occur once.
        let ends = (method.match_indices('/')).map(|(at, _)| &method[at + 1..]);
        let mut names = ends.chain([method]);
        assert!(
            names.any(|name| page.contains(&format!("`{name}`"))),
            "{method}"
        );
    }
}
