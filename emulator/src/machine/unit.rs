//! What the units compute for an expression: its operands read, the four cycles executed.
//!
//! The cycles of a step do not depend on each other, so that a unit with much
//! to compute may run them on several threads; the result is the same.

mod short;

use std::borrow::Cow;
use std::sync::Arc;

use mnc2_asm::program::{Expression, LineRange, Operand, OperandKind};
use mnc2_isa::geometry::{CYCLES_PER_STEP, PES};
use mnc2_isa::mau::MauOp;
use mnc2_isa::{AluOp, Precision, Width};

use super::Refusal;
use super::chip::{Chip, Path};
use super::matrix;
use super::observer::{Access, Observer, Place};
use super::plane::Plane;
use super::read::{self, Input};
use super::step::Effect;
use super::threads::Threads;
use super::write::Output;
use crate::alu::{Operation, PathMut, PathView};
use crate::lanes::{Lanes, SHORTEST};
use crate::mau::{MatrixCycle, MatrixOperation, VectorOperation};

/// The input operand at a position.
pub(super) fn input(expression: &Expression, position: usize) -> Result<&Operand, Refusal> {
    let missing = || Refusal::new(expression, "an input operand is missing");
    expression.inputs.get(position).ok_or_else(missing)
}

/// An input read in one cycle, without conversion.
#[inline]
pub(super) fn read_input(
    chip: &Chip,
    expression: &Expression,
    position: usize,
    cycle: usize,
    observer: &mut impl Observer,
) -> Result<Input, Refusal> {
    let operand = input(expression, position)?;
    let reason = "an input operand is none that the instruction can read";
    read::read(
        chip,
        operand,
        cycle,
        expression.spelling.precision,
        observer,
    )
    .ok_or_else(|| Refusal::new(expression, reason))
}

/// Executes an ALU expression.
pub(super) fn alu(
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
    let mut operands = Vec::with_capacity(CYCLES_PER_STEP);
    for cycle in 0..CYCLES_PER_STEP {
        let mut operand = |position: usize| {
            if position >= inputs {
                return Ok(read::zeros());
            }
            let read = read_input(chip, expression, position, cycle, observer)?;
            Ok(read::shortened(read, input(expression, position)?))
        };
        operands.push((operand(0)?, operand(1)?));
    }
    let keeps_least = operation.keeps_least();
    // The others take less time than handing them to a thread.
    let is_heavy = matches!(op, AluOp::Bfe | AluOp::Bfn | AluOp::Rsqrt);
    let wants_flags = wants_flags(expression);
    Ok(in_cycles(threads, is_heavy, move |cycle| {
        let (x, y) = &operands[cycle];
        if keeps_least {
            let period = x.most.period().max(y.most.period());
            let inputs = [&x.most, &y.most].map(|side| side.extended(period));
            let [x_most, y_most] = inputs.each_ref().map(|side| most_only(side));
            let mut cycle = Cycle::new(period, false, wants_flags);
            cycle.compute(|output, flags| operation.execute(x_most, y_most, output, flags));
            cycle.path.least = x.least.clone();
            cycle
        } else {
            let period = x.period().max(y.period());
            let sides = [&x.most, &x.least, &y.most, &y.least].map(|side| side.extended(period));
            let view = |most: usize| PathView {
                most: &sides[most],
                least: &sides[most + 1],
            };
            let mut cycle = Cycle::new(period, true, wants_flags);
            cycle.compute(|output, flags| operation.execute(view(0), view(2), output, flags));
            cycle
        }
    }))
}

/// The MSB side alone.
const fn most_only(most: &[u64]) -> PathView<'_> {
    PathView { most, least: &[] }
}

/// Mask flags are worked out for a mask register only.
fn wants_flags(expression: &Expression) -> bool {
    let mut outputs = expression.outputs.iter();
    outputs.any(|operand| matches!(operand.kind, OperandKind::MaskRegister(_)))
}

/// What a unit puts out in one cycle.
struct Cycle {
    path: Path,
    flags: Vec<u8>,
    period: usize,
    has_least: bool,
}

impl Cycle {
    /// Zeros of a period. Without LSB side and flags nothing is kept for them.
    fn new(period: usize, has_least: bool, has_flags: bool) -> Self {
        let zeros = |is_there: bool| Lanes::build(if is_there { period } else { SHORTEST }, |_| ());
        Self {
            path: Path {
                most: zeros(true),
                least: zeros(has_least),
            },
            flags: vec![0; if has_flags { period } else { 0 }],
            period,
            has_least,
        }
    }

    /// Where results and flags go.
    fn outputs(&mut self) -> (PathMut<'_>, &mut [u8]) {
        let least: &mut [u64] = if self.has_least {
            self.path.least.make_mut(self.period)
        } else {
            &mut []
        };
        let most = self.path.most.make_mut(self.period);
        (PathMut { most, least }, &mut self.flags)
    }

