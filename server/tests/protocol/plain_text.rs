//! A client that declares plain text, or nothing, never gets Markdown: in no hover, completion or signature.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Client, URI};

/// What only Markdown has.
const MARKS: [&str; 5] = ["```", "**", "](http", "`", "| -"];
/// Starts of lines that only Markdown has.
const STARTS: [&str; 4] = ["# ", "## ", "### ", "|"];

/// Fails where a text that is shown holds Markdown.
fn assert_plain(answer: &Value, at: &str) {
    match answer {
        Value::String(text) => {
            let mark = MARKS.iter().find(|mark| text.contains(**mark));
            let starts = |start: &&&str| text.lines().any(|line| line.starts_with(**start));
            let start = STARTS.iter().find(starts);
            assert_eq!((mark, start), (None, None), "{at}: {text}");
        }
        Value::Array(items) => items.iter().for_each(|item| assert_plain(item, at)),
        Value::Object(fields) => {
            assert_ne!(answer["kind"], "markdown", "{at}");
            fields.values().for_each(|field| assert_plain(field, at));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The lines of the programs for each instruction, each once.
fn lines() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/instructions");
    let mut lines = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("the programs are there") {
        let path = entry.expect("it can be listed").path();
        let text = fs::read_to_string(path).expect("it can be read");
        let code = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        lines.extend(code.map(str::to_owned));
    }
    assert!(lines.len() > 200, "{}", lines.len());
    lines
}

/// The bytes of a line at which a word begins.
fn word_starts(line: &str) -> Vec<usize> {
    let bytes = line.as_bytes();
    let is_start = |&at: &usize| bytes[at] != b' ' && (at == 0 || bytes[at - 1] == b' ');
    (0..line.len()).filter(is_start).collect()
}

/// What clients declare that show plain text only.
fn plain_clients() -> [Value; 2] {
    let plain = json!(["plaintext"]);
    [
        json!({}),
        json!({ "textDocument": {
            "hover": { "contentFormat": plain },
            "completion": { "completionItem": {
                "documentationFormat": plain, "labelDetailsSupport": true, "snippetSupport": true
            } },
            "signatureHelp": { "signatureInformation": { "documentationFormat": plain } }
        } }),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hovers_are_plain() {
    let lines: Vec<String> = lines().into_iter().collect();
    for capabilities in plain_clients() {
        let mut client = Client::start(capabilities).await;
        client.open_checked(&lines.join("\n")).await;
        let mut asked = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            for character in word_starts(line) {
                let position = json!({ "line": number, "character": character });
                let params = json!({ "textDocument": { "uri": URI }, "position": position });
                asked.push((number, client.ask("textDocument/hover", params).await));
            }
        }
        let mut explained = 0;
        for (number, id) in asked {
            let hover = &client.response(id).await["result"];
            explained += usize::from(!hover.is_null());
            assert_plain(&hover["contents"], &lines[number]);
        }
        assert!(explained > 500, "{explained}");
        client.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn completions_and_signatures_are_plain() {
    // One line for each opcode.
    let mut opcodes = BTreeSet::new();
    let lines: Vec<String> = lines()
        .into_iter()
        .filter(|line| {
            let letters = line.split(|letter: char| !letter.is_ascii_alphanumeric());
            opcodes.insert(letters.map(str::to_owned).next())
        })
        .collect();
    for capabilities in plain_clients() {
        let mut client = Client::start(capabilities).await;
        client.open("").await;
        client.diagnostics(1).await;
        let (mut version, mut signatures) = (1, 0);
        let mut labels = BTreeSet::new();
        for line in &lines {
            for start in word_starts(line) {
                version += 1;
                client
                    .change(version, json!([{ "text": line[..start] }]))
                    .await;
                client.diagnostics(version).await;
                let position = json!({ "line": 0, "character": start });
                let params = json!({ "textDocument": { "uri": URI }, "position": position });
                let found = client
                    .request("textDocument/signatureHelp", params.clone())
                    .await;
                signatures += usize::from(!found.is_null());
                for signature in found["signatures"].as_array().into_iter().flatten() {
                    assert_plain(&signature["documentation"], line);
                    for parameter in signature["parameters"].as_array().into_iter().flatten() {
                        assert_plain(&parameter["documentation"], line);
                    }
                }
                if !labels.is_empty() && start == 0 {
                    continue;
                }
                let list = client.request("textDocument/completion", params).await;
                let items = list["items"].as_array().or(list.as_array());
                for item in items.into_iter().flatten() {
                    if !labels.insert(item["label"].to_string()) {
                        continue;
                    }
                    let resolved = client.request("completionItem/resolve", item.clone()).await;
                    for field in ["documentation", "detail", "labelDetails"] {
                        assert_plain(&resolved[field], line);
                    }
                }
            }
        }
        assert!(labels.len() > 300, "{}", labels.len());
        assert!(signatures > 100, "{signatures}");
        client.finish().await;
    }
}
