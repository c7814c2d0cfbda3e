//! The content of the memories before anything is written.
//!
//! On the board it is undefined. The vendor's emulator starts on-chip memories at zero, and accepted programs rely on
//! it; off-chip memory is undefined there. Garbage is computed from a seed by address, so that a run can be repeated
//! and 16 GiB of DRAM cost nothing.

use mnc2_text::random::{GOLDEN, mixed};

/// How a machine starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Start {
    /// The seed of the garbage that the memories and registers on the chip start with; `None` is zero.
    ///
    /// The base address registers still start at zero (assumption `dirty-base-registers`): no program sets
    /// them before its first access to LM0 or LM1.
    pub dirty: Option<u64>,
    /// The start content of PDM and DRAM.
    pub off_chip: OffChip,
}

/// The start content of PDM and DRAM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OffChip {
    /// Zeros in every word.
    #[default]
    Zero,
    /// Garbage, from the seed of the dirty chip or, on a clean one, from a fixed seed.
    Undefined,
}

/// The memory of a word, which distinguishes words of different memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Space {
    Lm0,
    Lm1,
    Grf0,
    Grf1,
    T,
    Matrix,
    Masks,
    Bases,
    Forwarding,
    Turnaround,
    L1bm,
    L2bm,
    Pdm,
    Dram,
    Dar,
    Darbuf,
    /// State that is not memory: write addresses and the like.
    Other,
}

impl Start {
    /// Garbage in all memories from a seed, or zero without one.
    #[must_use]
    pub const fn with_seed(dirty: Option<u64>) -> Self {
        let off_chip = match dirty {
            None => OffChip::Zero,
            Some(_) => OffChip::Undefined,
        };
        Self { dirty, off_chip }
    }

    /// The start content of a memory.
    #[must_use]
    pub(crate) const fn fill(&self, space: Space) -> Fill {
        let seed = match space {
            Space::Bases | Space::Other => None,
            Space::Pdm | Space::Dram => match (self.off_chip, self.dirty) {
                (OffChip::Zero, _) => None,
                (OffChip::Undefined, Some(seed)) => Some(seed),
                (OffChip::Undefined, None) => Some(0),
            },
            Space::Lm0
            | Space::Lm1
            | Space::Grf0
            | Space::Grf1
            | Space::T
            | Space::Matrix
            | Space::Masks
            | Space::Forwarding
            | Space::Turnaround
            | Space::L1bm
            | Space::L2bm
            | Space::Dar
            | Space::Darbuf => self.dirty,
        };
        match seed {
            None => Fill::Zero,
            Some(seed) => Fill::Garbage {
                seed: mixed(seed ^ mixed(space as u64 + 1)),
            },
        }
    }
}

/// The start content of a memory, word by word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Fill {
    /// Zeros in every word.
    #[default]
    Zero,
    /// Numbers that depend on the seed and the word's index only.
    Garbage {
        /// The seed of this memory.
        seed: u64,
    },
}

impl Fill {
    /// The long word at an index.
    #[must_use]
    pub(crate) const fn long_word(self, index: u64) -> u64 {
        match self {
            Self::Zero => 0,
            Self::Garbage { seed } => mixed(seed.wrapping_add(index.wrapping_mul(GOLDEN))),
        }
    }

    /// The fill of this memory in another element.
    #[must_use]
    pub(crate) const fn with_element(self, element: usize) -> Self {
        match self {
            Self::Zero => Self::Zero,
            Self::Garbage { seed } => Self::Garbage {
                seed: mixed(seed ^ (element as u64 + 1)),
            },
        }
    }
}
