//! `mnc2 judge`: runs a solution within a testcase and compares what comes out with what is expected.

mod score;
mod value;

use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use mnc2_asm::program::{Line, Mode, Statement};
use mnc2_asm::testcase::{INSERTION_MARKER, Output, Testcase, TestcaseError};
use mnc2_asm::{ModeChoice, Program};
use mnc2_emulator::{Dump, Machine, OffChip, Outcome, RunOptions, Start};
use serde::Serialize;

use self::score::Score;
use crate::args::{FindingsArguments, Format, JudgeArguments, ModeArgument};
use crate::findings::{self, Checked};
use crate::input::Source;
use crate::output::Streams;
use crate::run::stop_message;
use crate::{Exit, Failure};

/// Dump lines that are taken; public testcases have some thousand.
const MAX_DUMP_LINES: usize = 4_000_000;

/// A value that is not what the testcase expects.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Mismatch {
    pos: String,
    actual: String,
    expected: String,
    error: String,
}

/// What is said about a solution that ran.
#[derive(Debug, Serialize)]
struct Verdict {
    accepted: bool,
    score: Score,
    /// How many values were compared and how many of them are wrong.
    values: usize,
    wrong: usize,
    mismatches: Vec<Mismatch>,
    /// Whether the solution set memory, which is never accepted.
    set_memory: bool,
}

