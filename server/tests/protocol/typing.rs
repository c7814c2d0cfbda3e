//! Typing with the list of completions open: in every editor the typed text stays.
//!
//! The editor of this test requests completion at every key. Many editors accept the first entry of an open list when
//! Enter is pressed, so the law is:
//!
//! 1. at the end of a finished line the list is empty, so that Enter ends the line;
//! 2. no item inserts the word that it replaces;
//! 3. the typed letters are in an item's text, in their order, and no tab stop contains one of them.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Client, URI};

/// The capabilities that editors really declare, and no capabilities.
fn clients() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/strict_client/clients");
    let mut clients = vec![("nothing declared".to_owned(), json!({}))];
    for name in ["emacs", "helix", "neovim", "vscode"] {
        let text = fs::read_to_string(folder.join(format!("{name}.json"))).expect("it is there");
        let declared: Value = serde_json::from_str(&text).expect("it is JSON");
        clients.push((name.to_owned(), declared["capabilities"].clone()));
    }
    clients
}

/// The lines of the examples, each with the program above it; lines that differ only in digits appear once.
fn lines() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|it| it == "vsm"))
        .collect();
    paths.sort();
    let mut forms = HashSet::new();
    let mut lines = Vec::new();
    for path in paths {
        let text = fs::read_to_string(path).expect("it can be read");
        let mut above = String::new();
        for line in text.lines() {
            let form = line.replace(|c: char| c.is_ascii_digit(), "0");
            if forms.insert(form) {
                lines.push((above.clone(), line.to_owned()));
            }
            above.push_str(line);
            above.push('\n');
        }
    }
    assert!(lines.len() > 150, "{} lines", lines.len());
    lines
}

/// An item as an editor applies it: the column where it begins, the columns where it can end, the text outside of tab
/// stops and the whole text.
struct Applied {
    start: usize,
    ends: Vec<usize>,
    fixed: String,
    text: String,
}

fn applied(item: &Value, typed: &str, column: usize) -> Applied {
    let edit = &item["textEdit"];
    let new_text = edit["newText"]
        .as_str()
        .or_else(|| item["label"].as_str())
        .expect("an item writes something");
    let is_snippet = item["insertTextFormat"] == 2;
    let (fixed, text) = match is_snippet {
        true => without_stops(new_text),
        false => (new_text.to_owned(), new_text.to_owned()),
    };
    let number = |value: &Value| value["character"].as_u64().map(|it| it as usize);
    let ranges = ["range", "insert", "replace"].map(|name| &edit[name]);
    let start = ranges.iter().find_map(|range| number(&range["start"]));
    let mut ends: Vec<usize> = ranges
        .iter()
        .filter_map(|range| number(&range["end"]))
        .collect();
    if ends.is_empty() {
        ends.push(column);
    }
    // Without an edit, an editor replaces the letters and digits before the cursor.
    let word = typed.len()
        - typed
            .trim_end_matches(|c: char| c.is_ascii_alphanumeric())
            .len();
    Applied {
        start: start.unwrap_or(column - word),
        ends,
        fixed,
        text,
    }
}

/// A snippet's text outside of its tab stops, and the whole text.
fn without_stops(snippet: &str) -> (String, String) {
    let (mut fixed, mut all) = (String::new(), String::new());
    let mut in_stop = false;
    let mut characters = snippet.chars();
    while let Some(character) = characters.next() {
        let literal = match character {
            '\\' => characters.next(),
            '$' => {
                assert_eq!(characters.next(), Some('{'), "{snippet}");
                while characters.next().is_some_and(|it| it != ':') {}
                in_stop = true;
                None
            }
            '}' if in_stop => {
                in_stop = false;
                None
            }
            other => Some(other),
        };
        if let Some(literal) = literal {
            all.push(literal);
            if !in_stop {
                fixed.push(literal);
            }
        }
    }
    (fixed, all)
}

fn holds_letters(text: &str, letters: &str) -> bool {
    let mut all = text.chars();
    letters
        .chars()
        .all(|letter| all.any(|it| it.eq_ignore_ascii_case(&letter)))
}

/// Types lines, each below the program that it belongs to, and checks every item at every key; returns the number of
/// items.
async fn type_lines(name: &str, capabilities: &Value, lines: &[(String, String)]) -> usize {
    let mut client = Client::start(capabilities.clone()).await;
    client.open("").await;
    let mut version = 1;
    let mut items_seen = 0;
    for (above, line) in lines {
        version += 1;
        client.change(version, json!([{ "text": above }])).await;
        let row = above.matches('\n').count();
        for (at, key) in line.char_indices() {
            let column = line[..at].encode_utf16().count();
            let place = json!({ "line": row, "character": column });
            let change = json!([{ "range": { "start": place, "end": place }, "text": key }]);
            version += 1;
            client.change(version, change).await;
            let typed = &line[..at + key.len_utf8()];
            let column = column + key.len_utf16();
            let is_trigger = "$ /@;\"-[".contains(key);
            let context = if is_trigger {
                json!({ "triggerKind": 2, "triggerCharacter": key })
            } else {
                json!({ "triggerKind": 1 })
            };
            let answer = client
                .request(
                    "textDocument/completion",
                    json!({
                        "textDocument": { "uri": URI },
                        "position": { "line": row, "character": column },
                        "context": context,
                    }),
                )
                .await;
            let items = answer["items"].as_array().expect("a list");
            if typed.len() == line.len() {
                assert_eq!(*items, [Value::Null; 0], "{name}: Enter after {typed:?}");
            }
            for item in items {
                let shown = || format!("{name}: {typed:?}: {item}");
                assert_eq!(item.get("preselect"), None, "{}", shown());
                let applied = applied(item, typed, column);
                let word = &typed[applied.start..];
                for end in &applied.ends {
                    assert!((applied.start..=column).contains(end), "{}", shown());
                }
                if !word.is_empty() {
                    assert_ne!(applied.text, word, "{}", shown());
                    assert_ne!(item["label"], word, "{}", shown());
                }
                assert!(holds_letters(&applied.fixed, word), "{}", shown());
            }
            items_seen += items.len();
        }
    }
    while client.take_unread("textDocument/publishDiagnostics") {}
    client.request("shutdown", Value::Null).await;
    client.notify("exit", Value::Null).await;
    items_seen
}

#[tokio::test]
async fn what_is_typed_stays() {
    let lines = lines();
    let clients = clients();
    for (index, (name, capabilities)) in clients.iter().enumerate() {
        // A part each: items differ only in their form.
        let part: Vec<_> = lines
            .iter()
            .enumerate()
            .filter(|(line, _)| line % clients.len() == index)
            .map(|(_, line)| line.clone())
            .collect();
        let start = std::time::Instant::now();
        let items = type_lines(name, capabilities, &part).await;
        println!(
            "{name}: {} lines, {items} items in {:.1} s",
            part.len(),
            start.elapsed().as_secs_f64()
        );
        assert!(items > 500, "{name}: {items} items");
    }
}
