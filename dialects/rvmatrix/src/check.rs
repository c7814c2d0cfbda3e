//! Findings: what cannot be encoded, what the specification reserves, and what the matrix size does not allow.
//!
//! Unknown operands are not checked: operands that a macro fills in, values that are computed at run time.
//!
//! The findings of a chunk of lines are kept, and reported again as long as the chunk, the names that are visible to it, and
//! the constants before it are the same. A check of the whole text only joins the findings of chunks.

mod constants;
mod flow;
mod graph;
mod reserved;

pub(crate) use constants::configured;
pub(crate) use graph::{Graph, statement_of};
pub(crate) use reserved::check as reserved;

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use mnc2_assembly::{Chunk, LINE_BYTES_MAX, Line, PerChunk, Source, Unit, Within};
use mnc2_text::{Diagnostic, Findings, message};

use crate::code::Code;
use crate::lower::{Lowered, lower};
use crate::names::Names;
use crate::options::Options;
use crate::register;
use crate::version::Version;

/// What is kept of a chunk from one check to the next.
#[derive(Debug, Default)]
pub struct Kept(Mutex<Option<Arc<Said>>>);

/// The result of checking a chunk; lines count from its start.
#[derive(Debug)]
struct Said {
    /// The names that it sees, and the version that it is read in.
    seen: Seen,
    /// The constants before it.
    begin: constants::State,
    found: Findings<Code>,
    flow: flow::Part,
    constants: constants::Part,
}

/// Names in a chunk, labels that are names of registers, and the version.
type Seen = (u64, u64, Version);

/// A statement outside of macros, also of a repetition, in the order of the text.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) line: u32,
    /// Its place among the statements of its line.
    pub(crate) index: usize,
    pub(crate) lowered: Lowered,
}

impl Step {
    /// The statements of some lines that belong together: in a macro, or outside of macros.
    pub(crate) fn from_lines(
        source: &Source,
        symbols: Names<'_>,
        lines: Range<u32>,
        is_macro: bool,
    ) -> Vec<Self> {
        let mut steps = Vec::new();
        for number in lines {
            let count = source.line(number).map_or(0, |line| line.statements.len());
            for index in 0..count {
                let within = symbols.within(number, index);
                if within == Within::Untaken || (within == Within::Macro) != is_macro {
                    continue;
                }
                if let Some(unit) = Unit::from_source(source, number, index) {
                    steps.push(Self {
                        line: number,
                        index,
                        lowered: lower(&unit, symbols),
                    });
                }
            }
        }
        steps
    }
}

/// The findings of a text.
pub struct Checked {
    /// All findings, by line; the findings so far if the check was cancelled.
    pub findings: Findings<Code>,
    /// The number of lines that were read; what other lines state was kept.
    pub lines_read: usize,
}

/// Checks a text, and keeps the results of chunks.
#[must_use]
pub fn check(
    source: &Source,
    symbols: Names<'_>,
    options: &Options,
    kept: &PerChunk<Kept>,
    is_cancelled: &dyn Fn() -> bool,
) -> Checked {
    let mut checked = Checked {
        findings: made(source, symbols),
        lines_read: 0,
    };
    let labels = labelled_registers(symbols);
    let mut begin = constants::State::default();
    let mut said: Vec<(u32, Arc<Said>)> = Vec::new();
    for ((start, chunk), kept) in source.chunks().zip(kept.iter()) {
        if is_cancelled() {
            return checked;
        }
        let length = chunk.lines().len();
        let names = symbols.seen_in(start..start + length as u32);
        let seen = (names, labels, symbols.version);
        let mut kept = kept.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_chunk = match &*kept {
            Some(said) if said.seen == seen && said.begin == begin => Arc::clone(said),
            _ => {
                checked.lines_read += length;
                let state = (seen, begin.clone());
                let said = read(source, (start, chunk), symbols, options, state);
                Arc::clone(kept.insert(Arc::new(said)))
            }
        };
        begin = of_chunk.constants.end();
        said.push((start, of_chunk));
    }
    let found = &mut checked.findings;
    for (start, said) in &said {
        found.extend_from(&said.found, *start);
    }
    let parts: Vec<_> = said.iter().map(|(start, it)| (*start, &it.flow)).collect();
    flow::check(&parts, &mut |line, diagnostic| found.push(line, diagnostic));
    let mut settings = constants::Settings::default();
    for (start, said) in &said {
        let mut report = |line, diagnostic| found.push(line, diagnostic);
        said.constants.report(*start, &mut settings, &mut report);
    }
    found.sort();
    checked
}