    fn compute(&mut self, work: impl FnOnce(PathMut<'_>, &mut [u8])) {
        let (output, flags) = self.outputs();
        work(output, flags);
    }
}

/// Computes the four cycles of an output.
fn in_cycles(
    threads: &Threads,
    is_heavy: bool,
    work: impl Fn(usize) -> Cycle + Sync + Send + 'static,
) -> Output {
    let cycles = if is_heavy {
        threads.parts(work)
    } else {
        std::array::from_fn(work)
    };
    output(cycles)
}

/// What a unit puts out in the four cycles.
fn output(cycles: [Cycle; CYCLES_PER_STEP]) -> Output {
    let mut flags = [const { Vec::new() }; CYCLES_PER_STEP];
    let mut flags_of = flags.iter_mut();
    let paths = cycles.map(|cycle| {
        if let Some(place) = flags_of.next() {
            *place = cycle.flags;
        }
        cycle.path
    });
    Output {
        cycles: Arc::new(paths),
        flags,
    }
}

fn precision(expression: &Expression) -> Result<Precision, Refusal> {
    let missing = || Refusal::new(expression, "the opcode names no precision");
    expression.spelling.precision.ok_or_else(missing)
}

/// Executes a vector or matrix-vector expression of the MAU.
pub(super) fn mau(
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
    let mut operands = Vec::with_capacity(CYCLES_PER_STEP);
    for cycle in 0..CYCLES_PER_STEP {
        let mut operand = |position: usize, precision: Precision| {
            let read = read_input(chip, expression, position, cycle, observer)?;
            Ok(read::converted(
                read,
                input(expression, position)?,
                precision,
            ))
        };
        let x = operand(x, precision)?;
        let y = y.map(|position| operand(position, precision)).transpose()?;
        let z = z
            .map(|position| operand(position, addend_precision))
            .transpose()?;
        operands.push((x, y, z));
    }
    let wants_flags = wants_flags(expression);
    if matches!(op, MauOp::Mfma | MauOp::Mmul) {
        let operation = MatrixOperation {
            precision,
            half,
            shortened,
        };
        let rows = matrix_rows(chip, precision, expression, observer)?;
        let of_matrix = rows.iter().map(|row| row.period()).max();
        let period = operands
            .iter()
            .fold(of_matrix.unwrap_or(SHORTEST), |period, (x, _, z)| {
                let z = z.as_ref().map_or(SHORTEST, Input::period);
                period.max(x.most.period()).max(z)
            });
        // The matrix is taken apart once for the cycles that a thread computes.
        let cycles = if threads.are_many() && period == PES {
            let rows: Vec<Plane> = rows.into_iter().cloned().collect();
            let [first, second]: [Vec<Cycle>; 2] = threads.parts(move |half| {
                let rows = rows.iter().map(|row| row.extended(period)).collect();
                let operands = &operands[half * HALF..(half + 1) * HALF];
                matrix_cycles(operation, rows, operands, period, wants_flags)
            });
            [first, second].into_iter().flatten().collect()
        } else {
            let rows = rows.iter().map(|row| row.extended(period)).collect();
            matrix_cycles(operation, rows, &operands, period, wants_flags)
        };
        let mut cycles = cycles.into_iter();
        Ok(output([(); CYCLES_PER_STEP].map(|()| {
            // There are as many as were asked for.
            cycles
                .next()
                .unwrap_or_else(|| Cycle::new(period, false, false))
        })))
    } else {
        let operation = VectorOperation {
            precision,
            half,
            shortened,
        };
        if let Some(cycles) = short::vector(operation, &operands, wants_flags) {
            return Ok(output(cycles));
        }
        let is_heavy = operands.iter().any(|(x, ..)| x.most.period() == PES);
        Ok(in_cycles(threads, is_heavy, move |cycle| {
            let (x, y, z) = &operands[cycle];
            let y_period = y.as_ref().map_or(SHORTEST, |y| y.most.period());
            let z_period = z.as_ref().map_or(SHORTEST, Input::period);
            let period = x.most.period().max(y_period).max(z_period);
            let sides = z.as_ref().map(|z| Sides::new(z, period));
            let mut cycle = Cycle::new(period, operation.uses_least(), wants_flags);
            let x = x.most.extended(period);
            let y = y.as_ref().map(|y| y.most.extended(period));
            let y = y.as_ref().map(|y| most_only(y));
            let z = sides.as_ref().map(Sides::view);
            cycle.compute(|output, flags| operation.execute(most_only(&x), y, z, output, flags));
            cycle
        }))
    }
}

/// Cycles of half a step.
const HALF: usize = CYCLES_PER_STEP / 2;

/// What a unit reads in one cycle: the vector or first factor, the second factor and the addend.
type Operands = (Input, Option<Input>, Option<Input>);

/// Computes some cycles of a matrix operation.
fn matrix_cycles(
    operation: MatrixOperation,
    rows: Vec<Cow<'_, [u64]>>,
    operands: &[Operands],
    period: usize,
    wants_flags: bool,
) -> Vec<Cycle> {
    let rows: Vec<&[u64]> = rows.iter().map(|row| &**row).collect();
    let sides: Vec<_> = operands
        .iter()
        .map(|(x, _, z)| {
            let z = z.as_ref().map(|z| Sides::new(z, period));
            (x.most.extended(period), z)
        })
        .collect();
    let mut cycles: Vec<Cycle> = operands
        .iter()
        .map(|_| Cycle::new(period, operation.uses_least(), wants_flags))
        .collect();
    let mut parts: Vec<MatrixCycle<'_>> = cycles
        .iter_mut()
        .zip(&sides)
        .map(|(cycle, (x, z))| {
            let (output, flags) = cycle.outputs();
            MatrixCycle {
                x,
                z: z.as_ref().map(Sides::view),
                output,
                flags,
            }
        })
        .collect();
    operation.execute(&rows, &mut parts);
    drop(parts);
    cycles
}

/// Both sides of an addend with the same period.
struct Sides<'a> {
    most: Cow<'a, [u64]>,
    least: Cow<'a, [u64]>,
}

