//! Judging a solution within its testcase.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use mnc2_asm::testcase::{Testcase, has_marker, without_judge_comments};
use mnc2_dataflow::score::Score;
use mnc2_emulator::judge::{Assertions, JudgedText, Keep, Solution};
use mnc2_emulator::machine::observer::Unobserved;
use mnc2_emulator::{Dump, Machine, OffChip, RunOptions, Start};
use mnc2_isa::Mode;
use mnc2_program::ModeChoice;
use mnc2_program::rules::Rules;
use mnc2_project::files::Roots;
use mnc2_text::line::decode;
use pyo3::prelude::*;

use crate::background::interruptible;
use crate::error::{TestcaseError, run_error, value_error};
use crate::pickle::picklable;
use crate::program::{Program, Snapshot, named_error, read};
use crate::run::stop;

/// Maximum number of dump lines; public testcases have a few thousand.
const DUMP_LINES_MAX: usize = 4_000_000;

/// The PE of assertions that name none.
const FOCUS: usize = 0;

/// The verdict of the contest's judge.
#[pyclass(frozen, get_all, from_py_object, module = "mnc2")]
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    /// Whether the solution is accepted.
    accepted: bool,
    /// Steps of the solution that count for the score.
    score: u64,
    /// The bytes that decide between solutions of equal score.
    bytes: u64,
    /// Number of compared values.
    values: usize,
    /// The values that are wrong, in the order of the testcase.
    mismatches: Vec<Mismatch>,
    /// Number of assertions (`#! assert`) of the solution that do not hold; the judge ignores them.
    failed_assertions: u64,
}

/// A value that is not as expected.
#[pyclass(frozen, get_all, from_py_object, module = "mnc2")]
#[derive(Clone, Debug)]
pub(crate) struct Mismatch {
    /// The output line of the testcase, from 1.
    line: u32,
    /// The index of the value in the problem's output, such as `[0,3]`, if the line has one.
    position: Option<String>,
    /// The memory that it was read from, such as `LM0(n0c0b0m0p0,4)`.
    place: Option<String>,
    /// The value that the solution computed; a character in quotes.
    actual: String,
    /// What the testcase expects at this place.
    expected: String,
    /// The difference, or why there is none.
    error: Option<String>,
}

picklable!(Mismatch {
    line: u32,
    position: Option<String>,
    place: Option<String>,
    actual: String,
    expected: String,
    error: Option<String>,
});
picklable!(Verdict {
    accepted: bool,
    score: u64,
    bytes: u64,
    values: usize,
    mismatches: Vec<Mismatch>,
    failed_assertions: u64,
});

#[pymethods]
impl Verdict {
    fn __bool__(&self) -> bool {
        self.accepted
    }

    fn __repr__(&self) -> String {
        let wrong = self.mismatches.len();
        match self.accepted {
            true => format!("<Verdict: accepted, score {}>", self.score),
            false => format!("<Verdict: {wrong} of {} values wrong>", self.values),
        }
    }
}

#[pymethods]
impl Mismatch {
    fn __repr__(&self) -> String {
        let place = self.place.as_deref().unwrap_or("nothing dumped");
        let Self {
            actual, expected, ..
        } = self;
        format!("<Mismatch {place}: {actual}, expected {expected}>")
    }
}

/// A testcase that was read and has no errors.
pub(crate) fn testcase(py: Python<'_>, program: &Program) -> PyResult<(Snapshot, Testcase)> {
    let snapshot = program.snapshot(py);
    let name = &snapshot.name;
    let testcase = Testcase::parse(&snapshot.text).map_err(|error| {
        TestcaseError::new_err(format!("`{name}` is not a testcase: {}", error.message()))
    })?;
    let rules = judge_rules();
    for part in [testcase.inputs.clone(), testcase.rest_in_place()] {
        snapshot.with_program(part).refuse_errors(py, &rules)?;
    }
    Ok((snapshot, testcase))
}

