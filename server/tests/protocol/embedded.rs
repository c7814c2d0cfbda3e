//! Programs within files of other languages: every answer is at the places of the file.

use serde_json::{Value, json};

use crate::methods::question;
use crate::support::Client;

const PAGE: &str = "file:///page.md";

/// A page with a program in a quote, after characters that count differently in UTF-8 and UTF-16.
const TEXT: &str = "# 😀 page\r\n\r\n> ```vsm\r\n> lpasa $lm0v $lr0v # 😀\r\n> nop\r\n> lpassa $lr0v $ln0v\r\n> ```\r\n\r\n```vsm\r\nnop\r\n```\r\n";

async fn open(client: &mut Client, uri: &str, language: &str, text: &str) {
    let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
    client
        .notify("textDocument/didOpen", json!({ "textDocument": document }))
        .await;
}

async fn change(client: &mut Client, uri: &str, version: i32, change: Value) {
    let params = json!({
        "textDocument": { "uri": uri, "version": version },
        "contentChanges": [change],
    });
    client.notify("textDocument/didChange", params).await;
}

/// Version and findings of the next publication, which is about the file and not about a part of it.
async fn published(client: &mut Client, uri: &str) -> (Value, Value) {
    let params = client.incoming("textDocument/publishDiagnostics").await["params"].take();
    assert_eq!(params["uri"], uri, "{params}");
    (params["version"].clone(), params["diagnostics"].clone())
}

/// Code and range of each finding.
fn places(found: &Value) -> Vec<(String, [u64; 4])> {
    let found = found.as_array().expect("findings").iter();
    let place = |it: &Value| {
        let number = |end: &str, key: &str| it["range"][end][key].as_u64().expect("a number");
        let code = it["code"].as_str().unwrap_or_default().to_owned();
        let start = [number("start", "line"), number("start", "character")];
        let end = [number("end", "line"), number("end", "character")];
        (code, [start[0], start[1], end[0], end[1]])
    };
    found.map(place).collect()
}

fn at(uri: &str, line: u32, character: u32) -> Value {
    let position = json!({ "line": line, "character": character });
    json!({ "textDocument": { "uri": uri }, "position": position })
}

#[tokio::test]
async fn findings_are_at_the_places_of_the_file() {
    let mut client = Client::start(json!({})).await;
    open(&mut client, PAGE, "markdown", TEXT).await;
    let (version, found) = published(&mut client, PAGE).await;
    assert_eq!(version, 1);
    assert_eq!(places(&found), [("E0201".to_owned(), [3, 2, 3, 7])]);
    // What is before a program moves it.
    let start =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
    change(
        &mut client,
        PAGE,
        2,
        json!({ "range": start, "text": "😀\n" }),
    )
    .await;
    let (mut version, mut found) = published(&mut client, PAGE).await;
    while version != 2 {
        (version, found) = published(&mut client, PAGE).await;
    }
    assert_eq!(places(&found), [("E0201".to_owned(), [4, 2, 4, 7])]);
    // A correction, then a page without programs.
    let word =
        json!({ "start": { "line": 4, "character": 2 }, "end": { "line": 4, "character": 7 } });
    change(
        &mut client,
        PAGE,
        3,
        json!({ "range": word, "text": "lpassa" }),
    )
    .await;
    while version != 3 {
        (version, found) = published(&mut client, PAGE).await;
    }
    assert_eq!(found, json!([]));
    change(
        &mut client,
        PAGE,
        4,
        json!({ "text": "```vsm\nlpasa\n```" }),
    )
    .await;
    while version != 4 || found == json!([]) {
        (version, found) = published(&mut client, PAGE).await;
    }
    let params = json!({ "textDocument": { "uri": PAGE } });
    client.notify("textDocument/didClose", params).await;
    while found != json!([]) {
        (_, found) = published(&mut client, PAGE).await;
    }
    client.finish().await;
}

