//! Where everything is: the address of each instruction, label and byte of data.
//!
//! Code is at address 0, as the start code of the toolchain has it; the other sections follow in the order in which they appear,
//! each at a multiple of 64 bytes. What a linker would do with several files is not done here.

mod data;

use std::collections::HashMap;

use mnc2_text::Diagnostic;

use crate::code::Code;
use crate::encode::Instruction;
use crate::lower::{Lowered, Target, lower};
use crate::source::{Line, Source, Statement, Symbols};
use crate::table::{Field, Form, Row};
use data::Datum;

/// Sections begin at multiples of that, so that vectors in them can be aligned.
const SECTION_ALIGNMENT: u32 = 64;

/// The most bytes of a program.
pub const BYTES_MAX: u32 = 1 << 24;

/// A statement with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its line.
    pub line: u32,
    /// Its place among the statements of the line.
    pub index: usize,
    /// Its address in bytes, if it is outside of macros.
    pub address: Option<u32>,
    /// Its section, counted in the order of their appearance.
    section: usize,
    /// What it says.
    pub lowered: Lowered,
}

/// The places of a program.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Every statement, in the order of the text.
    pub statements: Vec<Placed>,
    /// The addresses of labels by the place of their name: line and first byte.
    labels: HashMap<(u32, u32), (usize, u32)>,
    /// Bytes of data, with their addresses.
    pub data: Vec<(u32, Vec<u8>)>,
    /// Data that is wrong, by line.
    pub wrong: Vec<(u32, Diagnostic<Code>)>,
    /// The address after the last byte.
    pub end: u32,
    /// Whether the program is larger than what is placed.
    pub is_too_large: bool,
}

/// The section of code, which comes first.
const TEXT: usize = 0;

struct Reader<'a> {
    symbols: &'a Symbols,
    layout: Layout,
    names: Vec<String>,
    /// How many bytes each section has.
    sizes: Vec<u32>,
    section: usize,
    previous: usize,
    data: Vec<(usize, u32, Vec<Datum>)>,
}

