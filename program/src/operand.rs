//! Typed operands of PE and MV instructions (manual 3.5.2, 3.6.1).

use mnc2_isa::{Constant, Forwarding, Memory, Width, geometry};
use mnc2_text::LineRange;

use super::{Mask, PerCycle, Ranged};

/// `e` or `r` after an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// `e`: from one precision lower (manual 3.6.9.23, 3.6.8.4).
    Extend,
    /// `r`: from single to half precision (manual 3.6.9.24, 3.6.12.19).
    Shorten,
}

/// An operand of a PE or MV instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// Sign, memory, suffixes and mask.
    pub range: LineRange,
    /// The memory, register or value.
    pub kind: OperandKind,
    /// `-` in front: the sign of every element is inverted (manual 3.6.9.22).
    pub negated: bool,
    /// The letter `e` or `r`; `None` without one.
    pub conversion: Option<Ranged<Conversion>>,
    /// Write mask of a destination.
    pub mask: Option<Mask>,
}

impl Operand {
    /// Its place without sign, suffix and mask.
    #[must_use]
    pub fn bare_range(&self) -> LineRange {
        let mask = self.mask.as_ref().map(|mask| mask.range.start);
        let conversion = self.conversion.as_ref().map(|suffix| suffix.range.start);
        let end = [mask, conversion]
            .into_iter()
            .flatten()
            .fold(self.range.end, u32::min);
        self.range.start + u32::from(self.negated)..end
    }
}

/// The memory, register or value that an operand names.
#[derive(Clone, Debug, PartialEq)]
pub enum OperandKind {
    /// LM0, LM1, GRF0 or GRF1.
    PeMemory(PeMemory),
    /// T-register; always accessed by 2 long words, the width is only notation.
    T(Width),
    /// Base address register: [`Memory::BaseLm0`] or [`Memory::BaseLm1`], and the width written.
    BaseRegister(Memory, Width),
    /// `$omr<entry>`: an entry of the mask register.
    MaskRegister(u8),
    /// `$lx`, `$ly`: a whole side of the matrix register.
    MatrixSide(Memory, Width),
    /// `$lx0`, `$lly8`: rows to write or columns to read.
    MatrixRows {
        /// [`Memory::MatrixX`] or [`Memory::MatrixY`].
        side: Memory,
        /// Long: one row in a cycle; 2 long words: two rows.
        width: Width,
        /// First row or column.
        row: u8,
    },
    /// A register that a unit forwards its result in.
    Forwarding(Forwarding),
    /// A constant of table 3.5.
    Constant(Constant),
    /// `$nowrite`: the result is not written.
    NoWrite,
    /// `$lb`, `$llb` by address, in long words.
    L1bm {
        /// Access word length: long or 2 long words.
        width: Width,
        /// First address in long words.
        address: u32,
    },
    /// `$lbi`, `$llbi`: the turnaround register.
    Turnaround(Width),
    /// `$lc`, in long words.
    L2bm {
        /// First address in long words.
        address: u32,
        /// `@<group>.<l2b>` as far as given.
        group: Option<u8>,
        /// The L2B in the group.
        l2b: Option<u8>,
    },
    /// `$dar`, with its first entry.
    Dar(u32),
    /// `$p`, in long words.
    Pdm {
        /// First address in long words.
        address: u32,
        /// `@<group>`; `None` for every group.
        group: Option<u8>,
    },
    /// `$d`, or `$di` with indirection: DRAM.
    Dram {
        /// First address in long words, or the first DAR entry when indirect.
        address: u32,
        /// `$di`: through the DAR (manual 3.5.6).
        indirect: bool,
        /// `@<group>`; `None` for every group.
        group: Option<u8>,
    },
    /// A value that is part of the instruction.
    Literal(Literal),
    /// The number of a tag.
    Tag(u8),
}

impl OperandKind {
    /// The memory that it names; the turnaround register belongs to L1BM.
    #[must_use]
    pub const fn memory(&self) -> Option<Memory> {
        Some(match self {
            Self::PeMemory(memory) => memory.memory,
            Self::T(_) => Memory::T,
            Self::BaseRegister(memory, _) => *memory,
            Self::MaskRegister(_) => Memory::MaskRegister,
            Self::MatrixSide(side, _) | Self::MatrixRows { side, .. } => *side,
            Self::L1bm { .. } | Self::Turnaround(_) => Memory::L1bm,
            Self::L2bm { .. } => Memory::L2bm,
            Self::Dar(_) => Memory::Dar,
            Self::Pdm { .. } => Memory::Pdm,
            Self::Dram { .. } => Memory::Dram,
            Self::Forwarding(_)
            | Self::Constant(_)
            | Self::NoWrite
            | Self::Literal(_)
            | Self::Tag(_) => return None,
        })
    }
}

/// An access to LM0, LM1, GRF0 or GRF1 (manual 3.6.1.6-3.6.1.11). Addresses are single words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeMemory {
    /// Which of the four.
    pub memory: Memory,
    /// The words that one access reads or writes.
    pub width: Width,
    /// How the address is written.
    pub addressing: Addressing,
    /// `t`: the T-register's entry of the cycle is added (manual 3.6.1.6).
    pub indirect: bool,
    /// `j<n>`: PEs with numbers up to n add one word of the access word length.
    pub madpe: Option<u8>,
    /// The place of the address (and stride); empty at the end of the memory letters if it is left out.
    pub address_range: LineRange,
}

/// Addresses of the four cycles as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addressing {
    /// `<addr>[v[<adri>]]`: auto-stride. The default stride is already filled in.
    Stride {
        /// Address of cycle 0.
        base_words: u32,
        /// Added in each cycle.
        stride_words: u32,
    },
    /// `[a,b,c,d]`: flat list.
    Flat(PerCycle<u32>),
}

impl PeMemory {
    /// Addresses of the four cycles in single words as the text gives them, wrapped around the memory's size, without
    /// base register, T-register and `j`.
    #[must_use]
    pub fn addresses_words(&self) -> PerCycle<u32> {
        std::array::from_fn(|cycle| self.address_words(cycle))
    }

    /// The address of one cycle, as in [`Self::addresses_words`].
    #[must_use]
    #[inline]
    pub fn address_words(&self, cycle: usize) -> u32 {
        let address = match &self.addressing {
            Addressing::Stride {
                base_words,
                stride_words,
            } => base_words.wrapping_add(stride_words.wrapping_mul(cycle as u32)),
            Addressing::Flat(addresses) => addresses[cycle],
        };
        // Sizes are powers of two, so wrapping around 2³² first changes nothing.
        address & (self.memory.size().unwrap_or(geometry::LM_SINGLE_WORDS) - 1)
    }
}

const _: () = assert!(
    geometry::LM_SINGLE_WORDS.is_power_of_two() && geometry::GRF_SINGLE_WORDS.is_power_of_two()
);

/// An immediate value (manual 3.2.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The type in front of the quotes.
    pub literal_type: LiteralType,
    /// The single word that it means; half words are repeated.
    pub bits: u32,
}

/// The type in front of the quotes (manual 3.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LiteralType {
    /// `f`: single-precision floating point.
    Single,
    /// `h`: half-precision floating point.
    Half,
    /// `i`: signed integer of one single word.
    SingleInteger,
    /// `s`: signed integer of one half word.
    HalfInteger,
    /// `ui`: unsigned integer of one single word.
    UnsignedSingleInteger,
    /// `us`: unsigned integer of one half word.
    UnsignedHalfInteger,
}
