//! The debugger goes forward and backward, stops where it should, and names what wrote a value.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use mnc2_asm::watch;
use mnc2_debug::DebugOutput;
use mnc2_debug::breakpoints::{AccessType, Filter, Hits};
use mnc2_debug::chip::{Breakpoints, DataBreakpoint, Debugger, Launch, LineBreakpoint};
use mnc2_debug::console::{self, Answer};
use mnc2_debug::stepping::{Motion, StopReason};
use mnc2_emulator::Machine;
use mnc2_emulator::chip_place::ChipPlace;
use mnc2_emulator::strict::Strict;
use mnc2_ide::features::run::Control;
use mnc2_ide::session::{Focus, Mnc2Document};
use mnc2_isa::Memory;
use mnc2_program::access::Store;
use mnc2_text::Language;

pub(crate) fn launch(text: &str) -> Debugger {
    let launch = Launch {
        snapshot: Mnc2Document::new(0, text).snapshot(),
        machine: Machine::new(),
        inputs: None,
        strict: Strict::new(),
        focus: Focus::default(),
        anyway: false,
        language: Language::English,
    };
    match Debugger::launch(launch, &Control::default()) {
        Ok(debugger) => debugger,
        Err(failure) => panic!("{failure:?}"),
    }
}

/// Moves the run, and returns its outputs, its new place and the reason for the stop.
fn go(debugger: &mut Debugger, motion: Motion) -> String {
    let mut said = String::new();
    let reason = debugger.go(motion, &Control::default(), &mut |output| {
        let text = match output {
            DebugOutput::Dump(dump) => dump.to_string(),
            DebugOutput::Log { line, text } => format!("log {}: {text}", line + 1),
            DebugOutput::Asserted { line, asserted } => {
                format!("{}: {}", line + 1, asserted.message.say(Language::English))
            }
            DebugOutput::Remark(message) => message.say(Language::English),
        };
        let _ = writeln!(said, "{text}");
    });
    let reason = match reason {
        StopReason::Exception(list) => {
            let texts = list.iter().map(|one| {
                let message = one.message.say(Language::English);
                format!("{}: {message}", one.filter.name())
            });
            texts.collect::<Vec<_>>().join("; ")
        }
        StopReason::Data(hits) => {
            let texts = hits
                .iter()
                .map(|hit| format!("line {}: {} -> {}", hit.line + 1, hit.before, hit.after));
            texts.collect::<Vec<_>>().join("; ")
        }
        reason => format!("{reason:?}"),
    };
    format!(
        "{said}{}.{} {reason}",
        debugger.line() + 1,
        debugger.cycle()
    )
}

/// The motions of a table, and where each of them leads.
fn check(text: &str, breakpoints: Breakpoints, motions: &[Motion], expected: Expect) {
    let mut debugger = launch(text);
    debugger.set_breakpoints(breakpoints);
    let mut log = String::new();
    for &motion in motions {
        let _ = writeln!(log, "{}", go(&mut debugger, motion));
    }
    expected.assert_eq(&log);
}

const PROGRAM: &str = "\
# numbers of the PEs, three times
lpassa $peid $lr0
nop/2
ladd $lr0 $lr0 $ls0

nop/2
ladd $ls0 $lr0 $lr0
nop/2
d get $lr0n0c0b0m0p1 1
lpassa $peid $lm0v
quit
lpassa $peid $lm8v
";

fn line(id: u32, line: usize) -> LineBreakpoint {
    LineBreakpoint {
        id,
        line,
        condition: None,
        hits: None,
        log: None,
    }
}

fn data(id: u32, words: std::ops::Range<u32>, access: AccessType) -> DataBreakpoint {
    DataBreakpoint {
        id,
        place: ChipPlace::from_pe(Store::Memory(Memory::Grf0), words, 1),
        access,
        condition: None,
        hits: None,
    }
}