impl Layout {
    /// Reads all statements and places them.
    #[must_use]
    pub fn new(source: &Source, symbols: &Symbols) -> Self {
        let mut reader = Reader {
            symbols,
            layout: Self::default(),
            names: vec![".text".to_owned()],
            sizes: vec![0],
            section: TEXT,
            previous: TEXT,
            data: Vec::new(),
        };
        for (number, line) in source.lines().iter().enumerate() {
            let is_in_macro = symbols.in_macro.get(number) == Some(&true);
            for (index, statement) in line.statements.iter().enumerate() {
                reader.statement(number as u32, line, index, statement, is_in_macro);
            }
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
        if target.name == "." {
            return Some(i64::from(own) + target.addend);
        }
        let place = symbols.label(&target.name, line, target.range.start)?;
        let (_, address) = self.labels.get(&(place.line, place.range.start))?;
        Some(i64::from(*address) + target.addend)
    }

    /// The address of a label by its name.
    #[must_use]
    pub fn label(&self, symbols: &Symbols, name: &str) -> Option<u32> {
        let place = symbols.labels.get(name)?.first()?;
        let (_, address) = self.labels.get(&(place.line, place.range.start))?;
        Some(*address)
    }

    /// The distance from a statement to its label in bytes, if both are in the same section.
    #[must_use]
    pub fn distance(&self, symbols: &Symbols, placed: &Placed) -> Option<i64> {
        let target = placed.lowered.read()?.target.as_ref()?;
        let own = placed.address?;
        if target.name != "." {
            let place = symbols.label(&target.name, placed.line, target.range.start)?;
            let (section, _) = self.labels.get(&(place.line, place.range.start))?;
            if *section != placed.section {
                return None;
            }
        }
        Some(self.address_of(symbols, target, placed.line, own)? - i64::from(own))
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
        let distance = address.map_or(0, |address| address - i64::from(own));
        match (instruction.row.form, &read.target) {
            // The assembler sets 18 bits of the 24.
            (Form::Offset, Some(_)) => {
                vec![instruction.with(Field::Offset24, distance & 0x3_ffff)]
            }
            (Form::Conditional, Some(_)) => vec![instruction.with(Field::Offset18, distance)],
            (Form::ScalarMemory | Form::VectorMemory, Some(_)) => {
                vec![instruction.with(Field::Immediate9, distance)]
            }
            (Form::SSymbol, Some(_)) => {
                let address = address.unwrap_or(0);
                let is_high = instruction.row.mnemonic == "leah";
                let half = if is_high { address >> 16 } else { address };
                vec![instruction.with(Field::Immediate16, half)]
            }
            (Form::SAddress, target) => {
                let number = i64::from(instruction.get(Field::Immediate16));
                let address = match target {
                    Some(_) => address.unwrap_or(0),
                    None => number,
                };
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

impl Reader<'_> {
    fn statement(
        &mut self,
        number: u32,
        line: &Line,
        index: usize,
        statement: &Statement,
        is_in_macro: bool,
    ) {
        let lowered = lower(line, statement, self.symbols);
        if is_in_macro {
            self.place(number, index, None, lowered);
            return;
        }
        for label in &statement.labels {
            let here = (self.section, self.sizes[self.section]);
            self.layout.labels.insert((number, label.start), here);
        }
        let here = self.sizes[self.section];
        match lowered.row() {
            Some(row) => self.grow(row.bytes()),
            None => self.directive(number, line, statement),
        }
        self.place(number, index, Some(here), lowered);
    }

    fn place(&mut self, line: u32, index: usize, address: Option<u32>, lowered: Lowered) {
        self.layout.statements.push(Placed {
            line,
            index,
            address,
            section: self.section,
            lowered,
        });
    }

    fn grow(&mut self, bytes: u32) {
        let size = self.sizes[self.section].saturating_add(bytes);
        self.layout.is_too_large |= size > BYTES_MAX;
        self.sizes[self.section] = size.min(BYTES_MAX);
    }

    fn enter(&mut self, name: &str) {
        self.previous = self.section;
        let known = self.names.iter().position(|known| known == name);
        self.section = known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.sizes.push(0);
            self.names.len() - 1
        });
    }

    fn directive(&mut self, number: u32, line: &Line, statement: &Statement) {
        match line.mnemonic(statement) {
            name @ (".text" | ".data" | ".bss") => self.enter(name),
            ".section" | ".pushsection" => {
                let first = statement.operands.first();
                let name = first.map_or("", |operand| line.part(&operand.range));
                self.enter(name.trim_matches('"'));
            }
            ".previous" | ".popsection" => std::mem::swap(&mut self.section, &mut self.previous),
            name => {
                let here = self.sizes[self.section];
                match data::read(line, statement, name, (number, here), self.symbols) {
                    Ok(found) => {
                        let length = found.iter().map(Datum::bytes).fold(0, u32::saturating_add);
                        if length > 0 && here.saturating_add(length) <= BYTES_MAX {
                            self.data.push((self.section, here, found));
                        }
                        self.grow(length);
                    }
                    Err(diagnostic) => self.layout.wrong.push((number, *diagnostic)),
                }
            }
        }
    }

    fn finish(mut self) -> Layout {
        let mut starts = Vec::new();
        let mut end = 0_u32;
        for size in &self.sizes {
            let start = end.next_multiple_of(SECTION_ALIGNMENT);
            starts.push(start);
            end = start.saturating_add(*size);
            self.layout.is_too_large |= end > BYTES_MAX;
            end = end.min(BYTES_MAX);
        }
        for (section, address) in self.layout.labels.values_mut() {
            *address += starts[*section];
        }
        for placed in &mut self.layout.statements {
            if let Some(address) = &mut placed.address {
                *address += starts[placed.section];
            }
        }
        self.layout.end = end;
        for (section, offset, found) in std::mem::take(&mut self.data) {
            let address = starts[section] + offset;
            let mut bytes = Vec::new();
            for datum in found {
                let own = address + bytes.len() as u32;
                datum.write(&mut bytes, |line, target| {
                    self.layout.address_of(self.symbols, target, line, own)
                });
            }
            self.layout.data.push((address, bytes));
        }
        self.layout
    }
}
