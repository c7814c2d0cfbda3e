//! `mnc2.runToHere`: results, inputs, progress, cancellation, limits and refusals.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::support::{Client, URI, file_uri, on_line};
use mnc2_lsp::Ending;
use serde_json::{Value, json};

/// Codes of the protocol.
const INVALID_PARAMS: i64 = -32602;
const REQUEST_CANCELLED: i64 = -32800;
pub(crate) const CONTENT_MODIFIED: i64 = -32801;
const REQUEST_FAILED: i64 = -32803;

/// Twenty thousand lines that take seconds: no two PEs are alike, and block floats are converted one by one.
pub(crate) fn long_program() -> String {
    let all_different = r#"lpassa $peid $lr0v
imm i"6" $nowrite
llsl $l1bid $aluf $nowrite
ladd $aluf $lr0v $ls0v
imm i"9" $nowrite
llsl $l2bid $aluf $nowrite
ladd $aluf $ls0v $lr8v
nop/3
"#;
    let lines = 20_000 - all_different.lines().count();
    all_different.to_owned() + &"hbfn/9 $lr8v $lr16v\n".repeat(lines)
}

fn run_to(line: u32) -> Value {
    command(json!({ "uri": URI, "line": line }))
}

fn command(argument: Value) -> Value {
    json!({ "command": "mnc2.runToHere", "arguments": [argument] })
}

async fn run(client: &mut Client, line: u32) -> Value {
    client
        .request("workspace/executeCommand", run_to(line))
        .await
}

async fn run_error(client: &mut Client, argument: Value) -> Value {
    client
        .request_error("workspace/executeCommand", command(argument))
        .await
}

#[tokio::test]
async fn the_program_runs_to_the_line_and_shows_its_memory() {
    let mut client = Client::start(json!({})).await;
    client
        .open_checked(
            "d set $lm0n0c0b0m0p0 1 3FF0000000000000\n\
             nop/3\n\
             lpassa $lm0v $ln0v\n\
             d getd $ln0n0c0b0m0p0 1 # shown\n\
             lpassa $lm0 $lr0/1000 $ls0/1000\n\
             quit\n\
             nop\n",
        )
        .await;
    let result = run(&mut client, 3).await;
    assert_eq!(
        result,
        json!({
            "line": 3,
            "steps": 4,
            "dump": [{
                "line": 3,
                "text": "DEBUG-LM1(n0c0b0m0p0,0):(1) (0x3ff0000000000000) #d getd $ln0n0c0b0m0p0 1",
                "short": "1"
            }],
            "written": [],
            "beside": [{ "line": 3, "text": "1" }],
            "truncated": false,
            "content": "mnc2-dump:/program.vsm.dump?file%3A///program.vsm"
        })
    );
    let result = run(&mut client, 2).await;
    assert_eq!(result["dump"], json!([]));
    assert_eq!(
        result["written"],
        json!([{
            "operand": "$ln0v",
            "element": "n0c0b0m0p0",
            "values": [
                "0x3ff0000000000000",
                "0x0000000000000000",
                "0x0000000000000000",
                "0x0000000000000000"
            ],
            // Data of `d set` can be anything: no number is guessed.
            "texts": [
                "0x3ff0000000000000",
                "0x0000000000000000",
                "0x0000000000000000",
                "0x0000000000000000"
            ]
        }])
    );
    let result = run(&mut client, 4).await;
    let masked = json!(["0x3ff0000000000000", null, null, null]);
    assert_eq!(result["written"][0]["operand"], "$lr0/1000");
    assert_eq!(result["written"][0]["values"], masked);
    assert_eq!(result["written"][1]["operand"], "$ls0/1000");
    let beyond = run(&mut client, 6).await;
    assert_eq!(beyond["line"], 5, "the run ends at quit");
    client.finish().await;
}

