//! What a text consists of: functions with their loops and branches, what can be folded away, and the colours of operands.

use std::ops::Range;

use mnc2_text::interface::{Colour, IsCancelled, Lines};
use mnc2_text::{Change, Commented, Fold, Place, Symbol, SymbolKind, Token, TokenKind};

use crate::document::Document;
use crate::format::layout;
use crate::ir::{Function, Operation, RegionId};
use crate::lex;
use crate::source::{Piece, Source, Start};
use crate::types::Type;

impl Lines for Source {
    fn commented(&self, line: u32) -> Commented {
        let tokens = lex::tokens(&self.line(line), self.version());
        let is_comment = |token: &&lex::Token| token.kind == lex::TokenKind::Comment;
        Commented {
            comment: tokens.iter().find(is_comment).map(|it| it.range.clone()),
            has_statement: !tokens.iter().all(|token| is_comment(&token)),
        }
    }

    /// The functions with their parameters, and below them the instructions that have regions.
    fn symbols(&self, is_cancelled: IsCancelled<'_>) -> Vec<Symbol> {
        let mut found = Vec::new();
        for (start, piece) in self.placed() {
            if is_cancelled() {
                break;
            }
            let Some(function) = piece
                .function()
                .filter(|function| !function.name.is_empty())
            else {
                continue;
            };
            let parameters: Vec<String> = function
                .parameters
                .iter()
                .map(|parameter| {
                    let value = function.value(parameter.value);
                    let ty = value.ty.as_ref().map_or("?".to_owned(), Type::to_string);
                    format!("%{}: {ty}", value.name)
                })
                .collect();
            found.push(Symbol {
                name: format!("@{}", function.name),
                detail: parameters.join(", "),
                kind: SymbolKind::Function,
                first_line: start.place(piece, &function.name_range).line,
                place: start.place(piece, &function.name_range),
                last_line: last_line(start, piece, function.range.end),
                children: function
                    .body
                    .map_or(Vec::new(), |body| inside(start, piece, function, body)),
            });
        }
        found
    }

    fn starts(&self, is_cancelled: IsCancelled<'_>) -> Vec<Place> {
        let functions = self.symbols(is_cancelled).into_iter();
        functions.map(|function| function.place).collect()
    }

    /// Regions and comments of several lines.
    fn folding(&self, is_cancelled: IsCancelled<'_>) -> Vec<Fold> {
        let mut folds = Vec::new();
        for (start, piece) in self.placed() {
            if is_cancelled() {
                break;
            }
            for region in piece
                .function()
                .into_iter()
                .flat_map(|function| &function.regions)
            {
                let first_line = start
                    .place(piece, &(region.range.start..region.range.start))
                    .line;
                // The line of the brace at the end stays visible.
                let end = last_line(start, piece, region.range.end);
                let last_line = if region.is_closed {
                    end.saturating_sub(1)
                } else {
                    end
                };
                if last_line > first_line {
                    folds.push(Fold {
                        first_line,
                        last_line,
                        is_comment: false,
                    });
                }
            }
            comments(start, piece, &mut folds);
        }
        folds.sort_by_key(|fold| (fold.first_line, std::cmp::Reverse(fold.last_line)));
        folds
    }

    fn format(&self, lines: Range<u32>, is_cancelled: IsCancelled<'_>) -> Vec<Change> {
        layout(self, lines, is_cancelled)
    }
}

impl Colour for Document {
    /// The colours of instructions, and of the memory that they read and write.
    fn tokens(&self, lines: Range<u32>, is_cancelled: IsCancelled<'_>) -> Vec<Token> {
        let mut found = Vec::new();
        for (start, piece) in self.source.placed() {
            if start.position.line >= lines.end || is_cancelled() {
                break;
            }
            let Some(function) = piece.function() else {
                continue;
            };
            let mut add = |place: Place, kind| {
                if lines.contains(&place.line) {
                    found.push(Token { place, kind });
                }
            };
            let bytes = piece.bytes_of(start, &lines);
            for instruction in &function.instructions {
                let last = instruction.operands.last().map_or(0, |it| it.range.end);
                let end = instruction.word.end.max(last);
                if end < bytes.start || bytes.end < instruction.word.start {
                    continue;
                }
                add(
                    start.place(piece, &instruction.word),
                    kind(&instruction.operation),
                );
                for (index, operand) in instruction.operands.iter().enumerate() {
                    if let Some(is_write) = access(&instruction.operation, index) {
                        let kind = if is_write {
                            TokenKind::Write
                        } else {
                            TokenKind::Read
                        };
                        add(start.place(piece, &operand.range), kind);
                    }
                }
            }
        }
        found.sort_by_key(|token| (token.place.line, token.place.range.start));
        found
    }

    /// The names of values.
    fn operands(&self, line: u32) -> Vec<Place> {
        let mut found = Vec::new();
        let pieces = self.source.placed();
        for (start, piece) in pieces.take_while(|(start, _)| start.position.line <= line) {
            let instructions = piece.function().map(|it| &it.instructions);
            let operands = instructions.into_iter().flatten();
            let operands = operands.flat_map(|instruction| &instruction.operands);
            let places = operands.map(|operand| start.place(piece, &operand.range));
            found.extend(places.filter(|place| place.line == line));
        }
        found.sort_by_key(|place| place.range.start);
        found
    }
}

