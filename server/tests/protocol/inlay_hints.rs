//! Inlay hints: each kind separately, in the requested lines, with its explanation, switched by settings.

use crate::support::{Client, URI};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

/// A client that resolves tooltips and takes these settings.
async fn client(settings: Value) -> Client {
    let parameters = json!({
        "capabilities": { "textDocument": { "inlayHint": {
            "resolveSupport": { "properties": ["tooltip"] }
        } } },
        "initializationOptions": settings
    });
    Client::start_with(parameters).await.0
}

fn only(kind: &str) -> Value {
    let mut switches =
        json!({ "steps": false, "addresses": false, "readable": false, "values": false });
    switches[kind] = json!(true);
    json!({ "inlayHints": switches })
}

fn lines(first: u32, last: u32) -> Value {
    json!({
        "textDocument": { "uri": URI },
        "range": {
            "start": { "line": first, "character": 0 },
            "end": { "line": last, "character": 0 }
        }
    })
}

/// The text with the hints in it.
fn annotated(text: &str, hints: &Value) -> String {
    let mut lines: Vec<Vec<String>> = text
        .split('\n')
        .map(|line| line.chars().map(String::from).collect())
        .collect();
    for hint in hints.as_array().expect("an array").iter().rev() {
        let number = |what: &str| hint["position"][what].as_u64().expect("a number") as usize;
        let label = format!("‹{}›", hint["label"].as_str().expect("a text"));
        lines[number("line")].insert(number("character"), label);
    }
    lines.iter().map(|line| line.concat() + "\n").collect()
}

async fn check(kind: &str, text: &str, expected: Expect) {
    let mut client = client(only(kind)).await;
    client.open_checked(text).await;
    let hints = client
        .request("textDocument/inlayHint", lines(0, 1000))
        .await;
    expected.assert_eq(&annotated(text, &hints));
    client.finish().await;
}

