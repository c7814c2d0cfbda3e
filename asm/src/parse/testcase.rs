//! Testcase files of the programming contest: the lines that set up the inputs, those that read the outputs, and the
//! expected values.
//!
//! A testcase is a program with a marker at the place of the solution. The lines before the marker load memories. In
//! the older testcases the output lines follow the marker directly; the newer ones have a second marker before them,
//! and the lines between the two are a program to run after the solution. As in the contest's judge, only the first
//! group of output lines counts, and the tolerances of its first line apply to all of them. Running and judging is not
//! done here.

mod expectation;
mod python;

use std::sync::Arc;

pub use self::expectation::{Expectation, ValueType};
use crate::message::Message;
use crate::parse::{self, LineParser};
pub use crate::program::INSERTION_MARKER;
use crate::program::{HostAction, HostStatement, Line, Program, Statement};
use crate::text;

/// The text of the second marker of the newer testcases.
const OUTPUT_MARKER: &str = "======= Output =======";

/// A whole testcase. Its programs have the testcase's lines at their places.
#[derive(Clone, Debug, PartialEq)]
pub struct Testcase {
    /// The `d set` and `r` lines before the marker.
    pub inputs: Program,
    /// The marker's line, counted from 0.
    pub marker_line: u32,
    /// The lines after the marker: the program that follows the solution, and the output lines.
    pub rest: Program,
    /// The output lines that are compared: those of the first group with an expectation.
    pub outputs: Vec<Output>,
}

/// An output line with an expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// Its line in the testcase, counted from 0.
    pub line: u32,
    /// Its expectation.
    pub expectation: Expectation,
}

/// Why a text is not a testcase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestcaseError {
    /// There is no marker for the solution.
    NoMarker,
    /// No line after the marker has an expectation.
    NoOutput,
    /// An expectation cannot be parsed.
    Expectation {
        /// The line, counted from 0.
        line: u32,
        /// The reason.
        message: Message,
    },
}

impl Testcase {
    /// The lines after the marker, at their places in the testcase.
    #[must_use]
    pub fn rest_in_place(&self) -> Program {
        let blank = std::iter::repeat_n(Arc::new(Line::default()), self.marker_line as usize);
        Program::from_lines(blank.chain(self.rest.iter().cloned()).collect())
    }

    /// Parses a testcase of either form.
    ///
    /// # Errors
    /// If the text is not a testcase.
    pub fn parse(source: &str) -> Result<Self, TestcaseError> {
        let inputs = input_part(source).ok_or(TestcaseError::NoMarker)?;
        let marker = inputs.len();
        let texts: Vec<&str> = text::lines(source).collect();
        // Without a second marker, everything after the first one is output.
        let first_output = texts[marker..]
            .iter()
            .position(|text| text.trim_start().starts_with('#') && text.contains(OUTPUT_MARKER))
            .map_or(marker, |offset| marker + offset);
        let mut parser = LineParser::new();
        let mut outputs: Vec<Output> = Vec::new();
        let mut lines = Vec::new();
        // A comment line ends the first group of output lines.
        let mut has_ended = false;
        for (number, text) in texts.iter().enumerate().skip(marker) {
            let line = parser.parse(text);
            let comment = line.comment.as_ref().and_then(|range| {
                text.get(range.start as usize..range.end as usize)
                    .filter(|_| number >= first_output && line.statement.is_some())
            });
            has_ended |= !outputs.is_empty() && text.trim_start().starts_with('#');
            if let Some(expectation) = comment.and_then(Expectation::parse) {
                let line = number as u32;
                let mut expectation =
                    expectation.map_err(|message| TestcaseError::Expectation { line, message })?;
                if let Some(Output {
                    expectation: first, ..
                }) = outputs.first()
                {
                    (expectation.atol, expectation.rtol) = (first.atol, first.rtol);
                }
                if !has_ended {
                    outputs.push(Output { line, expectation });
                }
            }
            lines.push(Arc::new(line));
        }
        if outputs.is_empty() {
            return Err(TestcaseError::NoOutput);
        }
        Ok(Self {
            inputs,
            marker_line: marker as u32,
            rest: Program::from_lines(lines),
            outputs,
        })
    }

    /// The testcase with a solution in its place; the lines after the marker come after the solution's.
    #[must_use]
    pub fn with_solution(&self, solution: &Program) -> Program {
        let parts = [&self.inputs, solution, &self.rest];
        Program::from_lines(
            parts
                .into_iter()
                .flat_map(Program::iter)
                .map(Arc::clone)
                .collect(),
        )
    }
}

/// Whether a text has the marker line of a testcase.
#[must_use]
pub fn has_marker(source: &str) -> bool {
    text::lines(source).any(is_marker)
}

/// The input part of a testcase: its `d set` and `r` lines, at their place; the other lines are empty. `None` if the
/// text has no marker line.
#[must_use]
pub fn input_part(source: &str) -> Option<Program> {
    let lines: Vec<&str> = text::lines(source).collect();
    let marker = lines.iter().position(|line| is_marker(line))?;
    let mut inputs = parse::many::parse(&lines[..marker]);
    for line in &mut inputs {
        if !is_input(line) {
            *line = Arc::default();
        }
    }
    Some(Program::from_lines(inputs))
}