/// The testcase next to a file, if there is one and the file is not a testcase itself.
///
/// # Errors
/// `OSError` if it is a link out of the folder of the file.
#[pyfunction]
pub(crate) fn testcase_beside(path: PathBuf) -> PyResult<Option<PathBuf>> {
    let Ok(bytes) = read(&path) else {
        return Ok(None);
    };
    if has_marker(&decode(&bytes).0) {
        return Ok(None);
    }
    let found = mnc2_project::solutions::testcase_of(&path, None);
    if let Some(found) = &found {
        Roots::for_program(&path, None)
            .open(found)
            .map_err(|error| named_error(found, error))?;
    }
    Ok(found)
}

/// The rules of the judge.
pub(crate) fn judge_rules() -> Rules {
    Rules::default().with_mode(ModeChoice::Given(Mode::Flat))
}

/// A solution as the judge reads it.
pub(crate) fn solution(py: Python<'_>, program: &Program) -> PyResult<(Snapshot, Solution)> {
    let whole = program.snapshot(py);
    let text = without_judge_comments(&whole.text);
    let solution = Solution::new(&mnc2_asm::parse(&text), Keep::default());
    let snapshot = Snapshot { text, ..whole }.with_program(solution.program.clone());
    snapshot.refuse_errors(py, &judge_rules())?;
    Ok((snapshot, solution))
}

/// Runs a solution within its testcase, as the contest's judge does, and compares the output.
#[pyfunction]
#[pyo3(signature = (testcase, program, *, seed=None, max_steps=None, max_memory=4096))]
pub(crate) fn judge(
    py: Python<'_>,
    testcase: &Program,
    program: &Program,
    seed: Option<u64>,
    max_steps: Option<u64>,
    max_memory: u64,
) -> PyResult<Verdict> {
    let whole = program.snapshot(py);
    let (of_testcase, testcase) = self::testcase(py, testcase)?;
    let (source, solution) = self::solution(py, program)?;
    let assertions = Assertions::from_source(&whole.text, FOCUS);
    let judged = Mutex::new(None);
    interruptible(
        py,
        |cancel| {
            let options = RunOptions {
                budget_steps: max_steps.unwrap_or(u64::MAX),
                budget_bytes: max_memory.saturating_mul(1 << 20),
                max_dump_lines: DUMP_LINES_MAX,
                cancel: Some(cancel),
                ..RunOptions::default()
            };
            let mut machine = Machine::starting(Start {
                dirty: seed,
                off_chip: OffChip::Zero,
            });
            let verdict = mnc2_emulator::judge::judge(
                &mut machine,
                &testcase,
                (&solution.program, &assertions),
                &options,
                &mut |_: Dump| ControlFlow::Continue(()),
                &mut Unobserved,
            );
            *judged.lock().unwrap_or_else(PoisonError::into_inner) = Some(verdict);
        },
        &|_| Ok(()),
    )?;
    let judged = judged.into_inner().unwrap_or_else(PoisonError::into_inner);
    let judged = judged.ok_or_else(|| value_error("the run was lost"))?;
    if let Some((line, message)) = stop(&judged.outcome) {
        let name = match judged.place {
            JudgedText::Solution => &source.name,
            JudgedText::Testcase => &of_testcase.name,
        };
        return Err(run_error(py, name, line, &message));
    }
    let score = Score::new(&solution.program, mnc2_text::line::lines(&source.text));
    let comparison = judged.comparison;
    Ok(Verdict {
        accepted: comparison.mismatches.is_empty() && !solution.sets_memory,
        score: score.total(),
        bytes: score.bytes,
        values: comparison.values,
        failed_assertions: judged.said.failed,
        mismatches: comparison
            .mismatches
            .into_iter()
            .map(|mismatch| Mismatch {
                line: mismatch.line + 1,
                position: mismatch.position,
                place: mismatch.source.map(|place| place.to_string()),
                actual: mismatch.actual,
                expected: mismatch.expected,
                error: mismatch.error,
            })
            .collect(),
    })
}
