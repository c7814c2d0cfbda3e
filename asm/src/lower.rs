//! Syntax tree of one line to its typed statement.
//!
//! Each file below lowers one part of the language and has the rules that can be checked in the line alone. Rules
//! about several lines are in [`mod@mnc2_program::rules::check`]. A line with a syntax error has only that finding: anything else
//! about it would be a guess.

mod citation;
mod context;
mod debug;
mod expression;
mod foreign_syntax;
mod host;
mod literal;
mod mask;
mod mv;
mod node_field;
mod non_ascii;
mod number;
mod opcode;
mod operand;
pub mod overload;
mod payload;
mod step;
mod suggestion;
mod syntax_error;
mod unread;

use mnc2_text::{LineRange, Message, Selector, silencing_comment};
use tree_sitter::{Node, Parser};

use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::{CommentShape, INSERTION_MARKER, Line, Statement};
use mnc2_text::line::part;

pub(crate) use context::Context;

/// Lowers the tree of one line. With the parser, which is free again once there is a tree, findings also suggest what
/// may be meant.
pub(crate) fn lower_line(text: &str, root: Node<'_>, parser: Option<&mut Parser>) -> Line {
    let parser = match parser {
        Some(parser) if root.has_error() => {
            let line = foreign_syntax::comment(text, parser)
                .or_else(|| foreign_syntax::commas(text, parser));
            match line {
                Some(line) => return line,
                None => Some(parser),
            }
        }
        parser => parser,
    };
    let mut context = Context::new(text, parser);
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
    let not_ascii = non_ascii::foreign(&context, comment.as_ref());
    let statement = statement_node.and_then(|node| lower_statement(&mut context, node));
    let mut diagnostics = context.take_diagnostics();
    if !not_ascii.is_empty() {
        diagnostics = not_ascii;
    } else if root.has_error() {
        diagnostics = vec![syntax_error::first(&context, root).explained()];
        if let Some(found) = foreign_syntax::anywhere(&mut context, &diagnostics) {
            diagnostics = found;
        }
    } else if diagnostics.iter().any(Diagnostic::is_error)
        && let Some(found) = foreign_syntax::anywhere(&mut context, &diagnostics)
    {
        diagnostics = found;
    }
    citation::cite(text, root, statement.as_ref(), &mut diagnostics);
    finished(text, statement, comment, diagnostics)
}

/// The meaning of an opcode of another machine: what people write here instead.
#[must_use]
pub fn meaning_elsewhere(word: &str) -> Option<Message> {
    opcode::unknown::answer(word)
}

/// A line that is read without a syntax tree; `None` if it needs one, as every line with a finding in its statement
/// does.
pub(crate) fn plain_line(text: &str) -> Option<Line> {
    let set = debug::fast_path::set(text);
    let (statement, comment) = match set {
        Some((set, comment)) => (Statement::DebugSet(set), comment),
        None => {
            let (host, comment) = host::fast_path::statement(text)?;
            (Statement::Host(host), comment)
        }
    };
    Some(finished(text, Some(statement), comment, Vec::new()))
}

pub(super) fn finished(
    text: &str,
    statement: Option<Statement>,
    comment: Option<LineRange>,
    mut diagnostics: Vec<Diagnostic>,
) -> Line {
    let silences = comment.as_ref().map_or_else(Box::default, |comment| {
        let form = silencing_comment::CommentSyntax {
            signs: &["#"],
            find: &|name| Selector::find(name, Code::ids()),
            example: "E1010",
            unclear: Code::SilencingUnclear,
        };
        silencing_comment::read(text, comment, &form, &mut diagnostics)
    });
    let comment_shape = match &comment {
        Some(comment) if statement.is_none() => CommentShape::from_comment(part(text, comment)),
        Some(_) | None => CommentShape::default(),
    };
    let is_insertion_marker = comment.is_some() && text.contains(INSERTION_MARKER);
    Line {
        statement,
        comment,
        comment_shape,
        is_insertion_marker,
        silences,
        assertion: None,
        pdm_use: None,
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
        "directive" => {
            let found = syntax_error::directive(context, node);
            context.report(found);
            None
        }
        _ => None,
    }
}
