//! The ALU (manual 3.6.12): what every opcode computes from its inputs, on all PEs simultaneously.
//!
//! Inputs are two long words per PE and cycle, already shortened if an operand has `r`. The machine, not this module, reads the
//! inputs and writes the results.

mod data_path;
mod floating;
mod integer;
mod mab;

pub use data_path::{DataPath, PathMut, PathView, flag_bits};
pub use mab::{BlockElement, blocks};

use mnc2_isa::geometry::{L1BS_PER_L2B, MABS_PER_L1B, PES, PES_PER_MAB};
use mnc2_isa::{AluOp, Constant, Precision};

use crate::float::block::BlockKind;
use crate::float::format::format_for_bits;

/// One ALU expression without its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The row of the opcode.
    pub op: AluOp,
    /// Its precision; `None` for the untyped ones.
    pub precision: Option<Precision>,
    /// The `u` before the opcode (after it for `imm`).
    pub unsigned: bool,
    /// `/n` of `hbfn` and `hbfe`: bits of the converted mantissa, 6 to 9.
    pub mantissa_bits: u32,
    /// The single word of `imm`.
    pub immediate: u32,
}

impl Operation {
    fn element_bits(&self) -> u32 {
        self.precision.map_or(64, Precision::element_bits)
    }

    fn is_float(&self) -> bool {
        self.precision.is_some_and(Precision::is_float)
    }

    fn block_kind(&self) -> BlockKind {
        let mantissa_bits = self.mantissa_bits;
        match (self.op == AluOp::Bfe, self.element_bits()) {
            (true, _) => BlockKind::HalfExtended { mantissa_bits },
            (false, 16) => BlockKind::Half { mantissa_bits },
            (false, 32) if self.precision == Some(Precision::PseudoSingle) => {
                BlockKind::PseudoSingle
            }
            (false, 32) => BlockKind::Single,
            (false, _) => BlockKind::Double,
        }
    }

    /// Whether the second long word of the output is copied from the first input, as it is for every operation
    /// that works on the elements of one long word.
    #[must_use]
    pub const fn keeps_least(&self) -> bool {
        !matches!(
            self.op,
            AluOp::Zero | AluOp::Imm | AluOp::Msl | AluOp::Msr | AluOp::Bfe | AluOp::Bfn
        )
    }

