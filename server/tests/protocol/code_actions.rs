//! Code actions that depend on the lines around, and other ways to write the selected lines.

use crate::support::{Client, URI, on_line};
use serde_json::{Value, json};

fn capabilities() -> Value {
    json!({ "textDocument": { "codeAction": {
        "codeActionLiteralSupport": { "codeActionKind": { "valueSet": [] } },
        "isPreferredSupport": true
    } } })
}

/// Opens a text, requests actions of a kind, and compares kind, title, preference and edits with the expected values.
async fn check(text: &str, range: Value, only: &str, expected: Value) {
    let found = actions(text, range, only).await;
    let without_silencing: Vec<Value> = found
        .as_array()
        .into_iter()
        .flatten()
        .filter(|action| {
            !action[1]
                .as_str()
                .unwrap_or_default()
                .starts_with("Silence")
        })
        .cloned()
        .collect();
    assert_eq!(Value::from(without_silencing), expected, "{found}");
}

/// Opens a text and requests actions of a kind: kind, title, preference and edits of each.
async fn actions(text: &str, range: Value, only: &str) -> Value {
    let mut client = Client::start(capabilities()).await;
    client.open_checked(text).await;
    let params = json!({
        "textDocument": { "uri": URI },
        "range": range,
        "context": { "diagnostics": [], "only": [only] }
    });
    let found = client.request("textDocument/codeAction", params).await;
    let shown: Vec<Value> = found
        .as_array()
        .into_iter()
        .flatten()
        .map(|action| {
            let edits = action["edit"]["changes"][URI].as_array();
            let edits: Vec<Value> = edits
                .into_iter()
                .flatten()
                .map(|edit| {
                    let place = |end: &str| {
                        format!(
                            "{}:{}",
                            edit["range"][end]["line"], edit["range"][end]["character"]
                        )
                    };
                    json!([place("start"), place("end"), edit["newText"]])
                })
                .collect();
            json!([
                action["kind"],
                action["title"],
                action["isPreferred"],
                edits
            ])
        })
        .collect();
    client.finish().await;
    Value::from(shown)
}

/// The silencing actions for a range of a text, with their edits.
async fn check_silencing(text: &str, range: Value, expected: Value) {
    let found = actions(text, range, "quickfix").await;
    let silencing: Vec<Value> = found
        .as_array()
        .into_iter()
        .flatten()
        .filter(|action| {
            action[1]
                .as_str()
                .unwrap_or_default()
                .starts_with("Silence")
        })
        .map(|action| json!([action[1], action[3]]))
        .collect();
    assert_eq!(Value::from(silencing), expected, "{found}");
}

#[tokio::test]
async fn a_finding_can_be_silenced() {
    let file = "Silence W1101 in this file with `allow-file`";
    let line = "Silence W1101 here with `allow`";
    check_silencing(
        "nop\r\nlpassa $aluf $ln0 \r\n",
        on_line(1, 0, 0),
        json!([
            [line, [["1:17", "1:17", " # mnc2: allow(W1101)"]]],
            [file, [["0:0", "0:0", "# mnc2: allow-file(W1101)\r\n"]]]
        ]),
    )
    .await;
    // Existing comments are extended.
    check_silencing(
        "# mnc2: allow-file(W1002) old\nlpassa $aluf $ln0 # mnc2: allow(W10, E1010) so it is\n",
        on_line(1, 0, 0),
        json!([
            [line, [["1:42", "1:42", ", W1101"]]],
            [file, [["0:24", "0:24", ", W1101"]]]
        ]),
    )
    .await;
    check_silencing(
        "# mnc2: allow(E1010)\nlpassa $aluf $ln0 # expect=[1] / Float\n",
        on_line(1, 0, 0),
        json!([
            [line, [["0:19", "0:19", ", W1101"]]],
            [file, [["0:0", "0:0", "# mnc2: allow-file(W1101)\n"]]]
        ]),
    )
    .await;
    check_silencing(
        "lpassa $aluf $ln0 # expect=[1] / Float\n",
        on_line(0, 0, 0),
        json!([
            [line, [["0:0", "0:0", "# mnc2: allow(W1101)\n"]]],
            [file, [["0:0", "0:0", "# mnc2: allow-file(W1101)\n"]]]
        ]),
    )
    .await;
    // An error is not: the assembler still refuses the program.
    check_silencing("nop\nlpasa $lm0v $ln0v\n", on_line(1, 0, 0), json!([])).await;
}