#[test]
fn steps_and_cycles() {
    use Motion::{BackOver as StepBack, In as Cycle, Over as Step, ToLine as To};
    check(
        PROGRAM,
        Breakpoints::default(),
        &[
            StepBack,
            Step,
            Cycle,
            Cycle,
            Cycle,
            Cycle,
            Cycle,
            StepBack,
            StepBack,
            StepBack,
            Step,
            Step,
            Step,
            Step,
            Step,
            Step,
            StepBack,
            To(0),
            To(100),
        ],
        expect![[r#"
            2.0 Start
            3.0 Arrived
            3.1 Arrived
            3.2 Arrived
            3.3 Arrived
            4.0 Arrived
            4.1 Arrived
            4.0 Arrived
            3.0 Arrived
            2.0 Arrived
            3.0 Arrived
            4.0 Arrived
            6.0 Arrived
            7.0 Arrived
            8.0 Arrived
            9.0 Arrived
            8.0 Arrived
            2.0 Arrived
            DEBUG-GREG0(n0c0b0m0p1,0):(f:0, i:{{0x0,0x0},{0x0,0x3}}, v:0x3) #d get $lr0n0c0b0m0p1 1
            11.0 Arrived
        "#]],
    );
}

#[test]
fn line_breakpoints_in_both_directions() {
    use Motion::{Continue, ReverseContinue};
    let breakpoints = Breakpoints {
        lines: vec![line(1, 3), line(2, 8), line(3, 8), line(4, 11)],
        ..Breakpoints::default()
    };
    check(
        PROGRAM,
        breakpoints,
        &[
            Continue,
            Continue,
            Continue,
            ReverseContinue,
            ReverseContinue,
            ReverseContinue,
            ReverseContinue,
        ],
        expect![[r#"
            4.0 Breakpoint([1])
            9.0 Breakpoint([2, 3])
            DEBUG-GREG0(n0c0b0m0p1,0):(f:0, i:{{0x0,0x0},{0x0,0x3}}, v:0x3) #d get $lr0n0c0b0m0p1 1
            11.0 End
            9.0 Breakpoint([2, 3])
            4.0 Breakpoint([1])
            2.0 Start
            2.0 Start
        "#]],
    );
}

#[test]
fn data_breakpoints_in_both_directions() {
    use Motion::{Continue, ReverseContinue};
    for access in [AccessType::Read, AccessType::Write] {
        let breakpoints = Breakpoints {
            data: vec![data(7, 0..2, access)],
            ..Breakpoints::default()
        };
        let expected = match access {
            AccessType::Read => expect![[r#"
                6.0 line 4: 0x0 0x1 -> 0x0 0x1
                8.0 line 7: 0x0 0x1 -> 0x0 0x3
                DEBUG-GREG0(n0c0b0m0p1,0):(f:0, i:{{0x0,0x0},{0x0,0x3}}, v:0x3) #d get $lr0n0c0b0m0p1 1
                10.0 line 9: 0x0 0x3 -> 0x0 0x3
                11.0 End
                9.0 line 9: 0x0 0x3 -> 0x0 0x3
                7.0 line 7: 0x0 0x1 -> 0x0 0x3
                4.0 line 4: 0x0 0x1 -> 0x0 0x1
                2.0 Start
            "#]],
            _ => expect![[r#"
                3.0 line 2: 0x0 0x0 -> 0x0 0x1
                8.0 line 7: 0x0 0x1 -> 0x0 0x3
                DEBUG-GREG0(n0c0b0m0p1,0):(f:0, i:{{0x0,0x0},{0x0,0x3}}, v:0x3) #d get $lr0n0c0b0m0p1 1
                11.0 End
                11.0 End
                7.0 line 7: 0x0 0x1 -> 0x0 0x3
                2.0 line 2: 0x0 0x0 -> 0x0 0x1
                2.0 Start
                2.0 Start
            "#]],
        };
        check(
            PROGRAM,
            breakpoints,
            &[
                Continue,
                Continue,
                Continue,
                Continue,
                ReverseContinue,
                ReverseContinue,
                ReverseContinue,
                ReverseContinue,
            ],
            expected,
        );
    }
}

#[test]
fn conditions_and_counts() {
    use Motion::{Continue, ReverseContinue};
    let condition = |text| Some(watch::parse(text).unwrap());
    let breakpoints = Breakpoints {
        lines: vec![
            LineBreakpoint {
                condition: condition("$ls0@n0c0b0m0p1 == 2"),
                ..line(1, 6)
            },
            LineBreakpoint {
                condition: condition("$ls0@n0c0b0m0p1 == 3"),
                ..line(2, 7)
            },
        ],
        data: vec![DataBreakpoint {
            hits: Some(Hits::Exactly(2)),
            ..data(3, 0..2, AccessType::Write)
        }],
        ..Breakpoints::default()
    };
    check(
        PROGRAM,
        breakpoints,
        &[
            Continue,
            Continue,
            Continue,
            ReverseContinue,
            ReverseContinue,
            ReverseContinue,
        ],
        expect![[r#"
            7.0 Breakpoint([1])
            8.0 line 7: 0x0 0x1 -> 0x0 0x3
            DEBUG-GREG0(n0c0b0m0p1,0):(f:0, i:{{0x0,0x0},{0x0,0x3}}, v:0x3) #d get $lr0n0c0b0m0p1 1
            11.0 End
            7.0 Breakpoint([1])
            2.0 Start
            2.0 Start
        "#]],
    );
}

#[test]
fn what_goes_wrong_stops_a_run() {
    use Motion::{Continue, ReverseContinue};
    let text = "\
imm f\"3e38\" $r0
nop/2
fvmul $r0 $r0 $r2
nop/2
lpassa $ln100 $lr8
nop/2
lpassa $lr8 $lm0v
d getd $lr8n0c0b0m0p0 1 # expect=[1] / Float
quit
";
    check(
        text,
        Breakpoints {
            filters: Filter::ALL.to_vec(),
            ..Breakpoints::default()
        },
        &[
            Continue,
            Continue,
            Continue,
            Continue,
            Continue,
            ReverseContinue,
            ReverseContinue,
        ],
        expect![[r#"
            3.0 infinity: infinity is born on n0c0b0m0p0: the operands are finite
            5.0 unwritten: `$n100` is read but uninitialized (PE n0c0b0m0p0 and 4095 more)
            8.0 mismatch: the value is 0.0, expected 1 (error -1.0)
            DEBUG-GREG0(n0c0b0m0p0,8):(0) (0x0000000000000000) #d getd $lr8n0c0b0m0p0 1
            9.0 quit: `quit` ends the program
            9.0 quit: `quit` ends the program
            8.0 mismatch: the value is 0.0, expected 1 (error -1.0)
            5.0 unwritten: `$n100` is read but uninitialized (PE n0c0b0m0p0 and 4095 more)
        "#]],
    );
}

const ASSERTED: &str = "\
#! log $lr0, \"first\"
lpassa $peid $lr0
nop/2 #! assert $lr0@n0c0b0m0p1 == 0
#! log max($lr0,u)
ladd $lr0 $lr0 $ls0
nop/2
#! assert all($ls0 == $lr0 + $lr0)
#! assert $ls0@p3 == 5
#! log $lr0@p1 / 0
lpassa $ls0 $lm0
nop/2
#! assert any($lm0 == 1)
quit #! assert 1 == 2
";

#[test]
fn assertions_stop_a_run_in_both_directions() {
    use Motion::{BackOver as StepBack, Continue, Over as Step, ReverseContinue};
    let motions = [
        Continue,
        Continue,
        Continue,
        ReverseContinue,
        ReverseContinue,
        ReverseContinue,
        ReverseContinue,
        Step,
        Step,
        StepBack,
        Motion::ToLine(100),
    ];
    let filters = |filters: &[Filter]| Breakpoints {
        filters: filters.to_vec(),
        ..Breakpoints::default()
    };
    check(
        ASSERTED,
        filters(&[Filter::Assertion, Filter::Quit]),
        &motions,
        expect![[r#"
            4: `max($lr0,u)` is 63
            5.0 assertion: line 3: the assertion does not hold: `$lr0@n0c0b0m0p1` is 0x1 on n0c0b0m0p1
            9: the assertion has no value: an integer is divided by zero
            10.0 assertion: line 8: the assertion does not hold: `$ls0@p3` is 0x6 on n0c0b0m0p3
            13.0 assertion: line 12: the assertion does not hold: `any($lm0 == 1)` is false; quit: `quit` ends the program
            10.0 assertion: line 8: the assertion does not hold: `$ls0@p3` is 0x6 on n0c0b0m0p3
            5.0 assertion: line 3: the assertion does not hold: `$lr0@n0c0b0m0p1` is 0x1 on n0c0b0m0p1
            2.0 Start
            2.0 Start
            3.0 Arrived
            4: `max($lr0,u)` is 63
            5.0 assertion: line 3: the assertion does not hold: `$lr0@n0c0b0m0p1` is 0x1 on n0c0b0m0p1
            3.0 Arrived
            3: the assertion does not hold: `$lr0@n0c0b0m0p1` is 0x1 on n0c0b0m0p1
            4: `max($lr0,u)` is 63
            8: the assertion does not hold: `$ls0@p3` is 0x6 on n0c0b0m0p3
            9: the assertion has no value: an integer is divided by zero
            12: the assertion does not hold: `any($lm0 == 1)` is false
            13.0 Arrived
        "#]],
    );
    check(
        ASSERTED,
        filters(&[]),
        &[Continue, ReverseContinue, Step, Step],
        expect![[r#"
            3: the assertion does not hold: `$lr0@n0c0b0m0p1` is 0x1 on n0c0b0m0p1
            4: `max($lr0,u)` is 63
            8: the assertion does not hold: `$ls0@p3` is 0x6 on n0c0b0m0p3
            9: the assertion has no value: an integer is divided by zero
            12: the assertion does not hold: `any($lm0 == 1)` is false
            13.0 End
            2.0 Start
            3.0 Arrived
            3: the assertion does not hold: `$lr0@n0c0b0m0p1` is 0x1 on n0c0b0m0p1
            4: `max($lr0,u)` is 63
            5.0 Arrived
        "#]],
    );
}

/// Outputs before a way back are repeated on the next way forward.
#[test]
fn all_on_the_way_is_said_each_time() {
    let nops = "nop\n".repeat(500);
    let text = format!("d get $lm0n0c0b0m0p0 1\n#! log $lm0\n{nops}nop\n");
    let mut debugger = launch(&text);
    let first = go(&mut debugger, Motion::ToLine(usize::MAX));
    assert_eq!(first.lines().count(), 3, "{first}");
    go(&mut debugger, Motion::ToLine(0));
    assert_eq!(go(&mut debugger, Motion::ToLine(usize::MAX)), first);
}

/// An assertion is about what the lines above did, and a change at a line follows them.
#[test]
fn a_change_of_memory_comes_after_the_assertions_above() {
    let mut debugger = launch(ASSERTED);
    debugger.set_breakpoints(Breakpoints {
        filters: vec![Filter::Assertion],
        ..Breakpoints::default()
    });
    let first = go(&mut debugger, Motion::Continue);
    assert_eq!(debugger.line(), 4, "{first}");
    let place = ChipPlace::from_pe(Store::Memory(Memory::Grf0), 0..2, 1);
    debugger.write(&place, &[0, 0]).unwrap();
    go(&mut debugger, Motion::Continue);
    let back = go(&mut debugger, Motion::ReverseContinue);
    assert!(first.ends_with(&back), "{first}, {back}");
    assert_eq!(go(&mut debugger, Motion::BackOver), "3.0 Arrived");
    assert_eq!(go(&mut debugger, Motion::Over), first);
}

#[test]
fn changes_of_memory_belong_to_the_run() {
    let mut debugger = launch(PROGRAM);
    let place = ChipPlace::from_pe(Store::Memory(Memory::Grf0), 0..2, 1);
    let words =
        |debugger: &Debugger| mnc2_debug::chip::next_line::words(debugger.machine().chip(), &place);
    go(&mut debugger, Motion::ToLine(3));
    assert_eq!(words(&debugger), [0, 1]);
    debugger.write(&place, &[0, 5]).unwrap();
    assert_eq!(words(&debugger), [0, 5]);
    go(&mut debugger, Motion::ToLine(7));
    assert_eq!(words(&debugger), [0, 15]);
    go(&mut debugger, Motion::ToLine(1));
    go(&mut debugger, Motion::Over);
    assert_eq!(words(&debugger), [0, 1]);
    go(&mut debugger, Motion::Over);
    assert_eq!(words(&debugger), [0, 5]);
    go(&mut debugger, Motion::ToLine(7));
    assert_eq!(words(&debugger), [0, 15]);

    let origin = debugger.origin(&place, 7, &Control::default()).unwrap();
    let writer = &origin.writers[0];
    assert_eq!((writer.line, writer.values.as_slice()), (6, &[0, 15][..]));
    let input = &writer.inputs[1].place;
    let origin = debugger.origin(input, 6, &Control::default()).unwrap();
    assert_eq!(
        (origin.writers[0].line, &origin.writers[0].range),
        (3, &None)
    );
    assert_eq!(debugger.line(), 7);
}

/// Most of the program does not write the words, and is not looked at line by line.
#[test]
fn an_origin_is_found_far_away() {
    let lines = |count| "nop\n".repeat(count);
    let text = format!(
        "{}lpassa $peid $lr0\n{}lpassa $peid $lr2\n{}",
        lines(700),
        lines(900),
        lines(1500)
    );
    let mut debugger = launch(&text);
    let place = |words| ChipPlace::from_pe(Store::Memory(Memory::Grf0), words, 1);
    let lines = |debugger: &mut Debugger, words| {
        let origin = debugger.origin(&place(words), usize::MAX, &Control::default());
        let origin = origin.expect("it is found");
        let writers = origin.writers.iter().map(|writer| writer.line);
        let from_start = origin
            .from_start
            .iter()
            .map(|words| (words.start, words.end));
        (writers.collect::<Vec<_>>(), from_start.collect::<Vec<_>>())
    };
    assert_eq!(lines(&mut debugger, 0..2), (vec![700], vec![]));
    assert_eq!(lines(&mut debugger, 0..6), (vec![1601, 700], vec![(4, 6)]));
    for line in [2500, 800, 700, 0] {
        go(&mut debugger, Motion::ToLine(line));
        debugger
            .write(&place(4..6), &[0, 1])
            .expect("it can be changed");
        assert_eq!(lines(&mut debugger, 4..6), (vec![2500], vec![]));
    }
    go(&mut debugger, Motion::ToLine(0));
    debugger
        .write(&place(6..8), &[0, 1])
        .expect("it can be changed");
    assert_eq!(lines(&mut debugger, 6..8), (vec![0], vec![]));
    assert_eq!(lines(&mut debugger, 3..5).0, [2500, 1601]);
}

/// Checks the output of a session's commands, each after its line.
fn session(text: &str, commands: &[&str], expected: Expect) {
    let mut debugger = launch(text);
    let mut log = String::new();
    for command in commands {
        let _ = writeln!(log, "> {command}");
        let mut said = String::new();
        let mut sink = |output: DebugOutput| {
            let _ = writeln!(said, "{output:?}");
        };
        let control = Control::default();
        let answer = console::execute(&mut debugger, command, true, &control, &mut sink);
        log.push_str(&said);
        let lines = match answer {
            Ok(Answer::Said(lines)) => lines,
            Ok(Answer::Moved(reason)) => {
                let _ = writeln!(log, "line {}: {reason:?}", debugger.line() + 1);
                continue;
            }
            Ok(Answer::Quit) => break,
            Err(error) => vec![error],
        };
        for line in lines {
            let _ = writeln!(log, "{}", line.say(Language::English));
        }
    }
    expected.assert_eq(&log);
}

#[test]
fn commands() {
    session(
        PROGRAM,
        &[
            "focus p1",
            "break 5 if $lr0 == 0x1",
            "watch $ls0 change",
            "bl",
            "c",
            "look",
            "c",
            "$ls0",
            "set $ls0 = 0x7",
            "c",
            "origin $lr0",
            "origin $ls0",
            "r",
            "delete",
            "g end",
            "max($lr0,l)",
            "focus p9",
            "origin 3",
            "goto x",
            "break 100",
            "set $aluf = 1",
            "b 3",
            "quit",
        ],
        expect![[r#"
            > focus p1
            n0c0b0m0p1
            > break 5 if $lr0 == 0x1
            breakpoint 1 before line 6
            > watch $ls0 change
            breakpoint 2 on $ls0@n0c0b0m0p1
            > bl
            breakpoint 1 before line 6
            breakpoint 2 on $ls0@n0c0b0m0p1
            > c
            line 6: Data([DataHit { id: 2, line: 3, name: "$ls0@n0c0b0m0p1", before: "0x0 0x0", after: "0x0 0x2", several: None }])
            > look
            this line accesses nothing on this PE
            > c
            Dump(Get(DumpLine { source_line: 8, memory: "GREG0", element: "n0c0b0m0p1", address: 0, value: Word(Interpreted { data_type: Plain, word: 3, word_bits: 64, numbers: [0.0, 0.0, 0.0, 0.0] }), statement: "d get $lr0n0c0b0m0p1 1" }))
            line 11: End
            > $ls0
            2
            > set $ls0 = 0x7
            changed from here on
            > c
            line 11: End
            > origin $lr0
            $lr0@n0c0b0m0p1: line 7, cycle 3, wrote 3 · 0x0000000000000003
                it read $ls0@n0c0b0m0p1: 2 · 0x0000000000000002
                it read $lr0@n0c0b0m0p1: 1 · 0x0000000000000001
            > origin $ls0
            $ls0@n0c0b0m0p1: `set` wrote 0x0000000000000007 at the end of the program
            > r
            line 6: Breakpoint([1])
            > delete
            nothing stops the run
            > g end
            Dump(Get(DumpLine { source_line: 8, memory: "GREG0", element: "n0c0b0m0p1", address: 0, value: Word(Interpreted { data_type: Plain, word: 3, word_bits: 64, numbers: [0.0, 0.0, 0.0, 0.0] }), statement: "d get $lr0n0c0b0m0p1 1" }))
            line 11: Arrived
            > max($lr0,l)
            189
            > focus p9
            `p9` is not a PE; write a PE like `n0c1b2m3p1`
            > origin 3
            `3` is not a place in memory
            > goto x
            there is no section `x`
            > break 100
            no statement runs there or after it
            > set $aluf = 1
            this register cannot be changed; LM, GRF, T-register, L1BM, L2BM, PDM and DRAM can
            > b 3
            line 8: Arrived
            > quit
        "#]],
    );
}

/// Reductions, matrix registers, masks and registers: everything that decided a value is named, and has an origin itself.
#[test]
fn an_origin_names_everything_that_decided_a_value() {
    session(
        "\
lpassa $peid $lr0v
nop/2
l1bmrliadd $lr0v $lb0
nop/4
l1bmm $lb0 $ls0v
fmwrite $lr0v $lx0
lpassa $lr8 $omr1
nop/4
fmmul $lx $lr0v $ln0v
msl $lr0v $ls8v
lpassa $lr0v $lm0v/$imr1
nop/4
d set $lr0 1 0000000000000001
",
        &[
            "g end",
            "origin $lb2",
            "origin -d 2 $ls0",
            "origin $ln0",
            "origin $lx2",
            "origin $ls8@n0c0b0m0p1",
            "origin $lm0",
            "origin OMR[4]@n0c0b0m0p0",
            "origin aluf[1]@n0c0b0m0p0",
            "origin $lbi",
            "origin $lr0,x",
            "origin --tree",
            "origin -d x $lr0",
            "origin lbi[9]",
        ],
        expect![[r#"
            > g end
            line 15: Arrived
            > origin $lb2
            $lb2@n0c0b0: line 3, cycle 0, wrote 512 · 0x0000000000000200
                it read $lr0 of 16 MABs, PE 2 of each
                    $lr0@n0c0b0m0p2: 2 · 0x0000000000000002
                    $lr0@n0c0b0m1p2: 6 · 0x0000000000000006
                    $lr0@n0c0b0m2p2: 10 · 0x000000000000000a
                    $lr0@n0c0b0m3p2: 14 · 0x000000000000000e
                    $lr0@n0c0b0m4p2: 18 · 0x0000000000000012
                    $lr0@n0c0b0m5p2: 22 · 0x0000000000000016
                    $lr0@n0c0b0m6p2: 26 · 0x000000000000001a
                    $lr0@n0c0b0m7p2: 30 · 0x000000000000001e
                    8 more that are not 0
            > origin -d 2 $ls0
            $ls0@n0c0b0m0p0: line 5, cycle 0, wrote 480 · 0x00000000000001e0
                it read $lb0@n0c0b0: 480 · 0x00000000000001e0
                    $lb0@n0c0b0: line 3, cycle 0, wrote 480 · 0x00000000000001e0
                        it read $lr0 of 16 MABs, PE 0 of each; 1 of them 0
                            $lr0@n0c0b0m1p0: 4 · 0x0000000000000004
                            $lr0@n0c0b0m2p0: 8 · 0x0000000000000008
                            $lr0@n0c0b0m3p0: 12 · 0x000000000000000c
                            $lr0@n0c0b0m4p0: 16 · 0x0000000000000010
                            $lr0@n0c0b0m5p0: 20 · 0x0000000000000014
                            $lr0@n0c0b0m6p0: 24 · 0x0000000000000018
                            $lr0@n0c0b0m7p0: 28 · 0x000000000000001c
                            $lr0@n0c0b0m8p0: 32 · 0x0000000000000020
                            7 more that are not 0
            > origin $ln0
            $ln0@n0c0b0m0p0: line 9, cycle 0, wrote 0
                it read $lx0@n0c0b0m0,f: 0, 1, 2, 3 · 0, 0x0000000000000001, 0x0000000000000002, 0x0000000000000003
                it read $lx1@n0c0b0m0,f: 0, 1, 2, 3 · 0, 0x0000000000000001, 0x0000000000000002, 0x0000000000000003
                it read $lr0 of the PEs of n0c0b0m0; 1 of them 0
                    $lr0@n0c0b0m0p1: 1 · 0x0000000000000001
                    $lr0@n0c0b0m0p2: 2 · 0x0000000000000002
                    $lr0@n0c0b0m0p3: 3 · 0x0000000000000003
            > origin $lx2
            $lx2@n0c0b0m0,f: line 6, cycle 2, wrote 0, 1, 2, 3 · 0, 0x0000000000000001, 0x0000000000000002, 0x0000000000000003
                it read $lr4 of the PEs of n0c0b0m0; 1 of them 0
                    $lr4@n0c0b0m0p1: 1 · 0x0000000000000001
                    $lr4@n0c0b0m0p2: 2 · 0x0000000000000002
                    $lr4@n0c0b0m0p3: 3 · 0x0000000000000003
            > origin $ls8@n0c0b0m0p1
            $ls8@n0c0b0m0p1: line 10, cycle 0, wrote 0
                it read $lr0@n0c0b0m0p0: 0
            > origin $lm0
            $lm0@n0c0b0m0p0: line 11, cycle 0, wrote 0
                it read $lr0@n0c0b0m0p0: 0
                its mask is OMR[4]@n0c0b0m0p0: 0b1111
            > origin OMR[4]@n0c0b0m0p0
            OMR[4]@n0c0b0m0p0: line 7, cycle 0, wrote 0b1111
                it read $lr8@n0c0b0m0p0: 0
            > origin aluf[1]@n0c0b0m0p0
            aluf[1]@n0c0b0m0p0: line 11, cycle 1, wrote 0, 0
                it read $lr2@n0c0b0m0p0: 0
            > origin $lbi
            lbi[3]@n0c0b0: line 3, cycle 3, wrote 480, 496, 512, 528 · 0x00000000000001e0, 0x00000000000001f0, 0x0000000000000200, 0x0000000000000210
                it read $lr6 of 16 MABs, all PEs of each; 1 of them 0
                    $lr6@n0c0b0m0p1: 1 · 0x0000000000000001
                    $lr6@n0c0b0m0p2: 2 · 0x0000000000000002
                    $lr6@n0c0b0m0p3: 3 · 0x0000000000000003
                    $lr6@n0c0b0m1p0: 4 · 0x0000000000000004
                    $lr6@n0c0b0m1p1: 5 · 0x0000000000000005
                    $lr6@n0c0b0m1p2: 6 · 0x0000000000000006
                    $lr6@n0c0b0m1p3: 7 · 0x0000000000000007
                    $lr6@n0c0b0m2p0: 8 · 0x0000000000000008
                    55 more that are not 0
            lbi[2]@n0c0b0: line 3, cycle 2, wrote 480, 496, 512, 528 · 0x00000000000001e0, 0x00000000000001f0, 0x0000000000000200, 0x0000000000000210
                it read $lr4 of 16 MABs, all PEs of each; 1 of them 0
                    $lr4@n0c0b0m0p1: 1 · 0x0000000000000001
                    $lr4@n0c0b0m0p2: 2 · 0x0000000000000002
                    $lr4@n0c0b0m0p3: 3 · 0x0000000000000003
                    $lr4@n0c0b0m1p0: 4 · 0x0000000000000004
                    $lr4@n0c0b0m1p1: 5 · 0x0000000000000005
                    $lr4@n0c0b0m1p2: 6 · 0x0000000000000006
                    $lr4@n0c0b0m1p3: 7 · 0x0000000000000007
                    $lr4@n0c0b0m2p0: 8 · 0x0000000000000008
                    55 more that are not 0
            lbi[1]@n0c0b0: line 3, cycle 1, wrote 480, 496, 512, 528 · 0x00000000000001e0, 0x00000000000001f0, 0x0000000000000200, 0x0000000000000210
                it read $lr2 of 16 MABs, all PEs of each; 1 of them 0
                    $lr2@n0c0b0m0p1: 1 · 0x0000000000000001
                    $lr2@n0c0b0m0p2: 2 · 0x0000000000000002
                    $lr2@n0c0b0m0p3: 3 · 0x0000000000000003
                    $lr2@n0c0b0m1p0: 4 · 0x0000000000000004
                    $lr2@n0c0b0m1p1: 5 · 0x0000000000000005
                    $lr2@n0c0b0m1p2: 6 · 0x0000000000000006
                    $lr2@n0c0b0m1p3: 7 · 0x0000000000000007
                    $lr2@n0c0b0m2p0: 8 · 0x0000000000000008
                    55 more that are not 0
            lbi[0]@n0c0b0: line 3, cycle 0, wrote 480, 496, 512, 528 · 0x00000000000001e0, 0x00000000000001f0, 0x0000000000000200, 0x0000000000000210
                it read $lr0 of 16 MABs, all PEs of each; 1 of them 0
                    $lr0@n0c0b0m0p1: 1 · 0x0000000000000001
                    $lr0@n0c0b0m0p2: 2 · 0x0000000000000002
                    $lr0@n0c0b0m0p3: 3 · 0x0000000000000003
                    $lr0@n0c0b0m1p0: 4 · 0x0000000000000004
                    $lr0@n0c0b0m1p1: 5 · 0x0000000000000005
                    $lr0@n0c0b0m1p2: 6 · 0x0000000000000006
                    $lr0@n0c0b0m1p3: 7 · 0x0000000000000007
                    $lr0@n0c0b0m2p0: 8 · 0x0000000000000008
                    55 more that are not 0
            > origin $lr0,x
            $lr0@n0c0b0m0p0: line 13, cycle 0, wrote 0x0000000000000001
            > origin --tree
            name a place after `origin`: a register or a word of a memory
            > origin -d x $lr0
            `x` is not a number
            > origin lbi[9]
            there is no `lbi`: places begin with `$`, and over the chip there are `distinct`, `any`, `all`, `count`, `max`, `min` and `where`
        "#]],
    );
}

#[test]
fn two_runs_are_compared_up_to_their_first_difference() {
    let own = launch(PROGRAM);
    let compare = |text: &str| {
        let other = launch(text);
        let found = own.divergence(&other, &Control::default());
        found.expect("it is not cancelled")
    };
    assert_eq!(compare(PROGRAM), None);
    assert_eq!(
        compare(&PROGRAM.replace("# numbers", "# the numbers")),
        None
    );

    let other = compare(&PROGRAM.replace("ladd $ls0 $lr0 $lr0", "lsub $ls0 $lr0 $lr0"));
    let other = other.expect("a difference");
    assert_eq!(other.lines, [Some(6), Some(6)]);
    let (place, values) = other.difference.expect("the words");
    assert_eq!((place.element, place.words), (1, 0..2));
    assert_eq!(values, [[0, 3], [0, 1]]);

    let longer = compare(&PROGRAM.replace("quit", "nop"));
    assert_eq!(longer.map(|it| it.lines), Some([None, Some(11)]));
    let longer = compare(&PROGRAM.replace("quit", "zero $lr100"));
    assert_eq!(longer.map(|it| it.lines), Some([None, Some(10)]));

    // Lines that only one program has are passed if both are alike after them.
    let changed = PROGRAM.replace("ladd $ls0 $lr0 $lr0", "nop\nlsub $ls0 $lr0 $lr0");
    let other = compare(&changed).expect("a difference");
    assert_eq!(other.lines[0], Some(6));
    assert!(other.difference.is_some() && !other.changes.is_empty());
}

/// A pattern in the text keeps words as they were, as the flags of a variable mask do.
#[test]
fn an_origin_names_fixed_patterns_that_kept_a_word() {
    session(
        "\
imm i\"7\" $ls0v
nop/3
lpassa $peid $ls0v/1000
lpassa $peid $ls0v/0110
nop/3
maskr 24
lpassa $ls0v $lr0v
mask 0
lpassa $peid $ls8v/0000
lpassa $peid $ln0
",
        &[
            "g end",
            "origin $ls0",
            "origin $ls4",
            "origin $ls6",
            "origin $lr0",
            "origin $lr2",
            "origin $ls8",
            "set $ls4 = 3",
            "origin $ls4",
            "set $ls4,d = 0.5",
            "origin --tree -d 2 $ls4",
            "origin -d",
            "orign $ls4",
            "next",
            "info",
            "bt",
            "goto 99",
        ],
        expect![[r#"
            > g end
            line 12: Arrived
            > origin $ls0
            $ls0@n0c0b0m0p0: line 4, cycle 0, kept 0 because of the mask /0110
            $ls0@n0c0b0m0p0: line 3, cycle 0, wrote 0
            > origin $ls4
            $ls4@n0c0b0m0p0: line 4, cycle 2, wrote 0
            > origin $ls6
            $ls6@n0c0b0m0p0: line 4, cycle 3, kept (7, 7) · 0x0000000700000007 because of the mask /0110
            $ls6@n0c0b0m0p0: line 3, cycle 3, kept (7, 7) · 0x0000000700000007 because of the mask /1000
            $ls6@n0c0b0m0p0: line 1, cycle 3, wrote (7, 7) · 0x0000000700000007
            > origin $lr0
            $lr0@n0c0b0m0p0: line 7, cycle 0, wrote 0
                it read $ls0@n0c0b0m0p0: 0
            > origin $lr2
            $lr2@n0c0b0m0p0: line 7, cycle 1, kept 0 because of the mask /1000
            $lr2@n0c0b0m0p0: as the run started
            > origin $ls8
            $ls8@n0c0b0m0p0: line 9, cycle 0, kept 0 because of the mask /0000
            $ls8@n0c0b0m0p0: as the run started
            > set $ls4 = 3
            changed from here on
            > origin $ls4
            $ls4@n0c0b0m0p0: `set` wrote 0x0000000000000003 at the end of the program
            > set $ls4,d = 0.5
            changed from here on
            > origin --tree -d 2 $ls4
            $ls4@n0c0b0m0p0: `set` wrote 0x3fe0000000000000 at the end of the program
            > origin -d
            write a number and a place after `-d`
            > orign $ls4
            there is no command `orign`; did you mean `origin`?
            > next
            there is no command `next`; did you mean `step`?
            > info
            there is no command `info`; did you mean `breakpoints`?
            > bt
            line 10
            > goto 99
            no statement runs there or after it
        "#]],
    );
}

#[test]
fn rows_of_a_matrix_register_are_named_as_they_were_written() {
    session(
        "\
lpassa $peid $lr0v
nop/3
dmwrite $lr0v $lx0
nop/3
dmread $lx0 $ln0v
hmwrite $lr0v $ly0
nop/3
",
        &[
            "g end",
            "origin $lx1",
            "origin $lx1,d",
            "origin $lx2,f",
            "origin $lx4,h",
            "origin $lx5,h",
            "origin $ly1",
            "origin $ln0",
        ],
        expect![[r#"
            > g end
            line 9: Arrived
            > origin $lx1
            $lx1@n0c0b0m0,d: line 3, cycle 1, wrote 0, 1, 2, 3 · 0, 0x0000000000000001, 0x0000000000000002, 0x0000000000000003
                it read $lr2 of the PEs of n0c0b0m0; 1 of them 0
                    $lr2@n0c0b0m0p1: 1 · 0x0000000000000001
                    $lr2@n0c0b0m0p2: 2 · 0x0000000000000002
                    $lr2@n0c0b0m0p3: 3 · 0x0000000000000003
            > origin $lx1,d
            $lx1@n0c0b0m0,d: line 3, cycle 1, wrote 0, 0, 0, 0 · 0, 0x0000000000000001, 0x0000000000000002, 0x0000000000000003
                it read $lr2 of the PEs of n0c0b0m0; 1 of them 0
                    $lr2@n0c0b0m0p1: 0 · 0x0000000000000001
                    $lr2@n0c0b0m0p2: 0 · 0x0000000000000002
                    $lr2@n0c0b0m0p3: 0 · 0x0000000000000003
            > origin $lx2,f
            $lx2@n0c0b0m0,f: line 3, cycle 1, wrote (0, 0), (0, 0), (0, 0), (0, 0) · 0, 0x0000000000000001, 0x0000000000000002, 0x0000000000000003
                it read $lr2 of the PEs of n0c0b0m0; 1 of them 0
                    $lr2@n0c0b0m0p1: (0, 0) · 0x0000000000000001
                    $lr2@n0c0b0m0p2: (0, 0) · 0x0000000000000002
                    $lr2@n0c0b0m0p3: (0, 0) · 0x0000000000000003
            > origin $lx4,h
            $lx4@n0c0b0m0,h: line 3, cycle 1, wrote (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0) · 0, 0x0000000000000001, 0x0000000000000002, 0x0000000000000003
                it read $lr2 of the PEs of n0c0b0m0; 1 of them 0
                    $lr2@n0c0b0m0p1: (0, 0, 0, 0) · 0x0000000000000001
                    $lr2@n0c0b0m0p2: (0, 0, 0, 0) · 0x0000000000000002
                    $lr2@n0c0b0m0p3: (0, 0, 0, 0) · 0x0000000000000003
            > origin $lx5,h
            $lx5@n0c0b0m0,h: as the run started
            > origin $ly1
            $ly1@n0c0b0m0,h: line 6, cycle 1, wrote 0, 1, 2, 3 · 0, 0x0000000000000001, 0x0000000000000002, 0x0000000000000003
                it read $lr2 of the PEs of n0c0b0m0; 1 of them 0
                    $lr2@n0c0b0m0p1: 1 · 0x0000000000000001
                    $lr2@n0c0b0m0p2: 2 · 0x0000000000000002
                    $lr2@n0c0b0m0p3: 3 · 0x0000000000000003
            > origin $ln0
            $ln0@n0c0b0m0p0: line 5, cycle 0, wrote 0
                it read $lx0@n0c0b0m0,d: 0, 1, 2, 3 · 0, 0x0000000000000001, 0x0000000000000002, 0x0000000000000003
        "#]],
    );
}

/// Independent statements may have any order; an order that leaves other values is a difference.
#[test]
fn an_order_is_a_difference_if_it_leaves_other_values() {
    let compare = |one: &str, other: &str| {
        let (one, other) = (launch(one), launch(other));
        let found = one.divergence(&other, &Control::default());
        let found = found.expect("it is not cancelled")?;
        let place = found.difference.map(|(place, _)| place.words);
        Some((found.lines, found.is_order, place))
    };
    let sum = "nop/3\niadd $lr0 $ls0 $ln0\nnop/3\n";
    let (a, b) = ("imm i\"1\" $lr0\n", "imm i\"2\" $ls0\n");
    let get = "d get $lr0n0c0b0m0p0 1\n";
    let good = format!("{a}{b}{sum}");
    assert_eq!(compare(&good, &format!("{b}{a}{sum}")), None);
    assert_eq!(compare(&good, &format!("{b}{get}{a}{sum}")), None);
    assert_eq!(
        compare(&format!("{good}{get}"), &format!("{b}{a}{get}{sum}")),
        None
    );
    // The statement with another value is the difference, not what its value changes after it.
    let three = "imm i\"3\" $lr0\n";
    assert_eq!(
        compare(&good, &format!("{b}{three}{sum}")),
        Some(([Some(0), Some(1)], false, Some(0..2)))
    );
    let twice = |first: &str, second: &str| format!("{first}{second}nop/3\n");
    assert_eq!(
        compare(&twice(a, three), &twice(three, a)),
        Some(([Some(1), Some(0)], true, Some(0..2)))
    );
    // A sum that is made before its operand is another one.
    let early = format!("{a}nop/3\niadd $lr0 $ls0 $ln0\nnop/3\n{b}nop/3\n");
    assert!(compare(&good, &early).is_some_and(|(_, is_order, _)| !is_order));
}
