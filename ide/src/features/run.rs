//! Runs a program up to a line: its dump, and what the last line wrote.
//!
//! The caller supplies everything, including the testcase's text; nothing here reads a file. A run is bounded in steps
//! and output, and stops soon after its cancel flag is set.

mod assertions;
pub mod coverage;
mod expectations;
pub mod machine;
mod printed;
mod stop;
mod time_slice;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use mnc2_asm::testcase::{Testcase, has_marker, input_part};
use mnc2_dataflow::number_format::Origins;
use mnc2_emulator::changes::Changes;
use mnc2_emulator::machine::observer::Observer;
use mnc2_emulator::{Checkpoints, Machine, Outcome, RunOptions};
use mnc2_program::rules::check::Findings;
use mnc2_program::{ModeChoice, Program, Scope, Statement};
use mnc2_review::check_to_run;
use mnc2_text::LineRange;
use mnc2_text::line::part;

pub use self::assertions::ASSERTIONS_MAX;
use self::assertions::asserted;
pub use self::expectations::mismatch;
pub use self::expectations::{expected, expects_values};
use self::printed::{Collector, lines_printed, say_numbers};
pub use self::stop::{Failure, RunStop};
pub use self::stop::{failure, refuse_errors};
pub use self::time_slice::TimeSlice;
use crate::session::{
    Cut, DumpText, EditPriority, FinalState, Focus, KeptRun, RunResult, Snapshot, Stopped,
    WrittenOperand,
};

/// Maximum number of steps of a run; public programs reach a tenth of this.
pub const STEPS_MAX: u64 = 1_000_000;
/// Bytes that PDM and DRAM may take in a run.
pub const MEMORY_BYTES_MAX: u64 = if cfg!(test) { 1 << 20 } else { 1 << 30 };
/// Maximum number of dump lines of an answer.
pub const DUMP_LINES_MAX: usize = 10_000;
/// Maximum number of bytes of dump text of an answer.
pub const DUMP_BYTES_MAX: usize = 1 << 20;

/// Maximum number of runs to get as far as possible: one to find an error of the program, one for what only a run
/// finds.
const ATTEMPTS_MAX: usize = 4;

/// Maximum number of wrong values that a run reports; the first ones show the problem.
pub const RUN_FINDINGS_MAX: usize = 500;

/// What a run depends on: the program with its settings.
pub struct RunJob {
    /// The program to run.
    pub snapshot: Snapshot,
    /// The inputs that are loaded into the memories first.
    pub inputs: Option<Inputs>,
    /// The last line to execute.
    pub line: u32,
    /// Whether to run as far as possible if the line cannot be reached.
    pub anyway: bool,
    /// The element whose values are shown.
    pub focus: Focus,
    /// What is kept of earlier runs.
    pub kept: Arc<KeptRun>,
}

/// The input part of a testcase.
pub struct Inputs {
    /// Its name in messages.
    pub name: String,
    /// The text of the testcase.
    text: Arc<str>,
}

impl Inputs {
    /// The input part of a testcase's text; `None` when it has no marker line.
    pub fn read(name: String, text: String) -> Option<Self> {
        has_marker(&text).then(|| Self {
            name,
            text: text.into(),
        })
    }

    /// The testcase; `None` if it has no outputs to compare.
    pub fn testcase(&self) -> Option<Testcase> {
        Testcase::parse(&self.text).ok()
    }
}

/// What a run shares with other threads.
#[derive(Debug, Default)]
pub struct Control {
    /// Set to stop it.
    pub cancel: AtomicBool,
    /// The line it is at.
    pub line: AtomicU32,
    /// The answers that the run waits for at each statement.
    pub typing: Arc<EditPriority>,
    /// How long it may continue at a time.
    pub turn: TimeSlice,
}

impl Control {
    /// Whether it is to stop. The end of its turn sets the flag.
    pub fn is_cancelled(&self) -> bool {
        if self.turn.is_over() {
            self.cancel.store(true, Ordering::Relaxed);
        }
        self.cancel.load(Ordering::Relaxed)
    }
}

/// Notes the line that runs, for the progress report, and lets answers about the text go first.
pub struct Progress<'a>(
    /// What is noted there.
    pub &'a Control,
);

impl Observer for Progress<'_> {
    fn is_on(&self) -> bool {
        // It does not record accesses.
        false
    }

    fn statement(&mut self, line: u32, _: &Statement) {
        self.0.typing.give_way();
        self.0.line.store(line, Ordering::Relaxed);
        // The call sets the flag when the turn is over; the run checks the flag itself.
        self.0.is_cancelled();
    }
}

