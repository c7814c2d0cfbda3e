//! ALU instruction expressions (manual 3.6.12, tables 3.9-3.12): their names, and what their rows share.
//!
//! The rows are in the files of this module, in the manual's order.

/// The effect of a row whose operation treats every element of the first long word alike.
macro_rules! elementwise {
    (one: $output:literal, flag: $flag:literal) => {
        elementwise!("    x = src_x[cycle]\n", $output, $flag)
    };
    (two: $output:literal, flag: $flag:literal) => {
        elementwise!("    x, y = src_x[cycle], src_y[cycle]\n", $output, $flag)
    };
    ($inputs:literal, $output:literal, $flag:literal) => {
        concat!(
            "for cycle = 0:4\n  forall pe\n",
            $inputs,
            "    for each element i of the first long word\n      dst[i] = ",
            $output,
            "\n      flag[i] = ",
            $flag,
            "\n    dst.long[1] = x.long[1]"
        )
    };
}

#[macro_use]
mod convert;
#[macro_use]
mod integer;
#[macro_use]
mod output;
#[macro_use]
mod relu;

use crate::instruction::instructions;
use crate::operand::{OperandClass, OperandSpec};
use crate::{Group, Mnemonic, Precision, Source};

output! {
    [convert integer relu instructions]
    /// An instruction of the ALU (manual 3.6.12).
    AluOp in Alu, Group::Alu,
    /// Columns that only rows of the ALU have.
    columns: AluColumns;
}

/// Columns that only rows of the ALU have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AluColumns {
    /// The kind of its results.
    pub result: AluResult,
    /// The content of the field `AluOpcode`, as far as it is known (`docs/known-behaviour.md#instruction-word`).
    pub code: Option<u16>,
}

/// The kind of results of an ALU instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AluResult {
    /// Zeros, which are a number in every precision.
    Zeros,
    /// The value of the operand, an immediate value.
    Literal,
    /// The input, bit for bit.
    Input,
    /// Numbers of the opcode's precision.
    Numbers,
    /// Integers as long as the numbers of the opcode's precision.
    Integers,
    /// Bits without a value.
    Bits,
    /// Block floats, which have a value only together with their block.
    BlockFloats,
}

const fn row(result: AluResult, code: Option<u16>) -> AluColumns {
    AluColumns { result, code }
}

impl AluOp {
    /// The instruction with this content of the field `AluOpcode`, if it is known.
    #[must_use]
    pub fn from_code(code: u16) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|op| op.columns().code == Some(code))
    }

    /// Whether a precision takes the length of the mantissa, `/<n>` (manual 3.6.12.12).
    #[must_use]
    pub fn takes_mantissa_length(self, precision: Precision) -> bool {
        self.columns().result == AluResult::BlockFloats && precision == Precision::Half
    }
}

const fn signed(stem: &'static str, precisions: &'static [Precision]) -> Mnemonic {
    unsigned(stem, precisions, &[])
}

const fn unsigned(
    stem: &'static str,
    precisions: &'static [Precision],
    unsigned: &'static [Precision],
) -> Mnemonic {
    Mnemonic::Alu {
        stem,
        precisions,
        unsigned,
    }
}

const INT: &[Precision] = &[
    Precision::LongInteger,
    Precision::SingleInteger,
    Precision::HalfInteger,
];
const FLOAT: &[Precision] = &[Precision::Double, Precision::Single, Precision::Half];
const BOTH: &[Precision] = &[
    Precision::Double,
    Precision::Single,
    Precision::Half,
    Precision::LongInteger,
    Precision::SingleInteger,
    Precision::HalfInteger,
];
const BLOCK: &[Precision] = &[
    Precision::Double,
    Precision::Single,
    Precision::PseudoSingle,
    Precision::Half,
];
const HALF: &[Precision] = &[Precision::Half];

const NO_INPUT: &[OperandSpec] = &[OperandSpec::outputs(OperandClass::PeOutputOrMask)];
const LITERAL: &[OperandSpec] = &[
    OperandSpec::input("payload", OperandClass::Literal),
    OperandSpec::outputs(OperandClass::PeOutputOrMask),
];
const ONE_INPUT: &[OperandSpec] = &[
    OperandSpec::input("src_x", OperandClass::AluFirstInput),
    OperandSpec::outputs(OperandClass::PeOutputOrMask),
];
const TWO_INPUTS: &[OperandSpec] = &[
    OperandSpec::input("src_x", OperandClass::AluFirstInput),
    OperandSpec::input("src_y", OperandClass::PeInput),
    OperandSpec::outputs(OperandClass::PeOutputOrMask),
];
