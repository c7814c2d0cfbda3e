//! The flow of data as a call hierarchy.

use crate::support::places::bracketed;
use crate::support::{Client, at, cursor};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

/// The line at the cursor, the writers of its values, and the readers of its results: each with the written parts.
async fn check(fixture: &str, expected: Expect) {
    let mut client = Client::start(json!({ "textDocument": { "callHierarchy": {} } })).await;
    let (text, position) = cursor(fixture);
    client.open_checked(&text).await;
    let method = "textDocument/prepareCallHierarchy";
    let items = client.request(method, at(&position)).await;
    let mut shown = String::new();
    for item in items.as_array().unwrap_or(&Vec::new()) {
        shown.push_str(&line(item));
        for (method, end) in [("incomingCalls", "from"), ("outgoingCalls", "to")] {
            let method = format!("callHierarchy/{method}");
            let calls = client.request(&method, json!({ "item": item })).await;
            for call in calls.as_array().expect("a list") {
                shown.push_str(&format!("{end} {}", line(&call[end])));
                let ranges = call["fromRanges"].as_array().expect("a list").iter();
                for range in ranges {
                    shown.push_str(&format!("  {}\n", bracketed(&text, range)));
                }
            }
        }
    }
    client.finish().await;
    expected.assert_eq(&shown);
}

fn line(item: &Value) -> String {
    let text = |of: &Value| of.as_str().unwrap_or_default().to_owned();
    assert_eq!(item["range"], item["selectionRange"]);
    format!("{}: {}\n", text(&item["detail"]), text(&item["name"]))
}

#[tokio::test]
async fn a_line_has_those_before_and_after_it() {
    check(
        "lpassa $lm0v $lr0v\nlpassa $lm8v $ls0v # the other one\nnop/2\n  iadd $lr0v ‸$ls0v $lr8v # a sum\nnop/2\n\
         isub $aluf $lr8v $ln0v\nlpassa $lr8v $ln8v\n",
        expect![[r#"
            line 4: iadd $lr0v $ls0v $lr8v
            from line 1: lpassa $lm0v $lr0v
              1: lpassa $lm0v [$lr0v]
            from line 2: lpassa $lm8v $ls0v
              2: lpassa $lm8v [$ls0v] # the other one
            to line 6: isub $aluf $lr8v $ln0v
              4:   [iadd] $lr0v $ls0v $lr8v # a sum
              4:   iadd $lr0v $ls0v [$lr8v] # a sum
            to line 7: lpassa $lr8v $ln8v
              4:   iadd $lr0v $ls0v [$lr8v] # a sum
        "#]],
    )
    .await;
}

#[tokio::test]
async fn a_mask_statement_passes_its_entry_on() {
    let program = "isub $lm0v $lm8v $omr1\nmaskr 1\nlpassa $lm16v $lr0v\nlpassa $lm24v $lr8v\nmask 0\nd get $lr0n0c0b0m0p0 1\n";
    let at = |line: usize| {
        let mut lines: Vec<String> = program.lines().map(str::to_owned).collect();
        lines[line - 1].insert(1, '‸');
        lines.join("\n")
    };
    check(
        &at(1),
        expect![[r#"
        line 1: isub $lm0v $lm8v $omr1
        to line 2: maskr 1
          1: isub $lm0v $lm8v [$omr1]
    "#]],
    )
    .await;
    check(
        &at(2),
        expect![[r#"
        line 2: maskr 1
        from line 1: isub $lm0v $lm8v $omr1
          1: isub $lm0v $lm8v [$omr1]
        to line 3: lpassa $lm16v $lr0v
          2: maskr [1]
        to line 4: lpassa $lm24v $lr8v
          2: maskr [1]
    "#]],
    )
    .await;
    check(
        &at(3),
        expect![[r#"
        line 3: lpassa $lm16v $lr0v
        from line 2: maskr 1
          2: maskr [1]
        to line 6: d get $lr0n0c0b0m0p0 1
          3: lpassa $lm16v [$lr0v]
    "#]],
    )
    .await;
    check(
        &at(6),
        expect![[r#"
        line 6: d get $lr0n0c0b0m0p0 1
        from line 3: lpassa $lm16v $lr0v
          3: lpassa $lm16v [$lr0v]
    "#]],
    )
    .await;
}

#[tokio::test]
async fn what_has_no_data_is_no_line_of_the_tree() {
    check("# com‸ment\nlpassa $lm0v $ln0v\n", expect![[""]]).await;
    check("nop‸\n", expect![[""]]).await;
    check("lpasa $l‸m0v\n", expect![[""]]).await;
    check("lpassa $lm0v $ln0v\n‸", expect![[""]]).await;
}
