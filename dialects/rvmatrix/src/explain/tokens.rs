//! Tokens that need more than the grammar.

use std::ops::Range;

use mnc2_assembly::Unit;
use mnc2_text::interface::{Colour, IsCancelled, wanted};
use mnc2_text::{Place, Token, TokenKind};

use super::touch;
use crate::document::Document;
use crate::lower::{Lowered, lower, mnemonic_versions};
use crate::spelling::spelling;
use crate::table::{Operation, Row};

impl Colour for Document {
    fn tokens(&self, lines: Range<u32>, is_cancelled: IsCancelled<'_>) -> Vec<Token> {
        let (source, symbols) = (self.source(), self.names());
        let mut tokens = Vec::new();
        for (number, line) in wanted(source.lines_in(lines), is_cancelled) {
            for (index, statement) in line.statements.iter().enumerate() {
                let Some(unit) = Unit::from_source(source, number, index) else {
                    continue;
                };
                let lowered = lower(&unit, symbols);
                if let Some(mnemonic) = &statement.mnemonic {
                    let is_misspelt = || {
                        let word = line.part(mnemonic);
                        mnemonic_versions(word) != 0 || spelling(word, symbols.version).is_some()
                    };
                    let kind = match (&lowered, lowered.row()) {
                        (_, Some(row)) => Some(kind_of(row)),
                        (Lowered::Wrong(..), None) if is_misspelt() => Some(TokenKind::Unknown),
                        _ => None,
                    };
                    tokens.extend(kind.map(|kind| Token::new(number, mnemonic, kind)));
                }
                if let Lowered::Instruction(instruction) = &lowered {
                    let touches = touch::matrices(number, line, symbols, statement, instruction);
                    let operands = touches.into_iter();
                    tokens.extend(operands.map(|it| Token::from_operand(it.place, it.writes)));
                }
            }
        }
        tokens
    }

    fn operands(&self, line: u32) -> Vec<Place> {
        touch::operands(self.source(), self.names(), line)
    }
}

fn kind_of(row: &Row) -> TokenKind {
    match row.operation {
        Operation::FloatMultiply
        | Operation::FloatMultiplyWide
        | Operation::IntegerMultiply(_)
        | Operation::Int4Multiply(_)
        | Operation::Pointwise(_)
        | Operation::Accumulate(_)
        | Operation::IntegerElements(_)
        | Operation::FloatElements(_)
        | Operation::ConvertFloat(..)
        | Operation::ConvertToFloat
        | Operation::ConvertToInteger
        | Operation::ConvertInt4
        | Operation::ClipQuarter => TokenKind::Compute,
        Operation::Move
        | Operation::Zero
        | Operation::Duplicate
        | Operation::ReadElement
        | Operation::WriteElement
        | Operation::Load
        | Operation::StreamLoad
        | Operation::Store
        | Operation::StreamStore
        | Operation::WholeLoad(_)
        | Operation::WholeStore(_)
        | Operation::LoadTile(..)
        | Operation::StoreTile(..)
        | Operation::ZeroGroup(_)
        | Operation::Pack
        | Operation::Slide
        | Operation::BroadcastRow
        | Operation::BroadcastColumn => TokenKind::Transfer,
        Operation::Configure(_) | Operation::Release | Operation::Initialize => TokenKind::Control,
    }
}
