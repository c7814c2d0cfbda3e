//! Runs a program with the emulator as a library: check, run, dump, watch, look into the chip.
//!
//! `cargo run -p mnc2-emulator --example run -- examples/first.vsm`

use std::ops::ControlFlow;
use std::process::ExitCode;

use mnc2_emulator::strict::Strict;
use mnc2_emulator::{Dump, Machine, Outcome, RunOptions, Start};
use mnc2_isa::Memory;
use mnc2_program::ModeChoice;
use mnc2_program::rules::check::check;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: run PROGRAM.vsm");
        return ExitCode::from(2);
    };
    let source = match std::fs::read_to_string(&path) {
        Ok(source) => source,
        Err(error) => {
            eprintln!("cannot read `{path}`: {error}");
            return ExitCode::from(2);
        }
    };

    // The emulator runs the assembler's program, not text. Checking it is a separate step.
    let program = mnc2_asm::parse(&source);
    let report = check(&program, ModeChoice::Infer);
    for finding in &report.findings {
        eprintln!(
            "{path}:{}: {}",
            finding.line + 1,
            finding.diagnostic.message
        );
    }
    if report.has_errors() {
        return ExitCode::FAILURE;
    }

    // All memories start at zero; `Start { dirty: Some(seed), .. }` fills them with garbage.
    let mut machine = Machine::starting(Start::default());
    let before = machine.snapshot();

    // Dumps go to a sink, which can stop them. An observer sees every access; without one the run is faster.
    let mut print = |line: Dump| {
        println!("{line}");
        ControlFlow::Continue(())
    };
    let options = RunOptions {
        budget_steps: 1_000_000,
        ..RunOptions::default()
    };
    let mut strict = Strict::new();
    let run = machine.run_observed(&program, &options, &mut print, &mut strict);
    for finding in strict.take_findings() {
        eprintln!("{path}:{}: {}", finding.line + 1, finding.message());
    }

    // The chip keeps the state after the program, which can be inspected or restored.
    let pe = 0;
    let lm0 = machine
        .chip()
        .planes(Memory::Lm0)
        .map(|planes| planes.read(0)[pe]);
    eprintln!(
        "{} steps, state {:016x}, $lm0 of PE {pe} is {:#x}",
        run.steps,
        machine.state_hash(),
        lm0.unwrap_or(0),
    );
    machine.restore(&before);
    eprintln!("put back: state {:016x}", machine.state_hash());

    match run.outcome {
        Outcome::Finished => ExitCode::SUCCESS,
        stopped => {
            eprintln!("stopped: {stopped:?}");
            ExitCode::from(3)
        }
    }
}
