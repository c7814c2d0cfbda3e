//! `mnc2 judge` from outside: verdicts and exit codes.

use expect_test::{Expect, expect};

use crate::binary::{Outcome, file, folder, mnc2, mnc2_in, mnc2_reading, text};

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
            RESULT MISMATCH: pos=0 actual=4 (0x4) expected=5 error=-1 (LM1(n0c0b0m0p0,0), testcase.vsm:6)
            RESULT MISMATCH: pos=1 actual=5 (0x5) expected=6 error=-1 (LM1(n0c0b0m0p0,0), testcase.vsm:6)
            0 value(s) correct, but 2 value(s) mismatch
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
            RESULT MISMATCH: pos=0 actual=2 (0x2) expected=5 error=-3 (LM1(n0c0b0m0p0,0), testcase.vsm:6)
            RESULT MISMATCH: pos=1 actual=9 (0x9) expected=6 error=3 (LM1(n0c0b0m0p0,0), testcase.vsm:6)
            0 value(s) correct, but 2 value(s) mismatch
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
            {"solution":"solution.vsm","testcase":"testcase.vsm","accepted":false,"outcome":"wrong","score":{"score":2,"j":2,"m":0,"bytes":34},"values":2,"wrong":2,"mismatches":[{"pos":"[0]","actual":"4","hexadecimal":"0x4","expected":"5","error":"-1","line":6,"memory":"LM1","element":"n0c0b0m0p0","address":0}],"suspects":{"decisive":[],"unused":[]},"set_memory":false,"failed_assertions":0}
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
            {"solution":"solution.vsm","testcase":"testcase.vsm","accepted":false,"outcome":"errors","score":null,"values":0,"wrong":0,"mismatches":[],"suspects":{"decisive":[],"unused":[]},"set_memory":false,"failed_assertions":0}
            --
            {"file":"solution.vsm","line":1,"column":1,"end_line":1,"end_column":7,"severity":"error","code":"E0201","message":"unknown opcode `lpassb`","manual":"3.6","notes":[{"line":1,"column":1,"end_line":1,"end_column":7,"message":"did you mean `lpassa`?"}],"fixes":[{"title":"Replace with `lpassa`","safe":false,"edits":[{"line":1,"column":1,"end_line":1,"end_column":7,"text":"lpassa"}]}]}
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
            mnc2: `testcase.vsm` is not a testcase: it has no line `# YOUR VSM WILL BE INSERTED HERE`
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
            mnc2: `testcase.vsm` is not a testcase: no line after the marker has `# expect=`
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
            mnc2: `testcase.vsm` is not a testcase: line 6: `Integer` is not a type of values
        "#]],
    );
}

/// The contest's way of comparing text: each character separately, up to the length of the string.
const GREETING: &str = "\
# ======= YOUR VSM WILL BE INSERTED HERE =======

# ======= Output =======
# ======= Out(0): ((2:1, 8_W:1))@LM1 / String =======
d getd $ln0n0c0b0m0p0 1 # expect=\"\\n4\\nBuzz\\n\" / String @[0],[1],[2],[3],[4],[5],[6],[7]
d getd $ln2n0c0b0m0p0 1 # expect=\"Fizz\" / String @[8],[9],[10],[11]
";

const GREETS: &str = "imm ui\"0x0a340a42\" $n0\nimm ui\"0x757a7a0a\" $n1\n\
                      imm ui\"0x46697a7a\" $n2\nimm ui\"0x21212121\" $n3\n";

