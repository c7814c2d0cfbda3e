//! What is at a place.

use mnc2_assembly::{Named, Part, word_at};
use mnc2_text::{LineRange, Position};

use crate::document::Document;
use crate::register::Register;
use crate::table::Row;

/// What is at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A mnemonic; one of its rows.
    Instruction(&'static Row),
    /// A register as an operand.
    Register(Register),
    /// A name of the text.
    Name(Named),
}

impl Document {
    /// What is at a place, with its range.
    pub(super) fn target(&self, at: Position) -> Option<(Target, LineRange)> {
        let (unit, part, word, range) = word_at(self.source(), at)?;
        let found = match part {
            Part::Label => Target::Name(Named::Label(word.to_owned())),
            Part::Mnemonic => match Named::from_mnemonic(self.names(), word) {
                Some(name) => Target::Name(name),
                None => Target::Instruction(Row::find(word).first()?),
            },
            Part::Operand => {
                let mnemonic = unit.mnemonic();
                // In the operands of an instruction, the name of a register means the register, even if it is also another name.
                let register = Register::find(word).filter(|_| !mnemonic.starts_with('.'));
                let name = || Named::from_operand(self.names(), mnemonic, word).map(Target::Name);
                register.map(Target::Register).or_else(name)?
            }
        };
        Some((found, range))
    }
}
