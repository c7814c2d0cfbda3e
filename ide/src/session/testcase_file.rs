//! The testcase that a program is checked in: the lines around it, from which its inputs and outputs are known.

use mnc2_asm::testcase::Surroundings;

use super::DocumentId;

/// A testcase file, with its lines around the place of the solution.
#[derive(Clone, Debug, PartialEq)]
pub struct TestcaseFile {
    /// The identifier of the file.
    pub id: DocumentId,
    /// Its lines before and after the solution.
    pub lines: Surroundings,
}

impl TestcaseFile {
    /// The testcase in a text; `None` if the text has no place for a solution.
    pub fn read(id: DocumentId, text: &str) -> Option<Self> {
        let lines = Surroundings::read(text)?;
        Some(Self { id, lines })
    }
}