#[test]
fn text_is_compared_character_by_character() {
    check(
        "string",
        GREETING,
        GREETS,
        &[],
        expect![[r#"
        0
        ACCEPTED!! score=4 j=4 m=0 bytes=91
        --
    "#]],
    );
    check(
        "string-wrong",
        GREETING,
        &GREETS
            .replace("0a340a42", "00270a42")
            .replace("757a7a0a", "757aff22"),
        &[],
        expect![[r#"
            1
            RESULT MISMATCH: pos=0 actual='\0' expected='\n' (LM1(n0c0b0m0p0,0), testcase.vsm:5)
            RESULT MISMATCH: pos=1 actual='\'' expected='4' (LM1(n0c0b0m0p0,0), testcase.vsm:5)
            RESULT MISMATCH: pos=6 actual='ÿ' expected='z' (LM1(n0c0b0m0p0,0), testcase.vsm:5)
            RESULT MISMATCH: pos=7 actual='"' expected='\n' (LM1(n0c0b0m0p0,0), testcase.vsm:5)
            8 value(s) correct, but 4 value(s) mismatch
            --
            solution.vsm: lines 1, 2 decide wrong values only
        "#]],
    );
    check(
        "string-list",
        &GREETING.replace("\"Fizz\"", "[\"Fizz\"]"),
        GREETS,
        &[],
        expect![[r#"
            2
            --
            mnc2: `testcase.vsm` is not a testcase: line 6: a quoted string is expected with the type `String`, not a list
        "#]],
    );
}

/// Errors have the sign of the actual value minus the expected one. Errors of integers are whole, and integers are shown in
/// hexadecimal as well, which shows where the error is.
#[test]
fn wrong_integers_are_shown_in_hexadecimal() {
    let testcase = "\
# ======= YOUR VSM WILL BE INSERTED HERE =======
# ======= Output =======
d getd $ln0n0c0b0m0p0 1 # expect=[14] / Long @[0]
d getd $ln2n0c0b0m0p0 1 # expect=[3, -2] / Int @[3],[2]
";
    let solution = "imm ui\"0x2\" $n0\nimm ui\"0xe\" $n1\nimm i\"-1\" $n2\nimm i\"1\" $n3\n";
    check(
        "hexadecimal",
        testcase,
        solution,
        &[],
        expect![[r#"
            1
            RESULT MISMATCH: pos=0 actual=8589934606 (0x20000000E) expected=14 error=8589934592 (LM1(n0c0b0m0p0,0), testcase.vsm:3)
            RESULT MISMATCH: pos=2 actual=1 (0x1) expected=-2 error=3 (LM1(n0c0b0m0p0,2), testcase.vsm:4)
            RESULT MISMATCH: pos=3 actual=-1 (0xFFFFFFFF) expected=3 error=-4 (LM1(n0c0b0m0p0,2), testcase.vsm:4)
            1 value(s) correct, but 3 value(s) mismatch
            --
        "#]],
    );
}

/// The judge puts all values at their indices in one tensor, and takes the tolerances from the first line.
#[test]
fn values_stand_at_their_places_in_one_tensor() {
    let testcase = "\
# ======= YOUR VSM WILL BE INSERTED HERE =======
# ======= Output =======
# ======= Out(0): LM1 / Float =======
d getd $ln0n0c0b0m0p0 1 # expect=[1.5, 9.0] / Float @[0,0],[0,1] atol=0.5
d getd $ln2n0c0b0m0p0 1 # expect=[1.25, 3.0] / Float @[0,1]
d getd $ln4n0c0b0m0p0 1 # expect=[1.0, 8.0] / Float @[1,0],[1,1] atol=100
# ======= Out(1): LM1 / Float =======
d getd $ln6n0c0b0m0p0 1 # expect=[7.0, 7.0] / Float @[0],[1]
";
    let ones = "imm f\"1.0\" $n0\nimm f\"1.0\" $n1\nimm f\"1.0\" $n2\nimm f\"1.0\" $n4\nimm f\"1.0\" $n5\n";
    check(
        "tensor",
        testcase,
        ones,
        &[],
        expect![[r#"
            1
            RESULT MISMATCH: pos=(1, 1) actual=1.0 expected=8.0 error=-7.0 (LM1(n0c0b0m0p0,4), testcase.vsm:6)
            3 value(s) correct, but 1 value(s) mismatch
            --
            testcase.vsm:5: 1 expected value is not compared: the line has more values than places after `@`
            testcase.vsm:8: 2 expected values are not compared: only the first group of outputs is
            solution.vsm: lines 4, 5 decide wrong values only
        "#]],
    );
}

#[test]
fn instructions_alone_take_part() {
    let solution = format!("r 0 000000000 001 0000000000000007\n{RIGHT}");
    check(
        "host",
        &TESTCASE.replace(
            "$ln0n0c0b0m0p0 1 # expect=[5, 6] / Int @[0],[1]",
            "$d0n0 1 # expect=[0] / Long @[0]",
        ),
        &solution,
        &[],
        expect![[r#"
            0
            ACCEPTED!! score=2 j=2 m=0 bytes=69
            --
        "#]],
    );
}

/// The output of `mnc2 judge` in a folder of problems.
fn problems(name: &str) -> std::path::PathBuf {
    let root = folder(&format!("judge-{name}"));
    for (folder, constant) in [("plus1", "1"), ("plus2", "2")] {
        std::fs::create_dir(root.join(folder)).expect("a folder can be made");
        let testcase = if constant == "1" {
            TESTCASE.replace("[5, 6]", "[4, 5]")
        } else {
            TESTCASE.to_owned()
        };
        file(&root, &format!("{folder}/testcase.vsm"), testcase);
    }
    file(&root, "plus1/a.vsm", RIGHT.replace("\"2\"", "\"1\""));
    file(&root, "plus1/b.vsm", RIGHT);
    file(&root, "plus1/c.vsm", "lpassb $lm0 $ln0\n");
    file(&root, "plus2/a.vsm", RIGHT);
    file(&root, "notes.vsm", "nop\n");
    root
}

#[expect(clippy::needless_pass_by_value, reason = "`expect!` makes a value")]
#[track_caller]
fn said(outcome: Outcome, expected: Expect) {
    expected.assert_eq(&format!(
        "{}\n{}--\n{}",
        outcome.code, outcome.out, outcome.err
    ));
}

#[test]
fn a_folder_is_judged_by_the_testcases_in_it() {
    let root = problems("folder");
    said(
        mnc2_in(&root, ["judge", "."]),
        expect![[r#"
            1
            plus1/a.vsm: ACCEPTED!! score=2 j=2 m=0 bytes=34
            plus1/b.vsm: RESULT MISMATCH: pos=0 actual=5 (0x5) expected=4 error=1 (LM1(n0c0b0m0p0,0), plus1/testcase.vsm:6)
            plus1/b.vsm: RESULT MISMATCH: pos=1 actual=6 (0x6) expected=5 error=1 (LM1(n0c0b0m0p0,0), plus1/testcase.vsm:6)
            plus1/b.vsm: 0 value(s) correct, but 2 value(s) mismatch
            plus1/c.vsm: NOT ACCEPTED: not run because of errors
            plus2/a.vsm: ACCEPTED!! score=2 j=2 m=0 bytes=34
            2 of 4 solutions accepted
            --
            error[E0201]: unknown opcode `lpassb`
             --> plus1/c.vsm:1:1
              |
            1 | lpassb $lm0 $ln0
              | ^^^^^^
              |
              = help: did you mean `lpassa`?
              = note: manual 3.6
            help: Replace with `lpassa`
              |
            1 - lpassb $lm0 $ln0
            1 + lpassa $lm0 $ln0
              |

            1 program has no testcase and was not judged
        "#]],
    );
    said(
        mnc2_in(
            &root,
            [
                "judge",
                "plus1/a.vsm",
                "plus2/a.vsm",
                "notes.vsm",
                "none.vsm",
            ],
        ),
        expect![[r#"
            2
            plus1/a.vsm: ACCEPTED!! score=2 j=2 m=0 bytes=34
            plus2/a.vsm: ACCEPTED!! score=2 j=2 m=0 bytes=34
            2 of 2 solutions accepted
            --
            mnc2: no testcase for `notes.vsm`: `plus1/a.vsm` has no line `# YOUR VSM WILL BE INSERTED HERE`, and there is no testcase.vsm next to the solution
            mnc2: cannot read `none.vsm`: No such file or directory (os error 2)
        "#]],
    );
    said(
        mnc2_in(&root, ["judge", "plus2/a.vsm"]),
        expect![[r#"
        0
        ACCEPTED!! score=2 j=2 m=0 bytes=34
        --
    "#]],
    );
    said(
        mnc2_in(
            &root,
            ["judge", "plus1/testcase.vsm", "plus2/a.vsm", "plus1/a.vsm"],
        ),
        expect![[r#"
            1
            plus2/a.vsm: RESULT MISMATCH: pos=0 actual=5 (0x5) expected=4 error=1 (LM1(n0c0b0m0p0,0), plus1/testcase.vsm:6)
            plus2/a.vsm: RESULT MISMATCH: pos=1 actual=6 (0x6) expected=5 error=1 (LM1(n0c0b0m0p0,0), plus1/testcase.vsm:6)
            plus2/a.vsm: 0 value(s) correct, but 2 value(s) mismatch
            plus1/a.vsm: ACCEPTED!! score=2 j=2 m=0 bytes=34
            1 of 2 solutions accepted
            --
        "#]],
    );
    said(
        mnc2_in(&root, ["judge", "plus1/testcase.vsm"]),
        expect![[r#"
            2
            --
            mnc2: `plus1/testcase.vsm` is a testcase: name a solution after it, or a folder with solutions
        "#]],
    );
    said(
        mnc2_in(
            &root,
            [
                "judge",
                "--testcase",
                "plus1/testcase.vsm",
                "plus1",
                "--format",
                "json",
            ],
        ),
        expect![[r#"
            1
            {"solution":"plus1/a.vsm","testcase":"plus1/testcase.vsm","accepted":true,"outcome":"accepted","score":{"score":2,"j":2,"m":0,"bytes":34},"values":2,"wrong":0,"mismatches":[],"suspects":{"decisive":[],"unused":[]},"set_memory":false,"failed_assertions":0}
            {"solution":"plus1/b.vsm","testcase":"plus1/testcase.vsm","accepted":false,"outcome":"wrong","score":{"score":2,"j":2,"m":0,"bytes":34},"values":2,"wrong":2,"mismatches":[{"pos":"[0]","actual":"5","hexadecimal":"0x5","expected":"4","error":"1","line":6,"memory":"LM1","element":"n0c0b0m0p0","address":0},{"pos":"[1]","actual":"6","hexadecimal":"0x6","expected":"5","error":"1","line":6,"memory":"LM1","element":"n0c0b0m0p0","address":0}],"suspects":{"decisive":[],"unused":[]},"set_memory":false,"failed_assertions":0}
            {"solution":"plus1/c.vsm","testcase":"plus1/testcase.vsm","accepted":false,"outcome":"errors","score":null,"values":0,"wrong":0,"mismatches":[],"suspects":{"decisive":[],"unused":[]},"set_memory":false,"failed_assertions":0}
            --
            {"file":"plus1/c.vsm","line":1,"column":1,"end_line":1,"end_column":7,"severity":"error","code":"E0201","message":"unknown opcode `lpassb`","manual":"3.6","notes":[{"line":1,"column":1,"end_line":1,"end_column":7,"message":"did you mean `lpassa`?"}],"fixes":[{"title":"Replace with `lpassa`","safe":false,"edits":[{"line":1,"column":1,"end_line":1,"end_column":7,"text":"lpassa"}]}]}
        "#]],
    );
}

#[test]
fn a_folder_is_listed_by_testcase() {
    let root = problems("list");
    file(
        &root,
        "mnc2.toml",
        "exclude = ['b.vsm']\n[testcase]\n'new/*.vsm' = 'plus1/none.vsm'\n",
    );
    std::fs::create_dir(root.join("new")).expect("a folder can be made");
    file(&root, "new/a.vsm", RIGHT);
    let outcome = mnc2_in(&root, ["judge", "--list", "."]);
    let here = root.canonicalize().expect("it is there");
    let shown = outcome.out.replace(&format!("{}/", text(&here)), "/");
    assert_eq!(
        (outcome.code, shown.as_str(), outcome.err.as_str()),
        (
            0,
            "/plus1/none.vsm\n  new/a.vsm\nplus1/testcase.vsm\n  plus1/a.vsm\n  plus1/c.vsm\n\
             plus2/testcase.vsm\n  plus2/a.vsm\n",
            "1 program has no testcase and was not judged\n"
        )
    );
    said(
        mnc2_in(&root, ["judge", "plus1", "--list", "--format", "json"]),
        expect![[r#"
            0
            {"testcase":"plus1/testcase.vsm","solutions":["plus1/a.vsm","plus1/c.vsm"]}
            --
        "#]],
    );
}

/// The verdict is the contest's; the exit code reports that an assertion does not hold.
#[test]
fn assertions_are_checked_and_leave_the_verdict() {
    // `!` starts a comment for the judge, and so ends what it reads of an assertion.
    let solution = format!(
        "#! budget 1\nd get $lr0n0c0b0m0p0 1 #! assert $lr0 == 1\n{RIGHT}nop/2\n#! assert $n1,i == 6 && $n0 != 0\n\
         #! log $n1,i, \"sum\"\n"
    );
    check(
        "asserted",
        TESTCASE,
        &solution,
        &[],
        expect![[r#"
        1
        ACCEPTED!! score=4 j=4 m=0 bytes=63
        --
        solution.vsm:2:24: error[assertion]: the assertion does not hold: `$lr0` is 0x0 on n0c0b0m0p0
        solution.vsm:8:1: info[log]: sum: 6
    "#]],
    );
    check(
        "asserted-json",
        TESTCASE,
        "imm i\"1\" $lr0\niadd $lm0 $aluf $ln0\nnop/2\n#! assert $n1,i == 6\n",
        &["--format", "json", "--max-mismatches", "1"],
        expect![[r#"
            1
            {"solution":"solution.vsm","testcase":"testcase.vsm","accepted":false,"outcome":"wrong","score":{"score":4,"j":4,"m":0,"bytes":40},"values":2,"wrong":2,"mismatches":[{"pos":"[0]","actual":"4","hexadecimal":"0x4","expected":"5","error":"-1","line":6,"memory":"LM1","element":"n0c0b0m0p0","address":0}],"suspects":{"decisive":[],"unused":[]},"set_memory":false,"failed_assertions":1}
            --
            {"file":"solution.vsm","line":4,"column":1,"end_line":4,"end_column":21,"severity":"error","code":"assertion","message":"the assertion does not hold: `$n1,i` is 5 on n0c0b0m0p0","manual":"","notes":[],"fixes":[]}
        "#]],
    );
    // What stops the run ends the assertions too.
    let endless = format!("#! assert $lr0 == 1\n{RIGHT}#! assert $lr0 == 7\n");
    check(
        "asserted-limit",
        TESTCASE,
        &endless,
        &["--max-steps", "1"],
        expect![[r#"
            3
            --
            solution.vsm:1:1: error[assertion]: the assertion does not hold: `$lr0` is 0x0 on n0c0b0m0p0
            error: the run stopped before this line: it reached the limit of steps (--max-steps)
             --> solution.vsm:4:1
              |
            4 | iadd $lm0 $aluf $ln0 # done
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^
        "#]],
    );
}

/// More solutions than are judged together: the verdicts are in order, with the findings of each before its own.
#[test]
fn many_solutions_are_reported_in_order() {
    let root = problems("many");
    let solutions: Vec<String> = (0..150)
        .map(|number| format!("plus1/{}.vsm", ["a", "b", "c"][number % 3]))
        .collect();
    let judge = |solutions: &[String]| {
        let fixed = [
            "judge",
            "--format",
            "json",
            "--testcase",
            "plus1/testcase.vsm",
        ];
        let solutions = solutions.iter().map(String::as_str);
        mnc2_in(&root, fixed.into_iter().chain(solutions))
    };
    let three = judge(&solutions[..3]);
    let all = judge(&solutions);
    assert_eq!((three.code, all.code), (1, 1));
    assert_eq!(three.out.lines().count(), 3);
    assert_eq!(all.out, three.out.repeat(50));
    assert_eq!(all.err, three.err.repeat(50));
}

#[test]
fn mnc2_toml_names_the_testcase() {
    let root = problems("project");
    file(
        &root,
        "mnc2.toml",
        "[testcase]\n'plus2/*.vsm' = 'plus1/testcase.vsm'\n'*.vsm' = 'none.vsm'\n",
    );
    // The file overrides the testcase next to the solution.
    let outcome = mnc2_in(&root, ["judge", "plus2/a.vsm"]);
    assert!(outcome.out.contains("plus1/testcase.vsm:6"), "{outcome:?}");
    assert_eq!(mnc2_in(&root.join("plus2"), ["judge", "a.vsm"]).code, 1);
    assert_eq!(
        mnc2_in(&root, ["judge", "--no-config", "plus2/a.vsm"]).code,
        0
    );
    let outcome = mnc2_in(&root, ["judge", "notes.vsm"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.err.contains("none.vsm"), "{outcome:?}");
    file(&root, "mnc2.toml", "testcas = 1\n");
    let outcome = mnc2_in(&root, ["judge", "plus2/a.vsm"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    assert!(outcome.err.contains("mnc2.toml:1:1"), "{outcome:?}");
}

#[test]
fn bad_input_is_answered() {
    let root = problems("bad");
    let empty = root.join("empty");
    std::fs::create_dir(&empty).expect("a folder can be made");
    let junk: Vec<u8> = (0..4_u32 << 20)
        .map(|index| (index.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    file(&root, "plus1/junk.vsm", &junk);
    for (arguments, code, told) in [
        (&["judge"][..], 2, "required"),
        (&["judge", "none.vsm"], 2, "none.vsm"),
        (&["judge", "empty"], 2, "no .vsm file in `empty`"),
        (
            &["judge", "--testcase", "none.vsm", "plus1/a.vsm"],
            2,
            "none.vsm",
        ),
        (
            &["judge", "--testcase", "plus1", "plus1/a.vsm"],
            2,
            "cannot read",
        ),
        (
            &["judge", "--testcase", "plus1/a.vsm", "plus1/a.vsm"],
            2,
            "is not a testcase",
        ),
        (&["judge", "plus1/junk.vsm"], 1, "E0"),
        (&["judge", "plus1/junk.vsm", "plus1/a.vsm"], 1, "E0"),
    ] {
        let outcome = mnc2_in(&root, arguments);
        assert_eq!(outcome.code, code, "{arguments:?}: {}", outcome.err);
        assert!(outcome.err.contains(told), "{arguments:?}: {}", outcome.err);
    }
    let right = mnc2_reading(
        RIGHT.as_bytes(),
        ["judge", text(&root.join("plus2/testcase.vsm")), "-"],
    );
    assert_eq!(right.code, 0, "{right:?}");
}
