//! The methods of the server, once: tests that send every one of them take them from here.

use std::collections::BTreeMap;
use std::fs;

use mnc2_lsp::METHODS;
pub(crate) use mnc2_lsp::{About, Method};
use mnc2_tests::files;
use serde_json::{Value, json};

use crate::support::{Client, URI};

/// Requests that the server does not offer, because its answers are whole. The library answers them.
const NOT_OFFERED: [&str; 2] = ["codeLens/resolve", "documentLink/resolve"];

/// Notifications that the library handles, with `exit`.
const OF_LIBRARY: [&str; 2] = ["$/cancelRequest", "$/setTrace"];

/// Every request but `initialize` and `shutdown`.
pub(crate) fn requests() -> impl Iterator<Item = &'static str> {
    let offered = METHODS.iter();
    let offered = offered.filter(|method| method.about != About::Notification);
    offered.map(|method| method.name).chain(NOT_OFFERED)
}

/// Every notification but `exit`.
pub(crate) fn notifications() -> impl Iterator<Item = &'static str> {
    about(About::Notification).into_iter().chain(OF_LIBRARY)
}

/// The methods about something.
pub(crate) fn about(what: About) -> Vec<&'static str> {
    let all = METHODS.iter().filter(|method| method.about == what);
    all.map(|method| method.name).collect()
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
    let offered = METHODS.iter().map(|method| (method.name, method.about));
    let offered = offered.filter(|(_, about)| *about != About::Notification);
    for (method, about) in offered {
        let id = client.ask(method, params.clone()).await;
        let code = client.response(id).await["error"]["code"].as_i64();
        assert_ne!(code, Some(-32601), "{method}");
        let is_question = matches!(about, About::Place | About::Document);
        assert!(!is_question || code != Some(-32602), "{method}");
    }
    for method in NOT_OFFERED {
        let id = client.ask(method, params.clone()).await;
        let answer = client.response(id).await;
        assert_eq!(answer["error"]["code"], json!(-32601), "{method}");
    }
    client.finish().await;
}

/// The clients whose capabilities are recorded, with their names for users.
const EDITORS: [(&str, &str); 4] = [
    ("vscode", "VS Code"),
    ("neovim", "Neovim"),
    ("helix", "Helix"),
    ("emacs", "Emacs"),
];

/// The capabilities that each of them declares.
fn declared() -> BTreeMap<&'static str, Value> {
    let read = |(file, editor)| {
        let path = format!("server/tests/strict_client/clients/{file}.json");
        let text = fs::read_to_string(files::root().join(path)).expect("it is recorded");
        let client: Value = serde_json::from_str(&text).expect("JSON");
        (editor, client["capabilities"].clone())
    };
    EDITORS.map(read).into()
}

/// Whether a client declares that it uses a method.
fn declares(capabilities: &Value, method: &Method) -> bool {
    let name = method.name;
    let pointer = match name {
        "initialized" | "window/workDoneProgress/cancel" => return true,
        "callHierarchy/incomingCalls" | "callHierarchy/outgoingCalls" => {
            "/textDocument/callHierarchy".to_owned()
        }
        "textDocument/prepareCallHierarchy" => "/textDocument/callHierarchy".to_owned(),
        "textDocument/prepareRename" => "/textDocument/rename/prepareSupport".to_owned(),
        "completionItem/resolve" => {
            "/textDocument/completion/completionItem/resolveSupport".to_owned()
        }
        "inlayHint/resolve" => "/textDocument/inlayHint/resolveSupport".to_owned(),
        "workspace/didRenameFiles" => "/workspace/fileOperations/didRename".to_owned(),
        "workspace/didDeleteFiles" => "/workspace/fileOperations/didDelete".to_owned(),
        "workspace/didChangeWorkspaceFolders" => "/workspace/workspaceFolders".to_owned(),
        "workspace/diagnostic" => "/textDocument/diagnostic".to_owned(),
        _ if name.starts_with("textDocument/did") => return true,
        _ => {
            let name = name.strip_suffix("/delta").unwrap_or(name);
            let ends = ["/full", "/range"];
            let whole = ends.iter().find_map(|end| name.strip_suffix(end));
            format!("/{}", whole.unwrap_or(name))
        }
    };
    let found = capabilities.pointer(&pointer);
    found.is_some_and(|it| !it.is_null() && *it != json!(false))
}

/// The table of the page.
fn table() -> String {
    let declared = declared();
    let row = |method: &Method| {
        let announced = method.announced_as();
        let announced: Vec<String> = announced.iter().map(|it| format!("`{it}`")).collect();
        let editors = declared.iter().filter(|(_, it)| declares(it, method));
        let editors: Vec<&str> = editors.map(|(editor, _)| *editor).collect();
        let editors = match editors.len() {
            0 => "–".to_owned(),
            len if len == EDITORS.len() => "all".to_owned(),
            _ => editors.join(", "),
        };
        let documentation = method.documentation.trim();
        format!(
            "| `{}` | {documentation} | {} | {editors} |\n",
            method.name,
            match announced.is_empty() {
                true => "–".to_owned(),
                false => announced.join(", "),
            }
        )
    };
    let rows: String = METHODS.iter().map(row).collect();
    format!(
        "\n| method | what it is for | announced as | declared by |\n| --- | --- | --- | --- |\n{rows}\n"
    )
}

#[test]
fn the_page_of_the_protocol_has_every_method() {
    let page = files::root().join("docs/protocol.md");
    let lines = ("<!-- methods -->", "<!-- end of methods -->");
    files::fresh_part(&page, lines, &table()).unwrap_or_else(|it| panic!("{it}"));
}
