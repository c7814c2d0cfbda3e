//! One line: its statements, from the tree of the grammar.

use mnc2_text::{LineRange, line};
use tree_sitter::{Node, Parser};

use crate::comment::{Begin, code_of, is_directive, words_after_sign};
use crate::lines::Parsed;
use crate::{Assembler, Syntax};

/// The longest line that is read.
pub const LINE_BYTES_MAX: usize = 1 << 14;

/// Maximum number of tokens of an operand that are kept; an operand with more is not an operand of a supported language.
const PIECES_MAX: usize = 256;

/// A line as its statements, comment and preprocessor directive.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    text: Box<str>,
    /// Bytes before the line end.
    length: u32,
    begins: Begin,
    ends: Begin,
    /// Its statements, in order.
    pub statements: Vec<Statement>,
    /// The comment at its end, or the part of a block comment in it.
    pub comment: Option<LineRange>,
    /// The words of a preprocessor directive after `#`: `define`, `NAME`.
    pub directive: Option<Vec<LineRange>>,
    /// Whether it is longer than what is read.
    pub is_too_long: bool,
}

/// A statement: the text between `;`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statement {
    /// The names before `:`.
    pub labels: Vec<LineRange>,
    /// The mnemonic, directive or macro.
    pub mnemonic: Option<LineRange>,
    /// Its operands. There is an empty one between two commas.
    pub operands: Vec<Operand>,
    /// Whether a bracket is not closed, or a part does not match the grammar.
    pub has_error: bool,
    /// Its bytes in the line, operands included.
    pub range: LineRange,
}

/// An operand as a sequence of tokens, brackets included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operand {
    /// Its bytes in the line, brackets included.
    pub range: LineRange,
    /// Its tokens in the order of the text.
    pub pieces: Vec<Piece>,
}

/// A token of an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The class of the token.
    pub kind: PieceKind,
    /// Its bytes in the line.
    pub range: LineRange,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// A register, symbol or macro argument.
    Word,
    /// A reference to a numeric label, such as `1b` or `1f`.
    LocalLabel,
    /// A number in any base.
    Number,
    /// A string in double quotes.
    Text,
    /// A character in single quotes.
    Character,
    /// A sign of an operator; `<>` is two.
    Operator,
    /// `(` or `[`.
    Open,
    /// `)` or `]`.
    Close,
    /// `,` inside brackets, or `:`.
    Separator,
}

/// How an operand is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape<'a> {
    /// One word without brackets.
    Word(&'a Piece),
    /// A word, and something in square brackets.
    Indexed(&'a Piece, &'a [Piece]),
    /// Something in parentheses at the end, after something or nothing.
    Address(&'a [Piece], &'a [Piece]),
    /// An expression of any other form.
    Expression(&'a [Piece]),
}

/// A parser of lines.
pub struct LineParser {
    parser: Parser,
    assembler: Assembler,
}

impl Parsed for Line {
    type Syntax = &'static Syntax;
    type Parser = LineParser;
    type Begin = Begin;

    fn parser(syntax: &'static Syntax) -> LineParser {
        LineParser::new(syntax)
    }

    fn parse(parser: &mut LineParser, text: &str, begins: Begin) -> Self {
        Self::new(parser, text, begins)
    }

    fn text_with_end(&self) -> &str {
        self.text_with_end()
    }

    fn begins(&self) -> Begin {
        self.begins
    }

    fn ends(&self) -> Begin {
        self.ends
    }
}

impl LineParser {
    /// The parser of a language.
    #[must_use]
    pub fn new(syntax: &Syntax) -> Self {
        let mut parser = Parser::new();
        // The grammar is compiled in, for an interface version that the library has; a test parses with it.
        let result = parser.set_language(&(syntax.grammar)());
        debug_assert!(result.is_ok());
        Self {
            parser,
            assembler: syntax.assembler,
        }
    }
}

impl Line {
    /// Parses a line with its end.
    #[must_use]
    pub fn new(parser: &mut LineParser, text: &str, begins: Begin) -> Self {
        let content = line::without_end(text);
        let mut parsed = Self {
            text: text.into(),
            length: content.len() as u32,
            begins,
            ends: Begin::Code,
            statements: Vec::new(),
            comment: None,
            directive: None,
            is_too_long: content.len() > LINE_BYTES_MAX,
        };
        if parsed.is_too_long {
            // Where comments end is still known, or one long line would change the meaning of the others.
            parsed.ends = code_of(content, begins).ends;
            return parsed;
        }
        let has_directives = parser.assembler == Assembler::Gnu;
        let is_first = has_directives && begins == Begin::Code && is_directive(content);
        if begins == Begin::Directive || is_first {
            let continues = content.trim_end().ends_with('\\');
            parsed.ends = if continues {
                Begin::Directive
            } else {
                Begin::Code
            };
            parsed.directive = Some(match begins {
                Begin::Code => words_after_sign(content),
                Begin::Comment | Begin::Directive => Vec::new(),
            });
            return parsed;
        }
        let code = code_of(content, begins);
        parsed.ends = code.ends;
        parsed.comment = code.comment;
        if code.text.trim().is_empty() {
            return parsed;
        }
        if let Some(tree) = parser.parser.parse(&code.text, None) {
            let mut cursor = tree.walk();
            let root = tree.root_node();
            let rest_is_broken = root.has_error();
            for node in root.children(&mut cursor) {
                match node.kind() {
                    "statement" => parsed.statements.push(statement(node, &code.text)),
                    "ERROR" => parsed.statements.extend(damaged(node)),
                    _ => {}
                }
            }
            if rest_is_broken && parsed.statements.is_empty() {
                parsed.statements.push(Statement {
                    has_error: true,
                    range: 0..parsed.length,
                    ..Statement::default()
                });
            }
        }
        parsed.statements.shrink_to_fit();
        parsed
    }

    /// Its text without the line end.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text[..self.length as usize]
    }

    /// Its code: spaces in the place of comments.
    #[must_use]
    pub fn code(&self) -> String {
        match self.directive {
            Some(_) => String::new(),
            None => code_of(self.text(), self.begins).text,
        }
    }

    /// Its text with the line end.
    #[must_use]
    pub fn text_with_end(&self) -> &str {
        &self.text
    }

    /// The text of a part of the line.
    #[must_use]
    pub fn part(&self, range: &LineRange) -> &str {
        line::part(self.text(), range)
    }

    /// The mnemonic of a statement, or nothing.
    #[must_use]
    pub fn mnemonic(&self, statement: &Statement) -> &str {
        statement
            .mnemonic
            .as_ref()
            .map_or("", |range| self.part(range))
    }
}

