//! The assertions of a solution, which the run of the judge passes.

use mnc2_program::{ASSERTION_MARK, Assertion};
use mnc2_text::line;

use crate::Machine;
use crate::watch::{Said, check};

/// The assertions of a solution.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assertions {
    /// In the order of the program.
    list: Vec<Placed>,
    /// The PE that is meant where an expression names no element, by its index in the chip.
    focus: usize,
}

#[derive(Clone, Debug, PartialEq)]
struct Placed {
    /// Its line in the solution, counted from 0.
    line: u32,
    text: String,
    assertion: Assertion,
}

impl Assertions {
    /// The assertions of a solution's text that a run checks. It has to be the whole text: the text that the judge
    /// assembles ends each line at `!`.
    #[must_use]
    pub fn from_source(source: &str, focus: usize) -> Self {
        let list = if source.contains(ASSERTION_MARK) {
            let texts: Vec<&str> = line::lines(source).collect();
            let program = mnc2_asm::parse(source);
            let lines = program.assertion_lines();
            let of_run = lines.filter(|(_, assertion)| assertion.is_of_run());
            let placed = of_run.map(|(line, assertion)| Placed {
                line: line as u32,
                text: texts.get(line).copied().unwrap_or_default().to_owned(),
                assertion: assertion.clone(),
            });
            placed.collect()
        } else {
            Vec::new()
        };
        Self { list, focus }
    }

    /// Their lines, counted from the one where the solution begins.
    pub(super) fn lines(&self, first_line: u32) -> Vec<u32> {
        self.list.iter().map(|it| first_line + it.line).collect()
    }

    /// Checks the assertion in a line of the solution.
    pub(super) fn check(&self, line: u32, machine: &Machine, said: &mut Said) {
        let Ok(index) = self.list.binary_search_by_key(&line, |it| it.line) else {
            return;
        };
        let Placed {
            text, assertion, ..
        } = &self.list[index];
        if let Some(asserted) = check(machine, assertion, text, self.focus) {
            said.add(line, assertion.range.clone(), asserted);
        }
    }
}
