//! Code lenses and code actions: running to a line, and the fixes of findings.

use crate::support::{Client, URI, on_line};
use serde_json::{Value, json};

fn document() -> Value {
    json!({ "textDocument": { "uri": URI } })
}

async fn actions(client: &mut Client, range: Value, context: Value) -> Value {
    let params = json!({
        "textDocument": { "uri": URI }, "range": range, "context": context
    });
    client.request("textDocument/codeAction", params).await
}

fn with_actions() -> Value {
    json!({ "textDocument": { "codeAction": {
        "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } },
        "isPreferredSupport": true
    } } })
}

#[tokio::test]
async fn a_lens_stands_on_every_d_get_that_is_reached() {
    let mut client = Client::start(json!({})).await;
    client
        .open_checked("\n  d get $lm0n0 1 # x\nd getf $m0n0 1\nquit\nd get $lm0n0 1\n")
        .await;
    let lenses = client.request("textDocument/codeLens", document()).await;
    let lens = |line: u32, start: u32, end: u32| {
        json!({
            "range": on_line(line, start, end),
            "command": {
                "title": "▶ Run to here",
                "command": "mnc2.runToHere",
                "arguments": [{ "uri": URI, "line": line }]
            }
        })
    };
    assert_eq!(lenses, json!([lens(1, 2, 16), lens(2, 0, 14)]));
    client.finish().await;
}

#[tokio::test]
async fn every_line_can_be_run_to() {
    let mut client = Client::start(with_actions()).await;
    client.open_checked("d get $lm0n0 1\n\n").await;
    for line in 0..3 {
        let found = actions(
            &mut client,
            on_line(line, 0, 0),
            json!({ "diagnostics": [] }),
        )
        .await;
        assert_eq!(
            found,
            json!([{
                "title": "Run to here",
                "command": "mnc2.runToHere",
                "arguments": [{ "uri": URI, "line": line }]
            }])
        );
    }
    client.finish().await;
}

#[tokio::test]
async fn a_client_that_asks_on_its_own_is_not_offered_to_run() {
    let mut client = Client::start(with_actions()).await;
    client
        .open_checked("# a comment\nlpasa $lm0v $ln0v\n")
        .await;
    let asked = |trigger: u32| json!({ "diagnostics": [], "triggerKind": trigger });
    let titles = |found: &Value| -> Vec<String> {
        let found = found.as_array().into_iter().flatten();
        found
            .map(|action| action["title"].as_str().unwrap_or_default().to_owned())
            .collect()
    };
    let (invoked, automatic) = (1, 2);
    let found = actions(&mut client, on_line(0, 0, 0), asked(automatic)).await;
    assert_eq!(found, json!([]));
    let found = actions(&mut client, on_line(0, 0, 0), asked(invoked)).await;
    assert_eq!(titles(&found), ["Run to here"]);
    // The fix of the line is still offered.
    let found = actions(&mut client, on_line(1, 0, 0), asked(automatic)).await;
    let titles = titles(&found);
    assert!(
        !titles.is_empty() && titles.iter().all(|title| title != "Run to here"),
        "{found}"
    );
    client.finish().await;
}

/// vim-lsp always sends a list of kinds that begins with their root.
#[tokio::test]
async fn the_root_of_all_kinds_limits_nothing() {
    let mut client = Client::start(with_actions()).await;
    client
        .open_checked("# a comment\nlpasa $lm0v $ln0v\n")
        .await;
    for line in 0..2 {
        let unlimited = json!({ "diagnostics": [], "triggerKind": 1 });
        let rooted = json!({
            "diagnostics": [],
            "triggerKind": 1,
            "only": ["", "quickfix", "refactor", "source", "source.organizeImports"]
        });
        let expected = actions(&mut client, on_line(line, 0, 0), unlimited).await;
        assert!(expected.to_string().contains("Run to here"), "{expected}");
        let found = actions(&mut client, on_line(line, 0, 0), rooted).await;
        assert_eq!(found, expected);
    }
    client.finish().await;
}

#[tokio::test]
async fn a_finding_is_fixed_by_its_action() {
    let mut client = Client::start(with_actions()).await;
    let diagnostics = client.open_checked("nop\nlpasa $lm0v $ln0v").await;
    let only = json!({ "diagnostics": [], "only": ["quickfix"] });
    let found = actions(&mut client, on_line(1, 3, 3), only.clone()).await;
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(found[0]["kind"], "quickfix");
    assert_eq!(found[0]["isPreferred"], true);
    assert_eq!(found[0]["diagnostics"], diagnostics);
    let edits = &found[0]["edit"]["changes"][URI];
    assert_eq!(
        *edits,
        json!([{ "range": on_line(1, 0, 5), "newText": "lpassa" }])
    );

    client
        .change(
            2,
            edits.clone().as_array().map_or_else(
                Value::default,
                |edits| json!([{ "range": edits[0]["range"], "text": edits[0]["newText"] }]),
            ),
        )
        .await;
    assert_eq!(client.diagnostics(2).await, json!([]));
    let found = actions(&mut client, on_line(1, 0, 0), only).await;
    assert_eq!(found, json!([]));
    client.finish().await;
}

#[tokio::test]
async fn edits_name_the_version_where_the_client_has_that() {
    let mut capabilities = with_actions();
    capabilities["workspace"] = json!({ "workspaceEdit": { "documentChanges": true } });
    let mut client = Client::start(capabilities).await;
    client.open_checked("lpasa $lm0v $ln0v").await;
    let found = actions(&mut client, on_line(0, 0, 0), json!({ "diagnostics": [] })).await;
    assert_eq!(
        found[0]["edit"]["documentChanges"][0]["textDocument"],
        json!({ "uri": URI, "version": 1 })
    );
    client.finish().await;
}

#[tokio::test]
async fn a_client_without_actions_gets_commands() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("lpasa $lm0v $ln0v").await;
    let found = actions(&mut client, on_line(0, 0, 0), json!({ "diagnostics": [] })).await;
    assert_eq!(found.as_array().map(Vec::len), Some(1));
    assert_eq!(found[0]["command"], "mnc2.runToHere");
    client.finish().await;
}

/// After a run, a lens shows how much of the chip a step changes, until an edit makes it untrue.
#[tokio::test]
async fn a_run_shows_how_much_of_the_chip_changes() {
    let mut client = Client::start(json!({})).await;
    client
        .open_checked("imm i\"1\" $lr0\nnop/3\nlpassa $lr0 $ls0v/1100\n")
        .await;
    let run = json!({ "command": "mnc2.runToHere", "arguments": [{ "uri": URI, "line": 2 }] });
    client.request("workspace/executeCommand", run).await;
    let title = "a step changes 4096 of 4096 PEs, 1.5 of 4 cycles on average";
    let lenses = client.request("textDocument/codeLens", document()).await;
    assert!(lenses.to_string().contains(title), "{lenses}");
    let edit = json!([{ "range": on_line(0, 0, 0), "text": "nop\n" }]);
    client.change(2, edit).await;
    client.diagnostics(2).await;
    let lenses = client.request("textDocument/codeLens", document()).await;
    assert!(!lenses.to_string().contains(title), "{lenses}");
    client.finish().await;
}