#[tokio::test]
async fn no_two_actions_have_one_title() {
    let text = "nop/0\nnop/0\nlpasa $lm0v $ln0v\nlpasa $lm0v $ln0v; lpasa $lm0v $ln0v\n";
    let selection = json!({
        "start": { "line": 0, "character": 0 }, "end": { "line": 4, "character": 0 }
    });
    let found = actions(text, selection, "").await;
    let mut titles: Vec<&str> = found
        .as_array()
        .into_iter()
        .flatten()
        .map(|action| action[1].as_str().unwrap_or_default())
        .collect();
    assert!(
        titles.contains(&"Silence W0109 here with `allow` (line 2)"),
        "{titles:?}"
    );
    assert!(
        titles.contains(&"Silence W0109 in this file with `allow-file`"),
        "{titles:?}"
    );
    let count = titles.len();
    titles.sort_unstable();
    titles.dedup();
    assert_eq!(titles.len(), count, "{found}");
}

const FIXABLE: &str =
    "lpassa $lm0v $ln0v\r\nlpassa $ln0v $lr0\r\nlpasa $lm0v $ln0v\r\nwait i01\r\n";

#[tokio::test]
async fn everything_that_is_safe_to_fix_is_one_action() {
    let expected = json!([[
        "source.fixAll.mnc2",
        "Fix all 2 findings in this file that are safe to fix",
        null,
        [
            ["1:0", "1:0", "nop/2\r\n"],
            ["3:0", "4:0", "nop; wait i01\r\n"]
        ]
    ]]);
    for kind in ["source", "source.fixAll", "source.fixAll.mnc2"] {
        check(FIXABLE, on_line(0, 0, 0), kind, expected.clone()).await;
    }
    for kind in ["source.organizeImports", "source.fixAll.other"] {
        check(FIXABLE, on_line(0, 0, 0), kind, json!([])).await;
    }
    check("nop\n", on_line(0, 0, 0), "source", json!([])).await;
}

/// The menu that a user opens on a finding has it; automatic requests do not get it.
#[tokio::test]
async fn everything_is_offered_where_a_user_looks_at_a_fix() {
    let mut client = Client::start(capabilities()).await;
    client.open_checked(FIXABLE).await;
    for (line, trigger, expected) in [(1, 1, true), (1, 2, false), (0, 1, false)] {
        let params = json!({
            "textDocument": { "uri": URI },
            "range": on_line(line, 0, 0),
            "context": { "diagnostics": [], "triggerKind": trigger }
        });
        let found = client.request("textDocument/codeAction", params).await;
        let mut all = found.as_array().into_iter().flatten();
        let is_offered = all.any(|action| action["kind"] == "source.fixAll.mnc2");
        assert_eq!(is_offered, expected, "line {line}, trigger {trigger}");
    }
    client.finish().await;
}

#[tokio::test]
async fn a_read_that_comes_too_early_has_two_fixes() {
    check(
        "lpassa $lm0v $ln0v\r\nladd $ln0v $lr0v $ls0v\r\n",
        on_line(1, 0, 0),
        "quickfix",
        json!([
            [
                "quickfix",
                "Insert `nop/2` before this line (score 4)",
                true,
                [["1:0", "1:0", "nop/2\r\n"]]
            ],
            [
                "quickfix",
                "Read `$aluf`, which has this value (score 2)",
                null,
                [["1:5", "1:10", "$aluf"]]
            ]
        ]),
    )
    .await;
}

/// The page on hazards quotes the menu of its first program.
#[tokio::test]
async fn the_page_on_hazards_quotes_the_menu() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/hunting-a-hazard.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let (_, block) = page
        .split_once("```vsm round.vsm\n")
        .expect("it has the program");
    let (program, _) = block.split_once("```").expect("the program ends");
    let found = actions(program, on_line(5, 8, 8), "quickfix").await;
    let titles = found.as_array().into_iter().flatten();
    let titles = titles.filter_map(|action| action[1].as_str());
    let with_score: Vec<&str> = titles.filter(|title| title.contains("(score ")).collect();
    assert_eq!(with_score.len(), 2, "{found}");
    let page = page.replace('\n', " ");
    for title in with_score {
        assert!(page.contains(&format!("*{title}*")), "{title}");
    }
}

