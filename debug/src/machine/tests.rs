//! The laws of the debugger, and what it does on a program with a loop.

use std::time::Duration;

use cpu_time::ThreadTime;
use mnc2_text::{Data, Fields, Variable};

use super::breakpoints::{Breakpoints, DataBreakpoint, Followed, LineBreakpoint};
use super::expressions::{ValueExpression, shown};
use super::{Debugger, Launch};
use crate::breakpoints::{AccessType, Hits, LogMessage};
use crate::console::{Answer, execute};
use crate::stepping::{Motion, StopReason, accessed};
use crate::{DebugOutput, Debuggee};
use mnc2_ide::features::run::Control;
use mnc2_ide::languages;
use mnc2_ide::session::LanguageDocument;
use mnc2_text::random::Random;

/// Sums up the numbers from 10 to 1, and stores each sum.
const PROGRAM: &str = "\
start:
\tli t0, 0x1000
\tli t1, 10
\tli t2, 0
loop:
\tadd t2, t2, t1
\tsd t2, 0(t0)
\taddi t0, t0, 8
\taddi t1, t1, -1
\tbnez t1, loop
done:
\tmv a0, t2
\tret
";

/// Instructions of the program.
const STEPS: u64 = 3 + 10 * 5 + 2;

fn debugger(text: &str) -> Debugger {
    with_budget(text, super::KEPT_BYTES_MAX)
}

fn with_budget(text: &str, bytes: u64) -> Debugger {
    let options = languages::find("rvmatrix")
        .expect("it is a feature")
        .options();
    let given: Fields = vec![("0x2000".to_owned(), Data::Text("07".to_owned()))];
    let launch = Launch {
        snapshot: LanguageDocument::new(0, text, options).snapshot(),
        given,
        anyway: false,
    };
    match Debugger::with_budget(launch, bytes) {
        Ok(debugger) => debugger,
        Err(failure) => panic!("{failure:?}"),
    }
}

fn go(debugger: &mut Debugger, motion: Motion) -> StopReason {
    debugger.go(motion, &Control::default(), &mut |_| {})
}

/// Everything that is visible at a point in time.
fn seen(debugger: &Debugger) -> (u64, Option<usize>, Vec<Variable>, String) {
    let machine = debugger.machine();
    let memory = machine.dump(debugger.given(), 1 << 20);
    (
        debugger.step(),
        debugger.line(),
        machine.state(),
        format!("{memory:?}"),
    )
}

fn followed(name: &str) -> Followed {
    let debugger = debugger(PROGRAM);
    Followed::parse(name, debugger.machine()).expect("a value")
}

fn condition(text: &str) -> ValueExpression {
    let debugger = debugger(PROGRAM);
    ValueExpression::condition(text, debugger.machine()).expect("a condition")
}

fn at(line: u32) -> LineBreakpoint {
    LineBreakpoint {
        id: line,
        line: line as usize,
        condition: None,
        hits: None,
        log: None,
    }
}

fn lines(lines: Vec<LineBreakpoint>) -> Breakpoints {
    Breakpoints {
        lines,
        ..Breakpoints::default()
    }
}

#[test]
fn walks_in_both_directions_end_where_fresh_runs_do() {
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    // The smallest budget keeps the start only.
    for budget in [0, 60_000, super::KEPT_BYTES_MAX] {
        let mut walked = with_budget(PROGRAM, budget);
        let sets = [
            Breakpoints::default(),
            lines(vec![at(6), at(11)]),
            lines(vec![LineBreakpoint {
                hits: Some(Hits::Every(3)),
                ..at(6)
            }]),
            Breakpoints {
                lines: vec![at(1)],
                data: vec![DataBreakpoint {
                    id: 9,
                    place: followed("t1"),
                    access: AccessType::Change,
                    condition: Some(condition("t1 < 5")),
                    hits: Some(Hits::AtLeast(2)),
                }],
                ..Breakpoints::default()
            },
        ];
        for _ in 0..300 {
            match random.below(12) {
                0 => walked.set_breakpoints(sets[random.below(4) as usize].clone()),
                1 => drop(go(&mut walked, Motion::Continue)),
                2 => drop(go(&mut walked, Motion::ReverseContinue)),
                3 => drop(go(&mut walked, Motion::To(random.below(STEPS + 3)))),
                4 => drop(go(&mut walked, Motion::ToLine(random.below(13) as usize))),
                5 | 6 => drop(go(&mut walked, Motion::BackOver)),
                7 => drop(go(&mut walked, Motion::BackIn)),
                8 => drop(go(&mut walked, Motion::In)),
                _ => drop(go(&mut walked, Motion::Over)),
            }
            let mut fresh = debugger(PROGRAM);
            go(&mut fresh, Motion::To(walked.step()));
            assert_eq!(seen(&walked), seen(&fresh));
        }
    }
}

