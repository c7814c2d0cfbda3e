//! The instructions of the extension: a row for each mnemonic, in the columns of the specification's tables.
//!
//! The rows are those of "Instruction Format" with its misprints repaired, each repair proven by the vendor's assembler; `family`
//! says what the rows of one operation have in common. This module has no behaviour.

mod family;
mod rows;

pub use family::{FAMILIES, Family, ShapeRow};
pub use rows::{MRELEASE, ROWS};

use std::collections::HashMap;
use std::sync::LazyLock;

/// A mnemonic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its spelling.
    pub mnemonic: &'static str,
    /// What it does.
    pub operation: Operation,
    /// Its operands, which are also the fields of its word.
    pub form: Form,
    /// The size of the elements that the instruction names: those of the sources.
    pub element: Element,
    /// The bits of the word that no operand has.
    pub word: u32,
}

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Copies a matrix, a row or a scalar.
    Move,
    /// Multiplies and adds floating-point matrices.
    FloatMultiply,
    /// The same with results that are twice as wide.
    FloatMultiplyWide,
    /// Multiplies and adds integer matrices.
    IntegerMultiply(Signs),
    /// The same with two elements in each byte.
    Int4Multiply(Signs),
    /// Computes element by element.
    Pointwise(Pointwise),
    /// Loads rows from memory.
    Load,
    /// Loads rows that are not used again soon.
    StreamLoad,
    /// Stores rows to memory.
    Store,
    /// Stores rows that are not used again soon.
    StreamStore,
    /// Loads this many whole registers.
    WholeLoad(u8),
    /// Stores this many whole registers.
    WholeStore(u8),
    /// Sets a part of the matrix size.
    Configure(SizeField),
    /// Gives the matrix registers back: `csrwi xmcsr, 2`.
    Release,
}

/// Which factors of a product are signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signs {
    /// Both.
    Signed,
    /// Neither.
    Unsigned,
    /// A is unsigned, B is signed.
    UnsignedSigned,
    /// A is signed, B is unsigned.
    SignedUnsigned,
}

/// What is computed for each element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pointwise {
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Low half of the product.
    Multiply,
    /// High half of the signed product.
    MultiplyHigh,
    /// Arithmetic shift right with rounding.
    ShiftRight,
    /// The same, saturated to a quarter of the width.
    Clip,
    /// The same for unsigned elements.
    ClipUnsigned,
}

/// The part of the matrix size that an instruction sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SizeField {
    /// Bytes of a row of A and B.
    K,
    /// Rows of A.
    M,
    /// Rows of B.
    N,
    /// All of them.
    All,
}

/// The size of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// 8 bits, or none.
    Byte,
    /// 16 bits.
    Half,
    /// 32 bits.
    Word,
    /// 64 bits.
    Double,
}

impl Element {
    /// Its bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        1 << self as u32
    }
}

/// The operands of an instruction, in the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `md, ms1`.
    MdMs1,
    /// `md, ms1[rs1]`.
    MdMs1Register,
    /// `md, ms1[uimm3]`.
    MdMs1Immediate,
    /// `md, rs1`.
    MdScalar,
    /// `md, ms2, ms1`.
    MdMs2Ms1,
    /// `md, ms2, ms1[rs1]`.
    MdMs2Ms1Register,
    /// `md, ms2, ms1[uimm3]`.
    MdMs2Ms1Immediate,
    /// `md, ms2, rs1`.
    MdMs2Scalar,
    /// `md, rs2, (rs1)`.
    Strided,
    /// `md, (rs1)`.
    Whole,
    /// `rd, rs1`.
    RdRs1,
    /// `rd, uimm7`.
    RdImmediate,
    /// No operand.
    Nothing,
}

/// An operand as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// A matrix register.
    Matrix(Field),
    /// A matrix register, and in brackets one of `x8` to `x15` that has the row.
    RowByRegister,
    /// A matrix register, and in brackets the row.
    RowByImmediate,
    /// One of `x8` to `x15`.
    Scalar,
    /// An integer register.
    Integer(Field),
    /// An integer register in parentheses.
    Address,
    /// A number of 7 bits.
    Immediate7,
}

/// A field of the word that an operand fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// Destination matrix, bits 9:7; the source of a store.
    Md,
    /// First factor A, or the second source, bits 20:18.
    Ms1,
    /// Second factor B, or the first source, bits 23:21.
    Ms2,
    /// Integer register of 3 bits, `x8` to `x15`, bits 17:15.
    Scalar,
    /// Row, bits 17:15.
    Row,
    /// Integer register, bits 19:15.
    Rs1,
    /// Integer register, bits 24:20.
    Rs2,
    /// Integer register, bits 11:7.
    Rd,
    /// Number, bits 24:18.
    Immediate7,
}

