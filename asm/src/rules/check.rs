//! The rules that depend on more than one line: the instruction mode, `quit`, turnaround types, mask settings,
//! hazards.
//!
//! A check is one pass over the lines with a small state: everything that earlier lines can mean for later ones. Each
//! chunk of a program remembers the pass over its own lines. After an edit only the changed chunks are checked again,
//! and later chunks that start with another state.

mod chunk;
mod findings;
mod flat_list;
mod forwarding;
mod mask_setting;
#[cfg(test)]
mod tests;
mod trial;
mod turnaround;

use crate::diagnostic::Finding;
use crate::program::{Mode, ModeChoice, Program};

pub use findings::Findings;
pub(crate) use findings::Unwritten;
pub(crate) use trial::Trial;

/// The result of checking a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The mode it was checked in.
    pub mode: Mode,
    /// The line of the first `quit`; it and the lines after it are not part of the program.
    pub quit_line: Option<u32>,
    /// Findings in the order of lines.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether the assembler would refuse the program.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.findings
            .iter()
            .any(|finding| finding.diagnostic.is_error())
    }
}

/// Checks a program.
///
/// This is one pass over the lines, without parsing. To check a program again after each edit without reading all
/// findings, use [`Findings::of`].
#[must_use]
pub fn check(program: &Program, choice: ModeChoice) -> Report {
    Findings::of(program, choice).report()
}