#[test]
fn going_back_stops_where_going_forward_stopped() {
    let sets = [
        lines(vec![at(6)]),
        lines(vec![
            LineBreakpoint {
                hits: Some(Hits::Every(3)),
                ..at(5)
            },
            LineBreakpoint {
                condition: Some(condition("t1 == 4")),
                ..at(7)
            },
        ]),
    ];
    for set in sets {
        let mut debugger = debugger(PROGRAM);
        debugger.set_breakpoints(set);
        let mut forward = Vec::new();
        while let StopReason::Breakpoint(ids) = go(&mut debugger, Motion::Continue) {
            forward.push((debugger.step(), ids));
        }
        assert!(debugger.is_at_end() && forward.len() > 3, "{forward:?}");
        let mut backward = Vec::new();
        while let StopReason::Breakpoint(ids) = go(&mut debugger, Motion::ReverseContinue) {
            backward.push((debugger.step(), ids));
        }
        assert_eq!(debugger.step(), 0);
        backward.reverse();
        assert_eq!(forward, backward);
    }
}

#[test]
fn changes_stop_after_and_backward_before() {
    let mut debugger = debugger(PROGRAM);
    debugger.set_breakpoints(Breakpoints {
        data: vec![DataBreakpoint {
            id: 1,
            place: followed("t2"),
            access: AccessType::Change,
            condition: None,
            hits: Some(Hits::Exactly(2)),
        }],
        ..Breakpoints::default()
    });
    let StopReason::Data(hits) = go(&mut debugger, Motion::Continue) else {
        panic!("it changes");
    };
    assert_eq!(
        accessed(&hits)[0].to_string(),
        "line 6 changes t2: 0xa → 0x13"
    );
    assert_eq!((debugger.line(), debugger.step()), (Some(6), 9));
    assert_eq!(go(&mut debugger, Motion::Continue), StopReason::End);
    let StopReason::Data(again) = go(&mut debugger, Motion::ReverseContinue) else {
        panic!("it changes");
    };
    assert_eq!(
        (hits, debugger.line(), debugger.step()),
        (again, Some(5), 8)
    );
}

#[test]
fn logs_are_said_forward_only() {
    let mut debugger = debugger(PROGRAM);
    let log = LogMessage::parse("t1 is {t1}", |text| {
        ValueExpression::parse(text, debugger.machine(), None)
    });
    debugger.set_breakpoints(lines(vec![LineBreakpoint {
        log: Some(log.expect("a message")),
        hits: Some(Hits::MoreThan(8)),
        ..at(5)
    }]));
    let mut said = Vec::new();
    let control = Control::default();
    let reason = debugger.go(Motion::Continue, &control, &mut |it| said.push(it));
    let log = |text: &str| DebugOutput::Log {
        line: 5,
        text: text.to_owned(),
    };
    assert_eq!(reason, StopReason::End);
    assert_eq!(said, [log("t1 is 0x2"), log("t1 is 0x1")]);
    let reason = debugger.go(Motion::ReverseContinue, &control, &mut |it| said.push(it));
    assert_eq!((reason, said.len()), (StopReason::Start, 2));
}

#[test]
fn an_endless_program_can_be_paused_and_goes_back() {
    let mut debugger = debugger("\tli t0, 0\nloop:\n\taddi t0, t0, 1\n\tj loop\n");
    assert_eq!(go(&mut debugger, Motion::To(100_000)), StopReason::Arrived);
    assert!(debugger.kept.count() <= 256 && debugger.kept.count() > 64);
    let control = Control::default();
    control
        .cancel
        .store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(
        debugger.go(Motion::Continue, &control, &mut |_| {}),
        StopReason::Pause
    );
    assert_eq!(debugger.step(), 100_000);
    assert_eq!(
        debugger.go(Motion::BackOver, &control, &mut |_| {}),
        StopReason::Pause
    );
    assert_eq!(debugger.step(), 100_000);
    for step in (99_900..100_000).rev() {
        assert_eq!(go(&mut debugger, Motion::BackOver), StopReason::Arrived);
        assert_eq!(debugger.step(), step);
    }
}

#[test]
fn what_cannot_be_executed_stops_the_run() {
    let mut debugger = debugger("\tli t0, 5\n\tjr t0\n");
    let StopReason::Failed(message) = go(&mut debugger, Motion::Continue) else {
        panic!("there is no code");
    };
    assert_eq!(message.to_string(), "there is no code at 0x4");
    assert_eq!(debugger.line(), Some(1));
    assert_eq!(go(&mut debugger, Motion::BackOver), StopReason::Arrived);
    assert_eq!(debugger.line(), Some(0));
}

