//! What the units compute for an expression: its operands read, the four cycles executed.
//!
//! The cycles of a step do not depend on each other, so that a unit with much
//! to compute may run them on several threads; the result is the same.

use std::sync::Arc;

use mnc2_asm::program::{Expression, LineRange, Operand, OperandKind};
use mnc2_isa::geometry::{CYCLES_PER_STEP, PES};
use mnc2_isa::mau::MauOp;
use mnc2_isa::{AluOp, Precision, Width};

use super::Refusal;
use super::chip::Chip;
use super::matrix;
use super::observer::{Access, Observer, Place};
use super::read::{self, Input};
use super::step::Effect;
use super::threads::Threads;
use super::write::Output;
use crate::alu::{DataPath, Operation};
use crate::mau::{MatrixOperation, VectorOperation};

/// The input operand at a position.
pub(super) fn input(expression: &Expression, position: usize) -> Result<&Operand, Refusal> {
    let missing = || Refusal::new(expression, "an input operand is missing");
    expression.inputs.get(position).ok_or_else(missing)
}

/// An input read in one cycle, without conversion.
pub(super) fn read_input<'a>(
    chip: &'a Chip,
    expression: &Expression,
    position: usize,
    cycle: usize,
    observer: &mut impl Observer,
) -> Result<Input<'a>, Refusal> {
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
    // The others take less time than handing them to a thread.
    let is_heavy = matches!(op, AluOp::Bfe | AluOp::Bfn | AluOp::Rsqrt);
    Ok(in_cycles(threads, is_heavy, |cycle, output, flags| {
        let (x, y) = &operands[cycle];
        operation.execute(x.view(), y.view(), output, flags);
    }))
}

/// Computes the four cycles of an output.
fn in_cycles(
    threads: &Threads,
    is_heavy: bool,
    work: impl Fn(usize, &mut DataPath, &mut [u8]) + Sync,
) -> Output {
    let mut cycles = empty_cycles();
    let mut flags: [Vec<u8>; CYCLES_PER_STEP] = std::array::from_fn(|_| vec![0; PES]);
    let mut parts: Vec<_> = cycles.iter_mut().zip(&mut flags).collect();
    let work = |cycle: usize, (output, flags): &mut (&mut DataPath, &mut Vec<u8>)| {
        work(cycle, output, flags);
    };
    if is_heavy {
        threads.for_each(&mut parts, work);
    } else {
        parts
            .iter_mut()
            .enumerate()
            .for_each(|(cycle, part)| work(cycle, part));
    }
    Output {
        cycles: Arc::new(cycles),
        flags,
    }
}

pub(super) fn empty_cycles() -> [DataPath; CYCLES_PER_STEP] {
    std::array::from_fn(|_| DataPath::zeroed(PES))
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
    if matches!(op, MauOp::Mfma | MauOp::Mmul) {
        let operation = MatrixOperation {
            precision,
            half,
            shortened,
        };
        let matrix = operation.prepare(&matrix_rows(chip, precision, expression, observer)?);
        Ok(in_cycles(threads, true, |cycle, output, flags| {
            let (x, _, z) = &operands[cycle];
            operation.execute(
                &matrix,
                x.view(),
                z.as_ref().map(Input::view),
                output,
                flags,
            );
        }))
    } else {
        let operation = VectorOperation {
            precision,
            half,
            shortened,
        };
        Ok(in_cycles(threads, true, |cycle, output, flags| {
            let (x, y, z) = &operands[cycle];
            let (y, z) = (y.as_ref().map(Input::view), z.as_ref().map(Input::view));
            operation.execute(x.view(), y, z, output, flags);
        }))
    }
}

/// The logical rows of the matrix operand.
fn matrix_rows<'a>(
    chip: &'a Chip,
    precision: Precision,
    expression: &Expression,
    observer: &mut impl Observer,
) -> Result<Vec<&'a [u64]>, Refusal> {
    let missing = || Refusal::new(expression, "the matrix register operand is missing");
    let &OperandKind::MatrixSide(side, _) = &input(expression, 0)?.kind else {
        return Err(missing());
    };
    let planes = chip.planes(side).ok_or_else(missing)?;
    let place = matrix::all_rows(side, precision);
    observe_matrix(chip, &input(expression, 0)?.range, place, observer);
    let row = |row| {
        let physical = matrix::physical_row(precision, row);
        planes.read(Chip::matrix_plane(side, physical)).as_slice()
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
    let mut cycles: [DataPath; CYCLES_PER_STEP] = std::array::from_fn(|_| DataPath {
        most: Vec::new(),
        least: Vec::new(),
    });
    for (cycle, path) in cycles.iter_mut().enumerate() {
        let source = read_input(chip, expression, 0, cycle, observer)?;
        let source = read::converted(source, input(expression, 0)?, precision);
        path.most = source.view().most.to_vec();
        if rows.1 == Width::DoubleLong {
            path.least = source.view().least.to_vec();
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
