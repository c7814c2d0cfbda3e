//! Tokens that need more than the grammar.

use std::ops::Range;

use mnc2_text::interface::{Colour, IsCancelled, wanted};
use mnc2_text::{Token, TokenKind};

use super::touch;
use crate::document::Document;
use crate::lower::Lowered;
use crate::table::{Operation, Row};

impl Colour for Document {
    fn tokens(&self, lines: Range<u32>, is_cancelled: IsCancelled<'_>) -> Vec<Token> {
        let layout = self.layout();
        let first = layout.index_of(lines.start, 0);
        let statements = (first..).zip(layout.statements_in(first..layout.count()));
        let statements = statements.take_while(|(_, placed)| placed.line < lines.end);
        let mut tokens = Vec::new();
        for (index, placed) in wanted(statements, is_cancelled) {
            let line = self.source().line(placed.line).filter(|_| !placed.is_made);
            let Some(line) = line else {
                continue;
            };
            let number = placed.line;
            if let Some(mnemonic) = &line.statements[placed.index].mnemonic {
                let kind = match (&*placed.lowered, placed.lowered.row()) {
                    (_, Some(row)) => Some(kind_of(row)),
                    (Lowered::Wrong(..), None) => Some(TokenKind::Unknown),
                    _ => None,
                };
                tokens.extend(kind.map(|kind| Token::new(number, mnemonic, kind)));
            }
            let touches = touch::statement_touches(self.source(), layout, index).into_iter();
            tokens.extend(touches.map(|it| Token::from_operand(it.place, it.writes)));
        }
        tokens
    }
}

fn kind_of(row: &Row) -> TokenKind {
    match row.family.operation {
        Operation::Integer(_)
        | Operation::Float(_)
        | Operation::Unary(_)
        | Operation::Compare(_)
        | Operation::CompareFloat(_)
        | Operation::CrossProduct => TokenKind::Compute,
        Operation::Shuffle
        | Operation::GetLane
        | Operation::Move
        | Operation::CreateMask
        | Operation::ReadMask
        | Operation::WriteMask
        | Operation::Constant(_)
        | Operation::Address
        | Operation::Load(_)
        | Operation::Store(_)
        | Operation::Gather
        | Operation::Scatter => TokenKind::Transfer,
        Operation::Barrier
        | Operation::BarrierThread
        | Operation::Flush
        | Operation::Invalidate
        | Operation::ReadControl
        | Operation::WriteControl
        | Operation::Jump
        | Operation::Call
        | Operation::Return
        | Operation::Branch { .. }
        | Operation::Nothing => TokenKind::Control,
    }
}
