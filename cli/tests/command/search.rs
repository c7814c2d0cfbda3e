//! `mnc2 search`: other instructions for a few lines.

use std::fs;
use std::path::Path;

use expect_test::{Expect, expect};
use serde_json::Value;

use crate::binary::{folder, mnc2_in};

const MINUS: &str = "snot $lm0v $nowrite # first\nsinc $aluf $nowrite\nsnot $aluf $ln0v\n";
const TWICE: &str = "fvpassa -$lm0v $nowrite\nfvpassa -$mauf $ln0v\n";

#[track_caller]
fn check(folder: &Path, options: &[&str], code: i32, expected: &Expect) {
    let outcome = mnc2_in(folder, ["search"].iter().chain(options));
    expected.assert_eq(&format!("{}{}", outcome.out, outcome.err));
    assert_eq!(outcome.code, code);
}

#[test]
fn what_is_proven_is_written() {
    let folder = folder("search-proven");
    fs::write(folder.join("minus.vsm"), MINUS).expect("it can be written");
    check(
        &folder,
        &["minus.vsm", "-o", "out.vsm"],
        0,
        &expect![[r#"
        sdec $lm0v $ln0v
        3 steps before, 1 after
        equivalent, proven bit by bit
    "#]],
    );
    let written = fs::read_to_string(folder.join("out.vsm")).expect("it was written");
    expect![[r#"
        # first
        sdec $lm0v $ln0v
    "#]]
    .assert_eq(&written);
}

#[test]
fn what_is_not_proven_is_written_on_demand() {
    let folder = folder("search-tried");
    fs::write(folder.join("twice.vsm"), TWICE).expect("it can be written");
    check(
        &folder,
        &["twice.vsm", "-o", "out.vsm"],
        3,
        &expect![[r#"
        fvpassa $lm0v $ln0v
        2 steps before, 1 after
        tried on 15937 inputs, not proven
        mnc2: not written, because it is not proven; `--unproven` writes it
    "#]],
    );
    assert!(!folder.join("out.vsm").exists());
    check(
        &folder,
        &["twice.vsm", "-o", "out.vsm", "--unproven"],
        0,
        &expect![[r#"
            fvpassa $lm0v $ln0v
            2 steps before, 1 after
            tried on 15937 inputs, not proven
        "#]],
    );
    let written = fs::read_to_string(folder.join("out.vsm")).expect("it was written");
    expect![[r#"
        fvpassa $lm0v $ln0v
    "#]]
    .assert_eq(&written);
}

#[test]
fn an_object_says_everything() {
    let folder = folder("search-json");
    fs::write(folder.join("minus.vsm"), MINUS).expect("it can be written");
    let outcome = mnc2_in(&folder, ["search", "minus.vsm", "--format", "json"]);
    let object: Value = serde_json::from_str(&outcome.out).expect("an object");
    assert_eq!(object["before"], 3);
    assert_eq!(object["after"], 1);
    assert_eq!(object["lines"], serde_json::json!(["sdec $lm0v $ln0v"]));
    assert_eq!(object["proof"], serde_json::json!({ "kind": "bits" }));
}

#[test]
fn the_inputs_of_a_testcase_are_those_that_count() {
    let folder = folder("search-testcase");
    let testcase = "d set $lm0p0 1 0000000300000004 # values=[3, 4] / Int @[0],[1]\n\
                    # ======= YOUR VSM WILL BE INSERTED HERE =======\n\
                    d getd $ln0n0c0b0m0p0 1 # expect=[4, 5] / Int @[0],[1]\n";
    fs::write(folder.join("testcase.vsm"), testcase).expect("it can be written");
    let solution = "lpassa $lm0v $lr0v\nnop\niinc $lr0v $ln0v\n";
    fs::write(folder.join("01.vsm"), solution).expect("it can be written");
    check(
        &folder,
        &["01.vsm", "--testcase", "testcase.vsm", "--length", "1"],
        0,
        &expect![[r#"
            iinc $lm0v $ln0v
            3 steps before, 2 in the best order of the same instructions, 1 after
            equivalent, proven by dataflow
        "#]],
    );
}

#[test]
fn a_search_has_limits() {
    let folder = folder("search-limits");
    let many: String = (0..17)
        .map(|it| format!("iinc $lm{}v $ln{}v\n", it * 8, it * 8))
        .collect();
    fs::write(folder.join("many.vsm"), many).expect("it can be written");
    check(
        &folder,
        &["many.vsm"],
        1,
        &expect![[r#"
        mnc2: nothing to search: these lines read or write more than 16 operands; choose fewer with `--region`
    "#]],
    );
    check(
        &folder,
        &["many.vsm", "--region", "18..20"],
        2,
        &expect![[r#"
            mnc2: --region 18..20: the last line of `many.vsm` is 17
        "#]],
    );
    check(
        &folder,
        &["many.vsm", "--length", "5"],
        2,
        &expect![[r#"
        error: invalid value '5' for '--length <COUNT>': 5 is not in 1..=4

        For more information, try '--help'.
    "#]],
    );
    fs::write(folder.join("bad.vsm"), "iadd $lm0v\n").expect("it can be written");
    check(
        &folder,
        &["bad.vsm"],
        1,
        &expect![[r#"
        error[E0302]: `iadd` takes 2 inputs and at least 1 output, but has only 1 operand
         --> bad.vsm:1:1
          |
        1 | iadd $lm0v
          | ^^^^^^^^^^
          |
          = help: syntax: `iadd <src_x> <src_y> <dst_0> [<dst_1>..]`
          = note: manual 3.6.12.16

    "#]],
    );
    fs::write(folder.join("transfer.vsm"), "l1bmm $lb0 $lm0v\n").expect("it can be written");
    check(
        &folder,
        &["transfer.vsm"],
        1,
        &expect![[r#"
        mnc2: nothing to search: line 1 has an instruction that is not searched; only instructions of the ALU on the memories of the PE and vector instructions of the MAU are
    "#]],
    );
}
