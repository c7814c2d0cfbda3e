//! A program as it runs: alone, or within a testcase of the contest.

use std::sync::Arc;

use mnc2_asm::testcase::Testcase;
use mnc2_dataflow::input_ranges::InputRanges;
use mnc2_program::{HostAction, Line, Program, Statement};
use mnc2_text::line;

use mnc2_equal::Places;

/// A program as it runs: alone, or within a testcase.
pub struct InTestcase {
    /// The lines that run, including the testcase.
    pub program: Program,
    /// The number of lines of the testcase before the solution, the number of lines before the last part of the testcase, and
    /// the line of the testcase at which this part begins.
    testcase: Option<(u32, u32, u32)>,
}

impl InTestcase {
    /// A program within a testcase, if there is one: without its lines from `quit` on, and with those `d get`
    /// statements of the testcase whose values are compared.
    #[must_use]
    pub fn new(program: &Program, testcase: Option<&Testcase>) -> Self {
        let Some(testcase) = testcase else {
            return Self {
                program: program.clone(),
                testcase: None,
            };
        };
        let mut lines: Vec<Arc<Line>> = testcase.inputs.iter().cloned().collect();
        let inputs = lines.len() as u32;
        lines.extend(program.live().cloned());
        let before_rest = lines.len() as u32;
        for (number, line) in (testcase.marker_line..).zip(testcase.rest.iter()) {
            let is_output = testcase.outputs.iter().any(|output| output.line == number);
            let shows = matches!(line.statement, Some(Statement::DebugGet(_)));
            lines.push(if shows && !is_output {
                Arc::new(Line::default())
            } else {
                Arc::clone(line)
            });
        }
        Self {
            program: Program::from_lines(lines),
            testcase: Some((inputs, before_rest, testcase.marker_line)),
        }
    }

    /// The number of lines of the testcase before the program's own.
    #[must_use]
    pub fn lines_before(&self) -> usize {
        self.testcase.map_or(0, |(inputs, ..)| inputs as usize)
    }

    /// The ranges of the inputs that the testcase sets; none without a testcase.
    #[must_use]
    pub fn input_ranges(&self) -> InputRanges {
        InputRanges::from_program(&self.program, self.lines_before())
    }

    /// The line in its file, counted from 1.
    #[must_use]
    pub const fn line(&self, line: u32) -> u32 {
        1 + match self.testcase {
            Some((_, before_rest, first)) if line >= before_rest => line - before_rest + first,
            Some((inputs, ..)) if line >= inputs => line - inputs,
            Some(_) | None => line,
        }
    }
}

/// What of two programs is compared: what they show, or all memories if neither shows anything.
#[must_use]
pub fn compared_places(programs: &[InTestcase; 2], is_in_testcase: bool) -> Places {
    let shows_any = |within: &InTestcase| within.program.iter().any(|line| shows(line));
    if is_in_testcase {
        Places::in_testcase()
    } else if programs.iter().any(shows_any) {
        Places::shown()
    } else {
        Places::everything()
    }
}

/// The first line of a solution that the judge leaves out, counted from 0.
#[must_use]
pub fn ignored_line(solution: &Program) -> Option<usize> {
    solution.iter().position(|line| {
        let statement = line.statement.as_ref();
        matches!(statement, Some(Statement::DebugSet(_) | Statement::Host(_)))
    })
}

/// A solution whose comments for the judge, after `!`, are comments of the assembler.
#[must_use]
pub fn with_assembler_comments(solution: &str) -> String {
    let line = |line: &str| match line.split_once('!') {
        Some((code, comment)) if !code.contains('#') => format!("{code}# !{comment}"),
        _ => line.to_owned(),
    };
    let lines: Vec<String> = line::lines(solution).map(line).collect();
    lines.join("\n")
}

/// Whether a line shows a value.
#[must_use]
pub fn shows(line: &Line) -> bool {
    match &line.statement {
        Some(Statement::DebugGet(_)) => true,
        Some(Statement::Host(host)) => matches!(host.action, HostAction::ReadPdm { .. }),
        _ => false,
    }
}
