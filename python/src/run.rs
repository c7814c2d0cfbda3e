//! A run of a program on a machine.

use std::sync::atomic::{AtomicU32, Ordering};

use mnc2_emulator::machine::observer::Unobserved;
use mnc2_emulator::strict::Strict;
use mnc2_emulator::watch::{self, Said};
use mnc2_emulator::{Dump, Machine as Emulator, Outcome, RunOptions, RunReport};
use mnc2_program::Program as Typed;
use mnc2_program::rules::Rules;
use mnc2_review::RunReview;
use mnc2_text::{Language, Message, Severity};
use pyo3::prelude::*;

use crate::background::interruptible;
use crate::debugging::{self, Source, take_over};
use crate::error::{run_error, value_error};
use crate::finding::Finding;
use crate::program::{Program, Snapshot, rules};
use crate::state::{Shared, State};

/// Lines between two tellings of where a run is.
const LINES_BETWEEN: usize = 256;

/// The PE of assertions that name none.
const FOCUS: usize = 0;

/// The limits of a run, and who takes part in it.
pub(crate) struct Limits {
    /// The last line, from 1.
    pub(crate) until: Option<u32>,
    pub(crate) steps: u64,
    pub(crate) bytes: u64,
    pub(crate) dump_lines: usize,
    /// Whether it waits for a debugger, if the environment asks for one.
    pub(crate) debug: bool,
}

/// The result of a run.
#[pyclass(frozen, get_all, module = "mnc2")]
#[derive(Clone, Debug)]
pub(crate) struct Run {
    /// Steps executed; `nop/n` counts as n.
    steps: u64,
    /// The lines that `d get` prints, as the vendor's emulator prints them.
    dump: Vec<String>,
    /// Whether the dump was longer than `max_dump_lines`.
    truncated: bool,
    /// What strict mode found; empty without it.
    findings: Vec<Finding>,
    /// The assertions (`#! assert`) that do not hold, and the messages of `#! log`.
    assertions: Vec<Finding>,
}

#[pymethods]
impl Run {
    fn __repr__(&self) -> String {
        format!(
            "<Run: {} steps, {} dump lines, {} findings>",
            self.steps,
            self.dump.len(),
            self.findings.len()
        )
    }
}

/// The result of the thread that runs.
struct Ran {
    state: State,
    /// The program as a debugger has left it.
    edited: Option<Snapshot>,
    report: RunReport,
    dump: Vec<Dump>,
    said: Said,
}

/// Runs a program.
///
/// # Errors
/// `ProgramError` if it has errors, `RunError` if the run stopped before its end, and what `progress` raises.
pub(crate) fn run(
    py: Python<'_>,
    shared: &Shared,
    program: &Program,
    strict: bool,
    limits: Limits,
    progress: Option<Py<PyAny>>,
) -> PyResult<Run> {
    let rules = rules(None, None)?;
    let snapshot = program.snapshot(py);
    snapshot.refuse_errors(py, &rules)?;
    let source = limits
        .debug
        .then(|| debugging::source(program.path.as_deref(), &snapshot))
        .flatten();
    let until_line = match limits.until {
        Some(0) => return Err(value_error("until=0: lines count from 1")),
        until => until.map(|line| line - 1),
    };
    let mut state = shared.take()?;
    if !strict {
        state.strict = None;
    } else if state.strict.is_none() {
        // What earlier runs wrote was not followed, so everything counts as written.
        let mut strict = Strict::new();
        strict.zeroed_on_chip();
        strict.zeroed_off_chip();
        state.strict = Some(strict);
    }
    let line = AtomicU32::new(0);
    let mut given = Some(state);
    let mut work = |cancel: &_| {
        let options = RunOptions {
            until_line,
            budget_steps: limits.steps,
            budget_bytes: limits.bytes,
            max_dump_lines: limits.dump_lines,
            cancel: Some(cancel),
            ..RunOptions::default()
        };
        given
            .take()
            .map(|state| execute(state, &snapshot, source.as_ref(), &options, &line))
    };
    let total = snapshot.lines;
    let told = |py: Python<'_>| match &progress {
        Some(progress) => {
            let arguments = (line.load(Ordering::Relaxed), total);
            progress.call1(py, arguments).map(|_| ())
        }
        None => Ok(()),
    };
    let kept = std::sync::Mutex::new(None);
    let ran = interruptible(
        py,
        |cancel| {
            // An interrupted run gives its state back too.
            let ran = work(cancel);
            *kept
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner) = ran;
        },
        &told,
    );
    let kept = kept
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let Some(Ran {
        mut state,
        edited,
        report,
        dump,
        said,
    }) = kept
    else {
        return Err(ran.err().unwrap_or_else(|| value_error("the run was lost")));
    };
    let snapshot = edited.unwrap_or(snapshot);
    let found = state.strict.as_mut().map(Strict::take_findings);
    shared.give(state);
    ran?;
    if let Some((line, message)) = stop(&report.outcome) {
        return Err(run_error(py, &snapshot.name, line, &message));
    }
    Ok(Run {
        steps: report.steps,
        dump: dump.iter().map(ToString::to_string).collect(),
        truncated: report.truncated,
        findings: findings(&snapshot, &rules, &found.unwrap_or_default()),
        assertions: assertions(&snapshot, &said),
    })
}

