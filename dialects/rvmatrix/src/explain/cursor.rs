//! What is at a place.

use mnc2_assembly::{PieceKind, Source, Symbols, Unit};
use mnc2_text::{LineRange, Position};

use crate::base::{self, Base};
use crate::lower::{Lowered, lower};
use crate::register::{self, Csr};
use crate::table::Row;

/// What is at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A mnemonic of the extension.
    Instruction(&'static Row),
    /// A matrix register as an operand of the extension.
    Matrix(u8),
    /// A control and status register of the extension.
    Csr(&'static Csr),
    /// A base mnemonic.
    Base(Base),
    /// An integer register, by its number.
    Integer(u8),
    /// A register of numbers with a fraction, by its number.
    Float(u8),
    /// A label, by its name.
    Label(String),
    /// A macro, by its name.
    Macro(String),
    /// A constant, by its name.
    Constant(String),
    /// A name that `#define` gives a number.
    Defined(String),
}

/// What is at a place, with its range.
#[must_use]
pub fn target(source: &Source, symbols: &Symbols, at: Position) -> Option<(Target, LineRange)> {
    let line = source.line(at.line)?;
    let touches = |range: &LineRange| range.start <= at.byte && at.byte <= range.end;
    let mut statements = line.statements.iter();
    let index = statements.position(|statement| touches(&statement.range))?;
    let unit = Unit::of_source(source, at.line, index)?;
    let statement = unit.statement();
    if let Some(label) = statement.labels.iter().find(|label| touches(label)) {
        return Some((Target::Label(line.part(label).to_owned()), label.clone()));
    }
    if let Some(mnemonic) = statement.mnemonic.as_ref().filter(|range| touches(range)) {
        let word = line.part(mnemonic);
        let found = if symbols.macros.contains_key(word) {
            Target::Macro(word.to_owned())
        } else if symbols.is_constant(word) {
            Target::Constant(word.to_owned())
        } else if let Some(row) = Row::find(word) {
            Target::Instruction(row)
        } else {
            Target::Base(base::find(word).filter(|_| !symbols.defined.contains_key(word))?)
        };
        return Some((found, mnemonic.clone()));
    }
    let pieces = statement
        .operands
        .iter()
        .flat_map(|operand| &operand.pieces);
    // Of two adjacent tokens, the second one.
    let piece = pieces
        .filter(|piece| touches(&piece.range))
        .max_by_key(|piece| {
            let is_word = matches!(piece.kind, PieceKind::Word | PieceKind::LocalLabel);
            (is_word, piece.range.start)
        })?;
    let word = line.part(&piece.range);
    let found = match piece.kind {
        PieceKind::LocalLabel => Target::Label(word.to_owned()),
        PieceKind::Word => of_word(&unit, word, symbols)?,
        _ => return None,
    };
    Some((found, piece.range.clone()))
}

fn of_word(unit: &Unit<'_>, word: &str, symbols: &Symbols) -> Option<Target> {
    if unit.mnemonic() == ".macro" && symbols.macros.contains_key(word) {
        return Some(Target::Macro(word.to_owned()));
    }
    if symbols.is_constant(word) {
        return Some(Target::Constant(word.to_owned()));
    }
    if symbols.labels.contains_key(word) {
        return Some(Target::Label(word.to_owned()));
    }
    if symbols.defined.contains_key(word) {
        return Some(Target::Defined(word.to_owned()));
    }
    if let Some(number) = register::matrix(word) {
        let is_ours = !matches!(lower(unit, symbols), Lowered::Other);
        return is_ours.then_some(Target::Matrix(number));
    }
    if unit.mnemonic().starts_with('.') {
        return None;
    }
    let integer = || register::integer(word).map(Target::Integer);
    let float = || register::float(word).map(Target::Float);
    let csr = Csr::find(word).map(Target::Csr);
    csr.or_else(integer).or_else(float)
}
