//! Where names and values are defined and used.
//!
//! Labels, macros and constants belong to the whole text. A register has a value from the instruction that writes it to the next ones
//! that do, on any path; its name is changed within a basic block.

use std::collections::HashSet;

use mnc2_assembly::{Dataflow, Source, Symbols, is_name, label_places, label_uses, words};
use mnc2_text::{Change, Highlight, Message, Place, Position, message};

use super::cursor::{Target, target};
use super::flow;
use super::live::Live;
use super::touch::{self, Touch};
use crate::layout::Layout;
use crate::register::{MASK, NAMED_FIRST, Register};
use crate::table::Row;

/// Where what is at a place is defined.
#[must_use]
pub fn definition(source: &Source, symbols: &Symbols, layout: &Layout, at: Position) -> Vec<Place> {
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
        Target::Register(_) => {
            let place = Place {
                line: at.line,
                range,
            };
            let values = values(source, symbols, layout, at);
            values.map_or_else(Vec::new, |values| values.definitions(&place))
        }
        Target::Instruction(_) => Vec::new(),
    }
}

/// The statement at a place, among the statements of the layout.
fn statement_at(source: &Source, layout: &Layout, at: Position) -> Option<usize> {
    let mut statements = source.line(at.line)?.statements.iter();
    let index = statements.position(|it| it.range.start <= at.byte && at.byte <= it.range.end)?;
    touch::statement_at(layout, at.line, index)
}

/// The registers of the block around a place.
fn block(source: &Source, symbols: &Symbols, layout: &Layout, at: Position) -> Vec<Touch> {
    match statement_at(source, layout, at) {
        Some(statement) => touch::of_block(source, symbols, layout, statement),
        None => Vec::new(),
    }
}

/// The values of the program around a place.
fn values(source: &Source, symbols: &Symbols, layout: &Layout, at: Position) -> Option<Dataflow> {
    let statement = statement_at(source, layout, at)?;
    Some(flow::around(source, symbols, layout, statement))
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
    layout: &Layout,
    at: Position,
    with_definition: bool,
) -> Vec<Place> {
    let Some((found, range)) = target(source, symbols, at) else {
        return Vec::new();
    };
    let definitions = definition(source, symbols, layout, at);
    let mut places = match found {
        Target::Register(_) => {
            let place = Place {
                line: at.line,
                range,
            };
            let values = values(source, symbols, layout, at);
            values.map_or_else(Vec::new, |values| values.uses(&place))
        }
        Target::Label(name) => label_uses(source, symbols, &name, &definitions),
        Target::Macro(name) | Target::Constant(name) => words(source, &name),
        Target::Instruction(row) => words(source, &row.mnemonic),
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
pub fn highlights(
    source: &Source,
    symbols: &Symbols,
    layout: &Layout,
    at: Position,
) -> Vec<Highlight> {
    let Some((found, _)) = target(source, symbols, at) else {
        return Vec::new();
    };
    if let Target::Register(register) = found {
        let values = values(source, symbols, layout, at);
        let touches = values.map(Dataflow::into_touches).unwrap_or_default();
        let same = touches.into_iter();
        let same = same.filter(|touch| touch.registers & flow::bit(register) != 0);
        return same
            .map(|touch| Highlight {
                place: touch.place,
                is_write: touch.writes,
            })
            .collect();
    }
    let definitions = starts(&definition(source, symbols, layout, at));
    references(source, symbols, layout, at, true)
        .into_iter()
        .map(|place| Highlight {
            is_write: definitions.contains(&(place.line, place.range.start)),
            place,
        })
        .collect()
}

/// The name at a place, if it can be changed everywhere.
#[must_use]
pub fn renamable(
    source: &Source,
    symbols: &Symbols,
    layout: &Layout,
    at: Position,
) -> Option<Place> {
    let (found, range) = target(source, symbols, at)?;
    let is_name = match &found {
        // A numeric label is a place, not a name.
        Target::Label(name) => is_name(name),
        Target::Macro(_) | Target::Constant(_) => true,
        // In a statement that is not an instruction it is only a word.
        Target::Register(register) => {
            let is_touched = || {
                let touches = block(source, symbols, layout, at);
                touch::index_at(&touches, at.line, &range).is_some()
            };
            is_general(*register) && is_touched()
        }
        Target::Instruction(_) => false,
    };
    (is_name && !source.line(at.line)?.part(&range).contains('\\')).then_some(Place {
        line: at.line,
        range,
    })
}

/// Whether a register has no meaning of its own.
fn is_general(register: Register) -> bool {
    match register {
        Register::Scalar(number) => number < NAMED_FIRST,
        // It has the number of the mask, and the hardware takes one for the other.
        Register::Vector(number) => number != MASK,
    }
}

/// The changes that give the values of a register within a block to another one.
fn rename_register(
    touches: &[Touch],
    old: Register,
    name: &str,
    live: &Live<'_>,
) -> Result<Vec<Change>, Message> {
    let is_same_class = |new: &Register| {
        matches!(
            (old, new),
            (Register::Scalar(_), Register::Scalar(_)) | (Register::Vector(_), Register::Vector(_))
        )
    };
    let new = Register::find(name).filter(|new| is_same_class(new) && is_general(*new));
    let Some(new) = new else {
        return Err(match old {
            Register::Scalar(_) => {
                message!("`{name}` is none of the registers `s0` to `s57`", name)
            }
            Register::Vector(_) => {
                message!(
                    "`{name}` is none of the registers `v0` to `v63` but `v59`",
                    name
                )
            }
        });
    };
    if new == old {
        return Ok(Vec::new());
    }
    let old_name = old.name();
    if touches.iter().any(|touch| touch.register == new) {
        return Err(message!("`{name}` is used in this block already", name));
    }
    let its = || touches.iter().filter(|touch| touch.register == old);
    // The operands of an instruction are read before it writes any of them.
    let first = its().map(|touch| touch.statement).min();
    if its().any(|touch| Some(touch.statement) == first && touch.reads) {
        return Err(message!(
            "the first value of `{name}` comes from before this block",
            name = old_name
        ));
    }
    if let Some(last) = touches.last() {
        for register in [old, new] {
            if live.is_read_after(last.statement, register) {
                let name = register.name();
                return Err(message!("`{name}` may be read after this block", name));
            }
        }
    }
    Ok(its()
        .map(|touch| Change {
            place: touch.place.clone(),
            text: name.to_owned(),
        })
        .collect())
}

/// The changes that give a name to what is at a place.
///
/// # Errors
/// With a sentence, if it has no name that can be changed, or the new one is none or taken.
pub fn rename(
    source: &Source,
    symbols: &Symbols,
    layout: &Layout,
    at: Position,
    name: &str,
) -> Result<Vec<Change>, Message> {
    if renamable(source, symbols, layout, at).is_none() {
        return Err(message!("this has no name of its own"));
    }
    if let Some((Target::Register(register), _)) = target(source, symbols, at) {
        let touches = block(source, symbols, layout, at);
        let live = Live {
            source,
            symbols,
            layout,
        };
        return rename_register(&touches, register, name, &live);
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
        || symbols.globals.contains(name)
        || Register::find(name).is_some()
        || !Row::find(name).is_empty();
    if is_taken {
        return Err(message!("`{name}` already means something", name));
    }
    let places = references(source, symbols, layout, at, true).into_iter();
    Ok(places
        .map(|place| Change {
            place,
            text: name.to_owned(),
        })
        .collect())
}
