//! The operands of a row, and where their bits are in the word.

/// A field of the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// Bits 23:18: the first register.
    D,
    /// Bits 17:12: the second register, or the base of an address.
    A,
    /// Bits 11:6: the third register.
    B,
    /// Bits 11:3: a signed number of 9 bits.
    Immediate9,
    /// Bits 17:2: a number of 16 bits.
    Immediate16,
    /// Bits 17:0: a signed distance in bytes.
    Offset18,
    /// Bits 23:0: a signed distance in bytes, of which the hardware uses the low 18 bits.
    Offset24,
}

impl Field {
    /// Its lowest bit, and how many it has.
    #[must_use]
    pub const fn bits(self) -> (u32, u32) {
        match self {
            Self::D => (18, 6),
            Self::A => (12, 6),
            Self::B => (6, 6),
            Self::Immediate9 => (3, 9),
            Self::Immediate16 => (2, 16),
            Self::Offset18 => (0, 18),
            Self::Offset24 => (0, 24),
        }
    }

    /// Its bits in the word.
    #[must_use]
    pub const fn mask(self) -> u32 {
        let (low, count) = self.bits();
        ((1 << count) - 1) << low
    }

    /// Its name in figures of words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::D => "d",
            Self::A => "a",
            Self::B => "b",
            Self::Immediate9 | Self::Immediate16 => "imm",
            Self::Offset18 | Self::Offset24 => "offset",
        }
    }
}

/// An operand as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// A scalar register, whose number is in the field.
    Scalar(Field),
    /// A vector register, whose number is in the field.
    Vector(Field),
    /// A number from -256 to 255.
    Immediate9,
    /// A number from -32768 to 65535.
    Immediate16,
    /// `offset(base)`, or a label.
    Address,
    /// `(base)` with a vector register: an address for each lane.
    VectorAddress,
    /// A label, or a distance in bytes.
    Target(Field),
    /// A label whose address is taken.
    Symbol,
}

impl Slot {
    /// How signatures write it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Scalar(Field::D) => "sd",
            Self::Scalar(Field::A) => "sa",
            Self::Scalar(_) => "sb",
            Self::Vector(Field::D) => "vd",
            Self::Vector(Field::A) => "va",
            Self::Vector(_) => "vb",
            Self::Immediate9 => "imm9",
            Self::Immediate16 => "imm16",
            Self::Address => "offset(base)",
            Self::VectorAddress => "offset(vbase)",
            Self::Target(_) => "label",
            Self::Symbol => "label",
        }
    }
}

/// The operands of a row, with the layout of the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// R: scalar from two scalars.
    Sss,
    /// R: vector from a vector and a scalar.
    Vvs,
    /// R: vector from two vectors.
    Vvv,
    /// R: scalar from a vector and a scalar.
    Svs,
    /// R: scalar from two vectors.
    Svv,
    /// R: scalar from a scalar.
    Ss,
    /// R: vector from a scalar.
    Vs,
    /// R: vector from a vector.
    Vv,
    /// R: scalar from a vector.
    Sv,
    /// R: the scalar that receives `rm`.
    FromMask,
    /// R: the scalar that `rm` receives.
    ToMask,
    /// I: scalar from a scalar and a number.
    SsImmediate,
    /// I: vector from a vector and a number.
    VvImmediate,
    /// I: scalar from a vector and a number.
    SvImmediate,
    /// I: scalar from a scalar and a number, written as an address.
    SsAddress,
    /// MOVEI: scalar from a number.
    SImmediate,
    /// MOVEI: vector from a number.
    VImmediate,
    /// MOVEI: scalar from a half of an address.
    SSymbol,
    /// Two of MOVEI: scalar from an address.
    SAddress,
    /// C: one scalar.
    ControlOne,
    /// C: two scalars.
    ControlTwo,
    /// J: a distance.
    Offset,
    /// J: an address in a scalar.
    Register,
    /// J: no operands.
    Plain,
    /// J: a scalar and a distance.
    Conditional,
    /// M: a scalar and an address.
    ScalarMemory,
    /// M: a vector and an address.
    VectorMemory,
    /// M: a vector and an address for each lane.
    LaneMemory,
    /// A word without operands.
    Fixed,
}

