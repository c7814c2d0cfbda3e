//! Hostile texts in the editor: each is checked, used in every request, run, edited and closed, and every answer comes, is not
//! a failure of the server, and has a bounded length.

use std::sync::{Arc, Mutex};

use mnc2_program::rules::Rules;
use mnc2_review::check_by;
use mnc2_tests::hostile;
use serde_json::{Value, json};

use crate::methods::{About, about, question};
use crate::run_to_here::CONTENT_MODIFIED;
use crate::support::{Client, URI, on_line};

/// Codes of the protocol.
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
const REQUEST_FAILED: i64 = -32803;

/// Maximum size of one answer besides the text itself, in bytes.
const ANSWER_BYTES_MAX: usize = 8 << 20;

/// More lines than any text has.
const LINES: u32 = 4_000_000_000;

/// Findings of one text that an editor gets, and one that contains the number of the others.
const FINDINGS_MAX: usize = 200 + 1;

/// Places of a text: its start, its middle, the end of each of its first lines, and beyond it.
fn places(text: &str) -> Vec<Value> {
    let lines: Vec<usize> = mnc2_text::line::lines_with_ends(text)
        .map(|line| line.encode_utf16().count())
        .collect();
    let mut places = vec![(0, 0), (lines.len(), 0), (usize::MAX >> 33, 1)];
    for (line, &units) in lines.iter().enumerate().take(3) {
        places.extend([(line, units / 2), (line, units)]);
    }
    let position = |(line, character)| json!({ "line": line, "character": character });
    places.into_iter().map(position).collect()
}

/// Sends a request, and checks the answer.
async fn ask(client: &mut Client, name: &str, method: &str, params: Value, bytes_max: usize) {
    let id = client.ask(method, params).await;
    let answer = client.response(id).await;
    let said = answer.to_string().len();
    assert!(said < bytes_max, "{method} of {name}: {said} bytes");
    let code = answer["error"]["code"].as_i64();
    let is_refused = [
        METHOD_NOT_FOUND,
        INVALID_PARAMS,
        REQUEST_FAILED,
        CONTENT_MODIFIED,
    ];
    assert!(
        code.is_none_or(|code| is_refused.contains(&code)),
        "{method} of {name}: {answer}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_can_be_asked_of_a_hostile_text() {
    let waiting = Arc::new(Mutex::new(hostile::programs().into_iter()));
    let askers = [(); 2].map(|()| {
        let waiting = Arc::clone(&waiting);
        tokio::spawn(async move {
            let next = || waiting.lock().expect("nobody has panicked").next();
            while let Some((name, bytes)) = next() {
                ask_everything(name, &bytes).await;
            }
        })
    });
    for asker in askers {
        asker.await.expect("every answer is as expected");
    }
}

/// Sends every request to a server that has this text alone.
async fn ask_everything(name: &str, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let bytes_max = 4 * text.len() + ANSWER_BYTES_MAX;
    let mut client = Client::start(json!({})).await;
    let found = client.open_checked(&text).await;
    let found = found.as_array().expect("a list of findings").len();
    // A byte order mark is not part of the program.
    let program = mnc2_asm::parse(text.strip_prefix('\u{feff}').unwrap_or(&text));
    let expected = check_by(&program, &Rules::default());
    let expected = expected.findings.len().min(FINDINGS_MAX);
    assert_eq!(found, expected, "{name}");

    for place in places(&text) {
        let params = question(URI, &place, &place, LINES);
        for method in about(About::Place) {
            ask(&mut client, name, method, params.clone(), bytes_max).await;
        }
        let run = json!({ "uri": URI, "line": place["line"] });
        let run = json!({ "command": "mnc2.runToHere", "arguments": [run] });
        ask(
            &mut client,
            name,
            "workspace/executeCommand",
            run,
            bytes_max,
        )
        .await;
    }
    let start = json!({ "line": 0, "character": 0 });
    let end = json!({ "line": LINES, "character": 0 });
    let params = question(URI, &start, &end, LINES);
    for method in about(About::Document) {
        ask(&mut client, name, method, params.clone(), bytes_max).await;
    }

    // The text can still be edited, and is forgotten when it is closed.
    while client.take_unread("textDocument/publishDiagnostics") {}
    let edit = json!([{ "range": on_line(0, 0, 0), "text": "nap\n" }]);
    client.change(2, edit).await;
    let found = client.diagnostics(2).await;
    assert_eq!(found[0]["code"], "E0201", "{name}: {found}");
    let document = json!({ "textDocument": { "uri": URI } });
    client.notify("textDocument/didClose", document).await;
    let cleared = client.incoming("textDocument/publishDiagnostics").await;
    assert_eq!(cleared["params"]["diagnostics"], json!([]), "{name}");
    while client.take_unread("window/logMessage") {}
    client.finish().await;
}