fn execute(
    mut state: State,
    snapshot: &Snapshot,
    source: Option<&Source>,
    options: &RunOptions<'_>,
    at: &AtomicU32,
) -> Ran {
    let debugged = source.and_then(|it| it.debugged(snapshot, &state.machine, options.cancel));
    let edited = debugged
        .as_ref()
        .map(|it| snapshot.edited(it.run.program().clone(), it.text.clone()));
    let snapshot = edited.as_ref().unwrap_or(snapshot);
    let program = &snapshot.typed;
    let texts: Vec<&str> = mnc2_text::line::lines(&snapshot.text).collect();
    let stops = stops(program);
    let mut said = Said::default();
    let mut visit = |line: u32, machine: &Emulator| {
        at.store(line + 1, Ordering::Relaxed);
        let content = program.line(line as usize);
        let Some(assertion) = content.and_then(|it| it.assertion.as_deref()) else {
            return;
        };
        let text = texts.get(line as usize).copied().unwrap_or_default();
        if let Some(asserted) = watch::check(machine, assertion, text, FOCUS) {
            said.add(line, assertion.range.clone(), asserted);
        }
    };
    let (report, dump) = match &debugged {
        Some(debugged) => take_over(&debugged.run, &mut state, options, &stops, &mut visit),
        None => run_alone(program, &mut state, options, &stops, &mut visit),
    };
    Ran {
        state,
        edited,
        report,
        dump,
        said,
    }
}

fn run_alone(
    program: &Typed,
    State { machine, strict }: &mut State,
    options: &RunOptions<'_>,
    stops: &[u32],
    visit: &mut dyn FnMut(u32, &Emulator),
) -> (RunReport, Vec<Dump>) {
    let mut dump = Vec::new();
    let report = match strict {
        Some(strict) => machine.run_visited(program, options, &mut dump, strict, stops, visit),
        None => machine.run_visited(program, options, &mut dump, &mut Unobserved, stops, visit),
    };
    (report, dump)
}

/// The lines after which the run reports its progress, and lines with assertions.
fn stops(program: &Typed) -> Vec<u32> {
    let asserted = program.assertion_lines();
    let asserted = asserted.filter(|(_, assertion)| assertion.is_of_run());
    let mut stops: Vec<u32> = asserted.map(|(line, _)| line as u32).collect();
    stops.extend((0..program.len() as u32).step_by(LINES_BETWEEN));
    stops.sort_unstable();
    stops.dedup();
    stops
}

fn findings(
    snapshot: &Snapshot,
    rules: &Rules,
    found: &[mnc2_emulator::strict::StrictFinding],
) -> Vec<Finding> {
    let mut review = RunReview::new(&snapshot.typed, rules);
    snapshot.with_lines(|lines| {
        let reported = found.iter().filter_map(|finding| {
            let severity = match finding.code() {
                Some(code) => review.severity(finding.line, code)?,
                // It is often intended: the emulator starts with zeros.
                None => Severity::Info,
            };
            Some(lines.run_finding(finding, severity))
        });
        reported.collect()
    })
}

fn assertions(snapshot: &Snapshot, said: &Said) -> Vec<Finding> {
    snapshot.with_lines(|lines| {
        let said = said.list.iter().map(|(line, range, asserted)| {
            let kind = if asserted.is_wrong {
                ("error", "assert")
            } else {
                ("information", "log")
            };
            let message = asserted.message.say(Language::English);
            lines.plain((*line, range), kind, message, "")
        });
        said.collect()
    })
}

/// Where and why a run stopped before its end.
pub(crate) fn stop(outcome: &Outcome) -> Option<(u32, String)> {
    let say = |message: Message| message.say(Language::English);
    let (line, reason) = match outcome {
        Outcome::Finished | Outcome::ReachedLine => return None,
        Outcome::StoppedAtLimit { line } => (line, "it reached the limit of steps".to_owned()),
        Outcome::StoppedAtMemory { line } => (line, "it reached the limit of memory".to_owned()),
        Outcome::Cancelled { line } => (line, "it was interrupted".to_owned()),
        Outcome::NotExecutable { line, refusal } => {
            let reason = say(Message::from_table(refusal.reason));
            (line, format!("`{}`: {reason}", refusal.instruction))
        }
        Outcome::NotInterpretable { line, error } => {
            let reason = say(error.reason.message());
            let place = format!("address {} of {}", error.address, error.element);
            return Some((
                *line,
                format!("the run stopped at this line: {place}: {reason}"),
            ));
        }
    };
    Some((*line, format!("the run stopped before this line: {reason}")))
}
