//! Run-time addresses of PE memories (manual 3.6.1.6): base register, T-register and `j` added to the address in the
//! text.

use mnc2_isa::Memory;
use mnc2_isa::geometry::{CYCLES_PER_STEP, LM_SINGLE_WORDS, PES_PER_MAB};
use mnc2_program::PeMemory;

use super::chip::Chip;
use crate::lanes::{Lanes, SHORTEST};

/// Where the PEs access a memory in one cycle, in single words, wrapped and aligned.
#[derive(Clone, Debug, PartialEq)]
pub enum Addresses {
    /// All at the same address.
    Uniform(u32),
    /// Each at its own.
    PerPe(Lanes<u16>),
}

impl Addresses {
    /// The address of one PE.
    #[must_use]
    pub fn for_pe(&self, pe: usize) -> u32 {
        match self {
            Self::Uniform(address) => *address,
            Self::PerPe(addresses) => u32::from(addresses[pe]),
        }
    }
}

/// The addresses of a PE memory operand in the four cycles.
#[must_use]
pub fn in_cycles(chip: &Chip, operand: &PeMemory) -> [Addresses; CYCLES_PER_STEP] {
    let is_text = !operand.indirect
        && operand.madpe.is_none()
        && chip.base(operand.memory).is_none_or(|base| base.is_all(0));
    if is_text {
        // The usual case.
        let size_words = operand.memory.size().unwrap_or(LM_SINGLE_WORDS);
        let within = (size_words - 1) & !(operand.width.single_words() - 1);
        return std::array::from_fn(|cycle| {
            Addresses::Uniform(operand.address_words(cycle) & within)
        });
    }
    std::array::from_fn(|cycle| addresses(chip, operand, cycle))
}

/// The addresses of a PE memory operand in one cycle. Bits of the sum that misalign it are dropped.
#[must_use]
pub fn addresses(chip: &Chip, operand: &PeMemory, cycle: usize) -> Addresses {
    let size_words = operand.memory.size().unwrap_or(LM_SINGLE_WORDS);
    let width_words = operand.width.single_words();
    let written = operand.address_words(cycle);
    // Both are powers of two.
    let place = |sum: u64| sum as u32 & (size_words - 1) & !(width_words - 1);
    let base = chip.base(operand.memory);
    // A register that is zero everywhere, as most are.
    let base = base.filter(|base| !base.is_all(0));
    let t = if operand.indirect {
        chip.planes(Memory::T).map(|planes| planes.read(2 * cycle))
    } else {
        None
    };
    let period = base.map_or(SHORTEST, Lanes::period);
    let period = period.max(t.map_or(SHORTEST, Lanes::period));
    let addresses = Lanes::from_fn(period, |pe| {
        let base = base.map_or(0, |base| u64::from(base[pe]));
        // Only the low bits count; masking them keeps the sum from overflowing.
        let t = t.map_or(0, |t| t[pe] & u64::from(size_words - 1));
        let modified = operand
            .madpe
            .is_some_and(|madpe| pe % PES_PER_MAB <= usize::from(madpe));
        let step = if modified { u64::from(width_words) } else { 0 };
        place(u64::from(written) + base + t + step) as u16
    });
    if addresses.is_all(addresses[0]) {
        Addresses::Uniform(u32::from(addresses[0]))
    } else {
        Addresses::PerPe(addresses)
    }
}
