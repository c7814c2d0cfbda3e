//! The expressions that `nop` and `wait` can share a step with (manual 3.6.5, 3.6.13).

use mnc2_isa::Group;

use super::Checker;
use crate::code::Code;
use crate::finding::Diagnostic;
use crate::{Expression, OperandKind, Step};
use mnc2_text::message;

fn group(expression: &Expression) -> Group {
    expression.op.row().group
}

pub(super) fn nop(checker: &mut Checker<'_>, step: &Step) {
    let Some(nop) = step
        .expressions
        .iter()
        .find(|expression| group(expression) == Group::Nop)
    else {
        return;
    };
    let mut seen_nop = false;
    for other in &step.expressions {
        let is_first_nop = group(other) == Group::Nop && !std::mem::replace(&mut seen_nop, true);
        if is_first_nop || group(other) == Group::Wait {
            continue;
        }
        checker.report(
            Diagnostic::new(
                Code::NopWithOthers,
                other.range.clone(),
                message!(
                    "`{name}` cannot share a step with `nop`; only `wait` can",
                    name = &other.spelling.text
                ),
            )
            .note(
                nop.range.clone(),
                message!("this `nop` fills the whole step"),
            ),
        );
    }
}

pub(super) fn wait(checker: &mut Checker<'_>, step: &Step) {
    let wait = step
        .expressions
        .iter()
        .find(|expression| group(expression) == Group::Wait);
    let others = step
        .expressions
        .iter()
        .any(|expression| group(expression) != Group::Wait);
    if let (Some(wait), false) = (wait, others) {
        checker.report(
            Diagnostic::new(
                Code::WaitAlone,
                wait.range.clone(),
                message!("`wait` needs another PE instruction in its step"),
            )
            .help(message!("`nop; wait i01` waits and does nothing else"))
            .fix(
                message!("Add `nop`"),
                wait.range.start..wait.range.start,
                "nop; ",
            ),
        );
    }
}

pub(super) fn tags(checker: &mut Checker<'_>, step: &Step) {
    for expression in step
        .expressions
        .iter()
        .filter(|expression| group(expression) == Group::Wait)
    {
        for input in &expression.inputs {
            if input.kind == OperandKind::Tag(0) {
                checker.report(Diagnostic::new(
                    Code::TagZero,
                    input.range.clone(),
                    message!("tag 0 cannot be waited for"),
                ));
            }
        }
    }
}
