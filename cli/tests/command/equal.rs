//! `mnc2 equal`: whether two programs are equivalent.

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
    check(
        &folder,
        &[],
        1,
        &expect![[r#"
        different: at the end GRF0(n0c0b0m0p0,8) is 0xf939e198 in `one.vsm` and 0xcdc59dfd in `other.vsm`
        both started with the garbage of `mnc2 run --dirty=1`
    "#]],
    );
    check(
        &folder,
        &["--at", "lm1:0+4"],
        0,
        &expect![[r#"
        equivalent, proven by dataflow
    "#]],
    );
    check(
        &folder,
        &["--at", "lm1", "--at", "grf0:0+8"],
        1,
        &expect![[r#"
        different: at the end GRF0(n0c0b0m0p0,8) is 0xf939e198 in `one.vsm` and 0xcdc59dfd in `other.vsm`
        both started with the garbage of `mnc2 run --dirty=1`
    "#]],
    );
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
        &expect![[r#"
            {"verdict":"different","counter_example":{"start":{"dirty":9},"memory":"GRF0","element":"n0c0b0m0p0","address":8,"one":"0x2e723986","other":"0x85771e35","lines":null}}
        "#]],
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
    check(
        &folder,
        &[],
        0,
        &expect![[r#"
        equivalent, proven by dataflow
    "#]],
    );
    check(
        &folder,
        &["--format", "json"],
        0,
        &expect![[r#"
        {"verdict":"same"}
    "#]],
    );
    let folder = programs("equal-not-shown", &format!("{SUM}{show}"), FORWARDED);
    check(
        &folder,
        &[],
        1,
        &expect![[r#"
        different: line 4 of `one.vsm` shows something, and `other.vsm` shows nothing more
    "#]],
    );
    let more = "d get $ln2n0c0b0m0p0 1\n";
    let folder = programs(
        "equal-shown-elsewhere",
        &format!("{SUM}{show}{show}"),
        &format!("{FORWARDED}{show}{more}"),
    );
    check(
        &folder,
        &["--lang", "ja"],
        1,
        &expect![[r#"
        動作が異なる: `one.vsm`の5行目と`other.vsm`の4行目は別の場所を表示する
    "#]],
    );
}

#[test]
fn what_is_equal_in_runs_is_not_decided() {
    let show = "d get $lr8n0c0b0m0p0 4\n";
    let folder = programs(
        "equal-undecided",
        &format!("fvadd $lr0v $ls0v $lr8v\n{show}"),
        &format!("imm f\"1.0\" $nowrite\nfvfma $lr0v $aluf $ls0v $lr8v\n{show}"),
    );
    check(
        &folder,
        &[],
        4,
        &expect![[r#"
            not decided: equal in 8 runs
            not proven: line 2 of `one.vsm` and line 3 of `other.vsm` show what is computed in different ways
        "#]],
    );
    check(
        &folder,
        &["--runs", "1", "--format", "json"],
        4,
        &expect![[r#"
            {"verdict":"undecided","runs":1,"unproven":{"lines":[2,3]}}
        "#]],
    );
    check(
        &folder,
        &["--max-steps", "0"],
        4,
        &expect![[r#"
            not decided
            not proven: line 2 of `one.vsm` and line 3 of `other.vsm` show what is computed in different ways
            error: the run stopped before this line: it reached the limit of steps (--max-steps)
             --> one.vsm:1:1
              |
            1 | fvadd $lr0v $ls0v $lr8v
              | ^^^^^^^^^^^^^^^^^^^^^^^
        "#]],
    );
    check(
        &folder,
        &["--runs", "20000"],
        2,
        &expect![[r#"
        mnc2: --runs 20000: at most 10000
    "#]],
    );
}

#[test]
fn solutions_are_compared_within_their_testcase() {
    let folder = programs(
        "equal-testcase",
        "iadd $lm0v $ln0v $lr8v ! a comment of the judge\n",
        "iadd $lm0v $ln0v $ls0v\nnop\nipassa $ls0v $lr8v\n",
    );
    let testcase = "\
d set $lm0n0c0b0m0p0 1 0000000100000001
# YOUR VSM WILL BE INSERTED HERE
d get $lr8n0c0b0m0p0 1 # expect=[1, 1] / Int
";
    fs::write(folder.join("testcase.vsm"), testcase).expect("it can be written");
    check(
        &folder,
        &["--testcase", "testcase.vsm"],
        0,
        &expect![[r#"
        equivalent, proven by dataflow
    "#]],
    );
    check(
        &folder,
        &["--testcase", "one.vsm"],
        2,
        &expect![[r#"
        mnc2: `one.vsm` is not a testcase: it has no line `# YOUR VSM WILL BE INSERTED HERE`
    "#]],
    );
}

#[test]
fn programs_with_errors_are_refused_with_the_first() {
    let folder = programs("equal-errors", SUM, "nop\nnonsense\nmore nonsense\n");
    check(
        &folder,
        &[],
        1,
        &expect![[r#"
        error[E0201]: unknown opcode `nonsense`
         --> other.vsm:2:1
          |
        2 | nonsense
          | ^^^^^^^^
          |
          = help: `mnc2 explain --list` lists every opcode
          = note: manual 3.6

    "#]],
    );
    check(
        &folder,
        &["--at", "nothing"],
        2,
        &expect![[r#"
        error: invalid value 'nothing' for '--at <PLACE>': `nothing` is not a memory; there are lm0, lm1, grf0, grf1, l1bm, l2bm, pdm, dram

        For more information, try '--help'.
    "#]],
    );
}

#[test]
fn one_start_of_all_tells_two_programs_apart() {
    let trap = "imm ui\"0x12345678\" $lr0v\nnop/2\nixor $lm0v $lr0v $nowrite\nilnot $aluf $ls0v\nnop/2\nixor $ls0v $lm0v $ln0v\n";
    let folder = programs("equal-trap", "ipassa $lm0v $ln0v\n", trap);
    check(
        &folder,
        &["--at", "lm1:0+8"],
        1,
        &expect![[r#"
        different: at the end LM1(n0c0b0m0p0,0) is 0x12345678 in `one.vsm` and 0x12345679 in `other.vsm`
        both started with zeros and with `d set $lm0n0c0b0m0p0 1 1234567800000000`
    "#]],
    );
    check(
        &folder,
        &["--at", "lm1:0+8", "--format", "json"],
        1,
        &expect![[r#"
        {"verdict":"different","counter_example":{"start":{"set":["d set $lm0n0c0b0m0p0 1 1234567800000000"]},"memory":"LM1","element":"n0c0b0m0p0","address":0,"one":"0x12345678","other":"0x12345679","lines":null}}
    "#]],
    );
    check(
        &folder,
        &["--at", "lm1:0+8", "--lang", "ja"],
        1,
        &expect![[r#"
        動作が異なる: 終了時のLM1(n0c0b0m0p0,0)は`one.vsm`では0x12345678、`other.vsm`では0x12345679
        どちらもゼロの状態から`d set $lm0n0c0b0m0p0 1 1234567800000000`を設定して開始した
    "#]],
    );
}

#[test]
fn words_with_equal_bits_are_counted() {
    let folder = programs(
        "equal-bits",
        "iand $lr0v $ls0v $ln0v\n",
        "iand $ls0v $lr0v $ln0v\n",
    );
    check(
        &folder,
        &["--at", "lm1:0+8"],
        0,
        &expect![[r#"
        equivalent, proven by dataflow and, for 8 words, bit by bit
    "#]],
    );
    check(
        &folder,
        &["--at", "lm1:0+8", "--format", "json"],
        0,
        &expect![[r#"
        {"verdict":"same","bit_by_bit":8}
    "#]],
    );
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

#[test]
fn registers_are_compared_on_request() {
    let sum = "iadd $lr0v $ls0v $ln0v\n";
    // The last step leaves another sum in `$aluf`, and writes nothing.
    let other = format!("{sum}isub $lr0v $ls0v $nowrite\n");
    let folder = programs("equal-registers", sum, &other);
    check(
        &folder,
        &[],
        0,
        &expect![[r#"
        equivalent, proven by dataflow
        forwarding registers are not compared: `$aluf` may differ at the end; --registers compares them
    "#]],
    );
    check(
        &folder,
        &["--format", "json"],
        0,
        &expect![[r#"
        {"verdict":"same","register":"$aluf"}
    "#]],
    );
    check(
        &folder,
        &["--registers"],
        4,
        &expect![[r#"
        not decided: the places are the same, and `$aluf` at the end is not proven to be
    "#]],
    );
    let folder = programs("equal-registers-same", sum, &format!("{sum}nop\n"));
    check(
        &folder,
        &["--registers"],
        0,
        &expect![[r#"
        equivalent, proven by dataflow
    "#]],
    );
}
