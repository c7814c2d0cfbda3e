//! Tokens that need more than the grammar.

use std::ops::Range;

use mnc2_assembly::{Source, Symbols, Unit};
use mnc2_text::{Place, Token, TokenKind};

use super::touch;
use crate::lower::{Lowered, lower};
use crate::table::{Operation, Row};

/// How many lines are read between two questions whether the result is still wanted.
const LINES_BETWEEN_QUESTIONS: u32 = 1024;

/// The tokens of some lines.
#[must_use]
pub fn tokens(
    source: &Source,
    symbols: &Symbols,
    lines: Range<u32>,
    is_cancelled: &dyn Fn() -> bool,
) -> Vec<Token> {
    let mut tokens = Vec::new();
    for number in lines.start..lines.end.min(source.count()) {
        if number % LINES_BETWEEN_QUESTIONS == 0 && is_cancelled() {
            break;
        }
        let Some(line) = source.line(number) else {
            break;
        };
        for (index, statement) in line.statements.iter().enumerate() {
            let Some(unit) = Unit::of_source(source, number, index) else {
                continue;
            };
            let lowered = lower(&unit, symbols);
            let token = |range: &mnc2_text::LineRange, kind| Token {
                place: Place {
                    line: number,
                    range: range.clone(),
                },
                kind,
            };
            if let Some(mnemonic) = &statement.mnemonic {
                match (&lowered, lowered.row()) {
                    (_, Some(row)) => tokens.push(token(mnemonic, kind_of(row))),
                    (Lowered::Wrong(..), None)
                        if crate::spelling::spelling(line.part(mnemonic)).is_some() =>
                    {
                        tokens.push(token(mnemonic, TokenKind::Unknown));
                    }
                    _ => {}
                }
            }
            if let Lowered::Instruction(instruction) = &lowered {
                for touch in touch::matrices(number, line, symbols, statement, instruction) {
                    let kind = if touch.writes {
                        TokenKind::Write
                    } else {
                        TokenKind::Read
                    };
                    tokens.push(token(&touch.place.range, kind));
                }
            }
        }
    }
    tokens
}

fn kind_of(row: &Row) -> TokenKind {
    match row.operation {
        Operation::FloatMultiply
        | Operation::FloatMultiplyWide
        | Operation::IntegerMultiply(_)
        | Operation::Int4Multiply(_)
        | Operation::Pointwise(_) => TokenKind::Compute,
        Operation::Move
        | Operation::Load
        | Operation::StreamLoad
        | Operation::Store
        | Operation::StreamStore
        | Operation::WholeLoad(_)
        | Operation::WholeStore(_) => TokenKind::Transfer,
        Operation::Configure(_) | Operation::Release => TokenKind::Control,
    }
}
