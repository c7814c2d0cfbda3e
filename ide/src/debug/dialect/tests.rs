//! The laws of the debugger, and what it does on a program with a loop.

use mnc2_text::{Data, Fields, Variable};

use super::breakpoints::{Breakpoints, DataBreakpoint, LineBreakpoint};
use super::console::{Answer, execute};
use super::motion::{Motion, Reason};
use super::values::{Condition, LogMessage};
use super::{Debugger, Launch, Output};
use crate::debug::breakpoints::Hits;
use crate::dialects::Dialect;
use crate::features::run::Control;
use crate::session::DialectDocument;

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
    let options = Dialect::find("rvmatrix")
        .expect("it is a feature")
        .options();
    let given: Fields = vec![("0x2000".to_owned(), Data::Text("07".to_owned()))];
    let launch = Launch {
        snapshot: DialectDocument::new(0, text, options).snapshot(),
        given,
        anyway: false,
    };
    match Debugger::with_budget(launch, bytes) {
        Ok(debugger) => debugger,
        Err(failure) => panic!("{failure:?}"),
    }
}

/// A small generator of pseudo-random numbers (xorshift), so that the test repeats exactly.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit.max(1)
    }
}

fn go(debugger: &mut Debugger, motion: Motion) -> Reason {
    debugger.go(motion, &Control::default(), &mut |_| {})
}

/// Everything that is visible of a moment.
fn seen(debugger: &Debugger) -> (u64, Option<u32>, Vec<Variable>, String) {
    let machine = debugger.machine();
    let memory = machine.dump(debugger.given(), 1 << 20);
    (
        debugger.step(),
        debugger.line(),
        machine.state(),
        format!("{memory:?}"),
    )
}

fn at(line: u32) -> LineBreakpoint {
    LineBreakpoint {
        id: line,
        line,
        condition: None,
        hits: None,
        log: None,
    }
}

fn lines(lines: Vec<LineBreakpoint>) -> Breakpoints {
    Breakpoints {
        lines,
        data: Vec::new(),
    }
}

#[test]
fn walks_in_both_directions_end_where_fresh_runs_do() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
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
                    name: "t1".to_owned(),
                    condition: Some(Condition::parse("t1 < 5").expect("a condition")),
                    hits: Some(Hits::AtLeast(2)),
                }],
            },
        ];
        for _ in 0..300 {
            match random.below(12) {
                0 => walked.set_breakpoints(sets[random.below(4) as usize].clone()),
                1 => drop(go(&mut walked, Motion::Continue)),
                2 => drop(go(&mut walked, Motion::ReverseContinue)),
                3 => drop(go(&mut walked, Motion::To(random.below(STEPS + 3)))),
                4 => drop(go(&mut walked, Motion::ToLine(random.below(13) as u32))),
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
                condition: Some(Condition::parse("t1 == 4").expect("a condition")),
                ..at(7)
            },
        ]),
    ];
    for set in sets {
        let mut debugger = debugger(PROGRAM);
        debugger.set_breakpoints(set);
        let mut forward = Vec::new();
        while let Reason::Breakpoint(ids) = go(&mut debugger, Motion::Continue) {
            forward.push((debugger.step(), ids));
        }
        assert!(debugger.is_at_end() && forward.len() > 3, "{forward:?}");
        let mut backward = Vec::new();
        while let Reason::Breakpoint(ids) = go(&mut debugger, Motion::ReverseContinue) {
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
        lines: Vec::new(),
        data: vec![DataBreakpoint {
            id: 1,
            name: "t2".to_owned(),
            condition: None,
            hits: Some(Hits::Exactly(2)),
        }],
    });
    let Reason::Data(hits) = go(&mut debugger, Motion::Continue) else {
        panic!("it changes");
    };
    assert_eq!(
        hits[0].message().to_string(),
        "line 6 changes t2: 0xa → 0x13"
    );
    assert_eq!((debugger.line(), debugger.step()), (Some(6), 9));
    assert_eq!(go(&mut debugger, Motion::Continue), Reason::End);
    let Reason::Data(again) = go(&mut debugger, Motion::ReverseContinue) else {
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
    debugger.set_breakpoints(lines(vec![LineBreakpoint {
        log: Some(LogMessage::parse("t1 is {t1}").expect("a message")),
        hits: Some(Hits::MoreThan(8)),
        ..at(5)
    }]));
    let mut said = Vec::new();
    let control = Control::default();
    let reason = debugger.go(Motion::Continue, &control, &mut |it| said.push(it));
    let log = |text: &str| Output::Log {
        line: 5,
        text: text.to_owned(),
    };
    assert_eq!(reason, Reason::End);
    assert_eq!(said, [log("t1 is 0x2"), log("t1 is 0x1")]);
    let reason = debugger.go(Motion::ReverseContinue, &control, &mut |it| said.push(it));
    assert_eq!((reason, said.len()), (Reason::Start, 2));
}

