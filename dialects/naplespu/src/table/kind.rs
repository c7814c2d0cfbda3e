//! The type of a word, which the manual describes in a section of its own.

use super::Form;

/// The types of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Only registers as operands.
    R,
    /// A number of 9 bits.
    I,
    /// A number of 16 bits.
    Move,
    /// Control of caches and threads.
    C,
    /// Jumps, branches, calls and returns.
    J,
    /// Loads and stores of main memory and scratchpad.
    M,
    /// A word without fields.
    Fixed,
}

impl Form {
    /// The type of its word.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::Sss
            | Self::Vvs
            | Self::Vvv
            | Self::Svs
            | Self::Svv
            | Self::Ss
            | Self::Vs
            | Self::Vv
            | Self::Sv
            | Self::FromMask
            | Self::ToMask => Kind::R,
            Self::SsImmediate | Self::VvImmediate | Self::SvImmediate | Self::SsAddress => Kind::I,
            Self::SImmediate | Self::VImmediate | Self::SSymbol | Self::SAddress => Kind::Move,
            Self::ControlOne | Self::ControlTwo => Kind::C,
            Self::Offset | Self::Register | Self::Plain | Self::Conditional => Kind::J,
            Self::ScalarMemory | Self::VectorMemory | Self::LaneMemory => Kind::M,
            Self::Fixed => Kind::Fixed,
        }
    }
}

impl Kind {
    /// The section of the manual.
    #[must_use]
    pub fn section(self) -> &'static str {
        match self {
            Self::R => "R type instructions",
            Self::I => "I type instructions",
            Self::Move => "MOVEI type instructions",
            Self::C => "C type instructions",
            Self::J => "J type instructions",
            Self::M => "M type instructions",
            Self::Fixed => "Instructions Format",
        }
    }
}