#[tokio::test]
async fn a_fix_of_two_findings_is_offered_once() {
    check(
        "immu i\"0x40240000\" $ln0\nimmu i\"0x3fe00000\" $lr0v\ndvfmau $lm0v $ln0 $lr0v $nowrite\n",
        on_line(2, 0, 0),
        "quickfix",
        json!([[
            "quickfix",
            "Insert `nop` before this line",
            true,
            [["2:0", "2:0", "nop\n"]]
        ]]),
    )
    .await;
}

#[tokio::test]
async fn a_nop_above_becomes_longer() {
    check(
        "lpassa $lm0v $ln0v\nnop\n# あ\nfvadd $ln0v $lr0v $ls0v",
        on_line(3, 0, 0),
        "quickfix",
        json!([
            [
                "quickfix",
                "Lengthen the `nop` above to `nop/2` (score 4)",
                true,
                [["1:0", "1:3", "nop/2"]]
            ],
            [
                "quickfix",
                "Read `$aluf`, which has this value (score 3)",
                null,
                [["3:6", "3:11", "$aluf"]]
            ]
        ]),
    )
    .await;
}

#[tokio::test]
async fn steps_are_packed_and_unpacked() {
    let pack = json!([[
        "refactor.inline",
        "Pack into the previous step",
        null,
        [
            ["0:18", "0:18", "; fvadd $ls0v $lr0v $ls8v"],
            ["1:0", "2:0", ""]
        ]
    ]]);
    let text = "lpassa $lm0v $ln0v\nfvadd $ls0v $lr0v $ls8v\n";
    check(text, on_line(1, 3, 3), "refactor.inline", pack.clone()).await;
    check(text, on_line(0, 3, 3), "refactor.inline", json!([])).await;
    check(
        "lpassa $lm0v $ln0v; fvadd $ls0v $lr0v $ls8v",
        on_line(0, 3, 3),
        "refactor.extract",
        json!([[
            "refactor.extract",
            "Unpack into 2 steps",
            null,
            [["0:0", "0:43", "lpassa $lm0v $ln0v\nfvadd $ls0v $lr0v $ls8v"]]
        ]]),
    )
    .await;
}

#[tokio::test]
async fn whole_selections_are_rewritten() {
    let selection = json!({
        "start": { "line": 0, "character": 0 }, "end": { "line": 2, "character": 0 }
    });
    check(
        "lpassa $lm[0,2,4,6] $ln8\n# x\nlpassa $lm[0,2,4,6] $ln8\n",
        selection,
        "refactor",
        json!([
            [
                "refactor.rewrite",
                "Write the addresses with a stride",
                null,
                [["0:10", "0:19", "0v"]]
            ],
            [
                "refactor.rewrite",
                "Write the addresses as lists",
                null,
                [["0:23", "0:24", "[8,8,8,8]"]]
            ]
        ]),
    )
    .await;
}

#[tokio::test]
async fn needless_steps_of_nop_are_counted() {
    check(
        "lpassa $lm0v $ln0v\nnop/5 # wait\nlpassa $ln0v $lr0v\n",
        on_line(1, 0, 0),
        "refactor.inline",
        json!([[
            "refactor.inline",
            "Remove 3 needless steps of `nop`",
            null,
            [["1:0", "1:5", "nop/2"]]
        ]]),
    )
    .await;
}

/// The actions at a line of two steps that cannot share one: titles, and reasons of those that are disabled.
async fn actions_on_two_steps(disabled: bool, trigger: u8) -> Vec<(String, Option<String>)> {
    let mut capabilities = capabilities();
    capabilities["textDocument"]["codeAction"]["disabledSupport"] = json!(disabled);
    let mut client = Client::start(capabilities).await;
    client
        .open_checked("ladd $lm8v $ls0v $ls8v\nlsub $lm16v $ls0v $ls16v\n")
        .await;
    let params = json!({
        "textDocument": { "uri": URI },
        "range": on_line(1, 0, 0),
        "context": { "diagnostics": [], "only": ["refactor.inline", "refactor.move"], "triggerKind": trigger }
    });
    let found = client.request("textDocument/codeAction", params).await;
    client.finish().await;
    let all = found.as_array().into_iter().flatten();
    all.map(|action| {
        let reason = action["disabled"]["reason"].as_str().map(str::to_owned);
        assert_eq!(reason.is_some(), action["edit"].is_null(), "{action}");
        let title = action["title"].as_str().unwrap_or_default();
        (title.to_owned(), reason)
    })
    .collect()
}

