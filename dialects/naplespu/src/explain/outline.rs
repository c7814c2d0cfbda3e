//! What a text consists of: symbols, lines that can be folded away, and tokens whose meaning a grammar cannot know.

use std::ops::Range;

use mnc2_assembly::Source;
use mnc2_text::{Fold, LineRange, Place, Symbol, SymbolKind, Token, TokenKind};

use super::touch;
use crate::layout::Layout;
use crate::lower::Lowered;
use crate::symbols::Symbols;
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
    let first = layout
        .statements
        .partition_point(|placed| placed.line < lines.start);
    for (index, placed) in layout.statements.iter().enumerate().skip(first) {
        let is_asked = index % STATEMENTS_BETWEEN_QUESTIONS == 0;
        if placed.line >= lines.end || is_asked && is_cancelled() {
            break;
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
            match (&placed.lowered, placed.lowered.row()) {
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

/// The outline: functions and labels, macros, constants.
#[must_use]
pub fn symbols(source: &Source, symbols: &Symbols) -> Vec<Symbol> {
    let last_line = source.lines().len().saturating_sub(1) as u32;
    let mut found = Vec::new();
    let new = |name: &str, kind, place: &Place, last_line| Symbol {
        name: name.to_owned(),
        detail: String::new(),
        kind,
        place: place.clone(),
        last_line,
        children: Vec::new(),
    };
    for (name, place) in &symbols.macros {
        // Lines of a macro are those in it, from the one with its name.
        let body = symbols.in_macro.iter().skip(place.line as usize);
        let count = body.take_while(|is_in_macro| **is_in_macro).count() as u32;
        let last = (place.line + count)
            .saturating_sub(1)
            .clamp(place.line, last_line);
        found.push(new(name, SymbolKind::Macro, place, last));
    }
    for (name, place) in &symbols.constant_places {
        let value = symbols.value(name);
        found.push(Symbol {
            detail: value.map(|value| value.to_string()).unwrap_or_default(),
            ..new(name, SymbolKind::Constant, place, place.line)
        });
    }
    for (name, places) in &symbols.labels {
        let kind = match symbols.globals.contains(name) {
            true => SymbolKind::Function,
            false => SymbolKind::Label,
        };
        found.extend(
            places
                .iter()
                .map(|place| new(name, kind, place, place.line)),
        );
    }
    found.sort_by_key(|symbol| (symbol.place.line, symbol.place.range.start));
    // A label that is no function is inside the function before it, which ends before the next one.
    let mut outline: Vec<Symbol> = Vec::new();
    let mut open: Option<usize> = None;
    for symbol in found {
        let line = symbol.place.line;
        match (symbol.kind, open) {
            (SymbolKind::Label, Some(index)) => outline[index].children.push(symbol),
            (SymbolKind::Function, _) => {
                if let Some(index) = open {
                    let first = outline[index].place.line;
                    outline[index].last_line = line.saturating_sub(1).max(first);
                }
                open = Some(outline.len());
                outline.push(symbol);
            }
            _ => outline.push(symbol),
        }
    }
    if let Some(index) = open {
        outline[index].last_line = last_line;
    }
    outline
}

/// Bodies of macros and functions, and comments of several lines.
#[must_use]
pub fn folding(source: &Source, names: &Symbols) -> Vec<Fold> {
    let mut folds = Vec::new();
    let mut fold = |first_line: u32, last_line: u32, is_comment| {
        if last_line > first_line {
            folds.push(Fold {
                first_line,
                last_line,
                is_comment,
            });
        }
    };
    for symbol in symbols(source, names) {
        fold(symbol.place.line, symbol.last_line, false);
    }
    let mut first = None;
    for (number, line) in source.lines().iter().enumerate() {
        let number = number as u32;
        let is_comment = line.statements.is_empty() && line.comment.is_some();
        match (is_comment, first) {
            (true, None) => first = Some(number),
            (false, Some(start)) => {
                fold(start, number - 1, true);
                first = None;
            }
            _ => {}
        }
    }
    if let Some(start) = first {
        fold(start, source.lines().len() as u32 - 1, true);
    }
    folds.sort_by_key(|fold| (fold.first_line, fold.last_line));
    folds
}
