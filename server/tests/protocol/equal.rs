//! `mnc2.equal`: whether two programs are equivalent, alone and as solutions of a testcase.

use crate::support::{Client, URI};
use serde_json::{Value, json};

const INVALID_PARAMS: i64 = -32602;
const REQUEST_FAILED: i64 = -32803;

const OTHER: &str = "file:///equal/other.vsm";
const TESTCASE_URI: &str = "file:///equal/testcase.vsm";

const TESTCASE: &str = "\
d set $lm0n0c0b0m0p0 1 l3
d set $lr0n0c0b0m0p0 1 l5
# ======= YOUR VSM WILL BE INSERTED HERE =======
nop/2
# ======= Output =======
d getd $ln0n0c0b0m0p0 1 # expect=[6] / Long @[0]
";

const DOUBLE: &str = "ladd $lm0 $lm0 $ln0\n";

async fn open(one: &str, other: &str) -> Client {
    let mut client = Client::start(json!({})).await;
    client.open_checked(one).await;
    client.open_as(OTHER, other).await;
    client.open_as(TESTCASE_URI, TESTCASE).await;
    client
}

fn command(testcase: Option<&str>) -> Value {
    let mut argument = json!({ "uri": URI, "other": OTHER });
    if let Some(testcase) = testcase {
        argument["testcase"] = testcase.into();
    }
    json!({ "command": "mnc2.equal", "arguments": [argument] })
}

async fn compare(one: &str, other: &str, testcase: Option<&str>) -> Value {
    let mut client = open(one, other).await;
    client
        .request("workspace/executeCommand", command(testcase))
        .await
}

#[tokio::test]
async fn equivalent_solutions_are_proven_to_be() {
    let other = "lpassa $lm0 $nowrite\nladd $aluf $lm0 $ln0\n";
    let same = json!({ "verdict": "same", "message": "equivalent, proven by dataflow" });
    assert_eq!(compare(DOUBLE, other, Some(TESTCASE_URI)).await, same);
    assert_eq!(compare(DOUBLE, other, None).await, same);
    // What the testcase does not show may differ.
    let more = "ladd $lm0 $lm0 $ln0\nlpassa $lm0 $lr0\n";
    assert_eq!(compare(DOUBLE, more, Some(TESTCASE_URI)).await, same);
    let found = compare(DOUBLE, more, None).await;
    assert_eq!(found["verdict"], "different");
}

#[tokio::test]
async fn a_difference_names_the_line_of_the_testcase_or_the_start() {
    let found = compare(DOUBLE, "linc $lm0 $ln0\n", Some(TESTCASE_URI)).await;
    assert_eq!(
        found,
        json!({ "verdict": "different", "message": "different: line 6 shows other values" })
    );
    let from_zero = "ladd $lm0 $lm0 $nowrite\nladd $aluf $lr0 $ln0\n";
    let found = compare(DOUBLE, from_zero, None).await;
    assert_eq!(found["verdict"], "different");
    assert_eq!(
        found["message"],
        "equal where memories start with zeros, different where they start with other values"
    );
}

#[tokio::test]
async fn other_ways_to_the_same_integer_are_proven_bit_by_bit() {
    let sum = "ladd $lm0 $lr0 $ln0\n";
    let bits = "lor $lm0 $lr0 $ls0\nland $lm0 $lr0 $nowrite\nnop\nladd $aluf $ls0 $ln0\n";
    let found = compare(sum, bits, Some(TESTCASE_URI)).await;
    assert_eq!(
        found,
        json!({
            "verdict": "same",
            "message": "equivalent, proven by dataflow and, for 2 words, bit by bit",
        })
    );
}

#[tokio::test]
async fn a_multiply_add_by_one_is_not_decided() {
    let sum = "fvadd $lm0 $lr0 $ln0\n";
    let by_one = "imm f\"1.0\" $nowrite\nfvfma $lm0 $aluf $lr0 $ln0\n";
    let found = compare(sum, by_one, Some(TESTCASE_URI)).await;
    assert_eq!(
        found,
        json!({ "verdict": "undecided", "message": "not decided: equal in 8 runs" })
    );
}

#[tokio::test]
async fn errors_and_missing_documents_are_said() {
    let mut client = open(DOUBLE, "laddd $lm0 $lm0 $ln0\n").await;
    let error = client
        .request_error("workspace/executeCommand", command(Some(TESTCASE_URI)))
        .await;
    assert_eq!(error["code"], REQUEST_FAILED, "{error}");
    let mut client = Client::start(json!({})).await;
    client.open_checked(DOUBLE).await;
    let error = client
        .request_error("workspace/executeCommand", command(None))
        .await;
    assert_eq!(error["code"], INVALID_PARAMS);
    assert_eq!(error["message"], format!("{OTHER} is not open"));
}