impl Field {
    /// The lowest bit and the number of bits.
    #[must_use]
    pub const fn bits(self) -> (u32, u32) {
        match self {
            Self::Md => (7, 3),
            Self::Ms1 => (18, 3),
            Self::Ms2 => (21, 3),
            Self::Scalar | Self::Row => (15, 3),
            Self::Rs1 => (15, 5),
            Self::Rs2 => (20, 5),
            Self::Rd => (7, 5),
            Self::Immediate7 => (18, 7),
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
        }
    }

    /// Its bits set.
    #[must_use]
    pub const fn mask(self) -> u32 {
        let (low, count) = self.bits();
        ((1 << count) - 1) << low
    }
}

impl Form {
    /// The fields of the word that operands fill.
    #[must_use]
    pub const fn fields(self) -> &'static [Field] {
        use Field::{Immediate7, Md, Ms1, Ms2, Rd, Row, Rs1, Rs2, Scalar};
        match self {
            Self::MdMs1 => &[Md, Ms1],
            Self::MdMs1Register => &[Md, Ms1, Scalar],
            Self::MdMs1Immediate => &[Md, Ms1, Row],
            Self::MdScalar => &[Md, Scalar],
            Self::MdMs2Ms1 => &[Md, Ms2, Ms1],
            Self::MdMs2Ms1Register => &[Md, Ms2, Ms1, Scalar],
            Self::MdMs2Ms1Immediate => &[Md, Ms2, Ms1, Row],
            Self::MdMs2Scalar => &[Md, Ms2, Scalar],
            Self::Strided => &[Md, Rs2, Rs1],
            Self::Whole => &[Md, Rs1],
            Self::RdRs1 => &[Rd, Rs1],
            Self::RdImmediate => &[Rd, Immediate7],
            Self::Nothing => &[],
        }
    }

    /// The operands as they are written.
    #[must_use]
    pub const fn slots(self) -> &'static [Slot] {
        use Slot::{Address, Immediate7, Integer, Matrix, RowByImmediate, RowByRegister, Scalar};
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
            Self::RdImmediate => &[Integer(Field::Rd), Immediate7],
            Self::Nothing => &[],
        }
    }

    /// The bits that operands fill.
    #[must_use]
    pub fn mask(self) -> u32 {
        self.fields()
            .iter()
            .fold(0, |mask, field| mask | field.mask())
    }
}

impl Slot {
    /// How the specification writes it, with the names of its fields.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Matrix(field) | Self::Integer(field) => field.name(),
            Self::RowByRegister => "ms1[rs1]",
            Self::RowByImmediate => "ms1[uimm3]",
            Self::Scalar => "rs1",
            Self::Address => "(rs1)",
            Self::Immediate7 => "uimm7",
        }
    }
}

impl Row {
    /// The row with this mnemonic.
    #[must_use]
    pub fn find(mnemonic: &str) -> Option<&'static Self> {
        static BY_MNEMONIC: LazyLock<HashMap<&'static str, &'static Row>> = LazyLock::new(|| {
            let rows = ROWS.iter().chain([&MRELEASE]);
            rows.map(|row| (row.mnemonic, row)).collect()
        });
        BY_MNEMONIC.get(mnemonic).copied()
    }

    /// Every row: those of the specification, and the alias of the assembler.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        ROWS.iter().chain([&MRELEASE])
    }

    /// Whether it multiplies matrices.
    #[must_use]
    pub const fn is_multiply(&self) -> bool {
        matches!(
            self.operation,
            Operation::FloatMultiply
                | Operation::FloatMultiplyWide
                | Operation::IntegerMultiply(_)
                | Operation::Int4Multiply(_)
        )
    }

    /// Whether it is a load or a store whose rows have a distance in memory.
    #[must_use]
    pub const fn is_strided(&self) -> bool {
        matches!(self.form, Form::Strided)
    }

    /// Whether `md` is read and not written: a store.
    #[must_use]
    pub const fn is_store(&self) -> bool {
        matches!(
            self.operation,
            Operation::Store | Operation::StreamStore | Operation::WholeStore(_)
        )
    }

    /// Whether it sets the matrix size.
    #[must_use]
    pub const fn is_configuration(&self) -> bool {
        matches!(self.operation, Operation::Configure(_))
    }

    /// Whether its result depends on the matrix size.
    #[must_use]
    pub const fn uses_size(&self) -> bool {
        self.is_multiply() || self.is_strided() || matches!(self.operation, Operation::Pointwise(_))
    }

    /// The size of the elements of the result of a multiplication, or of the instruction itself.
    #[must_use]
    pub const fn result(&self) -> Element {
        match (self.operation, self.element) {
            (Operation::FloatMultiply, element) => element,
            (Operation::FloatMultiplyWide, Element::Half)
            | (Operation::IntegerMultiply(_) | Operation::Int4Multiply(_), Element::Byte) => {
                Element::Word
            }
            (
                Operation::FloatMultiplyWide
                | Operation::IntegerMultiply(_)
                | Operation::Int4Multiply(_),
                _,
            ) => Element::Double,
            (_, element) => element,
        }
    }

    /// How many registers the field means, counted from the one that is written.
    #[must_use]
    pub const fn registers(&self, field: Field) -> u8 {
        match (self.operation, field) {
            (Operation::WholeLoad(count) | Operation::WholeStore(count), Field::Md) => count,
            // B has twice as many rows as a register.
            (Operation::FloatMultiply, Field::Ms2) if matches!(self.element, Element::Half) => 2,
            // C has twice as many bytes in a row as a register.
            (_, Field::Md) if self.is_multiply() && matches!(self.result(), Element::Double) => 2,
            _ => 1,
        }
    }

    /// The bit of `xmisa` without which it is illegal.
    #[must_use]
    pub const fn feature(&self) -> Option<Feature> {
        let feature = match (self.operation, self.element) {
            (Operation::FloatMultiply, Element::Half) => Feature::F16F16,
            (Operation::FloatMultiply, Element::Double) => Feature::F64F64,
            (Operation::FloatMultiply, _) => Feature::F32F32,
            (Operation::FloatMultiplyWide, Element::Half) => Feature::F16F32,
            (Operation::FloatMultiplyWide, _) => Feature::F32F64,
            (Operation::IntegerMultiply(_), Element::Half) => Feature::I16I64,
            (Operation::IntegerMultiply(_), _) => Feature::I8I32,
            (Operation::Int4Multiply(_), _) => Feature::I4I32,
            (Operation::Pointwise(_), Element::Double) => Feature::PointwiseI64,
            (Operation::Pointwise(_), _) => Feature::PointwiseI32,
            _ => return None,
        };
        Some(feature)
    }
}

