//! Files in other languages than MN-Core 2: files of the workspace that are not open, and the descriptions of machines.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Client, file_uri, folder};

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("the file can be written");
}

fn uri(folder: &Path, name: &str) -> String {
    file_uri(&folder.join(name))
}

/// What a client that pulls gets of the whole workspace: names and codes.
async fn pulled(client: &mut Client) -> Vec<String> {
    let answer = client
        .request("workspace/diagnostic", json!({ "previousResultIds": [] }))
        .await;
    let items = answer["items"].as_array().expect("items are a list");
    let item = |item: &Value| {
        let uri = item["uri"].as_str().expect("a uri");
        let codes = item["items"].as_array().expect("they are whole").iter();
        let codes = codes.map(|it| format!(" {}", it["code"].as_str().unwrap_or("-")));
        uri.rsplit('/').next().unwrap_or_default().to_owned() + &codes.collect::<String>()
    };
    let mut found: Vec<String> = items.iter().map(item).collect();
    found.sort();
    found
}

fn changed(folder: &Path, name: &str) -> Value {
    json!({ "changes": [{ "uri": uri(folder, name), "type": 2 }] })
}

fn opened(uri: &str, language: &str, text: &str) -> Value {
    json!({ "textDocument": { "uri": uri, "languageId": language, "version": 1, "text": text } })
}

#[tokio::test]
async fn files_that_are_not_open_are_checked() {
    let folder = folder("language-files");
    write(
        &folder,
        "mnc2.toml",
        "[languages]\n'*.S' = 'rvmatrix'\n[levels]\nRV0401 = 'error'\n",
    );
    write(&folder, "a.S", "\tmcfgki zero, 4\n\tfmmacc.s m0, m0, m1\n");
    write(&folder, "b.s", "nothing is said about it\n");
    write(&folder, "c.tasm", "MatMul Local(0)\n");
    write(&folder, "d.vsm", "lpassa $lr0v $lr0v\n");
    let folders = json!([{ "uri": file_uri(&folder), "name": "x" }]);
    let capabilities = json!({
        "textDocument": { "diagnostic": {} },
        "workspace": { "workspaceFolders": true, "diagnostics": { "refreshSupport": true } },
    });
    let parameters = json!({ "capabilities": capabilities, "workspaceFolders": folders });
    let (mut client, _) = Client::start_with(parameters).await;
    let expected = ["a.S RV0401", "c.tasm TE0301", "d.vsm"];
    assert_eq!(pulled(&mut client).await, expected);
    assert_eq!(pulled(&mut client).await, expected, "what is kept");

    // The editor's text counts.
    let open = opened(&uri(&folder, "c.tasm"), "plaintext", "NoOp\n");
    client.notify("textDocument/didOpen", open).await;
    let expected = ["a.S RV0401", "c.tasm", "d.vsm"];
    assert_eq!(pulled(&mut client).await, expected);

    // Levels, languages and exclusions of the project count.
    write(
        &folder,
        "mnc2.toml",
        "exclude = ['d.vsm']\n[languages]\n'*.s' = 'naplespu'\n",
    );
    let change = changed(&folder, "mnc2.toml");
    client
        .notify("workspace/didChangeWatchedFiles", change)
        .await;
    let expected = ["b.s NP0201", "c.tasm"];
    assert_eq!(pulled(&mut client).await, expected);
    let refresh = client.incoming("workspace/diagnostic/refresh").await;
    client.answer(&refresh, Value::Null).await;
    while client.take_unread("workspace/diagnostic/refresh") {}
    client.finish().await;
}