#[tokio::test]
async fn a_variable_mask_shows_what_passes() {
    let mut client = Client::start(json!({})).await;
    client
        .open_checked(
            "imm s\"1\" $t\n\
             nop\n\
             spassa $lm0 $omr1\n\
             imm ui\"0x12345678\" $ln0v/$imr1\n\
             d set $lm0n0c0b0m0p0 1 0000000100000002\n\
             spassa $lm0 $omr1\n\
             imm ui\"0x12345678\" $ln0v/$imr1\n\
             d set $lm0n0c0b0m0p0 1 0001000100010001\n\
             spassa $lm0 $omr1\n\
             imm ui\"0x12345678\" $ln0v/$imr1\n",
        )
        .await;
    for (line, shown) in [
        (3, json!("0x1234567812345678")),
        (6, json!("0x1234____1234____")),
        (9, json!(null)),
    ] {
        let result = run(&mut client, line).await;
        assert_eq!(
            result["written"][0]["values"],
            json!([shown, shown, shown, shown])
        );
    }
    client.finish().await;
}

#[tokio::test]
async fn the_focus_chooses_whose_values_are_shown() {
    let mut client = Client::start_with(json!({
        "capabilities": {},
        "initializationOptions": { "focus": "n1c1b2m3p2" }
    }))
    .await
    .0;
    client.open_checked("ipassa $peid $r0").await;
    let result = run(&mut client, 0).await;
    assert_eq!(result["written"][0]["element"], "n1c1b2m3p2");
    assert_eq!(result["written"][0]["values"][0], "0x0000000e");
    client.finish().await;
}

#[tokio::test]
async fn what_cannot_run_is_refused_with_its_line() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("nop\nnap\nnop").await;
    let result = run(&mut client, 0).await;
    assert_eq!(
        result["steps"], 1,
        "what stands below the line does not matter"
    );
    let error = run_error(&mut client, json!({ "uri": URI, "line": 2 })).await;
    assert_eq!(error["code"], REQUEST_FAILED);
    assert_eq!(error["message"], "line 2: E0201: unknown opcode `nap`");
    assert_eq!(
        error["data"],
        json!({ "file": null, "line": 1, "code": "E0201", "runnable": 0 })
    );

    for (argument, message) in [
        (
            json!({ "uri": URI, "line": 3 }),
            "there is no line 3: the program has 3",
        ),
        (
            json!({ "uri": "file:///other.vsm", "line": 0 }),
            "file:///other.vsm is not open",
        ),
        (
            json!({ "uri": URI, "line": 0, "testcase": "/nowhere/testcase.vsm" }),
            "there is no file /nowhere/testcase.vsm",
        ),
    ] {
        let error = run_error(&mut client, argument).await;
        assert_eq!(error["code"], INVALID_PARAMS);
        assert_eq!(error["message"], message);
    }
    for arguments in [
        json!([]),
        json!([1]),
        json!([{}, {}]),
        json!([{ "uri": URI, "line": -1 }]),
    ] {
        let params = json!({ "command": "mnc2.runToHere", "arguments": arguments });
        let error = client
            .request_error("workspace/executeCommand", params)
            .await;
        assert_eq!(error["code"], INVALID_PARAMS, "{arguments}");
    }
    let params = json!({ "command": "mnc2.fly" });
    let error = client
        .request_error("workspace/executeCommand", params)
        .await;
    assert_eq!(error["message"], "there is no command mnc2.fly");
    client.finish().await;
}

#[tokio::test]
async fn a_run_of_too_many_steps_is_cut() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("nop/1000000\nnop\nnop\n").await;
    let result = run(&mut client, 0).await;
    assert_eq!(
        (&result["steps"], &result["truncated"]),
        (&json!(1_000_000), &json!(false))
    );
    let result = run(&mut client, 2).await;
    assert_eq!(
        (&result["line"], &result["truncated"]),
        (&json!(0), &json!(true))
    );
    client.finish().await;
}