/// The matrix registers whose names are labels, as bits: a label is not an operand.
fn labelled_registers(symbols: Names<'_>) -> u64 {
    let matrices = symbols.labels.keys();
    let matrices = matrices.filter_map(|name| register::matrix(name, symbols.version));
    matrices.fold(0, |bits, number| bits | 1 << (number % 64))
}

/// Reads the lines of a chunk.
fn read(
    source: &Source,
    (start, chunk): (u32, &Chunk<Line>),
    symbols: Names<'_>,
    options: &Options,
    (seen, begin): (Seen, constants::State),
) -> Said {
    let mut found = Findings::default();
    let mut flow = flow::Reader::default();
    let mut constants = constants::Reader::new(begin.clone(), options, symbols.version);
    for (own, line) in (0..).zip(chunk.lines()) {
        let number = start + own;
        let mut report = |diagnostic| found.push(own, diagnostic);
        if line.is_too_long {
            let range = 0..line.text().len() as u32;
            let limit = LINE_BYTES_MAX;
            report(Diagnostic::new(
                Code::LongLine,
                range,
                message!(
                    "this line has more than {limit} bytes and is not read",
                    limit
                ),
            ));
        }
        if line.directive.is_some() {
            constants.directive();
        }
        for (index, statement) in line.statements.iter().enumerate() {
            let within = symbols.within(number, index);
            let unit = Unit::from_source(source, number, index);
            let Some(unit) = unit.filter(|_| within != Within::Untaken) else {
                continue;
            };
            let lowered = lower(&unit, symbols);
            match &lowered {
                Lowered::Wrong(_, diagnostics) => diagnostics.iter().cloned().for_each(&mut report),
                Lowered::Instruction(instruction) => {
                    reserved::check(line, statement, instruction, (options, symbols.version))
                        .into_iter()
                        .for_each(&mut report);
                }
                Lowered::Other | Lowered::Hidden(_) => {}
            }
            if within != Within::Macro {
                flow.statement(own, &unit, &symbols, &lowered);
                constants.statement(own, &unit, symbols, &lowered);
            }
        }
    }
    found.compact();
    Said {
        seen,
        begin,
        found,
        flow: flow.finish(),
        constants: constants.finish(),
    }
}

/// Why macros and repetitions cannot be written out, and errors in what they make, at their calls.
fn made(source: &Source, symbols: Names<'_>) -> Findings<Code> {
    let mut found = Findings::default();
    if let Some(trouble) = &symbols.trouble {
        let line = trouble.line.unwrap_or_default();
        let range = source
            .line(line)
            .map_or(0..0, |line| 0..line.text().len() as u32);
        let diagnostic = Diagnostic::new(Code::Expansion, range, trouble.message.clone());
        found.push(line, diagnostic.explained());
    }
    for unit in symbols.made_units() {
        let Lowered::Wrong(_, diagnostics) = lower(&unit, symbols) else {
            continue;
        };
        if symbols.is_in_repetition(source, &unit) {
            continue;
        }
        let Some(call) = Unit::from_source(source, unit.number, unit.call) else {
            continue;
        };
        for mut diagnostic in diagnostics.into_iter().filter(Diagnostic::is_error) {
            diagnostic.range = call.statement().range.clone();
            diagnostic.fixes.clear();
            found.push(unit.number, diagnostic);
        }
    }
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use mnc2_text::interface::Text as _;

    use super::*;
    use crate::Document;

    #[test]
    fn an_edit_reads_few_lines() {
        let block: String = (0..200)
            .map(|block| {
                let loads = "mldb m0, a0, (a1)\nmmaqa.b m4, m0, m1\naddi a0, a0, 4\n".repeat(160);
                format!("l{block}:\n{loads}bnez t0, l{block}\n")
            })
            .collect();
        let text = format!("li t0, 4\nmcfg zero, t0\n{block}");
        let mut document = Document::new(&text, &Options::default());
        let read = |document: &Document| document.check(&|| false).lines_read;
        let count = text.lines().count();
        assert!(count > 90_000 && read(&document) > count);
        assert_eq!(read(&document), 0);
        let middle = text.len() / 2;
        let line = middle + text[middle..].find("addi").unwrap_or_default();
        for (range, new) in [
            (line..line, "x"),
            (line..line + 1, ""),
            (line..line, "new_label: nop\n"),
            (line..line + 11, ""),
            (0..0, "\n"),
        ] {
            document.edit(range, new);
            let lines = read(&document);
            assert!((1..=1024).contains(&lines), "{lines} after {new:?}");
        }
    }
}
