//! What a debugger lists: registers, control and status registers, matrices by row and word, memory.

use std::ops::Range;

use mnc2_assembly::Listed;
use mnc2_text::machine_locations::{not_fitting, not_settable};
use mnc2_text::{Described, Location, Locations, MemoryAbout, Message, Number};

use super::Machine;
use crate::register::{self, INTEGER_NAMES, MATRIX_COUNT, float_name};

/// First indices of locations.
mod kind {
    pub(super) const REGISTERS: u64 = 0;
    pub(super) const CONTROLS: u64 = 1;
    pub(super) const MATRICES: u64 = 2;
    pub(super) const MEMORY: u64 = 3;
    pub(super) const FLOATS: u64 = 4;
}

/// The main memory in the list of locations.
const MEMORY: Listed = Listed {
    kind: kind::MEMORY,
    name: "memory",
    index: 0,
};

/// Bits of a word of a matrix.
const WORD_BITS: u32 = 32;

/// The value of a register.
type Read = fn(&Machine) -> u64;

/// Control and status registers, with what they hold.
const CONTROLS: &[(&str, Read)] = &[
    ("sizeM", |it| it.unit.size() & 0xff),
    ("sizeN", |it| it.unit.size() >> 8 & 0xff),
    ("sizeK", |it| it.unit.size() >> 16),
    ("xmsize", |it| it.unit.size()),
    ("xmcsr", |it| it.status.control()),
    ("xmrstart", |it| it.status.start_row),
    ("xmxrm", |it| it.status.fixed_rounding.into()),
    ("xmxsat", |it| it.status.is_saturated.into()),
    ("xmisa", |it| it.status.features),
    ("frm", |it| it.status.rounding.into()),
    ("fflags", |it| it.status.flags.into()),
];

/// The same in 0.6.
const CONTROLS_06: &[(&str, Read)] = &[
    ("mtilem", |it| it.unit.shape().tile[0]),
    ("mtilen", |it| it.unit.shape().tile[1]),
    ("mtilek", |it| it.unit.shape().tile[2]),
    ("xmcsr", |it| it.status.control()),
    ("xmisa", |it| it.status.features),
    ("frm", |it| it.status.rounding.into()),
    ("fflags", |it| it.status.flags.into()),
];

impl Machine {
    /// Words in a row of a matrix register.
    fn columns(&self, register: u64) -> u64 {
        self.unit.width(register as usize) as u64 / u64::from(WORD_BITS / 8)
    }

    fn controls(&self) -> &'static [(&'static str, Read)] {
        match self.status.version.has_tiles() {
            true => CONTROLS_06,
            false => CONTROLS,
        }
    }

    fn matrix_name(&self, register: u64) -> String {
        register::matrix_name(register as u8, self.status.version)
    }
}

impl Locations for Machine {
    fn groups(&self, _thread: usize, _frame: usize) -> Vec<Location> {
        let matrices = (0..u64::from(MATRIX_COUNT)).map(|it| Location::new(&[kind::MATRICES, it]));
        let flat = [kind::REGISTERS, kind::FLOATS, kind::CONTROLS].map(|it| Location::new(&[it]));
        let memory = Location::new(&[kind::MEMORY]);
        flat.into_iter().chain(matrices).chain([memory]).collect()
    }

    fn describe(&self, at: Location) -> Described {
        match *at.path() {
            [kind::REGISTERS] => Described::new("registers", String::new(), 32),
            [kind::REGISTERS, number] => {
                let name = INTEGER_NAMES[number as usize % INTEGER_NAMES.len()];
                Described {
                    is_settable: number != 0,
                    ..Described::new(format!("x{number} {name}"), name.to_owned(), 0)
                }
            }
            [kind::FLOATS] => Described::new("floating-point registers", String::new(), 32),
            [kind::FLOATS, number] => {
                let name = float_name(number as u8 % 32);
                Described {
                    is_settable: true,
                    ..Described::new(format!("f{number} {name}"), name, 0)
                }
            }
            [kind::CONTROLS] => Described::new(
                "control and status",
                String::new(),
                self.controls().len() as u64,
            ),
            [kind::CONTROLS, index] => {
                let controls = self.controls();
                let (name, _) = controls[index as usize % controls.len()];
                Described::new(name.to_owned(), name.to_owned(), 0)
            }
            [kind::MATRICES, register] => Described {
                is_indexed: true,
                ..Described::new(
                    self.matrix_name(register),
                    self.matrix_name(register),
                    self.unit.rows() as u64,
                )
            },
            [kind::MATRICES, register, row] => Described {
                is_indexed: true,
                ..Described::new(
                    format!("[{row}]"),
                    format!("{}[{row}]", self.matrix_name(register)),
                    self.columns(register),
                )
            },
            [kind::MATRICES, register, row, column] => Described {
                is_settable: true,
                ..Described::new(
                    format!("[{column}]"),
                    format!("{}[{row}][{column}]", self.matrix_name(register)),
                    0,
                )
            },
            _ => MEMORY.describe(&self.memory, at),
        }
    }

