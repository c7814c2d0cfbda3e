//! Memory as arrays of long words: a row for each element of the chip, a column for each address.
//!
//! The emulator keeps PE memories by address, with equal PEs stored once, so reading copies: 64 MiB for all of LM0. The
//! result of a PE memory is in column-major order, which is the order of the copy.

use std::ops::Range;

use half::f16;
use mnc2_emulator::Machine;
use mnc2_emulator::float::convert;
use mnc2_emulator::float::format::{DOUBLE, HALF};
use mnc2_emulator::lanes::Lanes;
use mnc2_emulator::machine::upper;
use mnc2_emulator::strict::Strict;
use mnc2_isa::geometry::{PES, T_LONG_WORDS};
use mnc2_isa::{ChipLevel, Memory};
use numpy::ndarray::{Array2, ArrayView2, ShapeBuilder as _};
use numpy::{PyArray1, PyReadonlyArray1, ToPyArray as _};
use pyo3::prelude::*;

use crate::error::value_error;

/// Maximum number of long words of one copy: 1 GiB.
const LONG_WORDS_MAX: u64 = 1 << 27;

/// The memories by name.
const MEMORIES: [(&str, Memory); 9] = [
    ("lm0", Memory::Lm0),
    ("lm1", Memory::Lm1),
    ("grf0", Memory::Grf0),
    ("grf1", Memory::Grf1),
    ("t", Memory::T),
    ("l1bm", Memory::L1bm),
    ("l2bm", Memory::L2bm),
    ("pdm", Memory::Pdm),
    ("dram", Memory::Dram),
];

/// The memory with a name.
///
/// # Errors
/// `ValueError` if there is none.
pub(crate) fn named(name: &str) -> PyResult<Memory> {
    let found = MEMORIES.iter().find(|(other, _)| *other == name);
    found.map(|(_, memory)| *memory).ok_or_else(|| {
        let names = MEMORIES.map(|(name, _)| name).join(", ");
        value_error(format!("`{name}` is not a memory; there are {names}"))
    })
}

/// Elements that have the memory, and its long words in each.
pub(crate) fn shape(memory: Memory) -> (usize, u32) {
    let level = ChipLevel::from_memory(memory);
    let words = match (memory, level) {
        (Memory::T, _) => T_LONG_WORDS,
        (_, ChipLevel::Pe | ChipLevel::Mab) => memory.size().unwrap_or(0) / 2,
        (_, ChipLevel::L1b | ChipLevel::L2b | ChipLevel::Group) => memory.size().unwrap_or(0),
    };
    (PES / level.pes(), words)
}

/// A part of a memory.
pub(crate) struct Part {
    memory: Memory,
    elements: Range<usize>,
    words: Range<u32>,
}

impl Part {
    /// Some elements and addresses of a memory.
    ///
    /// # Errors
    /// `ValueError` if they do not exist or are too many.
    pub(crate) fn new(name: &str, elements: Range<usize>, words: Range<u32>) -> PyResult<Self> {
        let memory = named(name)?;
        let (count, size) = shape(memory);
        if elements.start > elements.end || elements.end > count {
            return Err(value_error(format!("`{name}` has {count} elements")));
        }
        if words.start > words.end || words.end > size {
            return Err(value_error(format!("`{name}` has {size} long words")));
        }
        if elements.len() as u64 * words.len() as u64 > LONG_WORDS_MAX {
            return Err(value_error(format!(
                "this is more than {} MiB; take a part",
                (LONG_WORDS_MAX * 8) >> 20
            )));
        }
        Ok(Self {
            memory,
            elements,
            words,
        })
    }

    pub(crate) fn read(&self, machine: &Machine) -> Array2<u64> {
        let (rows, columns) = (self.elements.len(), self.words.len());
        let mut words = Vec::with_capacity(rows * columns);
        if let Some(planes) = machine.chip().planes(self.memory) {
            for address in self.words.clone() {
                // The values of the first PEs repeat.
                let lanes = planes.read(address as usize).as_slice();
                match lanes.get(self.elements.clone()) {
                    Some(lanes) => words.extend_from_slice(lanes),
                    None => words.extend(self.elements.clone().map(|pe| lanes[pe % lanes.len()])),
                }
            }
            return Array2::from_shape_vec((rows, columns).f(), words).unwrap_or_default();
        }
        words.resize(rows * columns, 0);
        let parts = words.chunks_exact_mut(columns.max(1));
        for (element, part) in self.elements.clone().zip(parts) {
            upper::read_some(machine.chip(), self.memory, element, self.words.start, part);
        }
        Array2::from_shape_vec((rows, columns), words).unwrap_or_default()
    }

