//! `mnc2 bench` in a tiny size: everything runs, with the same results as before.

use expect_test::{Expect, expect};
use serde_json::Value;

use crate::binary::{file, folder, mnc2_reading, text};

#[test]
fn steps_have_the_hashes_of_their_results() {
    let outcome = mnc2_reading(
        b"",
        [
            "bench", "--format", "json", "--rounds", "1", "--only", "steps",
        ],
    );
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let table: Value = serde_json::from_str(&outcome.out).expect("one object");
    let rows = table["rows"].as_array().expect("rows");
    let hashes: String = rows
        .iter()
        .map(|row| {
            assert!(row["value"].as_f64().is_some_and(|value| value > 0.0));
            let name = row["name"].as_str().unwrap_or_default();
            let step = name.split(' ').next().unwrap_or_default();
            format!("{step} {}\n", row["hash"].as_str().unwrap_or_default())
        })
        .collect();
    expect![[r#"
        fvfma 5fe42e7128dc7dde
        dvfmau 7ac4d21aa99db39b
        hvfma 3237f6b8c54eca17
        gmfma 0b49ec5d0ef99bcf
        hmfma b5ac2a92e1a70756
        iadd ba1d5acd4461cc84
        l1bmm 0be1bda78fd3b89a
        l1bmrffadd 1c6462c572aa64f7
        l2bmb 9180e3bdcdeedd13
        mvp ffc327a5a404a9b3
        fvfma 5fe42e7128dc7dde
    "#]]
    .assert_eq(&hashes);
}

/// What is measured, the unit, the goal and the hash; the text has the same rows.
fn check(arguments: &[&str], expected: &Expect) {
    let run = |options: &[&str]| {
        let outcome = mnc2_reading(b"", ["bench"].iter().chain(options).chain(arguments));
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        outcome.out
    };
    let table: Value = serde_json::from_str(&run(&["--format", "json"])).expect("one object");
    let rows = table["rows"].as_array().expect("rows").iter();
    let text = |value: &Value| value.to_string().replace('"', "");
    let row = |row: &Value| {
        let columns = ["name", "unit", "goal", "hash"].map(|column| text(&row[column]));
        columns.join(" | ") + "\n"
    };
    expected.assert_eq(&rows.clone().map(row).collect::<String>());
    let lines = run(&[]);
    assert_eq!(lines.lines().count(), rows.len(), "{lines}");
    for (line, row) in lines.lines().zip(rows) {
        assert!(line.starts_with(&text(&row["name"])), "{line}");
        assert!(
            line.ends_with(&format!("[{}]", text(&row["hash"]))),
            "{line}"
        );
        let (key, words) = match &row["goal"] {
            Value::Null => continue,
            goal if goal["at_most"].is_null() => ("at_least", "at least"),
            _ => ("at_most", "at most"),
        };
        let goal = row["goal"][key].as_f64().unwrap_or_default();
        assert!(line.contains(&format!("{words} {goal} ")), "{line}");
    }
}

#[test]
fn programs_and_texts_have_the_hashes_of_their_results() {
    check(
        &["--rounds", "1", "--only", "alike"],
        &expect![[r#"
        mixed program, PEs different / alike | x | {at_least:50.0} | 98463b42ea465c8d
    "#]],
    );
    check(
        &["--rounds", "1", "--only", "long"],
        &expect![[r#"
        program of 102 steps, PEs alike | steps/s | null | e09d58f864fe0353
    "#]],
    );
    check(
        &["--rounds", "1", "--only", "text"],
        &expect![[r#"
        parse and check 100 lines | s | {at_most:1.0} | 0000000000000071
        edit and check alone, 1000 lines / 100 | x | null | 22e6e64e2cdf3563
        `d set` lines read and run, 0.0 MB | MB/s | {at_least:20.0} | d96790ac59b152ff
    "#]],
    );
}

#[test]
fn programs_of_a_folder_are_run_after_their_testcases() {
    let root = folder("bench-programs");
    let below = root.join("below");
    std::fs::create_dir(&below).expect("a new folder");
    file(
        &below,
        "testcase1.vsm",
        "d set $lm0n0c0b0m0p0 1 0000000700000000\n\
         # ======= YOUR VSM WILL BE INSERTED HERE =======\n\
         d getd $ln0n0c0b0m0p0 1 # expect=[1] / ULong @[0]\n",
    );
    let alone = ["bench", "--only", "nothing", "--programs", text(&root)];
    let outcome = mnc2_reading(b"", alone);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.err.contains("no testcases with programs"),
        "{}",
        outcome.err
    );
    file(&below, "solution.vsm", "linc $lm0 $ln0\nnop/3\n");
    check(
        &alone[1..],
        &expect![[r#"
        run to here, cold, 1 programs, p95 | ms | {at_most:50.0} | 1c157c65552485ec
        run to here, last ten lines edited, 1 programs, p95 | ms | {at_most:10.0} | 1c157c65552485ec
        longest program, 4 steps | steps/s | null | 1c157c65552485ec
    "#]],
    );
}

#[test]
fn a_part_that_does_not_exist_is_named() {
    let outcome = mnc2_reading(b"", ["bench", "--rounds", "1", "--only", "threads"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    expect![[r#"
        mnc2: `--only threads` measures nothing: the parts are steps, machines, alike, long, text, stream and debugger, and the names of steps
    "#]]
    .assert_eq(&outcome.err);
}
