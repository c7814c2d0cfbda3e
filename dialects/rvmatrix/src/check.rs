//! Findings: what cannot be encoded, what the specification reserves, and what the matrix size does not allow.
//!
//! Silent wherever something is not known: operands that a macro fills in, values that are computed at run time.

mod constants;
mod flow;
mod reserved;

pub(crate) use constants::configured;
pub(crate) use flow::{Graph, statement_of};
pub(crate) use reserved::check as reserved;

use std::ops::Range;

use mnc2_assembly::{LINE_BYTES_MAX, Source, Symbols, Unit, Within};
use mnc2_text::{Diagnostic, Finding, Findings, message};

use crate::code::Code;
use crate::lower::{Lowered, lower};
use crate::options::Options;

/// How many lines are read between two questions whether the result is still wanted.
const LINES_BETWEEN_QUESTIONS: usize = 1024;

/// A statement outside of macros, also of a repetition, in the order of the text.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) line: u32,
    /// Its place among the statements of its line.
    pub(crate) index: usize,
    pub(crate) lowered: Lowered,
}

impl Step {
    /// The statements of some lines that belong together: those of a macro, or those outside of macros.
    pub(crate) fn of_lines(
        source: &Source,
        symbols: &Symbols,
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
                if let Some(unit) = Unit::of_source(source, number, index) {
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

/// All findings, by line.
#[must_use]
pub fn findings(
    source: &Source,
    symbols: &Symbols,
    options: &Options,
    is_cancelled: &dyn Fn() -> bool,
) -> Findings<Code> {
    let mut found: Findings<Code> = made(source, symbols).into_iter().collect();
    let mut steps = Vec::new();
    let mut is_ours = false;
    for (number, line) in source.lines().iter().enumerate() {
        if number % LINES_BETWEEN_QUESTIONS == 0 && is_cancelled() {
            return found;
        }
        let number = number as u32;
        let mut report = |diagnostic| found.push(number, diagnostic);
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
        for (index, statement) in line.statements.iter().enumerate() {
            let within = symbols.within(number, index);
            let unit = Unit::of_source(source, number, index);
            let Some(unit) = unit.filter(|_| within != Within::Untaken) else {
                continue;
            };
            let is_in_macro = within == Within::Macro;
            let lowered = lower(&unit, symbols);
            match &lowered {
                Lowered::Wrong(_, diagnostics) => diagnostics.iter().cloned().for_each(&mut report),
                Lowered::Instruction(instruction) => {
                    reserved::check(line, statement, instruction, options)
                        .into_iter()
                        .for_each(&mut report);
                }
                Lowered::Other | Lowered::Hidden(_) => {}
            }
            is_ours |= lowered.row().is_some();
            if !is_in_macro {
                steps.push(Step {
                    line: number,
                    index,
                    lowered,
                });
            }
        }
    }
    // What follows only speaks about instructions of ours.
    if is_ours && !is_cancelled() {
        found.extend(flow::check(source, symbols, &steps));
        found.extend(constants::check(source, symbols, options, &steps));
    }
    found.sort();
    found
}

/// Why macros and repetitions cannot be written out, and errors in what they make, at their calls.
fn made(source: &Source, symbols: &Symbols) -> Vec<Finding<Code>> {
    let mut found = Vec::new();
    if let Some(trouble) = &symbols.trouble {
        let line = trouble.line.unwrap_or_default();
        let range = source
            .line(line)
            .map_or(0..0, |line| 0..line.text().len() as u32);
        let diagnostic = Diagnostic::new(Code::Expansion, range, trouble.message.clone());
        found.push(Finding {
            line,
            diagnostic: diagnostic.explained(),
        });
    }
    for unit in symbols.units(source).filter(Unit::is_made) {
        let Lowered::Wrong(_, diagnostics) = lower(&unit, symbols) else {
            continue;
        };
        if symbols.is_in_repetition(source, &unit) {
            continue;
        }
        let Some(call) = Unit::of_source(source, unit.number, unit.call) else {
            continue;
        };
        for mut diagnostic in diagnostics.into_iter().filter(Diagnostic::is_error) {
            diagnostic.range = call.statement().range.clone();
            diagnostic.fixes.clear();
            found.push(Finding {
                line: unit.number,
                diagnostic,
            });
        }
    }
    found.dedup();
    found
}