pub(crate) fn command(arguments: &JudgeArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    let testcase_source = Source::read(&arguments.testcase)?;
    let testcase = Testcase::parse(&testcase_source.text)
        .map_err(|error| no_testcase(&arguments.testcase, &error))?;
    let mut solution_source = Source::read(&arguments.solution)?;
    solution_source.text = without_exclamations(&solution_source.text);
    let mut set_memory = false;
    let solution = kept(&Program::parse(&solution_source.text), |statement| {
        let is_set = matches!(statement, Statement::DebugSet(_));
        set_memory |= is_set && arguments.enable_set;
        match statement {
            Statement::DebugSet(_) => arguments.enable_set,
            Statement::DebugGet(_) => arguments.enable_get,
            Statement::Quit(_)
            | Statement::Mask(_)
            | Statement::Host(_)
            | Statement::Mv(_)
            | Statement::Step(_) => true,
        }
    });
    if report(arguments, streams, &solution_source, &solution)?
        || report(arguments, streams, &testcase_source, &testcase.inputs)?
        || report_rest(arguments, streams, &testcase_source, &testcase)?
    {
        return Ok(Exit::ProgramErrors);
    }

    let program = testcase.with_solution(&solution);
    let first_line = testcase.marker_line;
    let last_line = first_line + solution.len() as u32;
    let mut words: HashMap<u32, Vec<u8>> = HashMap::new();
    let mut failure = None;
    let mut sink = |dump: Dump| {
        let Dump::Get(line) = &dump else {
            return ControlFlow::Continue(());
        };
        if line.source_line >= last_line {
            let bytes = words.entry(line.source_line).or_default();
            bytes.extend(value::bytes(&line.value));
        } else if line.source_line >= first_line
            && let Err(error) = writeln!(streams.err, "{dump}")
        {
            failure = Some(error);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    let options = RunOptions {
        budget_steps: arguments.max_steps.unwrap_or(u64::MAX),
        max_dump_lines: MAX_DUMP_LINES,
        ..RunOptions::default()
    };
    let mut machine = Machine::starting(Start {
        dirty: arguments.dirty,
        off_chip: OffChip::Zero,
    });
    let run = machine.run(&program, &options, &mut sink);
    if let Some(error) = failure {
        return Err(error.into());
    }
    let in_solution = |line: u32| line >= first_line && line < last_line;
    let (source, outcome) = match stopped_line(&run.outcome) {
        Some(line) if in_solution(line) => {
            (&solution_source, at_line(run.outcome, line - first_line))
        }
        Some(line) if line >= last_line => (
            &testcase_source,
            at_line(run.outcome, line - solution.len() as u32),
        ),
        Some(_) | None => (&testcase_source, run.outcome),
    };
    if let Some(message) = stop_message(source, arguments.format, &outcome) {
        writeln!(streams.err, "{message}")?;
        return Ok(Exit::Stopped);
    }

    let added = solution.len() as u32;
    let (values, mismatches) = compare(&testcase.outputs, |line| words.get(&(line + added)));
    let verdict = Verdict {
        accepted: mismatches.is_empty() && !set_memory,
        score: Score::of(&solution_source.text, &solution),
        values,
        wrong: mismatches.len(),
        mismatches,
        set_memory,
    };
    write(arguments, streams, verdict)
}

fn no_testcase(path: &Path, error: &TestcaseError) -> Failure {
    let name = path.display();
    Failure::Message(match error {
        TestcaseError::NoMarker => {
            format!("`{name}` is no testcase: it has no line `# {INSERTION_MARKER}`")
        }
        TestcaseError::NoOutput => {
            format!("`{name}` is no testcase: no line after the marker has `# expect=`")
        }
        TestcaseError::Expectation { line, message } => {
            format!("`{name}` line {}: {message}", line + 1)
        }
    })
}

/// The text without what the judge takes as comments and the assembler does not.
fn without_exclamations(text: &str) -> String {
    mnc2_asm::text::lines(text)
        .map(|line| line.split('!').next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The program with empty lines where statements are not wanted.
fn kept(program: &Program, mut wanted: impl FnMut(&Statement) -> bool) -> Program {
    let lines = program.iter().map(|line| match &line.statement {
        Some(statement) if !wanted(statement) => Arc::new(Line::default()),
        Some(_) | None => Arc::clone(line),
    });
    Program::from_lines(lines.collect())
}

/// Tells what was found in a program; whether there are errors.
fn report(
    arguments: &JudgeArguments,
    streams: &mut Streams,
    source: &Source,
    program: &Program,
) -> io::Result<bool> {
    let report = findings::report(source, program, ModeChoice::Given(Mode::Flat));
    let has_errors = report.has_errors();
    let shown = FindingsArguments {
        format: arguments.format,
        mode: Some(ModeArgument::Flat),
        max_findings: None,
    };
    let checked = Checked {
        program: program.clone(),
        report,
    };
    findings::write(&mut streams.err, source, &checked.report, &shown)?;
    Ok(has_errors)
}

/// The same for what follows the marker, at its place in the testcase.
fn report_rest(
    arguments: &JudgeArguments,
    streams: &mut Streams,
    source: &Source,
    testcase: &Testcase,
) -> io::Result<bool> {
    let blank = std::iter::repeat_n(Arc::new(Line::default()), testcase.marker_line as usize);
    let lines = blank.chain(testcase.rest.iter().cloned());
    report(
        arguments,
        streams,
        source,
        &Program::from_lines(lines.collect()),
    )
}

/// The line that stopped a run.
const fn stopped_line(outcome: &Outcome) -> Option<u32> {
    match outcome {
        Outcome::Finished | Outcome::ReachedLine => None,
        Outcome::StoppedAtLimit { line }
        | Outcome::NotExecutable { line, .. }
        | Outcome::NotInterpretable { line, .. }
        | Outcome::Cancelled { line } => Some(*line),
    }
}

/// The same outcome at another line.
fn at_line(outcome: Outcome, line: u32) -> Outcome {
    match outcome {
        Outcome::Finished | Outcome::ReachedLine => outcome,
        Outcome::StoppedAtLimit { .. } => Outcome::StoppedAtLimit { line },
        Outcome::NotExecutable { refusal, .. } => Outcome::NotExecutable { line, refusal },
        Outcome::NotInterpretable { error, .. } => Outcome::NotInterpretable { line, error },
        Outcome::Cancelled { .. } => Outcome::Cancelled { line },
    }
}

/// How many values were compared, and those that are wrong.
fn compare<'a>(
    outputs: &[Output],
    bytes_of: impl Fn(u32) -> Option<&'a Vec<u8>>,
) -> (usize, Vec<Mismatch>) {
    let mut count = 0;
    let mut mismatches = Vec::new();
    for Output { line, expectation } in outputs {
        let bytes = bytes_of(*line).map_or(&[][..], Vec::as_slice);
        let actual = value::values(expectation.value_type, bytes);
        for (index, expected) in expectation.values.iter().enumerate() {
            count += 1;
            let actual = actual.get(index);
            let Err(error) = value::compare(expectation, actual, expected) else {
                continue;
            };
            let pos = expectation
                .positions
                .get(index)
                .cloned()
                .unwrap_or_else(|| format!("line {}", line + 1));
            mismatches.push(Mismatch {
                pos,
                actual: actual.map_or_else(|| "nothing".to_owned(), ToString::to_string),
                expected: expected.clone(),
                error,
            });
        }
    }
    (count, mismatches)
}

fn write(
    arguments: &JudgeArguments,
    streams: &mut Streams,
    mut verdict: Verdict,
) -> Result<Exit, Failure> {
    let exit = if verdict.accepted {
        Exit::Success
    } else {
        Exit::ProgramErrors
    };
    if arguments.max_mismatches > 0 {
        verdict.mismatches.truncate(arguments.max_mismatches);
    }
    let out = &mut streams.out;
    match arguments.format {
        Format::Json => {
            serde_json::to_writer(&mut *out, &verdict).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        Format::Text => {
            for Mismatch {
                pos,
                actual,
                expected,
                error,
            } in &verdict.mismatches
            {
                writeln!(
                    out,
                    "RESULT MISMATCH: pos={pos} actual={actual} expected={expected} error={error}"
                )?;
            }
            if verdict.wrong > 0 {
                writeln!(
                    out,
                    "{} of {} values are wrong",
                    verdict.wrong, verdict.values
                )?;
            } else if verdict.set_memory {
                writeln!(
                    out,
                    "NOT ACCEPTED: every value is right, but the solution contains `d set`"
                )?;
            } else {
                writeln!(out, "ACCEPTED!! {}", verdict.score)?;
            }
        }
    }
    Ok(exit)
}
