//! ALU instruction expressions (manual 3.6.12, tables 3.9-3.12): their names, and what their rows share.
//!
//! The rows are in the files of this module, in the manual's order.

mod convert;
mod integer;
mod output;
mod relu;

use crate::operand::{OperandClass, OperandSpec};
use crate::{Instruction, Precision};

/// An ALU instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AluOp {
    /// See the row `Zero` of the table.
    Zero,
    /// See the row `Imm` of the table.
    Imm,
    /// See the row `Msl` of the table.
    Msl,
    /// See the row `Msr` of the table.
    Msr,
    /// See the row `Passa` of the table.
    Passa,
    /// See the row `Inc` of the table.
    Inc,
    /// See the row `Dec` of the table.
    Dec,
    /// See the row `Not` of the table.
    Not,
    /// See the row `Lnot` of the table.
    Lnot,
    /// See the row `Rsqrt` of the table.
    Rsqrt,
    /// See the row `Floor` of the table.
    Floor,
    /// See the row `Ftoi` of the table.
    Ftoi,
    /// See the row `Bfe` of the table.
    Bfe,
    /// See the row `Bfn` of the table.
    Bfn,
    /// See the row `Max` of the table.
    Max,
    /// See the row `Min` of the table.
    Min,
    /// See the row `Packbit` of the table.
    Packbit,
    /// See the row `And` of the table.
    And,
    /// See the row `Or` of the table.
    Or,
    /// See the row `Xor` of the table.
    Xor,
    /// See the row `Add` of the table.
    Add,
    /// See the row `Sub` of the table.
    Sub,
    /// See the row `Lsl` of the table.
    Lsl,
    /// See the row `Lsr` of the table.
    Lsr,
    /// See the row `Bsl` of the table.
    Bsl,
    /// See the row `Bsr` of the table.
    Bsr,
    /// See the row `Relu` of the table.
    Relu,
    /// See the row `Relu0` of the table.
    Relu0,
    /// See the row `Relu1` of the table.
    Relu1,
    /// See the row `Relu2` of the table.
    Relu2,
    /// See the row `Relu3` of the table.
    Relu3,
    /// See the row `Lrelud` of the table.
    Lrelud,
    /// See the row `Lreluo` of the table.
    Lreluo,
    /// See the row `Ilrelud` of the table.
    Ilrelud,
}

impl AluOp {
    /// Every row of the unit, in the manual's order.
    pub const ALL: &'static [Self] = &[
        Self::Zero,
        Self::Imm,
        Self::Msl,
        Self::Msr,
        Self::Passa,
        Self::Inc,
        Self::Dec,
        Self::Not,
        Self::Lnot,
        Self::Rsqrt,
        Self::Floor,
        Self::Ftoi,
        Self::Bfe,
        Self::Bfn,
        Self::Max,
        Self::Min,
        Self::Packbit,
        Self::And,
        Self::Or,
        Self::Xor,
        Self::Add,
        Self::Sub,
        Self::Lsl,
        Self::Lsr,
        Self::Bsl,
        Self::Bsr,
        Self::Relu,
        Self::Relu0,
        Self::Relu1,
        Self::Relu2,
        Self::Relu3,
        Self::Lrelud,
        Self::Lreluo,
        Self::Ilrelud,
    ];

    /// The row.
    #[must_use]
    pub fn row(self) -> &'static Instruction {
        &TABLE[self as usize]
    }
}

static TABLE: [Instruction; AluOp::ALL.len()] = {
    let parts: [&[Instruction]; 4] = [&output::ROWS, &convert::ROWS, &integer::ROWS, &relu::ROWS];
    let mut table = [output::ROWS[0]; AluOp::ALL.len()];
    let (mut part, mut filled) = (0, 0);
    while part < parts.len() {
        let mut index = 0;
        while index < parts[part].len() {
            table[filled] = parts[part][index];
            index += 1;
            filled += 1;
        }
        part += 1;
    }
    assert!(filled == AluOp::ALL.len());
    table
};

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
const EXTENDED: &[Precision] = &[Precision::Half];
const NONE: &[Precision] = &[];

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
use elementwise;
