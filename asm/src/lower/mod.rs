//! Syntax tree of one line to its typed statement.
//!
//! Each file below lowers one part of the language and holds the rules that
//! can be judged from the line alone. Rules on several lines are in
//! [`mod@crate::check`]. A line with a syntax error keeps only that finding: what
//! else one could say about it would be guesswork.

mod citation;
mod coissue;
mod context;
mod debug;
mod expression;
mod half_used;
mod host;
mod literal;
mod mask;
mod mv;
mod node_field;
mod number;
mod opcode;
mod operand;
mod payload;
pub(crate) mod row;
mod step;
mod syntax_error;

use tree_sitter::Node;

use crate::program::{Line, Statement};
use crate::{silence, testcase};

pub(crate) use context::Context;
pub(crate) use row::written_memory;

/// Lowers the tree of one line. `suggestions` is how many more "did you mean" searches may be made.
pub(crate) fn lower_line(text: &str, root: Node<'_>, suggestions: &mut u32) -> Line {
    let mut context = Context::new(text, suggestions);
    let mut statement_node = None;
    let mut comment = None;
    let mut cursor = root.walk();
    let readable = root.named_children(&mut cursor);
    for child in readable.filter(|child| !child.is_error()) {
        match child.kind() {
            "comment" => comment = Some(context.range(child)),
            _ => statement_node = statement_node.or(Some(child)),
        }
    }
    let full_width = syntax_error::full_width(&context, comment.as_ref());
    let broken = root.has_error() || !full_width.is_empty();
    let statement = statement_node.and_then(|node| lower_statement(&mut context, node));
    let mut diagnostics = if !full_width.is_empty() {
        full_width
    } else if broken {
        vec![syntax_error::first(&context, root).explained()]
    } else {
        context.into_diagnostics()
    };
    citation::cite(text, root, statement.as_ref(), &mut diagnostics);
    let silences = comment.as_ref().map_or_else(Box::default, |comment| {
        silence::read(text, comment, &mut diagnostics)
    });
    let is_insertion_marker = comment.is_some() && text.contains(testcase::INSERTION_MARKER);
    Line {
        statement,
        comment,
        is_insertion_marker,
        silences,
        diagnostics,
    }
}

fn lower_statement(context: &mut Context<'_>, node: Node<'_>) -> Option<Statement> {
    match node.kind() {
        "quit_statement" => Some(Statement::Quit(context.range(node))),
        "debug_get" => debug::get(context, node).map(Statement::DebugGet),
        "debug_set" => debug::set(context, node).map(Statement::DebugSet),
        "mask_statement" => mask::statement(context, node).map(Statement::Mask),
        "host_statement" => host::statement(context, node).map(Statement::Host),
        "mv_statement" => mv::statement(context, node).map(Statement::Mv),
        "step" => step::step(context, node).map(Statement::Step),
        _ => None,
    }
}