#[tokio::test]
async fn questions_are_answered_within_programs_and_nowhere_else() {
    let mut client = Client::start(json!({ "textDocument": { "diagnostic": {} } })).await;
    open(&mut client, PAGE, "markdown", TEXT).await;
    let hover = client.request("textDocument/hover", at(PAGE, 5, 3)).await;
    let range =
        json!({ "start": { "line": 5, "character": 2 }, "end": { "line": 5, "character": 8 } });
    assert_eq!(hover["range"], range, "{hover}");
    for (line, character) in [(0, 3), (5, 0), (7, 0), (99, 0)] {
        let asked = at(PAGE, line, character);
        assert_eq!(
            client.request("textDocument/hover", asked).await,
            Value::Null
        );
    }
    let typed = "file:///typed.md";
    open(
        &mut client,
        typed,
        "markdown",
        "é\n> ```vsm\n> lpass\n> ```\n",
    )
    .await;
    let found = client
        .request("textDocument/completion", at(typed, 2, 7))
        .await;
    let items = found["items"].as_array().expect("a list");
    let start = json!({ "line": 2, "character": 2 });
    let is_placed = |it: &Value| it["textEdit"]["range"]["start"] == start;
    assert!(items.iter().any(is_placed), "{found}");
    // The write of what is read.
    let found = client
        .request("textDocument/definition", at(PAGE, 5, 10))
        .await;
    assert!(!found.to_string().contains("mnc2-embedded"), "{found}");
    let mut asked = at(PAGE, 5, 10);
    asked["context"] = json!({ "includeDeclaration": true });
    let found = client.request("textDocument/references", asked).await;
    assert!(!found.to_string().contains("mnc2-embedded"), "{found}");
    let asked = json!({ "textDocument": { "uri": PAGE } });
    let symbols = client
        .request("textDocument/documentSymbol", asked.clone())
        .await;
    assert!(!symbols.to_string().contains("mnc2-embedded"), "{symbols}");
    let tokens = client
        .request("textDocument/semanticTokens/full", asked.clone())
        .await;
    let data = tokens["data"].as_array().expect("colours");
    assert_eq!(
        (&data[0], &data[1]),
        (&json!(3), &json!(2)),
        "the first is the opcode: {tokens}"
    );
    for nothing in ["textDocument/codeLens", "textDocument/formatting"] {
        let asked = question(
            PAGE,
            &json!({ "line": 3, "character": 3 }),
            &json!({ "line": 4, "character": 0 }),
            9,
        );
        assert_eq!(
            client.request(nothing, asked).await,
            Value::Null,
            "{nothing}"
        );
    }
    client.finish().await;
}

