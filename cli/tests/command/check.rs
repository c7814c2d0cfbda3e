//! `mnc2 check` from outside: exit codes, both formats, broken input.

use std::fs;

use crate::binary::{file, folder, mnc2, mnc2_in, mnc2_reading, text};
use expect_test::expect;
use serde_json::Value;

const GOOD: &str = "lpassa $peid $lm0v # fine\nd get $lm0n0c0b0m0p0 1\n";
const BAD: &str = "nop\nlpassa $lm1 $ln0\n";

#[test]
fn exit_codes_tell_errors_from_unreadable_files() {
    let folder = folder("check-exit-codes");
    let good = file(&folder, "good.vsm", GOOD);
    let bad = file(&folder, "bad.vsm", BAD);
    let missing = folder.join("missing.vsm");
    let check = |paths: &[&std::path::Path], code: i32| {
        let mut arguments = vec!["check"];
        arguments.extend(paths.iter().map(|path| text(path)));
        let outcome = mnc2(&arguments);
        assert_eq!(outcome.code, code, "{paths:?}: {outcome:?}");
        outcome
    };
    check(&[&good], 0);
    check(&[&bad], 1);
    check(&[&good, &bad], 1);
    let outcome = check(&[&bad, &missing, &good], 2);
    assert!(outcome.err.contains("missing.vsm"), "{outcome:?}");
    assert!(
        outcome
            .out
            .contains("1 error, 0 warnings in 2 files, 4 lines"),
        "{outcome:?}"
    );
    assert_eq!(mnc2(["check"]).code, 2, "a file is required");
    assert_eq!(mnc2(["check", "--mode", "round", text(&good)]).code, 2);
    assert_eq!(mnc2(["chekc"]).code, 2);
}

