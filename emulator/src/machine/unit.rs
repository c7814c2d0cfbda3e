//! What the units compute for an expression: its operands read, the four cycles executed.

mod alu;
mod cycle;
mod matrix;
mod mau;
mod short;

use mnc2_asm::program::{Expression, Operand, OperandKind};
use mnc2_isa::Precision;
use mnc2_isa::geometry::CYCLES_PER_STEP;

pub(super) use self::alu::alu;
pub(super) use self::matrix::{mread, mwrite};
pub(super) use self::mau::mau;
use super::Refusal;
use super::chip::Chip;
use super::observer::Observer;
use super::read::{self, Inputs};
use crate::alu::PathView;

/// The input operand at a position.
pub(super) fn input(expression: &Expression, position: usize) -> Result<&Operand, Refusal> {
    let missing = || Refusal::new(expression, "an input operand is missing");
    expression.inputs.get(position).ok_or_else(missing)
}

/// Reports to an observer what the inputs at some positions read, cycle by cycle.
pub(super) fn observe_inputs(
    chip: &Chip,
    expression: &Expression,
    positions: impl Iterator<Item = usize> + Clone,
    observer: &mut impl Observer,
) {
    if !observer.is_on() {
        return;
    }
    for cycle in 0..CYCLES_PER_STEP {
        for operand in positions
            .clone()
            .filter_map(|position| expression.inputs.get(position))
        {
            read::observe(observer, chip, operand, cycle);
        }
    }
}

/// Reads an input in the four cycles, without conversion.
pub(super) fn read_input(
    chip: &Chip,
    expression: &Expression,
    position: usize,
    inputs: &mut Inputs,
) -> Result<(), Refusal> {
    let operand = input(expression, position)?;
    let reason = "an input operand is none that the instruction can read";
    read::read(chip, operand, expression.spelling.precision, inputs)
        .ok_or_else(|| Refusal::new(expression, reason))
}

/// The MSB side alone.
const fn most_only(most: &[u64]) -> PathView<'_> {
    PathView { most, least: &[] }
}

/// Mask flags are computed for a mask register only.
fn wants_flags(expression: &Expression) -> bool {
    let mut outputs = expression.outputs.iter();
    outputs.any(|operand| matches!(operand.kind, OperandKind::MaskRegister(_)))
}

fn precision(expression: &Expression) -> Result<Precision, Refusal> {
    let missing = || Refusal::new(expression, "the opcode names no precision");
    expression.spelling.precision.ok_or_else(missing)
}
