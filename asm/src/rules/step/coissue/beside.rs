//! What a step can have once although no published field holds it (manual 3.6.4).

use mnc2_isa::{AluOp, Group, Memory, Op};

use super::{Party, immediate_with_lm0, written_twice};
use crate::code::Code;
use crate::finding::diagnostic::Diagnostic;
use crate::message;
use crate::program::{Expression, OperandKind, Step};

pub(super) fn check(step: &Step) -> Vec<Diagnostic> {
    let mut found = Vec::from_iter(mau_three_times(step));
    let mut seen: Vec<(Memory, Party<'_>)> = Vec::new();
    let is_immediate = |it: &&Expression| it.op == Op::Alu(AluOp::Imm);
    let immediate = step.expressions.iter().find(is_immediate);
    for (memory, party) in base_registers(step) {
        let is_other = |(other, earlier): &&(Memory, Party<'_>)| {
            *other == memory && !std::ptr::eq(earlier.expression, party.expression)
        };
        if let Some((_, earlier)) = seen.iter().find(is_other) {
            found.push(written_twice([*earlier, party], memory, None));
        }
        if let (Some(immediate), Memory::BaseLm0) = (immediate, memory) {
            found.push(immediate_with_lm0(immediate, party));
        }
        seen.push((memory, party));
    }
    found
}

/// Writes to base address registers; one that belongs to LM0 counts as an access to LM0 (manual 3.6.12.3).
fn base_registers(step: &Step) -> impl Iterator<Item = (Memory, Party<'_>)> {
    step.expressions.iter().flat_map(|expression| {
        expression.operands().filter_map(move |operand| {
            let OperandKind::BaseRegister(memory, _) = operand.kind else {
                return None;
            };
            let range = &operand.range;
            Some((memory, Party { expression, range }))
        })
    })
}

/// The most expressions of a step for the MAU: two of calculation, matrix register write and transposed read.
pub(crate) const MAU_EXPRESSIONS_MAX: usize = 2;

/// Whether an expression is for the MAU.
pub(crate) fn is_for_mau(expression: &Expression) -> bool {
    matches!(
        expression.op.row().group,
        Group::MauCalc | Group::MauMwrite | Group::MauMread
    )
}

/// See [`MAU_EXPRESSIONS_MAX`].
fn mau_three_times(step: &Step) -> Option<Diagnostic> {
    let mut users = step.expressions.iter().filter(|it| is_for_mau(it));
    let (first, second, third) = (users.next()?, users.next()?, users.next()?);
    Some(
        Diagnostic::new(
            Code::MauThreeTimes,
            third.range.clone(),
            message!("`{first}`, `{second}` and `{third}`: a step can have at most two of calculation, matrix register write and transposed read", first = &first.spelling.text, second = &second.spelling.text, third = &third.spelling.text),
        )
        .note(first.range.clone(), message!("the first"))
        .note(second.range.clone(), message!("the second"))
        .help(message!("give one of them a step of its own")),
    )
}
