//! The results of a run's assertions.

use mnc2_text::LineRange;

use super::Asserted;

/// Maximum number of assertions of a run whose sentences are kept.
const SAID_MAX: usize = 10_000;

/// The results of a run's assertions, in the order of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The line of each assertion, counted from 0, its range in the line, and its result.
    pub list: Vec<(u32, LineRange, Asserted)>,
    /// The number of results that were not kept.
    pub left_out: u64,
    /// The number of assertions that do not hold.
    pub failed: u64,
}

impl Said {
    /// Adds the result of an assertion.
    pub fn add(&mut self, line: u32, range: LineRange, asserted: Asserted) {
        self.failed += u64::from(asserted.is_wrong);
        if self.list.len() < SAID_MAX {
            self.list.push((line, range, asserted));
        } else {
            self.left_out += 1;
        }
    }
}
