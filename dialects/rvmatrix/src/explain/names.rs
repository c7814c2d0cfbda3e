//! Where names and values are defined and used.
//!
//! Labels, macros and constants belong to the whole text. A matrix register has a value from the instruction that writes it to the
//! next one that does, within a basic block.

use std::collections::HashSet;

use mnc2_assembly::{Source, Symbols, is_name, label_places, label_uses, words};
use mnc2_text::{Change, Highlight, LineRange, Message, Place, Position, message};

use super::cursor::{Target, target};
use super::touch::{self, Touch};
use crate::register::{self, Csr};
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
        Target::Constant(name) => {
            let place = symbols.constant_places.get(&name).and_then(|it| it.first());
            place.cloned().into_iter().collect()
        }
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
        Target::Label(name) => label_uses(source, symbols, &name, &definitions),
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
        Target::Label(name) => is_name(name),
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
    if !is_name(name) {
        return Err(message!(
            "`{name}` is no name: letters, digits, `_`, `.` and `$`, and no digit first",
            name
        ));
    }
    let is_taken = symbols.labels.contains_key(name)
        || symbols.macros.contains_key(name)
        || symbols.is_constant(name)
        || symbols.defined.contains_key(name)
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
