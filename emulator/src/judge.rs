//! Judging: a solution runs within a testcase, and the output is compared with the expected values.
//!
//! The same comparison is used for a `d get` of a program whose comment has an expectation. [`mnc2_asm::testcase`]
//! parses the texts; nothing here reads a file or prints a verdict.

mod assertions;
mod python_number;
mod value;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use mnc2_asm::testcase::{Expectation, Testcase, TestcaseOutput};
use mnc2_program::{Line, Program, Statement};

pub use self::assertions::Assertions;
use crate::dump::DumpLine;
use crate::machine::observer::Observer;
use crate::watch::Said;
use crate::{Dump, Machine, Outcome, RunOptions};

/// A value that differs from the expectation of an output line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The output line, counted from 0.
    pub line: u32,
    /// The index of the value in the problem's output, such as `[0,3]`, if the line has one.
    pub position: Option<String>,
    /// The memory that the value was dumped from, if anything was dumped for it.
    pub source: Option<DumpPlace>,
    /// The actual value; a character in quotes.
    pub actual: String,
    /// The bits of the actual value, such as `0x20000000E`; `None` unless it is an integer.
    pub hexadecimal: Option<String>,
    /// The expected value as it is written; a character in quotes.
    pub expected: String,
    /// The actual value minus the expected one, or why there is no difference; `None` for characters, which have no
    /// distance.
    pub error: Option<String>,
}

impl Mismatch {
    /// The actual value, with the bits of an integer: `8589934606 (0x20000000E)`.
    #[must_use]
    pub fn shown_actual(&self) -> String {
        match &self.hexadecimal {
            Some(bits) => format!("{} ({bits})", self.actual),
            None => self.actual.clone(),
        }
    }
}

/// A place in memory as dump lines name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DumpPlace {
    /// The memory, such as `LM0` or `GREG1`.
    pub memory: &'static str,
    /// The element of the chip, such as `n0c0b0m0p0`.
    pub element: String,
    /// The address, in the memory's unit.
    pub address: u32,
}

impl fmt::Display for DumpPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            memory,
            element,
            address,
        } = self;
        write!(f, "{memory}({element},{address})")
    }
}

/// The result of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Values compared. In a tensor these are all its places: those that no line names are equal.
    pub values: usize,
    /// The wrong values in the order of output lines; values of a tensor in the order of its places.
    pub mismatches: Vec<Mismatch>,
}

/// The number of right and of wrong values, in the words of the contest's judge.
#[must_use]
pub fn counted(values: usize, wrong: usize) -> String {
    let correct = values - wrong;
    format!("{correct} value(s) correct, but {wrong} value(s) mismatch")
}

/// The indices of a place in a tensor, such as `[0,3]`.
fn indices(position: &str) -> Option<Vec<usize>> {
    let inner = position.trim().strip_prefix('[')?.strip_suffix(']')?;
    inner
        .split(',')
        .map(|index| index.trim().parse().ok())
        .collect()
}

/// The number of places of a tensor in which these are: each of its dimensions goes up to the largest index.
fn places<'a>(positions: impl Iterator<Item = &'a str>) -> usize {
    let mut sizes: Vec<usize> = Vec::new();
    for indices in positions.filter_map(indices) {
        sizes.resize(sizes.len().max(indices.len()), 1);
        for (size, index) in sizes.iter_mut().zip(indices) {
            *size = index.saturating_add(1).max(*size);
        }
    }
    sizes.into_iter().fold(1, usize::saturating_mul)
}

/// The dumps of output lines.
#[derive(Clone, Debug, Default)]
pub struct Dumped {
    lines: HashMap<u32, DumpedLine>,
}

/// The dump of one output line.
#[derive(Clone, Debug, Default)]
struct DumpedLine {
    bytes: Vec<u8>,
    /// The sources of the bytes: each place with the end of its part.
    places: Vec<(usize, DumpPlace)>,
}

impl DumpedLine {
    /// The source of a byte.
    fn place(&self, byte: usize) -> Option<&DumpPlace> {
        let index = self.places.partition_point(|(end, _)| *end <= byte);
        self.places.get(index).map(|(_, place)| place)
    }
}

impl Dumped {
    /// Adds a dump line.
    pub fn take(&mut self, dump: &DumpLine) {
        let line = self.lines.entry(dump.source_line).or_default();
        line.bytes.extend(value::bytes(&dump.value));
        let place = DumpPlace {
            memory: dump.memory,
            element: dump.element.clone(),
            address: dump.address,
        };
        line.places.push((line.bytes.len(), place));
    }

