//! Results of two elements of which only the first is written (manual 3.6.9, 3.6.12).
//!
//! An operation on single or half words computes a whole long word in each cycle. A single word as destination takes its
//! upper half. This is a hint: who needs only the first element writes this on purpose.

use mnc2_isa::{AluOp, Op, Width};

use super::Checker;
use crate::code::Code;
use crate::finding::Diagnostic;
use crate::{Expression, Operand, OperandKind, Step};
use mnc2_text::message;

pub(super) fn check(checker: &mut Checker<'_>, step: &Step) {
    for expression in &step.expressions {
        let Some(output) = half_written(expression) else {
            continue;
        };
        let name = &expression.spelling.text;
        let operand = checker.at(&output.range).to_owned();
        let message = message!(
            "the result of `{name}` is a long word: only its upper half is written to `{operand}`",
            name,
            operand
        );
        let section = expression.op.section(expression.spelling.precision);
        checker.report(
            Diagnostic::new(Code::HalfWritten, output.range.clone(), message).cited(section),
        );
    }
}

/// The destination that takes half of a result, if no other one takes all of it.
fn half_written(expression: &Expression) -> Option<&Operand> {
    let is_long = |operand: &Operand| match &operand.kind {
        OperandKind::PeMemory(memory) => memory.width > Width::Single,
        OperandKind::T(_) => true,
        _ => false,
    };
    let computes = computes_long_word(expression)
        // Of a single word the second half of the result means nothing.
        && expression.inputs.iter().any(|it| is_long(it) && it.conversion.is_none());
    let is_kept = expression.outputs.iter().any(is_long);
    let mut outputs = expression.outputs.iter();
    let first = outputs.find(|output| matches!(output.kind, OperandKind::PeMemory(_)));
    first.filter(|_| computes && !is_kept)
}

/// Whether the result is a long word of several elements, or one double-precision number.
fn computes_long_word(expression: &Expression) -> bool {
    let Some(precision) = expression.spelling.precision else {
        return false;
    };
    let is_number = precision.is_float() || precision.element_bits() < 64;
    match expression.op {
        Op::Alu(op) => match op {
            // Copies: the upper half of a long word is what they are used for.
            AluOp::Passa | AluOp::Msl | AluOp::Msr | AluOp::Imm | AluOp::Zero => false,
            // Block floats are pairs of long words, which other rules are about.
            AluOp::Bfe | AluOp::Bfn => false,
            AluOp::Inc
            | AluOp::Dec
            | AluOp::Not
            | AluOp::Lnot
            | AluOp::Rsqrt
            | AluOp::Floor
            | AluOp::Ftoi
            | AluOp::Max
            | AluOp::Min
            | AluOp::Packbit
            | AluOp::And
            | AluOp::Or
            | AluOp::Xor
            | AluOp::Add
            | AluOp::Sub
            | AluOp::Lsl
            | AluOp::Lsr
            | AluOp::Bsl
            | AluOp::Bsr
            | AluOp::Relu
            | AluOp::Relu0
            | AluOp::Relu1
            | AluOp::Relu2
            | AluOp::Relu3
            | AluOp::Lrelud
            | AluOp::Lreluo
            | AluOp::Ilrelud => is_number,
        },
        // Another rule is about results of 2 long words.
        Op::Mau(op) => {
            op.output_width(precision, expression.spelling.shortened) == Some(Width::Long)
        }
        Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => false,
    }
}
