//! `mnc2.judge`, expectations in comments, and the results of a run: hover, lens and the dump as a document.

use std::path::PathBuf;

use crate::support::{Client, URI, file_uri, on_line};
use serde_json::{Value, json};

const REQUEST_FAILED: i64 = -32803;
const INVALID_PARAMS: i64 = -32602;

const TESTCASE: &str = "\
# ======= In(0): LM0 / Int =======
d set $lm0p0 1 0000000300000004 # values=[3, 4] / Int @[0],[1]

# ======= YOUR VSM WILL BE INSERTED HERE =======
# ======= Out(0): LM1 / Int =======
d getd $ln0n0c0b0m0p0 1 # expect=[5, 6] / Int @[0],[1]
";
const RIGHT: &str = "imm i\"2\" $lr0 ! two\niadd $lm0 $aluf $ln0 # done\n";
const WRONG: &str = "imm i\"1\" $lr0\niadd $lm0 $aluf $ln0\n";

/// A folder with a testcase and an open program; the folder is removed when the test ends.
struct Contest {
    client: Client,
    folder: PathBuf,
}

impl Contest {
    async fn start(name: &str, capabilities: Value, program: &str) -> Self {
        let name = format!("mnc2-lsp-{}-judge-{name}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
        std::fs::write(folder.join("testcase.vsm"), TESTCASE).expect("it can be written");
        let mut contest = Self {
            client: Client::start(capabilities).await,
            folder,
        };
        let uri = contest.uri("solution.vsm");
        contest.client.open_as(&uri, program).await;
        contest
    }

    fn uri(&self, name: &str) -> String {
        file_uri(&self.folder.join(name))
    }

    async fn judge(&mut self) -> Value {
        let arguments = json!([{ "uri": self.uri("solution.vsm") }]);
        let params = json!({ "command": "mnc2.judge", "arguments": arguments });
        self.client
            .request("workspace/executeCommand", params)
            .await
    }

    /// The diagnostics that were pushed next about a document.
    async fn pushed(&mut self, name: &str) -> Value {
        let uri = self.uri(name);
        let pushed = self
            .client
            .wait_for(|message| {
                message["method"] == "textDocument/publishDiagnostics"
                    && message["params"]["uri"] == uri.as_str()
            })
            .await;
        pushed["params"]["diagnostics"].clone()
    }

    /// The title of the first lens with a command.
    async fn title(&mut self, command: &str) -> Value {
        let params = json!({ "textDocument": { "uri": self.uri("solution.vsm") } });
        let lenses = self.client.request("textDocument/codeLens", params).await;
        let lens = lenses.as_array().and_then(|lenses| {
            let is_it = |lens: &&Value| lens["command"]["command"] == command;
            lenses.iter().find(is_it)
        });
        lens.map_or(Value::Null, |lens| lens["command"]["title"].clone())
    }

    async fn lens(&mut self) -> Value {
        self.title("mnc2.judge").await
    }

    async fn rewrite(&mut self, version: i64, text: &str) {
        let uri = self.uri("solution.vsm");
        let change = json!({
            "textDocument": { "uri": uri, "version": version },
            "contentChanges": [{ "text": text }]
        });
        self.client.notify("textDocument/didChange", change).await;
    }

    async fn message(&mut self) -> Value {
        self.client.incoming("window/showMessage").await["params"].clone()
    }

    async fn finish(self) {
        std::fs::remove_dir_all(&self.folder).expect("the folder is still there");
        self.client.finish().await;
    }
}

#[tokio::test]
async fn a_right_solution_is_accepted() {
    let mut contest = Contest::start("right", json!({}), RIGHT).await;
    // `!` starts a comment for the judge alone.
    assert_ne!(contest.pushed("solution.vsm").await, json!([]));
    assert_eq!(contest.lens().await, "▶ Judge with testcase.vsm");
    let verdict = contest.judge().await;
    let testcase = contest.uri("testcase.vsm");
    let sentence = "ACCEPTED!! score=2 j=2 m=0 bytes=34";
    assert_eq!(
        verdict,
        json!({
            "accepted": true,
            "score": { "total": 2, "j": 2, "m": 0, "bytes": 34 },
            "steps": 2,
            "values": 2,
            "wrong": 0,
            "mismatches": [],
            "suspects": [],
            "failedAssertions": 0,
            "assertions": [],
            "testcase": testcase,
            "message": sentence
        })
    );
    assert_eq!(
        contest.message().await,
        json!({ "type": 3, "message": sentence })
    );
    assert_eq!(contest.pushed("testcase.vsm").await, json!([]));
    assert_eq!(contest.lens().await, format!("✓ {sentence}"));
    contest.finish().await;
}

#[tokio::test]
async fn wrong_values_are_shown_at_the_lines_that_expect_others() {
    let mut contest = Contest::start("wrong", json!({}), WRONG).await;
    assert_eq!(contest.pushed("solution.vsm").await, json!([]));
    let verdict = contest.judge().await;
    assert_eq!(verdict["accepted"], false);
    assert_eq!(
        verdict["mismatches"][1],
        json!({
            "line": 5, "position": "[1]", "actual": "5", "hexadecimal": "0x5", "expected": "6", "error": "-1",
            "memory": "LM1", "element": "n0c0b0m0p0", "address": 0, "writers": [1]
        })
    );
    let warning = |message: &str| {
        json!({
            "range": on_line(5, 0, 23),
            "severity": 2,
            "source": "mnc2 run",
            "message": message
        })
    };
    let wrong = json!([
        warning("the value at [0] is 4 (0x4), expected 5 (error -1)"),
        warning("the value at [1] is 5 (0x5), expected 6 (error -1)"),
    ]);
    assert_eq!(contest.pushed("testcase.vsm").await, wrong);
    assert_eq!(contest.message().await["type"], 2);
    assert_eq!(
        contest.lens().await,
        "✗ RESULT MISMATCH: 0 value(s) correct, but 2 value(s) mismatch"
    );

    let testcase = contest.uri("testcase.vsm");
    contest.client.open_as(&testcase, TESTCASE).await;
    assert_eq!(contest.pushed("testcase.vsm").await, wrong, "open as well");
    contest.rewrite(2, &RIGHT.replace("! two", "")).await;
    assert_eq!(
        contest.pushed("testcase.vsm").await,
        json!([]),
        "another program was judged"
    );
    assert_eq!(contest.pushed("solution.vsm").await, json!([]));
    assert_eq!(contest.lens().await, "▶ Judge with testcase.vsm");
    assert_eq!(contest.judge().await["accepted"], true);
    assert_eq!(contest.message().await["type"], 3);
    assert_eq!(contest.pushed("testcase.vsm").await, json!([]));
    contest.finish().await;
}

#[tokio::test]
async fn assertions_are_findings_and_leave_the_verdict() {
    let asserting = format!("{RIGHT}nop/2\n#! assert $n1,i == 7\n");
    let mut contest = Contest::start("asserted", json!({}), &asserting).await;
    contest.pushed("solution.vsm").await;
    let verdict = contest.judge().await;
    assert_eq!(verdict["accepted"], true);
    assert_eq!(verdict["failedAssertions"], 1);
    let sentence = "the assertion does not hold: `$n1,i` is 6 on n0c0b0m0p0";
    assert_eq!(
        verdict["assertions"],
        json!([{ "line": 3, "message": sentence }])
    );
    let pushed = contest.pushed("solution.vsm").await;
    let of_run = |it: &&Value| it["source"] == "mnc2 run";
    let found: Vec<&Value> = pushed.as_array().into_iter().flatten().collect();
    let found: Vec<&&Value> = found.iter().filter(|it| of_run(it)).collect();
    assert_eq!(found.len(), 1, "{pushed}");
    assert_eq!(found[0]["message"], sentence);
    assert_eq!(found[0]["range"], on_line(3, 0, 20));
    assert_eq!(
        contest.message().await["message"],
        "ACCEPTED!! score=4 j=4 m=0 bytes=40; 1 assertion does not hold"
    );
    assert_eq!(contest.pushed("testcase.vsm").await, json!([]));
    assert_eq!(
        contest.lens().await,
        "✓ ACCEPTED!! score=4 j=4 m=0 bytes=40"
    );
    contest.rewrite(2, &RIGHT.replace("! two", "")).await;
    assert_eq!(contest.pushed("solution.vsm").await, json!([]));
    contest.pushed("testcase.vsm").await;
    contest.finish().await;
}

#[tokio::test]
async fn the_score_is_compared_with_the_best_that_was_accepted() {
    let mut contest = Contest::start("best", json!({}), RIGHT).await;
    let settings = json!({ "settings": { "profile": "contest" } });
    let changed = "workspace/didChangeConfiguration";
    contest.client.notify(changed, settings).await;
    for (version, text, accepted) in [
        (2, RIGHT.replace("$lr0", "$lr0\nnop/3"), true),
        (3, RIGHT.to_owned(), true),
        (4, RIGHT.replace("$lr0", "$lr0\nnop/2"), true),
        (5, WRONG.to_owned(), false),
    ] {
        contest.rewrite(version, &text).await;
        assert_eq!(contest.judge().await["accepted"], accepted, "{text}");
    }
    contest
        .rewrite(6, &RIGHT.replace("$lr0", "$lr0\nnop"))
        .await;
    assert_eq!(
        contest.title("mnc2.showUsage").await,
        "score 3 · 44 bytes · +1 since save · +1 since best accepted"
    );
    // The other effects of each text and verdict have their own tests.
    let last = |message: &Value| message["params"]["version"] == 6;
    contest.client.wait_for(last).await;
    for method in ["textDocument/publishDiagnostics", "window/showMessage"] {
        while contest.client.take_unread(method) {}
    }
    contest.finish().await;
}

#[tokio::test]
async fn what_cannot_be_judged_is_refused() {
    let mut contest = Contest::start("refused", json!({}), "nap\n").await;
    contest.pushed("solution.vsm").await;
    let params = |argument: Value| json!({ "command": "mnc2.judge", "arguments": [argument] });
    let solution = contest.uri("solution.vsm");
    let error = contest
        .client
        .request_error(
            "workspace/executeCommand",
            params(json!({ "uri": solution })),
        )
        .await;
    assert_eq!(error["code"], REQUEST_FAILED);
    assert_eq!(error["message"], "line 1: E0201: unknown opcode `nap`");

    let testcase = contest.uri("testcase.vsm");
    contest.client.open_as(&testcase, "d set $lm0 1 0\n").await;
    contest.pushed("testcase.vsm").await;
    contest.pushed("solution.vsm").await;
    let error = contest
        .client
        .request_error(
            "workspace/executeCommand",
            params(json!({ "uri": solution })),
        )
        .await;
    assert_eq!(error["code"], REQUEST_FAILED);
    let message = error["message"].as_str().unwrap_or_default();
    assert!(
        message.ends_with("is not a testcase: it has no line `# YOUR VSM WILL BE INSERTED HERE`"),
        "{message}"
    );
    // A testcase has no testcase of its own.
    let error = contest
        .client
        .request_error(
            "workspace/executeCommand",
            params(json!({ "uri": testcase })),
        )
        .await;
    assert_eq!(error["code"], INVALID_PARAMS);
    assert_eq!(
        error["message"],
        "there is no testcase.vsm next to the program"
    );
    contest.finish().await;
}

const EXPECTING: &str = "\
d set $lm0n0c0b0m0p0 1 0000000300000004
lpassa $lm0v $ln0v
d getd $ln0n0c0b0m0p0 1 # expect=[3, 5] / Int
d getd $ln0n0c0b0m0p0 1 # expect=[3, 5] / Integer
nop
";

async fn run(client: &mut Client, line: u32) -> Value {
    let arguments = json!([{ "uri": URI, "line": line }]);
    let params = json!({ "command": "mnc2.runToHere", "arguments": arguments });
    client.request("workspace/executeCommand", params).await
}

async fn pushed(client: &mut Client) -> Value {
    client.incoming("textDocument/publishDiagnostics").await["params"]["diagnostics"].clone()
}

#[tokio::test]
async fn comments_that_expect_values_are_compared_with_what_is_dumped() {
    let mut client = Client::start(json!({})).await;
    client.open(EXPECTING).await;
    assert_eq!(pushed(&mut client).await, json!([]));
    assert_eq!(run(&mut client, 1).await.get("expected"), None);
    let result = run(&mut client, 4).await;
    let wrong = "the value is 4 (0x4), expected 5 (error -1)";
    let unreadable = "this expectation cannot be read: `Integer` is not a type of values";
    assert_eq!(
        result["expected"],
        json!({
            "values": 2,
            "problems": [
                { "line": 2, "message": wrong },
                { "line": 3, "message": unreadable }
            ]
        })
    );
    let found = pushed(&mut client).await;
    assert_eq!(found[0]["message"], wrong);
    assert_eq!(found[0]["range"], on_line(2, 0, 23));
    assert_eq!(found[1]["message"], unreadable);
    assert_eq!(found[1]["range"], on_line(3, 24, 49));

    // Results above an edit are still true, those below it are not known any more.
    client
        .change(2, json!([{ "range": on_line(3, 0, 0), "text": "nop\n" }]))
        .await;
    let found = pushed(&mut client).await;
    assert_eq!(found.as_array().map(Vec::len), Some(1));
    assert_eq!(found[0]["message"], wrong);
    client
        .change(3, json!([{ "range": on_line(0, 0, 0), "text": "nop\n" }]))
        .await;
    assert_eq!(pushed(&mut client).await, json!([]));
    client.finish().await;
}

#[tokio::test]
async fn a_dump_is_shown_by_hover_and_as_a_document() {
    let capabilities = json!({
        "workspace": { "textDocumentContent": {} },
        "textDocument": { "hover": { "contentFormat": ["markdown"] } }
    });
    let (mut client, answer) = Client::start_with(json!({ "capabilities": capabilities })).await;
    assert_eq!(
        answer["capabilities"]["workspace"]["textDocumentContent"],
        json!({ "schemes": ["mnc2-dump", "mnc2-disassembly", "mnc2-listing", "mnc2-page"] })
    );
    client.open(EXPECTING).await;
    pushed(&mut client).await;
    let hover =
        json!({ "textDocument": { "uri": URI }, "position": { "line": 2, "character": 3 } });
    let before = client.request("textDocument/hover", hover.clone()).await;
    assert!(!before.to_string().contains("Last run"), "{before}");

    let content = run(&mut client, 2).await["content"].clone();
    let refresh = client
        .incoming("workspace/textDocumentContent/refresh")
        .await;
    assert_eq!(refresh["params"], json!({ "uri": content }));
    client.answer(&refresh, Value::Null).await;
    pushed(&mut client).await;
    let dump =
        "DEBUG-LM1(n0c0b0m0p0,0):(1.48538e-313) (0x0000000300000004) #d getd $ln0n0c0b0m0p0 1";
    let shown = client.request("textDocument/hover", hover.clone()).await;
    let shown = shown["contents"]["value"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    assert!(
        shown.starts_with("**Last run**") && shown.contains("DEBUG-LM1(n0c0b0m0p0,0):"),
        "{shown}"
    );

    let params = json!({ "uri": content });
    let text = client
        .request("workspace/textDocumentContent", params.clone())
        .await;
    let by_other_name = client
        .request("mnc2/textDocumentContent", params.clone())
        .await;
    assert_eq!(text, by_other_name);
    let text = text["text"].as_str().unwrap_or_default();
    assert!(
        text.starts_with("program.vsm, run to line 3: 1 step\n"),
        "{text}"
    );
    assert!(
        text.contains("\nline 3: the value is 4 (0x4), expected 5 (error -1)\n"),
        "{text}"
    );
    assert!(text.contains("DEBUG-LM1(n0c0b0m0p0,0):"), "{text} {dump}");

    client
        .change(2, json!([{ "range": on_line(0, 0, 0), "text": "nop\n" }]))
        .await;
    pushed(&mut client).await;
    let after = client.request("textDocument/hover", hover).await;
    assert!(!after.to_string().contains("Last run"), "{after}");
    let text = client
        .request("workspace/textDocumentContent", params.clone())
        .await;
    let text = text["text"].as_str().unwrap_or_default();
    assert!(
        text.contains("\nIt has been edited since, from line 1 on.\n"),
        "{text}"
    );

    // Editors keep the dump open when the program is closed, and read it again.
    let closed = json!({ "textDocument": { "uri": URI } });
    client.notify("textDocument/didClose", closed).await;
    pushed(&mut client).await;
    let text = client
        .request("workspace/textDocumentContent", params)
        .await;
    assert_eq!(
        text["text"],
        "program.vsm is closed. Open it and run it to see its dump.\n"
    );
    for uri in ["mnc2-dump:/x", "file:///program.vsm"] {
        let error = client
            .request_error("workspace/textDocumentContent", json!({ "uri": uri }))
            .await;
        assert_eq!(error["code"], INVALID_PARAMS);
    }
    client.finish().await;
}

#[tokio::test]
async fn a_client_without_text_content_is_not_offered_any() {
    let (client, answer) = Client::start_with(json!({ "capabilities": {} })).await;
    let offered = answer["capabilities"]["workspace"].get("textDocumentContent");
    assert_eq!(offered, None);
    client.finish().await;
}

/// The testcase decides which writes are used, and an open testcase overrides its file.
#[tokio::test]
async fn writes_that_the_testcase_does_not_depend_on_are_found() {
    let program = "imm i\"2\" $nowrite\niadd $lm0 $aluf $ln0\nlpassa $lm0 $ln4\n";
    let mut contest = Contest::start("outputs", json!({}), program).await;
    let found = |pushed: &Value| -> Vec<(String, i64)> {
        let all = pushed.as_array().into_iter().flatten();
        let found = all.map(|it| {
            let code = it["code"].as_str().unwrap_or_default().to_owned();
            (code, it["range"]["start"]["line"].as_i64().unwrap_or(-1))
        });
        found.collect()
    };
    let at = |line: i64| vec![("W1110".to_owned(), line)];
    assert_eq!(found(&contest.pushed("solution.vsm").await), at(2));
    let testcase = contest.uri("testcase.vsm");
    let other = TESTCASE.replace("$ln0n0c0b0m0p0", "$ln4n0c0b0m0p0");
    contest.client.open_as(&testcase, &other).await;
    assert_eq!(found(&contest.pushed("solution.vsm").await), at(1));
    assert_eq!(contest.pushed("testcase.vsm").await, json!([]));
    let document = json!({ "textDocument": { "uri": testcase } });
    contest
        .client
        .notify("textDocument/didClose", document)
        .await;
    assert_eq!(found(&contest.pushed("solution.vsm").await), at(2));
    assert_eq!(contest.pushed("testcase.vsm").await, json!([]));
    contest.finish().await;
}
