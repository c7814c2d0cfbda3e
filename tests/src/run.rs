//! Running a program to its dump, as `mnc2 run` does.

use mnc2_emulator::{Dump, Machine, Outcome, RunOptions};
use mnc2_program::Program;

/// Steps after which a fixture counts as stuck.
const BUDGET_STEPS: u64 = 1_000_000;

/// The dump of a program, a line each.
///
/// # Errors
/// How the run ended, if not at the end of the program.
pub fn dump(program: &Program) -> Result<String, String> {
    let mut lines: Vec<Dump> = Vec::new();
    let options = RunOptions {
        budget_steps: BUDGET_STEPS,
        ..RunOptions::default()
    };
    let report = Machine::new().run(program, &options, &mut lines);
    if report.outcome != Outcome::Finished {
        return Err(format!("the run did not finish: {:?}", report.outcome));
    }
    Ok(lines.iter().map(|line| format!("{line}\n")).collect())
}
