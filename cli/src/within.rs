//! A program within a testcase, and the places that are compared.

use std::path::Path;
use std::sync::Arc;

use mnc2_asm::Program;
use mnc2_asm::program::{HostAction, Line, Statement};
use mnc2_asm::testcase::Testcase;
use mnc2_schedule::equal::Place;

use crate::Failure;
use crate::data;
use crate::input::Source;
use crate::judge::no_testcase;

/// Reads a testcase, if there is one.
pub(crate) fn read(path: Option<&Path>) -> Result<Option<(Source, Testcase)>, Failure> {
    let Some(path) = path else {
        return Ok(None);
    };
    let source = Source::read(path)?;
    let testcase = Testcase::parse(&source.text).map_err(|error| no_testcase(path, &error))?;
    Ok(Some((source, testcase)))
}

/// A program as it runs: alone, or within a testcase.
pub(crate) struct Within {
    pub(crate) program: Program,
    /// The lines of the testcase before those of the solution, and all before the testcase's last part, with the line
    /// of the testcase that this part begins at.
    testcase: Option<(u32, u32, u32)>,
}

impl Within {
    pub(crate) fn of(program: &Program, testcase: &Option<(Source, Testcase)>) -> Self {
        let Some((_, testcase)) = testcase else {
            return Self {
                program: program.clone(),
                testcase: None,
            };
        };
        let is_quit = |line: &&Arc<Line>| matches!(line.statement, Some(Statement::Quit(_)));
        let mut lines: Vec<Arc<Line>> = testcase.inputs.iter().cloned().collect();
        let inputs = lines.len() as u32;
        lines.extend(program.iter().take_while(|line| !is_quit(line)).cloned());
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

    /// How many lines of the testcase come before the program's own.
    pub(crate) fn lines_before(&self) -> usize {
        self.testcase.map_or(0, |(inputs, ..)| inputs as usize)
    }

    /// The line in its file, counted from 1.
    pub(crate) fn line(&self, line: u32) -> u32 {
        1 + match self.testcase {
            Some((_, before_rest, first)) if line >= before_rest => line - before_rest + first,
            Some((inputs, ..)) if line >= inputs => line - inputs,
            Some(_) | None => line,
        }
    }
}

/// A place on the command line, which counts long words, in the words of its memory.
pub(crate) fn place(place: &data::MemoryRange) -> Place {
    let each = if place.counts_single_words() { 2 } else { 1 };
    let count = place.count.unwrap_or(place.long_words() - place.address);
    Place {
        memory: place.memory,
        scope: place.scope,
        first: place.address * each,
        count: count * each,
    }
}

/// Whether a line shows something on the way.
pub(crate) fn shows(line: &Line) -> bool {
    match &line.statement {
        Some(Statement::DebugGet(_)) => true,
        Some(Statement::Host(host)) => matches!(host.action, HostAction::ReadPdm { .. }),
        _ => false,
    }
}
