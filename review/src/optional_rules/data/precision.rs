//! Numbers that the MAU makes in one precision and reads in another.
//!
//! Only data that goes from one MAU operation to another without a copy, an integer operation or a conversion in
//! between is checked: there the bits are numbers on both sides.

use mnc2_isa::mau::Port;
use mnc2_isa::{MauOp, Op, Precision};

use super::{FINDINGS_MAX, source};
use mnc2_dataflow::flow::Flow;
use mnc2_dataflow::number_format::mau_output;
use mnc2_program::access::{AccessRole, Direction};
use mnc2_program::code::Code;
use mnc2_program::finding::{Diagnostic, Finding};
use mnc2_program::message::wording;
use mnc2_program::{Conversion, Expression, Program, Statement};
use mnc2_text::message;

/// Maximum number of writes that are considered for one read.
const WRITES_MAX: usize = 8;

/// The precision in which an operation reads the numbers of an input, with its conversion.
fn read(expression: &Expression, position: usize) -> Option<Precision> {
    let precision = expression.spelling.precision?;
    let Op::Mau(op) = expression.op else {
        return None;
    };
    let is_addend = match op.port(position)? {
        // Matrix and vector of a product are block floats, which another rule checks; `mwrite` copies.
        Port::A | Port::B if op.multiplies_matrix() || op == MauOp::Mwrite => return None,
        Port::A | Port::B => false,
        Port::C => true,
    };
    let wanted = match (precision, is_addend) {
        (Precision::Half, true) | (Precision::PseudoSingle, _) => Precision::Single,
        (precision, _) => precision,
    };
    let conversion = expression.inputs.get(position)?.conversion.as_ref();
    match (wanted, conversion.map(|conversion| conversion.value)) {
        (wanted, None) => Some(wanted),
        (Precision::Double, Some(Conversion::Extend))
        | (Precision::Half, Some(Conversion::Shorten)) => Some(Precision::Single),
        (Precision::Single, Some(Conversion::Extend)) => Some(Precision::Half),
        (_, Some(_)) => None,
    }
}

/// Finds numbers that are read in another precision than they were written in.
pub(super) fn find(program: &Program, flow: &Flow, findings: &mut Vec<Finding>) {
    let mut found = 0;
    for (number, line) in program.iter().enumerate() {
        let Some(Statement::Step(step)) = &line.statement else {
            continue;
        };
        for (index, expression) in step.expressions.iter().enumerate() {
            for (position, input) in expression.inputs.iter().enumerate() {
                let Some(wanted) = read(expression, position) else {
                    continue;
                };
                let accesses = flow.line(number);
                let access = accesses.iter().find(|(_, access)| {
                    access.range == input.range
                        && usize::from(access.expression) == index
                        && access.direction == Direction::Read
                        && access.role == AccessRole::Data
                });
                let Some((id, _)) = access else { continue };
                let reaching = flow.reaching(id, WRITES_MAX);
                let writers: Option<Vec<_>> = reaching
                    .links
                    .iter()
                    .filter(|link| link.is_certain)
                    .map(|link| {
                        let writer = source::expression(program, flow, link.access)?;
                        let is_flushed = writer.zero_flush.is_some();
                        let precision = mau_output(writer).filter(|_| !is_flushed)?;
                        Some((precision, link.access))
                    })
                    .collect();
                let is_sure = reaching.is_complete
                    && !reaching.is_from_start
                    && reaching.links.iter().all(|link| link.is_certain);
                let Some(writers) = writers.filter(|_| is_sure) else {
                    continue;
                };
                let Some(&(other, by)) = writers.first() else {
                    continue;
                };
                if writers.iter().any(|(precision, _)| *precision == wanted) {
                    continue;
                }
                let by_line = flow.line_of(by);
                let diagnostic = Diagnostic::new(
                    Code::OtherPrecision,
                    input.range.clone(),
                    message!(
                        "this is read in {wanted}, but line {line} writes it in {other}",
                        wanted = wording::precision(wanted),
                        line = by_line + 1,
                        other = wording::precision(other)
                    ),
                )
                .note_at(by_line as u32, flow.range(by), message!("written here"));
                findings.push(Finding {
                    line: number as u32,
                    diagnostic,
                });
                found += 1;
                if found >= FINDINGS_MAX {
                    return;
                }
            }
        }
    }
}
