//! Testcase files of the programming contest: which of their lines set up the inputs.
//!
//! A testcase is a program with a marker where the solution goes. What stands
//! before the marker loads memories; this is the same in the older testcases,
//! whose output lines follow the marker directly, and in the newer ones, which
//! have a second marker. Judging the output lines is not done here.

use std::sync::Arc;

use crate::parse::{LineParser, Program};
use crate::program::{HostAction, HostStatement, Line, Statement};
use crate::text;

/// What the marker line reads between its signs.
pub const INSERTION_MARKER: &str = "YOUR VSM WILL BE INSERTED HERE";

/// The input part of a testcase: its `d set` and `r` lines, at their place; the other lines are empty.
/// `None` when the text has no marker line.
#[must_use]
pub fn input_part(source: &str) -> Option<Program> {
    let mut parser = LineParser::new();
    let mut lines = Vec::new();
    for text in text::lines(source) {
        if is_marker(text) {
            return Some(Program::from_lines(lines));
        }
        let line = parser.parse(text);
        lines.push(Arc::new(if is_input(&line) {
            line
        } else {
            Line::default()
        }));
    }
    None
}

fn is_marker(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('#') && line.contains(INSERTION_MARKER)
}

/// Whether a line loads a memory. A line that cannot be understood is kept for its diagnostics.
fn is_input(line: &Line) -> bool {
    match &line.statement {
        Some(Statement::DebugSet(_)) | None => true,
        Some(Statement::Host(HostStatement { action, .. })) => match action {
            HostAction::WriteDram { .. } => true,
            HostAction::WritePdm { .. } | HostAction::ReadPdm { .. } | HostAction::Flush => false,
        },
        Some(
            Statement::Quit(_)
            | Statement::DebugGet(_)
            | Statement::Mask(_)
            | Statement::Mv(_)
            | Statement::Step(_),
        ) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUTS: &str = "# ======= In(0) =======\nd set $lm0n0c0b0m0p0 1 0000000000000001\nnop\nr 0 000000000 001 0000000000000002\n";
    const MARKER: &str = "# ======= YOUR VSM WILL BE INSERTED HERE =======\n";

    #[test]
    fn both_forms_have_the_same_input_part() {
        let older = format!("{INPUTS}{MARKER}d getd $ln0n0c0b0m0p0 1 # expect=[1]\n");
        let newer =
            format!("{INPUTS}{MARKER}nop\n# ======= Output =======\nd getd $ln0n0c0b0m0p0 1\n");
        let part = input_part(&older).expect("there is a marker");
        assert_eq!(part.lines().len(), 4);
        assert!(
            part.lines()[2].statement.is_none(),
            "an instruction is no input"
        );
        assert_eq!(input_part(&newer), Some(part));
    }

    #[test]
    fn a_text_without_the_marker_is_no_testcase() {
        assert_eq!(input_part(INPUTS), None);
        assert_eq!(input_part("YOUR VSM WILL BE INSERTED HERE"), None);
    }
}
