//! From an access to the expression that makes its data.

use mnc2_dataflow::flow::{AccessId, Flow};
use mnc2_program::access::{AccessRole, Direction};
use mnc2_program::{Expression, Program};

/// The expression that an access belongs to.
pub(super) fn expression<'a>(
    program: &'a Program,
    flow: &Flow,
    access: AccessId,
) -> Option<&'a Expression> {
    let line = flow.line_with(access);
    let index = line.get(access)?.expression;
    let step = program.line(flow.line_of(access))?.step()?;
    step.expressions.get(usize::from(index))
}

/// The data that the expression of a write reads, or that an MV instruction moves.
pub(super) fn inputs(flow: &Flow, write: AccessId) -> Vec<AccessId> {
    let line = flow.line_with(write);
    let Some(expression) = line.get(write).map(|access| access.expression) else {
        return Vec::new();
    };
    line.iter()
        .filter(|(_, access)| {
            access.expression == expression
                && access.direction == Direction::Read
                && access.role == AccessRole::Data
        })
        .map(|(id, _)| id)
        .collect()
}