#[tokio::test]
async fn a_long_dump_is_cut() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("d get $lm0 8\nnop\n").await;
    let result = run(&mut client, 1).await;
    assert_eq!(result["truncated"], true);
    assert_eq!(result["steps"], 1, "the run goes on after the dump is full");
    let dump = result["dump"].as_array().expect("a list");
    let bytes: usize = dump
        .iter()
        .map(|line| line["text"].as_str().map_or(0, str::len))
        .sum();
    assert!(
        dump.len() <= 10_000 && bytes <= 1 << 20,
        "{} lines",
        dump.len()
    );
    client.finish().await;
}

#[tokio::test]
async fn a_cut_dump_says_how_much_is_shown() {
    let mut client = Client::start(json!({})).await;
    client
        .open_checked("d get $lm0n0c0 32\nd get $lr0 1\n")
        .await;
    let result = run(&mut client, 0).await;
    let shown = result["dump"].as_array().map_or(0, Vec::len);
    assert_eq!(result["dumpLines"], 512 * 32, "{shown} lines fit");
    assert!(shown > 100 && shown < 512 * 32, "{shown}");
    let remark = format!(
        "The first {shown} of 16384 dump lines are shown. `mnc2 run program.vsm --until 1` prints all of them."
    );
    assert_eq!(result["remarks"], json!([remark]));
    let page = json!({ "uri": result["content"] });
    let page = client.request("mnc2/textDocumentContent", page).await;
    let page = page["text"].as_str().unwrap_or_default();
    assert_eq!(page.lines().nth(1), Some(remark.as_str()));
    let result = run(&mut client, 1).await;
    assert_eq!(result["dumpLines"], 512 * 32 + 4096);
    client.finish().await;
}

#[tokio::test]
async fn a_program_with_an_error_runs_to_the_statement_before() {
    let text = "linc $subpeid $lm0\n# comment\n\nnap\nd get $lm0n0c0b0m0p0 1\n";
    let mut client = Client::start(json!({})).await;
    client.open_checked(text).await;
    let error = run_error(&mut client, json!({ "uri": URI, "line": 4 })).await;
    assert_eq!(error["data"]["line"], 3);
    assert_eq!(error["data"]["runnable"], 0, "the last statement before");
    let anyway = json!({ "uri": URI, "line": 4, "anyway": true });
    let result = client
        .request("workspace/executeCommand", command(anyway))
        .await;
    assert_eq!(result["line"], 0);
    assert_eq!(result["steps"], 1);
    assert_eq!(result["dump"], json!([]));
    assert_eq!(
        result["stopped"],
        json!({ "line": 3, "message": "line 4: E0201: unknown opcode `nap`" })
    );
    assert_eq!(
        result["remarks"],
        json!(["The run ended after line 1, before an error: line 4: E0201: unknown opcode `nap`"])
    );
    // Without an error nothing is different.
    let anyway = json!({ "uri": URI, "line": 0, "anyway": true });
    let result = client
        .request("workspace/executeCommand", command(anyway))
        .await;
    assert_eq!(result.get("stopped"), None);
    assert_eq!(result.get("remarks"), None);
    client.finish().await;
}

#[tokio::test]
async fn nothing_runs_where_nothing_stands_before_the_error() {
    let mut client = Client::start(json!({})).await;
    client.open_checked("# comment\n\nnap\nnop\n").await;
    for anyway in [false, true] {
        let argument = json!({ "uri": URI, "line": 3, "anyway": anyway });
        let error = run_error(&mut client, argument).await;
        assert_eq!(
            error["data"],
            json!({ "file": null, "line": 2, "code": "E0201", "runnable": null })
        );
    }
    client.finish().await;
}