#[tokio::test]
async fn steps_of_every_line() {
    check(
        "steps",
        "nop/3 # é\n\nmvp/n64 $p0@0 $lc0@0.0\nlinc $lm0v $ln0v\nlpasa $lm0v\nmaskr 1\nnop\nquit\nnop",
        expect![[r#"
            nop/3 # é‹steps 0–2›

            mvp/n64 $p0@0 $lc0@0.0
            linc $lm0v $ln0v‹step 3›
            lpasa $lm0v‹step 4›
            maskr 1
            nop‹step 5›
            quit
            nop
        "#]],
    )
    .await;
}

#[tokio::test]
async fn steps_are_for_clients_that_show_them_at_the_cursor() {
    for (shows_current_line, expected) in [(false, 0), (true, 2)] {
        // The default settings.
        let parameters = json!({
            "capabilities": {
                "textDocument": { "inlayHint": {
                    "resolveSupport": { "properties": ["tooltip"] }
                } },
                "experimental": { "mnc2": { "showsCurrentLine": shows_current_line } }
            }
        });
        let mut client = Client::start_with(parameters).await.0;
        client.open_checked("# a comment\nnop\nnop/2\n").await;
        let hints = client.request("textDocument/inlayHint", lines(0, 9)).await;
        let hints = hints.as_array().expect("hints");
        assert_eq!(hints.len(), expected, "{hints:?}");
        // This shows the client which hints are for one line.
        assert!(hints.iter().all(|it| it["data"]["kind"] == "steps"));
        client.finish().await;
    }
}

#[tokio::test]
async fn a_client_that_shows_values_itself_gets_no_hints_of_them() {
    for (shows_values, expected) in [(false, 1), (true, 0)] {
        let parameters = json!({
            "capabilities": {
                "textDocument": { "inlayHint": {} },
                "experimental": { "mnc2": { "showsValues": shows_values } }
            },
            "initializationOptions": only("values")
        });
        let mut client = Client::start_with(parameters).await.0;
        client.open_checked("d get $lm0n0c0b0m0p0 1\n").await;
        let arguments = json!([{ "uri": URI, "line": 0 }]);
        let run = json!({ "command": "mnc2.runToHere", "arguments": arguments });
        client.request("workspace/executeCommand", run).await;
        let hints = client.request("textDocument/inlayHint", lines(0, 9)).await;
        assert_eq!(hints.as_array().map(Vec::len), Some(expected), "{hints}");
        client.finish().await;
    }
}

#[tokio::test]
async fn addresses_of_transfers_of_several_units() {
    check(
        "addresses",
        "mvp/n256 $p32@0 $lc0@0.0\nmvp/n128 $d0@0 $p64@0\n",
        expect![[r#"
            mvp/n256 $p32@0‹32–287› $lc0@0.0‹0–255›
            mvp/n128 $d0@0‹0–127› $p64@0‹64–191›

        "#]],
    )
    .await;
}

#[tokio::test]
async fn addresses_of_each_cycle() {
    check(
        "addresses",
        "linc -$lm4v $lr0v8/0110\nipassa $m0 $r[0,1,2,3]\nlpassa $lmt8v $ln4094v; l2bmb $lc0 $lb64\n\
         maskr 0b10001\nlpassa $lm0v $lr0v $lt\nmvp/n64 $p32@0 $lc0@0.0\nimm f\"1\" $r0v",
        expect![[r#"
            linc -$lm4v‹[4,6,8,10]› $lr0v8‹[–,8,16,–]›/0110
            ipassa $m0 $r[0,1,2,3]
            lpassa $lmt8v‹[8,10,12,14]+T› $ln4094v‹[4094,0,2,4]›; l2bmb $lc0‹0–63› $lb64‹64–127›
            maskr 0b10001
            lpassa $lm0v‹[0,2,4,6]› $lr0v‹[–,–,–,6]› $lt
            mvp/n64 $p32@0‹32–95› $lc0@0.0‹0–63›
            imm f"1" $r0v‹[–,–,–,3]›
        "#]],
    )
    .await;
}

#[tokio::test]
async fn steps_that_can_read_a_result() {
    check(
        "readable",
        "nop/2\nlinc $lm0v $ln0v\nlinc $lm0v $ln0v $lr0v\nnop\nlinc $lm0v $nowrite\nlinc $lm0v $lr0/0001\nl1bmm@0 $lm0v $lb0",
        expect![[r#"
            nop/2
            linc $lm0v $ln0v‹readable from step 5›
            linc $lm0v $ln0v $lr0v‹readable from step: $ln0v 6, $lr0v 5›
            nop
            linc $lm0v $nowrite
            linc $lm0v $lr0/0001‹readable from step 9›
            l1bmm@0 $lm0v $lb0‹readable from step 10›
        "#]],
    )
    .await;
}

#[tokio::test]
async fn only_the_lines_asked_for_have_hints() {
    let mut client = client(only("steps")).await;
    client.open_checked("nop\nnop\nnop\nnop").await;
    let hints = client.request("textDocument/inlayHint", lines(1, 2)).await;
    let of: Vec<&Value> = hints
        .as_array()
        .expect("an array")
        .iter()
        .map(|hint| &hint["position"]["line"])
        .collect();
    assert_eq!(of, [1, 2]);
    let none = client.request("textDocument/inlayHint", lines(7, 9)).await;
    assert_eq!(none, json!([]));
    client.finish().await;
}

async fn tooltip(kind: &str, text: &str, line: u32, expected: Expect) {
    let mut client = client(only(kind)).await;
    client.open_checked(text).await;
    let hints = client
        .request("textDocument/inlayHint", lines(line, line))
        .await;
    assert_eq!(hints[0].get("tooltip"), None);
    let resolved = client.request("inlayHint/resolve", hints[0].clone()).await;
    expected.assert_eq(
        resolved["tooltip"]
            .as_str()
            .expect("a tooltip in plain text"),
    );

    client.change(2, json!([{ "text": text }])).await;
    client.diagnostics(2).await;
    let stale = client.request("inlayHint/resolve", hints[0].clone()).await;
    assert_eq!(stale, hints[0], "the text is another one");
    client.finish().await;
}

#[tokio::test]
async fn hints_explain_themselves() {
    tooltip("steps", "nop/2\nnop/3", 1, expect!["Steps 2 to 4, cycles 8 to 19, counted from 0. Only PE instructions take steps, nop/n takes n of them (manual 1.2, 3.6.3)."]).await;
    tooltip(
        "addresses",
        "linc $lm0v $nowrite",
        0,
        expect![[r#"
            $lm0v read: LM0, long word

            cycle  single words of every PE
            0      0, 1
            1      2, 3
            2      4, 5
            3      6, 7

            - the base address register $mb is added in a run; it is 0 until written"#]],
    )
    .await;
    tooltip(
        "readable",
        "nop\nlinc $lm0v $lr0v $ln0v",
        1,
        expect![[r#"
        result  read by   in the same order  in any order  manual
        $lr0v   GRF read  step 3             step 4        3.6.3.9
        $ln0v   LM read                      step 4        3.6.3.9"#]],
    )
    .await;
}

#[tokio::test]
async fn clients_that_do_not_resolve_get_everything_at_once() {
    let start = async |capabilities: Value| {
        let parameters =
            json!({ "capabilities": capabilities, "initializationOptions": only("steps") });
        Client::start_with(parameters).await.0
    };
    let mut client = start(json!({ "textDocument": { "inlayHint": {} } })).await;
    client.open_checked("\nnop").await;
    let hints = client.request("textDocument/inlayHint", lines(0, 1)).await;
    // Its hovers are plain text, and so are the tooltips.
    assert!(hints[0]["tooltip"].is_string(), "{hints}");
    assert_eq!(hints[0].get("data"), None);
    client.finish().await;
    let markdown = json!({ "textDocument": { "hover": { "contentFormat": ["markdown"] } } });
    let mut client = start(markdown).await;
    client.open_checked("\nnop").await;
    let hints = client.request("textDocument/inlayHint", lines(0, 1)).await;
    assert_eq!(hints[0]["tooltip"]["kind"], "markdown", "{hints}");
    client.finish().await;
}

#[tokio::test]
async fn another_setting_lets_the_client_ask_again() {
    let capabilities = json!({
        "workspace": { "inlayHint": { "refreshSupport": true } },
        "textDocument": { "inlayHint": {} }
    });
    let mut client = Client::start(capabilities).await;
    client.open_checked("nop").await;
    let settings = json!({ "settings": only("readable") });
    client
        .notify("workspace/didChangeConfiguration", settings.clone())
        .await;
    let refresh = client.incoming("workspace/inlayHint/refresh").await;
    client.answer(&refresh, Value::Null).await;
    let hints = client.request("textDocument/inlayHint", lines(0, 0)).await;
    assert_eq!(hints, json!([]));
    // The same settings again change nothing.
    client
        .notify("workspace/didChangeConfiguration", settings)
        .await;
    client.finish().await;
}

#[tokio::test]
async fn hints_of_others_are_refused() {
    let mut client = client(json!({})).await;
    client.open_checked("nop").await;
    let hint = json!({ "position": { "line": 0, "character": 0 }, "label": "x", "data": 1 });
    let error = client.request_error("inlayHint/resolve", hint).await;
    assert_eq!(error["code"], -32602);
    client.finish().await;
}

#[tokio::test]
async fn values_of_the_last_run() {
    const TEXT: &str = "\
d set $lm0n0c0b0m0p0 1 3FF0000000000000
lpassa $lm0 $ln0
d getd $ln0n0c0b0m0p0 1
d getd $ln0n0c0b0m0 1
nop/2
lpassa $ln0v $lr0v/1100 $ls0/1100
";
    let mut client = client(only("values")).await;
    client.open_checked(TEXT).await;
    let arguments = json!([{ "uri": URI, "line": 5 }]);
    let run = json!({ "command": "mnc2.runToHere", "arguments": arguments });
    client.request("workspace/executeCommand", run).await;
    let hints = client
        .request("textDocument/inlayHint", lines(0, 1000))
        .await;
    expect![[r#"
        d set $lm0n0c0b0m0p0 1 3FF0000000000000
        lpassa $lm0 $ln0
        d getd $ln0n0c0b0m0p0 1‹→ 1›
        d getd $ln0n0c0b0m0 1‹→ 1  0  0  0›
        nop/2
        lpassa $ln0v $lr0v/1100 $ls0/1100‹→ $lr0v/1100 = 0x3ff0000000000000  0x0000000000000000  –  –   $ls0/1100 = 0x3ff0000000000000  0x0000000000000000  –  –›

    "#]].assert_eq(&annotated(TEXT, &hints));
    let explained = client.request("inlayHint/resolve", hints[0].clone()).await;
    assert!(
        explained["tooltip"]
            .to_string()
            .contains("From the run to line 6 (4 steps)."),
        "{explained}"
    );
    // After an edit the values below it are not known.
    let edit = json!([{ "range": lines(3, 3)["range"], "text": "nop\n" }]);
    client.change(2, edit).await;
    client.diagnostics(2).await;
    let hints = client
        .request("textDocument/inlayHint", lines(0, 1000))
        .await;
    assert_eq!(hints.as_array().map(Vec::len), Some(1), "{hints}");
    client.finish().await;
}