#[test]
fn commands_are_understood() {
    let mut debugger = debugger(PROGRAM);
    let mut say = |text: &str| {
        let control = Control::default();
        let answer = execute(&mut debugger, text, true, &control, &mut |_| {});
        match answer {
            Ok(Answer::Said(lines)) => {
                let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
                lines.join("\n")
            }
            Ok(Answer::Moved(reason)) => {
                let line = debugger.line().map_or(0, |line| line + 1);
                format!("{reason:?} {line} {}", debugger.step())
            }
            Ok(Answer::Quit) => "quit".to_owned(),
            Err(error) => format!("error: {error}"),
        }
    };
    for (text, expected) in [
        ("step 3", "Arrived 6 3"),
        ("break 7 if t1 == 8", "breakpoint 1 before line 7"),
        ("watch a0", "breakpoint 2 on a0"),
        ("bl", "breakpoint 1 before line 7\nbreakpoint 2 on a0"),
        ("c", "Breakpoint([1]) 7 14"),
        ("t2", "x7 t2 = 0x1b"),
        ("where", "loop, line 7"),
        ("at", "14 instructions"),
        ("back 2", "Arrived 10 12"),
        ("goto done", "Arrived 12 53"),
        ("goto 2", "Arrived 2 0"),
        ("at 14", "Arrived 7 14"),
        ("delete 1", "breakpoint 2 on a0"),
        ("d", "nothing stops the run"),
        ("goto end", "End 0 55"),
        ("goto start", "Arrived 2 0"),
        ("b", "Start 2 0"),
        ("q", "quit"),
        ("d 7", "error: there is no breakpoint 7"),
        (
            "break nowhere",
            "error: the program has no register, memory or label with the name `nowhere`",
        ),
        ("break 99", "error: no statement runs there or after it"),
        ("step often", "error: `often` is not a number"),
        ("watch q", "error: nothing here is called `q`"),
        (
            "break 6 if t0",
            "error: `t0` is neither true nor false: compare it, as in `t0 == 0x0`",
        ),
        (
            "break 6 if nosuch == 1 && t0 > 5",
            "error: nothing here is called `nosuch`",
        ),
        ("step 3", "Arrived 6 3"),
        ("set t1 = t1 + 2", "t1 = 0xc"),
        ("t1 == 12 && memory[0x2000] == 7", "true"),
        ("set memory[t0] = -1", "memory[t0] = 0xffffffff"),
        ("memory[0x1000] < 0", "true"),
        ("set zero = 1", "error: `x0 zero` cannot be changed"),
        ("set t1 + 1 = 1", "error: `t1 + 1` cannot be changed"),
        ("t1 / zero", "error: a number is divided by 0"),
    ] {
        assert_eq!(say(text), expected, "{text}");
    }
    assert!(say("help").contains("reverse"));
    assert!(say("values").contains("x5 t0 = 0x1000"));
}

/// A change of the user stays in the run, regardless of how the run returns to it.
#[test]
fn changes_are_made_again() {
    let mut debugger = debugger(PROGRAM);
    go(&mut debugger, Motion::To(20));
    let machine = debugger.machine();
    let t1 = machine.named("t1", None).expect("a register");
    debugger
        .set(t1, mnc2_text::Number::Whole(3))
        .expect("a register");
    go(&mut debugger, Motion::Continue);
    let end = seen(&debugger);
    assert!(end.0 < STEPS, "fewer rounds");
    for (step, expected) in [(5, 10), (20, 3), (0, 0)] {
        go(&mut debugger, Motion::To(step));
        let found = debugger.machine().number(t1);
        assert_eq!(
            found.and_then(mnc2_text::Number::whole),
            Some(expected),
            "{step}"
        );
        go(&mut debugger, Motion::Continue);
        assert_eq!(seen(&debugger), end);
    }
}

#[test]
fn expressions_have_values() {
    let mut debugger = debugger(PROGRAM);
    go(&mut debugger, Motion::To(13));
    let machine = debugger.machine();
    let say = |text: &str| {
        let value = ValueExpression::parse(text, machine, None).and_then(|it| it.evaluate(machine));
        match value {
            Ok(value) => shown(machine, value),
            Err(error) => format!("error: {error}"),
        }
    };
    for (text, expected) in [
        ("t1", "0x8"),
        (" x6 ", "0x8"),
        ("registers.t1", "0x8"),
        ("t1 + 1", "9"),
        ("-t1 * 2", "-16"),
        ("t1 / 3", "2"),
        ("t1 / 0.5", "16"),
        (
            "t1 == 8 || nosuch == 1",
            "error: nothing here is called `nosuch`",
        ),
        ("t1 == 8 && !(t2 < 0x13)", "true"),
        ("t2 == 0x13", "true"),
        ("memory[0x1000]", "0xa"),
        ("memory[t0 - 8] == 0x13", "true"),
        ("memory[memory[0x2000] * 0]", "0x0"),
        ("m0[1][2]", "0x0"),
        ("m0[1, 2]", "0x0"),
        ("m0 == 0", "true"),
        ("m0 < 0 || 0 == m0[1]", "true"),
        ("m0[0] != m0", "false"),
        ("m0[9]", "error: `m0` has no element 9"),
        ("t1[0]", "error: `t1` has no element 0"),
        (
            "m0 + 1",
            "error: `m0` has several numbers: choose one, as in `m0[0]`",
        ),
        ("t1 = 8", "error: values are compared with `==`"),
        (
            "t1 &&",
            "error: this is a number; a condition compares it, as in `t0 == 0`",
        ),
        (
            "t11",
            "error: nothing here is called `t11`; did you mean `ft11`?",
        ),
        ("memory[t1", "error: a `]` is missing"),
        ("", "error: write the name of a value"),
    ] {
        assert_eq!(say(text), expected, "{text}");
    }
}

