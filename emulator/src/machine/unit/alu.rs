//! ALU expressions: operands read, the four cycles computed.

use mnc2_asm::program::{Expression, OperandKind};
use mnc2_isa::{AluOp, OperandClass};

use super::cycle::{Cycle, Shape, Sides, output};
use super::operands::{input, most_only, observe_inputs, read_input, wants_flags};
use crate::alu::Operation;
use crate::machine::Refusal;
use crate::machine::chip::Chip;
use crate::machine::observer::Observer;
use crate::machine::read::{self, Input};
use crate::machine::write::Output;

/// Executes an ALU expression.
pub(in crate::machine) fn alu(
    chip: &Chip,
    op: AluOp,
    expression: &Expression,
    observer: &mut impl Observer,
) -> Result<Output, Refusal> {
    let immediate = match (op, expression.inputs.first().map(|operand| &operand.kind)) {
        (AluOp::Imm, Some(OperandKind::Literal(literal))) => literal.bits,
        (AluOp::Imm, _) => return Err(Refusal::new(expression, "the immediate value is missing")),
        _ => 0,
    };
    let operation = Operation {
        op,
        precision: expression.spelling.precision,
        unsigned: expression.spelling.unsigned,
        mantissa_bits: expression
            .mantissa_length
            .as_ref()
            .map_or(9, |bits| u32::from(bits.value)),
        immediate,
    };
    let is_input = |class| matches!(class, OperandClass::AluFirstInput | OperandClass::PeInput);
    let operands = expression.op.row().operands.iter();
    let inputs = operands.filter(|spec| is_input(spec.class)).count();
    observe_inputs(chip, expression, 0..inputs, observer);
    let [mut x, mut y] = [read::NOTHING, read::NOTHING];
    for (position, operand) in [&mut x, &mut y].into_iter().take(inputs).enumerate() {
        read_input(chip, expression, position, operand)?;
        read::shorten(operand, input(expression, position)?);
    }
    let shape = Shape {
        has_least: !operation.keeps_least(),
        has_flags: wants_flags(expression),
    };
    let compute = |cycle: usize| execute(operation, shape, &x[cycle], &y[cycle]);
    Ok(output(std::array::from_fn(compute)))
}

/// Computes one cycle.
fn execute(operation: Operation, shape: Shape, x: &Input, y: &Input) -> Cycle {
    if operation.keeps_least() {
        let period = x.most.period().max(y.most.period());
        let [x_most, y_most] = [x, y].map(|input| input.most.extended(period));
        let (x_most, y_most) = (most_only(&x_most), most_only(&y_most));
        let mut cycle = Cycle::computed(period, shape, |output, flags| {
            operation.execute(x_most, y_most, output, flags);
        });
        cycle.path.least = x.least.clone();
        cycle
    } else {
        let period = x.period().max(y.period());
        let [x, y] = [x, y].map(|input| Sides::new(input, period));
        Cycle::computed(period, shape, |output, flags| {
            operation.execute(x.view(), y.view(), output, flags);
        })
    }
}
