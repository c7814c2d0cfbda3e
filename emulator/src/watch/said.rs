//! What the assertions of a run said.

use mnc2_text::LineRange;

use super::Asserted;

/// Maximum number of assertions of a run whose sentences are kept.
const SAID_MAX: usize = 10_000;

/// What the assertions of a run said, in the order of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The line of each, counted from 0, its place, and what it said.
    pub list: Vec<(u32, LineRange, Asserted)>,
    /// How many more there are than are kept.
    pub left_out: u64,
    /// How many do not hold.
    pub failed: u64,
}

impl Said {
    /// Adds what the assertion of a line said.
    pub fn add(&mut self, line: u32, range: LineRange, asserted: Asserted) {
        self.failed += u64::from(asserted.is_wrong);
        if self.list.len() < SAID_MAX {
            self.list.push((line, range, asserted));
        } else {
            self.left_out += 1;
        }
    }
}