    fn parts(&self, at: Location, range: Range<u64>) -> Vec<Location> {
        let count = match *at.path() {
            [kind::MEMORY, ..] => return MEMORY.parts(&self.memory, at, range),
            _ => self.describe(at).parts,
        };
        (range.start..range.end.min(count))
            .map(|index| at.part(index))
            .collect()
    }

    fn element(&self, at: Location, number: u64) -> Option<Location> {
        let count = match *at.path() {
            [kind::MEMORY] => return Some(MEMORY.word(&self.memory, number)),
            [kind::MATRICES, _] => self.unit.rows() as u64,
            [kind::MATRICES, register, _] => self.columns(register),
            _ => 0,
        };
        (number < count).then(|| at.part(number))
    }

    fn named(&self, name: &str, _thread: Option<usize>) -> Option<Location> {
        let control = || self.controls().iter().position(|(own, _)| *own == name);
        Some(match name {
            "registers" => Location::new(&[kind::REGISTERS]),
            "memory" => Location::new(&[kind::MEMORY]),
            _ => match (
                register::integer(name),
                register::matrix(name, self.status.version),
            ) {
                (Some(number), _) => Location::new(&[kind::REGISTERS, number.into()]),
                (_, Some(number)) => Location::new(&[kind::MATRICES, number.into()]),
                _ => match register::float(name) {
                    Some(number) => Location::new(&[kind::FLOATS, number.into()]),
                    None => Location::new(&[kind::CONTROLS, control()? as u64]),
                },
            },
        })
    }

    fn names(&self) -> Vec<String> {
        let controls = self.controls().iter().map(|(name, _)| *name);
        let flat = INTEGER_NAMES
            .into_iter()
            .chain(controls)
            .chain(["registers", "memory"]);
        let matrices = register::matrix_names(self.status.version);
        let floats = (0..32).map(float_name);
        flat.map(str::to_owned)
            .chain(floats)
            .chain(matrices)
            .collect()
    }

    fn number(&self, at: Location) -> Option<Number> {
        match *at.path() {
            [kind::REGISTERS, number] => Some(Number::Word(self.get(number as u8), 64)),
            [kind::FLOATS, number] => Some(Number::Word(self.floats[number as usize % 32], 64)),
            [kind::CONTROLS, index] => {
                let (_, read) = self.controls().get(index as usize)?;
                Some(Number::Whole(read(self).into()))
            }
            [kind::MATRICES, register, row, column] => {
                let row = self.unit.row(register as usize, row as usize);
                let word = row.get(column as usize * 4..)?.first_chunk()?;
                Some(Number::Word(u32::from_le_bytes(*word).into(), 32))
            }
            _ => MEMORY.number(&self.memory, at),
        }
    }

    fn set(&mut self, at: Location, number: Number) -> Result<(), Message> {
        let described = self.describe(at);
        if !described.is_settable {
            return Err(not_settable(&described.name));
        }
        let word = |bits| number.word(bits).ok_or_else(|| not_fitting(number, bits));
        match *at.path() {
            [kind::REGISTERS, register] => self.set_register(register as u8, word(64)?),
            [kind::FLOATS, register] => self.floats[register as usize % 32] = word(64)?,
            [kind::MATRICES, register, row, column] => {
                let bytes = (word(WORD_BITS)? as u32).to_le_bytes();
                self.unit
                    .set_word(register as usize, row as usize, column as usize, bytes);
            }
            _ => return MEMORY.set(&mut self.memory, at, number),
        }
        Ok(())
    }

    fn memories(&self) -> &'static [MemoryAbout] {
        &[MemoryAbout {
            name: MEMORY.name,
            last: u64::MAX,
        }]
    }

    fn read_bytes(&self, _memory: usize, address: u64, bytes: &mut [u8]) {
        self.memory.read(address, bytes);
    }

    fn write_bytes(&mut self, _memory: usize, address: u64, bytes: &[u8]) -> Result<(), Message> {
        self.memory.place(address, bytes)
    }
}
