//! Long words of the memories above the PEs, by memory, element and address.
//!
//! L1BM, L2BM, PDM and DRAM have one address unit, the long word, and wrap
//! around; instructions that move blocks between them share this.

use mnc2_isa::Memory;

use super::chip::Chip;

/// Consecutive long words to be written once everything has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockWrite {
    /// L1BM, L2BM, PDM or DRAM.
    pub memory: Memory,
    /// The L1B, L2B or group.
    pub element: usize,
    /// First address.
    pub address: u32,
    /// What is written.
    pub words: Vec<u64>,
}

impl BlockWrite {
    /// Writes the block.
    pub fn apply(&self, chip: &mut Chip) {
        for (index, &word) in self.words.iter().enumerate() {
            write(
                chip,
                self.memory,
                self.element,
                self.address.wrapping_add(index as u32),
                word,
            );
        }
    }
}

/// Reads a long word; addresses wrap around. Zero for memories that are below L1BM.
#[must_use]
pub fn read(chip: &Chip, memory: Memory, element: usize, address: u32) -> u64 {
    match memory {
        Memory::L1bm => chip.l1bm.read(element, address),
        Memory::L2bm => chip.l2bm.read(element, address),
        Memory::Pdm => chip.pdm[element].read(address),
        Memory::Dram => chip.dram[element].read(address),
        Memory::Lm0
        | Memory::Lm1
        | Memory::Grf0
        | Memory::Grf1
        | Memory::T
        | Memory::MaskRegister
        | Memory::BaseLm0
        | Memory::BaseLm1
        | Memory::MatrixX
        | Memory::MatrixY
        | Memory::Dar => 0,
    }
}

/// Writes a long word; addresses wrap around. Nothing happens for memories that are below L1BM.
pub fn write(chip: &mut Chip, memory: Memory, element: usize, address: u32, value: u64) {
    match memory {
        Memory::L1bm => chip.l1bm.write(element, address, value),
        Memory::L2bm => chip.l2bm.write(element, address, value),
        Memory::Pdm => chip.pdm[element].write(address, value),
        Memory::Dram => chip.dram[element].write(address, value),
        Memory::Lm0
        | Memory::Lm1
        | Memory::Grf0
        | Memory::Grf1
        | Memory::T
        | Memory::MaskRegister
        | Memory::BaseLm0
        | Memory::BaseLm1
        | Memory::MatrixX
        | Memory::MatrixY
        | Memory::Dar => {}
    }
}
