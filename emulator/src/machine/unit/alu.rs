//! ALU expressions: operands read, the four cycles computed.

use mnc2_isa::{AluOp, OperandClass};
use mnc2_program::{Expression, OperandKind};

use super::cycle::{Least, Shape, Sides, output};
use super::operands::{input, observe_inputs, read_input, wants_flags};
use crate::alu::Operation;
use crate::machine::Refusal;
use crate::machine::chip::Chip;
use crate::machine::observer::Observer;
use crate::machine::read_operands;
use crate::machine::write_results::UnitOutput;

/// Executes an ALU expression.
pub(in crate::machine) fn alu(
    chip: &Chip,
    op: AluOp,
    expression: &Expression,
    observer: &mut impl Observer,
) -> Result<UnitOutput, Refusal> {
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
    let [mut x, mut y] = [read_operands::NOTHING, read_operands::NOTHING];
    for (position, operand) in [&mut x, &mut y].into_iter().take(inputs).enumerate() {
        read_input(chip, expression, position, operand)?;
        read_operands::shorten(operand, input(expression, position)?);
    }
    let keeps_least = operation.keeps_least();
    let shape = Shape {
        least: if keeps_least {
            Least::Of(&x)
        } else {
            Least::Computed
        },
        has_flags: wants_flags(expression),
    };
    let periods = std::array::from_fn(|cycle| {
        let [x, y] = [&x[cycle], &y[cycle]];
        if keeps_least {
            x.most.period().max(y.most.period())
        } else {
            x.period().max(y.period())
        }
    });
    Ok(output(periods, shape, |places| {
        for (cycle, (results, flags)) in places.into_iter().enumerate() {
            let sides = |input| match keeps_least {
                true => Sides::most(input, periods[cycle]),
                false => Sides::new(input, periods[cycle]),
            };
            // An operation with one input ignores the second.
            let second = if inputs == 2 { &y } else { &x };
            let x = sides(&x[cycle]);
            let y = sides(&second[cycle]);
            operation.execute(x.view(), y.view(), results, flags);
        }
    }))
}
