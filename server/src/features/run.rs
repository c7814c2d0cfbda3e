//! Running a program up to a line: its dump, and what the last line wrote.
//!
//! The caller supplies everything, the testcase's text included; nothing here
//! reads a file. A run is bounded in steps and output, and stops soon after its
//! cancel flag is set.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use mnc2_asm::program::{LineRange, Scope, Statement};
use mnc2_asm::testcase::{Expectation, Output, has_marker, input_part};
use mnc2_asm::text::part;
use mnc2_asm::{Finding, Findings, Message, ModeChoice, Program, check_to_run, message};
use mnc2_emulator::dump::value::Word;
use mnc2_emulator::judge::{Dumped, Mismatch};
use mnc2_emulator::machine::observer::Observer;
use mnc2_emulator::machine::written::WrittenValue;
use mnc2_emulator::{Checkpoints, Dump, Machine, Outcome, RunOptions};

use crate::features::diagnostics::unread_message;
use crate::session::{
    DumpText, Expected, FinalState, Focus, KeptRun, Ran, RunFinding, Snapshot, Unread, WrittenText,
};

/// Steps that a run may take; public programs reach a tenth of it.
pub(crate) const STEPS_MAX: u64 = 1_000_000;
/// Dump lines of an answer.
pub(crate) const DUMP_LINES_MAX: usize = 10_000;
/// Bytes of dump text of an answer.
pub(crate) const DUMP_BYTES_MAX: usize = 1 << 20;

/// Wrong values that a run reports; the first ones tell enough.
pub(crate) const RUN_FINDINGS_MAX: usize = 500;

/// What to run.
pub(crate) struct Job {
    /// The program.
    pub(crate) snapshot: Snapshot,
    /// Loads memories before.
    pub(crate) inputs: Option<Inputs>,
    /// The last line to execute.
    pub(crate) line: u32,
    /// Whose values to show.
    pub(crate) focus: Focus,
    /// What is kept of the runs before.
    pub(crate) kept: Arc<KeptRun>,
}

/// The input part of a testcase.
pub(crate) struct Inputs {
    /// How messages name it.
    pub(crate) name: String,
    /// The text of the testcase.
    text: Arc<str>,
}

impl Inputs {
    /// The input part of a testcase's text; `None` when it has no marker line.
    pub(crate) fn read(name: String, text: String) -> Option<Self> {
        has_marker(&text).then(|| Self {
            name,
            text: text.into(),
        })
    }
}

/// What a run has to do with other threads.
#[derive(Debug, Default)]
pub(crate) struct Control {
    /// Set to stop it.
    pub(crate) cancel: AtomicBool,
    /// The line it is at.
    pub(crate) line: AtomicU32,
}

/// Why there is no result.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Somebody set the cancel flag.
    Cancelled,
    /// The program ends before the line.
    NoSuchLine {
        /// How many lines it has.
        lines: usize,
    },
    /// The program, or what loads its memories, cannot be run.
    Stopped(Box<Stop>),
}

/// Where and why a run did not get on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    /// The testcase, when it is to blame.
    pub(crate) file: Option<String>,
    /// The line.
    pub(crate) line: u32,
    /// The diagnostic code, when it is an error that the checker sees.
    pub(crate) code: Option<&'static str>,
    /// Why.
    pub(crate) reason: Message,
}

impl Failure {
    /// There is nothing to run of a text that is not read.
    pub(super) fn unread(unread: Unread) -> Self {
        Self::Stopped(Box::new(Stop {
            file: None,
            line: 0,
            code: None,
            reason: unread_message(unread),
        }))
    }
}

impl Stop {
    /// One sentence with everything.
    pub(crate) fn message(&self) -> Message {
        let line = self.line + 1;
        let reason = match self.code {
            Some(code) => message!("{code}: {reason}", code, reason = self.reason.clone()),
            None => self.reason.clone(),
        };
        match &self.file {
            Some(file) => message!("{file}, line {line}: {reason}", file, line, reason),
            None => message!("line {line}: {remark}", line, remark = reason),
        }
    }
}

/// Notes the line that runs, for whoever shows the progress.
pub(super) struct Progress<'a>(pub(super) &'a AtomicU32);

impl Observer for Progress<'_> {
    fn is_on(&self) -> bool {
        // It looks at no access.
        false
    }

    fn statement(&mut self, line: u32, _: &Statement) {
        self.0.store(line, Ordering::Relaxed);
    }
}

