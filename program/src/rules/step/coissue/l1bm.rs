//! Words of L1BM that two transfers of a step write: one from the PEs, and one from L2BM or a multicast.
//!
//! Manual 3.6.4 lets both share a step and gives the order of expressions no meaning, so it does not define which of the two
//! writes remains.

use mnc2_isa::geometry::{CYCLES_PER_STEP, L1BM_LONG_WORDS};
use mnc2_isa::{L2bmOp, Op, OperandRole};

use super::Checker;
use crate::code::Code;
use crate::finding::Diagnostic;
use crate::message::wording;
use crate::{Expression, Operand, OperandKind, Step};
use mnc2_text::message;

/// Consecutive long words of L1BM that an expression writes.
struct Written<'a> {
    expression: &'a Expression,
    operand: &'a Operand,
    start: u32,
    length: u32,
}

impl Written<'_> {
    /// The first word of `self` that `other` has too.
    fn first_common(&self, other: &Self) -> Option<u32> {
        (0..self.length)
            .map(|index| (self.start + index) % L1BM_LONG_WORDS)
            .find(|word| (word + L1BM_LONG_WORDS - other.start) % L1BM_LONG_WORDS < other.length)
    }
}

/// The words of L1BM that an expression writes; `$lbi` is another register.
fn written(expression: &Expression) -> Option<Written<'_>> {
    expression
        .operands()
        .zip(expression.op.row().operands)
        .find_map(|(operand, spec)| match operand.kind {
            OperandKind::L1bm { address, .. } if spec.role != OperandRole::Input => Some(Written {
                expression,
                operand,
                start: address % L1BM_LONG_WORDS,
                length: spec.words_per_cycle * CYCLES_PER_STEP as u32,
            }),
            _ => None,
        })
}

pub(super) fn check(checker: &mut Checker<'_>, step: &Step) {
    let of = |is_wanted: fn(Op) -> bool| {
        let mut expressions = step.expressions.iter();
        expressions.find_map(|expression| {
            is_wanted(expression.op)
                .then(|| written(expression))
                .flatten()
        })
    };
    // Every L1B takes what its PEs send, so the L1Bs that the other transfer names do not matter.
    let from_pe = of(|op| matches!(op, Op::L1bm(op) if !op.is_to_pe()));
    let from_above = of(|op| matches!(op, Op::L2bm(op) if op != L2bmOp::Dars));
    let (Some(from_pe), Some(from_above)) = (from_pe, from_above) else {
        return;
    };
    let is_in_order = from_pe.operand.range.start < from_above.operand.range.start;
    let (first, second) = if is_in_order {
        (from_pe, from_above)
    } else {
        (from_above, from_pe)
    };
    let Some(word) = second.first_common(&first) else {
        return;
    };
    let reason = mnc2_isa::assumption::find("l1bm-written-twice");
    let statement = reason.map_or("", |assumption| assumption.statement);
    checker.report(
        Diagnostic::new(
            Code::L1bmWrittenTwice,
            second.operand.range.clone(),
            message!(
                "`{first}` and `{second}` both write `$lb{word}` in this step: which of the two stays is not documented",
                first = &first.expression.spelling.text,
                second = &second.expression.spelling.text,
                word
            ),
        )
        .note(first.operand.range.clone(), message!("it is already written here"))
        .help(wording::assumed(statement))
        .help(message!("write other words, or give one of them a step of its own")),
    );
}
