//! Diagnostics: pushed once for every version, or pulled with result ids; their parts; their limits.

use crate::support::{Client, URI, on_line};
use serde_json::{Value, json};

/// Capabilities of a client that shows every part of a diagnostic.
fn full() -> Value {
    json!({ "textDocument": { "publishDiagnostics": {
        "relatedInformation": true, "codeDescriptionSupport": true, "dataSupport": true
    } } })
}

fn codes(diagnostics: &Value) -> Vec<&str> {
    diagnostics
        .as_array()
        .into_iter()
        .flatten()
        .map(|diagnostic| diagnostic["code"].as_str().unwrap_or("none"))
        .collect()
}

#[tokio::test]
async fn every_version_is_pushed_once() {
    let mut client = Client::start(json!({})).await;
    assert_eq!(
        codes(&client.open_checked("nop\nlpasa $lm0v $ln0v\n").await),
        ["E0201"]
    );

    let insertion = json!([{ "range": on_line(1, 4, 4), "text": "s" }]);
    client.change(2, insertion).await;
    assert_eq!(codes(&client.diagnostics(2).await), [""; 0]);

    // A version in which nothing changed.
    client.change(3, json!([])).await;
    assert_eq!(codes(&client.diagnostics(3).await), [""; 0]);

    // Several edits make one version; each refers to the text after the previous one.
    let edits = json!([
        { "range": on_line(0, 0, 3), "text": "quit\n" },
        { "range": on_line(0, 0, 4), "text": "nap" },
    ]);
    client.change(4, edits).await;
    assert_eq!(codes(&client.diagnostics(4).await), ["E0201"]);

    // A save makes no version, so nothing is published again.
    let document = json!({ "textDocument": { "uri": URI } });
    client
        .notify("textDocument/didSave", document.clone())
        .await;
    client.notify("textDocument/didClose", document).await;
    let cleared = client.incoming("textDocument/publishDiagnostics").await;
    assert_eq!(cleared["params"], json!({ "uri": URI, "diagnostics": [] }));
    client.finish().await;
}

#[tokio::test]
async fn a_diagnostic_says_where_to_read_on() {
    let mut client = Client::start(full()).await;
    let diagnostics = client.open_checked("lpasa $lm0v $ln0v").await;
    let found = &diagnostics[0];
    assert_eq!(found["range"], on_line(0, 0, 5));
    assert_eq!(found["severity"], 1);
    assert_eq!(found["source"], "mnc2");
    assert_eq!(found["data"], json!({ "manual": "3.6" }));
    assert_eq!(
        found["codeDescription"]["href"],
        "https://github.com/mnc2/mnc2/blob/main/docs/diagnostics/E0201.md"
    );
    assert_eq!(
        found["message"],
        "unknown opcode `lpasa` (manual 3.6)\ndid you mean `lpassa`?"
    );
    client.finish().await;
}

#[tokio::test]
async fn other_places_are_related_information_where_the_client_has_it() {
    for (capabilities, has_it) in [(full(), true), (json!({}), false)] {
        let mut client = Client::start(capabilities).await;
        let diagnostics = client
            .open_checked("lpassa $lm0v $ln0v/1000 $lr0v/0100")
            .await;
        let found = &diagnostics[0];
        assert_eq!(found["code"], "E0403", "{diagnostics}");
        let related = &found["relatedInformation"];
        if has_it {
            assert_eq!(related[0]["location"]["uri"], URI);
            assert_eq!(related[0]["location"]["range"]["start"]["line"], 0);
        } else {
            assert!(related.is_null());
            assert!(found.get("data").is_none() && found.get("codeDescription").is_none());
        }
        client.finish().await;
    }
}

