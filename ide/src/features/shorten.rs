//! The lines that a user wants to shorten, and the reasons why a search is not possible. The search is not done here.

use std::ops::Range;

use mnc2_review::Review;
use mnc2_text::Severity;

use super::run::{Failure, RunStop};
use crate::session::Snapshot;

/// Fewer steps cannot be shortened.
const STEPS_MIN: u64 = 2;

/// The lines of a program that a search may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The first line, counted from 0.
    pub first: u32,
    /// The last line, included.
    pub last: u32,
    /// Whether all steps of the program are in them.
    pub is_program: bool,
}

impl Region {
    /// The lines as a half-open range.
    pub fn lines(&self) -> Range<usize> {
        self.first as usize..self.last as usize + 1
    }
}

/// The selected lines, or the whole program if no more than one line is selected; `None` if they are fewer than two
/// steps.
pub fn region(snapshot: &Snapshot, selected: Range<u32>) -> Option<Region> {
    if selected.len() < 2 {
        return program(snapshot);
    }
    let last = selected.end.checked_sub(1)?;
    clamped_region(snapshot, selected.start, last)
}

/// The whole program, without blank lines at its end.
pub fn program(snapshot: &Snapshot) -> Option<Region> {
    let is_blank = |&line: &usize| snapshot.line_text(line).trim().is_empty();
    let last = (0..snapshot.program.len()).rev().find(|it| !is_blank(it))?;
    clamped_region(snapshot, 0, last as u32)
}

/// Some lines, as far as the program has them.
pub fn clamped_region(snapshot: &Snapshot, first: u32, last: u32) -> Option<Region> {
    if snapshot.is_unread() {
        return None;
    }
    let program = &snapshot.program;
    let last = last.min(u32::try_from(program.len()).ok()?.checked_sub(1)?);
    let quit = snapshot.review().quit_line();
    let quit = quit.map_or(program.len(), |quit| quit as usize);
    let steps_before = |line: usize| program.steps_before(line.min(quit));
    let steps = steps_before(last as usize + 1).checked_sub(steps_before(first as usize))?;
    (steps >= STEPS_MIN).then_some(Region {
        first,
        last,
        is_program: steps == steps_before(quit),
    })
}

/// The first error that is reported for a program: a program with errors is not searched.
pub fn first_error(review: &Review) -> Option<Failure> {
    let mut reported = review.reported().iter();
    let first = reported.find(|it| it.severity == Severity::Error)?;
    let finding = review.finding(first);
    Some(Failure::Stopped(Box::new(RunStop {
        file: None,
        line: finding.line,
        code: Some(finding.diagnostic.code.id()),
        reason: finding.diagnostic.message,
        runnable: None,
    })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Mnc2Document;

    /// The first and the last line of the region, counted from 1, and whether it is the whole program.
    fn check(text: &str, selected: Range<u32>, expected: Option<(u32, u32, bool)>) {
        let snapshot = Mnc2Document::new(1, text).snapshot();
        let found = region(&snapshot, selected);
        let found = found.map(|it| (it.first + 1, it.last + 1, it.is_program));
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn a_selection_of_steps_is_the_region() {
        let text = "# start\nnop\nlinc $subpeid $lm0\n# end\nd get $lm0n0c0b0m0p0 1\n";
        check(text, 1..3, Some((2, 3, true)));
        check(text, 2..5, None);
        let text = format!("{text}nop\n");
        check(&text, 1..3, Some((2, 3, false)));
        check(&text, 0..4, Some((1, 4, false)));
        check(&text, 0..6, Some((1, 6, true)));
    }

    #[test]
    fn without_a_selection_the_program_is_the_region() {
        let text = "nop\n# two\nnop\n\n\n";
        check(text, 1..2, Some((1, 3, true)));
        check(text, 7..8, Some((1, 3, true)));
        check("nop/2\n", 0..1, Some((1, 1, true)));
    }

    #[test]
    fn what_has_fewer_than_two_steps_is_no_region() {
        check("", 0..1, None);
        check("nop", 0..1, None);
        check("nop\nquit\nnop\nnop\n", 0..1, None);
        check("nop\nquit\nnop\nnop\n", 2..4, None);
        check("nop\nnop\n", 5..9, None);
    }

    #[test]
    fn the_first_error_is_named() {
        let snapshot = Mnc2Document::new(1, "nop\nnap\nnip\n").snapshot();
        let said = match first_error(snapshot.review()) {
            Some(Failure::Stopped(stop)) => stop.message().to_string(),
            other => format!("{other:?}"),
        };
        assert_eq!(said, "line 2: E0201: unknown opcode `nap`");
        let snapshot = Mnc2Document::new(1, "nop\n").snapshot();
        assert_eq!(first_error(snapshot.review()), None);
    }
}
