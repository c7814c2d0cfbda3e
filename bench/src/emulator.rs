//! Benchmarks of running: steps over the whole chip, programs, and `run to here`.

use std::sync::OnceLock;

use mnc2_emulator::machine::observer::Unobserved;
use mnc2_emulator::{Checkpoints, Machine, Outcome, RunOptions};
use mnc2_program::Program;

use crate::workload::{self, Pes, Workload};
use crate::{Ready, Size};

/// Steps of a program that runs for a measurement, so that starting a run matters little.
pub const REPEATED: usize = 4;
/// The same for machines on several threads, which sleep when a run starts.
const REPEATED_ON_THREADS: usize = 128;
/// Steps of a long program, as the longest public ones have.
pub const LONG_STEPS: usize = 97_000;

/// Runs a program to its end.
///
/// # Panics
/// If it does not reach its end.
pub fn run(machine: &mut Machine, program: &Program) -> u64 {
    let report = machine.run(program, &RunOptions::default(), &mut Vec::new());
    assert_eq!(
        report.outcome,
        Outcome::Finished,
        "a benchmark runs to its end"
    );
    report.steps
}

/// A machine with data in all memories.
#[must_use]
pub fn loaded(pes: Pes) -> Machine {
    static LOADED: [OnceLock<Machine>; 2] = [OnceLock::new(), OnceLock::new()];
    let load = || {
        let mut machine = Machine::new();
        let data = workload::data(pes, usize::MAX);
        run(&mut machine, &mnc2_asm::parse(&data));
        run(&mut machine, &mnc2_asm::parse(workload::SPREAD));
        machine
    };
    LOADED[pes as usize].get_or_init(load).clone()
}

/// A program on a machine, ready to run again and again.
fn repeatedly(mut machine: Machine, program: Program) -> Ready {
    let amount = run(&mut machine, &program);
    let hash = machine.state_hash();
    let run = Box::new(move || {
        run(&mut machine, &program);
    });
    Ready { run, amount, hash }
}

/// The same step several times, all PEs different.
#[must_use]
pub fn step(workload: &Workload) -> Ready {
    let program = mnc2_asm::parse(&workload::repeated(workload.text, REPEATED));
    let ready = repeatedly(loaded(Pes::Different), program);
    Ready {
        amount: REPEATED as u64,
        ..ready
    }
}

/// The same on two machines simultaneously, each on a thread of its own: what judging several programs can gain from a
/// second thread.
#[must_use]
pub fn side_by_side(workload: &Workload) -> Ready {
    let mut both = [(); 2].map(|()| {
        let program = workload::repeated(workload.text, REPEATED_ON_THREADS);
        (loaded(Pes::Different), mnc2_asm::parse(&program))
    });
    let mut work = move || {
        let [first, second] = &mut both;
        rayon::join(
            || run(&mut first.0, &first.1),
            || run(&mut second.0, &second.1),
        );
        first.0.clone()
    };
    let hash = work().state_hash();
    Ready {
        run: Box::new(move || {
            work();
        }),
        amount: 2 * REPEATED_ON_THREADS as u64,
        hash,
    }
}

/// A program that computes and moves data in all ways.
#[must_use]
pub fn mixed(pes: Pes, size: Size) -> Ready {
    let text = workload::repeated(workload::MIXED, size.choose(8, 1));
    repeatedly(loaded(pes), mnc2_asm::parse(&text))
}

/// That program with this many steps.
#[must_use]
pub fn long_text(steps: usize) -> String {
    let in_block = mnc2_asm::parse(workload::MIXED);
    let in_block: u32 = in_block
        .iter()
        .filter_map(|line| line.step())
        .map(|step| step.steps())
        .sum();
    workload::repeated(workload::MIXED, steps.div_ceil(in_block as usize))
}

/// A program with as many steps as the longest public ones, all PEs alike.
#[must_use]
pub fn long_program(size: Size) -> Ready {
    let text = long_text(size.choose(LONG_STEPS, 100));
    repeatedly(loaded(Pes::Alike), mnc2_asm::parse(&text))
}

/// The `d set` lines of a testcase, and a program of a few hundred steps.
fn contest(size: Size) -> (String, String) {
    let inputs = workload::data(Pes::Different, size.choose(16, 1));
    let program = format!("{}{}", workload::SPREAD, long_text(size.choose(300, 20)));
    (inputs, program)
}

/// From the texts to the state at the end, without anything kept from earlier runs.
#[must_use]
pub fn run_to_here_cold(size: Size) -> Ready {
    let (inputs, program) = contest(size);
    let work = move || {
        let mut machine = Machine::new();
        run(&mut machine, &mnc2_asm::parse(&inputs));
        let mut checkpoints = Checkpoints::new(machine);
        let program = mnc2_asm::parse(&program);
        checkpoints.run(
            &program,
            &RunOptions::default(),
            &mut Vec::new(),
            &mut Unobserved,
        )
    };
    let (machine, report) = work();
    Ready {
        run: Box::new(move || {
            work();
        }),
        amount: report.steps,
        hash: machine.state_hash(),
    }
}

/// From an edit before the last ten lines to the state at the end.
#[must_use]
pub fn run_to_here_edited(size: Size) -> Ready {
    let (inputs, program) = contest(size);
    let mut machine = Machine::new();
    run(&mut machine, &mnc2_asm::parse(&inputs));
    let mut checkpoints = Checkpoints::new(machine);
    let program = mnc2_asm::parse(&program);
    let mut edited = program.clone();
    let at = edited.len().saturating_sub(10);
    edited.replace(at..at, mnc2_asm::parse("nop").iter().cloned());
    let mut versions = [program, edited];
    let mut work = move || {
        versions.rotate_left(1);
        checkpoints.run(
            &versions[0],
            &RunOptions::default(),
            &mut Vec::new(),
            &mut Unobserved,
        )
    };
    work();
    let (machine, report) = work();
    Ready {
        run: Box::new(move || {
            work();
        }),
        amount: report.steps,
        hash: machine.state_hash(),
    }
}
