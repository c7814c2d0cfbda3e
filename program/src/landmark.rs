//! Places in earlier lines, named so that lines can move.
//!
//! A chunk is checked without knowing its place, and its findings must stay true when lines are inserted above it. For this
//! reason the meaning of an earlier line and its place are kept apart: the state holds the meaning and a number for the place,
//! and the pass over all chunks maps the number to a line.

use mnc2_text::line::LineRange;

/// A place in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The line, counted from 0.
    pub line: u32,
    start: u32,
    end: u32,
}

impl Mark {
    /// A range of a line.
    #[must_use]
    pub fn new(line: u32, range: &LineRange) -> Self {
        Self {
            line,
            start: range.start,
            end: range.end,
        }
    }

    /// The range in its line.
    #[must_use]
    pub fn range(self) -> LineRange {
        self.start..self.end
    }
}

/// A place that a state or a finding of a chunk remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Landmark {
    /// In the chunk; lines are counted from its first.
    Here(Mark),
    /// Before the chunk: its number in the state that the chunk began with.
    Before(u32),
}

impl Landmark {
    /// The place in the program, for a chunk that starts at a line with these places before it.
    pub(crate) fn resolve(self, start_line: u32, before: &[Mark]) -> Mark {
        match self {
            Self::Here(mark) => Mark {
                line: mark.line + start_line,
                ..mark
            },
            Self::Before(number) => before[number as usize],
        }
    }
}
