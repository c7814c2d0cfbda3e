//! What a text consists of: labels, macros and constants, and lines that can be folded away.

use mnc2_text::{Fold, Place, Symbol, SymbolKind};

use crate::Source;
use crate::line::Statement;
use crate::symbols::Symbols;

/// Directives that reserve or fill memory, without the dot.
const DATA: &[&str] = &[
    "2byte", "4byte", "8byte", "ascii", "asciz", "byte", "comm", "double", "dword", "fill",
    "float", "half", "hword", "incbin", "int", "lcomm", "long", "octa", "quad", "short", "single",
    "skip", "sleb128", "space", "string", "uleb128", "word", "zero",
];
/// Maximum number of lines from a label on among which the statement that it names is looked for.
const LINES_OF_LABEL_MAX: usize = 64;

/// The outline: functions and labels, macros, constants.
#[must_use]
pub(crate) fn outline(source: &Source, symbols: &Symbols) -> Vec<Symbol> {
    let last_line = source.count() - 1;
    let mut found = Vec::new();
    let new = |name: &str, kind, place: &Place, last_line| Symbol {
        name: name.to_owned(),
        detail: String::new(),
        kind,
        place: place.clone(),
        first_line: place.line,
        last_line,
        children: Vec::new(),
    };
    for (name, entry) in &symbols.macros {
        // One that a macro defines has no place of its own.
        let is_written = source
            .line(entry.place.line)
            .is_some_and(|line| line.part(&entry.place.range) == name);
        if is_written {
            let parameters = entry.parameters.iter().map(|it| it.name.as_str());
            found.push(Symbol {
                detail: parameters.collect::<Vec<_>>().join(", "),
                ..new(
                    name,
                    SymbolKind::Macro,
                    &entry.place,
                    entry.body.end.min(last_line),
                )
            });
        }
    }
    for (name, places) in &symbols.constant_places {
        let value = symbols.value(name).map(|value| value.to_string());
        found.extend(places.first().map(|place| Symbol {
            detail: value.unwrap_or_default(),
            ..new(name, SymbolKind::Constant, place, place.line)
        }));
    }
    for (name, places) in &symbols.labels {
        let is_global = symbols.globals.contains(&**name);
        found.extend(places.iter().map(|place| {
            let kind = match is_global {
                _ if is_of_data(source, place) => SymbolKind::Data,
                true => SymbolKind::Function,
                false => SymbolKind::Label,
            };
            new(name, kind, place, place.line)
        }));
    }
    found.sort_by_key(|symbol| (symbol.place.line, symbol.place.range.start));
    nested(found, last_line)
}

/// Whether a label names data: the next statement reserves or fills memory; alignments and attributes may come between.
fn is_of_data(source: &Source, label: &Place) -> bool {
    let lines = source.lines_from(label.line).take(LINES_OF_LABEL_MAX);
    let mut words = lines.flat_map(|(number, line)| {
        let first = match number == label.line {
            true => label.range.start,
            false => 0,
        };
        let after = move |it: &&Statement| it.range.end > first;
        let mnemonics = line.statements.iter().filter(after);
        mnemonics.filter_map(|it| Some(line.part(it.mnemonic.as_ref()?)))
    });
    let is_decisive = |word: &&str| word.strip_prefix('.').is_none_or(|it| DATA.contains(&it));
    words
        .find(is_decisive)
        .is_some_and(|word| word.starts_with('.'))
}

/// The first instruction: where a run begins by default.
#[must_use]
pub(crate) fn first_instruction(source: &Source, symbols: &Symbols) -> Option<Place> {
    let is_in_macro = |number: u32| {
        let mut macros = symbols.macros.values();
        macros.any(|it| it.body.contains(&number))
    };
    source
        .lines_from(0)
        .filter(|(number, _)| !is_in_macro(*number))
        .find_map(|(number, line)| {
            let mut ranges = line.statements.iter().filter_map(|it| it.mnemonic.clone());
            let range = ranges.find(|range| !line.part(range).starts_with('.'))?;
            Some(Place {
                line: number,
                range,
            })
        })
}

/// Symbols in the order of the text, as a tree: a label that is not a function is inside the function before it, which ends before the
/// next one.
fn nested(symbols: Vec<Symbol>, last_line: u32) -> Vec<Symbol> {
    let mut outline: Vec<Symbol> = Vec::new();
    let mut open: Option<usize> = None;
    for symbol in symbols {
        let line = symbol.place.line;
        match (symbol.kind, open) {
            (SymbolKind::Label | SymbolKind::Data, Some(index)) => {
                outline[index].children.push(symbol);
            }
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
pub(crate) fn folding(source: &Source, names: &Symbols) -> Vec<Fold> {
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
    for symbol in outline(source, names) {
        fold(symbol.place.line, symbol.last_line, false);
    }
    let mut first = None;
    for (number, line) in (0_u32..).zip(source.lines()) {
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
        fold(start, source.count() - 1, true);
    }
    folds.sort_by_key(|fold| (fold.first_line, fold.last_line));
    folds
}
