//! The memories of the chip and the word lengths in which they are accessed (manual 1.3, 1.5, 3.6.1).

use crate::geometry;

/// Access word length: the `l`s after `$`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Width {
    /// No prefix: one single word, 32 bits.
    Single,
    /// `l`: one long word, 64 bits.
    Long,
    /// `ll`: two long words, 128 bits.
    DoubleLong,
}

impl Width {
    /// Single words in one access: 1, 2 or 4. Addresses of PE memories must be multiples of it.
    #[must_use]
    #[inline]
    pub const fn single_words(self) -> u32 {
        match self {
            Self::Single => 1,
            Self::Long => 2,
            Self::DoubleLong => 4,
        }
    }

    /// The prefix after `$`.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Single => "",
            Self::Long => "l",
            Self::DoubleLong => "ll",
        }
    }

    /// As an adjective, for messages.
    #[must_use]
    pub const fn adjective(self) -> &'static str {
        match self {
            Self::Single => "single-word",
            Self::Long => "long-word",
            Self::DoubleLong => "2-long-word",
        }
    }

    /// In words, for messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "single word",
            Self::Long => "long word",
            Self::DoubleLong => "2 long words",
        }
    }
}

/// The kinds of statements in which an operand can name a memory. The manual describes the operand of a memory for
/// each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NamedIn {
    /// An expression of the ALU, the MAU or L1BM.
    Pe,
    /// An L2BM instruction other than `l2bmdars`.
    L2bmInstruction,
    /// The instruction `l2bmdars`, which fills DARBUF.
    Dars,
    /// An MV instruction (manual 3.5).
    Mv,
}

/// A memory that an operand or a debug statement can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Memory {
    /// `m`: local memory LM0.
    Lm0,
    /// `n`: local memory LM1.
    Lm1,
    /// `r`: register file GRF0.
    Grf0,
    /// `s`: register file GRF1.
    Grf1,
    /// `t`: the T-register.
    T,
    /// `omr`: mask register.
    MaskRegister,
    /// `mb`: base address register of LM0.
    BaseLm0,
    /// `nb`: base address register of LM1.
    BaseLm1,
    /// `x`: matrix register, side x.
    MatrixX,
    /// `y`: matrix register, side y.
    MatrixY,
    /// `b`: L1BM of an L1B.
    L1bm,
    /// `c`: L2BM of an L2B.
    L2bm,
    /// `p`: PDM of a group.
    Pdm,
    /// `d`: DRAM of a group.
    Dram,
    /// `dar`: DRAM address register.
    Dar,
}

impl Memory {
    /// All memories, in the order of the variants.
    pub const ALL: [Self; 15] = [
        Self::Lm0,
        Self::Lm1,
        Self::Grf0,
        Self::Grf1,
        Self::T,
        Self::MaskRegister,
        Self::BaseLm0,
        Self::BaseLm1,
        Self::MatrixX,
        Self::MatrixY,
        Self::L1bm,
        Self::L2bm,
        Self::Pdm,
        Self::Dram,
        Self::Dar,
    ];