/// An optional part of the extension: a bit of `xmisa`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// Products of int4.
    I4I32,
    /// Products of int8, which every machine has.
    I8I32,
    /// Products of int16.
    I16I64,
    /// Products of fp16.
    F16F16,
    /// Products of fp32.
    F32F32,
    /// Products of fp64.
    F64F64,
    /// Pointwise int64.
    PointwiseI64,
    /// Pointwise int32.
    PointwiseI32,
    /// Products of fp16 into fp32.
    F16F32,
    /// Products of fp32 into fp64.
    F32F64,
}

impl Feature {
    /// Every feature, in the order of bits.
    pub const ALL: [Self; 10] = [
        Self::I4I32,
        Self::I8I32,
        Self::I16I64,
        Self::F16F16,
        Self::F32F32,
        Self::F64F64,
        Self::PointwiseI64,
        Self::PointwiseI32,
        Self::F16F32,
        Self::F32F64,
    ];

    /// Its bit of `xmisa`.
    #[must_use]
    pub const fn bit(self) -> u32 {
        self as u32
    }

    /// Its name in the specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::I4I32 => "MATRIX_MULT_I4I32",
            Self::I8I32 => "MATRIX_MULT_I8I32",
            Self::I16I64 => "MATRIX_MULT_I16I64",
            Self::F16F16 => "MATRIX_MULT_F16F16",
            Self::F32F32 => "MATRIX_MULT_F32F32",
            Self::F64F64 => "MATRIX_MULT_F64F64",
            Self::PointwiseI64 => "MATRIX_PW_I64",
            Self::PointwiseI32 => "MATRIX_PW_I32",
            Self::F16F32 => "MATRIX_MULT_F16F32",
            Self::F32F64 => "MATRIX_MULT_F32F64",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_constant_bit_is_an_operand() {
        for row in ROWS {
            assert_eq!(row.word & row.form.mask(), 0, "{}", row.mnemonic);
            assert_eq!(row.word & 0x7f, 0x2b, "{}", row.mnemonic);
            assert_eq!(row.word & 0x7000, 0, "{}", row.mnemonic);
        }
    }

    #[test]
    fn every_spelling_finds_its_own_row() {
        for row in Row::all() {
            assert_eq!(Row::find(row.mnemonic), Some(row));
        }
        assert_eq!(Row::find("mmaqu.b"), None);
    }

    #[test]
    fn the_families_have_the_members_that_the_specification_lists() {
        let count = |test: fn(&Row) -> bool| ROWS.iter().filter(|row| test(row)).count();
        assert_eq!(count(|row| row.operation == Operation::Move), 4);
        assert_eq!(count(Row::is_multiply), 3 + 2 + 8 + 4);
        assert_eq!(
            count(|row| matches!(row.operation, Operation::Pointwise(_))),
            7 * 2 * 4
        );
        assert_eq!(count(Row::is_strided), 16);
        assert_eq!(count(|row| row.form == Form::Whole), 32);
        assert_eq!(count(Row::is_configuration), 8);
        assert_eq!(ROWS.len(), 133);
    }
}
