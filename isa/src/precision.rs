//! Precision letters of opcodes (manual 3.6.12 and 3.6.9.1).

/// The precision of an opcode's letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Precision {
    /// `d`: double-precision floating point, one long word.
    Double,
    /// `f`: single-precision floating point, one single word.
    Single,
    /// `g`: pseudo-single precision, a block float kept in single words.
    PseudoSingle,
    /// `h`: half-precision floating point, one half word.
    Half,
    /// `l`: integer of one long word.
    LongInteger,
    /// `i`: integer of one single word.
    SingleInteger,
    /// `s`: integer of one half word.
    HalfInteger,
}

impl Precision {
    /// Every precision, in the manual's order.
    pub const ALL: [Self; 7] = [
        Self::Double,
        Self::Single,
        Self::PseudoSingle,
        Self::Half,
        Self::LongInteger,
        Self::SingleInteger,
        Self::HalfInteger,
    ];

    /// The letter in front of the opcode.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Double => 'd',
            Self::Single => 'f',
            Self::PseudoSingle => 'g',
            Self::Half => 'h',
            Self::LongInteger => 'l',
            Self::SingleInteger => 'i',
            Self::HalfInteger => 's',
        }
    }

    /// In words, for messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Double => "double precision",
            Self::Single => "single precision",
            Self::PseudoSingle => "pseudo-single precision",
            Self::Half => "half precision",
            Self::LongInteger => "long-word integer",
            Self::SingleInteger => "single-word integer",
            Self::HalfInteger => "half-word integer",
        }
    }

    /// Bits of one element.
    #[must_use]
    #[inline]
    pub const fn element_bits(self) -> u32 {
        match self {
            Self::Double | Self::LongInteger => 64,
            Self::Single | Self::PseudoSingle | Self::SingleInteger => 32,
            Self::Half | Self::HalfInteger => 16,
        }
    }

    /// Rows, and columns, of a matrix register side in this precision (manual 3.6.1.14).
    #[must_use]
    #[inline]
    pub const fn matrix_rows(self) -> u32 {
        4 * 64 / self.element_bits()
    }

    /// Whether the elements are floating-point numbers.
    #[must_use]
    #[inline]
    pub const fn is_float(self) -> bool {
        matches!(
            self,
            Self::Double | Self::Single | Self::PseudoSingle | Self::Half
        )
    }
}
