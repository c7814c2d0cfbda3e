//! What a text consists of: symbols, lines that can be folded away, and tokens whose meaning a grammar cannot know.

use std::collections::HashSet;
use std::ops::Range;

use mnc2_assembly::Source;
use mnc2_text::{Fold, Place, Symbol, SymbolKind, Token, TokenKind};

use super::touch;
use crate::lower::{Lowered, lower};
use crate::symbols::Symbols;
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
    for number in lines.start..lines.end.min(source.lines().len() as u32) {
        if number % LINES_BETWEEN_QUESTIONS == 0 && is_cancelled() {
            break;
        }
        let Some(line) = source.line(number) else {
            break;
        };
        for statement in &line.statements {
            let lowered = lower(line, statement, symbols);
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
                for touch in touch::of_instruction(number, line, statement, instruction) {
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
    for (name, entry) in &symbols.macros {
        let parameters: Vec<&str> = entry
            .parameters
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        let last = entry.body.end.min(last_line);
        found.push(Symbol {
            detail: parameters.join(", "),
            ..new(name, SymbolKind::Macro, &entry.place, last)
        });
    }
    for (name, place) in &symbols.constant_places {
        let value = symbols.value(name);
        found.push(Symbol {
            detail: value.map(|value| value.to_string()).unwrap_or_default(),
            ..new(name, SymbolKind::Constant, place, place.line)
        });
    }
    let functions = functions(source);
    for (name, places) in &symbols.labels {
        for place in places {
            let is_function = functions.contains(name);
            let kind = if is_function {
                SymbolKind::Function
            } else {
                SymbolKind::Label
            };
            found.push(new(name, kind, place, place.line));
        }
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
                    outline[index].last_line =
                        line.saturating_sub(1).max(outline[index].place.line);
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

/// The labels that `.globl` or `.type` names.
fn functions(source: &Source) -> HashSet<String> {
    let statements = source.lines().iter().flat_map(|line| {
        let statements = line.statements.iter();
        statements.map(move |statement| (line, statement))
    });
    statements
        .filter(|(line, statement)| {
            matches!(line.mnemonic(statement), ".globl" | ".global" | ".type")
        })
        .filter_map(|(line, statement)| {
            let word = statement.operands.first()?.pieces.first()?;
            Some(line.part(&word.range).to_owned())
        })
        .collect()
}

/// Bodies of macros and functions, and comments of several lines.
#[must_use]
pub fn folding(source: &Source, names: &Symbols) -> Vec<Fold> {
    let mut folds = Vec::new();
    for symbol in symbols(source, names) {
        if symbol.last_line > symbol.place.line {
            folds.push(Fold {
                first_line: symbol.place.line,
                last_line: symbol.last_line,
                is_comment: false,
            });
        }
    }
    let is_comment = |number: usize| {
        let line = source.lines().get(number);
        line.is_some_and(|line| line.statements.is_empty() && line.comment.is_some())
    };
    let mut first = 0;
    while first < source.lines().len() {
        if !is_comment(first) {
            first += 1;
            continue;
        }
        let mut last = first;
        while is_comment(last + 1) {
            last += 1;
        }
        if last > first {
            folds.push(Fold {
                first_line: first as u32,
                last_line: last as u32,
                is_comment: true,
            });
        }
        first = last + 1;
    }
    folds.sort_by_key(|fold| (fold.first_line, fold.last_line));
    folds
}
