//! `mnc2 run` from outside: the dump, the output before it, and the end of runs.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};

use expect_test::expect;
use serde_json::Value;

use crate::binary::{file, folder, mnc2, mnc2_reading, text};

const PROGRAM: &str = "\
imm i\"5\" $n0
d getf $n0n0c0b0m0p0 1
iinc $aluf $s0
nop/2
d getf $s0n0c0b0m0p0 1
";

#[test]
fn standard_output_holds_the_dump_alone() {
    let outcome = mnc2_reading(PROGRAM.as_bytes(), ["run"]);
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    expect![[r#"
        DEBUG-LM1(n0c0b0m0p0,0):(0) (0x00000005) #d getf $n0n0c0b0m0p0 1
        DEBUG-GREG1(n0c0b0m0p0,0):(0) (0x00000006) #d getf $s0n0c0b0m0p0 1
    "#]]
    .assert_eq(&outcome.out);
    assert_eq!(
        mnc2_reading(PROGRAM.as_bytes(), ["run", "-"]).out,
        outcome.out
    );
    let folder = folder("run-input");
    let path = file(&folder, "program.vsm", PROGRAM);
    assert_eq!(mnc2(["run", text(&path)]).out, outcome.out);
    assert_eq!(mnc2(["run", "-i", text(&path)]).out, outcome.out);
    assert_eq!(mnc2(["run", "-i", text(&path), text(&path)]).code, 2);
    assert_eq!(mnc2(["run", text(&folder.join("missing.vsm"))]).code, 2);
}

#[test]
fn the_dump_file_appears_when_it_is_complete() {
    let folder = folder("run-dump");
    let program = file(&folder, "program.vsm", PROGRAM);
    let dump = folder.join("dump.txt");
    let run = |to: &std::path::Path| mnc2(["run", text(&program), "-d", text(to)]);
    let outcome = run(&dump);
    assert_eq!(
        (outcome.code, outcome.out.as_str(), outcome.err.as_str()),
        (0, "", "")
    );
    let expected = mnc2(["run", text(&program)]).out;
    assert_eq!(
        fs::read_to_string(&dump).expect("the dump is there"),
        expected
    );

    fs::write(&dump, "old").expect("the file can be written");
    assert_eq!(run(&dump).code, 0);
    assert_eq!(
        fs::read_to_string(&dump).expect("the dump is there"),
        expected
    );

    assert_eq!(run(&folder).code, 2, "a folder is no file");
    assert_eq!(run(&folder.join("nowhere/dump.txt")).code, 2);
    let mut left: Vec<_> = fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("entries can be read").file_name())
        .collect();
    left.sort();
    assert_eq!(
        left,
        ["dump.txt", "program.vsm"],
        "nothing half-written stays"
    );
}

#[test]
fn a_program_with_errors_is_not_run() {
    let source = format!("{PROGRAM}lpassa $lm1 $ln0\n");
    let folder = folder("run-errors");
    let dump = file(&folder, "dump.txt", "old");
    let outcome = mnc2_reading(source.as_bytes(), ["run", "-", "-d", text(&dump)]);
    assert_eq!((outcome.code, outcome.out.as_str()), (1, ""));
    assert!(outcome.err.contains("E0305"), "{}", outcome.err);
    assert_eq!(fs::read_to_string(&dump).expect("it was there"), "old");

    let forced = mnc2_reading(source.as_bytes(), ["run", "-", "--force"]);
    assert_eq!(forced.code, 0);
    assert_eq!(forced.out, mnc2_reading(PROGRAM.as_bytes(), ["run"]).out);
    assert!(forced.err.contains("E0305"), "{}", forced.err);
    assert!(
        forced.err.contains("1 line with errors skipped"),
        "{}",
        forced.err
    );

    let source = format!("lpassa $lm1 $ln0\n{source}");
    let options = ["run", "-", "--force", "--max-findings", "1"];
    let forced = mnc2_reading(source.as_bytes(), options);
    for told in ["2 lines with errors skipped", "1 more finding not shown"] {
        assert!(forced.err.contains(told), "{told}: {}", forced.err);
    }
}

#[test]
fn until_executes_the_line_itself() {
    let dumped = |until: &str| {
        let outcome = mnc2_reading(PROGRAM.as_bytes(), ["run", "-", "--until", until]);
        (outcome.code, outcome.out.lines().count())
    };
    assert_eq!(dumped("1"), (0, 0));
    assert_eq!(dumped("2"), (0, 1));
    assert_eq!(dumped("4"), (0, 1));
    assert_eq!(dumped("5"), (0, 2));
    for (line, told) in [
        ("99", "--until 99: the last line of `<stdin>` is 5"),
        // The text after the last line end is not a line.
        ("6", "--until 6: the last line of `<stdin>` is 5"),
        ("0", "lines count from 1"),
        ("x", "write a line number"),
    ] {
        assert_eq!(dumped(line), (2, 0), "{line}");
        let outcome = mnc2_reading(PROGRAM.as_bytes(), ["run", "-", "--until", line]);
        assert!(outcome.err.contains(told), "{line}: {}", outcome.err);
    }
}

#[test]
fn the_inputs_of_a_testcase_come_first() {
    let folder = folder("run-testcase");
    let inputs = "d set $lm0n0c0b0m0p0 1 0000000700000000\nimm i\"9\" $n0\n";
    let marker = "# ======= YOUR VSM WILL BE INSERTED HERE =======\n";
    let older = file(
        &folder,
        "older.vsm",
        format!("{inputs}{marker}d getd $ln0n0c0b0m0p0 1 # expect=[1] / ULong @[0]\n"),
    );
    let newer = file(
        &folder,
        "newer.vsm",
        format!("{inputs}{marker}nop\n# ======= Output =======\nd getd $ln0n0c0b0m0p0 1\n"),
    );
    let program = b"iinc $m0 $n0\nd getf $n0n0c0b0m0p0 1\n";
    for testcase in [&older, &newer] {
        let outcome = mnc2_reading(program, ["run", "-", "--testcase", text(testcase)]);
        assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
        assert_eq!(outcome.out.lines().count(), 1, "{}", outcome.out);
        assert!(outcome.out.contains("0x00000008"), "{}", outcome.out);
    }
    let no_testcase = file(&folder, "program.vsm", inputs);
    let outcome = mnc2_reading(program, ["run", "-", "--testcase", text(&no_testcase)]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.err.contains("is not a testcase"), "{}", outcome.err);
    let broken = file(&folder, "broken.vsm", format!("d set $lq0 1 00\n{marker}"));
    let outcome = mnc2_reading(program, ["run", "-", "--testcase", text(&broken)]);
    assert_eq!(outcome.code, 1);
    assert!(outcome.err.contains("broken.vsm:1:"), "{}", outcome.err);
}

#[test]
fn a_limit_stops_the_run_and_says_where() {
    let outcome = mnc2_reading(PROGRAM.as_bytes(), ["run", "-", "--max-steps", "3"]);
    assert_eq!(outcome.code, 3);
    assert_eq!(outcome.out.lines().count(), 1, "what came before is dumped");
    assert!(outcome.err.contains("<stdin>:4:1"), "{}", outcome.err);
    let outcome = mnc2_reading(PROGRAM.as_bytes(), ["run", "-", "--max-steps", "4"]);
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
}

#[test]
fn a_limit_of_memory_stops_the_run_and_says_where() {
    let transfers: String = (0..8)
        .map(|number| format!("mvp/n524288 $p0@0 $d{}@0\n", number * 524_288))
        .collect();
    let run = |arguments: &[&str]| {
        let fixed = ["run", "-", "--offchip", "undefined"];
        mnc2_reading(transfers.as_bytes(), [&fixed, arguments].concat())
    };
    let outcome = run(&["--max-memory", "25"]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert!(outcome.err.contains("--max-memory"), "{outcome:?}");
    assert!(outcome.err.contains("<stdin>:4:1"), "{outcome:?}");
    for arguments in [["--max-memory", "0"].as_slice(), &[]] {
        let outcome = run(arguments);
        assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    }
}

#[test]
fn a_dump_without_end_is_stopped() {
    let source = "nop\nd get $d0n0 536870912\n";
    let run = |limit: &str| {
        let arguments = ["run", "-", "--max-dump-lines", limit];
        let outcome = mnc2_reading(source.as_bytes(), arguments);
        assert_eq!(
            (outcome.code, outcome.out.lines().count()),
            (3, limit.parse().unwrap_or(0))
        );
        outcome.err
    };
    let message = run("3");
    assert!(message.contains("<stdin>:2:1"), "{message}");
    assert!(message.contains("--max-dump-lines"), "{message}");
    run("1");
    let exact = ["run", "-", "--max-dump-lines", "2"];
    let outcome = mnc2_reading(PROGRAM.as_bytes(), exact);
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
}

#[test]
fn a_dump_may_be_without_limit() {
    let source = "nop\nd get $lm0n0c0b0m0p0 2000\n";
    let arguments = ["run", "-", "--max-dump-lines", "0"];
    let outcome = mnc2_reading(source.as_bytes(), arguments);
    assert_eq!((outcome.code, outcome.out.lines().count()), (0, 2000));
}

/// Data that the host reads back is among the lines of the dump.
#[test]
fn a_host_statement_dumps_what_it_reads() {
    let source = "c 0 0 i10 i00 0 000000000 000001 0000000000000007\n\
                  e 0 0 i11 i00 0 000000000 000001\n\
                  d getd $lm0n0c0b0m0p0 1\n\
                  e 0 0 i11 i00 0 000000000 000001\n";
    let run =
        |options: &[&str]| mnc2_reading(source.as_bytes(), ["run", "-"].iter().chain(options));
    expect![[r#"
        0000000000000007
        DEBUG-LM0(n0c0b0m0p0,0):(0) (0x0000000000000000) #d getd $lm0n0c0b0m0p0 1
        0000000000000007
    "#]]
    .assert_eq(&run(&[]).out);
    let data = run(&["--format", "json"]).out;
    let last = data.lines().last().unwrap_or_default();
    assert_eq!(last, r#"{"line":4,"text":"0000000000000007"}"#);
    let cut = run(&["--max-dump-lines", "2"]);
    assert_eq!((cut.code, cut.out.lines().count()), (3, 2));
    assert!(cut.err.contains("<stdin>:4:1"), "{}", cut.err);
}

#[test]
fn a_run_that_cannot_go_on_says_why() {
    let run = |source: &str| {
        let outcome = mnc2_reading(source.as_bytes(), ["run", "-", "--force"]);
        assert_eq!(outcome.code, 3, "{outcome:?}");
        let start = outcome.err.find("error: the run").unwrap_or_default();
        (outcome.out, outcome.err[start..].to_owned())
    };
    // The first line is right, and so is the second one alone.
    let (out, err) = run("l1bmm@0 $lm0v $lbi\nl1bmd $lbi $ln0v\nd get $lm0n0c0b0m0p0 1\n");
    assert_eq!(out, "");
    expect![[r#"
        error: the run stopped before this line: `l1bmd`: the turnaround register holds data of another type of transfer
         --> <stdin>:2:1
          |
        2 | l1bmd $lbi $ln0v
          | ^^^^^^^^^^^^^^^^
    "#]]
    .assert_eq(&err);
    // A block of 4 long words, one for each PE of the MAB; in the second one an exponent is larger.
    let (out, err) = run("d set $lr2n0c0b0m0p1 1 4000000000000000\nd getbd $lr0n0c0b0m0p0 2\n");
    assert_eq!(out.lines().count(), 1, "what came before is dumped: {out}");
    expect![[r#"
        error: the run stopped at this line: address 2 of n0c0b0m0p0: this is not a block float: the exponents of the block differ
         --> <stdin>:2:1
          |
        2 | d getbd $lr0n0c0b0m0p0 2
          | ^^^^^^^^^^^^^^^^^^^^^^^^
    "#]]
    .assert_eq(&err);
}

#[test]
fn json_gives_the_dump_as_data() {
    let outcome = mnc2_reading(PROGRAM.as_bytes(), ["run", "-", "--format", "json"]);
    let text = mnc2_reading(PROGRAM.as_bytes(), ["run", "-"]).out;
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    let objects: Vec<Value> = outcome
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("every line is an object"))
        .collect();
    let texts: Vec<&str> = objects
        .iter()
        .map(|object| object["text"].as_str().expect("the line as text prints it"))
        .collect();
    assert_eq!(texts, text.lines().collect::<Vec<_>>());
    assert_eq!(objects[1]["line"], 5);
    assert_eq!(objects[1]["memory"], "GREG1");
    assert_eq!(objects[1]["element"], "n0c0b0m0p0");
    assert_eq!(objects[1]["address"], 0);
    assert_eq!(objects[1]["statement"], "d getf $s0n0c0b0m0p0 1");

    let arguments = ["run", "-", "--format", "json", "--max-steps", "0"];
    let stopped = mnc2_reading(PROGRAM.as_bytes(), arguments);
    assert_eq!((stopped.code, stopped.out.as_str()), (3, ""));
    let stop: Value = serde_json::from_str(&stopped.err).expect("the message is an object");
    assert_eq!(
        (&stop["line"], &stop["code"]),
        (&1.into(), &"stopped".into())
    );
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    // More than a pipe holds.
    let source = "d get $lm0n0c0b0m0p0 4\n".repeat(20_000);
    let folder = folder("run-pipe");
    let program = file(&folder, "program.vsm", source);
    let mut child = Command::new(env!("CARGO_BIN_EXE_mnc2"))
        .args(["run", text(&program)])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut reader = BufReader::new(child.stdout.take().expect("standard output is piped"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("there is a first line");
    drop(reader);
    let mut message = String::new();
    child
        .stderr
        .take()
        .expect("standard error is piped")
        .read_to_string(&mut message)
        .expect("standard error is text");
    let status = child.wait().expect("the binary ends");
    assert_eq!((status.code(), message.as_str()), (Some(0), ""));
}

/// No result depends on the vector units of the host, `none` among them.
#[test]
fn vector_units_change_no_result() {
    let program = "\
imm f\"1.5\" $lr0v
imm f\"3.0\" $nowrite
frsqrt $aluf $ls0v
nop
fvfma $lr0v $ls0v $lr0v $lm0v
d getf $lm0n0c0b0m0p0 1
";
    let outcomes = [
        &["run"][..],
        &["run", "--simd", "none"],
        &["run", "--simd", "avx2"],
        &["run", "--simd", "avx512"],
    ]
    .map(|arguments| mnc2_reading(program.as_bytes(), arguments));
    for outcome in &outcomes {
        assert_eq!(
            outcome.out,
            "DEBUG-LM0(n0c0b0m0p0,0):(2.34375, 2.34375) (0x40160000, 0x40160000) #d getf $lm0n0c0b0m0p0 1\n",
            "{}",
            outcome.err
        );
    }
    let wrong = mnc2_reading(b"", ["run", "--simd", "neon"]);
    assert_eq!(wrong.code, 2);
}

/// A transfer of a library is one line.
#[test]
fn a_host_line_of_megabytes_is_run() {
    let digits = "0123456789ABCDEF".repeat(0x1_0000);
    let program =
        format!("c 0 0 i01 i00 0 000000000 010000 {digits}\ne 0 0 i02 i00 0 00000ffff 000001\n");
    let outcome = mnc2_reading(program.as_bytes(), ["run"]);
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    assert!(
        outcome.out.to_uppercase().contains("0123456789ABCDEF"),
        "{}",
        outcome.out
    );
}
