//! Long words of the memories above the PEs, by memory, element and address.
//!
//! L1BM, L2BM, PDM and DRAM have one address unit, the long word, and wrap
//! around; instructions that move blocks between them share this.

use mnc2_isa::Memory;

use super::chip::Chip;

/// Consecutive long words that are written once everything has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockWrite {
    /// L1BM, L2BM, PDM or DRAM.
    pub memory: Memory,
    /// A bit for each L1B, L2B or group.
    pub elements: u64,
    /// First address in long words.
    pub address: u32,
    /// The words to write.
    pub words: Vec<u64>,
}

impl BlockWrite {
    /// Writes the words to each selected element.
    pub fn apply(&self, chip: &mut Chip) {
        write_all(chip, self.memory, self.elements, self.address, &self.words);
    }
}

/// Reads a long word; addresses wrap around. Zero for memories that are below L1BM.
#[must_use]
pub fn read(chip: &Chip, memory: Memory, element: usize, address: u32) -> u64 {
    let mut word = [0];
    read_some(chip, memory, element, address, &mut word);
    word[0]
}

/// Reads consecutive long words; addresses wrap around. Zero for memories that are below L1BM.
pub fn read_some(chip: &Chip, memory: Memory, element: usize, address: u32, words: &mut [u64]) {
    match memory {
        Memory::L1bm => chip.l1bm.read_some(element, address, words),
        Memory::L2bm => chip.l2bm.read_some(element, address, words),
        Memory::Pdm => chip.pdm[element].read_some(address, words),
        Memory::Dram => chip.dram[element].read_some(address, words),
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
        | Memory::Dar => words.fill(0),
    }
}

/// Writes consecutive long words of one element; addresses wrap around. Nothing happens for memories that are
/// below L1BM.
pub fn write_some(chip: &mut Chip, memory: Memory, element: usize, address: u32, words: &[u64]) {
    write_all(chip, memory, 1 << element, address, words);
}

/// As [`write_some`], for several elements, a bit for each.
pub fn write_all(chip: &mut Chip, memory: Memory, elements: u64, address: u32, words: &[u64]) {
    let paged = match memory {
        Memory::L1bm => return chip.l1bm.write_some(elements, address, words),
        Memory::L2bm => return chip.l2bm.write_some(elements, address, words),
        Memory::Pdm => &mut chip.pdm,
        Memory::Dram => &mut chip.dram,
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
        | Memory::Dar => return,
    };
    for (group, memory) in paged.iter_mut().enumerate() {
        if elements >> group & 1 == 1 {
            memory.write_some(address, words);
        }
    }
}

/// Writes a long word; addresses wrap around. Nothing happens for memories that are below L1BM.
pub fn write(chip: &mut Chip, memory: Memory, element: usize, address: u32, value: u64) {
    write_some(chip, memory, element, address, &[value]);
}
