//! They mark the unit of an opcode and its precision, whether an operand is read or written, and opcodes that do not exist.
//! Addresses, numbers and comments are left to the grammar: a token covers the letters of an opcode, and the part of an operand
//! that names the memory. In an assertion, tokens cover the keyword and the places.
//!
//! They are the unit of an opcode and its precision, whether an operand is read or written, and opcodes that do not
//! exist. Addresses, numbers and comments are left to the grammar: a token covers the letters of an opcode, and the
//! part of an operand that names the memory. Of an assertion it covers the word and the places.

use mnc2_isa::{Group, Op, Precision};
use mnc2_program::code::Code;
use mnc2_program::directive::DirectiveValue;
use mnc2_program::{
    Assertion, AssertionKind, Directive, Expression, Line, MvInstruction, Operand, OperandKind,
    Statement,
};
use mnc2_text::line::part;
use mnc2_text::{LineRange, TokenKind};

/// Maximum number of tokens of one document; a program of 100 000 lines has about 300 000.
pub const TOKENS_MAX: usize = 1_000_000;

/// A modifier of a token, in the order of the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// An operand that changes.
    Modification,
    /// An operand that is a constant.
    Readonly,
    /// A transfer that runs concurrently with the steps.
    Async,
    /// An opcode of the MAU.
    Mau,
    /// An opcode of the ALU.
    Alu,
    /// An opcode that writes or reads a matrix register.
    MatrixRegister,
    /// An opcode of L1BM.
    L1bm,
    /// An opcode of L2BM.
    L2bm,
    /// An opcode of an MV instruction.
    Mv,
    /// Double precision floating point.
    Double,
    /// Single precision floating point.
    Single,
    /// Pseudo-single precision floating point.
    PseudoSingle,
    /// Half precision floating point.
    Half,
    /// Integers of 64 bits.
    LongInteger,
    /// Integers of 32 bits.
    SingleInteger,
    /// Integers of 16 bits.
    HalfInteger,
}

impl Modifier {
    /// Every modifier, in the order of the legend.
    pub const ALL: [Self; 16] = [
        Self::Modification,
        Self::Readonly,
        Self::Async,
        Self::Mau,
        Self::Alu,
        Self::MatrixRegister,
        Self::L1bm,
        Self::L2bm,
        Self::Mv,
        Self::Double,
        Self::Single,
        Self::PseudoSingle,
        Self::Half,
        Self::LongInteger,
        Self::SingleInteger,
        Self::HalfInteger,
    ];

    const fn from_precision(precision: Precision) -> Self {
        match precision {
            Precision::Double => Self::Double,
            Precision::Single => Self::Single,
            Precision::PseudoSingle => Self::PseudoSingle,
            Precision::Half => Self::Half,
            Precision::LongInteger => Self::LongInteger,
            Precision::SingleInteger => Self::SingleInteger,
            Precision::HalfInteger => Self::HalfInteger,
        }
    }
}

/// A set of modifiers, a bit for each in the order of the legend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers(pub u32);

impl Modifiers {
    const fn with(self, modifier: Modifier) -> Self {
        Self(self.0 | 1 << modifier as u32)
    }
}

/// A token in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its bytes in the line.
    pub range: LineRange,
    /// The class of the token.
    pub kind: TokenKind,
    /// The set of its modifiers.
    pub modifiers: Modifiers,
}

/// The tokens of a line, in order and without overlaps.
pub fn tokens(line: &Line, text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    match &line.statement {
        Some(Statement::Step(step)) => {
            for expression in &step.expressions {
                push_expression_tokens(expression, text, &mut tokens);
            }
        }
        Some(Statement::Mv(mv)) => push_mv_tokens(mv, text, &mut tokens),
        Some(Statement::DebugGet(get)) => tokens.push(Token {
            range: memory_name(text, get.memory.range.clone()),
            kind: TokenKind::Read,
            modifiers: Modifiers::default(),
        }),
        Some(Statement::DebugSet(set)) => tokens.push(Token {
            range: memory_name(text, set.memory.range.clone()),
            kind: TokenKind::Write,
            modifiers: Modifiers::default().with(Modifier::Modification),
        }),
        Some(Statement::Directive(directive)) => {
            push_directive_tokens(directive, text, &mut tokens);
        }
        Some(Statement::Quit(_) | Statement::Mask(_) | Statement::Host(_)) | None => {}
    }
    if let Some(assertion) = &line.assertion {
        push_assertion_tokens(assertion, text, &mut tokens);
    }
    for diagnostic in &line.diagnostics {
        if diagnostic.code == Code::UnknownOpcode {
            tokens.push(Token {
                range: diagnostic.range.clone(),
                kind: TokenKind::Unknown,
                modifiers: Modifiers::default(),
            });
        }
    }
    tokens.retain(|token| token.range.start < token.range.end);
    tokens.sort_by_key(|token| token.range.start);
    tokens.dedup_by(|later, earlier| later.range.start < earlier.range.end);
    tokens
}

fn push_expression_tokens(expression: &Expression, text: &str, tokens: &mut Vec<Token>) {
    tokens.push(opcode(
        &expression.mnemonic_range,
        expression.op,
        expression.spelling.precision,
    ));
    let operands = |operands: &[Operand], kind: TokenKind, tokens: &mut Vec<Token>| {
        tokens.extend(
            operands
                .iter()
                .filter_map(|operand| operand_token(operand, kind, text)),
        );
    };
    operands(&expression.inputs, TokenKind::Read, tokens);
    operands(&expression.outputs, TokenKind::Write, tokens);
}

