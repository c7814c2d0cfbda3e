//! `mnc2 timeline` and `mnc2 expand --all`: a whole program at a glance.

use expect_test::expect;
use serde_json::{Value, json};

use crate::binary::{file, folder, mnc2, mnc2_reading, text};

const PROGRAM: &str = "# heading\nlinc $subpeid $lm0\nnop/2\nmvp/n64 $d0@0 $lc0@0.0\n\
                       dvadd $lm0 $lm0 $nowrite; linc $lm0 $lr0v # both\nd get $lm0n0c0b0m0p0 1\nquit\nnop\n";

#[test]
fn units_stand_against_steps() {
    let outcome = mnc2_reading(PROGRAM.as_bytes(), ["timeline", "-"]);
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    expect![[r#"
        step  line  MAU  ALU  MV
           0     2   .    #   .   linc $subpeid $lm0
           1     3   .    .   .   nop/2
           3     4   .    .   #   mvp/n64 $d0@0 $lc0@0.0
           3     5   #    #   .   dvadd $lm0 $lm0 $nowrite; linc $lm0 $lr0v
        steps: 4, MV instructions: 1
        MAU: 1 of 4 steps (25.0 %)
        ALU: 2 of 4 steps (50.0 %)
    "#]]
    .assert_eq(&outcome.out);
    let json = mnc2_reading(PROGRAM.as_bytes(), ["timeline", "-", "--format", "json"]);
    expect![[r#"
        {"line":2,"step":0,"steps":1,"uses":[{"unit":"alu","text":"linc $subpeid $lm0"}]}
        {"line":3,"step":1,"steps":2,"uses":[{"unit":"control","text":"nop/2"}]}
        {"line":4,"step":3,"steps":0,"uses":[{"unit":"mv","text":"mvp/n64 $d0@0 $lc0@0.0"}]}
        {"line":5,"step":3,"steps":1,"uses":[{"unit":"mau","text":"dvadd $lm0 $lm0 $nowrite"},{"unit":"alu","text":"linc $lm0 $lr0v"}]}
        {"steps":4,"mv_instructions":1,"busy_steps":{"mau":1,"alu":2,"matrixWrite":0,"matrixRead":0,"l1bm":0,"l2bm":0}}
    "#]].assert_eq(&json.out);
    assert_eq!(json.code, 0);
    let empty = mnc2_reading(b"", ["timeline", "-"]);
    expect![[r#"
        step  line
        steps: 0, MV instructions: 0
    "#]]
    .assert_eq(&empty.out);
}

#[test]
fn a_profile_is_one_object() {
    let profile = |arguments: &[&str]| {
        let arguments = ["profile", "-"].iter().chain(arguments).copied();
        mnc2_reading(PROGRAM.as_bytes(), arguments)
    };
    let outcome = profile(&["--format", "json"]);
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    let object: Value = serde_json::from_str(&outcome.out).expect("one object");
    assert_eq!(object["total"]["steps"], 4);
    assert_eq!(object["total"]["busy_steps"]["alu"], 2);
    assert_eq!(object["total"]["bytes_moved"]["dram"]["read"], 512);
    assert_eq!(object["sections"][0]["title"], "heading");
    assert_eq!(object["mv"]["instructions"], 1);
    assert_eq!(object["chain"]["links"][0]["text"], "linc $subpeid $lm0");
    for wrong in [
        &["--format", "trace", "--against", "other.vsm"][..],
        &["--region", "1..2"],
        &["--against", "-"],
        &["--against", "no-such-file.vsm"],
        &["--region", "2..1", "--format", "trace"],
    ] {
        let outcome = profile(wrong);
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{wrong:?}");
    }
    let same = folder("profile").join("same.vsm");
    std::fs::write(&same, PROGRAM).expect("the program can be written");
    let outcome = profile(&["--against", text(&same)]);
    assert_eq!(outcome.out, "no figures differ\n");
    let outcome = profile(&["--against", text(&same), "--format", "json"]);
    let object: Value = serde_json::from_str(&outcome.out).expect("one object");
    assert_eq!(object["changes"], Value::Array(Vec::new()));
    assert_eq!(object["before"]["total"], object["after"]["total"]);
}

#[test]
fn a_trace_has_spans_and_arrows() {
    let made = "lpassa $lm0v $lr0v #@ gen.py:7:9\nnop/4294967295\nlpassa $lr0v $ln0v\n";
    let trace = |arguments: &[&str]| {
        let arguments = ["profile", "-", "--format", "trace"]
            .iter()
            .chain(arguments);
        let outcome = mnc2_reading(made.as_bytes(), arguments.copied());
        assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
        let object: Value = serde_json::from_str(&outcome.out).expect("one object");
        object["traceEvents"].as_array().expect("a list").clone()
    };
    let events = trace(&[]);
    let of = |phase: &str| {
        let of = events.iter().filter(move |event| event["ph"] == phase);
        of.collect::<Vec<_>>()
    };
    assert_eq!(of("X").len(), 3);
    assert_eq!(of("X")[0]["args"]["generator"], "gen.py:7:9");
    assert_eq!(of("X")[2]["ts"], 4_294_967_296_u64);
    assert_eq!((of("s").len(), of("f").len()), (1, 1));
    assert_eq!(of("f")[0]["ts"], of("X")[2]["ts"]);
    assert_eq!(
        trace(&["--region", "3..9"])
            .iter()
            .filter(|it| it["ph"] == "X")
            .count(),
        1
    );
}

#[test]
fn every_line_with_operands_is_expanded() {
    let outcome = mnc2_reading(
        PROGRAM.as_bytes(),
        ["expand", "-", "--all", "--format", "json"],
    );
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    let mut lines = Vec::new();
    for line in outcome.out.lines() {
        let object: Value = serde_json::from_str(line).expect("a line is an object");
        let number = object["line"].to_string();
        // The same as of the line alone.
        let alone = ["expand", "-", "--line", &number, "--format", "json"];
        assert_eq!(mnc2_reading(PROGRAM.as_bytes(), alone).out.trim_end(), line);
        lines.push(number);
    }
    assert_eq!(lines, ["2", "4", "5", "6"]);
    let outcome = mnc2_reading(PROGRAM.as_bytes(), ["expand", "-", "--all"]);
    assert!(
        outcome.out.starts_with("2: linc $subpeid $lm0\n"),
        "{}",
        outcome.out
    );
    assert_eq!(mnc2_reading(b"nop\n", ["expand", "-"]).code, 2);
    assert_eq!(
        mnc2_reading(b"nop\n", ["expand", "-", "--all", "--line", "1"]).code,
        2
    );
    // For this command too, the text after the last line end does not count as a line.
    let outcome = mnc2_reading(b"nop\n", ["expand", "-", "--line", "2"]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome
            .err
            .contains("--line 2: the last line of `<stdin>` is 1"),
        "{}",
        outcome.err
    );
}

#[test]
fn bad_input_is_answered() {
    let folder = folder("chart-bad");
    let junk: Vec<u8> = (0..4_u32 << 20)
        .map(|index| (index.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let junk = file(&folder, "junk.vsm", junk);
    for command in [&["timeline"][..], &["expand", "--all"]] {
        let run = |path: &str| mnc2(command.iter().chain(&[path]));
        let outcome = run(text(&junk));
        assert_eq!(outcome.code, 1, "{command:?}");
        assert!(
            outcome.err.contains("the program has errors"),
            "{command:?}: {}",
            outcome.err
        );
        assert_eq!(run(text(&folder)).code, 2, "{command:?}");
        assert_eq!(run("none.vsm").code, 2, "{command:?}");
        let broken = mnc2_reading(b"lpassa\nnop\n", command.iter().chain(&["-"]));
        assert_eq!(broken.code, 1, "{command:?}");
    }
}

/// A compiler's author looks for the line of the compiler that makes most steps.
#[test]
fn a_profile_counts_the_steps_of_each_place_of_a_generator() {
    let made = "lpassa $lm0v $lr0v #@ gen.py:7:9\nnop/5 #@ gen.py:8\nnop #@ gen.py:7:1\nnop\n# x #@ gen.py:9\n";
    let text = mnc2_reading(made.as_bytes(), ["profile", "-"]);
    assert!(
        text.out.contains(
            "\nlines  steps     %  made by\n    1      5  62.5  gen.py:8\n    2      2  25.0  gen.py:7\n"
        ),
        "{}",
        text.out
    );
    let object = mnc2_reading(made.as_bytes(), ["profile", "--format", "json", "-"]);
    let object: Value = serde_json::from_str(&object.out).expect("JSON");
    assert_eq!(
        object["generators"],
        json!([
            {"place": "gen.py:8", "lines": 1, "steps": 5},
            {"place": "gen.py:7", "lines": 2, "steps": 2},
        ])
    );
    let plain = mnc2_reading(b"nop\n", ["profile", "-"]);
    assert!(!plain.out.contains("made by"), "{}", plain.out);
}

/// A table is drawn, so a colour in it is one of the program that draws.
#[test]
fn control_characters_of_a_program_are_visible_in_tables() {
    let program = "# \x1b[31mtitle\nnop\x1b[31m\nlpassa $lm0v $lr0v\n";
    for (command, shown) in [("timeline", "nop␛[31m"), ("profile", "␛[31mtitle")] {
        let outcome = mnc2_reading(program.as_bytes(), ["--color", "always", command, "-"]);
        assert!(outcome.out.contains(shown), "{outcome:?}");
    }
}

/// Help is printed before the arguments are read, with colours if an argument enables them.
#[test]
fn help_has_colours_when_asked() {
    for arguments in [
        &["--help"][..],
        &["check", "--help"],
        &["check", "--nonsense"],
    ] {
        for (color, is_colored) in [("always", true), ("never", false)] {
            let outcome = mnc2([&["--color", color], arguments].concat());
            let text = format!("{}{}", outcome.out, outcome.err);
            assert_eq!(text.contains("\x1b["), is_colored, "{arguments:?} {color}");
        }
        assert!(!mnc2(arguments).out.contains('\x1b'));
    }
}

/// On a terminal, or with the option: the same text with colours.
#[test]
fn what_people_read_has_colours_when_asked() {
    let folder = folder("colours");
    let program = file(
        &folder,
        "a.vsm",
        "lpassa $lm0v $lr0v\nnop/2\nd get $lr0n0c0b0m0p0 1\n",
    );
    let wrong = file(&folder, "wrong.vsm", "lpassa $lm0v $lr1v\n");
    let testcase = file(
        &folder,
        "testcase.vsm",
        "# ======= YOUR VSM WILL BE INSERTED HERE =======\n\
         d getd $lr0n0c0b0m0p0 1 # expect=[6] / Long atol=0 rtol=0\n",
    );
    let (program, wrong, testcase) = (text(&program), text(&wrong), text(&testcase));
    for arguments in [
        &["timeline", program][..],
        &["profile", program],
        &["judge", testcase, program],
        &["check", "--format", "short", wrong],
        &["check", wrong],
        &["debug", "-x", "step", "-x", "nonsense", program],
    ] {
        let plain = mnc2([&["--color", "never"], arguments].concat());
        let colored = mnc2([&["--color", "always"], arguments].concat());
        assert!(!plain.out.contains('\x1b'), "{plain:?}");
        assert!(colored.out.contains("\x1b["), "{colored:?}");
        let mut parts = colored.out.split('\x1b');
        let mut stripped = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            stripped.push_str(part.split_once('m').map_or(part, |(_, rest)| rest));
        }
        if arguments[..2] != ["check", wrong] {
            assert_eq!(stripped, plain.out, "{arguments:?}");
        }
    }
}
