//! Testcase files of the programming contest: the lines that set up the inputs, those that read the outputs, and the
//! expected values.
//!
//! A testcase is a program with a marker at the place of the solution. The lines before the marker load memories. In
//! the older testcases the output lines follow the marker directly; the newer ones have a second marker before them,
//! and the lines between the two are a program to run after the solution. As in the contest's judge, only the first
//! group of output lines counts, and the tolerances of its first line apply to all of them. Running and judging is not
//! done here.

mod expectation;
mod python_string;

use std::sync::Arc;

pub use self::expectation::{Expectation, ValueType};
use crate::LineParser;
use mnc2_program::{HostAction, HostStatement, INSERTION_MARKER, Line, Program, Statement};
use mnc2_text::{Message, line, message};

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
    /// The output lines that are compared: the lines of the first group with an expectation.
    pub outputs: Vec<TestcaseOutput>,
    /// Expected values that are not compared, by lines.
    pub not_compared: Vec<NotCompared>,
}

/// Expected values of an output line that the judge does not compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotCompared {
    /// The line, counted from 0.
    pub line: u32,
    /// The number of values.
    pub values: usize,
    /// Why they are not compared.
    pub reason: NotComparedReason,
}

/// Why expected values are not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotComparedReason {
    /// The line names fewer places, such as `@[0]`, than it has values.
    NoPlace,
    /// The line belongs to a later group of outputs.
    LaterGroup,
}

impl NotCompared {
    /// The number of values and the reason.
    #[must_use]
    pub fn message(&self) -> Message {
        let values = self.values;
        match self.reason {
            NotComparedReason::NoPlace => message!(
                "{values:1 expected value is|# expected values are} not compared: the line has more values than places after `@`",
                values
            ),
            NotComparedReason::LaterGroup => message!(
                "{values:1 expected value is|# expected values are} not compared: only the first group of outputs is",
                values
            ),
        }
    }
}

/// An output line with an expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct TestcaseOutput {
    /// Its line in the testcase, counted from 0.
    pub line: u32,
    /// The values that the judge expects.
    pub expectation: Expectation,
}

/// Why a text is not a testcase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestcaseError {
    /// There is no marker for the solution.
    NoMarker {
        /// The line that looks like one, counted from 0.
        similar: Option<u32>,
    },
    /// No line after the marker has an expectation.
    NoOutput {
        /// The line that looks like one, counted from 0.
        similar: Option<u32>,
    },
    /// An output line or its expectation cannot be parsed.
    Output {
        /// The line, counted from 0.
        line: u32,
        /// The reason, as a sentence.
        message: Message,
    },
}

impl TestcaseError {
    /// The line that it is about, counted from 0; `None` if it is about the whole text.
    #[must_use]
    pub fn line(&self) -> Option<u32> {
        match self {
            Self::NoMarker { similar } | Self::NoOutput { similar } => *similar,
            Self::Output { line, .. } => Some(*line),
        }
    }

    /// The error as a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::NoMarker { similar: None } => {
                message!("it has no line `# {marker}`", marker = INSERTION_MARKER)
            }
            Self::NoMarker {
                similar: Some(line),
            } => message!(
                "it has no line `# {marker}`; line {line} is similar",
                marker = INSERTION_MARKER,
                line = line + 1
            ),
            Self::NoOutput { similar: None } => {
                message!("no line after the marker has `# expect=`")
            }
            Self::NoOutput {
                similar: Some(line),
            } => message!(
                "no line after the marker has `# expect=`; line {line} is similar",
                line = line + 1
            ),
            Self::Output { line, message } => message!(
                "line {line}: {message}",
                line = line + 1,
                message = message.clone()
            ),
        }
    }
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
        let inputs = input_part(source).ok_or_else(|| TestcaseError::NoMarker {
            similar: line_of(source, is_similar_to_marker),
        })?;
        let marker = inputs.len();
        let texts: Vec<&str> = line::lines(source).collect();
        // Without a second marker, everything after the first one is output.
        let first_output = texts[marker..]
            .iter()
            .position(|text| text.trim_start().starts_with('#') && text.contains(OUTPUT_MARKER))
            .map_or(marker, |offset| marker + offset);
        let mut parser = LineParser::new();
        let mut outputs: Vec<TestcaseOutput> = Vec::new();
        let mut not_compared = Vec::new();
        let mut lines = Vec::new();
        // A comment line ends the first group of output lines.
        let mut has_ended = false;
        for (number, text) in texts.iter().enumerate().skip(marker) {
            let line = parser.parse(text);
            if let Some(message) = problem_of_output(text, &line).filter(|_| number >= first_output)
            {
                let line = number as u32;
                return Err(TestcaseError::Output { line, message });
            }
            let comment = line.comment.as_ref().and_then(|range| {
                text.get(range.start as usize..range.end as usize)
                    .filter(|_| number >= first_output && line.statement.is_some())
            });
            has_ended |= !outputs.is_empty() && text.trim_start().starts_with('#');
            if let Some(expectation) = comment.and_then(Expectation::parse) {
                let line = number as u32;
                let mut expectation =
                    expectation.map_err(|message| TestcaseError::Output { line, message })?;
                if let Some(TestcaseOutput {
                    expectation: first, ..
                }) = outputs.first()
                {
                    (expectation.atol, expectation.rtol) = (first.atol, first.rtol);
                }
                not_compared.extend(values_not_compared(line, &expectation, has_ended));
                if !has_ended {
                    outputs.push(TestcaseOutput { line, expectation });
                }
            }
            lines.push(Arc::new(line));
        }
        if outputs.is_empty() {
            let has_similar = |text: &&&str| text.to_lowercase().contains("expect");
            let similar = texts[marker..].iter().position(|text| has_similar(&text));
            return Err(TestcaseError::NoOutput {
                similar: similar.map(|offset| (marker + offset) as u32),
            });
        }
        Ok(Self {
            inputs,
            marker_line: marker as u32,
            rest: Program::from_lines(lines),
            outputs,
            not_compared,
        })
    }

    /// The testcase with a solution in its place; the lines after the marker follow the solution's.
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