    /// Whether the line dumped anything.
    #[must_use]
    pub fn has(&self, line: u32) -> bool {
        self.lines.contains_key(&line)
    }

    /// Compares the dumps of lines with their expectations, each line separately.
    #[must_use]
    pub fn compare(&self, outputs: &[TestcaseOutput]) -> Comparison {
        self.compare_where(outputs, |_, _| true)
    }

    /// Compares the dumps of lines with their expectations, as the contest's judge does: all values are at their
    /// indices in one tensor. Therefore a value without an index is not compared, and of two at one index only the
    /// later one is. Lines without indices are compared separately.
    #[must_use]
    pub fn compare_as_tensor(&self, outputs: &[TestcaseOutput]) -> Comparison {
        let mut taken = HashSet::new();
        let mut counting = HashSet::new();
        for (number, output) in outputs.iter().enumerate().rev() {
            let Expectation {
                positions, values, ..
            } = &output.expectation;
            for (index, position) in positions.iter().take(values.len()).enumerate().rev() {
                if taken.insert(position) {
                    counting.insert((number, index));
                }
            }
        }
        let mut comparison = self.compare_where(outputs, |number, index| {
            outputs[number].expectation.positions.is_empty() || counting.contains(&(number, index))
        });
        let positions = outputs.iter().flat_map(|it| &it.expectation.positions);
        if !taken.is_empty() {
            let places = places(positions.map(String::as_str));
            comparison.values = comparison.values.max(places);
        }
        let place = |it: &Mismatch| it.position.as_deref().and_then(indices);
        comparison.mismatches.sort_by_key(place);
        comparison
    }

    /// Compares the values that count, given the number of their output line and their number in it.
    fn compare_where(
        &self,
        outputs: &[TestcaseOutput],
        counts: impl Fn(usize, usize) -> bool,
    ) -> Comparison {
        let nothing = DumpedLine::default();
        let mut comparison = Comparison::default();
        for (number, TestcaseOutput { line, expectation }) in outputs.iter().enumerate() {
            let dumped = self.lines.get(line).unwrap_or(&nothing);
            let actual = value::values(expectation.value_type, &dumped.bytes);
            let bytes = expectation.value_type.bits() as usize / 8;
            for (index, expected) in expectation.values.iter().enumerate() {
                if !counts(number, index) {
                    continue;
                }
                comparison.values += 1;
                let actual = actual.get(index);
                let Err(error) = value::compare(expectation, actual, expected) else {
                    continue;
                };
                comparison.mismatches.push(Mismatch {
                    line: *line,
                    position: expectation.positions.get(index).cloned(),
                    source: dumped.place(index * bytes).cloned(),
                    actual: actual.map_or_else(|| "nothing".to_owned(), ToString::to_string),
                    hexadecimal: actual.and_then(|it| it.hexadecimal(expectation.value_type)),
                    expected: value::shown(expectation.value_type, expected),
                    error,
                });
            }
        }
        comparison
    }
}

/// Which debug statements of a solution are executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep {
    /// Its `d get` lines.
    pub gets: bool,
    /// Its `d set` lines; a solution that has any is then never accepted.
    pub sets: bool,
}

/// A solution as the judge runs it.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Its lines; those that do not take part are empty.
    pub program: Program,
    /// Whether it sets memory, which is never accepted.
    pub sets_memory: bool,
}

impl Solution {
    /// The part of a program that is judged.
    #[must_use]
    pub fn new(program: &Program, keep: Keep) -> Self {
        let mut sets_memory = false;
        let lines = program.iter().map(|line| {
            let wanted = match &line.statement {
                Some(Statement::DebugSet(_)) => {
                    sets_memory |= keep.sets;
                    keep.sets
                }
                Some(Statement::DebugGet(_)) => keep.gets,
                // The judge keeps only instructions; a directive stays, so that it is refused.
                Some(Statement::Host(_)) => false,
                Some(Statement::Directive(_)) => true,
                Some(
                    Statement::Quit(_) | Statement::Mask(_) | Statement::Mv(_) | Statement::Step(_),
                )
                | None => true,
            };
            if wanted {
                Arc::clone(line)
            } else {
                Arc::new(Line::default())
            }
        });
        let program = Program::from_lines(lines.collect());
        Self {
            program,
            sets_memory,
        }
    }
}

/// Which text a line of a judged run belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgedText {
    /// The program of the solution.
    Solution,
    /// The text of the testcase.
    Testcase,
}

