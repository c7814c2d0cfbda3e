//! One line: its statement, from the tree of the grammar.

use mnc2_assembly::Parsed;
use mnc2_text::{LineRange, line};
use tree_sitter::{Node, Parser};

/// The longest code of a line that is read; the comment after it has no limit.
pub const LINE_BYTES_MAX: usize = 1 << 14;

/// The most operands that are kept; what has more is not an instruction.
const ITEMS_MAX: usize = 64;

/// A line as its instruction and its comment.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    text: Box<str>,
    /// Bytes before the line end.
    length: u32,
    /// The instruction of the line; `None` if it has none.
    pub statement: Option<Statement>,
    /// The comment at its end.
    pub comment: Option<LineRange>,
    /// Whether its code is longer than what is read.
    pub is_too_long: bool,
}

/// An instruction as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statement {
    /// The number in brackets.
    pub index: Option<LineRange>,
    /// The thread before the mnemonic.
    pub thread: Option<LineRange>,
    /// The name of the instruction.
    pub mnemonic: LineRange,
    /// The parts of the flags, and the flags with their parentheses.
    pub flags: Option<(Vec<LineRange>, LineRange)>,
    /// The operands, in order.
    pub items: Vec<Item>,
    /// What is not a shape of the language: the first such part.
    pub broken: Option<LineRange>,
    /// Its bytes in the line, operands included.
    pub range: LineRange,
}

/// An operand as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The class of the operand.
    pub kind: ItemKind,
    /// Its bytes in the line.
    pub range: LineRange,
}

/// What an operand is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A call, such as `Local(3)@2^1`.
    Call(Call),
    /// `O=Max(I,R1)`: the destination and its value.
    Assignment(LineRange, Box<Item>),
    /// `2(+1)`: the number, and the number in parentheses.
    Size(LineRange, LineRange),
    /// A word, such as `Zeroes`.
    Word,
    /// A number, such as `3`.
    Number,
}

/// A name with something in parentheses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// The name before the parenthesis.
    pub name: LineRange,
    /// What is in parentheses.
    pub arguments: Vec<LineRange>,
    /// The base and the exponent of the stride, and the whole stride from `@`.
    pub stride: Option<(LineRange, LineRange, LineRange)>,
}

impl Parsed for Line {
    type Syntax = ();
    type Parser = Parser;
    type Begin = ();

    fn parser((): ()) -> Parser {
        let mut parser = Parser::new();
        // The grammar is compiled in, for an interface version that the library has; a test parses with it.
        let result = parser.set_language(&tree_sitter_tensil::LANGUAGE.into());
        debug_assert!(result.is_ok());
        parser
    }

    fn parse(parser: &mut Parser, text: &str, (): ()) -> Self {
        Self::new(parser, text)
    }

    fn text_with_end(&self) -> &str {
        &self.text
    }

    fn begins(&self) {}

    fn ends(&self) {}
}

impl Line {
    /// Parses a line with its end.
    fn new(parser: &mut Parser, text: &str) -> Self {
        let content = line::without_end(text);
        let mut parsed = Self {
            text: text.into(),
            length: content.len() as u32,
            statement: None,
            comment: None,
            is_too_long: false,
        };
        // Nothing but a comment contains these signs, and what is in a comment is not a concern of the grammar.
        let code_end = [content.find('#'), content.find(';'), content.find("//")]
            .into_iter()
            .flatten()
            .min();
        let code = &content[..code_end.unwrap_or(content.len())];
        parsed.comment = code_end.map(|start| mnc2_text::line::range(start..content.len()));
        let trimmed = code.trim();
        parsed.is_too_long = code.len() > LINE_BYTES_MAX && !trimmed.is_empty();
        if trimmed.is_empty() || parsed.is_too_long {
            return parsed;
        }
        let start = (code.len() - code.trim_start().len()) as u32;
        let range = start..start + trimmed.len() as u32;
        let tree = parser.parse(code, None);
        let root = tree.as_ref().map(tree_sitter::Tree::root_node);
        let whole = Statement {
            broken: Some(range.clone()),
            range: range.clone(),
            ..Statement::default()
        };
        let mut statement = root
            .and_then(|root| child(root, "statement"))
            .map_or(whole, statement);
        if statement.broken.is_none() {
            statement.broken = root.and_then(broken);
        }
        statement.range = range;
        parsed.statement = Some(statement);
        parsed
    }

    /// Its text without the line end.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text[..self.length as usize]
    }

    /// A part of it.
    #[must_use]
    pub fn part(&self, range: &LineRange) -> &str {
        line::part(self.text(), range)
    }
}

fn range(node: Node<'_>) -> LineRange {
    mnc2_text::line::range(node.start_byte()..node.end_byte())
}

fn child<'tree>(node: Node<'tree>, kind: &str) -> Option<Node<'tree>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).find(|it| it.kind() == kind)
}

fn field(node: Node<'_>, name: &str) -> LineRange {
    node.child_by_field_name(name).map_or(0..0, range)
}

/// The first part that the grammar could not read, if there is any. The walk keeps no stack of its own.
fn broken(root: Node<'_>) -> Option<LineRange> {
    if !root.has_error() {
        return None;
    }
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            return Some(range(node));
        }
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return Some(range(root));
            }
        }
    }
}

fn statement(node: Node<'_>) -> Statement {
    let mut read = Statement {
        mnemonic: field(node, "mnemonic"),
        thread: node.child_by_field_name("thread").map(range),
        ..Statement::default()
    };
    let mut cursor = node.walk();
    for part in node.children(&mut cursor) {
        match part.kind() {
            "index" => read.index = child(part, "number").map(range),
            "flags" => {
                let mut inner = part.walk();
                let parts = part.named_children(&mut inner);
                let parts = parts.filter(|it| !it.is_error()).map(range).collect();
                read.flags = Some((parts, range(part)));
            }
            _ if read.items.len() < ITEMS_MAX => read.items.extend(item(part)),
            _ => {}
        }
        // The thread is a number before the mnemonic, and no operand.
        if part.end_byte() as u32 <= read.mnemonic.start {
            read.items.clear();
        }
    }
    // The mnemonic is a word, but no operand.
    read.items
        .retain(|item| item.range.start >= read.mnemonic.end);
    read
}

fn item(node: Node<'_>) -> Option<Item> {
    let kind = match node.kind() {
        "call" => {
            let mut cursor = node.walk();
            let all = node.named_children(&mut cursor).skip(1);
            let arguments = all.filter(|it| matches!(it.kind(), "word" | "number"));
            let stride = child(node, "stride");
            ItemKind::Call(Call {
                name: field(node, "name"),
                arguments: arguments.map(range).collect(),
                stride: stride.map(|it| (field(it, "base"), field(it, "exponent"), range(it))),
            })
        }
        "assignment" => {
            let value = node.child_by_field_name("value").and_then(item)?;
            ItemKind::Assignment(field(node, "destination"), Box::new(value))
        }
        "size" => ItemKind::Size(field(node, "value"), field(node, "more")),
        "word" => ItemKind::Word,
        "number" => ItemKind::Number,
        _ => return None,
    };
    Some(Item {
        kind,
        range: range(node),
    })
}
