//! Documents in other languages than MN-Core 2.

use serde_json::{Value, json};

use crate::support::Client;

const TEXT: &str = "# mnc2: language=rvmatrix mlen=256
loop:
\tmcfgki zero, 4
\tmmaqa.b m0, m1, m2
\tfmmacc.s m0, m0, m1
\tj loop
";

const URI: &str = "file:///kernel.S";

fn open(language: &str, uri: &str, text: &str) -> Value {
    json!({ "textDocument": { "uri": uri, "languageId": language, "version": 1, "text": text } })
}

fn at(line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } })
}

/// The lines and codes of what is published next.
async fn published(client: &mut Client) -> Vec<(u64, String)> {
    let published = client.incoming("textDocument/publishDiagnostics").await;
    assert_eq!(published["params"]["uri"], URI);
    let found = published["params"]["diagnostics"]
        .as_array()
        .expect("a list");
    let finding = |it: &Value| {
        assert_eq!(it["source"], "rvmatrix");
        let code = it["code"].as_str().expect("a code");
        (
            it["range"]["start"]["line"].as_u64().expect("a line"),
            code.to_owned(),
        )
    };
    found.iter().map(finding).collect()
}

#[tokio::test]
async fn a_text_is_in_the_language_that_it_names() {
    let mut client = Client::start(json!({})).await;
    client
        .notify("textDocument/didOpen", open("asm", URI, TEXT))
        .await;
    assert_eq!(published(&mut client).await, [(4, "RV0401".to_owned())]);

    let hover = client.request("textDocument/hover", at(3, 3)).await;
    let said = hover["contents"]["value"].as_str().expect("a page");
    assert!(
        said.contains("mmaqa.b") && said.contains("rvmatrix@0.2"),
        "{said}"
    );
    assert_eq!(
        hover["range"]["start"],
        json!({ "line": 3, "character": 1 })
    );

    let definition = client.request("textDocument/definition", at(5, 4)).await;
    assert_eq!(definition[0]["range"]["start"]["line"], 1, "{definition}");
    let mut asked = at(1, 1);
    asked["context"] = json!({ "includeDeclaration": true });
    let references = client.request("textDocument/references", asked).await;
    assert_eq!(references.as_array().map(Vec::len), Some(2), "{references}");

    let document = json!({ "textDocument": { "uri": URI } });
    let symbols = client
        .request("textDocument/documentSymbol", document.clone())
        .await;
    assert_eq!(symbols[0]["name"], "loop", "{symbols}");
    let tokens = client
        .request("textDocument/semanticTokens/full", document.clone())
        .await;
    let tokens = tokens["data"].as_array().expect("numbers");
    assert!(!tokens.is_empty() && tokens.len() % 5 == 0);
    let mut asked = document.clone();
    asked["options"] = json!({ "tabSize": 4, "insertSpaces": true });
    let edits = client.request("textDocument/formatting", asked).await;
    assert!(edits.as_array().is_some_and(|edits| !edits.is_empty()));
    let completions = client.request("textDocument/completion", at(3, 4)).await;
    let items = completions["items"].as_array().expect("a list");
    let item = items
        .iter()
        .find(|item| item["label"] == "mmaqa.b")
        .expect("the mnemonic");
    assert_eq!(
        client.request("completionItem/resolve", item.clone()).await,
        *item
    );

    // A label can be run to.
    let lenses = client.request("textDocument/codeLens", document).await;
    assert_eq!(lenses[0]["command"]["command"], "mnc2.runToHere");
    assert_eq!(lenses[0]["command"]["arguments"][0]["line"], 1);
    assert_eq!(lenses.as_array().map(Vec::len), Some(1));
    client.finish().await;
}

