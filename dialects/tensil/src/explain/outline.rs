//! The structure of a text: sections that begin with comments, the loads of weights in them, lines that can be folded, and
//! colours that need more than the grammar.

use std::ops::Range;

use mnc2_assembly::reformatted;
use mnc2_text::interface::{Colour, IsCancelled, Lines, wanted};
use mnc2_text::{Change, Commented, Fold, Place, Symbol, SymbolKind, Token, TokenKind};

use crate::document::Document;
use crate::format::formatted;
use crate::lower::lower;
use crate::place;
use crate::source::{Line, Source};
use crate::table::Mnemonic;

impl Colour for Document {
    fn tokens(&self, lines: Range<u32>, is_cancelled: IsCancelled<'_>) -> Vec<Token> {
        let mut tokens = Vec::new();
        for (number, line) in wanted(self.source.lines_in(lines), is_cancelled) {
            let Some(statement) = &line.statement else {
                continue;
            };
            let lowered = lower(line, statement, &self.options);
            if !statement.mnemonic.is_empty() {
                let kind = lowered.mnemonic.map_or(TokenKind::Unknown, kind);
                tokens.push(Token::new(number, &statement.mnemonic, kind));
            }
            let Some(instruction) = lowered.instruction else {
                continue;
            };
            let operands = place::operands(line, statement, &instruction).into_iter();
            for operand in operands.filter(|it| it.reads || it.writes) {
                let range = operand.range;
                let place = Place {
                    line: number,
                    range,
                };
                tokens.push(Token::from_operand(place, operand.writes));
            }
        }
        tokens
    }
}

fn kind(mnemonic: Mnemonic) -> TokenKind {
    match mnemonic {
        Mnemonic::MatMul | Mnemonic::Simd => TokenKind::Compute,
        Mnemonic::DataMove | Mnemonic::LoadWeights | Mnemonic::LoadLut => TokenKind::Transfer,
        Mnemonic::NoOp | Mnemonic::Wait | Mnemonic::Configure => TokenKind::Control,
    }
}

/// The text of a comment without the signs before it.
fn title(line: &Line) -> &str {
    let text = line.comment.as_ref().map_or("", |it| line.part(it));
    let is_sign = |sign: char| sign.is_whitespace() || "#;/-=*".contains(sign);
    text.trim_matches(is_sign)
}

fn is_comment(line: &Line) -> bool {
    line.statement.is_none() && line.comment.is_some()
}

/// Comments alone in their lines, one after the other: the first and the last line.
fn comments(source: &Source) -> Vec<(u32, u32)> {
    let mut found: Vec<(u32, u32)> = Vec::new();
    for (number, line) in (0_u32..).zip(source.lines()) {
        if !is_comment(line) {
            continue;
        }
        match found.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => found.push((number, number)),
        }
    }
    found
}

impl Lines for Document {
    fn commented(&self, line: u32) -> Commented {
        let line = self.source.line(line);
        let commented = line.map(|line| Commented {
            comment: line.comment.clone(),
            has_statement: line.statement.is_some(),
        });
        commented.unwrap_or_default()
    }

    /// A section from each comment that is alone to the next one, and in it the loads of weights with what is multiplied with them.
    fn symbols(&self, is_cancelled: IsCancelled<'_>) -> Vec<Symbol> {
        symbols(&self.source, is_cancelled)
    }

    fn starts(&self, is_cancelled: IsCancelled<'_>) -> Vec<Place> {
        let mut lines = wanted(self.source.lines_from(0), is_cancelled);
        let first = lines.find_map(|(line, parsed)| {
            let range = parsed.statement.as_ref()?.range.clone();
            Some(Place { line, range })
        });
        first.into_iter().collect()
    }

