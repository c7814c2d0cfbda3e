//! What depends on more than one line: the instruction mode, `quit`, turnaround types.

use crate::diagnostic::Diagnostic;
use crate::parse::Program;
use crate::program::{Mode, Statement};

/// Which mode a program is to be checked in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ModeChoice {
    /// Flat as soon as a flat list occurs, otherwise auto-stride.
    #[default]
    Infer,
    /// As said.
    Given(Mode),
}

/// A diagnostic and the line it stands on, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Line, counted from 0.
    pub line: u32,
    /// What was found.
    pub diagnostic: Diagnostic,
}

/// What a check found out about a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The mode it was checked in.
    pub mode: Mode,
    /// The line of the first `quit`; it and what follows is no part of the program.
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
#[must_use]
pub fn check(program: &Program, choice: ModeChoice) -> Report {
    let quit_line = program
        .lines()
        .iter()
        .position(|line| matches!(line.statement, Some(Statement::Quit(_))))
        .map(|line| line as u32);
    let mode = match choice {
        ModeChoice::Given(mode) => mode,
        ModeChoice::Infer => Mode::AutoStride,
    };
    let findings = Vec::new();
    Report {
        mode,
        quit_line,
        findings,
    }
}