#[tokio::test]
async fn an_edit_is_checked_and_renames_are_edits() {
    let mut client = Client::start(json!({})).await;
    client
        .notify("textDocument/didOpen", open("rvmatrix", URI, TEXT))
        .await;
    assert_eq!(published(&mut client).await.len(), 1);
    let change = json!({
        "textDocument": { "uri": URI, "version": 2 },
        "contentChanges": [{
            "range": {
                "start": { "line": 4, "character": 14 },
                "end": { "line": 4, "character": 16 },
            },
            "text": "m2",
        }],
    });
    client.notify("textDocument/didChange", change).await;
    assert_eq!(published(&mut client).await, []);

    let mut asked = at(1, 1);
    asked["newName"] = json!("again");
    let edit = client.request("textDocument/rename", asked).await;
    let edits = edit["changes"][URI].as_array().map(Vec::len);
    assert_eq!(edits, Some(2), "{edit}");

    let closed = json!({ "textDocument": { "uri": URI } });
    client.notify("textDocument/didClose", closed).await;
    assert_eq!(published(&mut client).await, []);
    assert_eq!(
        client.request("textDocument/hover", at(3, 3)).await,
        json!(null)
    );
    client.finish().await;
}

#[tokio::test]
async fn nothing_is_said_about_assembly_that_names_no_language() {
    let mut client = Client::start(json!({})).await;
    client
        .notify(
            "textDocument/didOpen",
            open("asm", URI, "\tmmaqa.b m0, m0, m0\n"),
        )
        .await;
    client
        .notify("textDocument/didOpen", open("mnc2", "file:///a.vsm", "x"))
        .await;
    // Neither findings nor a line of the log come before the findings of the other document.
    let next = client
        .wait_for(|message| message.get("method").is_some())
        .await;
    assert_eq!(next["params"]["uri"], "file:///a.vsm", "{next}");
    assert_eq!(
        client.request("textDocument/hover", at(0, 3)).await,
        json!(null)
    );
    client.finish().await;
}

#[tokio::test]
async fn a_run_to_a_line_fills_the_page_of_the_dump() {
    const PROGRAM: &str = "# mnc2: language=rvmatrix\n\tli t0, 0x1000\n\tsd t0, 8(t0)\n\tret\n";
    let mut client = Client::start(json!({})).await;
    client
        .notify("textDocument/didOpen", open("asm", URI, PROGRAM))
        .await;
    assert_eq!(published(&mut client).await, []);
    let run = |line: i64| json!({ "command": "mnc2.runToHere", "arguments": [{ "uri": URI, "line": line }] });
    let answer = client.request("workspace/executeCommand", run(2)).await;
    assert_eq!((&answer["line"], &answer["steps"]), (&json!(2), &json!(2)));
    let page = json!({ "uri": answer["content"] });
    let text = client
        .request("mnc2/textDocumentContent", page.clone())
        .await;
    let text = text["text"].as_str().expect("a page");
    assert!(
        text.contains("kernel.S, run to line 3")
            && text.contains("0x1008  00 10 00 00 00 00 00 00"),
        "{text}"
    );
    assert!(!text.contains("edited"), "{text}");

    // A comment has nothing to run: the run stops before the next instruction.
    let answer = client.request("workspace/executeCommand", run(0)).await;
    assert_eq!(
        (&answer["steps"], &answer["stopped"]),
        (&json!(0), &json!(null))
    );
    let error = client
        .request_error("workspace/executeCommand", run(99))
        .await;
    assert_eq!(error["code"], -32602, "{error}");

    let change = json!({
        "textDocument": { "uri": URI, "version": 2 },
        "contentChanges": [{ "text": "# mnc2: language=rvmatrix\n\tmcfgm a0\n" }],
    });
    client.notify("textDocument/didChange", change).await;
    assert_eq!(published(&mut client).await, [(1, "RV0202".to_owned())]);
    let text = client.request("mnc2/textDocumentContent", page).await;
    assert!(
        text["text"]
            .as_str()
            .is_some_and(|text| text.contains("It has been edited since.")),
        "{text}"
    );
    let error = client
        .request_error("workspace/executeCommand", run(1))
        .await;
    assert_eq!(error["data"]["runnable"], 1, "{error}");
    client.finish().await;
}
