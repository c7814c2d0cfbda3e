//! Where names and values are defined and used.
//!
//! Labels, macros and constants belong to the whole text. A register has a value from the instruction that writes it to the next ones
//! that do, on any path.

use std::collections::HashSet;

use mnc2_assembly::{Source, Symbols, defined_places, is_name, label_places, label_uses, words};
use mnc2_text::{Change, Highlight, Message, Place, Position, message};

use super::cursor::{Target, target};
use super::touch::{self, Register};
use crate::register::{self, Csr};
use crate::table::Row;

/// Where what is at a place is defined.
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
        Target::Defined(name) => defined_places(source, &name),
        Target::Matrix(_) | Target::Integer(_) => {
            let place = Place {
                line: at.line,
                range,
            };
            touch::around(source, symbols, at.line).definitions(&place)
        }
        Target::Instruction(_) | Target::Csr(_) | Target::Base(_) | Target::Float(_) => Vec::new(),
    }
}

/// Where places begin: a label can have as many as the text has lines.
fn starts(places: &[Place]) -> HashSet<(u32, u32)> {
    let starts = places.iter().map(|place| (place.line, place.range.start));
    starts.collect()
}

/// Where what is at a place is used, in the order of the text.
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
        Target::Matrix(_) | Target::Integer(_) => {
            let place = Place {
                line: at.line,
                range,
            };
            touch::around(source, symbols, at.line).uses(&place)
        }
        Target::Label(name) => label_uses(source, symbols, &name, &definitions),
        Target::Macro(name) | Target::Constant(name) | Target::Defined(name) => {
            words(source, &name)
        }
        Target::Csr(csr) => words(source, csr.name),
        Target::Instruction(row) => words(source, row.mnemonic),
        Target::Base(_) | Target::Float(_) => {
            let text = source.line(at.line).map_or("", |line| line.part(&range));
            words(source, text)
        }
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

/// The reads and writes of what is at a place.
#[must_use]
pub fn highlights(source: &Source, symbols: &Symbols, at: Position) -> Vec<Highlight> {
    let Some((found, _)) = target(source, symbols, at) else {
        return Vec::new();
    };
    let registers = match found {
        Target::Matrix(number) => Register::Matrix(number).bits(),
        Target::Integer(number) => Register::Integer(number).bits(),
        _ => 0,
    };
    if registers != 0 {
        return touch::of_block(source, symbols, at.line)
            .into_iter()
            .filter(|touch| touch.registers & registers != 0)
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
        Target::Instruction(_)
        | Target::Matrix(_)
        | Target::Csr(_)
        | Target::Base(_)
        | Target::Integer(_)
        | Target::Float(_)
        | Target::Defined(_) => false,
    };
    (is_name && !source.line(at.line)?.part(&range).contains('\\')).then_some(Place {
        line: at.line,
        range,
    })
}

/// The changes that give a name to what is at a place.
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
            "`{name}` is not a name: letters, digits, `_`, `.` and `$`, and no digit first",
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