    /// Writes long words, or of each those bits that are set in `bits`.
    pub(crate) fn write(
        &self,
        machine: &mut Machine,
        strict: Option<&mut Strict>,
        words: ArrayView2<'_, u64>,
        bits: Option<ArrayView2<'_, u64>>,
    ) {
        let is_written =
            |row: usize, column: usize| bits.is_none_or(|bits| bits[[row, column]] != 0);
        let merged = |row: usize, column: usize, old: u64| {
            let (new, bits) = (
                words[[row, column]],
                bits.map_or(u64::MAX, |bits| bits[[row, column]]),
            );
            old & !bits | new & bits
        };
        let rows = self.elements.len();
        let (count, _) = shape(self.memory);
        let addresses = self.words.clone().enumerate();
        if machine.chip().planes(self.memory).is_some() {
            for (column, address) in addresses.clone() {
                let Some(planes) = machine.chip_mut().planes_mut(self.memory) else {
                    break;
                };
                let plane = planes.write(address as usize);
                let first = words.get([0, column]).copied().unwrap_or(0);
                let is_alike = bits.is_none()
                    && rows == count
                    && words.column(column).iter().all(|&word| word == first);
                if is_alike {
                    *plane = Lanes::all(first);
                    continue;
                }
                let lanes = &mut plane.make_mut(count)[self.elements.clone()];
                for (row, lane) in lanes.iter_mut().enumerate() {
                    *lane = merged(row, column, *lane);
                }
            }
        } else {
            for (row, element) in self.elements.clone().enumerate() {
                let mut line = vec![0; self.words.len()];
                upper::read_some(
                    machine.chip(),
                    self.memory,
                    element,
                    self.words.start,
                    &mut line,
                );
                for (column, word) in line.iter_mut().enumerate() {
                    *word = merged(row, column, *word);
                }
                upper::write_some(
                    machine.chip_mut(),
                    self.memory,
                    element,
                    self.words.start,
                    &line,
                );
            }
        }
        let Some(strict) = strict else { return };
        for (column, address) in addresses {
            if ChipLevel::from_memory(self.memory) == ChipLevel::Pe {
                strict.loaded_pes(self.memory, 2 * address, 2, |pe| {
                    pe.checked_sub(self.elements.start)
                        .is_some_and(|row| row < rows && is_written(row, column))
                });
            } else {
                for (row, element) in self.elements.clone().enumerate() {
                    if is_written(row, column) {
                        strict.loaded_upper(self.memory, element, address, 1);
                    }
                }
            }
        }
    }
}

/// The bits of the chip's half precision for the bits of `float16`; every float16 but NaN has one, rounded to 9 bits.
///
/// # Errors
/// `ValueError` for NaN, which the chip's half precision does not have.
#[pyfunction]
pub(crate) fn half_of_float16<'py>(
    py: Python<'py>,
    bits: PyReadonlyArray1<'py, u16>,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let bits = bits.as_array();
    let converted = bits.iter().map(|&bits| {
        let value = f16::from_bits(bits);
        if value.is_nan() {
            return Err(value_error(
                "it holds NaN, which the chip's half precision does not have",
            ));
        }
        // Every float16 is an exact double, so it is rounded once.
        Ok(convert::narrow(DOUBLE, HALF, value.to_f64().to_bits()) as u16)
    });
    let converted: Vec<u16> = converted.collect::<PyResult<_>>()?;
    Ok(converted.to_pyarray(py))
}

/// The bits of `float16` for the bits of the chip's half precision, rounded; what is too large becomes infinity.
#[pyfunction]
pub(crate) fn float16_of_half<'py>(
    py: Python<'py>,
    bits: PyReadonlyArray1<'py, u16>,
) -> Bound<'py, PyArray1<u16>> {
    let bits = bits.as_array();
    let converted = bits.iter().map(|&bits| {
        let value = convert::to_f64(HALF, u64::from(bits));
        f16::from_f64(value).to_bits()
    });
    converted.collect::<Vec<u16>>().to_pyarray(py)
}