/// Runs a program up to a line, from the nearest kept state before what has changed since the last run;
/// what it left behind, and the machine.
pub(crate) fn run(job: &Job, control: &Control) -> Result<(Ran, FinalState), Failure> {
    if let Some(unread) = job.snapshot.unread {
        return Err(Failure::unread(unread));
    }
    let program = &*job.snapshot.program;
    let lines = program.len();
    if job.line as usize >= lines {
        return Err(Failure::NoSuchLine { lines });
    }
    let report = check_to_run(program, &job.snapshot.rules);
    refuse_errors(report.findings.into_iter(), job.line, None)?;

    let inputs = job.inputs.as_ref().map(|inputs| Arc::clone(&inputs.text));
    let mut checkpoints = match job.kept.take(inputs.as_deref()) {
        Some(checkpoints) => checkpoints,
        None => {
            let mut machine = Machine::new();
            if let Some(inputs) = &job.inputs {
                load(&mut machine, inputs, control)?;
            }
            Checkpoints::new(machine)
        }
    };
    let mut dump = Collector::new(&control.cancel);
    let options = RunOptions {
        until_line: Some(job.line),
        budget_steps: STEPS_MAX,
        max_dump_lines: DUMP_LINES_MAX,
        cancel: Some(&control.cancel),
        ..RunOptions::default()
    };
    let (machine, report) = checkpoints.run(
        program,
        &options,
        &mut |line| dump.take(&line),
        &mut Progress(&control.line),
    );
    job.kept.put(inputs, checkpoints);
    let mut truncated = report.truncated || dump.is_full;
    let line = match report.outcome {
        Outcome::ReachedLine => job.line,
        Outcome::Finished => last_line(program, job),
        Outcome::StoppedAtLimit { line } => {
            truncated = true;
            line.saturating_sub(1)
        }
        Outcome::Cancelled { .. }
        | Outcome::NotExecutable { .. }
        | Outcome::NotInterpretable { .. } => {
            return Err(failure(&report.outcome, None).unwrap_or(Failure::Cancelled));
        }
    };
    if control.cancel.load(Ordering::Relaxed) {
        return Err(Failure::Cancelled);
    }
    let ran = Ran {
        line,
        steps: report.steps,
        expected: expected(&job.snapshot, line, &dump.dumped),
        dump: dump.lines,
        written: written(job, &machine, line),
        truncated,
    };
    Ok((ran, FinalState::new(machine)))
}

/// Executes the input part of a testcase.
fn load(machine: &mut Machine, inputs: &Inputs, control: &Control) -> Result<(), Failure> {
    let program = input_part(&inputs.text).unwrap_or_default();
    let found = Findings::of(&program, ModeChoice::Infer);
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

/// A program with an error at or above the line is not run; what stands below is not needed.
pub(super) fn refuse_errors(
    findings: impl Iterator<Item = Finding>,
    last: u32,
    file: Option<&str>,
) -> Result<(), Failure> {
    let error = findings
        .take_while(|finding| finding.line <= last)
        .find(|finding| finding.diagnostic.is_error());
    match error {
        None => Ok(()),
        Some(finding) => Err(Failure::Stopped(Box::new(Stop {
            file: file.map(str::to_owned),
            line: finding.line,
            code: Some(finding.diagnostic.code.id()),
            reason: finding.diagnostic.message,
        }))),
    }
}

/// Why a run did not come to its end, if it did not.
pub(super) fn failure(outcome: &Outcome, file: Option<&str>) -> Option<Failure> {
    let (line, reason) = match outcome {
        Outcome::Finished | Outcome::ReachedLine => return None,
        Outcome::Cancelled { .. } => return Some(Failure::Cancelled),
        Outcome::StoppedAtLimit { line } => (*line, message!("the limit of steps is reached")),
        Outcome::NotExecutable { line, refusal } => (
            *line,
            message!(
                "`{instruction}`: {reason}",
                instruction = &refusal.instruction,
                reason = Message::of_table(refusal.reason)
            ),
        ),
        Outcome::NotInterpretable { line, error } => (
            *line,
            message!(
                "the value at address {address} of {element} cannot be shown with this data type",
                address = error.address,
                element = &error.element
            ),
        ),
    };
    Some(Failure::Stopped(Box::new(Stop {
        file: file.map(str::to_owned),
        line,
        code: None,
        reason,
    })))
}

/// The last line of a run that came to the end of the program: `quit`, or the line asked for.
fn last_line(program: &Program, job: &Job) -> u32 {
    program
        .range(0..job.line as usize)
        .position(|line| matches!(line.statement, Some(Statement::Quit(_))))
        .map_or(job.line, |quit| quit as u32)
}

/// Takes dump lines as long as there is room for them.
struct Collector<'a> {
    lines: Vec<DumpText>,
    dumped: Dumped,
    bytes: usize,
    is_full: bool,
    cancel: &'a AtomicBool,
}

impl<'a> Collector<'a> {
    fn new(cancel: &'a AtomicBool) -> Self {
        Self {
            lines: Vec::new(),
            dumped: Dumped::default(),
            bytes: 0,
            is_full: false,
            cancel,
        }
    }

    fn take(&mut self, dump: &Dump) -> ControlFlow<()> {
        let text = dump.to_string();
        self.bytes += text.len();
        self.is_full = self.is_full || self.bytes > DUMP_BYTES_MAX;
        if self.is_full || self.cancel.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let (line, value) = match dump {
            Dump::Get(line) => {
                self.dumped.take(line);
                (line.source_line, line.value.clone())
            }
            Dump::Host { source_line, text } => (*source_line, text.clone()),
        };
        self.lines.push(DumpText { line, value, text });
        ControlFlow::Continue(())
    }
}

