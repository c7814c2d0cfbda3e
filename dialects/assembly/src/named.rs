//! What is at a place of a text, and the names that the whole text has.

use mnc2_text::interface;
use mnc2_text::{Change, LineRange, Message, Place, Position, message};

use crate::line::PieceKind;
use crate::names::{defined_places, is_name, label_places, label_uses, words};
use crate::{Source, Symbols, Text, Unit};

/// A name that the whole text has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// A label, or a number that is one.
    Label(String),
    /// A macro of the text.
    Macro(String),
    /// A constant of the assembler.
    Constant(String),
    /// A name that `#define` gives a number.
    Defined(String),
}

/// What a part of a statement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A label before `:`, or a numeric one among the operands.
    Label,
    /// The mnemonic, a directive or a macro.
    Mnemonic,
    /// A word among the operands.
    Operand,
}

/// The word of a statement at a place, with its range.
#[must_use]
pub fn word_at(source: &Source, at: Position) -> Option<(Unit<'_>, Part, &str, LineRange)> {
    let touches = |range: &&LineRange| range.start <= at.byte && at.byte <= range.end;
    let mut statements = source.line(at.line)?.statements.iter();
    let index = statements.position(|statement| touches(&&statement.range))?;
    let unit = Unit::from_source(source, at.line, index)?;
    let statement = unit.statement();
    let found = |part, range: &LineRange| Some((unit, part, unit.line.part(range), range.clone()));
    if let Some(label) = statement.labels.iter().find(touches) {
        return found(Part::Label, label);
    }
    if let Some(mnemonic) = statement.mnemonic.as_ref().filter(touches) {
        return found(Part::Mnemonic, mnemonic);
    }
    // Of two adjacent tokens, the second one.
    let pieces = statement.operands.iter().flat_map(|it| &it.pieces);
    let piece = pieces
        .filter(|piece| touches(&&piece.range))
        .max_by_key(|piece| {
            let is_word = matches!(piece.kind, PieceKind::Word | PieceKind::LocalLabel);
            (is_word, piece.range.start)
        })?;
    match piece.kind {
        PieceKind::LocalLabel => found(Part::Label, &piece.range),
        PieceKind::Word => found(Part::Operand, &piece.range),
        _ => None,
    }
}

impl Named {
    /// The name that a word is in the place of a mnemonic.
    #[must_use]
    pub fn from_mnemonic(symbols: &Symbols, word: &str) -> Option<Self> {
        if symbols.macros.contains_key(word) {
            return Some(Self::Macro(word.to_owned()));
        }
        let is_constant = symbols.is_constant(word);
        is_constant.then(|| Self::Constant(word.to_owned()))
    }

    /// The name that a word is among the operands of a mnemonic.
    #[must_use]
    pub fn from_operand(symbols: &Symbols, mnemonic: &str, word: &str) -> Option<Self> {
        let name = word.to_owned();
        if mnemonic == ".macro" && symbols.macros.contains_key(word) {
            return Some(Self::Macro(name));
        }
        if symbols.is_constant(word) {
            return Some(Self::Constant(name));
        }
        if symbols.labels.contains_key(word) {
            return Some(Self::Label(name));
        }
        let is_defined = symbols.defined.contains_key(word);
        is_defined.then_some(Self::Defined(name))
    }

    /// Where it is defined, if it is meant at a place.
    #[must_use]
    pub fn definitions(&self, source: &Source, symbols: &Symbols, at: Position) -> Vec<Place> {
        match self {
            Self::Label(name) => label_places(symbols, name, at),
            Self::Macro(name) => {
                let entry = symbols.macros.get(name);
                entry.map(|entry| entry.place.clone()).into_iter().collect()
            }
            Self::Constant(name) => {
                let places = symbols.constant_places.get(name);
                let place = places.and_then(|places| places.first());
                place.cloned().into_iter().collect()
            }
            Self::Defined(name) => defined_places(source, name),
        }
    }

    /// Where it is used, if it is meant at a place.
    #[must_use]
    pub fn uses(&self, source: &Source, symbols: &Symbols, at: Position) -> Vec<Place> {
        match self {
            Self::Label(name) => {
                let definitions = label_places(symbols, name, at);
                label_uses(source, symbols, name, &definitions)
            }
            Self::Macro(name) | Self::Constant(name) | Self::Defined(name) => words(source, name),
        }
    }

    /// Whether it can be another name. A numeric label is a place, not a name.
    #[must_use]
    pub fn is_changeable(&self) -> bool {
        match self {
            Self::Label(name) => is_name(name),
            Self::Macro(_) | Self::Constant(_) => true,
            Self::Defined(_) => false,
        }
    }
}

/// The place of a range, unless a macro fills in a part of it.
#[must_use]
pub fn written_place(source: &Source, line: u32, range: LineRange) -> Option<Place> {
    let is_written = !source.line(line)?.part(&range).contains('\\');
    is_written.then_some(Place { line, range })
}

/// Whether a name is free in a text.
///
/// # Errors
/// With a sentence, if it is not a name, or means something: in the text, or, as `is_word` states, in the language.
pub fn check_name(
    symbols: &Symbols,
    name: &str,
    is_word: impl FnOnce(&str) -> bool,
) -> Result<(), Message> {
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
        || symbols.globals.contains(name)
        || is_word(name);
    match is_taken {
        true => Err(message!("`{name}` already has a meaning", name)),
        false => Ok(()),
    }
}

/// Changes of names, if the text has the same findings and words after them.
///
/// # Errors
/// With a sentence, if it has not.
pub fn unchanged<T: interface::Text + Clone>(
    document: &T,
    text: &Text,
    changes: Vec<Change>,
    name: &str,
) -> Result<Vec<Change>, Message> {
    let mut changed = document.clone();
    for (range, new) in text.edits(&changes) {
        changed.edit(range, new);
    }
    let meaning = |document: &T| -> (Vec<_>, Vec<_>) {
        let findings = document.findings(&|| false).into_iter();
        let codes = findings.map(|found| (found.line, found.diagnostic.code));
        (codes.collect(), document.assemble(&|| false))
    };
    match meaning(document) == meaning(&changed) {
        true => Ok(changes),
        false => Err(message!(
            "with the name `{name}` the text would mean something else",
            name
        )),
    }
}
