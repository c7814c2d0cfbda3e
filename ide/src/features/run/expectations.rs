//! What the comments of `d get` lines expect, compared with what a run printed.

use mnc2_asm::testcase::{Expectation, TestcaseOutput};
use mnc2_emulator::judge::{Dumped, Mismatch};
use mnc2_program::Statement;
use mnc2_text::line::part;
use mnc2_text::{LineRange, Message, message};

use super::{RUN_FINDINGS_MAX, statement_range};
use crate::session::{Expected, RunFinding, Snapshot};

/// The expectations in the comments of `d get` lines, up to a last line: the lines, the ranges of the comments, and the
/// expectations.
fn expectations(
    snapshot: &Snapshot,
    last_line: usize,
) -> impl Iterator<Item = (usize, &LineRange, Result<Expectation, Message>)> {
    let lines = snapshot.program.range(0..last_line + 1).enumerate();
    lines.filter_map(|(number, content)| {
        let Some(Statement::DebugGet(_)) = &content.statement else {
            return None;
        };
        let comment = content.comment.as_ref()?;
        let text = snapshot.line_text(number);
        Some((number, comment, Expectation::parse(part(&text, comment))?))
    })
}

/// Whether a comment of a program expects values.
pub fn expects_values(snapshot: &Snapshot) -> bool {
    let last_line = snapshot.program.len().saturating_sub(1);
    expectations(snapshot, last_line).next().is_some()
}

/// Compares what `d get` lines printed with what their comments expect.
pub fn expected(snapshot: &Snapshot, last_line: u32, dumped: &Dumped) -> Expected {
    let mut findings = Vec::new();
    let mut outputs = Vec::new();
    for (number, comment, expectation) in expectations(snapshot, last_line as usize) {
        let line = number as u32;
        match expectation {
            // Values that were omitted from the dump may be right.
            Ok(expectation) if dumped.has(line) => {
                outputs.push(TestcaseOutput { line, expectation });
            }
            Ok(_) => {}
            Err(reason) => findings.push(RunFinding {
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
pub fn mismatch(wrong: &Mismatch) -> Message {
    let Mismatch {
        line: _,
        position,
        source: _,
        actual: _,
        hexadecimal: _,
        expected,
        error,
    } = wrong;
    let actual = wrong.shown_actual();
    match (position, error) {
        (Some(position), Some(error)) => message!(
            "the value at {position} is {actual}, expected {expected} (error {error})",
            position,
            actual,
            expected,
            error
        ),
        (Some(position), None) => message!(
            "the value at {position} is {actual}, expected {expected}",
            position,
            actual,
            expected
        ),
        (None, Some(error)) => message!(
            "the value is {actual}, expected {expected} (error {error})",
            actual,
            expected,
            error
        ),
        (None, None) => message!(
            "the value is {actual}, expected {expected}",
            actual,
            expected
        ),
    }
}
