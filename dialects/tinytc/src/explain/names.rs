//! Where values and functions are defined and mentioned, and what changes with their names.

use mnc2_text::interface::Name;
use mnc2_text::{Change, Message, Place, Position, message};

use crate::document::Document;
use crate::ir::{ByteRange, Function, Value};
use crate::source::{Piece, Source, Start};

/// What is at a place.
enum Named<'s> {
    /// A value of the function.
    Value(&'s Value),
    Function(&'s Function),
}

/// The name at a place, with the [`Piece`] that it is in.
struct Target<'s> {
    start: Start,
    piece: &'s Piece,
    named: Named<'s>,
    range: ByteRange,
}

fn target(source: &Source, at: Position) -> Option<Target<'_>> {
    let (start, piece, byte) = source.at(at)?;
    let function = piece.function()?;
    let touches = |range: &&ByteRange| range.start <= byte && byte <= range.end;
    let target = |named, range: &ByteRange| Target {
        start,
        piece,
        named,
        range: range.clone(),
    };
    if touches(&&function.name_range) && !function.name.is_empty() {
        return Some(target(Named::Function(function), &function.name_range));
    }
    // Of two adjacent names, the second one.
    let mentions = function.values.iter().flat_map(|value| {
        let ranges = std::iter::once(&value.range).chain(&value.uses);
        ranges.map(move |range| (value, range))
    });
    let found = mentions
        .filter(|(_, range)| touches(range))
        .max_by_key(|(_, range)| range.start);
    found.map(|(value, range)| target(Named::Value(value), range))
}

impl Target<'_> {
    /// Where the name is defined.
    fn defined(&self) -> &ByteRange {
        match self.named {
            Named::Value(value) => &value.range,
            Named::Function(function) => &function.name_range,
        }
    }

    /// Where it is mentioned otherwise.
    fn uses(&self) -> &[ByteRange] {
        match self.named {
            Named::Value(value) => &value.uses,
            Named::Function(_) => &[],
        }
    }

    fn place(&self, range: &ByteRange) -> Place {
        self.start.place(self.piece, range)
    }
}

impl Name for Document {
    fn definition(&self, at: Position) -> Vec<Place> {
        let target = target(&self.source, at);
        let place = target.map(|target| target.place(target.defined()));
        place.into_iter().collect()
    }

    fn uses(&self, at: Position) -> Vec<Place> {
        let target = target(&self.source, at);
        target.map_or_else(Vec::new, |target| {
            let uses = target.uses().iter();
            uses.map(|range| target.place(range)).collect()
        })
    }

    /// The name at a place, without its `%` or `@`.
    fn renamable(&self, at: Position) -> Option<Place> {
        let target = target(&self.source, at)?;
        Some(target.place(&(target.range.start + 1..target.range.end)))
    }

    /// The `%` or `@` of the new name may be left out.
    fn rename(&self, at: Position, name: &str) -> Result<Vec<Change>, Message> {
        let target = target(&self.source, at)
            .ok_or_else(|| message!("there is no value and no function here"))?;
        let name = name.strip_prefix(['%', '@']).unwrap_or(name);
        let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        let is_word = name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_number && !is_word {
            return Err(message!(
                "`{name}` is not a name: a name is a number, or a letter with letters, digits and underscores",
                name
            ));
        }
        let is_taken = match target.named {
            Named::Value(value) => is_taken(target.piece.function(), value, name),
            Named::Function(function) => {
                let functions = self
                    .source
                    .pieces()
                    .iter()
                    .filter_map(|piece| piece.function());
                functions
                    .filter(|other| !std::ptr::eq(*other, function))
                    .any(|other| other.name == name)
            }
        };
        if is_taken {
            return Err(message!("`{name}` is taken where the name is known", name));
        }
        let ranges = std::iter::once(target.defined()).chain(target.uses());
        let text = target.piece.text();
        let change = |range: &ByteRange| {
            // A number ends before a letter, a word does not: `%1x2` are three tokens.
            let following = text.as_bytes().get(range.end as usize);
            let continues = |&byte: &u8| byte.is_ascii_alphanumeric() || byte == b'_';
            let is_joined = is_word && following.is_some_and(continues);
            Change {
                place: target.place(&(range.start + 1..range.end)),
                text: format!("{name}{}", if is_joined { " " } else { "" }),
            }
        };
        Ok(ranges.map(change).collect())
    }
}

/// Whether another value has a name anywhere where a value is known.
fn is_taken(function: Option<&Function>, value: &Value, name: &str) -> bool {
    let name = if name.bytes().all(|byte| byte == b'0') {
        "0"
    } else {
        name
    };
    let name = if name.starts_with(|first: char| first.is_ascii_digit()) && name != "0" {
        name.trim_start_matches('0')
    } else {
        name
    };
    let values = function.into_iter().flat_map(|function| &function.values);
    values
        .filter(|other| other.name == name && other.range != value.range)
        .any(|other| other.range.start < value.scope.end && value.range.start < other.scope.end)
}