#[test]
fn text_shows_the_place_and_the_fix() {
    let outcome = mnc2_reading(BAD.as_bytes(), ["check", "-"]);
    expect![[r#"
        error[E0305]: address 1 is not aligned: a long-word access needs a multiple of 2
         --> <stdin>:2:11
          |
        2 | lpassa $lm1 $ln0
          |           ^
          |
          = help: the nearest are `$lm0` and `$lm2`
          = note: manual 3.6.1.6
        help: Use `$lm0`
          |
        2 - lpassa $lm1 $ln0
        2 + lpassa $lm0 $ln0
          |

        1 error, 0 warnings in 1 file, 2 lines
    "#]]
    .assert_eq(&outcome.out);
    assert_eq!((outcome.code, outcome.err.as_str()), (1, ""));
}

#[test]
fn colours_only_when_they_are_asked_for() {
    let plain = mnc2_reading(BAD.as_bytes(), ["check", "-"]);
    assert!(!plain.out.contains('\u{1b}'), "a pipe is no terminal");
    let never = mnc2_reading(BAD.as_bytes(), ["check", "-", "--color", "never"]);
    assert_eq!(never.out, plain.out);
    let always = mnc2_reading(BAD.as_bytes(), ["check", "-", "--color", "always"]);
    assert!(always.out.contains("\u{1b}["), "{}", always.out);
}

/// Every line of standard output as an object.
fn objects(out: &str) -> Vec<Value> {
    out.lines()
        .map(|line| serde_json::from_str(line).expect("every line is an object"))
        .collect()
}

#[test]
fn json_has_one_object_for_each_finding() {
    let source =
        "lpassa $lm1 $ln0\n\n\tlpassa ＄lm0 $ln0 # 長い\nladd $lm0v $lr0v $ln0v/1000 $ls0v/0100\n";
    let outcome = mnc2_reading(source.as_bytes(), ["check", "-", "--format", "json"]);
    assert_eq!((outcome.code, outcome.err.as_str()), (1, ""));
    let findings = objects(&outcome.out);
    assert!(findings.len() >= 3, "{findings:#?}");
    let lines: Vec<&str> = source.lines().collect();
    for finding in &findings {
        let keys: Vec<&str> = finding
            .as_object()
            .expect("a finding is an object")
            .keys()
            .map(String::as_str)
            .collect();
        let mut expected = [
            "file",
            "line",
            "column",
            "end_line",
            "end_column",
            "severity",
            "code",
            "message",
            "manual",
            "notes",
            "fixes",
        ];
        expected.sort_unstable();
        let mut found = keys.clone();
        found.sort_unstable();
        assert_eq!(found, expected);
        assert_eq!(finding["file"], "<stdin>");
        assert_eq!(finding["severity"], "error");
        assert!(
            finding["code"]
                .as_str()
                .is_some_and(|code| code.starts_with('E'))
        );
        let places = finding["notes"].as_array().expect("notes are a list");
        for place in places.iter().chain([finding]) {
            let number = |key: &str| place[key].as_u64().expect("places are numbers") as usize;
            let characters = lines[number("line") - 1].chars().count();
            assert!(number("column") >= 1 && number("column") <= number("end_column"));
            assert!(number("end_column") <= characters + 1, "{place}");
            assert_eq!(number("line"), number("end_line"));
            assert!(
                place["message"]
                    .as_str()
                    .is_some_and(|text| !text.is_empty())
            );
        }
    }
    let wide = findings
        .iter()
        .find(|finding| finding["line"] == 3)
        .expect("the full-width character is reported");
    assert_eq!(
        (&wide["column"], &wide["end_column"]),
        (&Value::from(9), &Value::from(10)),
        "columns count characters"
    );
}

/// Edits hold the line ends of the file.
#[test]
fn json_tells_how_each_finding_is_fixed() {
    let source = "lpassa $lm0v $ln0v\r\nlpassa $ln0v $lr0v\r\nlpasa $lr8 $ln0\r\n";
    let outcome = mnc2_reading(source.as_bytes(), ["check", "-", "--format", "json"]);
    let mut lines = Vec::new();
    for finding in objects(&outcome.out) {
        let fixes = finding["fixes"].as_array().expect("fixes are a list");
        for fix in fixes {
            lines.push(format!(
                "{} {} {}",
                finding["code"], fix["safe"], fix["edits"]
            ));
        }
    }
    expect![[r#"
        "E1009" true [{"line":2,"column":1,"end_line":2,"end_column":1,"text":"nop/2\r\n"}]
        "E1009" true [{"line":2,"column":8,"end_line":2,"end_column":13,"text":"$aluf"}]
        "E0201" false [{"line":3,"column":1,"end_line":3,"end_column":6,"text":"lpassa"}]"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn one_line_for_each_finding() {
    let source = "lpassa $lm1 $ln0\n# 長い\nlpasa $lm0 $ln0\nwait i01\n";
    let outcome = mnc2_reading(source.as_bytes(), ["check", "-", "--format", "short"]);
    assert_eq!((outcome.code, outcome.err.as_str()), (1, ""));
    expect![[r#"
        <stdin>:1:11: error[E0305]: address 1 is not aligned: a long-word access needs a multiple of 2
        <stdin>:3:1: error[E0201]: unknown opcode `lpasa`
        <stdin>:4:1: error[E0802]: `wait` needs another PE instruction in its step
        3 errors, 0 warnings in 1 file, 4 lines (1 fixable)
    "#]].assert_eq(&outcome.out);
    // All are shown unless there is a limit.
    let many = "lpassa $lm1 $ln0\n".repeat(300);
    let shown = |options: &[&str]| {
        let arguments = ["check", "-", "-q", "--format", "short"]
            .iter()
            .chain(options);
        mnc2_reading(many.as_bytes(), arguments).out.lines().count()
    };
    assert_eq!((shown(&[]), shown(&["--max-findings", "7"])), (300, 7));
}

#[test]
fn quiet_shows_findings_alone() {
    let outcome = mnc2_reading(BAD.as_bytes(), ["check", "-q", "-"]);
    assert!(
        outcome.out.contains("E0305") && !outcome.out.contains("in 1 file"),
        "{outcome:?}"
    );
    let outcome = mnc2_reading(GOOD.as_bytes(), ["check", "--quiet", "-"]);
    assert_eq!(
        (outcome.code, outcome.out.as_str(), outcome.err.as_str()),
        (0, "", "")
    );
}

/// Findings of other languages are folded, too, as `--statistics` counts places.
#[test]
fn equal_findings_of_other_languages_are_shown_once() {
    let made = "# mnc2: language=rvmatrix\n".to_owned()
        + &"mmov.mm m9, m0 #@ gen.py:7\n".repeat(40)
        + "mmov.mm m9, m0\n";
    let outcome = mnc2_reading(made.as_bytes(), ["check", "-"]);
    assert_eq!(outcome.code, 1);
    let text = format!("{}{}", outcome.out, outcome.err);
    assert_eq!(text.matches("error[RV").count(), 2, "{text}");
    let note = "made by `gen.py:7`, as are 39 more lines with this finding";
    assert_eq!(text.matches(note).count(), 1, "{text}");
}

/// A loop of a generator has one bug, not one for each line that it writes.
#[test]
fn equal_findings_of_one_place_of_a_generator_are_shown_once() {
    let made =
        "lpassa $lm1 $ln0 #@ gen.py:7\n".repeat(3333) + "lpassa $lm1 $ln0\nlpasa #@ gen.py:7\n";
    let mut shown = Vec::new();
    for arguments in [
        &["check", "-"][..],
        &["run", "-"],
        &["check", "-", "--statistics"],
        &["check", "-", "--format", "short"],
    ] {
        let outcome = mnc2_reading(made.as_bytes(), arguments);
        assert_eq!(outcome.code, 1, "{arguments:?}");
        let text = format!("{}{}", outcome.out, outcome.err);
        let is_shown = |line: &&str| line.contains("E0305") || line.contains("gen.py:7`");
        let lines: Vec<&str> = text.lines().filter(is_shown).collect();
        shown.push(match lines.len() {
            count @ 10.. => format!("{arguments:?}: {count} lines"),
            _ => format!("{arguments:?}\n{}", lines.join("\n")),
        });
    }
    expect![[r#"
        ["check", "-"]
        error[E0305]: address 1 is not aligned: a long-word access needs a multiple of 2
          = note: made by `gen.py:7`, as are 3332 more lines with this finding
        error[E0305]: address 1 is not aligned: a long-word access needs a multiple of 2
             = note: made by `gen.py:7`
        ["run", "-"]
        error[E0305]: address 1 is not aligned: a long-word access needs a multiple of 2
          = note: made by `gen.py:7`, as are 3332 more lines with this finding
        error[E0305]: address 1 is not aligned: a long-word access needs a multiple of 2
             = note: made by `gen.py:7`
        ["check", "-", "--statistics"]
        3334  E0305  misaligned address (from 2 places)
        ["check", "-", "--format", "short"]: 3334 lines
    "#]]
    .assert_eq(&(shown.join("\n") + "\n"));
}

#[test]
fn statistics_count_by_code() {
    let source = "lpassa $lm1 $ln0\nlpassa $lm1 $ln0\nlpasa $lm0 $ln0\nwait i01\n";
    let outcome = mnc2_reading(source.as_bytes(), ["check", "-", "--statistics"]);
    assert_eq!((outcome.code, outcome.err.as_str()), (1, ""));
    expect![[r#"
        2  E0305  misaligned address
        1  E0201  unknown opcode
        1  E0802  wait without another instruction (1 fixable)
        4 errors, 0 warnings in 1 file, 4 lines (1 fixable)
    "#]]
    .assert_eq(&outcome.out);
    let json = ["check", "-", "--statistics", "--format", "json"];
    let counted: Vec<String> = objects(&mnc2_reading(source.as_bytes(), json).out)
        .iter()
        .map(|object| {
            format!(
                "{} {} {}",
                object["code"], object["count"], object["fixable"]
            )
        })
        .collect();
    expect![[r#"
        "E0305" 2 0
        "E0201" 1 0
        "E0802" 1 1"#]]
    .assert_eq(&counted.join("\n"));
    let none = mnc2_reading(GOOD.as_bytes(), ["check", "-q", "-", "--statistics"]);
    assert_eq!((none.code, none.out.as_str()), (0, ""));
    let sarif = ["check", "-", "--statistics", "--format", "sarif"];
    assert_eq!(mnc2_reading(GOOD.as_bytes(), sarif).code, 2);
}

#[test]
fn a_good_program_gives_no_objects() {
    let outcome = mnc2_reading(GOOD.as_bytes(), ["check", "-", "--format", "json"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (0, ""));
}

#[test]
fn the_mode_decides_about_flat_lists() {
    let source = b"lpassa $lm[0,2,4,6] $ln0v\n";
    assert_eq!(mnc2_reading(source, ["check", "-"]).code, 0);
    assert_eq!(
        mnc2_reading(source, ["check", "-", "--mode", "flat"]).code,
        0
    );
    assert_eq!(
        mnc2_reading(source, ["check", "-", "--mode", "infer"]).code,
        0
    );
    let outcome = mnc2_reading(source, ["check", "-", "--mode", "auto"]);
    assert_eq!(outcome.code, 1);
    assert!(outcome.out.contains("E0309"), "{}", outcome.out);
}

#[test]
fn text_is_limited_to_the_worst_findings() {
    let source = "lpassa $lm1 $ln0\n".repeat(300);
    let count = |arguments: &[&str]| {
        let outcome = mnc2_reading(source.as_bytes(), arguments);
        assert_eq!(outcome.code, 1);
        assert!(
            outcome
                .out
                .ends_with("300 errors, 0 warnings in 1 file, 300 lines\n")
                || arguments.contains(&"json")
        );
        let shown = outcome.out.matches("E0305").count();
        (shown, outcome.out.contains("not shown"))
    };
    assert_eq!(count(&["check", "-"]), (100, true));
    assert_eq!(count(&["check", "-", "--max-findings", "7"]), (7, true));
    assert_eq!(count(&["check", "-", "--max-findings", "0"]), (300, false));
    assert_eq!(count(&["check", "-", "--format", "json"]), (300, false));
    let json = ["check", "-", "--format", "json", "--max-findings", "7"];
    assert_eq!(count(&json), (7, false));
}

#[test]
fn the_summary_counts_every_severity() {
    let hazard = "lpassa $lm0v $lr0v\nlpassa $lr0v $ln0v\nnop/2\n";
    for (level, one, two) in [
        ("hint", "1 hint", "2 hints"),
        ("info", "1 info", "2 infos"),
        ("warning", "1 warning", "2 warnings"),
        ("error", "1 error", "2 errors"),
    ] {
        for (times, counted) in [(1, one), (2, two)] {
            let option = format!("E1010={level}");
            let arguments = ["check", "-", "--level", &option];
            let outcome = mnc2_reading(hazard.repeat(times).as_bytes(), arguments);
            let summary = outcome.out.lines().last().unwrap_or_default();
            let mut parts = summary.split([',', ' ']).filter(|part| !part.is_empty());
            let (number, noun) = counted.split_once(' ').unwrap_or_default();
            assert!(
                parts.any(|part| part == number) && parts.next() == Some(noun),
                "{summary}"
            );
            let title = format!("{level}[E1010]: ");
            assert_eq!(
                outcome.out.matches(&title).count(),
                times,
                "{}",
                outcome.out
            );
        }
    }
}

#[test]
fn a_file_in_another_encoding_is_reported_once() {
    // "nop" with a comment in Shift_JIS, then an error in ASCII.
    let mut source = b"nop # \x83\x65\x83\x58\x83\x67\n".to_vec();
    source.extend_from_slice(b"nop # \x82\xa0\nlpassa $lm1 $ln0\n");
    let outcome = mnc2_reading(&source, ["check", "-", "--format", "json"]);
    let codes: Vec<(Value, Value, Value)> = objects(&outcome.out)
        .into_iter()
        .map(|finding| {
            (
                finding["code"].clone(),
                finding["line"].clone(),
                finding["column"].clone(),
            )
        })
        .collect();
    let expected = [("W0103", 1, 7), ("E0305", 3, 11)]
        .map(|(code, line, column)| (Value::from(code), Value::from(line), Value::from(column)));
    assert_eq!(codes, expected);
    assert_eq!(outcome.code, 1);
}

#[test]
fn a_byte_order_mark_is_no_text() {
    let mut source = b"\xef\xbb\xbfnop # \xff\n".to_vec();
    let outcome = mnc2_reading(&source, ["check", "-", "--format", "json"]);
    let found = objects(&outcome.out);
    assert_eq!(found.len(), 1, "{}", outcome.out);
    assert_eq!(
        (&found[0]["code"], &found[0]["column"]),
        (&"W0103".into(), &7.into())
    );
    source.truncate(6);
    assert_eq!(mnc2_reading(&source, ["check", "-"]).code, 0);
}

#[test]
fn no_input_breaks_it() {
    let junk: Vec<u8> = (0..200_000_u32)
        .map(|index| (index.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let long_line = "nop; ".repeat(20_000);
    let deep = "[".repeat(100_000);
    let inputs: [&[u8]; 9] = [
        b"",
        b"\0",
        b"nop\0\nlpassa $lm0 \0$ln0\n",
        b"\r\n\r\n\r",
        &junk,
        long_line.as_bytes(),
        deep.as_bytes(),
        b"d get $lm99999999999999999999 99999999999999999999",
        "lpassa $lm\u{202e}0 $ln0 # \u{1f600}".as_bytes(),
    ];
    for (index, input) in inputs.iter().enumerate() {
        for format in ["text", "json", "sarif", "github"] {
            let outcome = mnc2_reading(input, ["check", "-", "--format", format]);
            assert!((0..=1).contains(&outcome.code), "{index}: {outcome:?}");
            assert_eq!(outcome.err, "", "{index}");
        }
        let outcome = mnc2_reading(input, ["run", "-"]);
        assert!(matches!(outcome.code, 0 | 1 | 3), "{index}: {outcome:?}");
    }
}

#[test]
fn four_megabytes_are_checked() {
    let folder = folder("check-large");
    let line = "lpassa $lm0v $ln0v; nop # some words that make the line longer\n";
    let source = line.repeat(4 * 1024 * 1024 / line.len());
    let path = file(&folder, "large.vsm", &source);
    let outcome = mnc2(["check", text(&path)]);
    assert_eq!(outcome.code, 1);
    let errors = source.lines().count();
    assert!(
        outcome.out.ends_with(&format!(
            "{errors} errors, 0 warnings in 1 file, {errors} lines\n"
        )),
        "{}",
        &outcome.out[outcome.out.len() - 200..]
    );
    fs::remove_file(path).expect("the file was there");
}

#[test]
fn a_finding_says_what_made_its_line() {
    let made = "nop\nlpassa $lm1 $ln0 #@ gen.py:12:3\n";
    let outcome = mnc2_reading(made.as_bytes(), ["check", "-"]);
    assert!(
        outcome.out.contains("note: made by `gen.py:12:3`"),
        "{outcome:?}"
    );
    let outcome = mnc2_reading(made.as_bytes(), ["check", "--format", "json", "-"]);
    let found: Value =
        serde_json::from_str(outcome.out.lines().next().expect("a finding")).expect("JSON");
    assert_eq!(
        found["generated_by"],
        serde_json::json!({ "file": "gen.py", "line": 12, "column": 3 })
    );
    let folder = folder("check-generated");
    let path = file(&folder, "made.vsm", made);
    let outcome = mnc2(["check", "--format", "sarif", text(&path)]);
    let log: Value = serde_json::from_str(&outcome.out).expect("JSON");
    let related = &log["runs"][0]["results"][0]["relatedLocations"][0];
    let location = &related["physicalLocation"];
    assert_eq!(location["region"]["startLine"], 12);
    let uri = location["artifactLocation"]["uri"].as_str().expect("a URI");
    assert!(uri.ends_with("check-generated/gen.py"), "{uri}");
    let outcome = mnc2(["check", "--format", "github", text(&path)]);
    assert!(outcome.out.contains("made by `gen.py:12:3`"), "{outcome:?}");
}

/// A testcase next to a program, one that is named, or places: with them more is known, and a level still turns it off.
#[test]
fn what_counts_is_known_from_a_testcase_or_places() {
    let folder = folder("check-outputs");
    let testcase = |output: &str| {
        format!(
            "d set $lm0 4 0000000000000001000000000000000200000000000000030000000000000004\n\
             # ======= YOUR VSM WILL BE INSERTED HERE =======\n\
             d getd ${output}n0c0b0m0p0 1 # expect=[1] / Long @[0]\n"
        )
    };
    let program = "lpassa $lm0v $ln0v\nlpassa $lm0v $ln8v\n";
    let alone = folder.join("alone");
    fs::create_dir_all(&alone).expect("it can be made");
    file(&folder, "p.vsm", program);
    file(&alone, "p.vsm", program);
    file(&folder, "testcase.vsm", testcase("ln0"));
    file(&folder, "other.vsm", testcase("ln8"));
    let lines = |folder: &std::path::Path, options: &[&str]| {
        let fixed = ["check", "p.vsm", "--format", "short", "--quiet"];
        let outcome = mnc2_in(folder, fixed.iter().chain(options));
        let found = outcome.out.lines().map(|line| {
            let mut parts = line.split(':');
            (
                parts.nth(1).unwrap_or_default().to_owned(),
                line.contains("W1110"),
            )
        });
        found.collect::<Vec<_>>()
    };
    let at = |line: &str| vec![(line.to_owned(), true)];
    assert_eq!(lines(&alone, &[]), []);
    assert_eq!(lines(&folder, &[]), at("2"));
    assert_eq!(lines(&folder, &["--testcase", "other.vsm"]), at("1"));
    assert_eq!(lines(&alone, &["--testcase", "../other.vsm"]), at("1"));
    assert_eq!(lines(&alone, &["--at", "lm1n0c0b0m0p0:0+1"]), at("2"));
    assert_eq!(lines(&alone, &["--at", "lm1n0:0"]), []);
    assert_eq!(lines(&folder, &["--level", "W1110=off"]), []);
    assert_eq!(lines(&folder, &["--level", "all=off"]), []);
    let outcome = mnc2_in(&alone, ["check", "p.vsm", "--testcase", "p.vsm"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.err.contains("is not a testcase"), "{outcome:?}");
}
