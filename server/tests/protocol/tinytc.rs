//! The tensor language: findings, types next to names, values next to lines after a run, memrefs as numbers in rows.

use std::fs;

use serde_json::{Value, json};

use crate::support::{Client, file_uri, folder};

const KERNEL: &str = "\
; mnc2: language=tinytc
func @scale(%a: f32, %A: memref<f32x2x3>) {
  %n = constant 2 : index
  %0 = constant 0 : index
  for %i=%0,%n {
    axpby.n %a, %A, %a, %A
  }
  %s = for %i=%0,%n init(%x=%a) -> (f32) {
    yield (%x)
  }
  axpby.n %s, %A, %a, %A
}
";

async fn open(client: &mut Client, uri: &str, text: &str) -> Value {
    let document = json!({ "uri": uri, "languageId": "tinytc", "version": 1, "text": text });
    client
        .notify("textDocument/didOpen", json!({ "textDocument": document }))
        .await;
    client.incoming("textDocument/publishDiagnostics").await["params"]["diagnostics"].clone()
}

/// Lines and labels of the hints of all lines.
async fn hints(client: &mut Client, uri: &str) -> Vec<(u64, u64, String)> {
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 12, "character": 0 } });
    let asked = json!({ "textDocument": { "uri": uri }, "range": range });
    let answer = client.request("textDocument/inlayHint", asked).await;
    let hint = |hint: &Value| {
        let at = |key| hint["position"][key].as_u64().expect("a position");
        let label = hint["label"].as_str().expect("a label");
        (at("line"), at("character"), label.to_owned())
    };
    answer.as_array().expect("hints").iter().map(hint).collect()
}

fn expected(hints: &[(u64, u64, &str)]) -> Vec<(u64, u64, String)> {
    let hint = |&(line, at, label): &(u64, u64, &str)| (line, at, label.to_owned());
    hints.iter().map(hint).collect()
}

const TYPES: [(u64, u64, &str); 4] = [
    (4, 8, ": index"),
    (7, 4, ": f32"),
    (7, 13, ": index"),
    (7, 27, ": f32"),
];

#[tokio::test]
async fn types_stand_beside_names_and_values_beside_lines() {
    let folder = folder("tinytc-run");
    fs::write(
        folder.join("in.json"),
        r#"{"a": 0.5, "A": [1, 2, 3, 4, 5, 6]}"#,
    )
    .expect("a file");
    let uri = file_uri(&folder.join("kernel.ir"));
    let document = json!({ "textDocument": { "uri": uri } });
    let mut client = Client::start(json!({})).await;
    assert_eq!(open(&mut client, &uri, KERNEL).await, json!([]));
    assert_eq!(hints(&mut client, &uri).await, expected(&TYPES));
    let error = client.request_error("mnc2/grids", document.clone()).await;
    assert_eq!(error["data"]["isNotRun"], true, "{error}");

    let memory = folder.join("in.json");
    let argument = json!({ "uri": uri, "line": 10, "testcase": memory });
    let run = json!({ "command": "mnc2.runToHere", "arguments": [argument] });
    let answer = client.request("workspace/executeCommand", run).await;
    assert_eq!(answer["stopped"], Value::Null, "{answer}");
    let beside = [
        (2, "%n = 2"),
        (3, "%0 = 0"),
        (7, "%s = 0.5"),
        (10, "%A = 2x3: 1 2 3 4 5 6"),
    ];
    let object = |(line, text): &(u32, &str)| json!({ "line": line, "text": text });
    let objects: Vec<Value> = beside.iter().map(object).collect();
    assert_eq!(answer["beside"], json!(objects));
    let mut both = TYPES.to_vec();
    let arrows = [
        "→ %n = 2",
        "→ %0 = 0",
        "→ %s = 0.5",
        "→ %A = 2x3: 1 2 3 4 5 6",
    ];
    both.extend([
        (2, 25, arrows[0]),
        (3, 25, arrows[1]),
        (7, 42, arrows[2]),
        (10, 24, arrows[3]),
    ]);
    assert_eq!(hints(&mut client, &uri).await, expected(&both));

    let answer = client.request("mnc2/grids", document).await;
    let rows = json!([
        { "name": "0", "values": [1.0, 3.0, 5.0] },
        { "name": "1", "values": [2.0, 4.0, 6.0] },
    ]);
    let grid = json!({ "name": "%A", "rowsTotal": 2, "columns": 3, "rows": rows });
    assert_eq!(answer["grids"], json!([grid]));

    // Values belong to the text that was run.
    let change = json!({
        "textDocument": { "uri": uri, "version": 2 },
        "contentChanges": [{ "text": KERNEL.replace("constant 2", "constant 1") }],
    });
    client.notify("textDocument/didChange", change).await;
    client.incoming("textDocument/publishDiagnostics").await;
    assert_eq!(hints(&mut client, &uri).await, expected(&TYPES));
    client.finish().await;
}

