//! One step: every expression reads and computes, then everything is written (manual 1.2, 3.6).
//!
//! The four cycles of all expressions see the state before the step. Each
//! expression becomes an [`Effect`]; applying the effects cannot fail.

use std::sync::Arc;

use mnc2_asm::program::{Expression, Operand, OperandKind, Step};
use mnc2_isa::control::ControlOp;
use mnc2_isa::geometry::{CYCLES_PER_STEP, PES};
use mnc2_isa::mau::MauOp;
use mnc2_isa::{AluOp, Forwarding, Memory, Op, Precision, Width};

use super::Refusal;
use super::chip::Chip;
use super::l1bm::{self, Upward};
use super::l2bm::{self, L2bmEffect};
use super::mask::StepMasks;
use super::matrix;
use super::observer::Observer;
use super::read::{self, Input};
use super::write::{Destination, Output};
use crate::alu::{DataPath, Operation};
use crate::mau::{MatrixOperation, VectorOperation};

/// What an expression does once everything has been read.
pub enum Effect {
    /// A unit's output goes to PE memories and to its forwarding path.
    Pe {
        /// The expression in the step.
        expression: usize,
        /// The forwarding path of the unit.
        forwarding: Forwarding,
        /// What it put out.
        output: Output,
        /// Where it goes.
        destinations: Vec<Destination>,
    },
    /// Rows of the matrix register are written.
    MatrixRows {
        /// The expression in the step.
        expression: usize,
        /// Side, width and first row.
        rows: (Memory, Width, u8),
        /// Precision of the rows.
        precision: Precision,
        /// What is written in each cycle.
        cycles: [DataPath; CYCLES_PER_STEP],
    },
    /// L1BM and the turnaround register are written.
    L1bm {
        /// The expression in the step.
        expression: usize,
        /// What is written.
        upward: Upward,
    },
    /// L1BM, L2BM or DAR are written by an L2BM instruction.
    L2bm {
        /// The expression in the step.
        expression: usize,
        /// What is written.
        effect: L2bmEffect,
    },
}

/// Computes the effects of a step on the state before it.
///
/// # Errors
///
/// A [`Refusal`] when an expression cannot be executed; nothing has been written then.
pub(super) fn effects(
    chip: &Chip,
    step: &Step,
    masks: &StepMasks<'_>,
    observer: &mut impl Observer,
) -> Result<Vec<Effect>, Refusal> {
    let mut effects = Vec::with_capacity(step.expressions.len());
    for (index, expression) in step.expressions.iter().enumerate() {
        let refused = |reason| Refusal::new(expression, reason);
        let (forwarding, mut output) = match expression.op {
            Op::Control(ControlOp::Nop | ControlOp::Noforward | ControlOp::Wait) => continue,
            Op::Alu(op) => (Forwarding::Aluf, alu(chip, op, expression, observer)?),
            Op::Mau(MauOp::Mread) => (Forwarding::Mreadf, mread(chip, expression)?),
            Op::Mau(MauOp::Mwrite) => {
                effects.push(mwrite(chip, index, expression, observer)?);
                continue;
            }
            Op::Mau(
                op @ (MauOp::Mfma
                | MauOp::Mmul
                | MauOp::Vfma
                | MauOp::Vmul
                | MauOp::Vadd
                | MauOp::Vpassa),
            ) => (Forwarding::Mauf, mau(chip, op, expression, observer)?),
            Op::L1bm(op) if op.is_to_pe() => {
                (Forwarding::Lbf, l1bm::downward(chip, op, expression)?)
            }
            Op::L1bm(op) => {
                let upward = l1bm::upward(chip, op, expression, observer)?;
                effects.push(Effect::L1bm {
                    expression: index,
                    upward,
                });
                continue;
            }
            Op::L2bm(op) => {
                let effect = l2bm::effect(chip, op, expression)?;
                effects.push(Effect::L2bm {
                    expression: index,
                    effect,
                });
                continue;
            }
            Op::Mv(_)
            | Op::Control(
                ControlOp::Quit
                | ControlOp::DebugGet
                | ControlOp::DebugSet
                | ControlOp::Mask
                | ControlOp::HostWritePdm
                | ControlOp::HostReadPdm
                | ControlOp::HostFlush
                | ControlOp::HostWriteDram,
            ) => return Err(refused("this cannot stand in a step")),
        };
        if let Some(mask) = masks.zero_flush(expression) {
            for (cycle, path) in Arc::make_mut(&mut output.cycles).iter_mut().enumerate() {
                mask.flush(cycle, path);
            }
        }
        let destinations = expression
            .outputs
            .iter()
            .map(|operand| Destination::new(chip, operand, masks))
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| refused("an output operand is none that the instruction can write"))?;
        effects.push(Effect::Pe {
            expression: index,
            forwarding,
            output,
            destinations,
        });
    }
    effects.sort_by_key(|effect| matches!(effect, Effect::L2bm { effect, .. } if effect.is_last()));
    Ok(effects)
}

