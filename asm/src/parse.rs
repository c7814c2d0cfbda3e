//! The parser and the program it yields.
//!
//! No statement spans lines, so each line is parsed alone: an edit costs what
//! its lines cost, whatever the length of the file, and one broken line cannot
//! harm the next.

use std::ops::Range;
use std::sync::Arc;

use crate::program::Line;
use crate::text;

/// Parses single lines; keeps the parser's buffers between them.
pub struct LineParser {}

impl Default for LineParser {
    fn default() -> Self {
        Self::new()
    }
}

impl LineParser {
    /// A parser.
    #[must_use]
    pub fn new() -> Self {
        Self {}
    }

    /// Parses one line, which must not hold a line end.
    #[must_use]
    pub fn parse(&mut self, line: &str) -> Line {
        let _ = line;
        Line::default()
    }
}

/// The lines of a program. Cloning is cheap in relation to parsing: lines are shared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    lines: Vec<Arc<Line>>,
}

impl Program {
    /// Parses a whole text.
    #[must_use]
    pub fn parse(source: &str) -> Self {
        let mut parser = LineParser::new();
        Self {
            lines: text::lines(source)
                .map(|line| Arc::new(parser.parse(line)))
                .collect(),
        }
    }

    /// A program of lines that are already parsed.
    #[must_use]
    pub fn from_lines(lines: Vec<Arc<Line>>) -> Self {
        Self { lines }
    }

    /// Its lines, in order.
    #[must_use]
    pub fn lines(&self) -> &[Arc<Line>] {
        &self.lines
    }

    /// Replaces a range of lines, counted from 0.
    ///
    /// # Panics
    /// When the range is not within the program.
    pub fn replace(&mut self, range: Range<usize>, lines: impl IntoIterator<Item = Arc<Line>>) {
        self.lines.splice(range, lines);
    }
}
