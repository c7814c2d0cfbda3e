//! Running a source text and collecting its dump.

use mnc2_emulator::{Dump, Machine, Outcome, RunOptions};
use mnc2_program::rules::check::check;
use mnc2_program::{ModeChoice, Program};

/// Runs a program that must be without errors to its end; returns its dump.
#[track_caller]
pub(crate) fn run(source: &str) -> String {
    let program = mnc2_asm::parse(source);
    let report = check(&program, ModeChoice::Infer);
    let errors: Vec<_> = report
        .findings
        .iter()
        .filter(|finding| finding.diagnostic.is_error())
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let (dump, outcome) = run_program(&program);
    assert_eq!(outcome, Outcome::Finished);
    dump
}

/// Runs a program, errors or not.
pub(crate) fn run_program(program: &Program) -> (String, Outcome) {
    let mut dump: Vec<Dump> = Vec::new();
    let report = Machine::new().run(program, &RunOptions::default(), &mut dump);
    let text = dump.iter().map(|line| format!("{line}\n")).collect();
    (text, report.outcome)
}
