//! `mnc2 equal`: whether two programs do the same.

use std::fs;
use std::path::Path;

use expect_test::{Expect, expect};
use serde_json::Value;

use crate::binary::{folder, mnc2_in, mnc2_reading};

const SUM: &str = "iadd $lr0v $ls0v $lr8v\nnop\niadd $lr8v $ls8v $ln0v\n";
const FORWARDED: &str = "iadd $lr0v $ls0v $nowrite\niadd $aluf $ls8v $ln0v\n";

/// A folder with two programs.
fn programs(name: &str, one: &str, other: &str) -> std::path::PathBuf {
    let folder = folder(name);
    fs::write(folder.join("one.vsm"), one).expect("it can be written");
    fs::write(folder.join("other.vsm"), other).expect("it can be written");
    folder
}

#[track_caller]
fn check(folder: &Path, options: &[&str], code: i32, expected: &Expect) {
    let arguments = ["equal", "one.vsm", "other.vsm"].iter().chain(options);
    let outcome = mnc2_in(folder, arguments);
    expected.assert_eq(&format!("{}{}", outcome.out, outcome.err));
    assert_eq!(outcome.code, code);
}

#[test]
fn places_decide() {
    let folder = programs("equal-places", SUM, FORWARDED);
    check(&folder, &[], 1, &expect![]);
    check(&folder, &["--at", "lm1:0+4"], 0, &expect![]);
    check(&folder, &["--at", "lm1", "--at", "grf0:0+8"], 1, &expect![]);
    check(
        &folder,
        &[
            "--at",
            "grf0n0c0b0m0p0:4+4",
            "--seed",
            "9",
            "--format",
            "json",
        ],
        1,
        &expect![],
    );
}

#[test]
fn what_is_shown_is_compared_alone() {
    let show = "d get $ln0n0c0b0m0p0 4\n";
    let folder = programs(
        "equal-shown",
        &format!("{SUM}{show}"),
        &format!("{FORWARDED}{show}"),
    );
    check(&folder, &[], 0, &expect![]);
    check(&folder, &["--format", "json"], 0, &expect![]);
    let folder = programs("equal-not-shown", &format!("{SUM}{show}"), FORWARDED);
    check(&folder, &[], 1, &expect![]);
    let more = "d get $ln2n0c0b0m0p0 1\n";
    let folder = programs(
        "equal-shown-elsewhere",
        &format!("{SUM}{show}{show}"),
        &format!("{FORWARDED}{show}{more}"),
    );
    check(&folder, &["--lang", "ja"], 1, &expect![]);
}

#[test]
fn what_is_equal_in_runs_is_not_decided() {
    let show = "d get $lr8n0c0b0m0p0 4\n";
    let folder = programs(
        "equal-undecided",
        &format!("iadd $lr0v $ls0v $lr8v\n{show}"),
        &format!("iadd $ls0v $lr0v $lr8v\n{show}"),
    );
    check(&folder, &[], 3, &expect![]);
    check(&folder, &["--runs", "1", "--format", "json"], 3, &expect![]);
    check(&folder, &["--max-steps", "0"], 3, &expect![]);
    check(&folder, &["--runs", "20000"], 2, &expect![]);
}

#[test]
fn solutions_are_compared_within_their_testcase() {
    let folder = programs(
        "equal-testcase",
        "iadd $lm0v $ln0v $ln8v ! a comment of the judge\n",
        "iadd $lm0v $ln0v $lr0v\nnop\nipassa $lr0v $ln8v\n",
    );
    let testcase = "\
d set $lm0n0c0b0m0p0 1 0000000100000001
# YOUR VSM WILL BE INSERTED HERE
d get $ln8n0c0b0m0p0 1 # expect=1 / Int
";
    fs::write(folder.join("testcase.vsm"), testcase).expect("it can be written");
    check(&folder, &["--testcase", "testcase.vsm"], 0, &expect![]);
    check(&folder, &["--testcase", "one.vsm"], 2, &expect![]);
}

#[test]
fn programs_with_errors_are_refused_with_the_first() {
    let folder = programs("equal-errors", SUM, "nop\nnonsense\nmore nonsense\n");
    check(&folder, &[], 2, &expect![]);
    check(&folder, &["--at", "nothing"], 2, &expect![]);
}

#[test]
fn standard_input_is_one_of_the_programs() {
    let folder = programs("equal-stdin", SUM, SUM);
    let other = folder.join("other.vsm");
    let other = other.to_str().expect("a name of text");
    let outcome = mnc2_reading(SUM.as_bytes(), ["equal", "-", other, "--format", "json"]);
    let object: Value = serde_json::from_str(&outcome.out).expect("an object");
    assert_eq!(
        (outcome.code, &object["verdict"]),
        (0, &Value::from("same"))
    );
    let outcome = mnc2_reading(SUM.as_bytes(), ["equal", "-", "-"]);
    assert_eq!(outcome.code, 2);
}
