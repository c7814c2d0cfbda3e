//! `mnc2 judge`: runs a solution within a testcase and compares what comes out with what is expected.

mod score;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use mnc2_asm::program::{Line, Mode};
use mnc2_asm::score::Score;
use mnc2_asm::testcase::{INSERTION_MARKER, Testcase, TestcaseError, without_judge_comments};
use mnc2_asm::{ModeChoice, Program, Rules, check_to_run, message};
use mnc2_emulator::judge::{self, Comparison, Keep, Place, Solution};
use mnc2_emulator::machine::observer::Unobserved;
use mnc2_emulator::{Dump, Machine, OffChip, RunOptions, Start};
use serde::Serialize;

use crate::args::{DEFAULT_FINDINGS_MAX, Format, JudgeArguments};
use crate::findings;
use crate::input::Source;
use crate::output::Streams;
use crate::run::stop_message;
use crate::{Exit, Failure};

/// Dump lines that are taken; public testcases have some thousand.
const DUMP_LINES_MAX: usize = 4_000_000;

/// A value that is not what the testcase expects.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Mismatch {
    pos: String,
    actual: String,
    expected: String,
    error: String,
}

impl From<judge::Mismatch> for Mismatch {
    fn from(mismatch: judge::Mismatch) -> Self {
        let judge::Mismatch {
            line,
            position,
            actual,
            expected,
            error,
        } = mismatch;
        Self {
            pos: position.unwrap_or_else(|| format!("line {}", line + 1)),
            actual,
            expected,
            error,
        }
    }
}

/// What is said about a solution that ran.
#[derive(Debug, Serialize)]
struct Verdict {
    accepted: bool,
    #[serde(serialize_with = "score::serialize")]
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
    solution_source.text = without_judge_comments(&solution_source.text);
    let keep = Keep {
        gets: arguments.enable_get,
        sets: arguments.enable_set,
    };
    let solution = Solution::of(&Program::parse(&solution_source.text), keep);
    if report(arguments, streams, &solution_source, &solution.program)?
        || report(arguments, streams, &testcase_source, &testcase.inputs)?
        || report_rest(arguments, streams, &testcase_source, &testcase)?
    {
        return Ok(Exit::ProgramErrors);
    }

    let mut failure = None;
    let mut of_solution = |dump: Dump| match writeln!(streams.err, "{dump}") {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    };
    let options = RunOptions {
        budget_steps: arguments.max_steps.unwrap_or(u64::MAX),
        max_dump_lines: DUMP_LINES_MAX,
        ..RunOptions::default()
    };
    let mut machine = Machine::starting(Start {
        dirty: arguments.dirty,
        off_chip: OffChip::Zero,
    });
    let judged = judge::judge(
        &mut machine,
        &testcase,
        &solution.program,
        &options,
        &mut of_solution,
        &mut Unobserved,
    );
    if let Some(error) = failure {
        return Err(error.into());
    }
    let source = match judged.place {
        Place::Solution => &solution_source,
        Place::Testcase => &testcase_source,
    };
    if let Some(message) = stop_message(source, arguments.format, &judged.outcome, streams.language)
    {
        writeln!(streams.err, "{message}")?;
        return Ok(Exit::Stopped);
    }

    let Comparison { values, mismatches } = judged.comparison;
    let set_memory = solution.sets_memory;
    let verdict = Verdict {
        accepted: mismatches.is_empty() && !set_memory,
        score: Score::of(
            &solution.program,
            mnc2_asm::text::lines(&solution_source.text),
        ),
        values,
        wrong: mismatches.len(),
        mismatches: mismatches.into_iter().map(Mismatch::from).collect(),
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

/// Tells what was found in a program; whether there are errors.
fn report(
    arguments: &JudgeArguments,
    streams: &mut Streams,
    source: &Source,
    program: &Program,
) -> io::Result<bool> {
    // What the contest reports beyond the assembler is for `mnc2 check`; here the judge speaks.
    let rules = Rules::default().with_mode(ModeChoice::Given(Mode::Flat));
    let report = check_to_run(program, &rules);
    let has_errors = report.has_errors();
    let limit = (arguments.format == Format::Text).then_some(DEFAULT_FINDINGS_MAX);
    let (format, language) = (arguments.format, streams.language);
    findings::write(&mut streams.err, source, &report, format, limit, language)?;
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
    let language = streams.language;
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
                let wrong = message!(
                    "{wrong} of {values} values are wrong",
                    wrong = verdict.wrong,
                    values = verdict.values
                );
                writeln!(out, "{}", wrong.say(language))?;
            } else if verdict.set_memory {
                let refused = message!(
                    "NOT ACCEPTED: every value is right, but the solution contains `d set`"
                );
                writeln!(out, "{}", refused.say(language))?;
            } else {
                writeln!(out, "ACCEPTED!! {}", verdict.score)?;
            }
        }
    }
    Ok(exit)
}
