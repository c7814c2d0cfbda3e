//! `mnc2 debug`: a session from the command line.

use std::fs;
use std::path::Path;

use expect_test::{Expect, expect};

use crate::binary::{folder, mnc2_in};

const PROGRAM: &str =
    "lpassa $subpeid $lr0\nnop/2\nladd $lr0 $lr0 $ls0\nnop/2\nd get $ls0n0c0b0m0p1 1\n";

#[track_caller]
fn check(folder: &Path, options: &[&str], code: i32, expected: &Expect) {
    let outcome = mnc2_in(folder, ["debug", "program.vsm"].iter().chain(options));
    expected.assert_eq(&format!("{}{}", outcome.out, outcome.err));
    assert_eq!(outcome.code, code);
}

/// Words of other debuggers and misspelt ones, and what is not there.
#[test]
fn what_is_no_command_is_answered_with_what_is_meant() {
    let folder = folder("debug-meant");
    fs::write(folder.join("program.vsm"), PROGRAM).expect("it can be written");
    let commands = [
        "orign $ls0",
        "p $ls0",
        "next",
        "info",
        "finish",
        "brek 3",
        "$lq0",
        "origin",
        "goto 99",
        "goto -1",
    ];
    let options: Vec<&str> = commands.iter().flat_map(|it| ["-x", it]).collect();
    check(
        &folder,
        &options,
        0,
        &expect![[r#"
        1: lpassa $subpeid $lr0
        > orign $ls0
        there is no command `orign`; did you mean `origin`?
        > p $ls0
        there is no command `p`: an expression alone shows its value, such as `$lr0`
        > next
        there is no command `next`; did you mean `step`?
        > info
        there is no command `info`; did you mean `breakpoints`?
        > finish
        there is no command `finish`; did you mean `out`?
        > brek 3
        there is no command `brek`; did you mean `break`?
        > $lq0
        unknown operand `$lq0`
        > origin
        name a place after `origin`: a register or a word of a memory
        > goto 99
        no statement runs there or after it
        > goto -1
        there is no section `-1`
    "#]],
    );
}

/// What is written in a format is read in it, for every width.
#[test]
fn values_are_read_as_they_are_written() {
    let folder = folder("debug-values");
    fs::write(folder.join("program.vsm"), "nop\nlpassa $lr0v $ln0v\n").expect("it can be written");
    let mut options = Vec::new();
    let mut expected = Vec::new();
    for (address, place) in ["lr", "r", "lm", "m"].iter().enumerate() {
        for (format, value, shown) in [
            ("f", "1.5", "1.5"),
            ("f", "-2", "-2"),
            ("h", "1.5", "1.5"),
            ("i", "-3", "-3"),
            ("ui", "7", "7"),
            ("s", "-4", "-4"),
            ("us", "9", "9"),
            ("x", "0x1f", "0x"),
        ] {
            let place = format!("${place}{}", 2 * address);
            options.push(format!("set {place},{format} = {value}"));
            options.push(format!("{place},{format}"));
            expected.push((place, format, shown));
        }
    }
    for (place, value) in [
        ("$lr0", "f\"1.5\""),
        ("$r1", "f\"1.5\""),
        ("$lm4", "d\"0.1\""),
    ] {
        options.push(format!("set {place} = {value}"));
        options.push(format!("{place} == {value}"));
    }
    let arguments = options.iter().flat_map(|it| ["-x", it]);
    let outcome = mnc2_in(
        &folder,
        ["debug", "program.vsm"].into_iter().chain(arguments),
    );
    let lines: Vec<&str> = outcome.out.lines().collect();
    let answer = |command: &str, from: usize| {
        let prompt = format!("> {command}");
        let at = lines[from..].iter().position(|line| *line == prompt);
        let at = from + at.unwrap_or_else(|| panic!("{command}: {}", outcome.out));
        (lines[at + 1], at + 1)
    };
    let mut from = 0;
    for (place, format, shown) in expected {
        let (said, at) = answer(&format!("{place},{format}"), from);
        from = at;
        let is_shown = said.split(", ").all(|part| part.starts_with(shown));
        assert!(is_shown, "{place},{format}: {said}");
    }
    for command in ["$lr0 == f\"1.5\"", "$r1 == f\"1.5\"", "$lm4 == d\"0.1\""] {
        assert_eq!(answer(command, from).0, "true", "{command}");
    }
}

#[test]
fn a_session_goes_forward_and_backward() {
    let folder = folder("debug-session");
    fs::write(folder.join("program.vsm"), PROGRAM).expect("it can be written");
    let commands = [
        "c",
        "$ls0",
        "origin $ls0",
        "watch $ls0",
        "r",
        "cycle",
        "help me",
        "quit",
        "c",
    ];
    let options: Vec<&str> = commands.iter().flat_map(|it| ["-x", it]).collect();
    let options = [&["--pe", "p1"][..], &options].concat();
    check(
        &folder,
        &options,
        0,
        &expect![[r#"
            1: lpassa $subpeid $lr0
            > c
            DEBUG-GREG1(n0c0b0m0p1,0):(f:0, i:{{0x0,0x0},{0x0,0x2}}, v:0x2) #d get $ls0n0c0b0m0p1 1
            end of the program
            > $ls0
            2
            > origin $ls0
            $ls0@n0c0b0m0p1: line 3, cycle 3, wrote 2 · 0x0000000000000002
                it read $lr0@n0c0b0m0p1: 1 · 0x0000000000000001
                it read $lr0@n0c0b0m0p1: 1 · 0x0000000000000001
            > watch $ls0
            breakpoint 1 on $ls0@n0c0b0m0p1
            > r
            breakpoint 1
            line 3 changes $ls0@n0c0b0m0p1: 0x0 0x0 → 0x0 0x2
            3: ladd $lr0 $lr0 $ls0
            > cycle
            3: ladd $lr0 $lr0 $ls0  (cycle 1)
            > help me
            step [count] (s): runs the next statement
            cycle [count] (y): goes to the next cycle of the step
            out (u): runs to the end of the function, region or section
            back [count] (b): goes to the statement before
            continue (c): runs until something stops it
            reverse (r): runs backward until something stops it
            goto line|name|start|end (g): goes to a line, forward or backward
            where (bt): shows the functions, regions and sections that the run is in
            look (l): shows what this line reads and writes on the PE in focus
            focus [element] (f): shows the values of another PE, such as n0c1b2m3p1
            origin [-d depth|--tree] place (o): shows what wrote a place, and what it read for that, to a depth
            set place = number (=): changes a register or memory; the run remembers it
            break line|name [if condition] (br): stops before a line
            watch place [read|write|change] [if condition] (w): stops when a place is accessed
            catch hazard|unwritten|infinity|mismatch|assertion|quit (ca): stops where something goes wrong; once more to leave it
            breakpoints (bl): lists what stops the run
            delete [number] (d): removes a breakpoint, or all of them
            help (h): shows this list
            quit (q): ends the debugger
            anything else is an expression, such as `$lr0v,f` or `where($lm8 == 0x0)`
            > quit
        "#]],
    );
}

#[test]
fn what_cannot_run_is_refused() {
    let folder = folder("debug-refused");
    fs::write(folder.join("program.vsm"), "nop\nlpassa $lr0\nnop\n").expect("it can be written");
    check(
        &folder,
        &["-x", "c"],
        1,
        &expect![[r#"
        program.vsm: line 2: E0302: `lpassa` takes 1 input and at least 1 output: the operand is its input, and the output is missing
        not run (--force runs it up to the first error)
    "#]],
    );
    check(
        &folder,
        &["--force", "-x", "c"],
        0,
        &expect![[r#"
        line 2: E0302: `lpassa` takes 1 input and at least 1 output: the operand is its input, and the output is missing
        1: nop
        > c
        end of the program
    "#]],
    );
    check(
        &folder,
        &["--testcase", "program.vsm"],
        2,
        &expect![[r#"
        mnc2: `program.vsm` is not a testcase: it has no marker line
    "#]],
    );
    check(
        &folder,
        &["--testcase", "missing.vsm"],
        2,
        &expect![[r#"
        mnc2: cannot read `missing.vsm`: No such file or directory (os error 2)
    "#]],
    );
}

#[test]
fn assertions_stop_a_session() {
    let folder = folder("debug-assertions");
    let program =
        "#! log $lr0\nimm i\"3\" $r0\nnop/2\n#! assert $r0 == 4\n#! log $r0,i, \"now\"\nnop\n";
    fs::write(folder.join("program.vsm"), program).expect("it can be written");
    let commands = ["c", "bl", "r", "catch assertion", "c"];
    let options: Vec<&str> = commands.iter().flat_map(|it| ["-x", it]).collect();
    check(
        &folder,
        &options,
        0,
        &expect![[r#"
        1: `$lr0` is 0x0
        2: imm i"3" $r0
        > c
        5: now: 3
        line 4: the assertion does not hold: `$r0` is 0x3 on n0c0b0m0p0
        6: nop
        > bl
        assertion stops the run
        > r
        start of the program
        2: imm i"3" $r0
        > catch assertion
        assertion does not stop the run any more
        > c
        4: the assertion does not hold: `$r0` is 0x3 on n0c0b0m0p0
        5: now: 3
        end of the program
    "#]],
    );
}

#[test]
fn names_of_sections_are_places() {
    let folder = folder("debug-sections");
    let program = "# == First\nlpassa $subpeid $lr0\nnop/2\n# == Second\nladd $lr0 $lr0 $ls0\n";
    fs::write(folder.join("program.vsm"), program).expect("it can be written");
    let commands = [
        "where",
        "break Second if $lr0 == 0x0",
        "bl",
        "c",
        "where",
        "goto First",
        "out",
        "goto Thrid",
        "watch $ls0 change if $ls0 == 0x0",
        "delete 3",
        "d",
    ];
    let options: Vec<&str> = commands.iter().flat_map(|it| ["-x", it]).collect();
    check(
        &folder,
        &options,
        0,
        &expect![[r#"
        2: lpassa $subpeid $lr0
        > where
        First, line 2
        > break Second if $lr0 == 0x0
        breakpoint 1 before line 5
        > bl
        breakpoint 1 before line 5
        assertion stops the run
        > c
        breakpoint 1
        5: ladd $lr0 $lr0 $ls0
        > where
        Second, line 5
        > goto First
        2: lpassa $subpeid $lr0
        > out
        5: ladd $lr0 $lr0 $ls0
        > goto Thrid
        there is no section `Thrid`
        > watch $ls0 change if $ls0 == 0x0
        breakpoint 2 on $ls0@n0c0b0m0p0
        > delete 3
        there is no breakpoint 3
        > d
        nothing stops the run
    "#]],
    );
}
