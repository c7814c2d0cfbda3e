//! Running a program on a prepared chip and looking into it.

pub(crate) use mnc2_emulator::machine::chip::Chip;
use mnc2_emulator::{Machine, Outcome, RunOptions};
use mnc2_program::ModeChoice;
use mnc2_program::rules::check::check;

/// The machine after a program without errors, run on a chip that `prepare` filled.
#[track_caller]
pub(crate) fn machine_after(source: &str, prepare: impl FnOnce(&mut Chip)) -> Machine {
    let program = mnc2_asm::parse(source);
    let report = check(&program, ModeChoice::Infer);
    let errors: Vec<_> = report
        .findings
        .iter()
        .filter(|finding| finding.diagnostic.is_error())
        .collect();
    assert!(errors.is_empty(), "{source}{errors:#?}");
    let mut machine = Machine::new();
    prepare(machine.chip_mut());
    let report = machine.run(&program, &RunOptions::default(), &mut Vec::new());
    assert_eq!(report.outcome, Outcome::Finished, "{source}");
    machine
}
