//! Which elements of the chip are among those that a place names.

use mnc2_isa::geometry::{PES, PES_PER_MAB};
use mnc2_isa::{ChipLevel, Memory};
use mnc2_program::access::Elements;

/// Whether an element of a memory, counted on the chip, is among some elements.
pub(crate) fn is_in(elements: Elements, memory: Memory, element: usize) -> bool {
    let level = match ChipLevel::from_memory(memory) {
        ChipLevel::Mab => ChipLevel::Pe,
        level => level,
    };
    let pe = element * level.pes();
    let levels = [
        ChipLevel::Group,
        ChipLevel::L2b,
        ChipLevel::L1b,
        ChipLevel::Mab,
        ChipLevel::Pe,
    ];
    let is_in = |at: ChipLevel| {
        let above = match at {
            ChipLevel::Group => PES,
            ChipLevel::L2b => ChipLevel::Group.pes(),
            ChipLevel::L1b => ChipLevel::L2b.pes(),
            ChipLevel::Mab => ChipLevel::L1b.pes(),
            ChipLevel::Pe => PES_PER_MAB,
        };
        elements.numbers(at) >> (pe % above / at.pes()) & 1 == 1
    };
    // Levels below the level of the memory do not matter.
    levels.into_iter().filter(|at| *at <= level).all(is_in)
}
