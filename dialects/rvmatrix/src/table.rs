//! The instructions of the extension: a row for each mnemonic, in the columns of the specification's tables.
//!
//! The rows are from "Instruction Format" with its misprints repaired, each repair proven by the vendor's assembler;
//! `family` has what the rows of one operation have in common. This module has no behaviour.

mod family;
mod feature;
mod form;
mod rows;

pub use family::{FAMILIES, Family, ShapeRow};
pub use feature::Feature;
pub use form::{Field, Form, Slot};
pub use rows::{MRELEASE, ROWS};

use std::collections::HashMap;
use std::sync::LazyLock;

/// A mnemonic with its operands and its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The spelling in assembly.
    pub mnemonic: &'static str,
    /// The operation, which the machine executes.
    pub operation: Operation,
    /// Its operands, which are also the fields of its word.
    pub form: Form,
    /// The size of the elements that the instruction names: the elements of the sources.
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
    /// Both factors are signed.
    Signed,
    /// Neither factor is signed.
    Unsigned,
    /// A is unsigned, B is signed.
    UnsignedSigned,
    /// A is signed, B is unsigned.
    SignedUnsigned,
}

/// What is computed for each element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pointwise {
    /// Sum of both elements.
    Add,
    /// Difference of both elements.
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
    /// Number of rows of A.
    M,
    /// Number of rows of B.
    N,
    /// All three parts with one instruction.
    All,
}

/// The size of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// 8 bits, or none.
    Byte,
    /// 16 bits each.
    Half,
    /// 32 bits each.
    Word,
    /// 64 bits each.
    Double,
}

impl Element {
    /// Number of bytes of an element.
    #[must_use]
    pub const fn bytes(self) -> usize {
        1 << self as u32
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

    /// Every row: from the specification, and the alias of the assembler.
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

    /// How many registers the field means, counted from the written one.
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
