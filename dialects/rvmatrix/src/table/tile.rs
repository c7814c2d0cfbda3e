//! What the instructions of 0.6 name: tiles, formats, products, and operations on elements.

use super::{Element, Feature, Field, Form, Operation, Row, Signs, SizeField};
use crate::register::Bank;
use crate::version::Version;

/// The matrix of `C += A × transpose(B)` that a transfer has the shape of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tile {
    /// The first factor, `mtilem` × `mtilek`.
    A,
    /// The second factor, `mtilen` × `mtilek`.
    B,
    /// The sum, `mtilem` × `mtilen`.
    C,
}

/// How a tile is stored in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Row after row, as in the register.
    Rows,
    /// Column after column.
    Columns,
}

/// The format of a number with a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// 8 bits, E4M3 or E5M2.
    Fp8,
    /// IEEE binary16, 5 bits of exponent.
    Fp16,
    /// 16 bits with the exponent of binary32.
    Bf16,
    /// The 19 highest bits of binary32.
    Tf32,
    /// IEEE binary32, 8 bits of exponent.
    Fp32,
    /// IEEE binary64, 11 bits of exponent.
    Fp64,
}

/// What a multiplication of 0.6 multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Product {
    /// Factors of the first format, added to numbers of the second one.
    Float(Format, Format),
    /// Integers, added to integers that are four times as wide.
    Integer(Signs),
    /// Two integers of 4 bits in each byte.
    Int4(Signs),
    /// Integers of different widths.
    Mixed(Signs),
}

/// What is computed for each element in 0.6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Elementwise {
    /// Sum of both elements.
    Add,
    /// Difference of both elements.
    Subtract,
    /// The product, of integers its low half.
    Multiply,
    /// High half of the product.
    MultiplyHigh,
    /// The larger of both elements.
    Maximum,
    /// The same for unsigned elements.
    MaximumUnsigned,
    /// The smaller of both elements.
    Minimum,
    /// The same for unsigned elements.
    MinimumUnsigned,
    /// Shift right without the sign.
    ShiftRightLogical,
    /// Shift left by the second element.
    ShiftLeft,
    /// Shift right with the sign.
    ShiftRight,
}

impl Format {
    /// The size of an element.
    #[must_use]
    pub const fn element(self) -> Element {
        match self {
            Self::Fp8 => Element::Byte,
            Self::Fp16 | Self::Bf16 => Element::Half,
            Self::Tf32 | Self::Fp32 => Element::Word,
            Self::Fp64 => Element::Double,
        }
    }

    /// The part of the machine that has products of this format added to the other one, or conversions between both.
    pub(super) const fn feature(self, other: Self) -> Option<Feature> {
        let feature = match (self, other) {
            (Self::Fp8, Self::Fp16 | Self::Bf16) | (Self::Fp16 | Self::Bf16, Self::Fp8) => {
                Feature::F8F16
            }
            (Self::Fp8, Self::Fp32) | (Self::Fp32, Self::Fp8) => Feature::F8F32,
            (Self::Fp16, Self::Fp16) => Feature::F16F16,
            (Self::Fp16, Self::Fp32) | (Self::Fp32, Self::Fp16) => Feature::F16F32,
            (Self::Bf16, Self::Fp32) | (Self::Fp32, Self::Bf16) => Feature::Bf16F32,
            (Self::Fp32, Self::Fp32) => Feature::F32F32,
            (Self::Fp32, Self::Fp64) | (Self::Fp64, Self::Fp32) => Feature::F32F64,
            (Self::Fp64, Self::Fp64) => Feature::F64F64,
            _ => return None,
        };
        Some(feature)
    }
}

impl Tile {
    /// The sizes of its rows and its columns.
    #[must_use]
    pub const fn sizes(self) -> [SizeField; 2] {
        match self {
            Self::A => [SizeField::M, SizeField::K],
            Self::B => [SizeField::N, SizeField::K],
            Self::C => [SizeField::M, SizeField::N],
        }
    }
}

impl SizeField {
    /// What a version calls it.
    #[must_use]
    pub const fn name(self, version: Version) -> &'static str {
        match (self, version.has_tiles()) {
            (Self::K, false) => "sizeK",
            (Self::M, false) => "sizeM",
            (Self::N, false) => "sizeN",
            (Self::K, true) => "mtilek",
            (Self::M, true) => "mtilem",
            (Self::N, true) => "mtilen",
            (Self::All, _) => "size",
        }
    }
}

impl Row {
    /// The registers that a field takes in a version with tile registers; `None` if it takes all.
    #[must_use]
    pub const fn bank(&self, field: Field) -> Option<Bank> {
        match (self.operation, field) {
            (Operation::Accumulate(_), Field::Ms1 | Field::Ms2)
            | (
                Operation::LoadTile(Tile::A | Tile::B, _)
                | Operation::StoreTile(Tile::A | Tile::B, _),
                Field::Md,
            ) => Some(Bank::Tile),
            (
                Operation::Accumulate(_)
                | Operation::LoadTile(..)
                | Operation::StoreTile(..)
                | Operation::IntegerElements(_)
                | Operation::FloatElements(_)
                | Operation::ConvertFloat(..)
                | Operation::ConvertToFloat
                | Operation::ConvertToInteger
                | Operation::ConvertInt4
                | Operation::ClipQuarter,
                _,
            ) => Some(Bank::Accumulation),
            _ => None,
        }
    }

    /// Whether all its registers are tile registers, or all accumulation registers.
    #[must_use]
    pub const fn has_one_bank(&self) -> bool {
        matches!(
            self.operation,
            Operation::Pack
                | Operation::Slide
                | Operation::BroadcastRow
                | Operation::BroadcastColumn
        )
    }

    /// The highest row that a number in brackets names in a version; 0.6 has 7 for another instruction, whose last
    /// operand is a matrix.
    #[must_use]
    pub const fn row_last(&self, version: Version) -> u32 {
        let is_shared = matches!(self.form, Form::MdMs2Ms1Immediate) && version.has_tiles();
        if is_shared { 6 } else { 7 }
    }

    /// The sizes on which it depends, with the largest that is legal on a machine with rows of this number of bits.
    #[must_use]
    pub fn limits(&self, mlen: usize) -> Vec<(SizeField, usize)> {
        let rows = mlen / 32;
        let bits = self.element.bytes() * 8;
        let in_accumulation = rows * ELEN / bits;
        match self.operation {
            _ if !self.uses_size() => Vec::new(),
            Operation::Accumulate(product) => {
                let bits = match product {
                    Product::Int4(_) => 4,
                    _ => bits,
                };
                vec![
                    (SizeField::M, rows),
                    (SizeField::K, mlen / bits),
                    (SizeField::N, rows),
                ]
            }
            Operation::LoadTile(tile, _) | Operation::StoreTile(tile, _) => {
                let [first, second] = tile.sizes();
                let columns = match tile {
                    Tile::C => in_accumulation,
                    _ => mlen / bits,
                };
                vec![(first, rows), (second, columns)]
            }
            Operation::IntegerElements(_) | Operation::FloatElements(_) => {
                vec![(SizeField::M, rows), (SizeField::N, in_accumulation)]
            }
            _ => {
                let mut limits = vec![(SizeField::M, rows), (SizeField::K, mlen / 8)];
                if self.is_multiply() {
                    let rows_of_b = rows * usize::from(self.registers(Field::Ms2));
                    limits.push((SizeField::N, rows_of_b));
                }
                limits
            }
        }
    }
}

/// Bits of the widest element of an accumulation register, whose rows have this many bits for each row of a tile register.
pub const ELEN: usize = 64;