    /// Sections, and comments of several lines. A section folds below its comments.
    fn folding(&self, is_cancelled: IsCancelled<'_>) -> Vec<Fold> {
        let comments = comments(&self.source);
        let mut folds: Vec<Fold> = comments
            .iter()
            .filter(|(first, last)| last > first)
            .map(|&(first_line, last_line)| Fold {
                first_line,
                last_line,
                is_comment: true,
            })
            .collect();
        let mut add = |symbol: &Symbol| {
            let line = symbol.place.line;
            let comment = comments.partition_point(|(first, _)| *first <= line);
            let comment = comment.checked_sub(1).map(|at| comments[at]);
            let first_line = match comment {
                Some((_, last)) if symbol.kind == SymbolKind::Section => last,
                _ => line,
            };
            if symbol.last_line > first_line {
                folds.push(Fold {
                    first_line,
                    last_line: symbol.last_line,
                    is_comment: false,
                });
            }
        };
        for symbol in symbols(&self.source, is_cancelled) {
            add(&symbol);
            symbol.children.iter().for_each(&mut add);
        }
        folds.sort_by_key(|fold| (fold.first_line, fold.last_line));
        folds
    }

    fn format(&self, lines: Range<u32>, is_cancelled: IsCancelled<'_>) -> Vec<Change> {
        reformatted(&self.source, lines, is_cancelled, formatted)
    }
}

fn symbols(source: &Source, is_cancelled: IsCancelled<'_>) -> Vec<Symbol> {
    let mut outline: Vec<Symbol> = Vec::new();
    let mut starts = comments(source).into_iter().peekable();
    let mut load: Option<Symbol> = None;
    let (mut products, mut is_loading) = (0, false);
    let end = source.count();
    for number in wanted(0..=end, is_cancelled) {
        let line = source.line(number);
        let comment = starts.next_if(|(first, _)| *first == number);
        let section = comment.and_then(|(first, last)| {
            let mut lines = (first..=last).filter_map(|it| Some((it, source.line(it)?)));
            lines.find(|(_, line)| !title(line).is_empty())
        });
        let statement = line.and_then(|it| it.statement.as_ref());
        let name = line
            .zip(statement)
            .map(|(it, code)| it.part(&code.mnemonic));
        let mnemonic = name.and_then(Mnemonic::find);
        let begins_load = mnemonic == Some(Mnemonic::LoadWeights) && !is_loading;
        if (section.is_some() || begins_load || line.is_none())
            && let Some(mut symbol) = load.take()
        {
            symbol.detail = format!("{products} × MatMul");
            symbol.last_line = last_instruction(source, symbol.place.line, number);
            match outline.last_mut() {
                Some(section) if section.kind == SymbolKind::Section => {
                    section.children.push(symbol);
                }
                _ => outline.push(symbol),
            }
        }
        if (section.is_some() || line.is_none())
            && let Some(open) = outline.last_mut()
            && open.kind == SymbolKind::Section
        {
            open.last_line = last_instruction(source, open.place.line, number);
        }
        if let Some((at, line)) = section {
            outline.push(symbol(title(line), SymbolKind::Section, at, &line.comment));
            is_loading = false;
        }
        if let (true, Some(line), Some(statement)) = (begins_load, line, statement) {
            let name = line.part(&statement.range);
            let range = Some(statement.range.clone());
            load = Some(symbol(name, SymbolKind::Label, number, &range));
            products = 0;
        }
        products += usize::from(mnemonic == Some(Mnemonic::MatMul));
        if mnemonic.is_some() {
            is_loading = mnemonic == Some(Mnemonic::LoadWeights);
        }
    }
    outline
}

fn symbol(name: &str, kind: SymbolKind, line: u32, range: &Option<Range<u32>>) -> Symbol {
    let range = range.clone().unwrap_or_default();
    Symbol {
        name: name.to_owned(),
        detail: String::new(),
        kind,
        place: Place { line, range },
        first_line: line,
        last_line: line,
        children: Vec::new(),
    }
}

/// The last line with an instruction from a line up to another one; the first line without any.
fn last_instruction(source: &Source, first: u32, end: u32) -> u32 {
    let mut lines = (first..end).rev();
    let has_code = |&number: &u32| source.line(number).is_some_and(|it| it.statement.is_some());
    lines.find(has_code).unwrap_or(first)
}
