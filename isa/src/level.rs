//! Levels of the chip's hierarchy: which memory is at which level, and how elements are numbered and named.
//!
//! A PE's index runs p fastest, then m, b, c and n. The index of a MAB, L1B, L2B or group is the
//! index of its first PE divided by the PEs that it has.

use crate::geometry::{
    GROUPS, L1BS_PER_L2B, L2BS_PER_GROUP, MABS_PER_L1B, PES_PER_GROUP, PES_PER_L1B, PES_PER_L2B,
    PES_PER_MAB,
};
use crate::memory::Memory;

/// A level of the chip's hierarchy, from the outermost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChipLevel {
    /// Groups: PDM, DRAM, DAR.
    Group,
    /// L2Bs of a group: L2BM.
    L2b,
    /// L1Bs of an L2B: L1BM.
    L1b,
    /// MABs of an L1B: matrix registers.
    Mab,
    /// PEs of a MAB: their memories and mask registers.
    Pe,
}

impl ChipLevel {
    /// All levels, the outermost first.
    pub const ALL: [Self; 5] = [Self::Group, Self::L2b, Self::L1b, Self::Mab, Self::Pe];

    /// The level of a memory.
    #[must_use]
    pub const fn from_memory(memory: Memory) -> Self {
        match memory {
            Memory::Lm0
            | Memory::Lm1
            | Memory::Grf0
            | Memory::Grf1
            | Memory::T
            | Memory::MaskRegister
            | Memory::BaseLm0
            | Memory::BaseLm1 => Self::Pe,
            Memory::MatrixX | Memory::MatrixY => Self::Mab,
            Memory::L1bm => Self::L1b,
            Memory::L2bm => Self::L2b,
            Memory::Pdm | Memory::Dram | Memory::Dar => Self::Group,
        }
    }

    /// PEs below one element of the level.
    #[must_use]
    pub const fn pes(self) -> usize {
        match self {
            Self::Group => PES_PER_GROUP,
            Self::L2b => PES_PER_L2B,
            Self::L1b => PES_PER_L1B,
            Self::Mab => PES_PER_MAB,
            Self::Pe => 1,
        }
    }

    /// The name of an element of the level, such as `n0c0b0` for an L1B.
    #[must_use]
    pub fn name(self, index: usize) -> String {
        let pe = index * self.pes();
        let numbers = [
            ('n', Self::Group, pe / PES_PER_GROUP % GROUPS),
            ('c', Self::L2b, pe / PES_PER_L2B % L2BS_PER_GROUP),
            ('b', Self::L1b, pe / PES_PER_L1B % L1BS_PER_L2B),
            ('m', Self::Mab, pe / PES_PER_MAB % MABS_PER_L1B),
            ('p', Self::Pe, pe % PES_PER_MAB),
        ];
        numbers
            .into_iter()
            .take_while(|&(_, level, _)| level <= self)
            .map(|(letter, _, number)| format!("{letter}{number}"))
            .collect()
    }

    /// The index of the element of this level that a PE belongs to.
    #[must_use]
    pub const fn containing(self, pe: usize) -> usize {
        pe / self.pes()
    }
}

#[cfg(test)]
mod tests {
    use super::ChipLevel;

    #[test]
    fn names() {
        let pe = ((5 * 8 + 3) * 16 + 9) * 4 + 2;
        for (level, name) in [
            (ChipLevel::Pe, "n2c1b3m9p2"),
            (ChipLevel::Mab, "n2c1b3m9"),
            (ChipLevel::L1b, "n2c1b3"),
            (ChipLevel::L2b, "n2c1"),
            (ChipLevel::Group, "n2"),
        ] {
            assert_eq!(level.name(level.containing(pe)), name);
        }
    }
}