#[tokio::test]
async fn a_changed_machine_is_read_again() {
    const LISTING: &str = "DataMove(<-) Local(100) DRAM0(0)\n";
    let folder = folder("language-machine");
    let described = |depth: u32| format!("{{\"array_size\": 4, \"local_depth\": {depth}}}");
    write(&folder, "board.tarch", &described(128));
    let mut client = Client::start(json!({})).await;
    let listing = uri(&folder, "a.tasm");
    let open = opened(&listing, "plaintext", LISTING);
    client.notify("textDocument/didOpen", open).await;
    assert_eq!(codes(&mut client, &listing).await, [""; 0]);

    write(&folder, "board.tarch", &described(64));
    let change = changed(&folder, "board.tarch");
    client
        .notify("workspace/didChangeWatchedFiles", change)
        .await;
    assert_eq!(codes(&mut client, &listing).await, ["TE0401"]);
    let hover =
        json!({ "textDocument": { "uri": listing }, "position": { "line": 0, "character": 15 } });
    let hover = client.request("textDocument/hover", hover).await;
    let said = hover["contents"]["value"].as_str().expect("a page");
    assert!(said.contains("64"), "{said}");

    // A file that is not a description is reported, and the default machine is used.
    write(&folder, "board.tarch", "{");
    let change = changed(&folder, "board.tarch");
    client
        .notify("workspace/didChangeWatchedFiles", change)
        .await;
    assert_eq!(codes(&mut client, &listing).await, [""; 0]);
    let log = client.incoming("window/logMessage").await;
    let said = log["params"]["message"].as_str().expect("a message");
    assert!(said.contains("a.tasm"), "{said}");
    client.finish().await;
}

#[tokio::test]
async fn a_model_is_checked_with_its_files() {
    const MODEL: &str = r#"{"name": "m", "prog": {"file_name": "m.tprog", "size": 8}, "consts": [],
"inputs": [{"name": "x", "base": 0, "size": 1}], "outputs": [{"name": "y", "base": 0, "size": 1}], "arch": {}}"#;
    let folder = folder("language-model");
    let mut client = Client::start(json!({})).await;
    let model = uri(&folder, "m.tmodel");
    let open = opened(&model, "json", MODEL);
    client.notify("textDocument/didOpen", open).await;
    assert_eq!(codes(&mut client, &model).await, ["TE0704"]);
    // `NoOp`, whose bytes are zeros.
    fs::write(folder.join("m.tprog"), [0; 8]).expect("the file can be written");
    let change = changed(&folder, "m.tprog");
    client
        .notify("workspace/didChangeWatchedFiles", change)
        .await;
    assert_eq!(codes(&mut client, &model).await, [""; 0]);
    let document = json!({ "textDocument": { "uri": model } });
    let lenses = client.request("textDocument/codeLens", document).await;
    let lenses = lenses.as_array().expect("lenses").iter();
    let titles: Vec<&str> = lenses
        .filter_map(|it| it["command"]["title"].as_str())
        .collect();
    assert_eq!(titles, ["estimate: 1 cycle, 1 instruction", "▶ Run"]);
    let at =
        json!({ "textDocument": { "uri": model }, "position": { "line": 0, "character": 40 } });
    let hover = client.request("textDocument/hover", at).await;
    let said = hover["contents"]["value"].as_str().expect("a page");
    assert!(said.contains("1 cycle"), "{said}");
    client.finish().await;
}

#[tokio::test]
async fn files_that_a_project_links_are_one_program() {
    let folder = folder("language-link");
    write(
        &folder,
        "mnc2.toml",
        "[languages]\n'*.s' = 'naplespu link=crt0.s,lib.s'\n",
    );
    write(&folder, "lib.s", "g: jret\n");
    let mut client = Client::start(json!({})).await;
    let start = uri(&folder, "crt0.s");
    let text = "\t.globl _start\n_start: jmpsr f\n";
    write(&folder, "crt0.s", text);
    client
        .notify("textDocument/didOpen", opened(&start, "asm", text))
        .await;
    assert_eq!(codes(&mut client, &start).await, ["NP0405"]);
    // The other file defines the name when it is saved.
    let library = uri(&folder, "lib.s");
    let text = "\t.globl f\nf: jret\n";
    client
        .notify("textDocument/didOpen", opened(&library, "asm", text))
        .await;
    assert_eq!(codes(&mut client, &library).await, [""; 0]);
    write(&folder, "lib.s", text);
    let saved = json!({ "textDocument": { "uri": library } });
    client.notify("textDocument/didSave", saved).await;
    assert_eq!(codes(&mut client, &start).await, [""; 0]);
    client.finish().await;
}

/// The codes of what is published next.
async fn codes(client: &mut Client, uri: &str) -> Vec<String> {
    let published = client.incoming("textDocument/publishDiagnostics").await;
    assert_eq!(published["params"]["uri"], uri);
    let found = published["params"]["diagnostics"].as_array();
    let code = |it: &Value| it["code"].as_str().unwrap_or("-").to_owned();
    found.expect("a list").iter().map(code).collect()
}

