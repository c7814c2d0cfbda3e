//! Profiles, levels and `mnc2.toml` on the command line.

use std::fs;
use std::path::Path;

use crate::binary::{Outcome, file, folder, mnc2_in, mnc2_reading};

/// A hazard (E1010), a doubtful MV instruction (W1002), and a `d set`.
const PROGRAM: &str = "d set $lm0 1 0000000000000000\nlpassa $lm0v $lr0v\nlpassa $lr0v $ln0v\n\
                       l2bm@0 $lb0 $lc0\nmvp/n64 $lc0@.0 $d0\n";

/// Checks the findings of a program as `severity code`, in the order of lines.
fn check(folder: &Path, arguments: &[&str], expected: &[&str]) -> Outcome {
    let arguments = ["check", "a.vsm", "--format", "json"]
        .iter()
        .chain(arguments);
    let outcome = mnc2_in(folder, arguments);
    let found: Vec<String> = outcome
        .out
        .lines()
        .map(|line| {
            let object: serde_json::Value = serde_json::from_str(line).expect("an object");
            let text = |key: &str| object[key].as_str().expect("text").to_owned();
            format!("{} {}", text("severity"), text("code"))
        })
        .collect();
    assert_eq!(found, expected, "{outcome:?}");
    outcome
}

#[test]
fn profiles_and_levels_decide_what_is_reported() {
    let folder = folder("configuration-levels");
    file(&folder, "a.vsm", PROGRAM);
    check(&folder, &[], &["error E1010", "warning W1002"]);
    let contest = ["--profile", "contest"];
    check(
        &folder,
        &contest,
        &["warning W0512", "error E1010", "hint W1002"],
    );
    let lowered = [
        "--level",
        "E1010=info",
        "--level",
        "W10=off",
        "--level",
        "W0512=error",
    ];
    let outcome = check(&folder, &lowered, &["error W0512", "info E1010"]);
    assert_eq!(outcome.code, 1);
    let lowered = ["--level", "E10=warning"];
    let outcome = check(&folder, &lowered, &["warning E1010", "warning W1002"]);
    assert_eq!(outcome.code, 0);
    // A group overrides `all`, and a code overrides its group, in any order.
    let alone = ["--level", "W1002=info", "--level", "all=off"];
    check(&folder, &alone, &["info W1002"]);
    let alone = ["--level", "E10=hint", "--level", "all=off"];
    check(&folder, &alone, &["hint E1010"]);
    file(
        &folder,
        "all.toml",
        "[levels]\nW1002 = 'hint'\nall = 'off'\n",
    );
    check(&folder, &["--config", "all.toml"], &["hint W1002"]);
    for (wrong, told) in [
        (["--level", "E10l0=off"], "did you mean `E1010`?"),
        (["--level", "E1010"], "as in `E1010=warning`"),
        (["--level", "E1010=of"], "did you mean `off`?"),
        (["--profile", "board"], "`assembler`, `hardware`, `contest`"),
    ] {
        let outcome = check(&folder, &wrong, &[]);
        assert_eq!(outcome.code, 2);
        assert!(outcome.err.contains(told), "{}", outcome.err);
    }
}

#[test]
fn the_nearest_file_counts_and_the_command_line_is_stronger() {
    let root = folder("configuration-files");
    let inner = root.join("inner/deep");
    fs::create_dir_all(&inner).expect("folders can be made");
    file(&root, "mnc2.toml", "profile = \"contest\"\n");
    file(&inner, "a.vsm", PROGRAM);
    check(&inner, &[], &["warning W0512", "error E1010", "hint W1002"]);
    check(&inner, &["--no-config"], &["error E1010", "warning W1002"]);
    file(
        &root,
        "inner/mnc2.toml",
        "[levels]\nE1010 = \"hint\"\nW10 = \"off\"\n",
    );
    check(&inner, &[], &["hint E1010"]);
    check(&inner, &["--level", "E1010=error"], &["error E1010"]);
    check(
        &inner,
        &["--profile", "contest"],
        &["warning W0512", "hint E1010"],
    );
    let given = ["--config", "../../mnc2.toml"];
    check(
        &inner,
        &given,
        &["warning W0512", "error E1010", "hint W1002"],
    );
    let missing = check(&inner, &["--config", "none.toml"], &[]);
    assert!(
        missing.code == 2 && missing.err.contains("none.toml"),
        "{missing:?}"
    );
}

#[test]
fn a_faulty_file_is_an_error_with_place_and_reason() {
    let folder = folder("configuration-wrong");
    file(&folder, "a.vsm", PROGRAM);
    file(
        &folder,
        "mnc2.toml",
        "profil = \"contest\"\n\n[levels]\n\"あ\" = 1\nE1010 = \"of\"\nW1002 = \"error\"\n",
    );
    let outcome = check(&folder, &[], &["error E1010", "error W1002"]);
    assert_eq!(outcome.code, 2);
    let run = mnc2_in(&folder, ["run", "a.vsm"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(
        run.err.contains("mnc2.toml:1:1: there is no key"),
        "{run:?}"
    );
    assert_eq!(mnc2_in(&folder, ["run", "--no-config", "a.vsm"]).code, 1);
    let told: Vec<String> = outcome
        .err
        .lines()
        .map(|line| {
            line.rsplit_once("mnc2.toml:")
                .map_or(line, |(_, rest)| rest)
                .to_owned()
        })
        .collect();
    assert_eq!(
        told,
        [
            "1:1: there is no key `profil`; did you mean `profile`?",
            "4:1: there is no diagnostic code or group `あ`",
            "4:7: `あ` must be a string, but this is of type integer",
            "5:9: there is no level `of`; did you mean `off`?",
        ]
    );
}

#[test]
fn settings_that_cannot_be_read_are_told_once() {
    let folder = folder("configuration-unreadable");
    file(&folder, "a.vsm", PROGRAM);
    file(&folder, "mnc2.toml", "#".repeat((1 << 20) + 1));
    let found = ["error E1010", "warning W1002"];
    let outcome = check(&folder, &[], &found);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.err.contains("it is longer than 1048576 bytes"),
        "{outcome:?}"
    );
    let run = mnc2_in(&folder, ["run", "a.vsm"]);
    assert_eq!(
        run.err.matches("it is longer than 1048576 bytes").count(),
        1
    );
    fs::remove_file(folder.join("mnc2.toml")).expect("it was there");
    fs::create_dir(folder.join("mnc2.toml")).expect("the name is free");
    let outcome = check(&folder, &[], &found);
    assert_eq!(
        outcome.err.matches("cannot read `").count(),
        1,
        "{outcome:?}"
    );
}

#[test]
fn comments_are_stronger_than_everything() {
    let source = "lpassa $lm0v $lr0v\nlpassa $lr0v $ln0v # mnc2: allow(E1010)\n";
    let outcome = mnc2_reading(source.as_bytes(), ["check", "-", "--level", "E1010=error"]);
    assert_eq!(
        (outcome.code, outcome.out.lines().count()),
        (0, 1),
        "{outcome:?}"
    );
    // A line whose error is allowed can run; a line that cannot be parsed cannot.
    assert_eq!(mnc2_reading(source.as_bytes(), ["run", "-"]).code, 0);
    let source = b"lpasa $lm0v $lr0v # mnc2: allow(E0201)\n";
    assert_eq!(mnc2_reading(source, ["check", "-"]).code, 0);
    assert_eq!(mnc2_reading(source, ["run", "-"]).code, 1);
}
