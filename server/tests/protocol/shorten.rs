//! `mnc2.shorten` and `mnc2.whyNoShorter`: the actions, what the search finds, the edit, and the lens.

use crate::support::{Client, URI, file_uri, on_line};
use std::path::PathBuf;

use expect_test::{Expect, expect};
use serde_json::{Value, json};

const REQUEST_CANCELLED: i64 = -32800;
const CONTENT_MODIFIED: i64 = -32801;
const REQUEST_FAILED: i64 = -32803;

/// Eighteen steps of a compiler that waits after each instruction.
const WAITING: &str = "lpassa $lm0v $lr0v        # the first vector
nop/2
fvmul $lr0v $ls0v $lr8v
nop/2
fvadd $lr8v $ls8v $ln0v
nop/2
lpassa $lm8v $lr16v       # the second one
nop/2
fvmul $lr16v $ls0v $lr24v
nop/2
fvadd $lr24v $ls8v $ln8v
nop/2
";

/// The same in the shortest order.
const SHORT: &str = "lpassa $lm0v $lr0v # the first vector
lpassa $lm8v $lr16v # the second one
fvmul $lr0v $ls0v $lr8v
fvmul $lr16v $ls0v $lr24v
fvadd $lr8v $ls8v $ln0v
fvadd $lr24v $ls8v $ln8v
";

/// What VS Code declares of edits.
fn vs_code_edits() -> Value {
    json!({
        "textDocument": { "codeAction": {
            "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } }
        } },
        "workspace": {
            "applyEdit": true,
            "workspaceEdit": {
                "documentChanges": true,
                "changeAnnotationSupport": { "groupsOnLabel": true }
            }
        }
    })
}

/// What Neovim declares of edits.
fn neovim_edits() -> Value {
    json!({ "workspace": {
        "applyEdit": true,
        "workspaceEdit": { "resourceOperations": ["rename", "create", "delete"] }
    } })
}

/// A client with the level that only changes the order.
async fn start(capabilities: Value) -> Client {
    let options = json!({ "shorten": { "level": "order" } });
    let parameters = json!({ "capabilities": capabilities, "initializationOptions": options });
    Client::start_with(parameters).await.0
}

fn command(name: &str, argument: Value) -> Value {
    json!({ "command": name, "arguments": [argument] })
}

async fn shorten(client: &mut Client, argument: Value) -> Value {
    let command = command("mnc2.shorten", argument);
    client.request("workspace/executeCommand", command).await
}

async fn explain(client: &mut Client, argument: Value) -> Value {
    let command = command("mnc2.whyNoShorter", argument);
    client.request("workspace/executeCommand", command).await
}

fn check(found: &Value, expected: Expect) {
    expected.assert_eq(&format!("{found:#}\n"));
}