#[tokio::test]
async fn values_are_shown_as_the_instruction_meant_them() {
    let mut client = Client::start(json!({})).await;
    client
        .open_checked(
            "immu i\"0x3fe00000\" $lr0\n\
             nop/2\n\
             dvadd $lr0 $lr0 $ls0\n\
             imm f\"1.5\" $lr8\n\
             linc $subpeid $ln0/1000\n\
             d get $ls0n0c0b0m0p0 1\n\
             d get $lr8n0c0b0m0p0 1\n\
             d get $ln0n0c0b0m0 2\n",
        )
        .await;
    let result = run(&mut client, 2).await;
    assert_eq!(result["written"][0]["texts"], json!(["1", "1", "1", "1"]));
    assert_eq!(result["beside"], json!([{ "line": 2, "text": "$ls0 = 1" }]));
    let result = run(&mut client, 4).await;
    assert_eq!(
        result["written"][0]["texts"],
        json!(["1", null, null, null])
    );
    let result = run(&mut client, 7).await;
    let shorts: Vec<(&str, &str)> = result["dump"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|dump| {
            let text = |name: &str| dump[name].as_str().unwrap_or_default();
            (text("short"), text("format"))
        })
        .collect();
    let integer = |text| (text, "integer");
    // Uninitialized words are zero in every format.
    assert_eq!(
        shorts,
        [
            ("1", "double"),
            ("(1.5, 1.5)", "single"),
            integer("1"),
            integer("0"),
            integer("2"),
            integer("0"),
            integer("3"),
            integer("0"),
            integer("4"),
            integer("0"),
        ]
    );
    client.finish().await;
}