/// Runs a program up to a line; returns the result and the machine.
///
/// With [`RunJob::anyway`], a program that cannot be run to the line runs to the last statement before the obstacle. Up
/// to there nothing is wrong, so everything that is shown is what the chip would hold.
pub fn run(job: &RunJob, control: &Control) -> Result<(RunResult, FinalState), Failure> {
    if let Some(unread) = job.snapshot.unread {
        return Err(Failure::unread(unread));
    }
    let mut line = job.line;
    let mut stopped = None;
    for _ in 0..ATTEMPTS_MAX {
        let mut stop = match run_to(job, line, control) {
            Ok((ran, state)) => return Ok((RunResult { stopped, ..ran }, state)),
            Err(Failure::Stopped(stop)) => stop,
            Err(failure) => return Err(failure),
        };
        stop.runnable = last_statement_before(&job.snapshot.program, &stop);
        let Some(before) = stop.runnable.filter(|_| job.anyway) else {
            return Err(Failure::Stopped(stop));
        };
        line = before;
        stopped = Some(Stopped {
            line: stop.line,
            message: stop.message(),
        });
    }
    Err(Failure::Cancelled)
}

/// The last statement before what stopped a run; `None` if the cause is not the program, or no statement is left.
fn last_statement_before(program: &Program, stop: &RunStop) -> Option<u32> {
    let is_of_program = stop.file.is_none();
    let end = (stop.line as usize).min(program.len());
    let before = (0..end).rev().find(|&line| {
        program
            .line(line)
            .is_some_and(|line| line.statement.is_some())
    });
    before
        .filter(|_| is_of_program)
        .and_then(|line| u32::try_from(line).ok())
}

/// Runs a program up to a line, starting at the nearest checkpoint before what has changed since the last run.
fn run_to(job: &RunJob, until: u32, control: &Control) -> Result<(RunResult, FinalState), Failure> {
    let program = &*job.snapshot.program;
    let lines = program.len();
    if until as usize >= lines {
        return Err(Failure::NoSuchLine { lines });
    }
    let report = check_to_run(program, &job.snapshot.rules);
    refuse_errors(report.findings.into_iter(), until, None)?;

    let inputs = job.inputs.as_ref().map(|inputs| Arc::clone(&inputs.text));
    let (mut checkpoints, kept) = match job.kept.take(inputs.as_deref()) {
        Some(kept) => kept,
        None => {
            let mut machine = Machine::new();
            if let Some(inputs) = &job.inputs {
                load(&mut machine, inputs, control)?;
            }
            (Checkpoints::new(machine), Arc::default())
        }
    };
    let mut changes = Changes::default();
    let mut dump = Collector::new(&control.cancel);
    let options = RunOptions {
        until_line: Some(until),
        budget_steps: STEPS_MAX,
        budget_bytes: MEMORY_BYTES_MAX,
        max_dump_lines: DUMP_LINES_MAX,
        cancel: Some(&control.cancel),
        ..RunOptions::default()
    };
    let (machine, report) = checkpoints.run(
        program,
        &options,
        &mut |line| dump.take(&line),
        &mut (Progress(control), &mut changes),
    );
    let changes = coverage::all_changes(&kept, &changes, &checkpoints);
    let mut at_step_limit = false;
    let line = match report.outcome {
        Outcome::ReachedLine => until,
        Outcome::Finished => last_line(program, until),
        Outcome::StoppedAtLimit { line } => {
            at_step_limit = true;
            line.saturating_sub(1)
        }
        Outcome::Cancelled { .. }
        | Outcome::StoppedAtMemory { .. }
        | Outcome::NotExecutable { .. }
        | Outcome::NotInterpretable { .. } => {
            job.kept.put(inputs, checkpoints, changes);
            return Err(failure(&report.outcome, None).unwrap_or(Failure::Cancelled));
        }
    };
    let said = asserted(job, &mut checkpoints, &options, line, control);
    job.kept.put(inputs, checkpoints, Arc::clone(&changes));
    if control.cancel.load(Ordering::Relaxed) {
        return Err(Failure::Cancelled);
    }
    let expected = said.added_to(expected(&job.snapshot, line, &dump.dumped));
    let is_dump_cut = report.truncated || dump.is_full;
    let origins = Origins::new(program, job.snapshot.flow());
    if job.snapshot.is_cancelled() {
        return Err(Failure::Cancelled);
    }
    let mut lines = dump.lines;
    say_numbers(program, &origins, &mut lines);
    let mut dump: Vec<DumpText> = lines.into_iter().map(|(text, _)| text).collect();
    if !said.logs.is_empty() {
        dump.extend(said.logs);
        dump.sort_by_key(|text| text.line);
    }
    let ran = RunResult {
        line,
        steps: report.steps,
        expected,
        dump,
        written: written(job, &origins, &machine, line),
        cut: Cut {
            dump_lines: is_dump_cut.then(|| lines_printed(program, line)),
            at_step_limit,
        },
        stopped: None,
        changes,
    };
    Ok((ran, FinalState::new(machine)))
}

