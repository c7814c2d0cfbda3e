use std::ops::ControlFlow;

use mnc2_asm::testcase::Testcase;
use mnc2_emulator::judge::{Assertions, Keep, Solution, judge};
use mnc2_emulator::machine::observer::Unobserved;
use mnc2_emulator::{Machine, Outcome, RunOptions};
use mnc2_isa::Mode;
use mnc2_program::rules::check::check;
use mnc2_program::{ModeChoice, Program};

use super::text_of;

/// Maximum length of a testcase in bytes.
const BYTES_MAX: usize = 4096;

/// Steps after which judging stops.
const STEPS_MAX: u64 = 200;

/// Judging with any text as the testcase ends, and gives the same result twice.
///
/// # Panics
/// If it does not.
pub fn testcases(data: &[u8]) {
    let source = text_of(data, BYTES_MAX);
    let Ok(testcase) = Testcase::parse(&source) else {
        return;
    };
    let solution = Solution::new(&mnc2_asm::parse(&source), Keep::default());
    let flat = ModeChoice::Given(Mode::Flat);
    let has_errors = |program: &Program| check(program, flat).has_errors();
    if has_errors(&testcase.inputs) || has_errors(&testcase.rest) || has_errors(&solution.program) {
        return;
    }
    let assertions = Assertions::from_source(&source, 0);
    let run = || {
        let options = RunOptions {
            budget_steps: STEPS_MAX,
            ..RunOptions::default()
        };
        let mut machine = Machine::new();
        let of_solution = &mut |_| ControlFlow::Continue(());
        judge(
            &mut machine,
            &testcase,
            (&solution.program, &assertions),
            &options,
            of_solution,
            &mut Unobserved,
        )
    };
    let judged = run();
    assert_eq!(judged, run());
    let is_whole = judged.outcome == Outcome::Finished;
    assert!(is_whole || judged.comparison.values == 0, "{judged:?}");
}