#[test]
fn an_endless_program_can_be_paused_and_goes_back() {
    let mut debugger = debugger("\tli t0, 0\nloop:\n\taddi t0, t0, 1\n\tj loop\n");
    assert_eq!(go(&mut debugger, Motion::To(100_000)), Reason::Arrived);
    assert!(debugger.kept.count() <= 256 && debugger.kept.count() > 64);
    let control = Control::default();
    control
        .cancel
        .store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(
        debugger.go(Motion::Continue, &control, &mut |_| {}),
        Reason::Pause
    );
    assert_eq!(debugger.step(), 100_000);
    assert_eq!(
        debugger.go(Motion::BackOver, &control, &mut |_| {}),
        Reason::Pause
    );
    assert_eq!(debugger.step(), 100_000);
    for step in (99_900..100_000).rev() {
        assert_eq!(go(&mut debugger, Motion::BackOver), Reason::Arrived);
        assert_eq!(debugger.step(), step);
    }
}

#[test]
fn what_cannot_be_executed_stops_the_run() {
    let mut debugger = debugger("\tli t0, 5\n\tjr t0\n");
    let Reason::Failed(message) = go(&mut debugger, Motion::Continue) else {
        panic!("there is no code");
    };
    assert_eq!(message.to_string(), "there is no code at 0x4");
    assert_eq!(debugger.line(), Some(1));
    assert_eq!(go(&mut debugger, Motion::BackOver), Reason::Arrived);
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
        ("watch a0", "breakpoint 2 at changes of a0"),
        (
            "bl",
            "breakpoint 1 before line 7\nbreakpoint 2 at changes of a0",
        ),
        ("c", "Breakpoint([1]) 7 14"),
        ("t2", "x7 t2 = 0x1b"),
        ("where", "loop, line 7"),
        ("at", "14 instructions"),
        ("back 2", "Arrived 10 12"),
        ("goto done", "Arrived 12 53"),
        ("goto 2", "Arrived 2 0"),
        ("at 14", "Arrived 7 14"),
        ("delete 1", "breakpoint 2 at changes of a0"),
        ("d", "nothing stops the run"),
        ("goto end", "End 0 55"),
        ("goto start", "Arrived 2 0"),
        ("b", "Start 2 0"),
        ("q", "quit"),
        ("d 7", "error: there is no breakpoint 7"),
        (
            "break nowhere",
            "error: `nowhere` is neither a line nor a name of the program",
        ),
        ("break 99", "error: no instruction runs there or after it"),
        ("step often", "error: `often` is no number"),
        ("watch q", "error: nothing here is called `q`"),
        (
            "break 6 if t0",
            "error: `t0` is no condition: compare a value, as in `t0 == 0x10`",
        ),
    ] {
        assert_eq!(say(text), expected, "{text}");
    }
    assert!(say("help").contains("reverse"));
    assert!(say("values").contains("x5 t0 = 0x0"));
}
