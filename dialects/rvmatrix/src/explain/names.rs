//! Where names and values are defined and used.
//!
//! Labels, macros and constants belong to the whole text. A matrix register has a value from the instruction that writes it to the
//! next one that does, within a basic block.

use std::collections::HashSet;

use mnc2_assembly::{PieceKind, Source};
use mnc2_text::{Change, Highlight, LineRange, Message, Place, Position, message};

use super::cursor::{Target, target};
use super::touch::{self, Touch};
use crate::register::{self, Csr};
use crate::symbols::Symbols;
use crate::table::Row;

/// Where what stands at a place is defined.
#[must_use]
pub fn definition(source: &Source, symbols: &Symbols, at: Position) -> Vec<Place> {
    let Some((found, range)) = target(source, symbols, at) else {
        return Vec::new();
    };
    match found {
        Target::Label(name) => label_places(symbols, &name, at),
        Target::Macro(name) => {
            let entry = symbols.macros.get(&name);
            entry.map(|entry| entry.place.clone()).into_iter().collect()
        }
        Target::Constant(name) => symbols
            .constant_places
            .get(&name)
            .cloned()
            .into_iter()
            .collect(),
        Target::Matrix(_) => {
            let touches = touch::of_block(source, symbols, at.line);
            let Some(index) = index_at(&touches, at.line, &range) else {
                return Vec::new();
            };
            writers(&touches, index)
                .map(|touch| touch.place.clone())
                .collect()
        }
        Target::Instruction(_) | Target::Csr(_) => Vec::new(),
    }
}

/// Where places begin: a label can have as many as the text has lines.
fn starts(places: &[Place]) -> HashSet<(u32, u32)> {
    let starts = places.iter().map(|place| (place.line, place.range.start));
    starts.collect()
}

fn index_at(touches: &[Touch], line: u32, range: &LineRange) -> Option<usize> {
    touches.iter().position(|touch| {
        touch.place.line == line
            && touch.place.range.start <= range.start
            && range.end <= touch.place.range.end
    })
}

/// The writes whose values an operand has: those before it, of each of its registers the last; itself if it only writes.
fn writers(touches: &[Touch], index: usize) -> impl Iterator<Item = &Touch> {
    let operand = &touches[index];
    let mut found = Vec::new();
    if !operand.reads {
        found.push(operand);
        return found.into_iter();
    }
    let mut wanted = operand.registers;
    for touch in touches[..index].iter().rev() {
        if wanted == 0 {
            break;
        }
        // The operands of one instruction read before any of them writes.
        let is_before =
            (touch.place.line, touch.statement) != (operand.place.line, operand.statement);
        if is_before && touch.writes && touch.registers & wanted != 0 {
            wanted &= !touch.registers;
            found.push(touch);
        }
    }
    found.into_iter()
}

fn label_places(symbols: &Symbols, name: &str, at: Position) -> Vec<Place> {
    if let Some((number, direction)) = local(name) {
        let places = symbols.labels.get(number).map_or(&[][..], Vec::as_slice);
        // Labels are in the order of the text.
        let after =
            places.partition_point(|place| (place.line, place.range.start) <= (at.line, at.byte));
        let found = match direction {
            "b" => after.checked_sub(1).and_then(|index| places.get(index)),
            _ => places.get(after),
        };
        return found.cloned().into_iter().collect();
    }
    if name.bytes().all(|byte| byte.is_ascii_digit()) {
        // A numeric label itself.
        let places = symbols.labels.get(name).into_iter().flatten();
        return places
            .filter(|place| place.line == at.line)
            .cloned()
            .collect();
    }
    symbols.labels.get(name).cloned().unwrap_or_default()
}

/// The number and the direction of `1b` or `1f`.
fn local(name: &str) -> Option<(&str, &str)> {
    let (number, direction) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let is_local = matches!(direction, "b" | "f")
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit());
    is_local.then_some((number, direction))
}

/// Where what stands at a place is used, in the order of the text.
#[must_use]
pub fn references(
    source: &Source,
    symbols: &Symbols,
    at: Position,
    with_definition: bool,
) -> Vec<Place> {
    let Some((found, range)) = target(source, symbols, at) else {
        return Vec::new();
    };
    let definitions = definition(source, symbols, at);
    let mut places = match found {
        Target::Matrix(_) => {
            let touches = touch::of_block(source, symbols, at.line);
            let Some(index) = index_at(&touches, at.line, &range) else {
                return Vec::new();
            };
            of_value(&touches, index)
        }
        Target::Label(name) => labels(source, symbols, &name, &definitions),
        Target::Macro(name) | Target::Constant(name) => words(source, &name),
        Target::Csr(csr) => words(source, csr.name),
        Target::Instruction(row) => words(source, row.mnemonic),
    };
    places.extend(definitions.iter().cloned());
    places.sort_by_key(|place| (place.line, place.range.start));
    places.dedup();
    if !with_definition {
        let definitions = starts(&definitions);
        places.retain(|place| !definitions.contains(&(place.line, place.range.start)));
    }
    places
}

