//! Judging a program with a testcase: the verdict, and which lines of the testcase have wrong values.
//!
//! The caller supplies the testcase; nothing here reads a file.

use std::ops::ControlFlow;
use std::sync::Arc;

use mnc2_asm::program::{Line, Mode};
use mnc2_asm::score::Score;
use mnc2_asm::testcase::{Testcase, without_judge_comments};
use mnc2_asm::{Findings, Message, ModeChoice, Program, message, text};
use mnc2_emulator::judge::{self, JudgedText, Keep, Mismatch, Solution};
use mnc2_emulator::{Machine, OffChip, RunOptions, Start};

use super::run::{
    Control, Failure, MEMORY_BYTES_MAX, Progress, RUN_FINDINGS_MAX, STEPS_MAX, failure, mismatch,
    refuse_errors, statement_range,
};
use crate::session::{RunFinding, Snapshot};

/// Maximum number of wrong values of an answer.
const MISMATCHES_MAX: usize = 1000;

/// What to judge.
pub struct Job {
    /// The solution.
    pub snapshot: Snapshot,
    /// The testcase.
    pub testcase: Testcase,
    /// The testcase's name in messages.
    pub name: String,
}

/// The result.
#[derive(Debug)]
pub struct Judgement {
    /// Whether every value is as expected.
    pub accepted: bool,
    /// The score of the solution.
    pub score: Score,
    /// Steps executed.
    pub steps: u64,
    /// Values compared.
    pub values: usize,
    /// How many of them are wrong.
    pub wrong: usize,
    /// The first wrong ones.
    pub mismatches: Vec<Mismatch>,
    /// The same as findings of the testcase's lines.
    pub findings: Vec<RunFinding>,
    /// The verdict in one line, as the judge prints it.
    pub sentence: Message,
}

/// Judges.
pub fn judge(job: &Job, control: &Control) -> Result<Judgement, Failure> {
    let Job {
        snapshot,
        testcase,
        name,
    } = job;
    if let Some(unread) = snapshot.unread {
        return Err(Failure::unread(unread));
    }
    let source = without_judge_comments(&snapshot.text.to_string());
    let solution = Solution::of(&Program::parse(&source), Keep::default());
    let flat = ModeChoice::Given(Mode::Flat);
    let errors = |program: &Program, file: Option<&str>| {
        refuse_errors(Findings::of(program, flat).iter(), u32::MAX, file)
    };
    errors(&solution.program, None)?;
    errors(&testcase.inputs, Some(name))?;
    let rest = rest_in_place(testcase);
    errors(&rest, Some(name))?;

    let options = RunOptions {
        budget_steps: STEPS_MAX,
        budget_bytes: MEMORY_BYTES_MAX,
        cancel: Some(&control.cancel),
        ..RunOptions::default()
    };
    let mut machine = Machine::starting(Start {
        dirty: None,
        off_chip: OffChip::Zero,
    });
    let judged = judge::judge(
        &mut machine,
        testcase,
        &solution.program,
        &options,
        &mut |_| ControlFlow::Continue(()),
        &mut Progress(control),
    );
    let file = match judged.place {
        JudgedText::Solution => None,
        JudgedText::Testcase => Some(name.as_str()),
    };
    if let Some(failure) = failure(&judged.outcome, file) {
        return Err(failure);
    }
    let (values, mut mismatches) = (judged.comparison.values, judged.comparison.mismatches);
    let (wrong, score) = (
        mismatches.len(),
        Score::of(&solution.program, text::lines(&source)),
    );
    mismatches.truncate(MISMATCHES_MAX);
    Ok(Judgement {
        accepted: wrong == 0,
        score,
        steps: judged.steps,
        values,
        wrong,
        findings: mismatches
            .iter()
            .take(RUN_FINDINGS_MAX)
            .map(|wrong| RunFinding {
                line: wrong.line,
                range: statement_range(&rest, wrong.line),
                message: mismatch(wrong),
            })
            .collect(),
        sentence: if wrong == 0 {
            Message::verbatim(format!("ACCEPTED!! {score}"))
        } else {
            message!(
                "RESULT MISMATCH: {wrong} of {values:# value is|# values are} wrong",
                wrong,
                values
            )
        },
        mismatches,
    })
}

/// The text after the marker, at its place in the testcase.
fn rest_in_place(testcase: &Testcase) -> Program {
    let blank = std::iter::repeat_n(Arc::new(Line::default()), testcase.marker_line as usize);
    Program::from_lines(blank.chain(testcase.rest.iter().cloned()).collect())
}
