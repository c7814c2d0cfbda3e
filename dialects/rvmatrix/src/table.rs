//! The instructions of the extension: a row for each mnemonic, in the columns of the specification's tables.
//!
//! The rows are from "Instruction Format" with its misprints repaired, each repair proven by the vendor's assembler. 0.6 has none:
//! its rows are what its documents agree about;
//! `family` has what the rows of one operation have in common. This module has no behaviour.

mod families;
mod family;
mod family_06;
mod feature;
mod form;
mod rows;
mod rows_06;
mod tile;

pub use families::Family;
pub use family::{FAMILIES, ShapeRow};
pub use family_06::FAMILIES_06;
pub use feature::Feature;
pub use form::{Field, Form, Slot};
pub use tile::{ELEN, Elementwise, Format, Order, Product, Tile};

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::version::Version;
use rows::{MRELEASE, ROWS};
use rows_06::ROWS_06;

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
    /// The bits of the word that no operand has, by version; `None` where the version has no such instruction.
    words: [Option<u32>; Version::ALL.len()],
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
    /// Gives the matrix registers back by an instruction of its own.
    Initialize,
    /// Sets all elements of a matrix to 0.
    Zero,
    /// Copies a scalar to every element.
    Duplicate,
    /// Copies an element to an integer register.
    ReadElement,
    /// Copies an integer register to an element.
    WriteElement,
    /// Multiplies tiles and adds the product to an accumulation register.
    Accumulate(Product),
    /// Loads a tile.
    LoadTile(Tile, Order),
    /// Stores a tile.
    StoreTile(Tile, Order),
    /// Sets all elements of this many matrices to 0.
    ZeroGroup(u8),
    /// Joins halves of the columns of two matrices.
    Pack,
    /// Moves rows or columns by a number.
    Slide,
    /// Copies a row to all rows.
    BroadcastRow,
    /// Copies a column to all columns.
    BroadcastColumn,
    /// Computes with integers, element by element.
    IntegerElements(Elementwise),
    /// Computes with numbers with a fraction, element by element.
    FloatElements(Elementwise),
    /// Converts numbers of the first format to the second one.
    ConvertFloat(Format, Format),
    /// Converts integers to numbers with a fraction.
    ConvertToFloat,
    /// Converts numbers with a fraction to integers.
    ConvertToInteger,
    /// Converts integers of 4 bits to integers of 8 bits.
    ConvertInt4,
    /// Shifts right, rounds and saturates to a quarter of the width.
    ClipQuarter,
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
    /// The row with this mnemonic in a version.
    #[must_use]
    pub fn find(mnemonic: &str, version: Version) -> Option<&'static Self> {
        static BY_MNEMONIC: LazyLock<HashMap<(&'static str, Version), &'static Row>> =
            LazyLock::new(|| {
                let rows =
                    Version::ALL.map(|version| Row::all(version).map(move |it| (it, version)));
                rows.into_iter()
                    .flatten()
                    .map(|(row, version)| ((row.mnemonic, version), row))
                    .collect()
            });
        BY_MNEMONIC.get(&(mnemonic, version)).copied()
    }

    /// Every row of a version, with the alias of its assembler.
    pub fn all(version: Version) -> impl Iterator<Item = &'static Self> {
        let rows = ROWS.iter().chain([&MRELEASE]).chain(ROWS_06);
        rows.filter(move |row| row.word(version).is_some())
    }

    /// The bits of the word that no operand has; `None` if the version has no such instruction.
    #[must_use]
    pub const fn word(&self, version: Version) -> Option<u32> {
        self.words[version as usize]
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
                | Operation::Accumulate(_)
        )
    }

    /// Whether it is a load or a store whose rows have a distance in memory.
    #[must_use]
    pub const fn is_strided(&self) -> bool {
        matches!(self.form, Form::Strided | Form::AddressStride)
    }

    /// Whether `md` is read and not written: a store.
    #[must_use]
    pub const fn is_store(&self) -> bool {
        matches!(
            self.operation,
            Operation::Store
                | Operation::StreamStore
                | Operation::WholeStore(_)
                | Operation::StoreTile(..)
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
        self.is_multiply()
            || self.is_strided()
            || matches!(
                self.operation,
                Operation::Pointwise(_)
                    | Operation::IntegerElements(_)
                    | Operation::FloatElements(_)
            )
    }

    /// The size of the elements of the result of a multiplication, or of the instruction itself.
    #[must_use]
    pub const fn result(&self) -> Element {
        match (self.operation, self.element) {
            (Operation::FloatMultiply, element) => element,
            (Operation::Accumulate(Product::Float(_, format)), _) => format.element(),
            (Operation::Accumulate(_), Element::Byte) => Element::Word,
            (Operation::Accumulate(_), _) => Element::Double,
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
            (
                Operation::WholeLoad(count)
                | Operation::WholeStore(count)
                | Operation::ZeroGroup(count),
                Field::Md,
            ) => count,
            (Operation::Accumulate(_), _) => 1,
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
            (
                Operation::Accumulate(Product::Float(from, to)) | Operation::ConvertFloat(from, to),
                _,
            ) => return from.feature(to),
            (Operation::Accumulate(Product::Int4(_)) | Operation::ConvertInt4, _) => Feature::I4I32,
            (Operation::Accumulate(Product::Integer(_)), Element::Byte)
            | (Operation::IntegerElements(_) | Operation::ClipQuarter, _) => Feature::I8I32,
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
        let rows = ROWS.iter().chain(ROWS_06);
        for (row, version) in rows.flat_map(|row| Version::ALL.map(|it| (row, it))) {
            let Some(word) = row.word(version) else {
                continue;
            };
            assert_eq!(word & row.form.mask(version), 0, "{}", row.mnemonic);
            assert_eq!(word & 0x7f, 0x2b, "{}", row.mnemonic);
            let func3 = word >> 12 & 7;
            assert!(
                func3 == 0 || func3 == 1 && version.has_tiles(),
                "{}",
                row.mnemonic
            );
        }
    }

    #[test]
    fn every_spelling_finds_its_own_row() {
        for version in Version::ALL {
            for row in Row::all(version) {
                assert_eq!(Row::find(row.mnemonic, version), Some(row));
            }
            assert_eq!(Row::find("mmaqu.b", version), None);
        }
        let only = |name: &str| Version::ALL.map(|version| Row::find(name, version).is_some());
        assert_eq!(only("mmov.mx"), [true, false, false]);
        assert_eq!(only("mzero"), [false, true, true]);
        assert_eq!(only("mmaqa.b"), [true, true, false]);
        assert_eq!(only("mlae8"), [false, false, true]);
    }

    #[test]
    fn the_families_have_the_members_that_the_specification_lists() {
        let count = |test: fn(&Row) -> bool| {
            let versions = Version::ALL.map(|it| Row::all(it).filter(|row| test(row)).count());
            assert_eq!(versions[0], versions[1]);
            (versions[0], versions[2])
        };
        assert_eq!(count(Row::is_multiply), (3 + 2 + 8 + 4, 12 + 4 + 4 + 4 + 2));
        assert_eq!(
            count(|row| matches!(row.operation, Operation::Pointwise(_))),
            (7 * 2 * 4, 0)
        );
        assert_eq!(count(Row::is_strided), (16, 3 * 2 * 2 * 4));
        let elements = |row: &Row| {
            let operation = row.operation;
            matches!(operation, Operation::IntegerElements(_))
                || matches!(operation, Operation::FloatElements(_))
        };
        assert_eq!(count(elements), (0, 11 * 2 + 5 * 3 * 2));
        assert_eq!(count(|row| row.form == Form::Whole), (32, 0));
        let number =
            |version, test: fn(&Row) -> bool| Row::all(version).filter(|it| test(it)).count();
        let versions = Version::ALL.map(|version| {
            let moves = number(version, |row| row.operation == Operation::Move);
            let sizes = number(version, Row::is_configuration);
            (moves, sizes, number(version, |_| true))
        });
        // 0.2 has `mmov.mx` and `mcfgi`; 0.3 has `mzero` and 12 moves of elements, which 0.6 has, too.
        assert_eq!(versions, [(4, 8, 134), (3, 7, 145), (1, 6, 214)]);
    }
}