#[tokio::test]
async fn positions_are_in_the_units_agreed_on() {
    for (encoding, end) in [("utf-8", 12), ("utf-16", 8), ("utf-32", 7)] {
        let capabilities = json!({ "general": { "positionEncodings": [encoding] } });
        let parameters = json!({ "capabilities": capabilities });
        let (mut client, answer) = Client::start_with(parameters).await;
        assert_eq!(answer["capabilities"]["positionEncoding"], encoding);
        let diagnostics = client.open_checked("nop; あ😀").await;
        assert_eq!(diagnostics[0]["range"], on_line(0, 5, end), "{encoding}");
        client
            .change(2, json!([{ "range": on_line(0, 3, end), "text": "/2" }]))
            .await;
        assert_eq!(codes(&client.diagnostics(2).await), [""; 0], "{encoding}");
        client.finish().await;
    }
}

#[tokio::test]
async fn a_file_of_junk_does_not_flood_the_client() {
    let mut client = Client::start(json!({})).await;
    let junk = "what\n".repeat(5000);
    let diagnostics = client.open_checked(&junk).await;
    let diagnostics = diagnostics.as_array().expect("a list");
    assert_eq!(diagnostics.len(), 201);
    let last = &diagnostics[200];
    assert_eq!(last["severity"], 3);
    assert_eq!(last["range"]["start"]["line"], 200);
    assert_eq!(
        last["message"],
        "4800 more findings are not shown, the first of them here; only the 200 worst are shown"
    );
    let bytes = serde_json::to_string(diagnostics).expect("JSON").len();
    assert!(bytes < 100_000, "{bytes}");
    client.finish().await;
}

#[tokio::test]
async fn a_text_that_is_too_long_is_edited_and_nothing_else() {
    const LIMIT: usize = 1 << 23;
    let mut client = Client::start(json!({})).await;
    let text = "nap\n".repeat(3) + &"\n".repeat(LIMIT);
    let diagnostics = client.open_checked(&text).await;
    assert_eq!(diagnostics.as_array().map(Vec::len), Some(1));
    assert_eq!(
        diagnostics[0]["message"],
        "this text is longer than 192 MiB or 8388608 lines: it can be edited, but it is not checked, explained or run"
    );
    assert_eq!(diagnostics[0]["severity"], 3);
    let here = json!({ "textDocument": { "uri": URI }, "position": { "line": 1, "character": 1 } });
    assert_eq!(
        client.request("textDocument/hover", here).await,
        Value::Null
    );
    let options = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 4, "insertSpaces": true } });
    assert_eq!(
        client.request("textDocument/formatting", options).await,
        json!([])
    );
    let run = json!({ "command": "mnc2.runToHere", "arguments": [{ "uri": URI, "line": 0 }] });
    let refused = client.request_error("workspace/executeCommand", run).await;
    assert!(
        refused["message"]
            .as_str()
            .is_some_and(|message| message.contains("longer than 192 MiB"))
    );

    // All but the first three lines are deleted again.
    let rest = json!({ "start": { "line": 3, "character": 0 }, "end": { "line": 2 * LIMIT, "character": 0 } });
    client
        .change(2, json!([{ "range": rest, "text": "" }]))
        .await;
    assert_eq!(codes(&client.diagnostics(2).await), ["E0201"; 3]);
    client.finish().await;
}

