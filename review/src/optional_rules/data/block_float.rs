//! Matrix products of values that are not from a block-float conversion (manual 3.6.9.1, 4.4).
//!
//! The operands of a product are traced back through copies: `passa`, `mwrite`, transposed reads, transfers and
//! forwarding. A result of the MAU is an ordinary number and not a block float; the result of a conversion of another
//! precision is a different kind of one. Everything else (memory set from outside, immediate values, integer
//! operations) is unknown, and nothing is reported.

use std::collections::HashMap;

use mnc2_isa::alu::AluResult;
use mnc2_isa::{AluOp, Group, Op, Precision};

use super::{FINDINGS_MAX, source};
use mnc2_dataflow::flow::{AccessId, Flow};
use mnc2_program::access::{AccessRole, Direction};
use mnc2_program::code::Code;
use mnc2_program::finding::{Diagnostic, Finding};
use mnc2_program::message::wording;
use mnc2_program::{Expression, Program, Statement};
use mnc2_text::{Message, message};

/// Maximum number of copies that are traced back in a row.
const DEPTH_MAX: u32 = 16;
/// Maximum number of writes that are considered for one read.
const WRITES_MAX: usize = 16;

/// The origin of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Maker {
    /// A block-float conversion of this precision, or none, with its place.
    Known(Option<Precision>, AccessId),
    Unknown,
}

struct Search<'a> {
    program: &'a Program,
    flow: &'a Flow,
    known: HashMap<AccessId, Maker>,
}

/// Finds matrix products of ordinary numbers.
pub(super) fn find(program: &Program, flow: &Flow, findings: &mut Vec<Finding>) {
    let mut search = Search {
        program,
        flow,
        known: HashMap::new(),
    };
    let mut found = 0;
    for (number, line) in program.iter().enumerate() {
        let Some(Statement::Step(step)) = &line.statement else {
            continue;
        };
        for (index, expression) in step.expressions.iter().enumerate() {
            if !matches!(expression.op, Op::Mau(op) if op.multiplies_matrix()) {
                continue;
            }
            let Some(precision) = expression.spelling.precision else {
                continue;
            };
            for (position, input) in expression.inputs.iter().take(2).enumerate() {
                let accesses = flow.line(number);
                let read = accesses.iter().find(|(_, access)| {
                    access.range == input.range
                        && usize::from(access.expression) == index
                        && access.direction == Direction::Read
                        && access.role == AccessRole::Data
                });
                let Some((read, _)) = read else { continue };
                let maker = search.maker_of_read(read, DEPTH_MAX);
                let Some((made, by)) = maker.filter(|(made, _)| *made != Some(precision)) else {
                    continue;
                };
                findings.push(Finding {
                    line: number as u32,
                    diagnostic: sentence(flow, expression, position, precision, made, by),
                });
                found += 1;
                if found >= FINDINGS_MAX {
                    return;
                }
            }
        }
    }
}

fn sentence(
    flow: &Flow,
    expression: &Expression,
    position: usize,
    precision: Precision,
    made: Option<Precision>,
    by: AccessId,
) -> Diagnostic {
    let what = if position == 0 {
        message!("matrix")
    } else {
        message!("vector")
    };
    let line = flow.line_of(by);
    let message = match made {
        None => message!(
            "the {what} of this product is not a block float: line {line} makes ordinary numbers",
            what,
            line = line + 1
        ),
        Some(made) => message!(
            "the {what} of this product is a block float of {made}, made in line {line}, and not of {precision}",
            what,
            made = wording::precision(made),
            line = line + 1,
            precision = wording::precision(precision)
        ),
    };
    let conversion = match precision {
        Precision::Half => message!("`hbfn/<n>` or `hbfe/<n>`"),
        precision => Message::verbatim(format!("`{}bfn`", precision.letter())),
    };
    Diagnostic::new(
        Code::NotBlockFloat,
        expression.inputs[position].range.clone(),
        message,
    )
    .note_at(line as u32, flow.range(by), message!("made here"))
    .help(message!(
        "{conversion} makes block floats for it",
        conversion
    ))
}

impl Search<'_> {
    /// The common origin of a read; `None` if any part of it is unknown.
    fn maker_of_read(
        &mut self,
        read: AccessId,
        depth: u32,
    ) -> Option<(Option<Precision>, AccessId)> {
        let reaching = self.flow.reaching(read, WRITES_MAX);
        if !reaching.is_complete {
            return None;
        }
        let mut found = None;
        for link in reaching.links {
            if !link.is_certain {
                return None;
            }
            match self.maker_of_write(link.access, depth) {
                Maker::Unknown => return None,
                Maker::Known(made, by) => {
                    if found.is_some_and(|(other, _)| other != made) {
                        return None;
                    }
                    found = Some((made, by));
                }
            }
        }
        found
    }

    fn maker_of_write(&mut self, write: AccessId, depth: u32) -> Maker {
        if let Some(known) = self.known.get(&write) {
            return *known;
        }
        let maker = self.look_up(write, depth);
        self.known.insert(write, maker);
        maker
    }

    fn look_up(&mut self, write: AccessId, depth: u32) -> Maker {
        let Some(expression) = source::expression(self.program, self.flow, write) else {
            return Maker::Unknown;
        };
        let is_plain = |expression: &Expression| {
            expression.zero_flush.is_none()
                && expression
                    .inputs
                    .iter()
                    .all(|input| input.conversion.is_none() && !input.negated)
        };
        match expression.op {
            Op::Alu(op) if op.columns().result == AluResult::BlockFloats => {
                match expression.spelling.precision {
                    Some(precision) => Maker::Known(Some(precision), write),
                    None => Maker::Unknown,
                }
            }
            Op::Mau(_) if expression.op.row().group == Group::MauCalc => Maker::Known(None, write),
            // `msl` and `msr` put the elements of one PE into another one's block.
            Op::Alu(AluOp::Passa) | Op::Mau(_) | Op::L1bm(_)
                if depth > 0 && expression.spelling.reduction.is_none() && is_plain(expression) =>
            {
                let inputs = source::inputs(self.flow, write);
                let [input] = inputs[..] else {
                    return Maker::Unknown;
                };
                self.maker_of_read(input, depth - 1)
                    .map_or(Maker::Unknown, |(made, by)| Maker::Known(made, by))
            }
            Op::Alu(_) | Op::Mau(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => {
                Maker::Unknown
            }
        }
    }
}