impl Form {
    /// The operands as they are written.
    #[must_use]
    pub const fn slots(self) -> &'static [Slot] {
        use Field::{A, B, D, Offset18, Offset24};
        use Slot::{
            Address, Immediate9, Immediate16, Scalar, Symbol, Target, Vector, VectorAddress,
        };
        match self {
            Self::Sss => &[Scalar(D), Scalar(A), Scalar(B)],
            Self::Vvs => &[Vector(D), Vector(A), Scalar(B)],
            Self::Vvv => &[Vector(D), Vector(A), Vector(B)],
            Self::Svs => &[Scalar(D), Vector(A), Scalar(B)],
            Self::Svv => &[Scalar(D), Vector(A), Vector(B)],
            Self::Ss => &[Scalar(D), Scalar(A)],
            Self::Vs => &[Vector(D), Scalar(A)],
            Self::Vv => &[Vector(D), Vector(A)],
            Self::Sv => &[Scalar(D), Vector(A)],
            Self::FromMask | Self::ControlOne | Self::Register => &[Scalar(D)],
            Self::ToMask => &[Scalar(A)],
            Self::SsImmediate => &[Scalar(D), Scalar(A), Immediate9],
            Self::VvImmediate => &[Vector(D), Vector(A), Immediate9],
            Self::SvImmediate => &[Scalar(D), Vector(A), Immediate9],
            Self::SsAddress => &[Scalar(D), Address],
            Self::SImmediate => &[Scalar(D), Immediate16],
            Self::VImmediate => &[Vector(D), Immediate16],
            Self::SSymbol | Self::SAddress => &[Scalar(D), Symbol],
            Self::ControlTwo => &[Scalar(D), Scalar(A)],
            Self::Offset => &[Target(Offset24)],
            Self::Plain | Self::Fixed => &[],
            Self::Conditional => &[Scalar(D), Target(Offset18)],
            Self::ScalarMemory => &[Scalar(D), Address],
            Self::VectorMemory => &[Vector(D), Address],
            Self::LaneMemory => &[Vector(D), VectorAddress],
        }
    }

    /// The fields of the word.
    #[must_use]
    pub const fn fields(self) -> &'static [Field] {
        use Field::{A, B, D, Immediate9, Immediate16, Offset18, Offset24};
        match self {
            Self::Sss | Self::Vvs | Self::Vvv | Self::Svs | Self::Svv => &[D, A, B],
            Self::Ss | Self::Vs | Self::Vv | Self::Sv | Self::ControlTwo => &[D, A],
            Self::FromMask | Self::ControlOne | Self::Register => &[D],
            Self::ToMask => &[A],
            Self::SsImmediate | Self::VvImmediate | Self::SvImmediate | Self::SsAddress => {
                &[D, A, Immediate9]
            }
            Self::SImmediate | Self::VImmediate | Self::SSymbol | Self::SAddress => {
                &[D, Immediate16]
            }
            Self::Offset => &[Offset24],
            Self::Plain | Self::Fixed => &[],
            Self::Conditional => &[D, Offset18],
            Self::ScalarMemory | Self::VectorMemory | Self::LaneMemory => &[D, A, Immediate9],
        }
    }

    /// The bits of the word that no operand has, with an opcode.
    #[must_use]
    pub const fn word(self, opcode: u32) -> u32 {
        // R: bits 3, 2 and 1 are set if d, a and b are vectors. I: bits 2 and 1 for d and a.
        let kind = match self {
            Self::Sss | Self::Ss | Self::FromMask | Self::ToMask => 0b0000,
            Self::Vvs | Self::Vv => 0b1100,
            Self::Vvv => 0b1110,
            Self::Svs | Self::Sv => 0b0100,
            Self::Svv => 0b0110,
            Self::Vs => 0b1000,
            Self::VvImmediate => 0b0110,
            Self::SvImmediate | Self::VImmediate => 0b0010,
            _ => 0,
        };
        let prefix = match self {
            Self::Sss
            | Self::Vvs
            | Self::Vvv
            | Self::Svs
            | Self::Svv
            | Self::Ss
            | Self::Vs
            | Self::Vv
            | Self::Sv => 0,
            // `move_i32 sd, rm` and `move_i32 rm, sa`.
            Self::FromMask => (crate::register::MASK as u32) << 12,
            Self::ToMask => (crate::register::MASK as u32) << 18,
            Self::SsImmediate | Self::VvImmediate | Self::SvImmediate | Self::SsAddress => {
                0b010 << 29
            }
            Self::SImmediate | Self::VImmediate | Self::SSymbol | Self::SAddress => 0b01100 << 27,
            Self::ControlOne | Self::ControlTwo => 0b01101 << 27,
            Self::Offset => 0b01111 << 27,
            Self::Register | Self::Plain | Self::Conditional => 0b01110 << 27,
            Self::ScalarMemory | Self::VectorMemory | Self::LaneMemory => 0b10 << 30,
            Self::Fixed => return u32::MAX,
        };
        prefix | opcode << 24 | kind
    }

    /// Whether it is of type R, the only one whose write to `pc` is a jump.
    #[must_use]
    pub const fn is_of_type_r(self) -> bool {
        matches!(
            self,
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
                | Self::ToMask
        )
    }

    /// Whether other rows have its words.
    #[must_use]
    pub const fn is_another_name(self) -> bool {
        matches!(
            self,
            Self::FromMask | Self::ToMask | Self::SsAddress | Self::SSymbol | Self::SAddress
        )
    }

    /// Whether a row of this form has a variant with `.m`.
    #[must_use]
    pub const fn is_maskable(self) -> bool {
        matches!(
            self,
            Self::Vvs
                | Self::Vvv
                | Self::Vv
                | Self::VvImmediate
                | Self::VImmediate
                | Self::VectorMemory
                | Self::LaneMemory
        )
    }
}
