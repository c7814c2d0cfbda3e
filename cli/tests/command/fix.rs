//! `mnc2 check --fix`: what it writes, reports and preserves.

use std::fs;

use expect_test::{Expect, expect};

use crate::binary::{file, folder, mnc2, mnc2_in, mnc2_reading, text};

const TEXT: &str = "lpassa $lm0v $ln0v\r\nlpassa $ln0v $lr0v # x\r\nlpasa $lm0v $ln0v\r\n";

/// Fixes a file with some options and compares exit code, standard error and what the file holds then.
fn check(name: &str, content: &str, options: &[&str], expected: (i32, &str, &str)) {
    let folder = folder(&format!("fix-{name}"));
    let path = file(&folder, "a.vsm", content);
    let mut arguments = vec!["check", "--fix"];
    arguments.extend_from_slice(options);
    arguments.push(text(&path));
    let outcome = mnc2(&arguments);
    let err = outcome.err.replace(text(&path), "a.vsm");
    let left = fs::read_to_string(&path).expect("a file");
    assert_eq!(
        (outcome.code, err.as_str(), left.as_str()),
        expected,
        "{}",
        outcome.out
    );
    let names = fs::read_dir(&folder).expect("the folder").count();
    assert_eq!(names, 1, "nothing is left beside the file");
}

#[test]
fn what_is_sure_is_written() {
    let fixed = "lpassa $lm0v $ln0v\r\nnop/2\r\nlpassa $ln0v $lr0v # x\r\nlpasa $lm0v $ln0v\r\n";
    check("sure", TEXT, &[], (1, "a.vsm: fixed 1 finding\n", fixed));
    check("again", fixed, &[], (1, "", fixed));
}

#[test]
fn guesses_are_made_when_they_are_wanted() {
    let fixed = "lpassa $lm0v $ln0v\r\nnop/2\r\nlpassa $ln0v $lr0v # x\r\nlpassa $lm0v $ln0v\r\n";
    check(
        "guesses",
        TEXT,
        &["--unsafe-fixes"],
        (0, "a.vsm: fixed 2 findings\n", fixed),
    );
}

#[test]
fn a_byte_order_mark_stays() {
    check(
        "mark",
        "\u{feff}wait i01\n",
        &[],
        (0, "a.vsm: fixed 1 finding\n", "\u{feff}nop; wait i01\n"),
    );
}

fn diff(content: &str, expected: &Expect) {
    let outcome = mnc2_reading(content.as_bytes(), ["check", "--fix", "--diff", "-"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    expected.assert_eq(&format!("{}{}", outcome.out, outcome.err));
}

#[test]
fn a_difference_is_shown_and_nothing_written() {
    diff(
        "lpassa $lm0v $ln0v\nnop\nlpassa $ln0v $lr0v\nladd $lr0v $lr8v $ls0v\n",
        &expect![[r#"
            --- <stdin>
            +++ <stdin>
            @@ -1,4 +1,5 @@
             lpassa $lm0v $ln0v
            -nop
            +nop/2
             lpassa $ln0v $lr0v
            -ladd $lr0v $lr8v $ls0v
            +lpassa $lr8v $nowrite
            +ladd $lr0v $aluf $ls0v
            <stdin>: would fix 2 findings
        "#]],
    );
    diff("nop\n", &expect![""]);
    check(
        "diff",
        TEXT,
        &["--diff"],
        (0, "a.vsm: would fix 1 finding\n", TEXT),
    );
}

/// `mnc2 check --fix -` is a filter: a program in, the fixed program out.
#[test]
fn standard_input_is_fixed_to_standard_output() {
    let check = |input: &str, options: &[&str], expected: (i32, &str, &str)| {
        let arguments = ["check", "--fix", "-"].iter().chain(options);
        let outcome = mnc2_reading(input.as_bytes(), arguments);
        assert_eq!(
            (outcome.code, outcome.out.as_str(), outcome.err.as_str()),
            expected
        );
    };
    check("nop\n", &[], (0, "nop\n", ""));
    check("", &[], (0, "", ""));
    check(
        "\u{feff}wait i01\r\nnop",
        &[],
        (
            0,
            "\u{feff}nop; wait i01\r\nnop",
            "<stdin>: fixed 1 finding\n",
        ),
    );
    check("wait i01\n", &["-q"], (0, "nop; wait i01\n", ""));
    let left = "<stdin>:1:11: error[E0305]: address 1 is not aligned: a long-word access needs a multiple of 2\n";
    check(
        "lpassa $lm1 $ln0\nwait i01\n",
        &["-q", "--format", "short"],
        (1, "lpassa $lm1 $ln0\nnop; wait i01\n", left),
    );
    let outcome = mnc2_reading(b"nop # \x83\n", ["check", "--fix", "-"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    assert!(outcome.err.contains("not UTF-8"), "{}", outcome.err);
    let outcome = mnc2_reading(b"nop\n", ["check", "--fix", "-", "a.vsm"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    assert!(
        outcome.err.contains("standard input alone"),
        "{}",
        outcome.err
    );
}

#[test]
fn what_cannot_be_fixed_is_left_and_said() {
    let folder = folder("fix-bytes");
    let path = file(&folder, "a.vsm", b"wait i01 # \x83\n");
    let outcome = mnc2(["check", "--fix", text(&path)]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.err.contains("not UTF-8"), "{}", outcome.err);
    assert_eq!(fs::read(&path).expect("a file"), b"wait i01 # \x83\n");
    // Neither a missing file nor wrong settings prevent the others from being shown.
    file(&folder, "mnc2.toml", "profil = 1\n");
    file(&folder, "b.vsm", "wait i01\n");
    let outcome = mnc2_in(
        &folder,
        ["check", "--fix", "--diff", "missing.vsm", "b.vsm"],
    );
    assert_eq!(outcome.code, 2);
    assert!(outcome.out.contains("+nop; wait i01\n"), "{}", outcome.out);
    for told in ["missing.vsm", "no key `profil`"] {
        assert!(outcome.err.contains(told), "{told}: {}", outcome.err);
    }
}