/// Executes the input part of a testcase.
pub fn load(machine: &mut Machine, inputs: &Inputs, control: &Control) -> Result<(), Failure> {
    let program = input_part(&inputs.text).unwrap_or_default();
    let found = Findings::check(&program, ModeChoice::Infer);
    refuse_errors(found.iter(), u32::MAX, Some(&inputs.name))?;
    let options = RunOptions {
        cancel: Some(&control.cancel),
        max_dump_lines: 0,
        ..RunOptions::default()
    };
    let loaded = machine.run(&program, &options, &mut |_| ControlFlow::Break(()));
    match failure(&loaded.outcome, Some(&inputs.name)) {
        None => Ok(()),
        Some(failure) => Err(failure),
    }
}

/// The last line of a run that reached the end of the program: `quit`, or the requested line.
fn last_line(program: &Program, until: u32) -> u32 {
    program
        .range(0..until as usize)
        .position(|line| line.ends_program())
        .map_or(until, |quit| quit as u32)
}

/// The place of a line's statement.
pub fn statement_range(program: &Program, line: u32) -> LineRange {
    program
        .line(line as usize)
        .and_then(|line| line.statement.as_ref())
        .map_or(0..0, Statement::range)
}

fn written(
    job: &RunJob,
    origins: &Origins<'_>,
    machine: &Machine,
    line: u32,
) -> Vec<WrittenOperand> {
    let text = job.snapshot.line_text(line as usize);
    machine
        .written(&job.snapshot.program, line, scope(job.focus))
        .into_iter()
        .map(|written| {
            let numbers = origins.written_by_operand(line as usize, &written.operand);
            WrittenOperand {
                operand: part(&text, &written.operand).to_owned(),
                range: written.operand,
                element: written.element,
                values: written.values.into(),
                numbers,
            }
        })
        .collect()
}

/// The part of the chip that the focus of an editor names.
pub fn scope(focus: Focus) -> Scope {
    Scope {
        group: Some(focus.group),
        l2b: Some(focus.l2b),
        l1b: Some(focus.l1b),
        mab: Some(focus.mab),
        pe: Some(focus.pe),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Mnc2Document;

    #[test]
    fn a_run_that_takes_too_much_memory_is_stopped() {
        let program = "nop\nmvp/n524288 $p0@0 $d0@0";
        let job = RunJob {
            snapshot: Mnc2Document::new(0, program).snapshot(),
            inputs: None,
            line: 1,
            anyway: false,
            focus: Focus::default(),
            kept: Arc::default(),
        };
        let Err(Failure::Stopped(stop)) = run(&job, &Control::default()) else {
            panic!("it is not stopped");
        };
        assert_eq!(stop.line, 1);
        assert_eq!(stop.reason.to_string(), "the limit of memory is reached");
    }

    #[test]
    fn assertions_are_checked_in_a_run() {
        let run_text = |text: &str, line: u32| {
            let job = RunJob {
                snapshot: Mnc2Document::new(0, text).snapshot(),
                inputs: None,
                line,
                anyway: false,
                focus: Focus::default(),
                kept: Arc::default(),
            };
            // The second run continues from what the first one kept, and says the same.
            let first = run(&job, &Control::default()).expect("it runs").0;
            let second = run(&job, &Control::default()).expect("it runs").0;
            assert_eq!(
                (&first.expected, &first.dump),
                (&second.expected, &second.dump)
            );
            let findings = first.expected.findings.iter();
            let findings = findings.map(|found| (found.line, found.message.to_string()));
            let dump: Vec<String> = first.dump.into_iter().map(|dump| dump.text).collect();
            (first.expected.values, findings.collect::<Vec<_>>(), dump)
        };
        let text = "imm i\"1\" $lr0 #! assert $r0 == 1\n\
                    #! assert $r0 == 2\n\
                    nop/2\n\
                    d get $lr0n0c0b0m0p0 1\n\
                    #! log $r0, \"r\"\n\
                    #! assert $r0 == 3\n";
        let wrong = "the assertion does not hold: `$r0` is 0x1 on n0c0b0m0p0";
        let (values, findings, dump) = run_text(text, 4);
        assert_eq!((values, findings), (3, vec![(1, wrong.to_owned())]));
        assert_eq!((dump.len(), dump[1].as_str()), (2, "r: 0x1"));
        let many = "#! assert $r0 == 0\n".repeat(ASSERTIONS_MAX + 2);
        let (values, findings, _) = run_text(&many, ASSERTIONS_MAX as u32 + 1);
        assert_eq!((values, findings.len()), (ASSERTIONS_MAX, 1));
        assert_eq!(findings[0].0, ASSERTIONS_MAX as u32);
    }
}
