//! Operands: how they are written, and which bits of the word they fill.

use crate::version::Version;

/// The operands of an instruction, in the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// The operands `md, ms1`.
    MdMs1,
    /// The operands `md, ms1[rs1]`.
    MdMs1Register,
    /// The operands `md, ms1[uimm3]`.
    MdMs1Immediate,
    /// The operands `md, rs1`.
    MdScalar,
    /// The operands `md, ms2, ms1`.
    MdMs2Ms1,
    /// The operands `md, ms2, ms1[rs1]`.
    MdMs2Ms1Register,
    /// The operands `md, ms2, ms1[uimm3]`.
    MdMs2Ms1Immediate,
    /// The operands `md, ms2, rs1`.
    MdMs2Scalar,
    /// The operands `md, rs2, (rs1)`.
    Strided,
    /// The operands `md, (rs1)`.
    Whole,
    /// The operands `rd, rs1`.
    RdRs1,
    /// The operands `rd, uimm7`.
    RdImmediate,
    /// The operand `md`.
    Md,
    /// The operands `rd, ms2, rs1`.
    RdMs2Rs1,
    /// The operands `md, rs2`.
    MdRs2,
    /// The operands `md, rs2, rs1`.
    MdRs2Rs1,
    /// The operands `md, ms1, uimm3`.
    MdMs1Number,
    /// The operands `md, (rs1), rs2`.
    AddressStride,
    /// The operand `rs1`.
    Rs1,
    /// The operand `uimm10`.
    Immediate,
    /// An instruction without operands.
    Nothing,
}

/// An operand as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// A matrix register, whose number is in the field.
    Matrix(Field),
    /// A matrix register, and in brackets one of `x8` to `x15` that has the row.
    RowByRegister,
    /// A matrix register, and in brackets the row.
    RowByImmediate,
    /// One of `x8` to `x15`.
    Scalar,
    /// An integer register, whose number is in the field.
    Integer(Field),
    /// An integer register in parentheses.
    Address,
    /// A number that the field holds.
    Number(Field),
}

/// A field of the word that an operand fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// Destination matrix, bits 9:7, in arithmetic of 0.3 bits 17:15; the source of a store.
    Md,
    /// First factor A, or the second source, bits 20:18, in 0.6 bits 17:15.
    Ms1,
    /// Second factor B, or the first source, bits 23:21, in 0.6 bits 22:20.
    Ms2,
    /// Integer register of 3 bits, `x8` to `x15`, bits 17:15, in 0.3 bits 9:7.
    Scalar,
    /// Row, or another number of 3 bits, bits 17:15, in 0.3 bits 9:7, in 0.6 bits 25:23.
    Row,
    /// Integer register, bits 19:15.
    Rs1,
    /// Integer register, bits 24:20.
    Rs2,
    /// Integer register, bits 11:7.
    Rd,
    /// Number, bits 24:18.
    Immediate7,
    /// Number, bits 24:15.
    Immediate10,
}

impl Field {
    /// Every field.
    pub const ALL: [Self; 10] = [
        Self::Md,
        Self::Ms1,
        Self::Ms2,
        Self::Scalar,
        Self::Row,
        Self::Rs1,
        Self::Rs2,
        Self::Rd,
        Self::Immediate7,
        Self::Immediate10,
    ];

    /// The number of its bits.
    #[must_use]
    pub const fn width(self) -> u32 {
        match self {
            Self::Md | Self::Ms1 | Self::Ms2 | Self::Scalar | Self::Row => 3,
            Self::Rs1 | Self::Rs2 | Self::Rd => 5,
            Self::Immediate7 => 7,
            Self::Immediate10 => 10,
        }
    }

    /// Its name in the specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Md => "md",
            Self::Ms1 => "ms1",
            Self::Ms2 => "ms2",
            Self::Scalar | Self::Rs1 => "rs1",
            Self::Row => "uimm3",
            Self::Rs2 => "rs2",
            Self::Rd => "rd",
            Self::Immediate7 => "uimm7",
            Self::Immediate10 => "uimm10",
        }
    }
}

impl Form {
    /// Whether it has the layout of arithmetic instructions, which 0.3 changes.
    #[must_use]
    pub const fn is_arithmetic(self) -> bool {
        match self {
            Self::MdMs1
            | Self::MdMs1Register
            | Self::MdMs1Immediate
            | Self::MdScalar
            | Self::MdMs2Ms1
            | Self::MdMs2Ms1Register
            | Self::MdMs2Ms1Immediate
            | Self::MdMs2Scalar
            | Self::Md => true,
            Self::Strided
            | Self::Whole
            | Self::RdRs1
            | Self::RdImmediate
            | Self::RdMs2Rs1
            | Self::MdRs2
            | Self::MdRs2Rs1
            | Self::MdMs1Number
            | Self::AddressStride
            | Self::Rs1
            | Self::Immediate
            | Self::Nothing => false,
        }
    }