    /// The letters after the width prefix.
    #[must_use]
    pub const fn letters(self) -> &'static str {
        match self {
            Self::Lm0 => "m",
            Self::Lm1 => "n",
            Self::Grf0 => "r",
            Self::Grf1 => "s",
            Self::T => "t",
            Self::MaskRegister => "omr",
            Self::BaseLm0 => "mb",
            Self::BaseLm1 => "nb",
            Self::MatrixX => "x",
            Self::MatrixY => "y",
            Self::L1bm => "b",
            Self::L2bm => "c",
            Self::Pdm => "p",
            Self::Dram => "d",
            Self::Dar => "dar",
        }
    }

    /// The memory that the letters name.
    #[must_use]
    pub fn from_letters(letters: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|memory| memory.letters() == letters)
    }

    /// The name in the manual, such as `GRF0`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lm0 => "LM0",
            Self::Lm1 => "LM1",
            Self::Grf0 => "GRF0",
            Self::Grf1 => "GRF1",
            Self::T => "T-register",
            Self::MaskRegister => "mask register",
            Self::BaseLm0 => "base address register of LM0",
            Self::BaseLm1 => "base address register of LM1",
            Self::MatrixX => "matrix register x",
            Self::MatrixY => "matrix register y",
            Self::L1bm => "L1BM",
            Self::L2bm => "L2BM",
            Self::Pdm => "PDM",
            Self::Dram => "DRAM",
            Self::Dar => "DAR",
        }
    }

    /// Number of addresses, in the memory's own address unit (see [`Memory::address_unit`]); `None` if operands have
    /// no address or if it depends on the precision (matrix registers).
    #[must_use]
    #[inline]
    pub const fn size(self) -> Option<u32> {
        match self {
            Self::Lm0 | Self::Lm1 => Some(geometry::LM_SINGLE_WORDS),
            Self::Grf0 | Self::Grf1 => Some(geometry::GRF_SINGLE_WORDS),
            Self::MaskRegister => Some(geometry::MASK_ENTRIES),
            Self::L1bm => Some(geometry::L1BM_LONG_WORDS),
            Self::L2bm => Some(geometry::L2BM_LONG_WORDS),
            Self::Pdm => Some(geometry::PDM_LONG_WORDS),
            Self::Dram => Some(geometry::DRAM_LONG_WORDS),
            Self::Dar => Some(geometry::DAR_ENTRIES),
            Self::T | Self::BaseLm0 | Self::BaseLm1 | Self::MatrixX | Self::MatrixY => None,
        }
    }

    /// The unit of its addresses (manual 3.2.1).
    #[must_use]
    pub const fn address_unit(self) -> &'static str {
        match self {
            Self::Lm0 | Self::Lm1 | Self::Grf0 | Self::Grf1 => "single words",
            Self::L1bm | Self::L2bm | Self::Pdm | Self::Dram => "long words",
            Self::MaskRegister | Self::Dar => "entries",
            Self::MatrixX | Self::MatrixY => "rows",
            Self::T | Self::BaseLm0 | Self::BaseLm1 => "none",
        }
    }

    /// The section of the manual that describes its operand: syntax, word lengths, range and alignment of addresses.
    /// For a kind of statement that cannot name the memory, it is the section of another kind.
    #[must_use]
    pub const fn section(self, place: NamedIn) -> &'static str {
        match self {
            Self::Lm0 => "3.6.1.6",
            Self::BaseLm0 => "3.6.1.7",
            Self::Lm1 => "3.6.1.8",
            Self::BaseLm1 => "3.6.1.9",
            Self::Grf0 => "3.6.1.10",
            Self::Grf1 => "3.6.1.11",
            Self::T => "3.6.1.12",
            Self::MaskRegister => "3.6.1.13",
            Self::MatrixX | Self::MatrixY => "3.6.1.14",
            Self::L1bm => match place {
                NamedIn::L2bmInstruction | NamedIn::Dars => "3.6.1.4",
                NamedIn::Pe | NamedIn::Mv => "3.6.1.5",
            },
            Self::L2bm => match place {
                NamedIn::Mv => "3.5.2.3",
                NamedIn::Dars => "3.6.1.2",
                NamedIn::Pe | NamedIn::L2bmInstruction => "3.6.1.1",
            },
            Self::Pdm => "3.5.2.1",
            Self::Dram => "3.5.2.2",
            Self::Dar => "3.6.1.3",
        }
    }

    /// Whether the memory is one of the addressable PE memories (LM0, LM1, GRF0, GRF1).
    #[must_use]
    pub const fn is_addressable_pe_memory(self) -> bool {
        matches!(self, Self::Lm0 | Self::Lm1 | Self::Grf0 | Self::Grf1)
    }
}