#[tokio::test]
async fn a_long_text_is_checked_and_explained_line_by_line() {
    const KEPT_LINES: usize = 1 << 21;
    let window = json!({ "window": { "workDoneProgress": true } });
    let mut client = Client::start(window).await;
    let end = "lpassa $lr0v $lm0v\nnap\n";
    let text = format!("lpassa $peid $lr0v\n{}{end}", "\n".repeat(KEPT_LINES));
    let diagnostics = client.open_checked(&text).await;
    assert_eq!(
        diagnostics.as_array().map(Vec::len),
        Some(3),
        "{diagnostics}"
    );
    // The step that the second one follows is a million lines above.
    assert_eq!(diagnostics[0]["code"], "E1010");
    assert_eq!(diagnostics[0]["range"]["start"]["line"], KEPT_LINES + 1);
    assert_eq!(diagnostics[1]["code"], "E0201");
    assert_eq!(
        diagnostics[2]["message"],
        "this text is longer than 32 MiB or 2097152 lines: it is checked and explained line by line; what looks at the whole program is left out"
    );
    let create = client.incoming("window/workDoneProgress/create").await;
    client.answer(&create, Value::Null).await;
    let progress = client.incoming("$/progress").await;
    let begin = json!({ "kind": "begin", "title": "Checking program.vsm", "cancellable": false, "percentage": 0 });
    assert_eq!(progress["params"]["value"], begin);
    let is_end = |message: &Value| message["params"]["value"]["kind"] == "end";
    client.wait_for(is_end).await;

    let text_document = json!({ "uri": URI });
    let at = |line: usize, character: u32| json!({ "textDocument": text_document, "position": { "line": line, "character": character } });
    let hover = client
        .request("textDocument/hover", at(KEPT_LINES + 1, 2))
        .await;
    let said = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(said.contains("lpassa"), "{said}");
    // Where the value comes from would be read from all lines.
    let hover = client
        .request("textDocument/hover", at(KEPT_LINES + 1, 9))
        .await;
    let said = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(said.contains("GRF0") && !said.contains("ine 1"), "{said}");
    let completion = client
        .request("textDocument/completion", at(KEPT_LINES + 2, 2))
        .await;
    assert!(!completion.is_null());
    let first = json!({ "textDocument": text_document, "range": on_line(0, 0, 10) });
    let tokens = client
        .request("textDocument/semanticTokens/range", first)
        .await;
    assert!(
        tokens["data"].as_array().is_some_and(|it| it.len() > 5),
        "{tokens}"
    );

    for method in ["definition", "documentHighlight", "prepareRename"] {
        let answer = client
            .request(&format!("textDocument/{method}"), at(0, 15))
            .await;
        assert_eq!(answer, Value::Null, "{method}");
    }
    for method in [
        "documentSymbol",
        "foldingRange",
        "codeLens",
        "documentLink",
        "semanticTokens/full",
    ] {
        let whole = json!({ "textDocument": text_document });
        let answer = client
            .request(&format!("textDocument/{method}"), whole)
            .await;
        assert_eq!(answer, Value::Null, "{method}");
    }
    let refused = client
        .request_error("mnc2/timeline", json!({ "textDocument": text_document }))
        .await;
    let said = refused["message"].as_str().unwrap_or_default();
    assert!(said.contains("longer than 32 MiB"), "{said}");

    // An edit of one line costs that line.
    let line = KEPT_LINES + 2;
    client
        .change(
            2,
            json!([{ "range": on_line(line as u32, 0, 3), "text": "nop" }]),
        )
        .await;
    let diagnostics = client.diagnostics(2).await;
    assert_eq!(
        diagnostics.as_array().map(Vec::len),
        Some(2),
        "{diagnostics}"
    );
    client.finish().await;
}

fn pulls() -> Value {
    json!({
        "textDocument": { "diagnostic": {} },
        "workspace": { "diagnostics": { "refreshSupport": true } }
    })
}

async fn pull(client: &mut Client, previous: Option<&str>) -> Value {
    let params = json!({
        "textDocument": { "uri": URI },
        "identifier": "mnc2",
        "previousResultId": previous
    });
    client.request("textDocument/diagnostic", params).await
}

#[tokio::test]
async fn a_client_that_pulls_is_not_pushed_to() {
    let parameters = json!({ "capabilities": pulls() });
    let (mut client, answer) = Client::start_with(parameters).await;
    assert_eq!(
        answer["capabilities"]["diagnosticProvider"],
        json!({
            "identifier": "mnc2",
            "interFileDependencies": false,
            "workspaceDiagnostics": true
        })
    );
    client.open("nap\n").await;
    let first = pull(&mut client, None).await;
    assert_eq!(first["kind"], "full");
    assert_eq!(codes(&first["items"]), ["E0201"]);
    let id = first["resultId"].as_str().expect("a result id").to_owned();

    let same = pull(&mut client, Some(&id)).await;
    assert_eq!(same, json!({ "kind": "unchanged", "resultId": id }));

    // An edit that changes no finding changes no result.
    client
        .change(2, json!([{ "range": on_line(1, 0, 0), "text": "# end" }]))
        .await;
    assert_eq!(pull(&mut client, Some(&id)).await["kind"], "unchanged");

    client
        .change(3, json!([{ "range": on_line(0, 0, 3), "text": "nop" }]))
        .await;
    let fixed = pull(&mut client, Some(&id)).await;
    assert_eq!(fixed["kind"], "full");
    assert_eq!(codes(&fixed["items"]), [""; 0]);
    assert_ne!(fixed["resultId"], id.as_str());

    let other = json!({ "textDocument": { "uri": "file:///other.vsm" } });
    let nothing = client.request("textDocument/diagnostic", other).await;
    assert_eq!(nothing, json!({ "kind": "full", "items": [] }));
    client.finish().await;
}

