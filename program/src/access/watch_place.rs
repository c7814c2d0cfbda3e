//! The words that a place of a watch expression names.

use std::ops::Range;

use mnc2_isa::geometry::{CYCLES_PER_STEP, MATRIX_PHYSICAL_ROWS};
use mnc2_isa::{Memory, Precision, Width};

use super::Store;
use crate::{OperandKind, WatchPlace};

/// The words of each cycle, beginning with the first cycle. Empty for a place without fixed words.
#[must_use]
pub fn watched_words(place: &WatchPlace) -> Vec<(Store, Range<u32>)> {
    let cycles = 0..CYCLES_PER_STEP as u32;
    let memory = |memory: Memory, words: Range<u32>| (Store::Memory(memory), words);
    let words: Vec<(Store, Range<u32>)> = match &place.operand {
        OperandKind::PeMemory(operand) => {
            let count = operand.width.single_words();
            let addresses = operand.addresses_words().map(u32::from);
            let mut words: Vec<_> = addresses
                .into_iter()
                .map(|address| memory(operand.memory, address..address + count))
                .collect();
            words.dedup();
            words
        }
        OperandKind::T(width) => cycles
            .map(|cycle| {
                let first = cycle * Width::DoubleLong.single_words();
                let count = match width {
                    Width::DoubleLong => Width::DoubleLong.single_words(),
                    Width::Single | Width::Long => Width::Long.single_words(),
                };
                memory(Memory::T, first..first + count)
            })
            .collect(),
        OperandKind::BaseRegister(base, _) => vec![memory(*base, 0..1)],
        OperandKind::MaskRegister(entry) => {
            let first = u32::from(*entry) * cycles.end;
            vec![memory(Memory::MaskRegister, first..first + cycles.end)]
        }
        OperandKind::Forwarding(path) => vec![(Store::Forwarding(*path), cycles)],
        OperandKind::L1bm { width, address } => {
            let count = width.single_words().div_ceil(2);
            vec![memory(Memory::L1bm, *address..address + count)]
        }
        OperandKind::L2bm { address, .. } => vec![memory(Memory::L2bm, *address..address + 1)],
        OperandKind::Pdm { address, .. } => vec![memory(Memory::Pdm, *address..address + 1)],
        OperandKind::Dram { address, .. } => vec![memory(Memory::Dram, *address..address + 1)],
        OperandKind::Dar(entry) => vec![memory(Memory::Dar, *entry..entry + 1)],
        OperandKind::MatrixRows { side, width, row } => {
            let precision = place.format.and_then(|format| format.precision());
            let rows = precision.unwrap_or(Precision::Half).matrix_rows();
            let count = if *width == Width::DoubleLong { 2 } else { 1 };
            let logical = u32::from(*row)..u32::from(*row) + count;
            let physical = logical.filter(|row| *row < rows);
            let physical = physical.map(|row| row * (MATRIX_PHYSICAL_ROWS / rows));
            physical.map(|row| memory(*side, row..row + 1)).collect()
        }
        OperandKind::MatrixSide(..)
        | OperandKind::Constant(_)
        | OperandKind::NoWrite
        | OperandKind::Turnaround(_)
        | OperandKind::Literal(_)
        | OperandKind::Tag(_) => Vec::new(),
    };
    let is_there = |(store, words): &(Store, Range<u32>)| words.end <= store.words();
    words.into_iter().filter(is_there).collect()
}