/// A folder that is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("mnc2-lsp-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder can be made");
        Self(path)
    }

    fn uri(&self, name: &str) -> String {
        file_uri(&self.0.join(name))
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("a temporary file can be written");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Leftover files are in the folder for temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const MARKER: &str = "# ======= YOUR VSM WILL BE INSERTED HERE =======\n";

#[tokio::test]
async fn the_testcase_beside_the_program_supplies_the_inputs() {
    let folder = Folder::new("testcase");
    let testcase = |value: u8| {
        format!("d set $lm0n0c0b0m0p0 1 000000000000000{value}\n{MARKER}d getd $lm0n0c0b0m0p0 1\n")
    };
    folder.write("testcase.vsm", &testcase(1));
    folder.write("other.vsm", &testcase(2));
    let uri = folder.uri("program.vsm");
    let mut client = Client::start(json!({})).await;
    client.open_as(&uri, "lpassa $lm0 $lr0").await;
    client.diagnostics(1).await;
    let mut value = async |argument: Value| {
        let result = client
            .request("workspace/executeCommand", command(argument))
            .await;
        result["written"][0]["values"][0].clone()
    };
    assert_eq!(
        value(json!({ "uri": uri, "line": 0 })).await,
        "0x0000000000000001"
    );
    for named in ["other.vsm", &folder.uri("other.vsm")] {
        let argument = json!({ "uri": uri, "line": 0, "testcase": named });
        assert_eq!(value(argument).await, "0x0000000000000002", "{named}");
    }

    // The editor's text counts, not the file.
    client
        .open_as(&folder.uri("testcase.vsm"), &testcase(3))
        .await;
    // Both the testcase and the program that is checked in it.
    client.diagnostics(1).await;
    client.diagnostics(1).await;
    let result = client
        .request(
            "workspace/executeCommand",
            command(json!({ "uri": uri, "line": 0 })),
        )
        .await;
    assert_eq!(result["written"][0]["values"][0], "0x0000000000000003");
    client.finish().await;
}

/// After any runs and edits, the answer equals the answer of a fresh server.
#[tokio::test]
async fn runs_after_edits_answer_as_first_runs_do() {
    let folder = Folder::new("edits");
    let inputs = |value: u8| {
        format!("d set $lm0n0c0b0m0p0 1 000000000000000{value}\n{MARKER}d getd $lm0n0c0b0m0p0 1\n")
    };
    let uri = folder.uri("program.vsm");
    let line = |number: usize| match number % 40 {
        7 => "d get $ln0n0c0b0m0p0 1".to_owned(),
        _ => format!("ladd $lm0 $lr{} $lr{0} $ln0", 2 * (number % 8)),
    };
    let mut lines: Vec<String> = (0..300).map(line).collect();
    let mut client = Client::start(json!({})).await;
    client.open_as(&uri, "").await;
    client.diagnostics(1).await;
    let edits = [
        (299, "lpassa $lr0 $ls0", 1, 299),
        (299, "linc $lr0 $ls0", 1, 299),
        (290, "# a comment", 1, 299),
        (7, "d get $lr0n0c0b0m0p0 1", 1, 299),
        (7, "d get $lr2n0c0b0m0p0 1", 1, 150),
        (200, "linc $lr0 $lr0", 1, 299),
        (0, "nop", 2, 299),
        (299, "nop", 2, 298),
    ];
    for (number, (at, text, value, until)) in edits.into_iter().enumerate() {
        let version = number as i64 + 2;
        lines[at] = text.to_owned();
        folder.write("testcase.vsm", &inputs(value));
        let changes = if number == 0 {
            json!([{ "text": lines.join("\n") }])
        } else {
            let length = 200;
            json!([{ "range": on_line(at as u32, 0, length), "text": text }])
        };
        client
            .notify(
                "textDocument/didChange",
                json!({
                    "textDocument": { "uri": uri, "version": version },
                    "contentChanges": changes
                }),
            )
            .await;
        client.diagnostics(version).await;
        let request = command(json!({ "uri": uri, "line": until }));
        let found = client
            .request("workspace/executeCommand", request.clone())
            .await;
        let mut other = Client::start(json!({})).await;
        other.open_as(&uri, &lines.join("\n")).await;
        other.diagnostics(1).await;
        let expected = other.request("workspace/executeCommand", request).await;
        assert_eq!(found, expected, "edit {number}");
        assert!(found["dump"].as_array().is_some_and(|dump| dump.len() > 2));
        other.finish().await;
    }
    client.finish().await;
}

#[tokio::test]
async fn a_testcase_that_cannot_be_used_is_named() {
    let folder = Folder::new("unusable");
    folder.write("testcase.vsm", "nop\n");
    folder.write(
        "broken.vsm",
        &format!("\nd set $lm5000 1 0000000000000000\n{MARKER}"),
    );
    let uri = folder.uri("program.vsm");
    let mut client = Client::start(json!({})).await;
    client.open_as(&uri, "nop").await;
    client.diagnostics(1).await;

    let unmarked = folder.0.join("testcase.vsm");
    let expected = format!(
        "{} is not a testcase: it has no line \"# YOUR VSM WILL BE INSERTED HERE\"",
        unmarked.display()
    );
    let id = client
        .ask(
            "workspace/executeCommand",
            command(json!({ "uri": uri, "line": 0 })),
        )
        .await;
    let remark = client.incoming("window/logMessage").await;
    assert_eq!(remark["params"]["message"], expected.as_str());
    assert_eq!(client.response(id).await["result"]["steps"], 1);

    let argument = json!({ "uri": uri, "line": 0, "testcase": "testcase.vsm" });
    assert_eq!(
        run_error(&mut client, argument).await["message"],
        expected.as_str()
    );

    for outside in ["../../etc/passwd", "/dev/zero", "file:///etc/passwd"] {
        let argument = json!({ "uri": uri, "line": 0, "testcase": outside });
        let error = run_error(&mut client, argument).await;
        let message = error["message"].as_str().unwrap_or_default();
        assert!(
            message.ends_with("lies outside of the workspace"),
            "{outside}: {message}"
        );
    }

    let argument = json!({ "uri": uri, "line": 0, "testcase": "broken.vsm" });
    let error = run_error(&mut client, argument).await;
    assert_eq!(error["code"], REQUEST_FAILED);
    assert_eq!(error["data"]["line"], 1);
    assert_eq!(error["data"]["code"], "E0304", "{error}");
    client.finish().await;
}

#[tokio::test]
async fn progress_goes_to_the_token_of_the_client_until_the_answer() {
    let mut client = Client::start(json!({ "window": { "workDoneProgress": true } })).await;
    client.open_checked("nop").await;
    let mut params = run_to(0);
    params["workDoneToken"] = json!(7);
    let id = client.ask("workspace/executeCommand", params).await;
    let (mut kinds, mut shown) = (Vec::new(), Vec::new());
    loop {
        let message = client.receive().await.expect("the server is there");
        if message["id"] == id {
            break;
        }
        if message["method"] == "window/showMessage" {
            shown.push(message["params"]["message"].clone());
            continue;
        }
        assert_eq!(message["params"]["token"], 7);
        kinds.push(message["params"]["value"]["kind"].clone());
    }
    assert_eq!(kinds, ["begin", "end"]);
    // The client does not show runs itself. It may follow the answer.
    if shown.is_empty() {
        let message = client.incoming("window/showMessage").await;
        shown.push(message["params"]["message"].clone());
    }
    assert_eq!(shown, ["ran to line 1: 1 step"]);
    client.finish().await;
}

#[tokio::test]
async fn progress_without_a_token_is_asked_for_and_not_waited_for() {
    let mut client = Client::start(json!({ "window": { "workDoneProgress": true } })).await;
    client.open_checked("nop").await;
    let id = client.ask("workspace/executeCommand", run_to(0)).await;
    let create = client.incoming("window/workDoneProgress/create").await;
    assert_eq!(
        client.response(id).await["result"]["steps"],
        1,
        "the answer comes first"
    );
    client.answer(&create, Value::Null).await;
    for kind in ["begin", "end"] {
        let progress = client.incoming("$/progress").await;
        assert_eq!(progress["params"]["token"], create["params"]["token"]);
        assert_eq!(progress["params"]["value"]["kind"], kind);
    }
    client.incoming("window/showMessage").await;
    client.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_run_returns_at_once() {
    let mut client = Client::start(json!({})).await;
    client.open_checked(&long_program()).await;
    let id = client.ask("workspace/executeCommand", run_to(19_999)).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let cancelled = Instant::now();
    client.notify("$/cancelRequest", json!({ "id": id })).await;
    let response = client.response(id).await;
    let waited = cancelled.elapsed();
    assert_eq!(response["error"]["code"], REQUEST_CANCELLED, "{response}");
    assert!(waited < Duration::from_secs(2), "{waited:?}");

    // The processor is free again: a short run is answered.
    assert_eq!(run(&mut client, 0).await["steps"], 1);
    client.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_can_be_cancelled_from_its_progress() {
    let mut client = Client::start(json!({ "window": { "workDoneProgress": true } })).await;
    client.open_checked(&long_program()).await;
    let id = client.ask("workspace/executeCommand", run_to(19_999)).await;
    let create = client.incoming("window/workDoneProgress/create").await;
    client.answer(&create, Value::Null).await;
    let report = client
        .wait_for(|message| message["params"]["value"]["kind"] == "report")
        .await;
    assert_eq!(report["params"]["value"]["cancellable"], true);
    let token = json!({ "token": create["params"]["token"] });
    client.notify("window/workDoneProgress/cancel", token).await;
    let response = client.response(id).await;
    assert_eq!(response["error"]["code"], REQUEST_CANCELLED, "{response}");
    client
        .wait_for(|message| message["params"]["value"]["kind"] == "end")
        .await;
    while client.take_unread("$/progress") {}
    client.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_outdates_a_run() {
    let mut client = Client::start(json!({})).await;
    client.open_checked(&long_program()).await;
    let id = client.ask("workspace/executeCommand", run_to(19_999)).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    client
        .change(2, json!([{ "range": on_line(0, 0, 0), "text": "# " }]))
        .await;
    let response = client.response(id).await;
    assert_eq!(response["error"]["code"], CONTENT_MODIFIED, "{response}");
    client.diagnostics(2).await;
    client.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_ends_when_the_client_dies_during_a_run() {
    let mut client = Client::start(json!({})).await;
    client.open_checked(&long_program()).await;
    let id = client.ask("workspace/executeCommand", run_to(19_999)).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let left = Instant::now();
    assert_eq!(client.close_expecting(id).await, Ending::Abrupt);
    assert!(
        left.elapsed() < Duration::from_secs(5),
        "{:?}",
        left.elapsed()
    );
}
