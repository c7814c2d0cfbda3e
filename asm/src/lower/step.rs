//! Steps: the rules among the expressions of one line that the manual lists as errors of single statements
//! (manual 3.6.2.1, 3.6.2.2, 3.6.5, 3.6.13).

use mnc2_isa::Group;
use mnc2_isa::field::Field;
use tree_sitter::Node;

use super::{Context, coissue, context, expression, half_used};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::message;
use crate::program::{Expression, Mask, OperandKind, Step};

/// Lowers a `step` node; `None` for a line of semicolons. A step whose opcodes are all unknown stays a step, so that
/// the distances around it do not jump while an opcode is typed.
pub(super) fn step(context: &mut Context<'_>, node: Node<'_>) -> Option<Step> {
    let expression_nodes = context::children(node);
    let expressions: Vec<Expression> = expression_nodes
        .iter()
        .filter_map(|&node| expression::expression(context, node))
        .collect();
    let first = expression_nodes.first()?;
    let last = expression_nodes.last()?;
    let step = Step {
        range: context.range(*first).start..context.range(*last).end,
        expressions,
    };
    if step.expressions.len() == expression_nodes.len() {
        nop_alone(context, &step);
        wait_with_another(context, &step);
    }
    tags(context, &step);
    one_mask(context, &step);
    coissue::check(context, &step);
    if !context.has_error() {
        half_used::check(context, &step);
    }
    Some(step)
}

fn group(expression: &Expression) -> Group {
    expression.op.row().group
}

fn nop_alone(context: &mut Context<'_>, step: &Step) {
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
        context.report(
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

fn wait_with_another(context: &mut Context<'_>, step: &Step) {
    let wait = step
        .expressions
        .iter()
        .find(|expression| group(expression) == Group::Wait);
    let others = step
        .expressions
        .iter()
        .any(|expression| group(expression) != Group::Wait);
    if let (Some(wait), false) = (wait, others) {
        context.report(
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

fn tags(context: &mut Context<'_>, step: &Step) {
    for expression in step
        .expressions
        .iter()
        .filter(|expression| group(expression) == Group::Wait)
    {
        for input in &expression.inputs {
            if input.kind == OperandKind::Tag(0) {
                context.error(
                    Code::WaitTagZero,
                    input.range.clone(),
                    message!("tag 0 cannot be waited for"),
                );
            }
        }
    }
}

/// One mask entry and word length for a step; one zero-flush mask (manual 3.6.2.1, 3.6.2.2).
fn one_mask(context: &mut Context<'_>, step: &Step) {
    let mut first: Option<(&Mask, &Expression)> = None;
    let mut first_flush: Option<(&Mask, &Expression)> = None;
    for expression in &step.expressions {
        let writes = expression
            .outputs
            .iter()
            .filter_map(|output| output.mask.as_ref());
        for mask in expression.zero_flush.iter().chain(writes) {
            let Some((earlier, first)) = first else {
                first = Some((mask, expression));
                continue;
            };
            if (earlier.entry, earlier.double_long) == (mask.entry, mask.double_long) {
                continue;
            }
            let what = if earlier.entry == mask.entry {
                message!("word length")
            } else {
                message!("entry")
            };
            context.report(
                Diagnostic::new(
                    Code::MaskConflict,
                    mask.range.clone(),
                    message!("`{first}` under `{mask}` and `{second}` under `{other}`: the field `{field}` holds one mask, but this one has another {what}", first = &first.spelling.text, mask = context.at(&earlier.range), second = &expression.spelling.text, other = context.at(&mask.range), field = Field::MaskEntry.row().claim, what),
                )
                .note(earlier.range.clone(), message!("the first mask of the step"))
                .help(message!("all masks of a step must agree in entry and word length, zero-flush masks included")),
            );
        }
        let Some(flush) = &expression.zero_flush else {
            continue;
        };
        match first_flush {
            Some((earlier, first)) => context.report(
                Diagnostic::new(
                    Code::ZeroFlushTwice,
                    flush.range.clone(),
                    message!("`{first}` and `{second}` have zero-flush masks, but only one expression of a step can: the field `{field}` names one output", first = &first.spelling.text, second = &expression.spelling.text, field = Field::ZeroFlushAndMaskWrite.row().claim),
                )
                .note(earlier.range.clone(), message!("the first one is here"))
                .help(message!("give one of them a step of its own")),
            ),
            None => first_flush = Some((flush, expression)),
        }
    }
}
