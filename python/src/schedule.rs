//! Shorter programs and equal programs, with proof.

use std::sync::atomic::Ordering;
use std::time::Duration;

use mnc2_dataflow::input_ranges::InputRanges;
use mnc2_equal::{Equivalence, Limits, Places, RUNS, RunsOutcome, outcome, refute, unproven};
use mnc2_program::ModeChoice;
use mnc2_project::SHORTEN_LEVELS;
use mnc2_schedule::in_testcase::{InTestcase, ignored_line, shows};
use mnc2_schedule::parallel::{JOBS_MAX, processors};
use mnc2_schedule::search_input::Subject;
use mnc2_schedule::shorten::{Objective, Refusal, Request, shorten};
use mnc2_text::Language;
use pyo3::prelude::*;

use crate::background::interruptible;
use crate::error::{Mnc2Error, value_error};
use crate::judge;
use crate::program::{Program, one_of, rules};

/// Maximum seconds of a search.
const SECONDS_MAX: f64 = 86_400.0;

/// Maximum number of runs: more do not improve the result.
const RUNS_MAX: u32 = 10_000;

/// An equivalent program with fewer steps, with proof.
#[pyclass(frozen, get_all, module = "mnc2")]
pub(crate) struct Shortened {
    /// The program with the shorter region in it.
    program: Py<Program>,
    /// Steps of the region before.
    before: i64,
    /// Steps of the region after.
    after: i64,
    /// Whether no order of the same expressions is shorter.
    shortest: bool,
    /// What was found, in a sentence.
    summary: String,
    /// What is certain about it, in a sentence.
    certainty: String,
    /// The inputs on which it was tried, in a sentence; `None` if it is proven.
    doubt: Option<String>,
    /// The ranges of the inputs that it is proven for, such as `LM0 0 to 255`; `None` if it is proven for all inputs.
    ranges: Option<String>,
    /// The rules that were applied, a sentence each.
    explained: Vec<String>,
}

/// What a [`Shortened`] is made of again, after it was pickled.
type NewArguments = (
    Py<Program>,
    i64,
    i64,
    bool,
    String,
    String,
    Option<String>,
    Option<String>,
    Vec<String>,
);

#[pymethods]
impl Shortened {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "they are all fields")]
    const fn new(
        program: Py<Program>,
        before: i64,
        after: i64,
        shortest: bool,
        summary: String,
        certainty: String,
        doubt: Option<String>,
        ranges: Option<String>,
        explained: Vec<String>,
    ) -> Self {
        Self {
            program,
            before,
            after,
            shortest,
            summary,
            certainty,
            doubt,
            ranges,
            explained,
        }
    }

    fn __getnewargs__(&self, py: Python<'_>) -> NewArguments {
        (
            self.program.clone_ref(py),
            self.before,
            self.after,
            self.shortest,
            self.summary.clone(),
            self.certainty.clone(),
            self.doubt.clone(),
            self.ranges.clone(),
            self.explained.clone(),
        )
    }

    fn __repr__(&self) -> String {
        let (summary, certainty) = (&self.summary, &self.certainty);
        match &self.ranges {
            Some(ranges) => format!("<Shortened: {summary}; {certainty}; only for {ranges}>"),
            None => format!("<Shortened: {summary}; {certainty}>"),
        }
    }
}