/// The places of an answer: the name of each file with line and column, counted from 0.
fn places(answer: &Value) -> Vec<String> {
    let all = answer.as_array().expect("a list").iter();
    let place = |it: &Value| {
        let (uri, start) = (it["uri"].as_str().expect("a URI"), &it["range"]["start"]);
        let name = uri.rsplit('/').next().unwrap_or_default();
        format!("{name} {}:{}", start["line"], start["character"])
    };
    all.map(place).collect()
}

#[tokio::test]
async fn names_lead_through_all_files_of_a_program() {
    let folder = folder("language-names");
    write(
        &folder,
        "mnc2.toml",
        "[languages]\n'*.s' = 'naplespu link=crt0.s,memcpy.s,main.s'\n",
    );
    write(&folder, "crt0.s", "\t.globl _start\n_start: jmpsr main\n");
    let library = "\t.globl memcpy\nmemcpy: jret\nhelp: jret\n";
    write(&folder, "memcpy.s", library);
    let text = "\t.globl main\nmain:\tjmpsr memcpy\nhere:\tjret # é😀 memcpy\n";
    write(&folder, "main.s", text);
    let mut client = Client::start(json!({})).await;
    let main = uri(&folder, "main.s");
    let open = opened(&main, "asm", text);
    client.notify("textDocument/didOpen", open).await;
    assert_eq!(codes(&mut client, &main).await, [""; 0]);
    let at = |line: u32, character: u32| json!({ "textDocument": { "uri": main }, "position": { "line": line, "character": character } });
    let with = |mut params: Value, key: &str, value: Value| {
        params[key] = value;
        params
    };

    let found = client.request("textDocument/definition", at(1, 13)).await;
    assert_eq!(places(&found), ["memcpy.s 1:0"]);
    let found = client.request("textDocument/definition", at(1, 1)).await;
    assert_eq!(places(&found), ["main.s 1:0"]);
    for (is_with, expected) in [
        (true, vec!["memcpy.s 0:8", "memcpy.s 1:0", "main.s 1:12"]),
        (false, vec!["memcpy.s 0:8", "main.s 1:12"]),
    ] {
        let params = with(
            at(1, 13),
            "context",
            json!({ "includeDeclaration": is_with }),
        );
        let found = client.request("textDocument/references", params).await;
        assert_eq!(places(&found), expected);
    }
    // A name that the file keeps to itself.
    let params = with(at(2, 1), "context", json!({ "includeDeclaration": true }));
    let found = client.request("textDocument/references", params).await;
    assert_eq!(places(&found), ["main.s 2:0"]);

    let prepared = client
        .request("textDocument/prepareRename", at(1, 13))
        .await;
    assert_eq!(prepared["placeholder"], "memcpy", "{prepared}");
    let params = with(at(1, 13), "newName", json!("copy"));
    let edit = client.request("textDocument/rename", params).await;
    let edits = |name: &str| {
        let edits = edit["changes"][uri(&folder, name)].as_array();
        edits.map_or(0, Vec::len)
    };
    assert_eq!(
        (edits("main.s"), edits("memcpy.s"), edits("crt0.s")),
        (1, 2, 0),
        "{edit}"
    );
    for taken in ["help", "here", "main", "_start", "s1", "jret", "1x"] {
        let params = with(at(1, 13), "newName", json!(taken));
        let error = client.request_error("textDocument/rename", params).await;
        assert!(error["message"].is_string(), "{taken}: {error}");
    }

    // What is typed in another file applies before it is saved.
    let open = opened(&uri(&folder, "memcpy.s"), "asm", &format!("# é\n{library}"));
    client.notify("textDocument/didOpen", open).await;
    assert_eq!(codes(&mut client, &uri(&folder, "memcpy.s")).await, [""; 0]);
    let found = client.request("textDocument/definition", at(1, 13)).await;
    assert_eq!(places(&found), ["memcpy.s 2:0"]);
    assert_eq!(codes(&mut client, &main).await, [""; 0]);
    client.finish().await;
}
