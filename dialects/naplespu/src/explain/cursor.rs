//! What is at a place.

use mnc2_assembly::{Line, PieceKind, Source, Statement, Symbols};
use mnc2_text::{LineRange, Position};

use crate::register::Register;
use crate::table::Row;

/// What is at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A mnemonic; one of its rows.
    Instruction(&'static Row),
    /// A register as an operand.
    Register(Register),
    /// A label, by its name.
    Label(String),
    /// A macro, by its name.
    Macro(String),
    /// A constant, by its name.
    Constant(String),
}

/// What is at a place, with its range.
#[must_use]
pub fn target(source: &Source, symbols: &Symbols, at: Position) -> Option<(Target, LineRange)> {
    let line = source.line(at.line)?;
    let touches = |range: &LineRange| range.start <= at.byte && at.byte <= range.end;
    let statement = line
        .statements
        .iter()
        .find(|statement| touches(&statement.range))?;
    if let Some(label) = statement.labels.iter().find(|label| touches(label)) {
        return Some((Target::Label(line.part(label).to_owned()), label.clone()));
    }
    if let Some(mnemonic) = statement.mnemonic.as_ref().filter(|range| touches(range)) {
        let word = line.part(mnemonic);
        let found = if symbols.macros.contains_key(word) {
            Target::Macro(word.to_owned())
        } else if symbols.is_constant(word) {
            Target::Constant(word.to_owned())
        } else {
            Target::Instruction(Row::find(word).first()?)
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
        PieceKind::Word => of_word(line, statement, word, symbols)?,
        _ => return None,
    };
    Some((found, piece.range.clone()))
}

fn of_word(line: &Line, statement: &Statement, word: &str, symbols: &Symbols) -> Option<Target> {
    let mnemonic = line.mnemonic(statement);
    if mnemonic == ".macro" && symbols.macros.contains_key(word) {
        return Some(Target::Macro(word.to_owned()));
    }
    // In the operands of an instruction, the name of a register means the register, even if it is also another name.
    if !mnemonic.starts_with('.')
        && let Some(register) = Register::find(word)
    {
        return Some(Target::Register(register));
    }
    if symbols.is_constant(word) {
        return Some(Target::Constant(word.to_owned()));
    }
    symbols
        .labels
        .contains_key(word)
        .then(|| Target::Label(word.to_owned()))
}
