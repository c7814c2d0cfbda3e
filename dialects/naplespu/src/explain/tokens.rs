//! Tokens that need more than the grammar.

use std::ops::Range;

use mnc2_assembly::Source;
use mnc2_text::{LineRange, Place, Token, TokenKind};

use super::touch;
use crate::layout::Layout;
use crate::lower::Lowered;
use crate::table::{Operation, Row};

/// How many statements are read between two questions whether the result is still wanted.
const STATEMENTS_BETWEEN_QUESTIONS: usize = 1024;

/// The tokens of some lines.
#[must_use]
pub fn tokens(
    source: &Source,
    layout: &Layout,
    lines: Range<u32>,
    is_cancelled: &dyn Fn() -> bool,
) -> Vec<Token> {
    let mut tokens = Vec::new();
    let first = layout.index_of(lines.start, 0);
    for (index, placed) in (first..).zip(layout.statements_in(first..layout.count())) {
        let is_asked = index % STATEMENTS_BETWEEN_QUESTIONS == 0;
        if placed.line >= lines.end || is_asked && is_cancelled() {
            break;
        }
        if placed.is_made {
            continue;
        }
        let Some(line) = source.line(placed.line) else {
            break;
        };
        let token = |range: &LineRange, kind| Token {
            place: Place {
                line: placed.line,
                range: range.clone(),
            },
            kind,
        };
        let statement = &line.statements[placed.index];
        if let Some(mnemonic) = &statement.mnemonic {
            match (&*placed.lowered, placed.lowered.row()) {
                (_, Some(row)) => tokens.push(token(mnemonic, kind_of(row))),
                (Lowered::Wrong(..), None) => tokens.push(token(mnemonic, TokenKind::Unknown)),
                _ => {}
            }
        }
        for touch in touch::of_statement(source, layout, index) {
            let kind = match touch.writes {
                true => TokenKind::Write,
                false => TokenKind::Read,
            };
            tokens.push(token(&touch.place.range, kind));
        }
    }
    tokens
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
