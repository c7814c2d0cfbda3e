//! Programs for a linker: directives, and the `.param` file next to them.

use std::fs;
use std::path::PathBuf;

use crate::support::{Client, cursor, file_uri};
use serde_json::{Value, json};

const PARAMS: &str = "((:version :0.1)\n (:reserved_wait_tag #x3f)\n (:slot 8 :addr 0 :send_wait_tag #x10)\n (:slot 16 :addr 4096 :recv_wait_tag #x1e))\n";

/// A folder with a `.param` file and an open program; the folder is removed when the test ends.
struct Linked {
    client: Client,
    folder: PathBuf,
    position: Value,
}

impl Linked {
    async fn start(test: &str, fixture: &str, params: &str) -> Self {
        let name = format!("mnc2-lsp-{}-linked-{test}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a temporary folder can be made");
        fs::write(folder.join("a.param"), params).expect("it can be written");
        let (text, position) = cursor(fixture);
        let mut linked = Self {
            client: Client::start(json!({})).await,
            folder,
            position,
        };
        linked.client.open_as(&linked.uri("a._vsm"), &text).await;
        linked
    }

    fn uri(&self, name: &str) -> String {
        file_uri(&self.folder.join(name))
    }

    async fn ask(&mut self, method: &str) -> Value {
        let params = json!({
            "textDocument": { "uri": self.uri("a._vsm") },
            "position": self.position,
        });
        let id = self.client.ask(method, params).await;
        self.client.response(id).await["result"].take()
    }

    /// The messages of the next diagnostics of a file.
    async fn found(&mut self, name: &str) -> Vec<String> {
        let uri = self.uri(name);
        loop {
            let incoming = self
                .client
                .incoming("textDocument/publishDiagnostics")
                .await;
            if incoming["params"]["uri"] == uri {
                let found = incoming["params"]["diagnostics"].as_array().cloned();
                let found = found.unwrap_or_default();
                return found
                    .iter()
                    .map(|it| {
                        format!(
                            "{} {}",
                            it["code"].as_str().unwrap_or(""),
                            it["message"].as_str().unwrap_or("")
                        )
                    })
                    .collect();
            }
        }
    }

    async fn finish(self) {
        self.client.finish().await;
        fs::remove_dir_all(&self.folder).expect("the folder can be removed");
    }
}

#[tokio::test]
async fn a_slot_leads_into_the_param_file() {
    let mut linked = Linked::start(
        "definition",
        "@distribute _a from_param 8 size 1 $lm0\n@collect _a to_param 1‸6 size 1 $lm0\n",
        PARAMS,
    )
    .await;
    assert_eq!(linked.found("a._vsm").await, [""; 0]);
    let answer = linked.ask("textDocument/definition").await;
    let place = &answer[0];
    assert_eq!(place["uri"], linked.uri("a.param"), "{answer}");
    let expected =
        json!({ "start": { "line": 3, "character": 2 }, "end": { "line": 3, "character": 10 } });
    assert_eq!(place["range"], expected);
    let hover = linked.ask("textDocument/hover").await;
    let text = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(
        text.contains("it writes 4096 long words (u64) of PDM, 4096 to 8191"),
        "{hover}"
    );
    linked.finish().await;
}

#[tokio::test]
async fn slots_are_offered() {
    let mut linked = Linked::start("completion", "@distribute _a from_param ‸\n", PARAMS).await;
    assert_eq!(linked.found("a._vsm").await.len(), 1, "it is not complete");
    let answer = linked.ask("textDocument/completion").await;
    let items = answer["items"].as_array().cloned().unwrap_or_default();
    let labels: Vec<&str> = items.iter().filter_map(|it| it["label"].as_str()).collect();
    assert_eq!(labels, ["8", "16"], "{answer}");
    linked.finish().await;
}

#[tokio::test]
async fn findings_follow_the_param_file() {
    let mut linked = Linked::start(
        "findings",
        "@distribute _a from_param 9 size 1 $lm0‸\n",
        PARAMS,
    )
    .await;
    let found = linked.found("a._vsm").await;
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("E1204 the `.param` file has no entry `:slot 9`"),
        "{found:?}"
    );
    let changed = PARAMS.replace(":slot 8", ":slot 9");
    fs::write(linked.folder.join("a.param"), changed).expect("it can be written");
    let changes = json!({ "changes": [{ "uri": linked.uri("a.param"), "type": 2 }] });
    linked
        .client
        .notify("workspace/didChangeWatchedFiles", changes)
        .await;
    assert_eq!(linked.found("a._vsm").await, [""; 0]);
    linked.finish().await;
}

#[tokio::test]
async fn what_is_wrong_with_the_param_file_is_shown_there() {
    let cut = &PARAMS[..PARAMS.len() - 4];
    let mut linked =
        Linked::start("wrong", "@distribute _a from_param 9 size 1 $lm0‸\n", cut).await;
    let found = linked.found("a.param").await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("E1205 this `(` is not closed"),
        "{found:?}"
    );
    assert_eq!(
        linked.found("a._vsm").await,
        [""; 0],
        "entries may be missing"
    );
    let close = json!({ "textDocument": { "uri": linked.uri("a._vsm") } });
    linked.client.notify("textDocument/didClose", close).await;
    assert_eq!(linked.found("a.param").await, [""; 0]);
    assert_eq!(linked.found("a._vsm").await, [""; 0]);
    linked.finish().await;
}

#[tokio::test]
async fn what_only_the_linker_s_output_shows_stands_at_the_line() {
    let program = "@distribute _a from_param 8 size 1 $lm0\n\tlpassa $lm0 $lr0‸\n";
    let mut linked = Linked::start("output", program, PARAMS).await;
    assert_eq!(linked.found("a._vsm").await, [""; 0]);
    let output =
        "# @distribute _a from_param 8 size 1 $lm0\n\tl1bmd $lb0 $lm0v/1000\n\tlpassa $lm0 $lr0\n";
    fs::write(linked.folder.join("a.vsm"), output).expect("it can be written");
    let changes = json!({ "changes": [{ "uri": linked.uri("a.vsm"), "type": 1 }] });
    linked
        .client
        .notify("workspace/didChangeWatchedFiles", changes)
        .await;
    let found = linked.found("a._vsm").await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("E1009"), "{found:?}");
    // Of another text it is not the output.
    let edit = json!({
        "textDocument": { "uri": linked.uri("a._vsm"), "version": 2 },
        "contentChanges": [{
            "range": { "start": { "line": 1, "character": 0 }, "end": { "line": 1, "character": 0 } },
            "text": "\tnop\n",
        }],
    });
    linked.client.notify("textDocument/didChange", edit).await;
    assert_eq!(linked.found("a._vsm").await, [""; 0]);
    linked.finish().await;
}
