//! Where everything is: the address of each instruction, label and byte of data.
//!
//! Code is at address 0, as the start code of the toolchain has it; the other sections follow in the order in which they appear,
//! each at a multiple of 64 bytes. What a linker would do with several files is not done here.

mod data;
mod reader;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use mnc2_assembly::{Name, PerChunk, Position, Source, Sum, Symbols, Unit};
use mnc2_text::Diagnostic;

use crate::code::Code;
use crate::encode::Instruction;
use crate::lower::{Lowered, Target};
use crate::register::numbered;
use crate::table::{Field, Form, Row};
use reader::Reader;

/// How many constants an expression leads through. Each has up to two of them, so the work doubles with each.
const DEPTH_MAX: usize = 8;

/// The most bytes of a program.
pub const BYTES_MAX: u32 = 1 << 24;

/// A statement with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its line; of what a macro or a repetition makes, that of the call.
    pub line: u32,
    /// Its place among the statements of the line; of what is made, that of the call.
    pub index: usize,
    /// Whether a macro or a repetition makes it.
    pub is_made: bool,
    /// Whether it is made, wrong, and written like this in the body of a repetition.
    pub is_in_body: bool,
    /// Whether it has labels.
    pub is_labelled: bool,
    /// Its address in bytes, if it is read where it is: not in a body, nor in a branch that is not taken.
    pub address: Option<u32>,
    /// Its section, counted in the order of their appearance.
    section: usize,
    /// What it says. Statements that are alike share it.
    pub lowered: Arc<Lowered>,
}

/// The places of a program.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Every statement, in the order of the text, with what macros and repetitions make after their calls.
    pub statements: Vec<Placed>,
    /// Those that have a label among their operands and an address, by their index.
    pub targets: Vec<u32>,
    /// Those that are wrong or have warnings, by their index.
    pub diagnosed: Vec<u32>,
    /// The statements of each chunk of lines.
    pub chunks: Vec<Statements>,
    /// Where labels are, and constants were defined, by the position of their name.
    labels: HashMap<Position, (usize, u32)>,
    /// Bytes of data, with their addresses.
    pub data: Vec<(u32, Vec<u8>)>,
    /// Data that is wrong, by line.
    pub wrong: Vec<(u32, Diagnostic<Code>)>,
    /// Names in data that are not defined here, by line: the linker has to find them.
    pub undefined: Vec<(u32, String)>,
    /// The address after the last byte.
    pub end: u32,
    /// Whether the program is larger than what is placed.
    pub is_too_large: bool,
}

/// The statements of a chunk of lines, with what is made in it.
#[derive(Clone, Debug)]
pub struct Statements {
    /// The first line of the chunk.
    pub line: u32,
    /// The indices of the statements.
    pub range: Range<usize>,
    /// What those of the text say; the same as long as the chunk and the names that it sees stay.
    pub lowered: Arc<[Arc<Lowered>]>,
}

/// What is kept of a chunk from one layout to the next.
#[derive(Debug, Default)]
pub struct Kept(Mutex<Option<Said>>);

/// What the statements of a chunk say.
#[derive(Clone, Debug)]
struct Said {
    /// The names that they see.
    seen: (u64, u64),
    lowered: Arc<[Arc<Lowered>]>,
}

impl Kept {
    fn lowered(
        &self,
        seen: (u64, u64),
        read: impl FnOnce() -> Vec<Arc<Lowered>>,
    ) -> Arc<[Arc<Lowered>]> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let said = match &mut *kept {
            Some(said) if said.seen == seen => said,
            _ => kept.insert(Said {
                seen,
                lowered: read().into(),
            }),
        };
        Arc::clone(&said.lowered)
    }
}

/// The labels that have the form of registers, as a hash: such a label is an operand where a register is expected.
fn labelled_registers(symbols: &Symbols) -> u64 {
    let labels = symbols.labels.keys();
    let mut labels: Vec<&str> = (labels.map(AsRef::as_ref))
        .filter(|name| numbered(name).is_some())
        .collect();
    labels.sort_unstable();
    let mut hasher = DefaultHasher::new();
    labels.hash(&mut hasher);
    hasher.finish()
}

