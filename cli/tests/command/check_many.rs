//! `mnc2 check` on folders: which files, in which order, and the formats for other tools.

use std::fs;

use expect_test::expect;

use crate::binary::{Outcome, file, folder, mnc2_in, text};

const BAD: &str = "lpassa $lm1 $ln0\n";

#[test]
fn folders_are_searched_in_a_stable_order() {
    let folder = folder("check-folders");
    for below in ["b/deep", "a", ".hidden", "target"] {
        fs::create_dir_all(folder.join(below)).expect("folders can be made");
    }
    for name in [
        "b/deep/2.vsm",
        "b/deep/10.vsm",
        "a/1.VSM",
        "z.vsm",
        "a/notes.txt",
        ".hidden/x.vsm",
        "target/made.vsm",
    ] {
        file(&folder, name, BAD);
    }
    file(&folder, "mnc2.toml", "exclude = [\"/target\"]\n");
    let files = |outcome: &Outcome| -> Vec<String> {
        outcome
            .out
            .lines()
            .map(|line| {
                let object: serde_json::Value =
                    serde_json::from_str(line).expect("a line is an object");
                object["file"].as_str().expect("a name is text").to_owned()
            })
            .collect()
    };
    let all = ["a/1.VSM", "b/deep/10.vsm", "b/deep/2.vsm", "z.vsm"];
    for _ in 0..3 {
        let outcome = mnc2_in(&folder, ["check", ".", "--format", "json"]);
        assert_eq!(outcome.code, 1, "{outcome:?}");
        assert_eq!(files(&outcome), all);
    }
    // In the order named, each once; a program that is named is checked even if it is excluded.
    let named = [
        "check",
        "z.vsm",
        "b",
        "target/made.vsm",
        "z.vsm",
        "--format",
        "json",
    ];
    let found = files(&mnc2_in(&folder, named));
    assert_eq!(
        found,
        ["z.vsm", "b/deep/10.vsm", "b/deep/2.vsm", "target/made.vsm"]
    );
    let outcome = mnc2_in(&folder, ["check", ".hidden", "--format", "json"]);
    assert_eq!(files(&outcome), [".hidden/x.vsm"]);
    let outcome = mnc2_in(&folder, ["check", "target"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    assert!(
        outcome.err.contains("there is no .vsm file in `target`"),
        "{outcome:?}"
    );
}

#[test]
fn many_files_are_counted_together() {
    let folder = folder("check-many");
    for index in 0..300 {
        let content = if index % 3 == 0 { BAD } else { "nop\nnop" };
        file(&folder, &format!("{index:03}.vsm"), content);
    }
    let outcome = mnc2_in(&folder, ["check", "."]);
    assert_eq!((outcome.code, outcome.err.as_str()), (1, ""));
    let summary = "100 errors, 0 warnings in 300 files, 500 lines\n";
    assert!(outcome.out.ends_with(summary), "{}", outcome.out);
    let places: Vec<&str> = outcome
        .out
        .lines()
        .filter_map(|line| line.trim().strip_prefix("--> "))
        .collect();
    assert_eq!(places.len(), 100);
    assert!(places.is_sorted());
}

#[test]
fn a_report_can_go_to_a_file() {
    let folder = folder("check-output");
    file(&folder, "bad.vsm", BAD);
    let arguments = [
        "check",
        "bad.vsm",
        "--color",
        "always",
        "--output",
        "report.txt",
    ];
    let outcome = mnc2_in(&folder, arguments);
    let summary = "1 error, 0 warnings in 1 file, 1 line\n";
    assert_eq!((outcome.code, outcome.out.as_str()), (1, summary));
    let report = fs::read_to_string(folder.join("report.txt")).expect("the report is there");
    assert!(
        report.starts_with("error[E0305]: ") && !report.contains('\u{1b}'),
        "{report}"
    );
    let outcome = mnc2_in(&folder, ["check", "bad.vsm", "--output", "no/such/folder"]);
    assert_eq!(outcome.code, 2);
}

#[test]
fn warnings_fail_the_check_only_when_they_are_denied() {
    let folder = folder("check-deny");
    file(&folder, "a.vsm", "l2bm@0 $lb0 $lc0\nmvp/n64 $lc0@.0 $d0\n");
    assert_eq!(mnc2_in(&folder, ["check", "a.vsm"]).code, 0);
    assert_eq!(
        mnc2_in(&folder, ["check", "a.vsm", "--deny-warnings"]).code,
        1
    );
    let silent = ["check", "a.vsm", "--deny-warnings", "--level", "W10=hint"];
    assert_eq!(mnc2_in(&folder, silent).code, 0);
}

#[test]
fn github_gets_workflow_commands() {
    let folder = folder("check-github");
    fs::create_dir_all(folder.join("a, b")).expect("folders can be made");
    let source = "lpassa $lm0v $lr0v # 100%\nlpassa $lr0v $ln0v\n# 長い\nlpassa $lm1 $ln0\n";
    let path = file(&folder, "a, b/x.vsm", source);
    let outcome = mnc2_in(&folder, ["check", ".", "--format", "github"]);
    expect![[r#"
        ::error file=a%2C b/x.vsm,line=2,endLine=2,col=8,endColumn=13,title=E1010::`$r0` is read too early: 3 cycles between this and the write in line 1, 6 needed (manual 3.6.3.9)%0Aline 1: written here%0Aa write takes 6 cycles: counted from the last cycle that really writes the word to the first that really reads it
        ::error file=a%2C b/x.vsm,line=4,endLine=4,col=11,endColumn=12,title=E0305::address 1 is not aligned: a long-word access needs a multiple of 2 (manual 3.6.1.6)%0Athe nearest are `$lm0` and `$lm2`
        2 errors, 0 warnings in 1 file, 4 lines (1 fixable)
    "#]]
    .assert_eq(&outcome.out);
    // It has one word for everything below a warning.
    for level in ["info", "hint"] {
        let option = format!("E1010={level}");
        let lowered = mnc2_in(
            &folder,
            ["check", ".", "--format", "github", "--level", &option],
        );
        assert!(lowered.out.starts_with("::notice file="), "{}", lowered.out);
    }
    // Names are relative to the current folder, also if the path is absolute.
    let absolute = mnc2_in(&folder, ["check", text(&path), "--format", "github"]);
    assert_eq!(absolute.out, outcome.out);
}
