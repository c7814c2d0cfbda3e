//! `-`, `e` and `r` at inputs: which input of which opcode takes them (manual 3.6.8.4, 3.6.9.22-3.6.9.24, 3.6.12.19).

use mnc2_isa::l1bm::TransferKind;
use mnc2_isa::mau::Port;
use mnc2_isa::spelling::Spelling;
use mnc2_isa::{AluOp, Group, Op, Precision, Width};

use crate::lower::Context;
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::{Conversion, Expression, Operand, OperandKind};
use mnc2_text::{LineRange, message};

/// The conversions that an input's basic operation accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wants {
    /// A normal single or double value: `e` converts from one precision lower.
    Extendable,
    /// A normal half value: `r` converts from single precision.
    Shortenable,
    /// Neither `e` nor `r`.
    Exact,
}

/// Whether the `/n` of an opcode is the length of the mantissa.
pub(super) fn takes_mantissa_length(op: Op, spelling: &Spelling) -> bool {
    match (op, spelling.precision) {
        (Op::Alu(op), Some(precision)) => op.takes_mantissa_length(precision),
        (_, _) => false,
    }
}

fn wants(expression: &Expression, input: usize) -> Wants {
    let half = expression.spelling.precision == Some(Precision::Half);
    match expression.op {
        Op::Alu(_) => match expression.spelling.precision {
            Some(Precision::Half | Precision::HalfInteger) => Wants::Shortenable,
            _ => Wants::Exact,
        },
        Op::Mau(op) => match op.port(input) {
            // Of a product with the matrix, only the addend is a normal value.
            Some(Port::A) if op.multiplies_matrix() => Wants::Exact,
            None => Wants::Exact,
            // The addend is single precision in half-precision mode.
            Some(Port::A | Port::B) if half => Wants::Shortenable,
            Some(Port::A | Port::B | Port::C) => Wants::Extendable,
        },
        // Shortened to half precision, 2 long words on the PE side make 1 on the L1BM side (manual 3.6.8.5).
        Op::L1bm(op)
            if is_single_float(expression)
                && op.transfer().motion == TransferKind::Reduce
                && (op.is_double_long() || expression.spelling.shortened) =>
        {
            Wants::Extendable
        }
        Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => Wants::Exact,
    }
}

/// Whether it reduces single-precision numbers: bits and integers have other precisions.
fn is_single_float(expression: &Expression) -> bool {
    let reduction = expression.spelling.reduction;
    reduction.is_some_and(|reduction| reduction.precision == Precision::Single)
}

fn takes_sign(expression: &Expression, operand: &Operand) -> bool {
    match expression.op.row().group {
        Group::MauCalc | Group::MauMwrite => !matches!(
            operand.kind,
            OperandKind::MatrixSide(..) | OperandKind::MatrixRows { .. }
        ),
        _ => false,
    }
}

/// An integer sum or difference without the sign of an input, with the other operation: `isub $ln0v $lm0v` for
/// `iadd -$lm0v $ln0v`; the range that it replaces comes first.
fn without_sign(context: &Context<'_>, expression: &Expression) -> Option<(LineRange, String)> {
    let [first, second] = expression.inputs.as_slice() else {
        return None;
    };
    let name = expression.spelling.text.as_str();
    let bare = |operand: &Operand| {
        context
            .at(&operand.range)
            .trim_start_matches('-')
            .to_owned()
    };
    let (opcode, inputs) = match (expression.op, first.negated, second.negated) {
        (Op::Alu(AluOp::Add), true, false) => (name.replace("add", "sub"), [second, first]),
        (Op::Alu(AluOp::Add), false, true) => (name.replace("add", "sub"), [first, second]),
        (Op::Alu(AluOp::Sub), false, true) => (name.replace("sub", "add"), [first, second]),
        _ => return None,
    };
    let options = expression.range.start + name.len() as u32..first.range.start;
    let options = context.at(&options).trim_end();
    let text = format!("{opcode}{options} {} {}", bare(inputs[0]), bare(inputs[1]));
    Some((expression.range.start..second.range.end, text))
}

pub(super) fn check(context: &mut Context<'_>, expression: &Expression) {
    let name = &expression.spelling.text;
    for (index, input) in expression.inputs.iter().enumerate() {
        if input.negated && !takes_sign(expression, input) {
            let at = input.range.start..input.range.start + 1;
            let diagnostic = Diagnostic::new(
                Code::SignNotAllowed,
                at,
                message!("`{name}` cannot invert the sign of this input", name),
            )
            .help(message!("only the MAU inverts signs, as in `fvadd $lm0v -$ln0v $lr0v`, and not the signs of the matrix"));
            context.report(match without_sign(context, expression) {
                Some(meant) => diagnostic.suggest(
                    message!("Write `{text}`", text = &meant.1),
                    meant.0,
                    meant.1.as_str(),
                ),
                None => diagnostic,
            });
        }
        let Some(conversion) = &input.conversion else {
            continue;
        };
        let wanted = match conversion.value {
            Conversion::Extend => Wants::Extendable,
            Conversion::Shorten => Wants::Shortenable,
        };
        if wants(expression, index) != wanted {
            let (letter, help) = match conversion.value {
                Conversion::Extend => (
                    'e',
                    message!(
                        "`e` can be used with inputs that take a normal single- or double-precision value"
                    ),
                ),
                Conversion::Shorten => (
                    'r',
                    message!("`r` can be used with inputs that take a normal half-precision value"),
                ),
            };
            context.report(
                Diagnostic::new(
                    Code::ConversionNotAllowed,
                    conversion.range.clone(),
                    message!(
                        "this input of `{name}` cannot be converted by `{letter}`",
                        name,
                        letter
                    ),
                )
                .help(help),
            );
        } else if conversion.value == Conversion::Shorten
            && let OperandKind::PeMemory(memory) = &input.kind
            && memory.width != Width::DoubleLong
        {
            context.report(
                Diagnostic::new(
                    Code::DoubtfulWidth,
                    input.range.clone(),
                    message!("`r` rounds the four single words of 2 long words, but this input reads fewer"),
                )
                .help(message!("`$ll{letters}` reads 2 long words", letters = memory.memory.letters())),
            );
        }
    }
    for output in &expression.outputs {
        if output.negated {
            context.error(
                Code::SignNotAllowed,
                output.range.start..output.range.start + 1,
                message!("the sign of an output cannot be inverted"),
            );
        }
        if let Some(conversion) = &output.conversion {
            context.error(
                Code::ConversionNotAllowed,
                conversion.range.clone(),
                message!("an output cannot be converted; `r` after the opcode shortens the result"),
            );
        }
    }
}
