//! The assertions that a run passes.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use mnc2_emulator::watch::check;
use mnc2_emulator::{Checkpoints, Dump, Outcome, RunOptions};
use mnc2_text::message;

use super::{Control, Progress, RUN_FINDINGS_MAX, RunJob, scope};
use crate::session::{DumpText, Expected, RunFinding};

/// Maximum number of assertions that a run checks: the run continues from the nearest checkpoint for each of them.
pub const ASSERTIONS_MAX: usize = 500;

/// The results of the assertions of a run.
#[derive(Default)]
pub(super) struct Said {
    /// How many conditions were checked.
    pub(super) checked: usize,
    /// Those that do not hold, and values that do not exist.
    pub(super) findings: Vec<RunFinding>,
    /// Logged values, with their lines.
    pub(super) logs: Vec<DumpText>,
}

impl Said {
    /// What it adds to the comparison of values.
    pub(super) fn added_to(&self, mut expected: Expected) -> Expected {
        expected.values += self.checked;
        expected.findings.extend(self.findings.iter().cloned());
        expected.findings.sort_by_key(|finding| finding.line);
        expected.findings.truncate(RUN_FINDINGS_MAX);
        expected
    }
}

/// Checks the assertions up to the last line of a run that was just made.
pub(super) fn asserted(
    job: &RunJob,
    checkpoints: &mut Checkpoints,
    options: &RunOptions<'_>,
    last_line: u32,
    control: &Control,
) -> Said {
    let program = &*job.snapshot.program;
    let focus = scope(job.focus).first_pe();
    let mut said = Said::default();
    let mut of_run = program
        .assertion_lines()
        .map(|(line, assertion)| (line as u32, assertion))
        .take_while(|&(line, _)| line <= last_line)
        .filter(|(_, assertion)| assertion.is_of_run());
    for (line, assertion) in of_run.by_ref().take(ASSERTIONS_MAX) {
        if control.cancel.load(Ordering::Relaxed) {
            break;
        }
        let until = RunOptions {
            until_line: Some(line),
            ..*options
        };
        let ignore = &mut |_: Dump| ControlFlow::Continue(());
        let (machine, report) = checkpoints.run(program, &until, ignore, &mut Progress(control));
        if report.outcome != Outcome::ReachedLine {
            break;
        }
        let text = job.snapshot.line_text(line as usize);
        let asserted = check(&machine, assertion, &text, focus);
        match asserted {
            Some(asserted) if asserted.is_wrong => said.findings.push(RunFinding {
                line,
                range: assertion.range.clone(),
                message: asserted.message,
            }),
            Some(asserted) => said.logs.push(DumpText {
                line,
                value: None,
                numbers: None,
                text: asserted.message.to_string(),
            }),
            None => {}
        }
        said.checked += 1;
    }
    if said.checked == ASSERTIONS_MAX
        && let Some((line, assertion)) = of_run.next()
    {
        said.findings.push(RunFinding {
            line,
            range: assertion.range.clone(),
            message: message!(
                "this assertion and those after it are not checked here: a run in the editor checks {max}",
                max = ASSERTIONS_MAX
            ),
        });
    }
    said
}
