//! Judging a program with a testcase: the verdict, and which lines of the testcase have wrong values.
//!
//! The caller supplies the testcase; nothing here reads a file.

mod writers;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use mnc2_asm::testcase::{Testcase, without_judge_comments};
use mnc2_dataflow::score::Score;
use mnc2_dataflow::suspects::Suspects;
use mnc2_emulator::judge::{self, Assertions, JudgedText, Keep, Mismatch, Solution};
use mnc2_emulator::{Machine, OffChip, RunOptions, Start};
use mnc2_isa::Mode;
use mnc2_program::rules::check::Findings;
use mnc2_program::{ModeChoice, Program};
use mnc2_text::{Message, line};

use self::writers::writers;
use super::run::{
    Control, Failure, MEMORY_BYTES_MAX, Progress, RUN_FINDINGS_MAX, STEPS_MAX, failure, mismatch,
    refuse_errors, scope, statement_range,
};
use crate::session::{Focus, RunFinding, Snapshot};

/// Maximum number of wrong values of an answer.
const MISMATCHES_MAX: usize = 1000;

/// What a verdict depends on: the solution with its testcase.
pub struct JudgeJob {
    /// The solution to judge.
    pub snapshot: Snapshot,
    /// The testcase that judges it.
    pub testcase: Testcase,
    /// The testcase's name in messages.
    pub name: String,
    /// The element of assertions that name none.
    pub focus: Focus,
}

/// The verdict, and the values that it is based on.
#[derive(Debug)]
pub struct Judgement {
    /// Whether every value is as expected.
    pub accepted: bool,
    /// The score of the solution.
    pub score: Score,
    /// Number of executed steps.
    pub steps: u64,
    /// Number of compared values.
    pub values: usize,
    /// Number of wrong values.
    pub wrong: usize,
    /// The first wrong ones.
    pub mismatches: Vec<Mismatch>,
    /// The lines of the solution whose writes reach the output lines with these values, by output line. Which of them wrote a
    /// value is not determined.
    pub writers: BTreeMap<u32, Vec<u32>>,
    /// The lines of the solution that the wrong values point to.
    pub suspects: Suspects,
    /// The same as findings of the testcase's lines.
    pub findings: Vec<RunFinding>,
    /// Assertions that do not hold, as findings of the solution's lines. The verdict does not depend on them.
    pub asserted: Vec<RunFinding>,
    /// How many assertions do not hold.
    pub failed_assertions: u64,
    /// The verdict in one line, as the judge prints it.
    pub sentence: Message,
}

/// Runs a solution within its testcase and compares the outputs.
pub fn judge(job: &JudgeJob, control: &Control) -> Result<Judgement, Failure> {
    let JudgeJob {
        snapshot,
        testcase,
        name,
        focus,
    } = job;
    if let Some(unread) = snapshot.unread {
        return Err(Failure::unread(unread));
    }
    let whole = snapshot.text.to_string();
    let assertions = Assertions::from_source(&whole, scope(*focus).first_pe());
    let source = without_judge_comments(&whole);
    let solution = Solution::new(&mnc2_asm::parse(&source), Keep::default());
    let flat = ModeChoice::Given(Mode::Flat);
    let errors = |program: &Program, file: Option<&str>| {
        refuse_errors(Findings::check(program, flat).iter(), u32::MAX, file)
    };
    errors(&solution.program, None)?;
    errors(&testcase.inputs, Some(name))?;
    let rest = testcase.rest_in_place();
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
        (&solution.program, &assertions),
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
        Score::new(&solution.program, line::lines(&source)),
    );
    let wrong_lines = mismatches.iter().map(|wrong| wrong.line);
    let suspects = Suspects::in_solution(testcase, &solution.program, wrong_lines);
    mismatches.truncate(MISMATCHES_MAX);
    let outputs: BTreeSet<u32> = mismatches.iter().map(|wrong| wrong.line).collect();
    let said = judged.said.list.into_iter();
    let asserted = said.filter(|(_, _, asserted)| asserted.is_wrong);
    let asserted = asserted.map(|(line, range, asserted)| RunFinding {
        line,
        range,
        message: asserted.message,
    });
    Ok(Judgement {
        accepted: wrong == 0,
        score,
        steps: judged.steps,
        values,
        wrong,
        suspects,
        writers: writers(snapshot, testcase, &outputs),
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
            let counted = judge::counted(values, wrong);
            Message::verbatim(format!("RESULT MISMATCH: {counted}"))
        },
        mismatches,
        asserted: asserted.take(RUN_FINDINGS_MAX).collect(),
        failed_assertions: judged.said.failed,
    })
}
