//! Steps: the expressions of one line.

use tree_sitter::Node;

use super::{Context, context, expression};
use mnc2_program::{Expression, Step, rules};

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
    let is_whole = step.expressions.len() == expression_nodes.len();
    context.report_all(rules::step::check(&step, is_whole, context.text()));
    if !context.has_error() {
        context.report_all(rules::step::half_used(&step, context.text()));
    }
    Some(step)
}