    /// The lowest bit of a field in a version.
    #[must_use]
    pub const fn low_bit(self, field: Field, version: Version) -> u32 {
        let is_exchanged = matches!(version, Version::V03) && self.is_arithmetic();
        match field {
            Field::Ms1 if version.has_tiles() => 15,
            Field::Ms2 if version.has_tiles() => 20,
            Field::Row if version.has_tiles() => 23,
            Field::Md if is_exchanged => 15,
            Field::Scalar | Field::Row if is_exchanged => 7,
            Field::Md | Field::Rd => 7,
            Field::Ms1 | Field::Immediate7 => 18,
            Field::Ms2 => 21,
            Field::Scalar | Field::Row | Field::Rs1 | Field::Immediate10 => 15,
            Field::Rs2 => 20,
        }
    }

    /// The fields of the word that operands fill.
    #[must_use]
    pub const fn fields(self) -> &'static [Field] {
        use Field::{Immediate7, Immediate10, Md, Ms1, Ms2, Rd, Row, Rs1, Rs2, Scalar};
        match self {
            Self::MdMs1 => &[Md, Ms1],
            Self::MdMs1Register => &[Md, Ms1, Scalar],
            Self::MdMs1Immediate | Self::MdMs1Number => &[Md, Ms1, Row],
            Self::MdScalar => &[Md, Scalar],
            Self::MdMs2Ms1 => &[Md, Ms2, Ms1],
            Self::MdMs2Ms1Register => &[Md, Ms2, Ms1, Scalar],
            Self::MdMs2Ms1Immediate => &[Md, Ms2, Ms1, Row],
            Self::MdMs2Scalar => &[Md, Ms2, Scalar],
            Self::Strided | Self::AddressStride => &[Md, Rs2, Rs1],
            Self::Whole => &[Md, Rs1],
            Self::RdRs1 => &[Rd, Rs1],
            Self::RdImmediate => &[Rd, Immediate7],
            Self::Md => &[Md],
            Self::RdMs2Rs1 => &[Rd, Ms2, Rs1],
            Self::MdRs2 => &[Md, Rs2],
            Self::MdRs2Rs1 => &[Md, Rs2, Rs1],
            Self::Rs1 => &[Rs1],
            Self::Immediate => &[Immediate10],
            Self::Nothing => &[],
        }
    }

    /// The operands as they are written.
    #[must_use]
    pub const fn slots(self) -> &'static [Slot] {
        use Slot::{Address, Integer, Matrix, Number, RowByImmediate, RowByRegister, Scalar};
        match self {
            Self::MdMs1 => &[Matrix(Field::Md), Matrix(Field::Ms1)],
            Self::MdMs1Register => &[Matrix(Field::Md), RowByRegister],
            Self::MdMs1Immediate => &[Matrix(Field::Md), RowByImmediate],
            Self::MdScalar => &[Matrix(Field::Md), Scalar],
            Self::MdMs2Ms1 => &[Matrix(Field::Md), Matrix(Field::Ms2), Matrix(Field::Ms1)],
            Self::MdMs2Ms1Register => &[Matrix(Field::Md), Matrix(Field::Ms2), RowByRegister],
            Self::MdMs2Ms1Immediate => &[Matrix(Field::Md), Matrix(Field::Ms2), RowByImmediate],
            Self::MdMs2Scalar => &[Matrix(Field::Md), Matrix(Field::Ms2), Scalar],
            Self::Strided => &[Matrix(Field::Md), Integer(Field::Rs2), Address],
            Self::Whole => &[Matrix(Field::Md), Address],
            Self::RdRs1 => &[Integer(Field::Rd), Integer(Field::Rs1)],
            Self::RdImmediate => &[Integer(Field::Rd), Number(Field::Immediate7)],
            Self::Md => &[Matrix(Field::Md)],
            Self::RdMs2Rs1 => &[Integer(Field::Rd), Matrix(Field::Ms2), Integer(Field::Rs1)],
            Self::MdRs2 => &[Matrix(Field::Md), Integer(Field::Rs2)],
            Self::MdRs2Rs1 => &[Matrix(Field::Md), Integer(Field::Rs2), Integer(Field::Rs1)],
            Self::MdMs1Number => &[Matrix(Field::Md), Matrix(Field::Ms1), Number(Field::Row)],
            Self::AddressStride => &[Matrix(Field::Md), Address, Integer(Field::Rs2)],
            Self::Rs1 => &[Integer(Field::Rs1)],
            Self::Immediate => &[Number(Field::Immediate10)],
            Self::Nothing => &[],
        }
    }

    /// The bits that operands fill in a version.
    #[must_use]
    pub fn mask(self, version: Version) -> u32 {
        self.fields().iter().fold(0, |mask, field| {
            mask | ((1 << field.width()) - 1) << self.low_bit(*field, version)
        })
    }
}

impl Slot {
    /// How the specification writes it, with the names of its fields.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Matrix(field) | Self::Integer(field) | Self::Number(field) => field.name(),
            Self::RowByRegister => "ms1[rs1]",
            Self::RowByImmediate => "ms1[uimm3]",
            Self::Scalar => "rs1",
            Self::Address => "(rs1)",
        }
    }
}
