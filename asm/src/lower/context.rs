//! What every lowering function needs: the text, the findings, and access to nodes.

use tree_sitter::Node;

use super::node_field::NodeField;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::message;
use crate::message::Message;
use crate::program::LineRange;
use crate::text::part;

/// Edits between a word and a suggestion beyond which it is no suggestion.
const SUGGESTION_DISTANCE_MAX: usize = 2;

pub(crate) struct Context<'a> {
    text: &'a str,
    diagnostics: Vec<Diagnostic>,
    suggestions: &'a mut u32,
}

impl<'a> Context<'a> {
    pub(super) fn new(text: &'a str, suggestions: &'a mut u32) -> Self {
        Self {
            text,
            diagnostics: Vec::new(),
            suggestions,
        }
    }

    pub(super) fn into_diagnostics(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    pub(super) fn range(&self, node: Node<'_>) -> LineRange {
        node.start_byte() as u32..node.end_byte() as u32
    }

    /// The node's text; empty should the tree not fit the text.
    pub(super) fn slice(&self, node: Node<'_>) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    pub(super) fn at(&self, range: &LineRange) -> &'a str {
        part(self.text, range)
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic.explained());
    }

    /// Whether an error was reported.
    pub(super) fn has_error(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    pub(super) fn error(&mut self, code: Code, range: LineRange, message: impl Into<Message>) {
        self.report(Diagnostic::new(code, range, message));
    }

    /// The candidate nearest to a word, if one is near. Costs one of the line's remaining searches.
    pub(super) fn suggest<'c>(
        &mut self,
        word: &str,
        candidates: impl Iterator<Item = &'c str>,
    ) -> Option<&'c str> {
        if *self.suggestions == 0 {
            return None;
        }
        *self.suggestions -= 1;
        let word = word.to_ascii_lowercase();
        candidates
            .filter(|candidate| candidate.len().abs_diff(word.len()) <= SUGGESTION_DISTANCE_MAX)
            .map(|candidate| (strsim::damerau_levenshtein(&word, candidate), candidate))
            .filter(|&(distance, _)| distance <= SUGGESTION_DISTANCE_MAX)
            .min_by_key(|&(distance, _)| distance)
            .map(|(_, candidate)| candidate)
    }
}

/// Reports each part of a statement that follows the one before it without a space.
pub(super) fn require_spaces(context: &mut Context<'_>, parts: &[Node<'_>]) {
    for pair in parts.windows(2) {
        let at = pair[1].start_byte() as u32;
        if pair[0].end_byte() as u32 != at {
            continue;
        }
        let (before, range) = (context.slice(pair[0]), context.range(pair[1]));
        context.report(
            Diagnostic::new(
                Code::UnreadableStatement,
                range,
                message!("a space is missing after `{before}`", before),
            )
            .fix(message!("Insert a space"), at..at, " "),
        );
    }
}

/// The child of a node in one of its fields.
pub(super) fn field(node: Node<'_>, field: NodeField) -> Option<Node<'_>> {
    node.child_by_field_id(field.id()?.get())
}

/// The named children of a node, without error nodes.
pub(super) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|child| !child.is_error())
        .collect()
}
