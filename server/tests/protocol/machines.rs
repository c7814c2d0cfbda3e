//! Listings of the Tensil tensor unit: the machine file, hints, the listing of a program as bytes, memories after a run.

use std::fs;

use serde_json::{Value, json};

use crate::support::{Client, file_uri, folder};

/// A machine whose instructions have 4 bytes.
const TINY: &str = r#"{"data_type": "FP16BP8", "array_size": 2, "dram0_depth": 256, "dram1_depth": 256, "local_depth": 256,
"accumulator_depth": 256, "simd_registers_depth": 1, "stride0_depth": 1, "stride1_depth": 1}"#;

const LISTING: &str =
    "DataMove(<-) Local(0) DRAM1(0) 2(+1)\nLoadWeights Local(0) 2(+1)\nMatMul Zeroes Acc(3)\n";

fn open(uri: &str, text: &str) -> Value {
    json!({ "textDocument": { "uri": uri, "languageId": "tensil", "version": 1, "text": text } })
}

#[tokio::test]
async fn the_machine_of_a_listing_is_the_file_beside_it() {
    let folder = folder("machines-beside");
    let uri = file_uri(&folder.join("a.tasm"));
    let document = json!({ "textDocument": { "uri": uri } });
    let mut client = Client::start(json!({})).await;
    client
        .notify("textDocument/didOpen", open(&uri, LISTING))
        .await;
    client.incoming("textDocument/publishDiagnostics").await;
    let said = client.request("mnc2/language", document.clone()).await;
    assert_eq!(
        said,
        json!({
            "language": "tensil",
            "name": "Tensil tensor unit",
            "version": "docs",
            "machine": "FP16BP8, 8x8 (default: no `.tarch` file was read)",
        })
    );
    client
        .notify("textDocument/didClose", document.clone())
        .await;
    client.incoming("textDocument/publishDiagnostics").await;
    fs::write(folder.join("board.tarch"), TINY).expect("a file");
    client
        .notify("textDocument/didOpen", open(&uri, LISTING))
        .await;
    client.incoming("textDocument/publishDiagnostics").await;
    let said = client.request("mnc2/language", document.clone()).await;
    assert_eq!(said["machine"], "FP16BP8, 2x2");

    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 2, "character": 0 } });
    let asked = json!({ "textDocument": { "uri": uri }, "range": range });
    let hints = client.request("textDocument/inlayHint", asked).await;
    let labels = hints
        .as_array()
        .expect("hints")
        .iter()
        .map(|it| &it["label"]);
    let labels: Vec<&Value> = labels.collect();
    assert_eq!(
        labels,
        [
            "3 vectors, 12 bytes",
            "3 rows of 3",
            "1 vector of the bias alone"
        ]
    );

    // Before a run there is nothing to show.
    let error = client.request_error("mnc2/grids", document.clone()).await;
    assert_eq!(error["data"]["isNotRun"], true, "{error}");
    let run = json!({ "command": "mnc2.runToHere", "arguments": [{ "uri": uri, "line": 2 }] });
    client.request("workspace/executeCommand", run).await;
    let answer = client.request("mnc2/grids", document).await;
    let grids = answer["grids"].as_array().expect("memories");
    assert_eq!(
        (&grids[0]["name"], &grids[0]["columns"]),
        (&json!("Acc"), &json!(2))
    );
    assert_eq!(
        grids[0]["rows"],
        json!([{ "name": "3", "values": [0.0, 0.0] }])
    );
    client.finish().await;
}

#[tokio::test]
async fn a_program_as_bytes_is_its_listing() {
    let folder = folder("machines-listing");
    fs::write(folder.join("board.tarch"), TINY).expect("a file");
    fs::write(
        folder.join("a.tprog"),
        [0, 0, 2, 0x22, 0, 2, 0, 0x30, 0, 3, 0, 0x12],
    )
    .expect("a file");
    let uri = format!(
        "mnc2-listing:/a.tprog.tasm?file%3A//{}/a.tprog",
        folder.display()
    );
    let mut client = Client::start(json!({})).await;
    let text = client
        .request("mnc2/textDocumentContent", json!({ "uri": uri }))
        .await;
    assert_eq!(text["text"], LISTING);
    // Opened, it is for the same machine.
    client
        .notify("textDocument/didOpen", open(&uri, LISTING))
        .await;
    let found = client.incoming("textDocument/publishDiagnostics").await;
    assert_eq!(found["params"]["diagnostics"], json!([]));
    let document = json!({ "textDocument": { "uri": uri } });
    let said = client.request("mnc2/language", document).await;
    assert_eq!(said["machine"], "FP16BP8, 2x2");
    for wrong in [
        "mnc2-listing:/a?file%3A///nowhere/a.tprog",
        "mnc2-listing:/a?file%3A///etc/passwd",
    ] {
        let error = client
            .request_error("mnc2/textDocumentContent", json!({ "uri": wrong }))
            .await;
        assert_eq!(error["code"], -32602, "{error}");
    }
    client.finish().await;
}
