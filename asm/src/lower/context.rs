//! The context of every lowering function: the text, the findings, and access to nodes.

use tree_sitter::{Node, Parser};

use super::node_field::NodeField;
use super::{lower_line, suggestion};
use mnc2_program::Line;
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_text::line::part;
use mnc2_text::{LineRange, Message, message};

/// Maximum number of texts that one line is tried as. The count starts anew with each line, so that the findings of a
/// line depend on that line alone.
const TRIALS_MAX: u32 = 24;

/// Maximum number of words of one line that are looked up for similar ones.
const SEARCHES_MAX: u32 = 8;

/// Longer texts are not tried: a misspelt word is shorter.
const TRIAL_BYTES_MAX: usize = 400;

/// The budget of a line for finding out what was meant.
struct Guesses<'a> {
    parser: &'a mut Parser,
    trials_left: u32,
    searches_left: u32,
}

pub(crate) struct Context<'a> {
    text: &'a str,
    diagnostics: Vec<Diagnostic>,
    /// `None` if suggestions are not needed.
    guesses: Option<Guesses<'a>>,
}

impl<'a> Context<'a> {
    /// With a parser to try texts with, if suggestions are needed.
    pub(super) fn new(text: &'a str, parser: Option<&'a mut Parser>) -> Self {
        Self {
            text,
            diagnostics: Vec::new(),
            guesses: parser.map(|parser| Guesses {
                parser,
                trials_left: TRIALS_MAX,
                searches_left: SEARCHES_MAX,
            }),
        }
    }

    pub(super) fn take_diagnostics(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.diagnostics)
    }

    /// Whether suggestions are needed.
    pub(super) fn guesses(&self) -> bool {
        self.guesses.is_some()
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    pub(super) fn range(&self, node: Node<'_>) -> LineRange {
        mnc2_text::line::range(node.start_byte()..node.end_byte())
    }

    /// The node's text; empty if the tree does not fit the text.
    pub(super) fn slice(&self, node: Node<'_>) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    pub(super) fn at(&self, range: &LineRange) -> &'a str {
        part(self.text, range)
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic.explained());
    }

    /// Adds findings that are complete.
    pub(super) fn report_all(&mut self, diagnostics: Vec<Diagnostic>) {
        self.diagnostics.extend(diagnostics);
    }

    /// Whether an error was reported.
    pub(super) fn has_error(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    pub(super) fn error(&mut self, code: Code, range: LineRange, message: impl Into<Message>) {
        self.report(Diagnostic::new(code, range, message));
    }

    /// How a text is parsed; `None` once the line has used up its attempts.
    pub(super) fn trial(&mut self, text: &str) -> Option<Line> {
        let guesses = self.guesses.as_mut()?;
        if text.len() > TRIAL_BYTES_MAX || guesses.trials_left == 0 {
            return None;
        }
        guesses.trials_left -= 1;
        let tree = guesses.parser.parse(text, None)?;
        Some(lower_line(text, tree.root_node(), None))
    }

    /// Whether a text is a statement, or an expression of one, without an error.
    pub(super) fn reads(&mut self, text: &str) -> bool {
        self.trial(text).is_some_and(|line| {
            // A `wait` is tried without the rest of its step.
            let is_wrong = |found: &Diagnostic| found.is_error() && found.code != Code::WaitAlone;
            line.statement.is_some() && !line.diagnostics.iter().any(is_wrong)
        })
    }

    /// Whether a text is an operand of some instruction.
    pub(super) fn names_operand(&mut self, text: &str) -> bool {
        if text.contains([' ', '\t', ';', '#']) {
            return false;
        }
        // `nop` takes no operands, so each operand is checked separately.
        self.trial(&format!("nop {text}")).is_some_and(|line| {
            let mut found = line.diagnostics.iter().map(|found| found.code);
            found.all(|code| code == Code::OperandCount)
        })
    }

    /// The candidates that are most similar to a word and near it.
    pub(super) fn similar<'c>(
        &mut self,
        word: &str,
        candidates: impl Iterator<Item = &'c str>,
    ) -> Vec<&'c str> {
        let Some(guesses) = &mut self.guesses else {
            return Vec::new();
        };
        if guesses.searches_left == 0 {
            return Vec::new();
        }
        guesses.searches_left -= 1;
        suggestion::similar(word, candidates)
    }
}

/// Reports each part of a statement that follows the previous one without a space.
pub(super) fn require_spaces(context: &mut Context<'_>, parts: &[Node<'_>]) {
    for pair in parts.windows(2) {
        let at = pair[1].start_byte() as u32;
        if pair[0].end_byte() as u32 != at {
            continue;
        }
        let (before, range) = (context.slice(pair[0]), context.range(pair[1]));
        let diagnostic = Diagnostic::new(
            Code::UnreadableStatement,
            range,
            message!("a space is missing after `{before}`", before),
        );
        // A word or number without a space before it may be a part of the previous one.
        let is_operand = matches!(
            pair[1].kind(),
            "memory_operand" | "named_operand" | "literal"
        );
        context.report(if is_operand {
            diagnostic.fix(message!("Insert a space"), at..at, " ")
        } else {
            diagnostic
        });
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
