//! What is at a place.

use mnc2_assembly::{Named, Part, Source, Unit, word_at};
use mnc2_text::{LineRange, Position};

use crate::base::{self, Base};
use crate::lower::{Lowered, lower};
use crate::names::Names;
use crate::register::{self, Csr};
use crate::table::Row;

/// What is at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A mnemonic of the extension.
    Instruction(&'static Row),
    /// A matrix register as an operand of the extension.
    Matrix(u8),
    /// A control and status register of the extension.
    Csr(&'static Csr),
    Base(Base),
    /// An integer register, by its number.
    Integer(u8),
    /// A register of numbers with a fraction, by its number.
    Float(u8),
    /// A name of the text.
    Name(Named),
}

/// What is at a place, with its range.
pub(super) fn target(
    source: &Source,
    symbols: Names<'_>,
    at: Position,
) -> Option<(Target, LineRange)> {
    let (unit, part, word, range) = word_at(source, at)?;
    let found = match part {
        Part::Label => Target::Name(Named::Label(word.to_owned())),
        Part::Mnemonic => match (Named::from_mnemonic(&symbols, word), symbols.row(word)) {
            (Some(name), _) => Target::Name(name),
            (None, Some(row)) => Target::Instruction(row),
            (None, None) if symbols.defined.contains_key(word) => return None,
            (None, None) => Target::Base(base::find(word)?),
        },
        Part::Operand => from_operand(&unit, word, symbols)?,
    };
    Some((found, range))
}

fn from_operand(unit: &Unit<'_>, word: &str, symbols: Names<'_>) -> Option<Target> {
    if let Some(name) = Named::from_operand(&symbols, unit.mnemonic(), word) {
        return Some(Target::Name(name));
    }
    if let Some(number) = register::matrix(word, symbols.version) {
        let is_ours = !matches!(lower(unit, symbols), Lowered::Other);
        return is_ours.then_some(Target::Matrix(number));
    }
    if unit.mnemonic().starts_with('.') {
        return None;
    }
    let integer = || register::integer(word).map(Target::Integer);
    let float = || register::float(word).map(Target::Float);
    let csr = symbols.csr(word).map(Target::Csr);
    csr.or_else(integer).or_else(float)
}
