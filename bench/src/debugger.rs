//! Benchmarks of the debugger: a step back, a breakpoint on data reached backward, and what wrote a value. All PEs differ,
//! as in a program that computes something.

use std::hint::black_box;

use mnc2_debug::breakpoints::AccessType;
use mnc2_debug::chip::{Breakpoints, DataBreakpoint, Debugger, Launch};
use mnc2_debug::stepping::Motion;
use mnc2_emulator::chip_place::ChipPlace;
use mnc2_emulator::strict::Strict;
use mnc2_emulator::{Machine, RunOptions};
use mnc2_ide::features::run::Control;
use mnc2_ide::session::{Focus, Mnc2Document};
use mnc2_isa::Memory;
use mnc2_program::access::Store;
use mnc2_text::Language;

use crate::emulator::long_text;
use crate::workload::Pes;
use crate::{Ready, workload};

/// Nothing in the program writes it after the first lines.
const UNTOUCHED: u32 = 4000;

fn text(steps: usize) -> String {
    let (data, mixed) = (workload::data(Pes::Different, 1), long_text(steps));
    let spread = workload::SPREAD;
    format!("{data}{spread}lpassa $peid $lm{UNTOUCHED}v\nnop/2\n{mixed}")
}

/// A run of a program with this many steps, at its end.
fn at_the_end(steps: usize) -> Debugger {
    let launch = Launch {
        snapshot: Mnc2Document::new(0, &text(steps)).snapshot(),
        machine: Machine::new(),
        inputs: None,
        focus: Focus::default(),
        strict: Strict::new(),
        anyway: false,
        language: Language::English,
    };
    let Ok(mut debugger) = Debugger::launch(launch, &Control::default()) else {
        panic!("the program breaks a rule");
    };
    go(&mut debugger, Motion::Continue);
    debugger
}

fn go(debugger: &mut Debugger, motion: Motion) {
    black_box(debugger.go(motion, &Control::default(), &mut |_| {}));
}

fn place() -> ChipPlace {
    ChipPlace::from_pe(Store::Memory(Memory::Lm0), UNTOUCHED..UNTOUCHED + 2, 77)
}

fn ready(amount: usize, hash: u64, run: impl FnMut() + 'static) -> Ready {
    Ready {
        run: Box::new(run),
        amount: amount as u64,
        hash,
    }
}

/// The same program from start to end, without a debugger.
#[must_use]
pub fn run(steps: usize) -> Ready {
    let program = mnc2_asm::parse(&text(steps));
    let once = move || {
        let mut machine = Machine::new();
        machine.run(&program, &RunOptions::default(), &mut Vec::new());
        machine
    };
    let hash = once().state_hash();
    ready(steps, hash, move || {
        black_box(once());
    })
}

/// A statement back and forward again, at the end of this many steps.
#[must_use]
pub fn step_back(steps: usize) -> Ready {
    let mut debugger = at_the_end(steps);
    let hash = debugger.machine().state_hash();
    ready(1, hash, move || {
        go(&mut debugger, Motion::BackOver);
        go(&mut debugger, Motion::Over);
    })
}

/// Backward over this many steps to the only write of a word, and to the end again.
#[must_use]
pub fn reverse_watch(steps: usize) -> Ready {
    let mut debugger = at_the_end(steps);
    debugger.set_breakpoints(Breakpoints {
        data: vec![DataBreakpoint {
            id: 1,
            place: place(),
            access: AccessType::Change,
            condition: None,
            hits: None,
        }],
        ..Breakpoints::default()
    });
    go(&mut debugger, Motion::ReverseContinue);
    let hash = debugger.machine().state_hash();
    ready(steps, hash, move || {
        go(&mut debugger, Motion::ToLine(usize::MAX));
        go(&mut debugger, Motion::ReverseContinue);
    })
}

/// The origin of that word, computed at the end of this many steps.
#[must_use]
pub fn origin(steps: usize) -> Ready {
    let mut debugger = at_the_end(steps);
    let hash = debugger.machine().state_hash();
    ready(steps, hash, move || {
        let line = debugger.line();
        let origin = debugger.origin(&place(), line, &Control::default());
        assert!(black_box(origin).is_ok_and(|origin| origin.writers.len() == 1));
    })
}
