//! Vector and matrix-vector expressions of the MAU: operands read, the four cycles computed.

use std::ops::Range;

use mnc2_asm::program::Expression;
use mnc2_isa::Precision;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::mau::MauOp;

use super::matrix::rows;
use super::work::{Cycle, Shape, Sides, Space, Work, output};
use super::{input, most_only, observe_inputs, precision, read_input, short, wants_flags};
use crate::lanes::SHORTEST;
use crate::machine::Refusal;
use crate::machine::chip::Chip;
use crate::machine::observer::Observer;
use crate::machine::plane::Plane;
use crate::machine::read::{self, Inputs};
use crate::machine::threads::Threads;
use crate::machine::write::Output;
use crate::mau::{MatrixCycle, MatrixOperation, VectorOperation};

/// Executes a vector or matrix-vector expression of the MAU.
pub(in crate::machine) fn mau(
    chip: &Chip,
    op: MauOp,
    expression: &Expression,
    threads: &Threads,
    observer: &mut impl Observer,
) -> Result<Output, Refusal> {
    let precision = precision(expression)?;
    let half = expression.spelling.half;
    let shortened = expression.spelling.shortened;
    // Half precision multiplies halves and adds to single-precision values.
    let addend_precision = match precision {
        Precision::Half => Precision::Single,
        _ => precision,
    };
    // Which of the inputs are the vector or first factor, the second factor and the addend.
    let (x, y, z) = match op {
        MauOp::Mfma => (1, None, Some(2)),
        MauOp::Mmul => (1, None, None),
        MauOp::Vfma => (0, Some(1), Some(2)),
        MauOp::Vmul => (0, Some(1), None),
        MauOp::Vadd => (0, None, Some(1)),
        MauOp::Vpassa | MauOp::Mwrite | MauOp::Mread => (0, None, None),
    };
    let positions = [Some(x), y, z].into_iter().flatten();
    observe_inputs(chip, expression, positions, observer);
    let read = |position: usize, precision: Precision, inputs: &mut Inputs| {
        read_input(chip, expression, position, inputs)?;
        read::convert(inputs, input(expression, position)?, precision);
        Ok(())
    };
    let mut operands = Operands {
        x: read::NOTHING,
        y: None,
        z: None,
    };
    read(x, precision, &mut operands.x)?;
    if let Some(y) = y {
        read(y, precision, operands.y.insert(read::NOTHING))?;
    }
    if let Some(z) = z {
        read(z, addend_precision, operands.z.insert(read::NOTHING))?;
    }
    let has_flags = wants_flags(expression);
    if matches!(op, MauOp::Mfma | MauOp::Mmul) {
        let operation = MatrixOperation {
            precision,
            half,
            shortened,
        };
        let rows = rows(chip, precision, expression, observer)?;
        let periods = rows.iter().map(|row| row.period());
        let of_operands = (0..CYCLES_PER_STEP).map(|cycle| operands.period(cycle));
        let period = periods.chain(of_operands).max();
        let work = MatrixWork {
            operation,
            rows: rows.into_iter().cloned().collect(),
            operands,
            period: period.unwrap_or(SHORTEST),
        };
        let shape = Shape {
            has_least: operation.uses_least(),
            has_flags,
        };
        return Ok(output(work, shape, Some(threads)));
    }
    let operation = VectorOperation {
        precision,
        half,
        shortened,
    };
    if let Some(output) = short::vector(operation, &operands, has_flags) {
        return Ok(output);
    }
    let work = VectorWork {
        operation,
        operands,
    };
    let shape = Shape {
        has_least: operation.uses_least(),
        has_flags,
    };
    Ok(output(work, shape, Some(threads)))
}

/// The inputs of the MAU in the four cycles.
pub(super) struct Operands {
    /// The vector or the first factor.
    pub(super) x: Inputs,
    /// The second factor.
    pub(super) y: Option<Inputs>,
    /// The addend.
    pub(super) z: Option<Inputs>,
}

impl Operands {
    /// The period of a cycle's inputs. Of factors the MSB side is read.
    fn period(&self, cycle: usize) -> usize {
        let y = self.y.as_ref().map_or(SHORTEST, |y| y[cycle].most.period());
        let z = self.z.as_ref().map_or(SHORTEST, |z| z[cycle].period());
        self.x[cycle].most.period().max(y).max(z)
    }

    /// The addend of a cycle, with a period that is its own or longer.
    fn addend(&self, cycle: usize, period: usize) -> Option<Sides<'_>> {
        let z = self.z.as_ref()?;
        Some(Sides::new(&z[cycle], period))
    }
}

struct VectorWork {
    operation: VectorOperation,
    operands: Operands,
}

impl Work for VectorWork {
    fn period(&self, cycle: usize) -> usize {
        self.operands.period(cycle)
    }

    fn run(&self, cycles: Range<usize>, shape: Shape, mut put: impl FnMut(Cycle)) {
        for cycle in cycles {
            let Operands { x, y, z: _ } = &self.operands;
            let period = self.period(cycle);
            let x = x[cycle].most.extended(period);
            let y = y.as_ref().map(|y| y[cycle].most.extended(period));
            let y = y.as_ref().map(|y| most_only(y));
            let z = self.operands.addend(cycle, period);
            let z = z.as_ref().map(Sides::view);
            put(Cycle::computed(period, shape, |output, flags| {
                self.operation.execute(most_only(&x), y, z, output, flags);
            }));
        }
    }
}

struct MatrixWork {
    operation: MatrixOperation,
    /// The logical rows of the matrices.
    rows: Vec<Plane>,
    operands: Operands,
    /// One for all cycles, because a matrix is unpacked once for the cycles that are computed together.
    period: usize,
}

impl Work for MatrixWork {
    fn period(&self, _cycle: usize) -> usize {
        self.period
    }

    fn run(&self, cycles: Range<usize>, shape: Shape, put: impl FnMut(Cycle)) {
        let rows: Vec<_> = self
            .rows
            .iter()
            .map(|row| row.extended(self.period))
            .collect();
        let rows: Vec<&[u64]> = rows.iter().map(|row| &**row).collect();
        let sides = cycles.clone().map(|cycle| {
            let x = self.operands.x[cycle].most.extended(self.period);
            (x, self.operands.addend(cycle, self.period))
        });
        let sides: Vec<_> = sides.collect();
        let new = |_| Space::new(self.period, shape);
        let mut spaces: Vec<Space> = cycles.map(new).collect();
        let mut parts: Vec<MatrixCycle<'_>> = spaces
            .iter_mut()
            .zip(&sides)
            .map(|(space, (x, z))| {
                let (output, flags) = space.outputs();
                MatrixCycle {
                    x,
                    z: z.as_ref().map(Sides::view),
                    output,
                    flags,
                }
            })
            .collect();
        self.operation.execute(&rows, &mut parts);
        spaces.into_iter().map(Space::into_cycle).for_each(put);
    }
}
