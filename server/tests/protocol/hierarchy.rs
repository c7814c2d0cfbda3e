//! The flow of data as a call hierarchy.

use crate::support::places::bracketed;
use crate::support::{Client, at, cursor};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

/// The line at the cursor, what gives it values, and what takes its own: each with the parts that are written.
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
        expect![[r#""#]],
    )
    .await;
}

#[tokio::test]
async fn forwarding_masks_and_statements_take_part() {
    check(
        "isub $lm0v $lm8v $omr1\nnop/2\nmask 1\nlpassa $lm16v $lr0v\nnop/2\nd get ‸$lr0n0c0b0m0p0 1\n",
        expect![[r#""#]],
    )
    .await;
    check(
        "‸isub $lm0v $lm8v $omr1\nnop/2\nmask 1\nlpassa $lm16v $lr0v\nlpassa $ln0v $ls0v/$imr1\n",
        expect![[r#""#]],
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