/// A condition reads what it names: a run with one on each line takes at most ten times as long as one without any.
#[test]
fn conditions_are_cheap() {
    const ROUNDS: u64 = 20_000;
    let text = PROGRAM.replace("li t1, 10", &format!("li t1, {ROUNDS}"));
    let conditional = |line| LineBreakpoint {
        condition: Some(condition(
            "t1 == 0xfffff && memory[t0 - 8] < 0 || m0[1][2] > 5",
        )),
        ..at(line)
    };
    let watched = Breakpoints {
        data: vec![DataBreakpoint {
            id: 1,
            place: followed("a1"),
            access: AccessType::Change,
            condition: None,
            hits: None,
        }],
        ..Breakpoints::default()
    };
    let time = |breakpoints: &Breakpoints| {
        let once = || {
            let mut debugger = debugger(&text);
            debugger.set_breakpoints(breakpoints.clone());
            let start = ThreadTime::now();
            assert_eq!(go(&mut debugger, Motion::Continue), StopReason::End);
            (start.elapsed(), debugger.step())
        };
        let runs = [once(), once(), once()];
        let fastest = runs.iter().map(|it| it.0).min().unwrap_or(Duration::ZERO);
        (fastest, runs[0].1)
    };
    let (plain, steps) = time(&Breakpoints::default());
    assert_eq!(steps, 3 + ROUNDS * 5 + 2);
    for (name, set) in [
        ("conditions", lines((5..10).map(conditional).collect())),
        ("a watch", watched),
    ] {
        let (found, _) = time(&set);
        let ratio = found.as_secs_f64() / plain.as_secs_f64();
        println!("{name}: {ratio:.1} times a plain run of {plain:?}");
        assert!(ratio < 10.0, "{name}: {ratio}");
    }
}

#[test]
fn an_origin_is_the_last_change() {
    let mut debugger = debugger(PROGRAM);
    debugger.set_breakpoints(lines(vec![LineBreakpoint {
        hits: Some(Hits::Every(3)),
        ..at(6)
    }]));
    let say = |debugger: &mut Debugger, name: &str| {
        let said = Debuggee::origin(debugger, name, 1, &Control::default());
        let said = said.unwrap_or_else(|error| vec![error]);
        let lines: Vec<String> = said.iter().map(ToString::to_string).collect();
        lines.join("\n")
    };
    assert_eq!(say(&mut debugger, "t2"), "t2: as the run started");
    go(&mut debugger, Motion::To(20));
    let before = seen(&debugger);
    assert_eq!(
        say(&mut debugger, "t2"),
        "after 18 instructions: line 6 changes t2: 0x1b → 0x22\n    operand t2: 0x1b\n    operand t1: 0x7"
    );
    assert_eq!(
        say(&mut debugger, "memory[0x1008]"),
        "after 9 instructions: line 7 changes memory[0x1008]: 0x0 → 0x13\n    operand t2: 0x13\n    operand t0: 0x1008"
    );
    assert_eq!(say(&mut debugger, "a0"), "a0: as the run started");
    assert_eq!(say(&mut debugger, "q"), "nothing here is called `q`");
    assert_eq!(seen(&debugger), before);
    // The breakpoint still counts from the start.
    assert_eq!(
        go(&mut debugger, Motion::Continue),
        StopReason::Breakpoint(vec![6])
    );
    assert_eq!(debugger.step(), 9 + 5 * 4);

    let t2 = debugger.machine().named("t2", None).expect("a register");
    debugger
        .set(t2, mnc2_text::Number::Whole(1))
        .expect("it is changed");
    assert_eq!(
        say(&mut debugger, "t2"),
        "t2: `set` wrote 0x1 before line 7"
    );
    let stopped = Control::default();
    stopped
        .cancel
        .store(true, std::sync::atomic::Ordering::Relaxed);
    let said = Debuggee::origin(&mut debugger, "t2", 1, &stopped);
    assert!(said.is_err_and(|it| it.to_string() == "the search was stopped"));
}
