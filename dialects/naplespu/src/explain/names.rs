//! Where names and values are defined and used.
//!
//! Labels, macros and constants belong to the whole text. A register has a value from the instruction that writes it to the next ones
//! that do, on any path; its name is changed within a basic block.

use mnc2_assembly::{Dataflow, check_name, unchanged, words, written_place};
use mnc2_text::interface::Name;
use mnc2_text::{Change, Highlight, LineRange, LinkedFile, Message, Place, Position, message};

use super::cursor::Target;
use super::flow;
use super::live::Live;
use super::touch::{self, Touch};
use crate::document::Document;
use crate::register::{MASK, NAMED_FIRST, Register};
use crate::table::Row;

impl Document {
    /// The statement at a place, among the statements of the layout.
    fn statement_at(&self, at: Position) -> Option<usize> {
        let mut statements = self.source().line(at.line)?.statements.iter();
        let is_here = |range: &LineRange| range.start <= at.byte && at.byte <= range.end;
        let index = statements.position(|it| is_here(&it.range))?;
        touch::statement_at(self.layout(), at.line, index)
    }

    /// The registers of the block around a place.
    fn block(&self, at: Position) -> Vec<Touch> {
        let (symbols, layout) = self.places();
        let statement = self.statement_at(at);
        statement.map_or_else(Vec::new, |statement| {
            touch::block_touches(self.source(), symbols, layout, statement)
        })
    }

    /// The values of the program around a place; none without a statement.
    fn values(&self, at: Position) -> Dataflow {
        let (symbols, layout) = self.places();
        let values = self
            .statement_at(at)
            .map(|statement| flow::around(self.source(), symbols, layout, statement));
        values.unwrap_or_else(|| Dataflow::new(Vec::new()))
    }
}

impl Name for Document {
    fn definition(&self, at: Position) -> Vec<Place> {
        match self.target(at) {
            Some((Target::Name(name), _)) => name.definitions(self.source(), self.names(), at),
            Some((Target::Register(_), range)) => {
                let line = at.line;
                self.values(at).definitions(&Place { line, range })
            }
            Some((Target::Instruction(_), _)) | None => Vec::new(),
        }
    }

    fn uses(&self, at: Position) -> Vec<Place> {
        match self.target(at) {
            Some((Target::Name(name), _)) => name.uses(self.source(), self.names(), at),
            Some((Target::Register(_), range)) => {
                let line = at.line;
                self.values(at).uses(&Place { line, range })
            }
            Some((Target::Instruction(row), _)) => words(self.source(), &row.mnemonic),
            None => Vec::new(),
        }
    }

    fn linked(&self, at: Position) -> Vec<LinkedFile> {
        self.linked_files(at)
    }

    fn check_linked(&self, at: Position, name: &str) -> Result<(), Message> {
        self.check_shared(at, name)
    }

    fn touches(&self, at: Position) -> Option<Vec<Highlight>> {
        let (Target::Register(register), _) = self.target(at)? else {
            return None;
        };
        let touches = self.values(at).into_touches();
        Some(mnc2_assembly::Touch::highlights(
            touches,
            flow::bit(register),
        ))
    }

    fn renamable(&self, at: Position) -> Option<Place> {
        if let Some(range) = self.shared_range(at) {
            return written_place(self.source(), at.line, range);
        }
        let (found, range) = self.target(at)?;
        let is_changeable = match &found {
            Target::Name(name) => name.is_changeable(),
            // In a statement that is not an instruction it is only a word.
            Target::Register(register) => {
                let is_touched = || touch::index_at(&self.block(at), at.line, &range).is_some();
                is_general(*register) && is_touched()
            }
            Target::Instruction(_) => false,
        };
        written_place(self.source(), at.line, range).filter(|_| is_changeable)
    }

    fn rename(&self, at: Position, name: &str) -> Result<Vec<Change>, Message> {
        let (symbols, layout) = self.places();
        let Some(place) = self.renamable(at) else {
            return Err(message!("this has no name of its own"));
        };
        if let Some((Target::Register(register), _)) = self.target(at) {
            let live = Live {
                source: self.source(),
                symbols,
                layout,
            };
            return rename_register(&self.block(at), register, name, &live);
        }
        let is_register = |word: &str| Register::find(word).is_some();
        check_name(symbols, name, |word| {
            is_register(word) || !Row::find(word).is_empty()
        })?;
        let changes = Change::everywhere(self.references(at, true), name);
        let line = self.source().line(place.line);
        // The label of a register has a finding of its own.
        match line.is_some_and(|line| is_register(line.part(&place.range))) {
            true => Ok(changes),
            false => unchanged(self, &self.text, changes, name),
        }
    }
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
    let places = its().map(|touch| touch.place.clone()).collect();
    Ok(Change::everywhere(places, name))
}
