//! `mnc2 diff`, and `mnc2 judge --debug`: from a wrong value to its cause.

use std::fs;
use std::path::Path;

use expect_test::{Expect, expect};

use crate::binary::{folder, mnc2_in};

const GOOD: &str = "imm i\"3\" $lr0\nnop/4\niadd $lr0 $lr0 $ls0\nnop/4\niadd $ls0 $lr0 $lr4\n";
const TESTCASE: &str = "\
d set $lm0n0c0b0m0p0 1 l1
# ======= YOUR VSM WILL BE INSERTED HERE =======
nop/2
# ======= Output =======
d getd $ln0n0c0b0m0p0 1 # expect=[2] / Long @[0] atol=0 rtol=0
";

#[track_caller]
fn check(folder: &Path, arguments: &[&str], code: i32, expected: &Expect) {
    let outcome = mnc2_in(folder, arguments);
    expected.assert_eq(&format!("{}{}", outcome.out, outcome.err));
    assert_eq!(outcome.code, code);
}

#[test]
fn the_first_difference_is_shown_with_the_text() {
    let folder = folder("diff-first");
    let bad = GOOD.replace("iadd $ls0 $lr0 $lr4", "nop\niadd $ls0 $ls0 $lr4");
    for (name, text) in [("good.vsm", GOOD), ("bad.vsm", &bad)] {
        fs::write(folder.join(name), text).expect("it can be written");
    }
    check(
        &folder,
        &["diff", "good.vsm", "good.vsm"],
        0,
        &expect![[r#"
        both runs write the same
    "#]],
    );
    check(
        &folder,
        &["diff", "good.vsm", "bad.vsm"],
        1,
        &expect![[r#"
            line 5 of good.vsm and line 6 of bad.vsm write different values
            $lr4@n0c0b0m0p0: (9, 9) · 0x0000000900000009 in the first, (12, 12) · 0x0000000c0000000c in the second
            + 5: nop
            - 5: iadd $ls0 $lr0 $lr4
            + 6: iadd $ls0 $ls0 $lr4
        "#]],
    );
}

#[test]
fn an_order_that_changes_nothing_is_no_difference() {
    let folder = folder("diff-order");
    let [one, other] = ["imm i\"1\" $lr0\n", "imm i\"2\" $ls0\n"];
    let programs = [
        (
            "good.vsm",
            format!("{one}{other}nop/3\nd get $lr0n0c0b0m0p0 1\n"),
        ),
        (
            "order.vsm",
            format!("{other}d get $lr0n0c0b0m0p0 1\n{one}nop/3\n"),
        ),
        ("last.vsm", format!("{one}imm i\"3\" $lr0\nnop/3\n")),
        ("first.vsm", format!("imm i\"3\" $lr0\n{one}nop/3\n")),
    ];
    for (name, text) in programs {
        fs::write(folder.join(name), text).expect("it can be written");
    }
    let same = expect![[r#"
        both runs write the same
    "#]];
    check(&folder, &["diff", "good.vsm", "order.vsm"], 0, &same);
    check(
        &folder,
        &["diff", "last.vsm", "first.vsm"],
        1,
        &expect![[r#"
            line 2 of last.vsm and line 1 of first.vsm write the same, and their order leaves different values
            $lr0@n0c0b0m0p0: (3, 3) · 0x0000000300000003 in the first, (1, 1) · 0x0000000100000001 in the second
            - 2: imm i"3" $lr0
            + 1: imm i"3" $lr0
        "#]],
    );
}

/// A file in another language is not read as MN-Core 2.
#[test]
fn other_languages_are_refused() {
    let folder = folder("diff-language");
    fs::write(folder.join("good.vsm"), GOOD).expect("it can be written");
    let text = "# mnc2: language=rvmatrix\n\tli t0, 1\n";
    fs::write(folder.join("other.s"), text).expect("it can be written");
    let testcase =
        "# YOUR VSM WILL BE INSERTED HERE\nd get $lm0n0c0b0m0p0 1 # expect=[1] / Int @[0]\n";
    fs::write(folder.join("testcase.vsm"), testcase).expect("it can be written");
    let expected = expect![[r#"
        mnc2: `other.s` is read as `rvmatrix`, and this command is for MN-Core 2 assembly only
    "#]];
    for command in [
        &["diff", "good.vsm", "other.s"][..],
        &["equal", "good.vsm", "other.s"],
        &["schedule", "other.s"],
        &["timeline", "other.s"],
        &["expand", "other.s", "--all"],
        &["judge", "testcase.vsm", "other.s"],
    ] {
        check(&folder, command, 2, &expected);
    }
}

#[test]
fn a_wrong_value_opens_the_debugger() {
    let folder = folder("diff-judge");
    let solution = "lpassa $lm0v $ln0v\n";
    for (name, text) in [("testcase.vsm", TESTCASE), ("solution.vsm", solution)] {
        fs::write(folder.join(name), text).expect("it can be written");
    }
    let judge = ["judge", "testcase.vsm", "solution.vsm", "--debug"];
    check(
        &folder,
        &judge,
        1,
        &expect![[r#"
            RESULT MISMATCH: pos=0 actual=1 (0x1) expected=2 error=-1 (LM1(n0c0b0m0p0,0), testcase.vsm:5)
            0 value(s) correct, but 1 value(s) mismatch
            1: lpassa $lm0v $ln0v
            > goto end
            wrong value [0] of the testcase: 1 (0x1) instead of 2; `origin $ln0@n0c0b0m0p0` shows its origin
            end of the program
            > origin $ln0@n0c0b0m0p0
            $ln0@n0c0b0m0p0: line 1, cycle 0, wrote 0x0000000000000001
                it read $lm0@n0c0b0m0p0: 0x0000000000000001
        "#]],
    );
}
