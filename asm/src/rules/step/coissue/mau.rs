//! What can share the MAU: at most two of calculation, matrix register write and transposed read (manual 3.6.4).

use mnc2_isa::field::Field;
use mnc2_isa::{Group, MauOp, Memory, Op};

use crate::code::Code;
use crate::finding::diagnostic::Diagnostic;
use crate::message;
use crate::message::wording;
use crate::program::{Expression, Operand, OperandKind, Step};
use crate::rules::step::Checker;

pub(super) fn check(checker: &mut Checker<'_>, step: &Step) {
    let users: Vec<&Expression> = step
        .expressions
        .iter()
        .filter(|expression| {
            matches!(
                expression.op.row().group,
                Group::MauCalc | Group::MauMwrite | Group::MauMread
            )
        })
        .collect();
    let [first, others @ ..] = users.as_slice() else {
        return;
    };
    for other in others {
        if other.spelling.precision != first.spelling.precision {
            checker.report(
                Diagnostic::new(
                    Code::MauPrecision,
                    other.mnemonic_range.clone(),
                    message!("`{first}` and `{other}` share the MAU and must have one precision, which the field `{field}` holds", first = &first.spelling.text, other = &other.spelling.text, field = Field::MauPrecision.row().claim),
                )
                .note(first.mnemonic_range.clone(), message!("the other precision"))
                .help(message!("use the same precision for both, or give one a step of its own")),
            );
        }
    }
    if let Some(third) = others.get(1) {
        checker.report(
            Diagnostic::new(
                Code::MauThreeTimes,
                third.range.clone(),
                message!("`{first}`, `{second}` and `{third}`: a step can have at most two of calculation, matrix register write and transposed read", first = &first.spelling.text, second = &others[0].spelling.text, third = &third.spelling.text),
            )
            .note(first.range.clone(), message!("the first"))
            .note(others[0].range.clone(), message!("the second"))
            .help(message!("give one of them a step of its own")),
        );
    }
    sides(checker, &users);
    rows(checker, &users);
    second_input(checker, &users);
}

fn matrix_side(operand: &Operand) -> Option<Memory> {
    match operand.kind {
        OperandKind::MatrixSide(side, _) | OperandKind::MatrixRows { side, .. } => Some(side),
        _ => None,
    }
}

/// Each side of the matrix register occurs at most once.
fn sides(checker: &mut Checker<'_>, users: &[&Expression]) {
    let mut seen: Vec<(Memory, &Operand, &Expression)> = Vec::new();
    let operands = users.iter().flat_map(|expression| {
        expression
            .operands()
            .map(move |operand| (expression, operand))
    });
    for (expression, operand) in operands {
        let Some(side) = matrix_side(operand) else {
            continue;
        };
        if let Some((_, earlier, first)) = seen.iter().find(|(other, ..)| *other == side) {
            let other = match side {
                Memory::MatrixX => Memory::MatrixY,
                _ => Memory::MatrixX,
            };
            checker.report(
                Diagnostic::new(
                    Code::MatrixSideTwice,
                    operand.range.clone(),
                    message!("`{first}` and `{second}` both use {memory}, which can appear only once in a step: the field `{field}` gives each its own side", first = &first.spelling.text, second = &expression.spelling.text, memory = wording::memory(side), field = Field::MatrixSide.row().claim),
                )
                .note(earlier.range.clone(), message!("it already appears here"))
                .help(message!("one of them could use {other}", other = wording::memory(other))),
            );
        }
        seen.push((side, operand, expression));
    }
}

/// A matrix register write and a transposed read share the field of row and column.
fn rows(checker: &mut Checker<'_>, users: &[&Expression]) {
    let row_of = |op: MauOp| {
        users
            .iter()
            .filter(|expression| expression.op == Op::Mau(op))
            .find_map(|expression| {
                expression
                    .operands()
                    .find_map(|operand| match operand.kind {
                        OperandKind::MatrixRows { row, .. } => Some((row, operand, *expression)),
                        _ => None,
                    })
            })
    };
    let (Some((written, write, writer)), Some((read, operand, reader))) =
        (row_of(MauOp::Mwrite), row_of(MauOp::Mread))
    else {
        return;
    };
    if written != read {
        checker.report(
            Diagnostic::new(
                Code::MatrixRowConflict,
                operand.range.clone(),
                message!("`{writer}` writes from row {written} and `{reader}` reads from column {read}, which cannot share a step: \
                     the field `{field}` holds both", writer = &writer.spelling.text, written, reader = &reader.spelling.text, read, field = Field::MatrixStart.row().claim),
            )
            .note(write.range.clone(), message!("the row written"))
            .help(message!("they can share a step if both begin at {written} or at {read}", written, read)),
        );
    }
}

/// `vfma` and `vmul` read their second input through the port that `mwrite` uses.
fn second_input(checker: &mut Checker<'_>, users: &[&Expression]) {
    let product = users
        .iter()
        .find(|expression| matches!(expression.op, Op::Mau(MauOp::Vfma | MauOp::Vmul)));
    let write = users
        .iter()
        .find(|expression| expression.op == Op::Mau(MauOp::Mwrite));
    let (Some(product), Some(write)) = (product, write) else {
        return;
    };
    let (Some(second), Some(source)) = (product.inputs.get(1), write.inputs.first()) else {
        return;
    };
    let conversion = |operand: &Operand| operand.conversion.as_ref().map(|item| item.value);
    let same = second.negated == source.negated
        && conversion(second) == conversion(source)
        && same_source(second, source);
    if !same {
        checker.report(
            Diagnostic::new(
                Code::SecondInputShared,
                source.range.clone(),
                message!("`{product}` reads its second input `{second}` through the port of `{write}`, the field `{field}`: `{source}` must be the same operand", product = &product.spelling.text, second = checker.at(&second.range), write = &write.spelling.text, field = Field::MauSelectB.row().claim, source = checker.at(&source.range)),
            )
            .note(second.range.clone(), message!("the second input"))
            .help(message!("including sign and `e` or `r`; `vadd`, `vpassa`, `mmul` and `mfma` do not use that port")),
        );
    }
}

/// Whether two operands select the same memory; which region of it is a matter of the memory's own field.
fn same_source(first: &Operand, second: &Operand) -> bool {
    match (&first.kind, &second.kind) {
        (OperandKind::PeMemory(first), OperandKind::PeMemory(second)) => {
            first.memory == second.memory
        }
        (OperandKind::T(_), OperandKind::T(_)) => true,
        (OperandKind::Forwarding(first), OperandKind::Forwarding(second)) => first == second,
        _ => false,
    }
}