impl Effect {
    /// Writes what the expression wrote. `forwards` says whether the step updates forwarding paths.
    pub fn apply(&self, chip: &mut Chip, forwards: bool, observer: &mut impl Observer) {
        match self {
            Self::Pe {
                expression: _,
                forwarding,
                output,
                destinations,
            } => {
                for destination in destinations {
                    destination.write(chip, output, observer);
                }
                if forwards {
                    chip.forward(*forwarding, Arc::clone(&output.cycles));
                }
            }
            Self::MatrixRows {
                expression: _,
                rows,
                precision,
                cycles,
            } => {
                for (cycle, path) in cycles.iter().enumerate() {
                    matrix::write_rows(chip, *rows, *precision, cycle, path.view());
                }
            }
            Self::L1bm {
                expression: _,
                upward,
            } => upward.apply(chip, forwards),
            Self::L2bm {
                expression: _,
                effect,
            } => effect.apply(chip),
        }
    }
}

/// Whether the step leaves forwarding paths and turnaround registers as they are (manual 3.6.5, 3.6.6).
#[must_use]
pub(super) fn forwards(step: &Step) -> bool {
    !step.expressions.iter().any(|expression| {
        matches!(
            expression.op,
            Op::Control(ControlOp::Nop | ControlOp::Noforward)
        )
    })
}

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

fn alu(
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
    let inputs = match op {
        AluOp::Zero | AluOp::Imm => 0,
        _ => expression.op.row().operands.len() - 1,
    };
    let mut cycles = empty_cycles();
    let mut flags = std::array::from_fn(|_| vec![0; PES]);
    for cycle in 0..CYCLES_PER_STEP {
        let mut operand = |position: usize| {
            if position >= inputs {
                return Ok(read::zeros());
            }
            let read = read_input(chip, expression, position, cycle, observer)?;
            Ok(read::shortened(read, input(expression, position)?))
        };
        let (x, y) = (operand(0)?, operand(1)?);
        operation.execute(x.view(), y.view(), &mut cycles[cycle], &mut flags[cycle]);
    }
    Ok(Output {
        cycles: Arc::new(cycles),
        flags,
    })
}

pub(super) fn empty_cycles() -> [DataPath; CYCLES_PER_STEP] {
    std::array::from_fn(|_| DataPath::zeroed(PES))
}

fn precision(expression: &Expression) -> Result<Precision, Refusal> {
    let missing = || Refusal::new(expression, "the opcode names no precision");
    expression.spelling.precision.ok_or_else(missing)
}

fn mau(
    chip: &Chip,
    op: MauOp,
    expression: &Expression,
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
    let is_matrix = matches!(op, MauOp::Mfma | MauOp::Mmul);
    let matrix_operation = MatrixOperation {
        precision,
        half,
        shortened,
    };
    let matrix = if is_matrix {
        Some(matrix_operation.prepare(&matrix_rows(chip, precision, expression)?))
    } else {
        None
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
    let mut cycles = empty_cycles();
    let mut flags = std::array::from_fn(|_| vec![0; PES]);
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
        let (y, z) = (y.as_ref().map(Input::view), z.as_ref().map(Input::view));
        let (output, flags) = (&mut cycles[cycle], &mut flags[cycle]);
        if let Some(matrix) = &matrix {
            matrix_operation.execute(matrix, x.view(), z, output, flags);
        } else {
            let operation = VectorOperation {
                precision,
                half,
                shortened,
            };
            operation.execute(x.view(), y, z, output, flags);
        }
    }
    Ok(Output {
        cycles: Arc::new(cycles),
        flags,
    })
}

/// The logical rows of the matrix operand.
fn matrix_rows<'a>(
    chip: &'a Chip,
    precision: Precision,
    expression: &Expression,
) -> Result<Vec<&'a [u64]>, Refusal> {
    let missing = || Refusal::new(expression, "the matrix register operand is missing");
    let &OperandKind::MatrixSide(side, _) = &input(expression, 0)?.kind else {
        return Err(missing());
    };
    let planes = chip.planes(side).ok_or_else(missing)?;
    let row = |row| {
        let physical = matrix::physical_row(precision, row);
        planes.read(Chip::matrix_plane(side, physical)).as_slice()
    };
    Ok((0..matrix::rows(precision)).map(row).collect())
}

fn mwrite(
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

fn mread(chip: &Chip, expression: &Expression) -> Result<Output, Refusal> {
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
    let cycles =
        std::array::from_fn(|cycle| matrix::read_columns(planes, side, column, precision, cycle));
    Ok(Output {
        cycles: Arc::new(cycles),
        flags: Default::default(),
    })
}