fn push_mv_tokens(mv: &MvInstruction, text: &str, tokens: &mut Vec<Token>) {
    tokens.push(opcode(&mv.mnemonic_range, mv.op, mv.spelling.precision));
    let kinds = [TokenKind::Read, TokenKind::Write];
    tokens.extend(
        mv.operands
            .iter()
            .zip(kinds)
            .filter_map(|(operand, kind)| operand_token(operand, kind, text)),
    );
}

/// The name, and its registers.
fn push_directive_tokens(directive: &Directive, text: &str, tokens: &mut Vec<Token>) {
    tokens.push(Token {
        range: directive.name_range.clone(),
        kind: if directive.name.is_some() {
            TokenKind::Transfer
        } else {
            TokenKind::Unknown
        },
        modifiers: Modifiers::default(),
    });
    let writes_pdm = directive.pdm().is_some_and(|(_, writes)| writes);
    let mut has_target = writes_pdm;
    for operand in &directive.operands {
        if let DirectiveValue::Register(_) = operand.value {
            tokens.push(Token {
                range: memory_name(text, operand.range.clone()),
                kind: if has_target {
                    TokenKind::Read
                } else {
                    TokenKind::Write
                },
                modifiers: Modifiers::default(),
            });
            has_target = true;
        }
    }
}

fn push_assertion_tokens(assertion: &Assertion, text: &str, tokens: &mut Vec<Token>) {
    let modifiers = Modifiers::default();
    tokens.push(Token {
        range: assertion.word_range.clone(),
        kind: TokenKind::Control,
        modifiers,
    });
    let expression = match &assertion.kind {
        AssertionKind::Assert(expression)
        | AssertionKind::Log {
            value: expression, ..
        } => expression,
        AssertionKind::Budget(_) => return,
    };
    let places = expression.places().into_iter();
    tokens.extend(places.map(|place| Token {
        range: memory_name(text, place.range.clone()),
        kind: TokenKind::Read,
        modifiers,
    }));
}

fn opcode(range: &LineRange, op: Op, precision: Option<Precision>) -> Token {
    let plain = Modifiers::default();
    let (kind, modifiers) = match op.row().group {
        Group::MauCalc => (TokenKind::Compute, plain.with(Modifier::Mau)),
        Group::Alu => (TokenKind::Compute, plain.with(Modifier::Alu)),
        Group::MauMwrite | Group::MauMread => {
            (TokenKind::Compute, plain.with(Modifier::MatrixRegister))
        }
        Group::L1bm => (TokenKind::Transfer, plain.with(Modifier::L1bm)),
        Group::L2bm | Group::L2bmdarw => (TokenKind::Transfer, plain.with(Modifier::L2bm)),
        Group::Mv => (
            TokenKind::Transfer,
            plain.with(Modifier::Mv).with(Modifier::Async),
        ),
        Group::Nop | Group::Noforward | Group::Wait | Group::Control => (TokenKind::Control, plain),
    };
    Token {
        range: range.clone(),
        kind,
        modifiers: match precision {
            Some(precision) => modifiers.with(Modifier::from_precision(precision)),
            None => modifiers,
        },
    }
}

/// The part of an operand that names what is accessed; `None` if no part does.
fn operand_token(operand: &Operand, kind: TokenKind, text: &str) -> Option<Token> {
    let bare = operand.bare_range();
    let modifiers = match kind {
        TokenKind::Write => Modifiers::default().with(Modifier::Modification),
        TokenKind::Compute
        | TokenKind::Transfer
        | TokenKind::Control
        | TokenKind::Read
        | TokenKind::Unknown => Modifiers::default(),
    };
    let (range, modifiers) = match &operand.kind {
        OperandKind::Literal(_) | OperandKind::Tag(_) | OperandKind::NoWrite => return None,
        OperandKind::Constant(_) => (bare, modifiers.with(Modifier::Readonly)),
        OperandKind::PeMemory(_)
        | OperandKind::T(_)
        | OperandKind::BaseRegister(..)
        | OperandKind::MaskRegister(_)
        | OperandKind::MatrixSide(..)
        | OperandKind::MatrixRows { .. }
        | OperandKind::Forwarding(_)
        | OperandKind::L1bm { .. }
        | OperandKind::Turnaround(_)
        | OperandKind::L2bm { .. }
        | OperandKind::Dar(_)
        | OperandKind::Pdm { .. }
        | OperandKind::Dram { .. } => (memory_name(text, bare), modifiers),
    };
    Some(Token {
        range,
        kind,
        modifiers,
    })
}

/// `$` and the letters that follow it.
fn memory_name(text: &str, range: LineRange) -> LineRange {
    let spelled = part(text, &range);
    let length = spelled
        .find(|character: char| character != '$' && !character.is_ascii_lowercase())
        .unwrap_or(spelled.len());
    range.start..range.start + length as u32
}

#[cfg(test)]
mod tests {
    use mnc2_asm::LineParser;
    use mnc2_text::line::part;

    use super::{TokenKind, tokens};

    #[test]
    fn assertions_have_their_word_and_places() {
        let text = "nop #! assert all($lr0v,f != $aluf) # x";
        let line = LineParser::new().parse(text);
        let found: Vec<_> = tokens(&line, text)
            .into_iter()
            .map(|token| (part(text, &token.range).to_owned(), token.kind))
            .collect();
        let expected = [
            ("nop", TokenKind::Control),
            ("assert", TokenKind::Control),
            ("$lr", TokenKind::Read),
            ("$aluf", TokenKind::Read),
        ];
        assert_eq!(found, expected.map(|(text, kind)| (text.to_owned(), kind)));
    }
}