#[tokio::test]
async fn actions_edit_the_file_or_are_not_offered() {
    let literals = json!({ "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } } });
    let mut client = Client::start(json!({ "textDocument": { "codeAction": literals } })).await;
    open(&mut client, PAGE, "markdown", TEXT).await;
    let (_, found) = published(&mut client, PAGE).await;
    let range = found[0]["range"].clone();
    let context = json!({ "diagnostics": found, "only": ["quickfix"] });
    let asked = json!({ "textDocument": { "uri": PAGE }, "range": range, "context": context });
    let actions = client
        .request("textDocument/codeAction", asked.clone())
        .await;
    let actions = actions.as_array().expect("actions");
    let edit = &actions.first().expect("a fix")["edit"]["changes"][PAGE];
    assert_eq!(edit[0]["range"], range, "{actions:?}");
    assert_eq!(edit[0]["newText"], "lpassa", "{actions:?}");
    let text = json!(actions).to_string();
    assert!(!text.contains("mnc2-embedded"), "{text}");
    client.finish().await;
}

#[tokio::test]
async fn who_pulls_gets_the_findings_of_all_programs() {
    let mut client = Client::start(json!({ "textDocument": { "diagnostic": {} } })).await;
    let gen_py = "file:///gen.py";
    let text = "import mnc2\nmnc2.Program(f'''\n  lpasa {x}\n  lpassa $lr0v {y}\n  nopp\n''')\n# vsm\nx = \"nopp\\n\"";
    open(&mut client, gen_py, "python", text).await;
    let asked = json!({ "textDocument": { "uri": gen_py }, "previousResultId": "1" });
    let report = client.request("textDocument/diagnostic", asked).await;
    assert_eq!(report["kind"], "full");
    let expected = [[2, 2, 2, 7], [4, 2, 4, 6], [7, 5, 7, 9]];
    let expected = expected.map(|range| ("E0201".to_owned(), range));
    assert_eq!(places(&report["items"]), expected, "{report}");
    let asked = json!({ "previousResultIds": [] });
    let report = client.request("workspace/diagnostic", asked).await;
    assert_eq!(report["items"], json!([]), "parts of files are not files");
    client.finish().await;
}

#[tokio::test]
async fn the_setting_switches_it_off() {
    let options = json!({ "embedded": false });
    let start = json!({ "capabilities": {}, "initializationOptions": options });
    let mut client = Client::start_with(start).await.0;
    open(&mut client, PAGE, "markdown", TEXT).await;
    assert_eq!(
        client.request("textDocument/hover", at(PAGE, 5, 3)).await,
        Value::Null
    );
    let on = json!({ "settings": { "mnc2": { "embedded": true } } });
    client.notify("workspace/didChangeConfiguration", on).await;
    let (_, found) = published(&mut client, PAGE).await;
    assert_eq!(places(&found).len(), 1);
    let off = json!({ "settings": { "mnc2": { "embedded": false } } });
    client.notify("workspace/didChangeConfiguration", off).await;
    let (_, found) = published(&mut client, PAGE).await;
    assert_eq!(found, json!([]));
    client.finish().await;
}

#[cfg(feature = "languages")]
#[tokio::test]
async fn strings_of_c_are_read_as_the_compiler_reads_them() {
    let mut client = Client::start(json!({})).await;
    let uri = "file:///kernel.cpp";
    let text = "auto é = R\"TinyTL(\nfunc @f(%a: f32) {\n  %b = add %a, %c : f32\n}\n)TinyTL\";\nvoid g() {\n  asm volatile(\"mcfgki zero, 4\\n\\t\"\n    \"mmaqa.b m0, m1, m9\\n\\t\"\n    \"mmaqa.b %0, m1, m2\" : : \"r\"(é));\n}\n";
    open(&mut client, uri, "cpp", text).await;
    let (_, found) = published(&mut client, uri).await;
    let found = places(&found);
    assert!(
        found.contains(&("TC0201".to_owned(), [2, 15, 2, 17])),
        "{found:?}"
    );
    assert!(
        found.contains(&("RV0303".to_owned(), [7, 21, 7, 23])),
        "{found:?}"
    );
    assert_eq!(
        found
            .iter()
            .filter(|(code, _)| code.starts_with("RV"))
            .count(),
        1,
        "{found:?}"
    );
    let hover = client.request("textDocument/hover", at(uri, 7, 6)).await;
    assert_eq!(
        hover["range"]["start"],
        json!({ "line": 7, "character": 5 }),
        "{hover}"
    );
    let found = client
        .request("textDocument/definition", at(uri, 2, 12))
        .await;
    assert_eq!(found[0]["uri"], uri, "{found}");
    assert_eq!(
        found[0]["range"]["start"],
        json!({ "line": 1, "character": 8 }),
        "{found}"
    );
    client.finish().await;
}

/// No method fails at any place of any host, and no answer names a part of a file.
#[tokio::test]
async fn every_method_is_answered_at_every_place() {
    let mut client = Client::start(json!({ "textDocument": { "diagnostic": {} } })).await;
    let text =
        "x = '''\nmnc2.Program(f'''\n nop {x\n'''\n# vsm\ny = 'nop\\x41 😀\\n' 'd get $lm0v 1\n";
    open(&mut client, "file:///a.py", "python", text).await;
    open(&mut client, PAGE, "markdown", TEXT).await;
    for uri in [PAGE, "file:///a.py"] {
        for line in 0..7 {
            for character in [0, 3, 9, 40] {
                let place = json!({ "line": line, "character": character });
                let end = json!({ "line": line + 1, "character": 2 });
                let asked = question(uri, &place, &end, 9);
                for method in mnc2_lsp::METHODS
                    .iter()
                    .filter(|it| it.name.starts_with("textDocument/"))
                {
                    if method.about == mnc2_lsp::About::Notification {
                        continue;
                    }
                    let id = client.ask(method.name, asked.clone()).await;
                    let answer = client.response(id).await;
                    let is_error = answer.get("error").is_some();
                    // What has an error cannot be renamed.
                    let is_rename = method.name.to_lowercase().ends_with("rename");
                    assert!(!is_error || is_rename, "{answer} {method:?}");
                    let result = answer["result"].to_string();
                    assert!(!result.contains("\"mnc2-embedded"), "{result} {method:?}");
                }
            }
        }
    }
    client.finish().await;
}