/// Arguments come from the file next to the program, unless the project names another one.
#[tokio::test]
async fn a_run_takes_the_arguments_beside_the_program() {
    let folder = folder("tinytc-beside");
    let uri = file_uri(&folder.join("kernel.ir"));
    let text = "func @f(%n: index, %A: memref<i32x2>) {\n  %0 = load %A[%n] : i32\n}\n";
    let mut client = Client::start(json!({})).await;
    open(&mut client, &uri, text).await;
    let argument = json!({ "uri": uri, "line": 1 });
    let run = json!({ "command": "mnc2.runToHere", "arguments": [argument] });
    let answer = client
        .request("workspace/executeCommand", run.clone())
        .await;
    let said = answer["stopped"]["message"].as_str().unwrap_or_default();
    assert!(
        said.contains("`%n` is not given") && said.contains("{\"n\": 1}"),
        "{answer}"
    );
    fs::write(folder.join("kernel.in.json"), r#"{"n": 1, "A": [5.0, 7]}"#).expect("a file");
    let answer = client.request("workspace/executeCommand", run).await;
    assert_eq!(
        answer["beside"],
        json!([{ "line": 1, "text": "%0 = 7" }]),
        "{answer}"
    );
    client.finish().await;
}

#[tokio::test]
async fn findings_fixes_and_the_canonical_text_come_over_the_protocol() {
    let uri = "file:///kernel.ir";
    let literals = json!({ "codeActionKind": { "valueSet": [] } });
    let actions = json!({ "codeAction": { "codeActionLiteralSupport": literals } });
    let mut client = Client::start(json!({ "textDocument": actions })).await;
    let text =
        "func @f(%a: f32) {\n  %0 = alloca : memref<f32x4>\n  %1 = arith.add %a, %b : f32\n}\n";
    let found = open(&mut client, uri, text).await;
    let found = found.as_array().expect("findings");
    let codes: Vec<&str> = found.iter().filter_map(|it| it["code"].as_str()).collect();
    assert!(codes.contains(&"TC0411"), "{codes:?}");
    assert!(
        codes.contains(&"TC0201") || codes.contains(&"TC0301"),
        "{codes:?}"
    );
    let local = found.iter().find(|it| it["code"] == "TC0411").expect("it");
    let asked = json!({
        "textDocument": { "uri": uri },
        "range": local["range"],
        "context": { "diagnostics": [local] },
    });
    let actions = client.request("textDocument/codeAction", asked).await;
    let actions = actions.as_array().expect("actions");
    let edits = actions.iter().map(|it| it["edit"].to_string());
    assert!(edits.collect::<String>().contains("local"), "{actions:?}");
    let options = json!({ "tabSize": 8, "insertSpaces": false });
    let asked = json!({ "textDocument": { "uri": uri }, "options": options });
    let edits = client.request("textDocument/formatting", asked).await;
    assert!(edits.is_array() || edits.is_null(), "{edits}");
    client.finish().await;
}