/// Why an output line cannot be read: its first error.
fn problem_of_output(text: &str, line: &Line) -> Option<Message> {
    let error = line.diagnostics.iter().find(|found| found.is_error())?;
    let expects = text.contains("expect=") && !text.trim_start().starts_with('#');
    expects.then(|| error.message.clone())
}

/// The values of a line that are not compared.
fn values_not_compared(
    line: u32,
    expectation: &Expectation,
    has_ended: bool,
) -> Option<NotCompared> {
    let (count, places) = (expectation.values.len(), expectation.positions.len());
    let (values, reason) = match has_ended {
        true => (count, NotComparedReason::LaterGroup),
        false if places > 0 => (count.saturating_sub(places), NotComparedReason::NoPlace),
        false => (0, NotComparedReason::NoPlace),
    };
    (values > 0).then_some(NotCompared {
        line,
        values,
        reason,
    })
}

/// The first line of a kind, counted from 0.
fn line_of(source: &str, is_meant: impl Fn(&str) -> bool) -> Option<u32> {
    let line = line::lines(source).position(is_meant)?;
    u32::try_from(line).ok()
}

/// Whether a comment has most of the words of the marker.
fn is_similar_to_marker(line: &str) -> bool {
    let line = line.to_uppercase();
    let words = INSERTION_MARKER.split_whitespace();
    let (mut all, mut found) = (0, 0);
    for word in words {
        all += 1;
        found += usize::from(line.contains(word));
    }
    line.trim_start().starts_with('#') && 2 * found > all
}

/// Whether a text has the marker line of a testcase.
#[must_use]
pub fn has_marker(source: &str) -> bool {
    // Most programs have it nowhere, which is found faster than their lines are.
    source.contains(INSERTION_MARKER) && line::lines(source).any(is_marker)
}

/// The input part of a testcase: its `d set` and `r` lines, at their place; the other lines are empty. `None` if the
/// text has no marker line.
#[must_use]
pub fn input_part(source: &str) -> Option<Program> {
    let lines: Vec<&str> = line::lines(source).collect();
    let marker = lines.iter().position(|line| is_marker(line))?;
    let mut inputs = crate::parallel::parse(&lines[..marker]);
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
        let lines: Vec<&str> = line::lines(source).collect();
        let after = crate::parallel::parse(&lines[before.len()..]);
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

/// A solution's text as the judge assembles it: the text after `!` in a line is a comment there, which the assembler does not
/// support.
#[must_use]
pub fn without_judge_comments(source: &str) -> String {
    line::lines(source)
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
        let solution = crate::parse("nop\nnop\n");
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
    fn expected_values_that_are_not_compared_are_listed() {
        let source = format!(
            "{MARKER}d getd $lm0n0c0b0m0p0 3 # expect=[1, 2, 3] / ULong @[0]\n\
             # ======= Out(1) =======\n\
             d getd $lm4n0c0b0m0p0 1 # expect=[3] / ULong @[0]\n"
        );
        let testcase = Testcase::parse(&source).expect("it is one");
        let listed = testcase.not_compared.iter();
        let listed: Vec<String> = listed
            .map(|it| format!("{}: {}", it.line, it.message()))
            .collect();
        assert_eq!(
            listed,
            [
                "1: 2 expected values are not compared: the line has more values than places after `@`",
                "3: 1 expected value is not compared: only the first group of outputs is",
            ]
        );
    }

    #[test]
    fn a_solution_that_quits_is_followed_by_the_testcase() {
        let testcase = Surroundings::read(&format!("{INPUTS}{MARKER}d get $ln0 1\n"));
        let testcase = testcase.expect("it has a marker");
        let whole = testcase.around(&crate::parse("nop\nquit\nnop"));
        let steps = whole.iter().filter(|line| line.step().is_some()).count();
        let ends = whole.iter().any(|line| line.ends_program());
        assert_eq!((whole.len(), steps, ends), (4 + 3 + 3, 1, false));
        let output = whole.line(4 + 3 + 1).expect("it is there");
        assert!(matches!(output.statement, Some(Statement::DebugGet(_))));
        assert_eq!(Surroundings::read(INPUTS), None);
    }

    #[test]
    fn a_text_without_the_marker_is_no_testcase() {
        let check = |rest: &str, expected: &str| {
            let error = Testcase::parse(&format!("{INPUTS}{rest}")).expect_err(rest);
            assert_eq!(error.message().to_string(), expected);
        };
        check("", "it has no line `# YOUR VSM WILL BE INSERTED HERE`");
        check(
            "# your vsm is inserted here\n",
            "it has no line `# YOUR VSM WILL BE INSERTED HERE`; line 5 is similar",
        );
        let get = "d getd $lm0n0c0b0m0p0 1";
        check(
            &format!("{MARKER}{get}\n"),
            "no line after the marker has `# expect=`",
        );
        check(
            &format!("{MARKER}{get} # expect = [1] / ULong\n"),
            "no line after the marker has `# expect=`; line 6 is similar",
        );
        check(
            &format!("{MARKER}d getd $lm1n0c0b0m0p0 1 # expect=[1] / ULong\n"),
            "line 6: address 1 is not aligned: a long-word access needs a multiple of 2",
        );
        assert_eq!(input_part(INPUTS), None);
        assert_eq!(input_part("YOUR VSM WILL BE INSERTED HERE"), None);
    }
}