/// The section of code, which comes first.
const TEXT: usize = 0;

impl Layout {
    /// Reads all statements and places them. What the statements of a chunk say is kept.
    #[must_use]
    pub fn new(source: &Source, symbols: &Symbols, kept: &PerChunk<Kept>) -> Self {
        let labels = labelled_registers(symbols);
        let mut reader = Reader::new(symbols);
        let mut units = symbols.units(source).peekable();
        for ((start, chunk), kept) in source.chunks().zip(kept.iter()) {
            let end = start + chunk.lines().len() as u32;
            let seen = (symbols.seen_in(start..end), labels);
            let lowered = kept.lowered(seen, || reader.lowered(source, start..end));
            let statements = (start..).zip(chunk.lines()).flat_map(|(number, line)| {
                (0..line.statements.len()).map(move |index| (number, index))
            });
            for (here, lowered) in statements.zip(lowered.iter()) {
                let is_read = |unit: &Unit<'_>| (unit.number, unit.call) == here;
                let unit = units.next_if(|unit| is_read(unit) && !unit.is_made());
                match unit {
                    Some(unit) => reader.statement(source, &unit, Arc::clone(lowered)),
                    None => {
                        let unit = Unit::of_source(source, here.0, here.1);
                        let unread = |unit| reader.unread(source, &unit, Arc::clone(lowered));
                        unit.into_iter().for_each(unread);
                    }
                }
                while let Some(unit) = units.next_if(is_read) {
                    reader.made(source, &unit);
                }
            }
            reader.end_of_chunk(start, lowered);
        }
        reader.finish()
    }

    /// The address that a label means at a place; `None` if it is not defined here.
    #[must_use]
    pub fn address_of(
        &self,
        symbols: &Symbols,
        target: &Target,
        line: u32,
        own: u32,
    ) -> Option<i64> {
        let (_, address) = self.of_target(symbols, target, line, (TEXT, own))?;
        Some(address)
    }

    /// The section and the address that a label means at a place, which has them too.
    fn of_target(
        &self,
        symbols: &Symbols,
        target: &Target,
        line: u32,
        own: (usize, u32),
    ) -> Option<(Option<usize>, i64)> {
        let sum = Sum {
            number: target.addend,
            added: Some(Name {
                name: target.name.clone(),
                range: target.range.clone(),
            }),
            subtracted: None,
        };
        self.of_sum(symbols, &sum, line, own, DEPTH_MAX)
    }

    /// The value of an expression at a place, and the section in which it is an address; none if it is a number.
    fn of_sum(
        &self,
        symbols: &Symbols,
        sum: &Sum,
        line: u32,
        own: (usize, u32),
        depth: usize,
    ) -> Option<(Option<usize>, i64)> {
        let depth = depth.checked_sub(1)?;
        let value = |name: &Option<Name>| match name {
            None => Some((None, 0)),
            Some(name) => self.of_name(symbols, name, line, own, depth),
        };
        let (section, added) = value(&sum.added)?;
        let (other, subtracted) = value(&sum.subtracted)?;
        let number = added.wrapping_sub(subtracted).wrapping_add(sum.number);
        Some((section.filter(|_| other.is_none()), number))
    }

    fn of_name(
        &self,
        symbols: &Symbols,
        name: &Name,
        line: u32,
        own: (usize, u32),
        depth: usize,
    ) -> Option<(Option<usize>, i64)> {
        if name.name == "." {
            return Some((Some(own.0), i64::from(own.1)));
        }
        if let Some(position) = symbols.label_position(&name.name, line, name.range.start) {
            let (section, address) = self.labels.get(&position)?;
            return Some((Some(*section), i64::from(*address)));
        }
        let definition = symbols.definition_at(&name.name, line, name.range.start)?;
        let (value, place) = (definition.value.as_ref()?, &definition.place);
        let own = *self.labels.get(&(place.line, place.range.start))?;
        self.of_sum(symbols, value, place.line, own, depth)
    }

