//! Where names and values are defined and used.
//!
//! Labels, macros and constants belong to the whole text. A register has a value from the instruction that writes it to the next ones
//! that do, on any path.

use mnc2_assembly::{Touch, check_name, unchanged, words, written_place};
use mnc2_text::interface::Name;
use mnc2_text::{Change, Highlight, Message, Place, Position, message};

use super::cursor::{Target, target};
use super::touch::{Register, around};
use crate::document::Document;
use crate::register::{self, Csr};
use crate::table::Row;
use crate::version::Version;

impl Name for Document {
    fn definition(&self, at: Position) -> Vec<Place> {
        let (source, symbols, line) = (self.source(), self.names(), at.line);
        let Some((found, range)) = target(source, symbols, at) else {
            return Vec::new();
        };
        match found {
            Target::Name(name) => name.definitions(source, &symbols, at),
            Target::Matrix(_) | Target::Integer(_) | Target::Float(_) => {
                around(source, symbols, line).definitions(&Place { line, range })
            }
            Target::Instruction(_) | Target::Csr(_) | Target::Base(_) => Vec::new(),
        }
    }

    fn uses(&self, at: Position) -> Vec<Place> {
        let (source, symbols, line) = (self.source(), self.names(), at.line);
        let Some((found, range)) = target(source, symbols, at) else {
            return Vec::new();
        };
        match found {
            Target::Name(name) => name.uses(source, &symbols, at),
            Target::Matrix(_) | Target::Integer(_) | Target::Float(_) => {
                around(source, symbols, line).uses(&Place { line, range })
            }
            Target::Csr(csr) => words(source, csr.name),
            Target::Instruction(row) => words(source, row.mnemonic),
            Target::Base(_) => {
                let text = source.line(line).map_or("", |line| line.part(&range));
                words(source, text)
            }
        }
    }

    fn touches(&self, at: Position) -> Option<Vec<Highlight>> {
        let (source, symbols) = (self.source(), self.names());
        let registers = match target(source, symbols, at)?.0 {
            Target::Matrix(number) => Register::Matrix(number).bits(),
            Target::Integer(number) => Register::Integer(number).bits(),
            Target::Float(number) => Register::Float(number).bits(),
            _ => 0,
        };
        let touches = || around(source, symbols, at.line).into_touches();
        (registers != 0).then(|| Touch::highlights(touches(), registers))
    }

    fn renamable(&self, at: Position) -> Option<Place> {
        let (found, range) = target(self.source(), self.names(), at)?;
        let is_changeable = matches!(found, Target::Name(name) if name.is_changeable());
        written_place(self.source(), at.line, range).filter(|_| is_changeable)
    }

    fn rename(&self, at: Position, name: &str) -> Result<Vec<Change>, Message> {
        if self.renamable(at).is_none() {
            return Err(message!("this has no name of its own"));
        }
        check_name(&self.names(), name, |word| {
            register::is_any(word)
                || register::integer(word).is_some()
                || Version::ALL.into_iter().any(|version| {
                    Csr::find(word, version).is_some() || Row::find(word, version).is_some()
                })
                || crate::base::find(word).is_some()
        })?;
        let changes = Change::everywhere(self.references(at, true), name);
        unchanged(self, &self.text, changes, name)
    }
}
