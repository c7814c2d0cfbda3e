//! Tries a line in its place: how many errors it and the lines after it have then.

use std::sync::Arc;

use super::State;
use super::outcome;
use crate::Line;
use mnc2_text::Severity;

/// The place of a line, with the state before it.
#[derive(Debug)]
pub struct Trial {
    before: Arc<State>,
    /// The line to replace, and the lines after it.
    lines: Vec<Arc<Line>>,
}

impl Trial {
    /// The place between these lines; the state before the first of them is empty.
    #[must_use]
    pub fn new(before: &[Arc<Line>], after: &[Arc<Line>]) -> Self {
        let lines = std::iter::once(Arc::default()).chain(after.iter().map(Arc::clone));
        Self {
            before: outcome::check(before, &State::default()).exit,
            lines: lines.collect(),
        }
    }

    /// The number of errors of a line in this place, and of the lines after it.
    pub fn errors(&mut self, line: Arc<Line>) -> usize {
        self.lines[0] = line;
        let outcome = outcome::check(&self.lines, &self.before);
        let is_error = |code: crate::code::Code| code.row().severity == Severity::Error;
        let found = outcome.found.iter();
        found.filter(|found| is_error(found.code())).count()
    }
}