/// The operands that have the value of an operand: what it reads, or what it writes if it only writes.
fn of_value(touches: &[Touch], index: usize) -> Vec<Place> {
    let definitions: Vec<Place> = writers(touches, index)
        .map(|touch| touch.place.clone())
        .collect();
    let shares = |other: usize| {
        touches[other].reads
            && writers(touches, other).any(|touch| definitions.contains(&touch.place))
    };
    // A value from before the block: everything up to the first write.
    let operand = &touches[index];
    let is_from_before = definitions.is_empty();
    (0..touches.len())
        .filter(|&other| {
            if is_from_before {
                touches[other].reads
                    && touches[other].registers & operand.registers != 0
                    && writers(touches, other).next().is_none()
            } else {
                shares(other)
            }
        })
        .map(|other| touches[other].place.clone())
        .collect()
}

fn labels(source: &Source, symbols: &Symbols, name: &str, definitions: &[Place]) -> Vec<Place> {
    let number = local(name).map_or(name, |(number, _)| number);
    if !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return words(source, name);
    }
    // Those of the same number that lead to the same place.
    let mut places = Vec::new();
    for (line_number, line) in source.lines().iter().enumerate() {
        let pieces = line
            .statements
            .iter()
            .flat_map(|statement| &statement.operands);
        for piece in pieces.flat_map(|operand| &operand.pieces) {
            let text = line.part(&piece.range);
            if piece.kind != PieceKind::LocalLabel
                || local(text).map(|(found, _)| found) != Some(number)
            {
                continue;
            }
            let at = Position {
                line: line_number as u32,
                byte: piece.range.start,
            };
            if label_places(symbols, text, at) == definitions {
                places.push(Place {
                    line: at.line,
                    range: piece.range.clone(),
                });
            }
        }
    }
    places
}

/// Every place of a word among labels, mnemonics and operands.
fn words(source: &Source, name: &str) -> Vec<Place> {
    let mut places = Vec::new();
    for (number, line) in source.lines().iter().enumerate() {
        // Most lines do not have it at all.
        if !line.text().contains(name) {
            continue;
        }
        let ranges = line.statements.iter().flat_map(ranges_of_words);
        let same = ranges.filter(|range| line.part(range) == name);
        places.extend(same.map(|range| Place {
            line: number as u32,
            range: range.clone(),
        }));
    }
    places
}

fn ranges_of_words(statement: &mnc2_assembly::Statement) -> impl Iterator<Item = &LineRange> {
    let operands = statement
        .operands
        .iter()
        .flat_map(|operand| &operand.pieces);
    let words = operands.filter(|piece| piece.kind == PieceKind::Word);
    statement
        .labels
        .iter()
        .chain(&statement.mnemonic)
        .chain(words.map(|piece| &piece.range))
}

/// The reads and writes of what stands at a place.
#[must_use]
pub fn highlights(source: &Source, symbols: &Symbols, at: Position) -> Vec<Highlight> {
    let Some((found, _)) = target(source, symbols, at) else {
        return Vec::new();
    };
    if let Target::Matrix(register) = found {
        return touch::of_block(source, symbols, at.line)
            .into_iter()
            .filter(|touch| touch.registers >> register & 1 == 1)
            .map(|touch| Highlight {
                place: touch.place,
                is_write: touch.writes,
            })
            .collect();
    }
    let definitions = starts(&definition(source, symbols, at));
    references(source, symbols, at, true)
        .into_iter()
        .map(|place| Highlight {
            is_write: definitions.contains(&(place.line, place.range.start)),
            place,
        })
        .collect()
}

/// The name at a place, if it can be changed everywhere.
#[must_use]
pub fn renamable(source: &Source, symbols: &Symbols, at: Position) -> Option<Place> {
    let (found, range) = target(source, symbols, at)?;
    let is_name = match &found {
        // A numeric label is a place, not a name.
        Target::Label(name) => {
            name.bytes().any(|byte| !byte.is_ascii_digit()) && local(name).is_none()
        }
        Target::Macro(_) | Target::Constant(_) => true,
        Target::Instruction(_) | Target::Matrix(_) | Target::Csr(_) => false,
    };
    (is_name && !source.line(at.line)?.part(&range).contains('\\')).then_some(Place {
        line: at.line,
        range,
    })
}

/// The changes that give a name to what stands at a place.
///
/// # Errors
/// With a sentence, if it has no name that can be changed, or the new one is none or taken.
pub fn rename(
    source: &Source,
    symbols: &Symbols,
    at: Position,
    name: &str,
) -> Result<Vec<Change>, Message> {
    if renamable(source, symbols, at).is_none() {
        return Err(message!("this has no name of its own"));
    }
    let is_first =
        |character: char| character.is_ascii_alphabetic() || matches!(character, '_' | '.' | '$');
    let is_name = name.chars().next().is_some_and(is_first)
        && name
            .chars()
            .all(|character| is_first(character) || character.is_ascii_digit());
    if !is_name {
        return Err(message!(
            "`{name}` is no name: letters, digits, `_`, `.` and `$`, and no digit first",
            name
        ));
    }
    let is_taken = symbols.labels.contains_key(name)
        || symbols.macros.contains_key(name)
        || symbols.constants.contains_key(name)
        || symbols.defined.contains(name)
        || register::is_any(name)
        || register::integer(name).is_some()
        || Csr::find(name).is_some()
        || Row::find(name).is_some()
        || crate::base::find(name).is_some();
    if is_taken {
        return Err(message!("`{name}` already means something", name));
    }
    let places = references(source, symbols, at, true);
    Ok(places
        .into_iter()
        .map(|place| Change {
            place,
            text: name.to_owned(),
        })
        .collect())
}