    /// The address of a label by its name.
    #[must_use]
    pub fn label(&self, symbols: &Symbols, name: &str) -> Option<u32> {
        let position = symbols.label_position(name, u32::MAX, 0)?;
        let (_, address) = self.labels.get(&position)?;
        Some(*address)
    }

    /// The distance from a statement to its label in bytes, if both are in the same section.
    #[must_use]
    pub fn distance(&self, symbols: &Symbols, placed: &Placed) -> Option<i64> {
        let (section, distance) = self.reach(symbols, placed)?;
        (section == Some(placed.section)).then_some(distance)
    }

    /// The distance from a statement to its label in bytes, and the section of the label. To another section it is that of this
    /// layout, and a linker may have another one.
    #[must_use]
    pub fn reach(&self, symbols: &Symbols, placed: &Placed) -> Option<(Option<usize>, i64)> {
        let target = placed.lowered.read()?.target.as_ref()?;
        let own = placed.address?;
        let here = (placed.section, own);
        let (section, address) = self.of_target(symbols, target, placed.line, here)?;
        Some((section, address.wrapping_sub(own.into())))
    }

    /// The label of a statement that is not defined here.
    #[must_use]
    pub fn undefined<'a>(&self, symbols: &Symbols, placed: &'a Placed) -> Option<&'a Target> {
        let target = placed.lowered.read()?.target.as_ref()?;
        let here = (placed.section, placed.address?);
        let found = self.of_target(symbols, target, placed.line, here);
        found.is_none().then_some(target)
    }

    /// The instructions of a statement, with what its label gives them: one, or two for `lea`. A label that is not defined here
    /// gives 0, as in a file that is not linked yet.
    #[must_use]
    pub fn instructions(&self, symbols: &Symbols, placed: &Placed) -> Vec<Instruction> {
        let Some(read) = placed.lowered.read() else {
            return Vec::new();
        };
        let instruction = read.instruction;
        let own = placed.address.unwrap_or(0);
        let address = match &read.target {
            Some(target) => self.address_of(symbols, target, placed.line, own),
            None => None,
        };
        let distance = address.map_or(0, |address| address.wrapping_sub(own.into()));
        match (instruction.row.form, &read.target) {
            // The assembler sets 18 bits of the 24.
            (Form::Offset, Some(_)) => {
                vec![instruction.with(Field::Offset24, distance & 0x3_ffff)]
            }
            (Form::Conditional, Some(_)) => vec![instruction.with(Field::Offset18, distance)],
            (Form::ScalarMemory | Form::VectorMemory, Some(_)) => {
                vec![instruction.with(Field::Immediate9, distance)]
            }
            (Form::SsAddress, _) => {
                let number = match &read.target {
                    Some(_) => distance,
                    None => instruction.signed(Field::Immediate9).into(),
                };
                let row = Row::find("addi").iter().find(|row| !row.is_vector());
                let addi = row.map(|row| {
                    Instruction::new(row)
                        .with(Field::D, instruction.get(Field::D).into())
                        .with(Field::A, instruction.get(Field::A).into())
                        .with(Field::Immediate9, number)
                });
                addi.into_iter().collect()
            }
            (Form::SSymbol, Some(_)) => {
                let address = address.unwrap_or(0);
                let is_high = instruction.row.mnemonic == "leah";
                let half = if is_high { address >> 16 } else { address };
                vec![instruction.with(Field::Immediate16, half)]
            }
            (Form::SAddress, _) => {
                let address = address.unwrap_or(0);
                let part = |name: &str, half: i64| {
                    let row = Row::find(name).first();
                    row.map(|row| {
                        Instruction::new(row)
                            .with(Field::D, i64::from(instruction.get(Field::D)))
                            .with(Field::Immediate16, half)
                    })
                };
                let halves = [part("leah", address >> 16), part("leal", address)];
                halves.into_iter().flatten().collect()
            }
            _ => vec![instruction],
        }
    }
}