/// Compares what `d get` lines printed with what their comments expect.
fn expected(snapshot: &Snapshot, last_line: u32, dumped: &Dumped) -> Expected {
    let mut findings = Vec::new();
    let mut outputs = Vec::new();
    let lines = snapshot.program.range(0..last_line as usize + 1);
    for (number, content) in lines.enumerate() {
        let (Some(Statement::DebugGet(_)), Some(comment)) = (&content.statement, &content.comment)
        else {
            continue;
        };
        let line = number as u32;
        let text = snapshot.line_text(number);
        match Expectation::parse(part(&text, comment)) {
            // What the dump had no room for is not known to be wrong.
            Some(Ok(expectation)) if dumped.has(line) => outputs.push(Output { line, expectation }),
            Some(Ok(_)) | None => {}
            Some(Err(reason)) => findings.push(RunFinding {
                line,
                range: comment.clone(),
                message: message!("this expectation cannot be read: {reason}", reason),
            }),
        }
    }
    let comparison = dumped.compare(&outputs);
    findings.extend(comparison.mismatches.iter().map(|wrong| RunFinding {
        line: wrong.line,
        range: statement_range(&snapshot.program, wrong.line),
        message: mismatch(wrong),
    }));
    findings.sort_by_key(|finding| finding.line);
    findings.truncate(RUN_FINDINGS_MAX);
    Expected {
        values: comparison.values,
        findings,
    }
}

/// The sentence about a wrong value.
pub(crate) fn mismatch(wrong: &Mismatch) -> Message {
    let Mismatch {
        line: _,
        position,
        source: _,
        actual,
        expected,
        error,
    } = wrong;
    match (position, error) {
        (Some(position), Some(error)) => message!(
            "the value at {position} is {actual}, expected is {expected} (error {error})",
            position,
            actual,
            expected,
            error
        ),
        (Some(position), None) => message!(
            "the value at {position} is {actual}, expected is {expected}",
            position,
            actual,
            expected
        ),
        (None, Some(error)) => message!(
            "the value is {actual}, expected is {expected} (error {error})",
            actual,
            expected,
            error
        ),
        (None, None) => message!(
            "the value is {actual}, expected is {expected}",
            actual,
            expected
        ),
    }
}

/// Where the statement of a line stands.
pub(crate) fn statement_range(program: &Program, line: u32) -> LineRange {
    program
        .line(line as usize)
        .and_then(|line| line.statement.as_ref())
        .map_or(0..0, Statement::range)
}

fn written(job: &Job, machine: &Machine, line: u32) -> Vec<WrittenText> {
    let text = job.snapshot.line_text(line as usize);
    machine
        .written(&job.snapshot.program, line, scope(job.focus))
        .into_iter()
        .map(|written| WrittenText {
            operand: part(&text, &written.operand).to_owned(),
            range: written.operand,
            element: written.element,
            values: written.values.into_iter().map(bits).collect(),
        })
        .collect()
}

/// A value; `None` where the mask let nothing through.
fn bits(value: WrittenValue) -> Option<String> {
    Some(match value {
        WrittenValue::Masked => return None,
        WrittenValue::Word { word, bits } => match word {
            Word::Single(word) => hexadecimal(word.into(), bits.0 >> 32, 8),
            Word::Long(word) => hexadecimal(word, bits.0, 16),
            Word::DoubleLong(most, least) => {
                let (most, least) = (
                    hexadecimal(most, bits.0, 16),
                    hexadecimal(least, bits.1, 16),
                );
                format!("{most} {least}")
            }
        },
        WrittenValue::Flags(flags) => format!("0b{flags:04b}"),
        WrittenValue::LongWords { address, words } => {
            let address = address.map(|address| format!("[{address}]"));
            let words = words.iter().map(|word| format!("0x{word:016x}"));
            address
                .into_iter()
                .chain(words)
                .collect::<Vec<_>>()
                .join(" ")
        }
    })
}

/// So many digits, with `_` for those of which no bit was written. Masks cover whole half words.
fn hexadecimal(word: u64, bits: u64, digits: u32) -> String {
    let digit = |index: u32| match (bits >> (4 * index) & 0xf, word >> (4 * index) & 0xf) {
        (0, _) => '_',
        (_, digit) => char::from_digit(digit as u32, 16).unwrap_or('_'),
    };
    let digits: String = (0..digits).rev().map(digit).collect();
    format!("0x{digits}")
}

fn scope(focus: Focus) -> Scope {
    Scope {
        group: Some(focus.group),
        l2b: Some(focus.l2b),
        l1b: Some(focus.l1b),
        mab: Some(focus.mab),
        pe: Some(focus.pe),
    }
}