fn range(node: Node<'_>) -> LineRange {
    mnc2_text::line::range(node.start_byte()..node.end_byte())
}

/// The statements in what the grammar could not read, marked as broken.
fn damaged(node: Node<'_>) -> Vec<Statement> {
    vec![Statement {
        has_error: true,
        range: range(node),
        ..Statement::default()
    }]
}

fn statement(node: Node<'_>, text: &str) -> Statement {
    let mut read = Statement {
        has_error: node.has_error(),
        range: range(node),
        ..Statement::default()
    };
    let mut cursor = node.walk();
    let mut awaits_operand = false;
    for child in node.children(&mut cursor) {
        match child.kind() {
            "label" => {
                if let Some(name) = child.child_by_field_name("name") {
                    read.labels.push(range(name));
                }
            }
            "mnemonic" => read.mnemonic = Some(range(child)),
            "operand" => {
                read.operands.push(operand(child, text));
                awaits_operand = false;
            }
            "," => {
                if awaits_operand || read.operands.is_empty() {
                    read.operands.push(empty(child));
                }
                awaits_operand = true;
                continue;
            }
            _ => {}
        }
    }
    if awaits_operand {
        read.operands.push(Operand {
            range: read.range.end..read.range.end,
            pieces: Vec::new(),
        });
    }
    read.labels.shrink_to_fit();
    read.operands.shrink_to_fit();
    read
}

fn empty(comma: Node<'_>) -> Operand {
    let at = comma.start_byte() as u32;
    Operand {
        range: at..at,
        pieces: Vec::new(),
    }
}

/// The leaves of an operand. The walk keeps no stack of its own: brackets may be as deep as the line is long.
fn operand(node: Node<'_>, text: &str) -> Operand {
    let mut read = Operand {
        range: range(node),
        pieces: Vec::new(),
    };
    let mut cursor = node.walk();
    'walk: while read.pieces.len() < PIECES_MAX {
        let leaf = cursor.node();
        let kind = match leaf.kind() {
            "word" => Some(PieceKind::Word),
            "local_label" => Some(PieceKind::LocalLabel),
            "number" => Some(PieceKind::Number),
            "string" => Some(PieceKind::Text),
            "character" => Some(PieceKind::Character),
            "operator" => Some(PieceKind::Operator),
            "(" | "[" => Some(PieceKind::Open),
            ")" | "]" => Some(PieceKind::Close),
            "," | ":" => Some(PieceKind::Separator),
            _ => None,
        };
        if let Some(kind) = kind
            && leaf.end_byte() > leaf.start_byte()
            && leaf.end_byte() <= text.len()
        {
            read.pieces.push(Piece {
                kind,
                range: range(leaf),
            });
        } else if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() || cursor.node() == node {
                break 'walk;
            }
        }
    }
    read.pieces.shrink_to_fit();
    read
}

impl Operand {
    /// How it is built.
    #[must_use]
    pub fn shape<'a>(&'a self, line: &Line) -> Shape<'a> {
        let pieces = self.pieces.as_slice();
        let sign = |piece: &Piece| line.part(&piece.range).as_bytes().first().copied();
        match pieces {
            [word] if word.kind == PieceKind::Word => return Shape::Word(word),
            [word, open, inner @ .., close]
                if word.kind == PieceKind::Word
                    && sign(open) == Some(b'[')
                    && sign(close) == Some(b']') =>
            {
                return Shape::Indexed(word, inner);
            }
            [.., close] if sign(close) == Some(b')') => {
                let mut depth = 0_usize;
                for (index, piece) in pieces.iter().enumerate().rev() {
                    match piece.kind {
                        PieceKind::Close => depth += 1,
                        PieceKind::Open => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    if depth == 0 {
                        let inner = &pieces[index + 1..pieces.len() - 1];
                        return Shape::Address(&pieces[..index], inner);
                    }
                }
            }
            _ => {}
        }
        Shape::Expression(pieces)
    }
}
