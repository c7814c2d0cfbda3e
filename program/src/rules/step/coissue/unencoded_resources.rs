//! Limits of a step that no published field shows (manual 3.6.4).

use mnc2_isa::Group;

use crate::code::Code;
use crate::finding::Diagnostic;
use crate::{Expression, Step};
use mnc2_text::message;

/// The most expressions of a step for the MAU: two of calculation, matrix register write and transposed read.
pub const MAU_EXPRESSIONS_MAX: usize = 2;

/// Whether an expression is for the MAU.
pub fn is_for_mau(expression: &Expression) -> bool {
    matches!(
        expression.op.row().group,
        Group::MauCalc | Group::MauMwrite | Group::MauMread
    )
}

/// A third expression for the MAU; see [`MAU_EXPRESSIONS_MAX`].
pub(super) fn mau_three_times(step: &Step) -> Option<Diagnostic> {
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
