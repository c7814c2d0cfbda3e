//! The lines at which something may stop a run.
//!
//! Lines at which nothing can stop are passed without a look at the state. Whether a data breakpoint stops at a line mostly
//! follows from the text: `program::access` computes the words of each access. The run goes there only if a mask or a register
//! decides, or a condition needs values.

use std::ops::Range;
use std::sync::atomic::Ordering;

use mnc2_program::access::{Certainty, Direction};

use super::{DataBreakpoint, Debugger, LineBreakpoint};
use crate::breakpoints::AccessType;
use mnc2_ide::features::run::Control;

/// Lines between two questions whether to stop.
const LINES_BETWEEN_QUESTIONS: usize = 1024;

/// Whether a run may stop at a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Candidate {
    No,
    /// The state decides.
    Perhaps,
    /// It does, regardless of the state.
    Surely,
}

/// The search for lines was cancelled.
pub(super) struct Cancelled;

impl Debugger {
    /// The first line that may stop a run; those before `start` do not stop by being reached.
    pub(super) fn next_candidate(
        &self,
        lines: Range<usize>,
        start: usize,
        control: &Control,
    ) -> Result<Option<usize>, Cancelled> {
        let mut from = lines.start;
        let mut asked = 0;
        while let Some(line) = self.next_line(from..lines.end) {
            if asked % LINES_BETWEEN_QUESTIONS == 0 && control.cancel.load(Ordering::Relaxed) {
                return Err(Cancelled);
            }
            if (line > start && self.may_stop_before(line) != Candidate::No)
                || self.may_access(line) != Candidate::No
            {
                return Ok(Some(line));
            }
            from = line + 1;
            asked += 1;
        }
        Ok(None)
    }

    /// The last line before one that may stop a run.
    pub(super) fn last_candidate(
        &self,
        before: usize,
        control: &Control,
    ) -> Result<Option<usize>, Cancelled> {
        let mut before = before;
        let mut asked = 0;
        while let Some(line) = self.last_line(before) {
            if asked % LINES_BETWEEN_QUESTIONS == 0 && control.cancel.load(Ordering::Relaxed) {
                return Err(Cancelled);
            }
            if self.candidate(line) != Candidate::No {
                return Ok(Some(line));
            }
            before = line;
            asked += 1;
        }
        Ok(None)
    }

    /// The first of some lines that is worth a look: any where a data breakpoint may stop.
    fn next_line(&self, lines: Range<usize>) -> Option<usize> {
        if lines.is_empty() {
            return None;
        }
        if !self.breakpoints.data.is_empty() {
            return Some(lines.start);
        }
        let next = [
            self.exceptions.range(lines.clone()).next().map(|it| *it.0),
            self.by_line.range(lines.clone()).next().map(|it| *it.0),
            self.asserted.range(lines).next().map(|it| *it.0),
        ];
        next.into_iter().flatten().min()
    }

    fn last_line(&self, before: usize) -> Option<usize> {
        if !self.breakpoints.data.is_empty() {
            return before.checked_sub(1);
        }
        let last = [
            self.exceptions.range(..before).next_back().map(|it| *it.0),
            self.by_line.range(..before).next_back().map(|it| *it.0),
            self.asserted.range(..before).next_back().map(|it| *it.0),
        ];
        last.into_iter().flatten().max()
    }

    pub(super) fn candidate(&self, line: usize) -> Candidate {
        self.may_stop_before(line).max(self.may_access(line))
    }

    /// Whether something stops the run before a line.
    fn may_stop_before(&self, line: usize) -> Candidate {
        let has_exception = self.exceptions.get(&line).is_some_and(|list| {
            list.iter()
                .any(|one| self.breakpoints.filters.contains(&one.filter))
        });
        if has_exception {
            return Candidate::Surely;
        }
        let asserted = if self.may_fail(line) {
            Candidate::Perhaps
        } else {
            Candidate::No
        };
        let at = |breakpoint: &LineBreakpoint| {
            if breakpoint.condition.is_none() && breakpoint.log.is_none() {
                Candidate::Surely
            } else {
                Candidate::Perhaps
            }
        };
        let here = self.by_line.get(&line).into_iter().flatten();
        let here = here.map(|&index| at(&self.breakpoints.lines[index]));
        here.chain([asserted]).max().unwrap_or(Candidate::No)
    }

    /// Whether a line accesses what a data breakpoint names.
    fn may_access(&self, line: usize) -> Candidate {
        let breakpoints = self.breakpoints.data.iter();
        let found = breakpoints.map(|breakpoint| match self.occurrences.get(&breakpoint.id) {
            Some(times) if times.binary_search(&line).is_ok() => Candidate::Perhaps,
            Some(_) => Candidate::No,
            None => self.access_in_text(line, breakpoint),
        });
        found.max().unwrap_or(Candidate::No)
    }

    /// Whether a data breakpoint may stop at a line, by the text alone.
    pub(super) fn access_in_text(&self, line: usize, breakpoint: &DataBreakpoint) -> Candidate {
        let place = &breakpoint.place;
        let flow = self.snapshot.flow();
        if !flow.touches(line, place.store) {
            return Candidate::No;
        }
        let accesses = flow.line(line);
        let is_meant = |direction: Direction| match breakpoint.access {
            AccessType::Read => direction == Direction::Read,
            AccessType::Write | AccessType::Change => direction == Direction::Write,
            AccessType::ReadWrite => true,
        };
        let decided_by_values =
            breakpoint.access == AccessType::Change || breakpoint.condition.is_some();
        let mut found = Candidate::No;
        for (_, access) in accesses.iter() {
            if access.store != place.store || !is_meant(access.direction) {
                continue;
            }
            for piece in accesses.pieces(access) {
                if piece.certainty == Certainty::Somewhere {
                    found = Candidate::Perhaps;
                } else if place.meets(piece) {
                    if piece.certainty == Certainty::Always && !decided_by_values {
                        return Candidate::Surely;
                    }
                    found = Candidate::Perhaps;
                }
            }
        }
        found
    }
}