/// The instructions of a region that have regions themselves.
fn inside(start: Start, piece: &Piece, function: &Function, region: RegionId) -> Vec<Symbol> {
    let mut found = Vec::new();
    for &id in &function.region(region).instructions {
        let instruction = function.instruction(id);
        if instruction.regions.is_empty() {
            continue;
        }
        let regions = instruction.regions.iter();
        found.push(Symbol {
            name: piece.part(&instruction.word).to_owned(),
            detail: instruction
                .operands
                .iter()
                .map(|operand| format!("%{}", operand.name))
                .collect::<Vec<_>>()
                .join(", "),
            kind: SymbolKind::Label,
            first_line: start.place(piece, &instruction.word).line,
            place: start.place(piece, &instruction.word),
            last_line: last_line(start, piece, instruction.range.end),
            children: regions
                .flat_map(|&region| inside(start, piece, function, region))
                .collect(),
        });
    }
    found
}

fn last_line(start: Start, piece: &Piece, end: u32) -> u32 {
    start.place(piece, &(end.saturating_sub(1)..end)).line
}

/// Comments that are alone in their lines, one line after another.
fn comments(start: Start, piece: &Piece, folds: &mut Vec<Fold>) {
    let mut open: Option<(u32, u32)> = None;
    let close = |open: Option<(u32, u32)>, folds: &mut Vec<Fold>| {
        if let Some((first_line, last_line)) = open.filter(|(first, last)| last > first) {
            folds.push(Fold {
                first_line,
                last_line,
                is_comment: true,
            });
        }
    };
    let mut before = None;
    for token in lex::tokens(piece.text(), piece.version()) {
        let line = start.place(piece, &token.range).line;
        let is_alone = before != Some(line)
            && (before.is_some() || start.position.byte == 0 || line > start.position.line);
        before = Some(line);
        if token.kind != lex::TokenKind::Comment || !is_alone {
            close(open.take(), folds);
            continue;
        }
        open = match open {
            Some((first, last)) if last + 1 == line => Some((first, line)),
            other => {
                close(other, folds);
                Some((line, line))
            }
        };
    }
    close(open, folds);
}

fn kind(operation: &Operation) -> TokenKind {
    match operation {
        Operation::Axpby(_)
        | Operation::Cumsum(..)
        | Operation::Gemm(_)
        | Operation::Gemv(_)
        | Operation::Ger(_)
        | Operation::Hadamard(_)
        | Operation::Sum(_)
        | Operation::Binary(_)
        | Operation::Unary(_)
        | Operation::Cast
        | Operation::Compare(_)
        | Operation::Math(_)
        | Operation::MatrixMultiplyAdd
        | Operation::MatrixScale
        | Operation::MatrixConstruct
        | Operation::MatrixReduce(..)
        | Operation::Subgroup(..) => TokenKind::Compute,
        Operation::Load
        | Operation::Store(_)
        | Operation::MatrixLoad { .. }
        | Operation::MatrixStore { .. }
        | Operation::AtomicLoad
        | Operation::AtomicUpdate(_)
        | Operation::MatrixUpdate { .. }
        | Operation::MatrixExtract(_)
        | Operation::MatrixInsert(_)
        | Operation::MatrixPrefetch { .. }
        | Operation::Broadcast => TokenKind::Transfer,
        Operation::Unknown => TokenKind::Unknown,
        Operation::Alloca
        | Operation::Foreach { .. }
        | Operation::Parallel
        | Operation::MatrixApply(_)
        | Operation::Associated
        | Operation::LifetimeStop
        | Operation::Barrier { .. }
        | Operation::Builtin(_)
        | Operation::Constant(_)
        | Operation::Expand { .. }
        | Operation::For { .. }
        | Operation::Fuse(..)
        | Operation::If
        | Operation::Size(_)
        | Operation::Subview(_)
        | Operation::Yield => TokenKind::Control,
    }
}

/// Whether an operand is memory that is written (`true`) or read (`false`).
fn access(operation: &Operation, index: usize) -> Option<bool> {
    match (operation, index) {
        (Operation::Axpby(_) | Operation::Cumsum(..) | Operation::Sum(_), 3)
        | (
            Operation::Gemm(_) | Operation::Gemv(_) | Operation::Ger(_) | Operation::Hadamard(_),
            4,
        )
        | (
            Operation::Store(_)
            | Operation::MatrixStore { .. }
            | Operation::AtomicUpdate(_)
            | Operation::MatrixUpdate { .. },
            1,
        ) => Some(true),
        (Operation::Axpby(_) | Operation::Cumsum(..) | Operation::Sum(_), 1)
        | (
            Operation::Gemm(_) | Operation::Gemv(_) | Operation::Ger(_) | Operation::Hadamard(_),
            1 | 2,
        )
        | (Operation::Load | Operation::AtomicLoad | Operation::MatrixLoad { .. }, 0) => {
            Some(false)
        }
        _ => None,
    }
}