/// How a judged run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// How the run ended; its line belongs to the text that `place` names.
    pub outcome: Outcome,
    /// The text whose line stopped the run.
    pub place: JudgedText,
    /// Steps executed, including steps of the testcase.
    pub steps: u64,
    /// The comparison, if the run reached its end.
    pub comparison: Comparison,
    /// The results of the solution's assertions. The verdict does not depend on them.
    pub said: Said,
}

/// Runs a solution within a testcase, checks its assertions and compares the output; `of_solution` receives what the
/// solution itself dumps.
pub fn judge(
    machine: &mut Machine,
    testcase: &Testcase,
    (solution, assertions): (&Program, &Assertions),
    options: &RunOptions<'_>,
    of_solution: &mut dyn FnMut(Dump) -> ControlFlow<()>,
    observer: &mut impl Observer,
) -> Judged {
    let program = testcase.with_solution(solution);
    let added = solution.len() as u32;
    let first_line = testcase.marker_line;
    let last_line = first_line + added;
    let mut dumped = Dumped::default();
    let mut sink = |dump: Dump| {
        let Dump::Get(line) = &dump else {
            return ControlFlow::Continue(());
        };
        if line.source_line >= last_line {
            dumped.take(line);
            ControlFlow::Continue(())
        } else if line.source_line >= first_line {
            of_solution(dump)
        } else {
            ControlFlow::Continue(())
        }
    };
    let mut said = Said::default();
    let stops = assertions.lines(first_line);
    let mut visit = |line: u32, machine: &Machine| {
        assertions.check(line - first_line, machine, &mut said);
    };
    let report = machine.run_visited(&program, options, &mut sink, observer, &stops, &mut visit);
    let (place, moved_back) = match stopped_line(&report.outcome) {
        Some(line) if line >= first_line && line < last_line => (JudgedText::Solution, first_line),
        Some(line) if line >= last_line => (JudgedText::Testcase, added),
        Some(_) | None => (JudgedText::Testcase, 0),
    };
    let came_to_its_end = matches!(report.outcome, Outcome::Finished | Outcome::ReachedLine);
    Judged {
        outcome: moved(report.outcome, moved_back),
        place,
        steps: report.steps,
        comparison: if came_to_its_end {
            let outputs: Vec<TestcaseOutput> = testcase
                .outputs
                .iter()
                .map(|output| TestcaseOutput {
                    line: output.line + added,
                    ..output.clone()
                })
                .collect();
            let mut comparison = dumped.compare_as_tensor(&outputs);
            for mismatch in &mut comparison.mismatches {
                mismatch.line -= added;
            }
            comparison
        } else {
            Comparison::default()
        },
        said,
    }
}

/// The line that stopped a run.
const fn stopped_line(outcome: &Outcome) -> Option<u32> {
    match outcome {
        Outcome::Finished | Outcome::ReachedLine => None,
        Outcome::StoppedAtLimit { line }
        | Outcome::StoppedAtMemory { line }
        | Outcome::NotExecutable { line, .. }
        | Outcome::NotInterpretable { line, .. }
        | Outcome::Cancelled { line } => Some(*line),
    }
}

/// The same outcome, moved up by this many lines.
fn moved(outcome: Outcome, lines: u32) -> Outcome {
    match outcome {
        Outcome::Finished | Outcome::ReachedLine => outcome,
        Outcome::StoppedAtLimit { line } => Outcome::StoppedAtLimit { line: line - lines },
        Outcome::StoppedAtMemory { line } => Outcome::StoppedAtMemory { line: line - lines },
        Outcome::NotExecutable { line, refusal } => Outcome::NotExecutable {
            line: line - lines,
            refusal,
        },
        Outcome::NotInterpretable { line, error } => Outcome::NotInterpretable {
            line: line - lines,
            error,
        },
        Outcome::Cancelled { line } => Outcome::Cancelled { line: line - lines },
    }
}

#[cfg(test)]
mod tests {
    use super::{counted, places};

    #[test]
    fn a_tensor_goes_up_to_its_largest_indices() {
        assert_eq!(places(["[0]", "[3]"].into_iter()), 4);
        assert_eq!(places(["[0,0]", "[1,2]", "[0, 1]"].into_iter()), 6);
        assert_eq!(places(["x", "[0,0,1]"].into_iter()), 2);
    }

    #[test]
    fn counts_have_the_words_of_the_judge() {
        assert_eq!(
            counted(16, 3),
            "13 value(s) correct, but 3 value(s) mismatch"
        );
    }
}