    /// Computes one cycle: the output of every PE and its four mask flag bits, the highest for the MSB side.
    ///
    /// `y` is ignored by one-input opcodes and both inputs by `zero` and `imm`. All arguments are for the same number
    /// of PEs, a multiple of four; empty outputs are not computed.
    pub fn execute(&self, x: PathView<'_>, y: PathView<'_>, output: PathMut<'_>, flags: &mut [u8]) {
        let bits = self.element_bits();
        let unsigned = self.unsigned;
        let float = self.is_float();
        macro_rules! elements {
            ($operation:expr) => {
                data_path::elementwise(bits, x, y, output, flags, $operation)
            };
        }
        match self.op {
            AluOp::Zero => fill(output, flags, (0, 0)),
            AluOp::Imm => fill(output, flags, self.immediate_pair()),
            AluOp::Msl => shift(x, output, flags, PES_PER_MAB - 1),
            AluOp::Msr => shift(x, output, flags, 1),
            AluOp::Passa => {
                elements!(|bits, x, _| integer::with_zero_flag(bits, x));
            }
            AluOp::Inc => elements!(|bits, x, _| integer::add(bits, x, 1, unsigned)),
            AluOp::Dec => elements!(|bits, x, _| integer::sub(bits, x, 1, unsigned)),
            AluOp::Not => elements!(|bits, x, _| integer::not(bits, x)),
            AluOp::Lnot => elements!(|bits, x, _| integer::logical_not(bits, x)),
            AluOp::Rsqrt => {
                elements!(|bits, x, _| floating::reciprocal_square_root(format_for_bits(bits), x));
            }
            AluOp::Floor => {
                elements!(|bits, x, _| (floating::floor(format_for_bits(bits), x), false));
            }
            AluOp::Ftoi => {
                elements!(|bits, x, _| (
                    floating::to_integer(format_for_bits(bits), x, unsigned),
                    false
                ));
            }
            AluOp::Bfe | AluOp::Bfn => {
                mab::convert_blocks(self.block_kind(), x, output);
                flags.fill(0);
            }
            AluOp::Max if float => {
                elements!(|bits, x, y| floating::max(format_for_bits(bits), x, y));
            }
            AluOp::Min if float => {
                elements!(|bits, x, y| floating::min(format_for_bits(bits), x, y));
            }
            AluOp::Max => elements!(|bits, x, y| integer::max(bits, x, y, unsigned)),
            AluOp::Min => elements!(|bits, x, y| integer::min(bits, x, y, unsigned)),
            AluOp::Packbit => elements!(integer::packbit),
            AluOp::And => elements!(|bits, x, y| integer::with_zero_flag(bits, x & y)),
            AluOp::Or => elements!(|bits, x, y| integer::with_zero_flag(bits, x | y)),
            AluOp::Xor => elements!(|bits, x, y| integer::with_zero_flag(bits, x ^ y)),
            AluOp::Add => elements!(|bits, x, y| integer::add(bits, x, y, unsigned)),
            AluOp::Sub => elements!(|bits, x, y| integer::sub(bits, x, y, unsigned)),
            AluOp::Lsl => elements!(integer::shift_left),
            AluOp::Lsr => elements!(|bits, x, y| integer::shift_right(bits, x, y, unsigned)),
            AluOp::Bsl => elements!(integer::rotate_left),
            AluOp::Bsr => elements!(integer::rotate_right),
            AluOp::Relu | AluOp::Relu0 => {
                elements!(|bits, x, y| floating::relu(format_for_bits(bits), x, y, 0));
            }
            AluOp::Relu1 => elements!(|bits, x, y| floating::relu(format_for_bits(bits), x, y, 1)),
            AluOp::Relu2 => elements!(|bits, x, y| floating::relu(format_for_bits(bits), x, y, 2)),
            AluOp::Relu3 => elements!(|bits, x, y| floating::relu(format_for_bits(bits), x, y, 3)),
            AluOp::Lrelud => {
                elements!(|bits, x, y| floating::leaky_relu(format_for_bits(bits), x, y, 1));
            }
            AluOp::Lreluo => {
                elements!(|bits, x, y| floating::leaky_relu(format_for_bits(bits), x, y, 3));
            }
            AluOp::Ilrelud => {
                elements!(|bits, x, y| floating::inverse_leaky_relu(format_for_bits(bits), x, y));
            }
        }
    }

    /// `imm`: the word four times; with `u` every second one is zero (manual 3.6.12.3).
    fn immediate_pair(&self) -> (u64, u64) {
        let word = u64::from(self.immediate);
        let long = (word << 32) | if self.unsigned { 0 } else { word };
        (long, long)
    }
}

fn fill(output: PathMut<'_>, flags: &mut [u8], (most, least): (u64, u64)) {
    output.most.fill(most);
    output.least.fill(least);
    flags.fill(0);
}

fn shift(x: PathView<'_>, output: PathMut<'_>, flags: &mut [u8], from: usize) {
    mab::shift(x, output, from);
    flags.fill(0);
}

/// After how many PEs a constant operand repeats.
#[must_use]
pub const fn constant_period(constant: Constant) -> usize {
    match constant {
        Constant::L2bId | Constant::L1bId => PES,
        Constant::MabId | Constant::PeId => PES_PER_MAB * MABS_PER_L1B,
        Constant::SubPeId | Constant::Msb1 => PES_PER_MAB,
    }
}

/// A constant operand on a PE: its value in every element of both long words (manual 3.6.1.20).
/// Opcodes without a precision take long words (assumed).
#[must_use]
pub const fn constant(constant: Constant, precision: Option<Precision>, pe: usize) -> u64 {
    let bits = match precision {
        Some(precision) => precision.element_bits(),
        None => 64,
    };
    let mab = pe / PES_PER_MAB % MABS_PER_L1B;
    let value = match constant {
        Constant::L2bId => (pe / (PES_PER_MAB * MABS_PER_L1B * L1BS_PER_L2B)) as u64,
        Constant::L1bId => (pe / (PES_PER_MAB * MABS_PER_L1B) % L1BS_PER_L2B) as u64,
        Constant::MabId => mab as u64,
        Constant::PeId => (mab * PES_PER_MAB + pe % PES_PER_MAB) as u64,
        Constant::SubPeId => (pe % PES_PER_MAB) as u64,
        Constant::Msb1 => 1 << (bits - 1),
    };
    // Multiplying by 1 in each element repeats the value.
    value * (u64::MAX / data_path::element_mask(bits))
}

#[cfg(test)]
mod tests;
