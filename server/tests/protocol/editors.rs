//! The program that every editor is tested with: `editors/test/expected.json` contains the server's answers about it.
//! The tests in the editors compare what they show with that file.

use std::fs;
use std::path::Path;

use expect_test::expect_file;
use serde_json::{Value, json};

use crate::support::{Client, URI};

/// The titles of the actions that fix it, with their lines, which count from 0. The last line comes first, so that the
/// other line keeps its number.
const FIXES: [(u32, &str); 2] = [
    (9, "Replace with `dvfmad`"),
    (8, "Insert `nop` before this line"),
];

#[tokio::test]
async fn the_program_that_every_editor_opens() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../editors/test");
    let text = fs::read_to_string(folder.join("program.vsm")).expect("the program is there");
    let literals = json!({ "codeActionKind": { "valueSet": [] } });
    let actions = json!({ "codeAction": { "codeActionLiteralSupport": literals } });
    let mut client = Client::start(json!({ "textDocument": actions })).await;
    let pushed = client.open_checked(&text).await;
    let diagnostics: Vec<Value> = pushed
        .as_array()
        .expect("they are a list")
        .iter()
        .map(|diagnostic| {
            let range = &diagnostic["range"];
            assert_eq!(range["start"]["line"], range["end"]["line"]);
            let message = diagnostic["message"].as_str().unwrap_or_default();
            json!({
                "code": diagnostic["code"],
                "severity": diagnostic["severity"],
                "line": range["start"]["line"],
                "start": range["start"]["character"],
                "end": range["end"]["character"],
                "message": message.lines().next(),
            })
        })
        .collect();

    let mut fixed: Vec<String> = text.lines().map(str::to_owned).collect();
    for (version, (line, title)) in (2..).zip(FIXES) {
        let edit = fix(&mut client, line, title).await;
        let at = line as usize;
        let range = &edit["range"];
        let new = edit["newText"].as_str().unwrap_or_default();
        let [start, end] = ["start", "end"].map(|end| {
            assert_eq!(range[end]["line"], line);
            range[end]["character"].as_u64().unwrap_or_default() as usize
        });
        fixed[at].replace_range(start..end, new);
        fixed = fixed.join("\n").lines().map(str::to_owned).collect();
        let change = json!([{ "range": range, "text": new }]);
        client.change(version, change).await;
        let pushed = client.diagnostics(version).await;
        if version as usize == 1 + FIXES.len() {
            assert_eq!(pushed, json!([]));
        }
    }

    let line = fixed.len() - 1;
    let run = json!({ "command": "mnc2.runToHere", "arguments": [{ "uri": URI, "line": line }] });
    let ran = client.request("workspace/executeCommand", run).await;
    let content = json!({ "uri": ran["content"] });
    let page = client.request("mnc2/textDocumentContent", content).await;
    let page = page["text"].as_str().unwrap_or_default();

    let said = json!({
        "diagnostics": diagnostics,
        "fixes": FIXES.map(|(line, title)| json!({ "line": line, "title": title })),
        "fixed": fixed,
        "run": { "line": line, "steps": ran["steps"] },
        "beside": ran["beside"],
        "dump": page.lines().collect::<Vec<_>>(),
    });
    let said = serde_json::to_string_pretty(&said).expect("it can be written");
    expect_file![folder.join("expected.json")].assert_eq(&format!("{said}\n"));
    client.finish().await;
}

/// The edit of the action with this title.
async fn fix(client: &mut Client, line: u32, title: &str) -> Value {
    let place = json!({ "line": line, "character": 0 });
    let params = json!({
        "textDocument": { "uri": URI },
        "range": { "start": place, "end": place },
        "context": { "diagnostics": [], "only": ["quickfix"] },
    });
    let actions = client.request("textDocument/codeAction", params).await;
    let mut all = actions.as_array().into_iter().flatten();
    let action = all.find(|action| action["title"] == title);
    let action = action.unwrap_or_else(|| panic!("no \"{title}\" among {actions}"));
    let edits = action["edit"]["changes"][URI]
        .as_array()
        .expect("it edits the program");
    assert_eq!(edits.len(), 1, "{action}");
    edits[0].clone()
}
