//! ALU expressions: operands read, the four cycles computed.

use std::ops::Range;

use mnc2_asm::program::{Expression, OperandKind};
use mnc2_isa::AluOp;

use super::work::{Cycle, Shape, Sides, Work, output};
use super::{input, most_only, observe_inputs, read_input, wants_flags};
use crate::alu::Operation;
use crate::machine::Refusal;
use crate::machine::chip::Chip;
use crate::machine::observer::Observer;
use crate::machine::plane::Plane;
use crate::machine::read::{self, Inputs};
use crate::machine::threads::Threads;
use crate::machine::write::Output;

/// Executes an ALU expression.
pub(in crate::machine) fn alu(
    chip: &Chip,
    op: AluOp,
    expression: &Expression,
    threads: &Threads,
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
    let inputs = match op {
        AluOp::Zero | AluOp::Imm => 0,
        _ => expression.op.row().operands.len() - 1,
    };
    observe_inputs(chip, expression, 0..inputs, observer);
    let mut work = AluWork {
        operation,
        x: read::NOTHING,
        y: read::NOTHING,
    };
    for (position, operand) in [&mut work.x, &mut work.y]
        .into_iter()
        .take(inputs)
        .enumerate()
    {
        read_input(chip, expression, position, operand)?;
        read::shorten(operand, input(expression, position)?);
    }
    // The others take less time than passing them to a thread.
    let is_heavy = matches!(op, AluOp::Bfe | AluOp::Bfn | AluOp::Rsqrt);
    let shape = Shape {
        has_least: !operation.keeps_least(),
        has_flags: wants_flags(expression),
    };
    Ok(output(work, shape, is_heavy.then_some(threads)))
}

struct AluWork {
    operation: Operation,
    x: Inputs,
    y: Inputs,
}

impl Work for AluWork {
    fn period(&self, cycle: usize) -> usize {
        let (x, y) = (&self.x[cycle], &self.y[cycle]);
        if self.operation.keeps_least() {
            x.most.period().max(y.most.period())
        } else {
            x.period().max(y.period())
        }
    }

    fn least(&self, cycle: usize) -> &Plane {
        &self.x[cycle].least
    }

    fn run(&self, cycles: Range<usize>, shape: Shape, mut put: impl FnMut(Cycle)) {
        let operation = self.operation;
        for cycle in cycles {
            let (x, y) = (&self.x[cycle], &self.y[cycle]);
            let period = self.period(cycle);
            put(if operation.keeps_least() {
                let [x_most, y_most] = [x, y].map(|input| input.most.extended(period));
                let (x_most, y_most) = (most_only(&x_most), most_only(&y_most));
                let mut cycle = Cycle::computed(period, shape, |output, flags| {
                    operation.execute(x_most, y_most, output, flags);
                });
                cycle.path.least = x.least.clone();
                cycle
            } else {
                let [x, y] = [x, y].map(|input| Sides::new(input, period));
                Cycle::computed(period, shape, |output, flags| {
                    operation.execute(x.view(), y.view(), output, flags);
                })
            });
        }
    }
}
