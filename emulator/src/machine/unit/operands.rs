//! The inputs of the units: the operands of an expression, in the four cycles of the step.

use mnc2_isa::Precision;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_program::{Expression, Operand, OperandKind};

use super::cycle::Sides;
use crate::alu::PathView;
use crate::lanes::SHORTEST;
use crate::machine::Refusal;
use crate::machine::chip::Chip;
use crate::machine::observer::Observer;
use crate::machine::read_operands::{self, Inputs};

/// The input operand at a position.
pub(in crate::machine) fn input(
    expression: &Expression,
    position: usize,
) -> Result<&Operand, Refusal> {
    let missing = || Refusal::new(expression, "an input operand is missing");
    expression.inputs.get(position).ok_or_else(missing)
}

/// Reports to an observer what the inputs at some positions read, cycle by cycle.
pub(in crate::machine) fn observe_inputs(
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
            read_operands::observe(observer, chip, operand, cycle);
        }
    }
}

/// Reads an input in the four cycles, without conversion.
pub(in crate::machine) fn read_input<'a>(
    chip: &'a Chip,
    expression: &Expression,
    position: usize,
    inputs: &mut Inputs<'a>,
) -> Result<(), Refusal> {
    let operand = input(expression, position)?;
    let reason = "the instruction cannot read one of its inputs";
    read_operands::read(chip, operand, expression.spelling.precision, inputs)
        .ok_or_else(|| Refusal::new(expression, reason))
}

/// Reads an input in the four cycles, in elements of a precision.
pub(super) fn read_converted<'a>(
    chip: &'a Chip,
    expression: &Expression,
    position: usize,
    precision: Precision,
    inputs: &mut Inputs<'a>,
) -> Result<(), Refusal> {
    read_input(chip, expression, position, inputs)?;
    read_operands::convert(inputs, input(expression, position)?, precision);
    Ok(())
}

/// The MSB side alone.
pub(super) const fn most_only(most: &[u64]) -> PathView<'_> {
    PathView { most, least: &[] }
}

/// Mask flags are computed for a mask register only.
pub(super) fn wants_flags(expression: &Expression) -> bool {
    let mut outputs = expression.outputs.iter();
    outputs.any(|operand| matches!(operand.kind, OperandKind::MaskRegister(_)))
}

pub(super) fn precision(expression: &Expression) -> Result<Precision, Refusal> {
    let missing = || Refusal::new(expression, "the opcode names no precision");
    expression.spelling.precision.ok_or_else(missing)
}

/// The inputs of the MAU in the four cycles.
pub(super) struct Operands<'a> {
    /// The vector or the first factor.
    pub(super) x: Inputs<'a>,
    /// The second factor.
    pub(super) y: Option<Inputs<'a>>,
    /// The addend; `None` for zero.
    pub(super) z: Option<Inputs<'a>>,
}

impl Operands<'_> {
    /// The period of a cycle's inputs. Of factors the MSB side is read.
    pub(super) fn period(&self, cycle: usize) -> usize {
        let y = self.y.as_ref().map_or(SHORTEST, |y| y[cycle].most.period());
        let z = self.z.as_ref().map_or(SHORTEST, |z| z[cycle].period());
        self.x[cycle].most.period().max(y).max(z)
    }

    /// The addend of a cycle, with a period that is its own or longer.
    pub(super) fn addend(&self, cycle: usize, period: usize) -> Option<Sides<'_>> {
        let z = self.z.as_ref()?;
        Some(Sides::new(&z[cycle], period))
    }
}
