//! Places of names in a text.

use mnc2_text::{LineRange, Place, Position};

use crate::Source;
use crate::line::{PieceKind, Statement};
use crate::symbols::{Symbols, local};

/// Whether a text can be the name of a label, macro or constant.
#[must_use]
pub(crate) fn is_name(text: &str) -> bool {
    let is_first =
        |character: char| character.is_ascii_alphabetic() || matches!(character, '_' | '.' | '$');
    let is_part = |character: char| is_first(character) || character.is_ascii_digit();
    text.starts_with(is_first) && text.chars().all(is_part) && text != "."
}

fn is_number(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Where the label is defined that a name means at a place.
#[must_use]
pub(crate) fn label_places(symbols: &Symbols, name: &str, at: Position) -> Vec<Place> {
    if local(name).is_some() {
        let found = symbols.label(name, at.line, at.byte);
        return found.cloned().into_iter().collect();
    }
    let places = symbols.labels.get(name).into_iter().flatten();
    // A numeric label itself is one of several.
    let is_meant = |place: &&Place| !is_number(name) || place.line == at.line;
    places.filter(is_meant).cloned().collect()
}

/// Where a label is used whose definitions are known, in the order of the text; of one with a name, they are among them.
#[must_use]
pub(crate) fn label_uses(
    source: &Source,
    symbols: &Symbols,
    name: &str,
    definitions: &[Place],
) -> Vec<Place> {
    let number = local(name).map_or(name, |(number, _)| number);
    if !is_number(number) {
        return words(source, name);
    }
    // Labels of the same number that lead to the same place.
    let mut places = Vec::new();
    for (line_number, line) in (0_u32..).zip(source.lines()) {
        let operands = line.statements.iter().flat_map(|it| &it.operands);
        for piece in operands.flat_map(|operand| &operand.pieces) {
            let text = line.part(&piece.range);
            let found = local(text).map(|(found, _)| found);
            if piece.kind != PieceKind::LocalLabel || found != Some(number) {
                continue;
            }
            let line = line_number;
            let place = symbols.label(text, line, piece.range.start);
            if place.is_some_and(|place| definitions.contains(place)) {
                places.push(Place {
                    line,
                    range: piece.range.clone(),
                });
            }
        }
    }
    places
}

/// Every place of a word among labels, mnemonics and operands.
#[must_use]
pub fn words(source: &Source, name: &str) -> Vec<Place> {
    let mut places = Vec::new();
    for (number, line) in (0_u32..).zip(source.lines()) {
        // Most lines do not have it at all.
        if !line.text().contains(name) {
            continue;
        }
        let ranges = line.statements.iter().flat_map(statement_places);
        let same = ranges.filter(|range| line.part(range) == name);
        places.extend(same.map(|range| Place {
            line: number,
            range: range.clone(),
        }));
    }
    places
}

/// Where the C preprocessor defines a name.
#[must_use]
pub(crate) fn defined_places(source: &Source, name: &str) -> Vec<Place> {
    let lines = source.lines().enumerate();
    let places = lines.filter_map(|(number, line)| {
        let [directive, range, ..] = line.directive.as_deref()? else {
            return None;
        };
        let is_meant = line.part(directive) == "define" && line.part(range) == name;
        is_meant.then(|| Place {
            line: number as u32,
            range: range.clone(),
        })
    });
    places.collect()
}

/// The labels, the mnemonic and the words among the operands of a statement.
pub fn statement_places(statement: &Statement) -> impl Iterator<Item = &LineRange> {
    let pieces = statement.operands.iter().flat_map(|it| &it.pieces);
    let words = pieces.filter(|piece| piece.kind == PieceKind::Word);
    let heads = statement.labels.iter().chain(&statement.mnemonic);
    heads.chain(words.map(|piece| &piece.range))
}
