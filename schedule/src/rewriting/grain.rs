//! Which expressions are followed, and how many words decide a word of their results.

use mnc2_isa::mau::Port;
use mnc2_isa::{AluOp, ControlOp, MauOp, Op, Precision};
use mnc2_program::{Conversion, Expression, Operand, OperandKind};

use crate::input_bits::InputBits;
use crate::planted::{Wrong, is_planted};

/// How many words decide a word of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Grain {
    /// The word at its place in each input.
    Word,
    /// Both words of the first long word of each input.
    Long,
}

/// How many words decide a word of a result; `None` if an expression is not followed.
pub(super) fn grain(expression: &Expression) -> Option<Grain> {
    let spelling = expression.spelling;
    let is_plain = expression.zero_flush.is_none()
        && expression.outputs.iter().all(|it| match &it.kind {
            OperandKind::PeMemory(_) => !it.mask.as_ref().is_some_and(|it| it.double_long),
            OperandKind::MaskRegister(_) => it.mask.is_none(),
            kind => *kind == OperandKind::NoWrite,
        });
    let bits = spelling.precision.map_or(64, Precision::element_bits);
    let is_long = bits > 32 && !is_planted(Wrong::SplitLongWords);
    let as_written = expression.inputs.iter().all(|it| it.conversion.is_none());
    if !as_written {
        return (is_plain && is_of_halves(expression)).then_some(Grain::Word);
    }
    let of_bits = if is_long { Grain::Long } else { Grain::Word };
    let found = match expression.op {
        Op::Control(ControlOp::Noforward) => Some(Grain::Word),
        Op::Alu(op) => {
            let is_negated = expression.inputs.iter().any(|it| it.negated);
            match InputBits::from_op(op) {
                InputBits::OtherPe | InputBits::Block => None,
                InputBits::Nothing => Some(Grain::Word),
                InputBits::Bit if op == AluOp::Passa => Some(Grain::Word),
                InputBits::Bit | InputBits::Element => (!is_negated).then_some(of_bits),
            }
        }
        Op::Mau(MauOp::Vfma | MauOp::Vmul | MauOp::Vadd | MauOp::Vpassa)
            if bits > 16 && !spelling.shortened =>
        {
            Some(if spelling.half.is_some() {
                Grain::Long
            } else {
                of_bits
            })
        }
        Op::Mau(_) if is_of_halves(expression) => Some(Grain::Word),
        Op::Mau(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => None,
    };
    found.filter(|_| is_plain)
}

/// Whether a vector operation computes half-precision numbers from the ones at their place: its addend is extended from such
/// numbers. Its flags, one for each of four numbers, are not followed.
fn is_of_halves(expression: &Expression) -> bool {
    let Op::Mau(op @ (MauOp::Vfma | MauOp::Vmul | MauOp::Vadd)) = expression.op else {
        return false;
    };
    let spelling = expression.spelling;
    let addend = op.input_of(Port::C);
    let mut inputs = expression.inputs.iter().enumerate();
    let is_right = |(position, input): (usize, &Operand)| {
        let conversion = input.conversion.as_ref().map(|it| it.value);
        let expected = (Some(position) == addend).then_some(Conversion::Extend);
        conversion == expected
    };
    let sets_flags = |it: &Operand| matches!(it.kind, OperandKind::MaskRegister(_));
    spelling.precision == Some(Precision::Half)
        && spelling.shortened
        && spelling.half.is_none()
        && inputs.all(is_right)
        && !expression.outputs.iter().any(sets_flags)
}
