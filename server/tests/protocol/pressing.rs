//! Every lens and every command among the code actions of every example is pressed, and its answer is judged.

use std::fs;
use std::path::{Path, PathBuf};

use mnc2_tests::languages::LANGUAGES;
use serde_json::{Value, json};

use crate::support::{Client, file_uri, on_line};

/// The program whose searches for a shorter order are pressed, too: searches in long programs take long.
const SEARCHED: &str = "first.vsm";

/// The examples of a folder that are programs.
fn examples(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|it| it.expect("an entry").path().canonicalize().expect("a path"));
    let is_program = |path: &PathBuf| {
        let extension = path.extension().and_then(|it| it.to_str());
        LANGUAGES.iter().any(|it| Some(&*it.extension) == extension)
    };
    let mut found: Vec<PathBuf> = paths.filter(is_program).collect();
    found.sort();
    found
}

/// The commands of the lenses and of the code actions on all lines, each once.
async fn commands(client: &mut Client, uri: &str, text: &str) -> (Vec<Value>, Vec<Value>) {
    let document = json!({ "textDocument": { "uri": uri } });
    let lenses = client.request("textDocument/codeLens", document).await;
    let lenses = lenses.as_array().expect("lenses").iter();
    let lenses = lenses.map(|it| it["command"].clone()).collect();
    let mut of_actions: Vec<Value> = Vec::new();
    for line in 0..text.lines().count() as u32 {
        let asked = json!({
            "textDocument": { "uri": uri },
            "range": on_line(line, 0, 0),
            "context": { "diagnostics": [], "triggerKind": 1 },
        });
        let found = client.request("textDocument/codeAction", asked).await;
        for action in found.as_array().into_iter().flatten() {
            let command = match &action["command"] {
                Value::String(_) => action,
                command => command,
            };
            if command.is_object() && !of_actions.contains(command) {
                of_actions.push(command.clone());
            }
        }
    }
    (lenses, of_actions)
}

/// Opens a program in the language that editors give its extension.
async fn open(client: &mut Client, path: &Path, uri: &str, text: &str) {
    let extension = path.extension().and_then(|it| it.to_str());
    let language = LANGUAGES
        .iter()
        .find(|it| Some(&*it.extension) == extension);
    let language = match language.map(|it| it.id) {
        Some("naplespu" | "rvmatrix") => "asm",
        Some(id) => id,
        None => "mnc2",
    };
    let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
    client
        .notify("textDocument/didOpen", json!({ "textDocument": document }))
        .await;
    client.incoming("textDocument/publishDiagnostics").await;
}

/// Ends a session with messages that are not checked.
async fn end(mut client: Client) {
    for method in ["window/showMessage", "textDocument/publishDiagnostics"] {
        while client.take_unread(method) {}
    }
    client.finish().await;
}

/// Presses a command; its answer.
async fn press(client: &mut Client, command: &Value) -> Value {
    let asked = json!({ "command": command["command"], "arguments": command["arguments"] });
    client.request("workspace/executeCommand", asked).await
}

#[tokio::test]
async fn every_lens_and_command_of_an_example_in_another_language_shows_what_was_computed() {
    let programs = examples("../examples/languages");
    assert_eq!(programs.len(), 8);
    for path in programs {
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = fs::read_to_string(&path).expect("an example");
        let uri = file_uri(&path);
        let mut client = Client::start(json!({})).await;
        open(&mut client, &path, &uri, &text).await;
        let (lenses, of_actions) = commands(&mut client, &uri, &text).await;
        let is_run = |it: &&Value| it["command"] == "mnc2.runToHere";
        let runs: Vec<&Value> = lenses.iter().filter(is_run).collect();
        assert_eq!(runs[0]["title"], "▶ Run", "{name}: {lenses:?}");
        for command in runs.into_iter().chain(&of_actions) {
            let answer = press(&mut client, command).await;
            assert!(
                answer["steps"].as_u64() > Some(0),
                "{name}: {command} {answer}"
            );
            assert_eq!(answer["stopped"], Value::Null, "{name}: {command}");
            let computed = answer["computed"].as_array().expect("values");
            assert!(!computed.is_empty(), "{name}: {command}");
            let page = json!({ "uri": answer["content"] });
            let page = client.request("mnc2/textDocumentContent", page).await;
            let page = page["text"].as_str().expect("a page");
            for variable in computed {
                let name = variable["name"].as_str().expect("a name");
                assert!(page.contains(name), "{name}: {page}");
            }
        }
        end(client).await;
    }
}

#[tokio::test]
async fn every_lens_and_command_of_an_example_answers() {
    for path in examples("../examples") {
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = fs::read_to_string(&path).expect("an example");
        let uri = file_uri(&path);
        let mut client = Client::start(json!({})).await;
        open(&mut client, &path, &uri, &text).await;
        let (lenses, of_actions) = commands(&mut client, &uri, &text).await;
        let runs = lenses.iter().filter(|it| it["command"] == "mnc2.runToHere");
        let expected = text.lines().filter(|it| it.starts_with("d get"));
        assert_eq!(runs.count(), expected.count(), "{name}");
        for command in &lenses {
            let answer = press(&mut client, command).await;
            if command["command"] == "mnc2.runToHere" {
                let dump = answer["dump"].as_array().expect("a dump");
                assert!(!dump.is_empty(), "{name}: {command}");
                assert_eq!(answer["stopped"], Value::Null, "{name}: {command}");
            }
        }
        for command in &of_actions {
            match command["command"].as_str() {
                Some("mnc2.runToHere") => {
                    let answer = press(&mut client, command).await;
                    assert_eq!(answer["stopped"], Value::Null, "{name}: {command}");
                }
                Some(_) if name == SEARCHED => {
                    let answer = press(&mut client, command).await;
                    assert!(answer.is_object(), "{name}: {command} {answer}");
                }
                _ => {}
            }
        }
        end(client).await;
    }
}