impl<'a> Sides<'a> {
    fn new(input: &'a Input, period: usize) -> Self {
        Self {
            most: input.most.extended(period),
            least: input.least.extended(period),
        }
    }

    fn view(&self) -> PathView<'_> {
        PathView {
            most: &self.most,
            least: &self.least,
        }
    }
}

/// The logical rows of the matrix operand.
fn matrix_rows<'a>(
    chip: &'a Chip,
    precision: Precision,
    expression: &Expression,
    observer: &mut impl Observer,
) -> Result<Vec<&'a Plane>, Refusal> {
    let missing = || Refusal::new(expression, "the matrix register operand is missing");
    let &OperandKind::MatrixSide(side, _) = &input(expression, 0)?.kind else {
        return Err(missing());
    };
    let planes = chip.planes(side).ok_or_else(missing)?;
    let place = matrix::all_rows(side, precision);
    observe_matrix(chip, &input(expression, 0)?.range, place, observer);
    let row = |row| {
        let physical = matrix::physical_row(precision, row);
        planes.read(Chip::matrix_plane(side, physical))
    };
    Ok((0..matrix::rows(precision)).map(row).collect())
}

fn observe_matrix(chip: &Chip, range: &LineRange, place: Place<'_>, observer: &mut impl Observer) {
    for cycle in 0..CYCLES_PER_STEP {
        let access = Access {
            cycle,
            range,
            place,
        };
        observer.read(&access, chip);
    }
}

/// Reads the rows that a matrix register write writes.
pub(super) fn mwrite(
    chip: &Chip,
    index: usize,
    expression: &Expression,
    observer: &mut impl Observer,
) -> Result<Effect, Refusal> {
    let precision = precision(expression)?;
    let rows = match expression.outputs.first().map(|operand| &operand.kind) {
        Some(&OperandKind::MatrixRows { side, width, row }) => (side, width, row),
        _ => {
            return Err(Refusal::new(
                expression,
                "the matrix register operand is missing",
            ));
        }
    };
    let mut cycles = [const { Path::ZERO }; CYCLES_PER_STEP];
    for (cycle, path) in cycles.iter_mut().enumerate() {
        let source = read_input(chip, expression, 0, cycle, observer)?;
        let source = read::converted(source, input(expression, 0)?, precision);
        path.most = source.most;
        if rows.1 == Width::DoubleLong {
            path.least = source.least;
        }
    }
    Ok(Effect::MatrixRows {
        expression: index,
        rows,
        precision,
        cycles,
    })
}

/// Reads columns of the matrix register.
pub(super) fn mread(
    chip: &Chip,
    expression: &Expression,
    observer: &mut impl Observer,
) -> Result<Output, Refusal> {
    let precision = precision(expression)?;
    let missing = || Refusal::new(expression, "the matrix register operand is missing");
    let (side, column) = match expression.inputs.first().map(|operand| &operand.kind) {
        Some(&OperandKind::MatrixRows {
            side,
            width: _,
            row,
        }) => (side, row),
        _ => return Err(missing()),
    };
    let planes = chip.planes(side).ok_or_else(missing)?;
    let place = matrix::all_rows(side, precision);
    observe_matrix(chip, &input(expression, 0)?.range, place, observer);
    let cycles =
        std::array::from_fn(|cycle| matrix::read_columns(planes, side, column, precision, cycle));
    Ok(Output {
        cycles: Arc::new(cycles),
        flags: Default::default(),
    })
}