/// A testcase as the lines around a solution, whether it has expectations or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Surroundings {
    /// The `d set` and `r` lines before the marker, at their places.
    pub before: Program,
    /// The lines after the marker.
    pub after: Program,
}

impl Surroundings {
    /// Parses a testcase; `None` if the text has no marker line.
    #[must_use]
    pub fn read(source: &str) -> Option<Self> {
        let before = input_part(source)?;
        let lines: Vec<&str> = text::lines(source).collect();
        let after = parse::many::parse(&lines[before.len()..]);
        Some(Self {
            before,
            after: Program::from_lines(after),
        })
    }

    /// The testcase with a solution in its place. `quit` ends the solution, not the testcase: it and the lines after
    /// it are empty here.
    #[must_use]
    pub fn around(&self, solution: &Program) -> Program {
        let end = solution.end();
        let mut program = solution.clone();
        program.replace(
            end..solution.len(),
            vec![Arc::default(); solution.len() - end],
        );
        let after = self.after.iter().map(Arc::clone);
        program.replace(program.len()..program.len(), after.collect::<Vec<_>>());
        let before = self.before.iter().map(Arc::clone);
        program.replace(0..0, before.collect::<Vec<_>>());
        program
    }
}

/// A solution's text as the judge assembles it: the text after `!` in a line is a comment there, which the assembler
/// does not know.
#[must_use]
pub fn without_judge_comments(source: &str) -> String {
    text::lines(source)
        .map(|line| line.split('!').next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

fn is_marker(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('#') && line.contains(INSERTION_MARKER)
}

/// Whether a line loads a memory. A line that cannot be parsed is kept for its diagnostics.
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
            | Statement::Directive(_)
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
        assert_eq!(part.len(), 4);
        assert!(
            part.line(2).expect("it is there").statement.is_none(),
            "an instruction is no input"
        );
        assert_eq!(input_part(&newer), Some(part));
    }

    #[test]
    fn a_solution_stands_between_inputs_and_outputs() {
        let newer = format!(
            "{INPUTS}{MARKER}iinc $lm0 $lm0 # expect=[not an output line]\n# ======= Output =======\nd getd $lm0n0c0b0m0p0 1 # expect=[2] / ULong @[0]\n"
        );
        let testcase = Testcase::parse(&newer).expect("it is one");
        assert_eq!(testcase.outputs.len(), 1);
        assert_eq!(testcase.outputs[0].line, 7);
        let solution = Program::parse("nop\nnop\n");
        let whole = testcase.with_solution(&solution);
        // The text's last line is empty.
        assert_eq!(whole.len(), 9 + solution.len());
        assert!(
            whole
                .line(testcase.marker_line as usize)
                .expect("it is there")
                .step()
                .is_some()
        );
        assert!(
            whole
                .line(7 + solution.len())
                .expect("it is there")
                .statement
                .is_some()
        );
    }

    /// As in the contest's judge: these differences are never compared.
    #[test]
    fn only_the_first_group_counts_with_the_tolerances_of_its_first_line() {
        let source = format!(
            "{MARKER}# ======= Out(0) =======\n\
             d getd $lm0n0c0b0m0p0 1 # expect=[1.0] / Double @[0] atol=0.5 rtol=0.25\n\
             \n\
             d getd $lm2n0c0b0m0p0 1 # expect=[2.0] / Double @[1] atol=9\n\
             # ======= Out(1) =======\n\
             d getd $lm4n0c0b0m0p0 1 # expect=[3.0] / Double @[0]\n"
        );
        let testcase = Testcase::parse(&source).expect("it is one");
        let read: Vec<(u32, f64, f64)> = testcase
            .outputs
            .iter()
            .map(|output| {
                let Expectation { atol, rtol, .. } = output.expectation;
                (output.line, atol, rtol)
            })
            .collect();
        assert_eq!(read, [(2, 0.5, 0.25), (4, 0.5, 0.25)]);
    }

    #[test]
    fn a_solution_that_quits_is_followed_by_the_testcase() {
        let testcase = Surroundings::read(&format!("{INPUTS}{MARKER}d get $ln0 1\n"));
        let testcase = testcase.expect("it has a marker");
        let whole = testcase.around(&Program::parse("nop\nquit\nnop"));
        let steps = whole.iter().filter(|line| line.step().is_some()).count();
        let ends = whole.iter().any(|line| line.ends_program());
        assert_eq!((whole.len(), steps, ends), (4 + 3 + 3, 1, false));
        let output = whole.line(4 + 3 + 1).expect("it is there");
        assert!(matches!(output.statement, Some(Statement::DebugGet(_))));
        assert_eq!(Surroundings::read(INPUTS), None);
    }

    #[test]
    fn a_text_without_the_marker_is_no_testcase() {
        assert_eq!(Testcase::parse(INPUTS), Err(TestcaseError::NoMarker));
        assert_eq!(
            Testcase::parse(&format!("{INPUTS}{MARKER}d getd $lm0 1\n")),
            Err(TestcaseError::NoOutput)
        );
        assert_eq!(input_part(INPUTS), None);
        assert_eq!(input_part("YOUR VSM WILL BE INSERTED HERE"), None);
    }
}