#[tokio::test]
async fn another_mode_is_told_to_a_client_that_pulls() {
    let mut client = Client::start(pulls()).await;
    client.open("lpassa $lm[0,2,4,6] $ln0v\n").await;
    assert_eq!(codes(&pull(&mut client, None).await["items"]), [""; 0]);
    let settings = json!({ "settings": { "mnc2": { "mode": "auto" } } });
    client
        .notify("workspace/didChangeConfiguration", settings)
        .await;
    let refresh = client.incoming("workspace/diagnostic/refresh").await;
    client.answer(&refresh, Value::Null).await;
    assert_eq!(codes(&pull(&mut client, None).await["items"]), ["E0309"]);
    client.finish().await;
}

/// Diagnostics tagged as unnecessary: code and range.
async fn unnecessary(text: &str, declared: Value) -> Vec<Value> {
    let publish = json!({ "textDocument": { "publishDiagnostics": declared } });
    // Both rules are off by default.
    let levels = json!({ "W1104": "hint", "W1105": "hint" });
    let parameters = json!({
        "capabilities": publish, "initializationOptions": { "levels": levels }
    });
    let (mut client, _) = Client::start_with(parameters).await;
    let found = client.open_checked(text).await;
    client.finish().await;
    found
        .as_array()
        .into_iter()
        .flatten()
        .filter(|one| one["tags"] == json!([1]))
        .map(|one| json!([one["code"], one["severity"], one["range"]]))
        .collect()
}

#[tokio::test]
async fn what_has_no_effect_is_tagged() {
    let tags = json!({ "tagSupport": { "valueSet": [1, 2] } });
    let text = "zero $lr0v\nfvpassa $lm0v $lr0v\nnop/9\nlpassa $lr0v $lm100v\nquit # x\n# y\nnop\nnop/2\n\n";
    let after_quit = json!({
        "start": { "line": 6, "character": 0 }, "end": { "line": 7, "character": 5 }
    });
    assert_eq!(
        unnecessary(text, tags.clone()).await,
        [
            json!(["W1104", 4, on_line(0, 5, 10)]),
            json!(["W1105", 4, on_line(2, 0, 5)]),
            json!([null, 4, after_quit]),
        ]
    );
    assert_eq!(unnecessary(text, json!({})).await, [Value::Null; 0]);
    let comments = "lpassa $lm0v $lr0v\nquit\n# the end\n";
    assert_eq!(unnecessary(comments, tags).await, [Value::Null; 0]);
}

#[tokio::test]
async fn what_made_a_line_is_related_information_too() {
    for (capabilities, has_it) in [(full(), true), (json!({}), false)] {
        let mut client = Client::start(capabilities).await;
        let diagnostics = client.open_checked("nop\nlpasa #@ gen.py:12").await;
        let found = &diagnostics[0];
        let related = &found["relatedInformation"][0];
        if has_it {
            assert_eq!(related["message"], "made by `gen.py:12`");
            assert_eq!(related["location"]["uri"], "file:///gen.py");
            assert_eq!(related["location"]["range"], on_line(11, 0, 0));
        } else {
            let message = found["message"].as_str().expect("a message");
            assert!(message.ends_with("made by `gen.py:12`"), "{message}");
        }
        client.finish().await;
    }
}
