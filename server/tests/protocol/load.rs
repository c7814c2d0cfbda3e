//! High load: ten thousand edits at full speed, five hundred documents, and more documents than are read.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::chaos::Layout;
use crate::support::{Client, URI, memory, on_line};

/// Edits at full speed.
const EDITS: u32 = 10_000;

/// Documents that are open at the same time.
const DOCUMENTS: usize = 500;

/// Documents that are read at the same time.
const OPEN_DOCUMENTS_MAX: usize = 4096;

fn uri(number: usize) -> String {
    format!("file:///{number}.vsm")
}

/// The next diagnostics pushed: the document, the version, and how many.
async fn pushed(client: &mut Client) -> (String, i64, usize) {
    let pushed = client.incoming("textDocument/publishDiagnostics").await;
    let params = &pushed["params"];
    let found = params["diagnostics"].as_array().map_or(0, Vec::len);
    (
        params["uri"].as_str().unwrap_or_default().to_owned(),
        params["version"].as_i64().unwrap_or_default(),
        found,
    )
}

/// Nothing is awaited until the last edit; then the text is the client's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_edits_at_full_speed() {
    let mut lines: Vec<String> = (0..200).map(|line| format!("nop/{}", line + 1)).collect();
    let mut client = Client::start(json!({})).await;
    let mut text = lines.join("\n");
    client.open_checked(&text).await;
    for edit in 0..EDITS {
        let version = i64::from(edit) + 2;
        // Edits visit all lines in turn, not in order; remains of an earlier line would show at the end.
        let line = edit * 37 % 200;
        let own = &mut lines[line as usize];
        // Characters are counted in UTF-16; none of the edits causes a finding, which would be most of the traffic.
        let units = |text: &str| text.encode_utf16().count() as u32;
        let (from, to, new) = match edit % 3 {
            0 => (units(own), units(own), format!(" # あ😀{edit}")),
            1 => (0, 0, "lpassa $lm0v $lr0v # ".to_owned()),
            _ => (0, units(own), format!("nop/{}", edit + 1)),
        };
        let change = json!([{ "range": on_line(line, from, to), "text": new }]);
        match edit % 3 {
            0 => own.push_str(&new),
            1 => own.insert_str(0, &new),
            _ => *own = new,
        }
        client.change(version, change).await;
    }
    let last = i64::from(EDITS) + 1;
    let mut before = 1;
    while before < last {
        let (_, version, _) = pushed(&mut client).await;
        assert!(version > before, "{version} after {before}");
        before = version;
    }
    text = lines.join("\n");
    let layout = Layout::from_text(&text);
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": URI }, "options": options });
    let edits = client.request("textDocument/formatting", params).await;
    assert_eq!(layout.after(&edits), layout.laid_out);
    println!("{EDITS} edits: resident {}", memory::resident());
    client.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_hundred_documents_are_all_checked_and_edited() {
    let mut client = Client::start(json!({})).await;
    let at_start = memory::resident();
    let text = "lpassa $lm0v $ln0v; l1bmm $lb0 $lr8v\n".repeat(100);
    for number in 0..DOCUMENTS {
        let own = format!("{text}{}", "nap\n".repeat(number % 5));
        client.open_as(&uri(number), &own).await;
    }
    for number in 0..DOCUMENTS {
        assert_eq!(pushed(&mut client).await, (uri(number), 1, number % 5));
    }
    for number in 0..DOCUMENTS {
        let document = json!({ "uri": uri(number), "version": 2 });
        let changes = json!([{ "range": on_line(7, 0, 0), "text": "nap\n" }]);
        let params = json!({ "textDocument": document, "contentChanges": changes });
        client.notify("textDocument/didChange", params).await;
    }
    for number in 0..DOCUMENTS {
        assert_eq!(pushed(&mut client).await, (uri(number), 2, number % 5 + 1));
    }
    let symbols = client
        .request("workspace/symbol", json!({ "query": "" }))
        .await;
    assert!(symbols.is_array() || symbols.is_null(), "{symbols}");
    println!(
        "{DOCUMENTS} documents of {} bytes: resident {at_start} before, {} with them",
        text.len(),
        memory::resident()
    );
    for number in 0..DOCUMENTS {
        let params = json!({ "textDocument": { "uri": uri(number) } });
        client.notify("textDocument/didClose", params).await;
        assert_eq!(pushed(&mut client).await, (uri(number), 0, 0));
    }
    client.finish().await;
}

/// Documents beyond the limit have a finding with the reason, and are read when others are closed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn documents_without_room_say_so_and_wait() {
    let mut client = Client::start(json!({})).await;
    for number in 0..OPEN_DOCUMENTS_MAX {
        client.open_as(&uri(number), "nap").await;
    }
    for number in 0..OPEN_DOCUMENTS_MAX {
        assert_eq!(pushed(&mut client).await, (uri(number), 1, 1));
    }
    let beyond = uri(OPEN_DOCUMENTS_MAX);
    client.open_as(&beyond, "nap\nnap").await;
    let found = client.incoming("textDocument/publishDiagnostics").await;
    assert_eq!(found["params"]["uri"], beyond);
    let found = &found["params"]["diagnostics"];
    assert_eq!(
        found[0]["message"],
        "more than 64 MiB or 4096 documents are open: this one can be edited, but it is not checked, explained or run \
         until others are closed"
    );
    assert_eq!(
        (&found[0]["severity"], &found[1]),
        (&json!(3), &Value::Null)
    );
    let run = json!({ "command": "mnc2.runToHere", "arguments": [{ "uri": beyond, "line": 0 }] });
    let refused = client.request_error("workspace/executeCommand", run).await;
    let said = refused["message"].as_str().unwrap_or_default();
    assert!(said.contains("until others are closed"), "{refused}");

    let document = json!({ "uri": beyond, "version": 2 });
    let changes = json!([{ "range": on_line(0, 0, 0), "text": "nap\n" }]);
    let params = json!({ "textDocument": document, "contentChanges": changes });
    client.notify("textDocument/didChange", params).await;
    assert_eq!(pushed(&mut client).await, (beyond.clone(), 2, 1));

    let params = json!({ "textDocument": { "uri": uri(7) } });
    client.notify("textDocument/didClose", params).await;
    let found = [pushed(&mut client).await, pushed(&mut client).await];
    let found: HashMap<String, (i64, usize)> = found
        .into_iter()
        .map(|(uri, version, count)| (uri, (version, count)))
        .collect();
    assert_eq!(found, HashMap::from([(uri(7), (0, 0)), (beyond, (2, 3))]));
    client.finish().await;
}