#[tokio::test]
async fn the_edit_is_shown_to_the_user_of_vs_code() {
    let mut client = start(vs_code_edits()).await;
    client.open_checked(WAITING).await;
    let found = shorten(&mut client, json!({ "uri": URI, "version": 1 })).await;
    check(
        &found,
        expect![[r#"
            {
              "version": 1,
              "first": 0,
              "last": 11,
              "before": 18,
              "after": 6,
              "shortest": true,
              "message": "18 steps before, 6 after; no order is shorter: no two of the lines 1, 7 can share a step; 0 steps come before them and 4 after",
              "bound": {
                "steps": 6,
                "reason": "crowd"
              },
              "binding": [
                {
                  "line": 0,
                  "text": "1 of 2 that need a step each"
                },
                {
                  "line": 6,
                  "text": "2 of 2 that need a step each"
                }
              ],
              "rules": [
                {
                  "rule": "order",
                  "saved": 12,
                  "lines": [],
                  "line": 0,
                  "text": "order: 12 steps saved: expressions share steps and read forwarding registers, at the distances that the hazard rules require (manual 3.6.3)"
                }
              ]
            }
        "#]],
    );
    let shown = client.incoming("window/showMessage").await;
    assert_eq!(shown["params"]["message"], found["message"]);
    let asked = client.incoming("workspace/applyEdit").await;
    let edit = &asked["params"]["edit"];
    assert_eq!(
        edit["changeAnnotations"]["shorten"]["needsConfirmation"],
        true
    );
    assert_eq!(
        edit["changeAnnotations"]["shorten"]["label"],
        "18 steps before, 6 after"
    );
    let document = &edit["documentChanges"][0];
    assert_eq!(
        document["textDocument"],
        json!({ "uri": URI, "version": 1 })
    );
    assert_eq!(document["edits"].as_array().map(Vec::len), Some(1));
    let edit = &document["edits"][0];
    assert_eq!(edit["annotationId"], "shorten");
    assert_eq!(edit["newText"], SHORT);
    client.answer(&asked, json!({ "applied": true })).await;
    client.finish().await;
}

#[tokio::test]
async fn the_edit_is_applied_at_once_elsewhere() {
    let mut client = start(neovim_edits()).await;
    client.open_checked(WAITING).await;
    shorten(&mut client, json!({ "uri": URI })).await;
    client.incoming("window/showMessage").await;
    let asked = client.incoming("workspace/applyEdit").await;
    assert_eq!(
        asked["params"]["edit"],
        json!({ "changes": { URI: [{
            "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 12, "character": 0 } },
            "newText": SHORT,
        }] } })
    );
    let refusal = json!({ "applied": false, "failureReason": "it is read-only" });
    client.answer(&asked, refusal).await;
    let logged = client.incoming("window/logMessage").await;
    assert_eq!(
        logged["params"]["message"],
        "the editor did not apply the edit: it is read-only"
    );
    client.finish().await;
}

/// A client that applies no edits, or requests it, gets the edit with the answer.
#[tokio::test]
async fn the_answer_has_the_edit_that_is_not_applied() {
    for (capabilities, argument) in [
        (json!({}), json!({ "uri": URI })),
        (neovim_edits(), json!({ "uri": URI, "apply": false })),
    ] {
        let mut client = start(capabilities).await;
        client.open_checked(WAITING).await;
        let shows = argument["apply"] != false;
        let found = shorten(&mut client, argument).await;
        assert_eq!(found["edit"]["changes"][URI][0]["newText"], SHORT);
        if shows {
            client.incoming("window/showMessage").await;
        }
        client.finish().await;
    }
}

#[tokio::test]
async fn only_the_selected_lines_change() {
    let mut client = start(json!({})).await;
    client.open_checked(WAITING).await;
    let argument = json!({ "uri": URI, "first": 0, "last": 2, "apply": false });
    let found = shorten(&mut client, argument).await;
    assert_eq!((&found["before"], &found["after"]), (&json!(4), &json!(3)));
    assert_eq!(
        found["edit"]["changes"][URI],
        json!([{
            "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 2, "character": 0 } },
            "newText": "lpassa $lm0v $lr0v # the first vector\nnop\n",
        }])
    );
    let argument = json!({ "uri": URI, "first": 0, "last": 10, "apply": false });
    let found = shorten(&mut client, argument).await;
    let edit = &found["edit"]["changes"][URI][0];
    assert_eq!(edit["range"]["end"], json!({ "line": 10, "character": 0 }));
    client.finish().await;
}

#[tokio::test]
async fn why_no_shorter_names_the_lines() {
    let mut client = start(vs_code_edits()).await;
    client.open_checked(SHORT).await;
    let found = explain(&mut client, json!({ "uri": URI })).await;
    assert_eq!(found["shortest"], true);
    assert_eq!(
        found["message"],
        "6 steps, as before; no order is shorter: no two of the lines 1, 2 can share a step; 0 steps come before them and 4 after"
    );
    let lines = |found: &Value| -> Vec<u64> {
        let binding = found["binding"].as_array().cloned().unwrap_or_default();
        binding
            .iter()
            .filter_map(|it| it["line"].as_u64())
            .collect()
    };
    assert_eq!(lines(&found), [0, 1]);
    client.incoming("window/showMessage").await;

    let edit = json!([{ "range": on_line(2, 0, 0), "text": "nop\n" }]);
    client.change(2, edit).await;
    client.diagnostics(2).await;
    let found = explain(&mut client, json!({ "uri": URI, "apply": false })).await;
    assert_eq!(
        found["message"],
        "there is a shorter order, with 6 steps instead of 7; beyond that, no order is shorter: no two of the lines 1, 2 can share a step; 0 steps come before them and 4 after"
    );
    assert_eq!(found["edit"], Value::Null);
    client.finish().await;
}

#[tokio::test]
async fn a_proof_is_shown_until_the_text_changes() {
    let mut client = start(vs_code_edits()).await;
    client.open_checked(SHORT).await;
    let lenses = json!({ "textDocument": { "uri": URI } });
    let titles = |lenses: &Value| -> Vec<(u64, String)> {
        let lenses = lenses.as_array().cloned().unwrap_or_default();
        let of = |lens: Value| {
            let title = lens["command"]["title"].as_str()?.to_owned();
            let line = lens["range"]["start"]["line"].as_u64()?;
            title.contains("shortest").then_some((line, title))
        };
        lenses.into_iter().filter_map(of).collect()
    };
    let found = client
        .request("textDocument/codeLens", lenses.clone())
        .await;
    assert_eq!(titles(&found), [], "nothing is searched for unasked");
    let part = json!({ "uri": URI, "first": 2, "last": 5, "apply": false });
    explain(&mut client, part).await;
    let found = client
        .request("textDocument/codeLens", lenses.clone())
        .await;
    let expected = "✓ lines 3 to 6: shortest order, proven".to_owned();
    assert_eq!(titles(&found), [(2, expected)]);
    explain(&mut client, json!({ "uri": URI, "apply": false })).await;
    let found = client
        .request("textDocument/codeLens", lenses.clone())
        .await;
    assert_eq!(titles(&found), [(0, "✓ shortest order, proven".to_owned())]);

    // What is known is not searched for again.
    let asked = json!({
        "command": "mnc2.whyNoShorter", "workDoneToken": "t",
        "arguments": [{ "uri": URI, "first": 0, "last": 5, "apply": false }]
    });
    let again = client.request("workspace/executeCommand", asked).await;
    assert_eq!(again["binding"][1]["line"], 1, "{again}");

    let edit = json!([{ "range": on_line(5, 0, 0), "text": " " }]);
    client.change(2, edit).await;
    client.diagnostics(2).await;
    let found = client
        .request("textDocument/codeLens", lenses.clone())
        .await;
    assert_eq!(titles(&found), []);
    let edit = json!([{ "range": on_line(5, 0, 1), "text": "" }]);
    client.change(3, edit).await;
    client.diagnostics(3).await;
    let found = client
        .request("textDocument/codeLens", lenses.clone())
        .await;
    assert_eq!(titles(&found).len(), 1, "it is known of the text");

    // Values may now be read from other places, which was not checked.
    let settings = json!({ "settings": { "shorten": { "level": "forwarding" } } });
    client
        .notify("workspace/didChangeConfiguration", settings)
        .await;
    let found = client.request("textDocument/codeLens", lenses).await;
    assert_eq!(titles(&found), []);
    client.finish().await;
}

#[tokio::test]
async fn the_timeline_shows_the_proposal_and_what_binds() {
    let mut client = start(json!({})).await;
    client.open_checked(WAITING).await;
    let of = |of: &str| json!({ "textDocument": { "uri": URI }, "of": of });
    let error = client.request_error("mnc2/timeline", of("proposal")).await;
    assert_eq!(
        error["message"],
        "no shorter form of this program was searched for"
    );
    shorten(&mut client, json!({ "uri": URI, "apply": false })).await;
    let chart = async |client: &mut Client, which: &str| {
        let chart = client.request("mnc2/timeline", of(which)).await;
        let lines = chart["rows"].as_array().map(Vec::len);
        json!([chart["steps"], lines, chart["binding"]])
    };
    assert_eq!(chart(&mut client, "program").await, json!([18, 12, [0, 6]]));
    assert_eq!(chart(&mut client, "proposal").await, json!([6, 6, [0, 1]]));
    client.change(2, json!([{ "text": SHORT }])).await;
    client.diagnostics(2).await;
    assert_eq!(chart(&mut client, "program").await, json!([6, 6, [0, 1]]));
    let edit = json!([{ "range": on_line(2, 0, 0), "text": "nop\n" }]);
    client.change(3, edit).await;
    client.diagnostics(3).await;
    assert_eq!(chart(&mut client, "program").await, json!([7, 7, []]));
    assert_eq!(chart(&mut client, "proposal").await, json!([6, 6, [0, 1]]));
    client.finish().await;
}

/// A text that was shortened is known to be the shortest.
#[tokio::test]
async fn a_proposal_that_is_taken_is_proven() {
    let mut client = start(json!({})).await;
    client.open_checked(WAITING).await;
    shorten(&mut client, json!({ "uri": URI, "apply": false })).await;
    client.change(2, json!([{ "text": SHORT }])).await;
    client.diagnostics(2).await;
    let lenses = json!({ "textDocument": { "uri": URI } });
    let found = client.request("textDocument/codeLens", lenses).await;
    assert!(
        found.to_string().contains("shortest order, proven"),
        "{found}"
    );
    client.finish().await;
}

#[tokio::test]
async fn actions_are_offered_for_steps() {
    let mut client = start(vs_code_edits()).await;
    client.open_checked(WAITING).await;
    let mut titles = async |range: Value, trigger: u64| -> Vec<Value> {
        let params = json!({
            "textDocument": { "uri": URI }, "range": range,
            "context": { "diagnostics": [], "triggerKind": trigger, "only": ["refactor.rewrite"] }
        });
        let found = client.request("textDocument/codeAction", params).await;
        let found = found.as_array().cloned().unwrap_or_default();
        let of_search = |action: &Value| {
            action["command"]["command"]
                .as_str()
                .is_some_and(|name| name == "mnc2.shorten" || name == "mnc2.whyNoShorter")
        };
        let found = found.into_iter().filter(of_search);
        found
            .map(|it| json!([it["title"], it["kind"], it["command"]["arguments"][0]]))
            .collect()
    };
    let lines = |first: u32, last: u32| json!({ "start": { "line": first, "character": 0 }, "end": { "line": last, "character": 3 } });
    let argument = json!({ "uri": URI, "version": 1, "first": 2, "last": 6 });
    for trigger in [1, 2] {
        assert_eq!(
            titles(lines(2, 6), trigger).await,
            [
                json!(["Shorten these lines", "refactor.rewrite", argument]),
                json!(["Why no shorter?", "refactor.rewrite", argument]),
            ]
        );
    }
    let argument = json!({ "uri": URI, "version": 1, "first": 0, "last": 11 });
    assert_eq!(
        titles(lines(2, 2), 1).await,
        [
            json!(["Shorten this program", "refactor.rewrite", argument]),
            json!(["Why no shorter?", "refactor.rewrite", argument]),
        ]
    );
    assert_eq!(titles(lines(2, 2), 2).await, [] as [Value; 0]);

    // If the menu is opened on a line, the actions about that line come first.
    let params = json!({
        "textDocument": { "uri": URI }, "range": on_line(2, 0, 0),
        "context": { "diagnostics": [], "triggerKind": 1 }
    });
    let found = client.request("textDocument/codeAction", params).await;
    let found = found.as_array().cloned().unwrap_or_default();
    let commands: Vec<Value> = found[found.len() - 3..]
        .iter()
        .map(|it| json!([it["title"], it["command"]]))
        .collect();
    assert_eq!(
        commands,
        [
            json!(["Run to here", "mnc2.runToHere"]),
            json!(["Shorten this program", "mnc2.shorten"]),
            json!(["Why no shorter?", "mnc2.whyNoShorter"]),
        ]
    );
    client.finish().await;
}

#[tokio::test]
async fn what_cannot_be_shortened_is_refused_with_the_reason() {
    let mut client = start(json!({})).await;
    let mut version = 1;
    client.open_checked("nop\n").await;
    for (text, code, message, data) in [
        (
            "nop\n",
            REQUEST_FAILED,
            "there are fewer than two steps to put in another order",
            Value::Null,
        ),
        (
            "nop\nnap\nnip\nnop\n",
            REQUEST_FAILED,
            "line 2: E0201: unknown opcode `nap`",
            json!({ "file": null, "line": 1, "code": "E0201", "runnable": null }),
        ),
    ] {
        version += 1;
        client.change(version, json!([{ "text": text }])).await;
        client.diagnostics(version).await;
        let asked = command("mnc2.shorten", json!({ "uri": URI }));
        let error = client
            .request_error("workspace/executeCommand", asked)
            .await;
        assert_eq!(
            (&error["code"], &error["message"]),
            (&json!(code), &json!(message))
        );
        assert_eq!(error["data"], data);
    }
    let asked = command("mnc2.shorten", json!({ "uri": URI, "version": 1 }));
    let error = client
        .request_error("workspace/executeCommand", asked)
        .await;
    assert_eq!(error["code"], CONTENT_MODIFIED);
    client.finish().await;
}

#[tokio::test]
async fn a_hazard_is_refused_in_the_language_of_the_reader() {
    let text = "lpassa $lm0v $lr0v\nfvadd $lr0v $lr0v $ln0v\nnop\n";
    for (locale, message) in [
        (
            "en",
            "nothing may move: line 2 has a hazard (E1010), so the chip may not behave as written",
        ),
        (
            "ja",
            "何も動かせない。2行目にハザード（E1010）があり、チップではプログラムどおりに動かない可能性がある",
        ),
    ] {
        let parameters = json!({
            "capabilities": {}, "locale": locale,
            "initializationOptions": { "levels": { "E1010": "warning" } }
        });
        let mut client = Client::start_with(parameters).await.0;
        client.open_checked(text).await;
        let asked = command("mnc2.shorten", json!({ "uri": URI }));
        let error = client
            .request_error("workspace/executeCommand", asked)
            .await;
        assert_eq!(error["message"], message);
        assert_eq!(error["data"], json!({ "line": 1 }));
        client.finish().await;
    }
}

/// A program that a search takes long for.
fn long_program() -> String {
    let line = |number: u32| {
        let (read, write) = (number * 8 % 256, (number * 72 + 8) % 256);
        format!(
            "fvmul $lr{read}v $ls{write}v $ln{write}v\nnop/3\nfvadd $lm{read}v $ls{read}v $lr{write}v\nnop/3\n"
        )
    };
    (0..400).map(line).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn typing_and_users_stop_a_search() {
    let mut client = Client::start(json!({})).await;
    client.open_checked(&long_program()).await;
    let asked = json!({
        "command": "mnc2.shorten", "arguments": [{ "uri": URI }], "workDoneToken": "t"
    });
    let id = client.ask("workspace/executeCommand", asked.clone()).await;
    let begin = client.incoming("$/progress").await;
    assert_eq!(
        begin["params"]["value"]["title"],
        "Searching for a shorter order"
    );
    assert_eq!(begin["params"]["value"]["cancellable"], true);
    let report = client.incoming("$/progress").await;
    assert_eq!(report["params"]["value"]["message"], "0 s");
    let edit = json!([{ "range": on_line(0, 0, 0), "text": "nop\n" }]);
    client.change(2, edit).await;
    let answer = client.response(id).await;
    assert_eq!(answer["error"]["code"], CONTENT_MODIFIED, "{answer}");

    let id = client.ask("workspace/executeCommand", asked).await;
    client
        .wait_for(|it| it["params"]["value"]["kind"] == "begin")
        .await;
    client
        .notify("window/workDoneProgress/cancel", json!({ "token": "t" }))
        .await;
    let answer = client.response(id).await;
    assert_eq!(answer["error"]["code"], REQUEST_CANCELLED, "{answer}");
    client.die().await;
}

/// A temporary folder with a testcase.
fn folder_with(testcase: &str, name: &str) -> PathBuf {
    let name = format!("mnc2-lsp-{}-{name}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    std::fs::write(folder.join("testcase.vsm"), testcase).expect("it can be written");
    folder
}

/// A solution is compared at what its testcase shows; a program that is not a solution everywhere.
#[tokio::test]
async fn the_testcase_says_what_counts() {
    let testcase = "d set $lm0n0c0b0m0p0 1 3f8000003f800000\n\
                    # YOUR VSM WILL BE INSERTED HERE\n\
                    d getf $lr8n0c0b0m0p0 1 # expect=[3.0, 3.0] / Float @[0],[1]\n";
    let folder = folder_with(testcase, "shorten");
    let uri = |name: &str| file_uri(&folder.join(name));
    let options = json!({ "shorten": { "level": "order" } });
    let parameters = json!({ "capabilities": {}, "initializationOptions": options });
    let mut client = Client::start_with(parameters).await.0;
    let solution = "imm f\"1.0\" $ls0v ! one\nnop/5\nfvadd $lm0v $ls0v $ln8v\nnop/5\nfvadd $ln8v $ls0v $lr8v\n";
    let no_solution = solution.replace("! one", "# one");
    let no_solution = format!("{no_solution}d set $lr0n0c0b0m0p0 1 0000000000000000\n");
    let summary = "13 steps before, 6 after; no order is shorter: each of the lines 1, 3, 5 must wait for the one before it";
    for (name, text, expected) in [
        (
            "solution.vsm",
            solution,
            json!([
                format!("{summary} (compared at what testcase.vsm shows)"),
                uri("testcase.vsm"),
                [0, 2, 4]
            ]),
        ),
        ("other.vsm", &no_solution, json!([summary, null, [0, 2, 4]])),
    ] {
        client.open_as(&uri(name), text).await;
        client.incoming("textDocument/publishDiagnostics").await;
        let argument = json!({ "uri": uri(name), "apply": false });
        let found = shorten(&mut client, argument).await;
        let binding = found["binding"].as_array().into_iter().flatten();
        let binding: Vec<&Value> = binding.map(|it| &it["line"]).collect();
        assert_eq!(
            json!([found["message"], found["testcase"], binding]),
            expected
        );
        let edit = &found["edit"]["changes"][uri(name)][0]["newText"];
        assert_eq!(
            edit.to_string().contains("! one"),
            name == "solution.vsm",
            "{edit}"
        );
    }
    client.finish().await;
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}

/// A remainder by 3 as a compiler writes it.
const REMAINDER: &str = "\
imm f\"8388608\" $lr0v
imm f\"0.3333333333333333333333\" $lr8v
nop
ior $lm0v $lr0v $nowrite
fvadd $aluf -$lr0v $nowrite
fvmul $mauf $lr8v $nowrite
fftoi $mauf $ls0v
iadd $aluf $aluf $nowrite
iadd $aluf $ls0v $nowrite
isub $lm0v $aluf $ln0v
";

/// The testcase of the remainders, whose inputs have ranges.
const REMAINDERS: &str = "\
d set $lm0n0c0b0m0p0 2 00000000000000ff000000c800000005
# YOUR VSM WILL BE INSERTED HERE
d getd $ln0n0c0b0m0p0 1 # expect=[0, 0] / UInt @[0],[1]
d getd $ln2n0c0b0m0p0 1 # expect=[2, 2] / UInt @[2],[3]
";

/// The proof names the ranges only where they are needed, and each rule of a proposal is explained next to a line of its own.
#[tokio::test]
async fn ranges_of_inputs_are_named_and_rules_explained() {
    let folder = folder_with(REMAINDERS, "ranges");
    let uri = file_uri(&folder.join("solution.vsm"));
    for (ranges, expected) in [
        (
            false,
            expect![[r#"
                {
                  "after": 8,
                  "message": "10 steps before, 8 after; no order of these expressions is shorter (compared at what testcase.vsm shows)",
                  "ranges": null,
                  "rules": [
                    {
                      "rule": "order",
                      "saved": 2,
                      "lines": [],
                      "line": 0,
                      "text": "order: 2 steps saved: expressions share steps and read forwarding registers, at the distances that the hazard rules require (manual 3.6.3)"
                    }
                  ],
                  "annotation": "no order of these expressions is shorter\norder: 2 steps saved: expressions share steps and read forwarding registers, at the distances that the hazard rules require (manual 3.6.3)"
                }
            "#]],
        ),
        (
            true,
            expect![[r#"
        {
          "after": 7,
          "message": "10 steps before, 7 after; no order of these expressions is shorter; no order of the original expressions takes fewer than 8 steps (compared at what testcase.vsm shows); proven for inputs in the ranges of the testcase, not for others: LM0+0 0 to 200, LM0+1 5 to 255",
          "ranges": "LM0+0 0 to 200, LM0+1 5 to 255",
          "rules": [
            {
              "rule": "remainders",
              "saved": 1,
              "lines": [
                9
              ],
              "line": 9,
              "text": "remainders: 1 step saved: the remainder by a constant is the number less a multiple, which multiply-adds round to an integer (equal for all numbers in the range of the testcase)"
            },
            {
              "rule": "order",
              "saved": 2,
              "lines": [],
              "line": 0,
              "text": "order: 2 steps saved: expressions share steps and read forwarding registers, at the distances that the hazard rules require (manual 3.6.3)"
            }
          ],
          "annotation": "no order of these expressions is shorter; no order of the original expressions takes fewer than 8 steps\nproven for inputs in the ranges of the testcase, not for others: LM0+0 0 to 200, LM0+1 5 to 255\nremainders: 1 step saved: the remainder by a constant is the number less a multiple, which multiply-adds round to an integer (equal for all numbers in the range of the testcase)\norder: 2 steps saved: expressions share steps and read forwarding registers, at the distances that the hazard rules require (manual 3.6.3)"
        }
    "#]],
        ),
    ] {
        let options = json!({ "shorten": { "level": "rewrite", "time": 60, "ranges": ranges } });
        let parameters =
            json!({ "capabilities": vs_code_edits(), "initializationOptions": options });
        let mut client = Client::start_with(parameters).await.0;
        client.open_as(&uri, REMAINDER).await;
        client.incoming("textDocument/publishDiagnostics").await;
        let found = shorten(&mut client, json!({ "uri": uri, "apply": false })).await;
        let answer = json!({
            "after": found["after"],
            "message": found["message"],
            "ranges": found["ranges"],
            "rules": found["rules"],
            "annotation": found["edit"]["changeAnnotations"]["shorten"]["description"],
        });
        check(&answer, expected);
        client.finish().await;
    }
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}

/// Only a testcase has inputs, so the setting changes nothing without one.
#[tokio::test]
async fn ranges_need_a_testcase() {
    let options = json!({ "shorten": { "level": "rewrite", "time": 60, "ranges": true } });
    let parameters = json!({ "capabilities": {}, "initializationOptions": options });
    let mut client = Client::start_with(parameters).await.0;
    client.open_checked(REMAINDER).await;
    let found = shorten(&mut client, json!({ "uri": URI, "apply": false })).await;
    assert_eq!(found["ranges"], Value::Null);
    let message = found["message"].as_str().unwrap_or_default();
    assert!(!message.contains("ranges"), "{message}");
    client.finish().await;
}
