//! `mnc2 judge` as it is called: verdicts and exit codes.

use expect_test::{Expect, expect};

use crate::binary::{file, folder, mnc2, text};

const TESTCASE: &str = "\
# ======= In(0): LM0 / Int =======
d set $lm0p0 1 0000000300000004 # values=[3, 4] / Int @[0],[1]

# ======= YOUR VSM WILL BE INSERTED HERE =======
# ======= Out(0): LM1 / Int =======
d getd $ln0n0c0b0m0p0 1 # expect=[5, 6] / Int @[0],[1]
";

/// Exit code, standard output and standard error of a judgement; files are named without their folder.
#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "`expect!` makes a value")]
fn check(test: &str, testcase: &str, solution: &str, options: &[&str], expected: Expect) {
    let folder = folder(&format!("judge-{test}"));
    let testcase = file(&folder, "testcase.vsm", testcase);
    let solution = file(&folder, "solution.vsm", solution);
    let files = ["judge", text(&testcase), text(&solution)];
    let outcome = mnc2(files.iter().chain(options));
    let shown = format!("{}\n{}--\n{}", outcome.code, outcome.out, outcome.err);
    expected.assert_eq(&shown.replace(&format!("{}/", text(&folder)), ""));
}

const RIGHT: &str = "imm i\"2\" $lr0 ! two\n\niadd $lm0 $aluf $ln0 # done\n";

#[test]
fn accepted() {
    check(
        "accepted",
        TESTCASE,
        RIGHT,
        &[],
        expect![[r#"
        0
        ACCEPTED!! score=2 j=2 m=0 bytes=34
        --
    "#]],
    );
}

#[test]
fn wrong_values() {
    check(
        "wrong",
        TESTCASE,
        "imm i\"1\" $lr0\niadd $lm0 $aluf $ln0\n",
        &[],
        expect![[r#"
            1
            RESULT MISMATCH: pos=[0] actual=4 expected=5 error=1.0
            RESULT MISMATCH: pos=[1] actual=5 expected=6 error=1.0
            2 of 2 values are wrong
            --
        "#]],
    );
}

#[test]
fn debug_lines_are_left_out_unless_asked_for() {
    let solution = format!("d set $lm0p0 1 l7\nd get $lm0p0n0c0b0m0 1\n{RIGHT}");
    check(
        "debug",
        TESTCASE,
        &solution,
        &[],
        expect![[r#"
            0
            ACCEPTED!! score=2 j=2 m=0 bytes=75
            --
        "#]],
    );
    check(
        "debug-get",
        TESTCASE,
        &solution,
        &["--enable-get"],
        expect![[r#"
            0
            ACCEPTED!! score=2 j=2 m=0 bytes=75
            --
            DEBUG-LM0(n0c0b0m0p0,0):(f:0, i:{{0x0,0x3},{0x0,0x4}}, v:0x300000004) #d get $lm0p0n0c0b0m0 1
        "#]],
    );
    check(
        "debug-set",
        TESTCASE,
        &solution,
        &["--enable-set"],
        expect![[r#"
            1
            RESULT MISMATCH: pos=[0] actual=2 expected=5 error=3.0
            RESULT MISMATCH: pos=[1] actual=9 expected=6 error=3.0
            2 of 2 values are wrong
            --
        "#]],
    );
    let harmless = format!("d set $lm2p0 1 0000000000000000\n{RIGHT}");
    check(
        "debug-set-harmless",
        TESTCASE,
        &harmless,
        &["--enable-set"],
        expect![[r#"
            1
            NOT ACCEPTED: every value is right, but the solution contains `d set`
            --
        "#]],
    );
}

#[test]
fn the_program_after_the_solution_is_run() {
    let testcase = TESTCASE.replace(
        "# ======= Out(0)",
        "nop/2\niinc $ln0 $ln0\n# ======= Output =======\n# ======= Out(0)",
    );
    check(
        "suffix",
        &testcase,
        &RIGHT.replace("\"2\"", "\"1\""),
        &[],
        expect![[r#"
        0
        ACCEPTED!! score=2 j=2 m=0 bytes=34
        --
    "#]],
    );
}

#[test]
fn a_verdict_as_data() {
    check(
        "json",
        TESTCASE,
        "imm i\"1\" $lr0\niadd $lm0 $aluf $ln0\n",
        &["--format", "json", "--max-mismatches", "1"],
        expect![[r#"
            1
            {"accepted":false,"score":{"score":2,"j":2,"m":0,"bytes":34},"values":2,"wrong":2,"mismatches":[{"pos":"[0]","actual":"4","expected":"5","error":"1.0"}],"set_memory":false}
            --
        "#]],
    );
}

#[test]
fn errors_and_limits() {
    check(
        "errors",
        TESTCASE,
        "lpassb $lm0 $ln0\n",
        &["--format", "json"],
        expect![[r#"
            1
            --
            {"file":"solution.vsm","line":1,"column":1,"end_line":1,"end_column":7,"severity":"error","code":"E0201","message":"unknown opcode `lpassb`","manual":"3.6","notes":[{"line":1,"column":1,"end_line":1,"end_column":7,"message":"did you mean `lpassa`?"}]}
        "#]],
    );
    check(
        "limit",
        TESTCASE,
        RIGHT,
        &["--max-steps", "1"],
        expect![[r#"
            3
            --
            error: the run stopped before this line: it reached the limit of steps (--max-steps)
             --> solution.vsm:3:1
              |
            3 | iadd $lm0 $aluf $ln0 # done
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^
        "#]],
    );
    check(
        "none",
        "nop\n",
        RIGHT,
        &[],
        expect![[r#"
        2
        --
        mnc2: `testcase.vsm` is no testcase: it has no line `# YOUR VSM WILL BE INSERTED HERE`
    "#]],
    );
    let (inputs, _) = TESTCASE.split_once("# ======= Out").unwrap_or_default();
    check(
        "nothing-expected",
        inputs,
        RIGHT,
        &[],
        expect![[r#"
        2
        --
        mnc2: `testcase.vsm` is no testcase: no line after the marker has `# expect=`
    "#]],
    );
    check(
        "type",
        &TESTCASE.replace("6] / Int", "6] / Integer"),
        RIGHT,
        &[],
        expect![[r#"
        2
        --
        mnc2: `testcase.vsm` line 6: `Integer` is no type of a value
    "#]],
    );
}