/// Looks for a shorter program that is equivalent.
#[pyfunction]
#[pyo3(signature = (
    program, *, region=None, level="forwarding", score="steps", time=20.0, work=None, jobs=None, testcase=None,
    ranges=false, keep_hazards=false, unproven=false
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn schedule(
    py: Python<'_>,
    program: &Program,
    region: Option<(usize, usize)>,
    level: &str,
    score: &str,
    time: f64,
    work: Option<u64>,
    jobs: Option<usize>,
    testcase: Option<&Program>,
    ranges: bool,
    keep_hazards: bool,
    unproven: bool,
) -> PyResult<Shortened> {
    let names = SHORTEN_LEVELS.map(|(name, ..)| name);
    let found = SHORTEN_LEVELS.into_iter().find(|(name, ..)| *name == level);
    let (_, level, _) = found.ok_or_else(|| one_of("level", level, &names))?;
    let score = match score {
        "steps" => Objective::Steps,
        "lines-and-bytes" => Objective::LinesAndBytes,
        other => return Err(one_of("score", other, &["steps", "lines-and-bytes"])),
    };
    if !(0.0..=SECONDS_MAX).contains(&time) {
        return Err(value_error(format!(
            "time={time}: seconds from 0 to {SECONDS_MAX}"
        )));
    }
    if work == Some(0) {
        return Err(value_error("work=0: at least 1".to_owned()));
    }
    if let Some(jobs) = jobs.filter(|it| !(1..=JOBS_MAX).contains(it)) {
        return Err(value_error(format!("jobs={jobs}: from 1 to {JOBS_MAX}")));
    }
    if ranges && testcase.is_none() {
        return Err(value_error(
            "ranges=True needs a testcase, which has the inputs: pass `testcase`",
        ));
    }
    let mut rules = rules(None, None)?;
    let testcase = testcase.map(|it| judge::testcase(py, it)).transpose()?;
    let mut source = program.snapshot(py);
    if testcase.is_some() {
        let text = mnc2_schedule::in_testcase::with_assembler_comments(&source.text);
        rules = rules.with_mode(ModeChoice::Given(mnc2_isa::Mode::Flat));
        source.typed = mnc2_asm::parse(&text);
        source.text = text;
        if let Some(line) = ignored_line(&source.typed) {
            return Err(value_error(format!(
                "`{}` line {}: the judge leaves this line out; remove it first",
                source.name,
                line + 1
            )));
        }
    }
    source.refuse_errors(py, &rules)?;
    let texts: Vec<&str> = mnc2_text::line::lines(&source.text).collect();
    let count = texts.len();
    let region = match region {
        None => 0..count,
        Some((first, last)) if first > 0 && first <= last && last <= count => first - 1..last,
        Some((first, last)) => {
            return Err(value_error(format!(
                "region=({first}, {last}): the last line is {count}"
            )));
        }
    };
    let within = InTestcase::new(
        &source.typed,
        testcase.as_ref().map(|(_, testcase)| testcase),
    );
    let before = within.lines_before();
    let text = |line: usize| {
        let own = line.checked_sub(before).and_then(|own| texts.get(own));
        own.copied().unwrap_or_default().to_owned()
    };
    let shown = Places::in_testcase();
    let ranges = ranges.then(|| within.input_ranges());
    let found = interruptible(
        py,
        |cancel| {
            let request = Request {
                level,
                score,
                keeps_hazards: keep_hazards,
                is_unproven_allowed: unproven,
                ranges: ranges.as_ref(),
                jobs: jobs.unwrap_or_else(processors),
                work,
                ..Request::new(Subject {
                    time: Duration::from_secs_f64(time),
                    places: testcase.as_ref().map(|_| &shown),
                    ..Subject::new(&within.program, &text, &rules)
                })
            };
            let lines = before + region.start..before + region.end;
            let is_cancelled = || cancel.load(Ordering::Relaxed);
            shorten(request, lines, &is_cancelled, &mut |_| {})
        },
        &|_| Ok(()),
    )?;
    let found = found.map_err(|refusal| {
        let refusal = refusal.with_lines(|line| line.saturating_sub(before));
        let reason = refusal.message().say(Language::English);
        let help = match refusal {
            Refusal::Hazard(_) => "; `keep_hazards=True` takes it as it runs here",
            _ => "",
        };
        Mnc2Error::new_err(format!("nothing may move: {reason}{help}"))
    })?;
    let first = region.start;
    let mut lines: Vec<&str> = texts[..first].to_vec();
    lines.extend(found.lines.iter().map(String::as_str));
    lines.extend(&texts[(first + found.lines_before).min(count)..]);
    let mut text = lines.join("\n");
    text.push('\n');
    Ok(Shortened {
        before: found.before,
        after: found.after,
        shortest: found.is_shortest(),
        summary: found.summary().say(Language::English),
        certainty: found.certainty().say(Language::English),
        ranges: found.limits(ranges.as_ref()).map(InputRanges::text),
        doubt: found.doubt().map(|it| it.say(Language::English)),
        explained: found
            .explained()
            .iter()
            .map(|it| it.say(Language::English))
            .collect(),
        program: Program::in_python(py, text)?,
    })
}

/// Whether two programs are equivalent.
#[pyclass(frozen, get_all, module = "mnc2")]
#[derive(Clone, Debug)]
pub(crate) struct Equality {
    /// `same` (proven), `different` (by a run) or `undecided`.
    verdict: &'static str,
    /// How many runs were compared where nothing is proven.
    runs: u32,
}

#[pymethods]
impl Equality {
    /// Whether it is proven that they are equivalent.
    fn __bool__(&self) -> bool {
        self.verdict == "same"
    }

    fn __repr__(&self) -> String {
        format!("<Equality: {}>", self.verdict)
    }
}

/// Proves two programs equivalent, or finds an initial state that refutes it.
#[pyfunction]
#[pyo3(signature = (one, other, *, testcase=None, runs=RUNS, max_steps=None, max_memory=4096))]
pub(crate) fn equal(
    py: Python<'_>,
    one: &Program,
    other: &Program,
    testcase: Option<&Program>,
    runs: u32,
    max_steps: Option<u64>,
    max_memory: u64,
) -> PyResult<Equality> {
    if runs > RUNS_MAX {
        return Err(value_error(format!("runs={runs}: at most {RUNS_MAX}")));
    }
    let testcase = testcase.map(|it| judge::testcase(py, it)).transpose()?;
    let of_testcase = testcase.as_ref().map(|(_, testcase)| testcase);
    let mut programs = Vec::with_capacity(2);
    for program in [one, other] {
        let typed = match of_testcase {
            Some(_) => judge::solution(py, program)?.1.program,
            None => {
                let snapshot = program.snapshot(py);
                snapshot.refuse_errors(py, &rules(None, None)?)?;
                snapshot.typed
            }
        };
        programs.push(InTestcase::new(&typed, of_testcase).program);
    }
    let [one, other] = &programs[..] else {
        return Err(value_error("two programs are compared"));
    };
    let any_shows = programs
        .iter()
        .any(|program| program.iter().any(|line| shows(line)));
    let places = if of_testcase.is_some() {
        Places::in_testcase()
    } else if any_shows {
        Places::shown()
    } else {
        Places::everything()
    };
    interruptible(
        py,
        |cancel| {
            let is_cancelled = || cancel.load(Ordering::Relaxed);
            let unproven = unproven(one, other, &places, &is_cancelled);
            if outcome(&unproven) == Equivalence::Same {
                return Equality {
                    verdict: "same",
                    runs: 0,
                };
            }
            let limits = Limits {
                runs,
                seed: 1,
                steps: max_steps.unwrap_or(u64::MAX),
                bytes: max_memory.saturating_mul(1 << 20),
                cancel: Some(cancel),
            };
            match refute(one, other, &places, &limits, &unproven) {
                RunsOutcome::Different(_) => Equality {
                    verdict: "different",
                    runs,
                },
                RunsOutcome::Alike => Equality {
                    verdict: "undecided",
                    runs,
                },
                RunsOutcome::Stopped { .. } => Equality {
                    verdict: "undecided",
                    runs: 0,
                },
            }
        },
        &|_| Ok(()),
    )
}
