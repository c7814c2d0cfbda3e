//! A run up to a line, or to its end.

use super::{IsCancelled, Machine};
use crate::Trouble;

/// Why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// There is nothing left to run.
    AtEnd,
    /// It came to where it was to end.
    Arrived,
    /// The limit of instructions is reached.
    AtLimit,
    /// The run was cancelled.
    Cancelled,
    /// An instruction cannot be executed.
    Trouble(Trouble),
}

/// Where a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Where the program does.
    End,
    /// When a line was executed, counted from 0.
    After(u32),
    /// When a line runs next, counted from 0.
    Before(u32),
}

/// Instructions between two checks for cancellation.
const STEPS_BETWEEN_QUESTIONS: u64 = 1024;

impl dyn Machine + '_ {
    /// Where a run to a line ends, counted from 0: after the line, or, if it has nothing that runs, such as a label or a comment,
    /// before the next one that has; where the program does, if none follows.
    #[must_use]
    pub fn until(&self, line: u32) -> Until {
        let lines = self.lines();
        match lines.get(lines.partition_point(|it| *it < line)) {
            Some(next) if *next != line => Until::Before(*next),
            Some(_) => Until::After(line),
            None => Until::End,
        }
    }

    /// Runs until a place, or up to the end.
    pub fn run(&mut self, until: Until, steps_max: u64, is_cancelled: IsCancelled<'_>) -> Ended {
        for step in 0.. {
            let Some(next) = self.line() else {
                return Ended::AtEnd;
            };
            if until == Until::Before(next) {
                return Ended::Arrived;
            }
            if step >= steps_max {
                return Ended::AtLimit;
            }
            if step % STEPS_BETWEEN_QUESTIONS == 0 && is_cancelled() {
                return Ended::Cancelled;
            }
            if let Err(trouble) = self.step() {
                return Ended::Trouble(trouble);
            }
            if until == Until::After(next) {
                return Ended::Arrived;
            }
        }
        Ended::AtLimit
    }
}
