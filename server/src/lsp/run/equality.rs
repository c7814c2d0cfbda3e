//! `mnc2.equal` as a request: whether two open programs are equivalent, alone or as solutions of a testcase.

use std::sync::Arc;

use mnc2_asm::testcase::{Testcase, without_judge_comments};
use mnc2_emulator::judge::{Keep, Solution};
use mnc2_equal::{CounterExample, Limits, RunsOutcome, StateDifference};
use mnc2_ide::features::run::{Control, Failure, MEMORY_BYTES_MAX, STEPS_MAX, refuse_errors};
use mnc2_ide::session::Snapshot;
use mnc2_isa::Mode;
use mnc2_program::rules::check::Findings;
use mnc2_program::{ModeChoice, Program};
use mnc2_schedule::in_testcase::{InTestcase, compared_places};
use mnc2_text::{Message, message};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{ProgressToken, Uri};

use super::judging::no_testcase;
use super::{Extent, Task, argument, error, testcase};
use crate::lsp::server_state::ServerState;

/// The argument of the command.
#[derive(Deserialize)]
struct Argument {
    uri: Uri,
    other: Uri,
    testcase: Option<String>,
}

/// A request to compare.
pub(in crate::lsp) struct Request {
    task: Task,
    other: Snapshot,
    testcase: Option<String>,
}

/// What is found about two programs.
struct Comparison {
    verdict: &'static str,
    message: Message,
}

impl Request {
    /// Reads the argument and takes the snapshots; must be called before any `.await`.
    pub(in crate::lsp) fn new(
        shared: &ServerState,
        arguments: Vec<Value>,
        token: Option<ProgressToken>,
    ) -> Result<Self> {
        let Argument {
            uri,
            other,
            testcase,
        } = argument(arguments)?;
        let other = shared.snapshot(&other)?;
        let task = Task::new(shared, uri, token)?;
        Ok(Self {
            task,
            other,
            testcase,
        })
    }

    /// Compares and answers.
    pub(in crate::lsp) async fn answer(self, shared: Arc<ServerState>) -> Result<Value> {
        let Self {
            task,
            other,
            testcase,
        } = self;
        let lines = task.snapshot.text.len_lines() + other.text.len_lines();
        let language = shared.features().language();
        let title = message!("Comparing two programs").say(language);
        let extent = Extent::Lines(lines as u32);
        task.perform(&shared, title, extent, move |work| {
            let found = testcase::file(&work.shared, &work.uri, testcase.as_deref())?;
            let testcase = match &found {
                Some(found) => Some(
                    Testcase::parse(&found.text)
                        .map_err(|error| no_testcase(&found.name, &error))?,
                ),
                None => None,
            };
            let programs = [&work.snapshot, &other].map(|it| program(it, testcase.as_ref()));
            let [one, other] = programs;
            let in_words = |failure: Failure| error(&failure, 0, language);
            let programs = [one.map_err(in_words)?, other.map_err(in_words)?];
            let places = compared_places(&programs, testcase.is_some());
            let Comparison { verdict, message } = compared(&programs, &places, &work.control);
            Ok(json!({ "verdict": verdict, "message": message.say(language) }))
        })
        .await
    }
}

/// A program as it runs; an error if it cannot.
fn program(
    snapshot: &Snapshot,
    testcase: Option<&Testcase>,
) -> std::result::Result<InTestcase, Failure> {
    if let Some(unread) = snapshot.unread {
        return Err(Failure::unread(unread));
    }
    let Some(testcase) = testcase else {
        let findings = Findings::check(&snapshot.program, snapshot.rules.mode);
        refuse_errors(findings.iter(), u32::MAX, None)?;
        return Ok(InTestcase::new(&snapshot.program, None));
    };
    let source = without_judge_comments(&snapshot.text.to_string());
    let solution = Solution::new(&mnc2_asm::parse(&source), Keep::default());
    let rest = testcase.rest_in_place();
    let flat = ModeChoice::Given(Mode::Flat);
    for part in [&solution.program, &testcase.inputs, &rest] {
        refuse_errors(Findings::check(part, flat).iter(), u32::MAX, None)?;
    }
    Ok(InTestcase::new(&solution.program, Some(testcase)))
}

/// Proves that two programs are equivalent, or runs them until they differ.
fn compared(
    programs: &[InTestcase; 2],
    places: &mnc2_equal::Places,
    control: &Control,
) -> Comparison {
    let [one, other]: [&Program; 2] = programs.each_ref().map(|it| &it.program);
    let is_cancelled = || control.cancel.load(std::sync::atomic::Ordering::Relaxed);
    let unproven = mnc2_equal::unproven(one, other, places, &is_cancelled);
    if let Ok(proven) = &unproven
        && proven.is_nothing()
    {
        return Comparison {
            verdict: "same",
            message: proven.proof(),
        };
    }
    let limits = Limits {
        steps: STEPS_MAX,
        bytes: MEMORY_BYTES_MAX,
        cancel: Some(&control.cancel),
        ..Limits::default()
    };
    match mnc2_equal::refute(one, other, places, &limits, &unproven) {
        RunsOutcome::Different(example) => Comparison {
            verdict: "different",
            message: difference(&programs[0], &example),
        },
        RunsOutcome::Alike => Comparison {
            verdict: "undecided",
            message: message!("not decided: equal in {runs} runs", runs = limits.runs),
        },
        RunsOutcome::Stopped { .. } => Comparison {
            verdict: "undecided",
            message: message!("not decided"),
        },
    }
}

/// Where two programs differ first, and from which start.
fn difference(one: &InTestcase, example: &CounterExample) -> Message {
    let line = match &example.difference {
        StateDifference::Word { lines, .. } => lines.map(|(line, _)| one.line(line)),
        StateDifference::Statements { one: line, .. } => line.map(|line| one.line(line)),
    };
    let is_from_zero = example.start.dirty.is_none() && example.words.is_none();
    match (line, is_from_zero) {
        (Some(line), true) => {
            message!("different: line {line} shows other values", line)
        }
        (None, true) => message!("different: memories hold other values at the end"),
        (_, false) => message!(
            "equal where memories start with zeros, different where they start with other values"
        ),
    }
}