/// Impossible actions and their reasons are only sent if the user opens the menu of a client that can show them.
#[tokio::test]
async fn what_cannot_be_done_is_disabled_with_its_reason() {
    let up = "Move up by 1 step, before line 1: the program begins there";
    let down = "Move step down as far as is safe";
    let pack = "Pack into the previous step";
    let why = "`ladd` reads `$lm8v` and `lsub` reads `$lm16v`: two regions of LM0, but the field `lm0` holds one";
    let owned = |all: &[(&str, Option<&str>)]| -> Vec<(String, Option<String>)> {
        let all = all.iter();
        all.map(|(title, reason)| ((*title).to_owned(), reason.map(str::to_owned)))
            .collect()
    };
    let both = [
        (up, None),
        (pack, Some(why)),
        (down, Some("the program ends there")),
    ];
    assert_eq!(actions_on_two_steps(true, 1).await, owned(&both));
    assert_eq!(actions_on_two_steps(false, 1).await, owned(&[(up, None)]));
    // A move would be offered on almost every line.
    assert_eq!(actions_on_two_steps(true, 2).await, []);
}

/// The page of a finding's code is the last action, in every language, for clients that can show it.
#[tokio::test]
async fn a_finding_is_explained_by_its_page() {
    let with = |more: Value| {
        let mut declared = capabilities();
        for (key, value) in more.as_object().into_iter().flatten() {
            declared[key] = value.clone();
        }
        declared
    };
    let own = with(json!({ "experimental": { "mnc2": { "showsPages": true } } }));
    let browser = with(json!({ "window": { "showDocument": { "support": true } } }));
    for (declared, is_shown, opens) in [
        (own, true, false),
        (browser, true, true),
        (capabilities(), false, false),
    ] {
        let mut client = Client::start(declared).await;
        let found = client.open_checked("nop\nlpassa $lm0v $lr1v\n").await;
        let asked = |trigger: u32, code: &str| {
            let mut diagnostic = found[0].clone();
            diagnostic["code"] = code.into();
            json!({
                "textDocument": { "uri": URI },
                "range": diagnostic["range"],
                "context": { "diagnostics": [diagnostic], "only": ["quickfix"], "triggerKind": trigger }
            })
        };
        let mut titles = Vec::new();
        for params in [
            asked(1, "E0305"),
            asked(2, "E0305"),
            asked(1, "TE0602"),
            asked(1, "E9999"),
        ] {
            let actions = client.request("textDocument/codeAction", params).await;
            let actions = actions.as_array().cloned().unwrap_or_default();
            let is_explaining = |it: &&Value| it["command"]["command"] == "mnc2.explain";
            if let Some(at) = actions.iter().position(|it| is_explaining(&it)) {
                assert_eq!(at, actions.len() - 1);
            }
            let mut explaining = actions.iter().filter(is_explaining);
            titles.push(explaining.next().map(|it| it["title"].clone()));
        }
        let shown = |title: &str| is_shown.then(|| Value::from(title));
        let expected = [shown("Explain E0305"), None, shown("Explain TE0602"), None];
        assert_eq!(titles, expected);

        let command = json!({ "command": "mnc2.explain", "arguments": [{ "code": "E0305" }] });
        let answer = client.request("workspace/executeCommand", command).await;
        assert_eq!(answer, json!({ "content": "mnc2-page:/E0305.md" }));
        if opens {
            let request = client.incoming("window/showDocument").await;
            let address = request["params"]["uri"].as_str().unwrap_or_default();
            assert!(address.ends_with("/diagnostics/E0305.md"), "{address}");
            client.answer(&request, json!({ "success": true })).await;
        }
        let page = json!({ "uri": "mnc2-page:/E0305.md" });
        let page = client.request("mnc2/textDocumentContent", page).await;
        let text = page["text"].as_str().unwrap_or_default();
        assert!(text.starts_with("# E0305: misaligned address"), "{text}");
        let wrong = json!({ "command": "mnc2.explain", "arguments": [{ "code": "E9999" }] });
        let error = client
            .request_error("workspace/executeCommand", wrong)
            .await;
        assert_eq!(error["code"], -32602);
        client.finish().await;
    }
}
