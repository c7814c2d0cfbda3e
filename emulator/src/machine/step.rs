//! One step: every expression reads and computes, then everything is written (manual 1.2, 3.6).
//!
//! The four cycles of all expressions see the state before the step. Each
//! expression becomes an [`Effect`]; applying the effects cannot fail.

use std::sync::Arc;

use mnc2_isa::control::ControlOp;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::mau::MauOp;
use mnc2_isa::{Forwarding, Memory, Op, Precision, Width};
use mnc2_program::Step;
use mnc2_text::LineRange;
use smallvec::SmallVec;

use super::Refusal;
use super::chip::{Chip, Path};
use super::l1bm::{self, Upward};
use super::l2bm::{self, L2bmEffect};
use super::mask::StepMasks;
use super::observer::{AccessedPlace, ObservedAccess, Observer};
use super::write_results::{Destination, UnitOutput};
use super::{matrix, read_operands, unit};

/// The effect of an expression once everything has been read.
#[derive(Clone, Debug)]
pub enum Effect {
    /// A unit's output goes to PE memories and to its forwarding path.
    Pe {
        /// The expression in the step.
        expression: usize,
        /// The forwarding path of the unit.
        forwarding: Forwarding,
        /// The results of the unit in the four cycles.
        output: UnitOutput,
        /// The places that the output is written to.
        destinations: SmallVec<[Destination; 1]>,
    },
    /// Rows of the matrix register are written.
    MatrixRows {
        /// The expression in the step.
        expression: usize,
        /// Side, width and first row.
        rows: (Memory, Width, u8),
        /// Precision of the rows.
        precision: Precision,
        /// The data for each cycle.
        cycles: [Path; CYCLES_PER_STEP],
    },
    /// L1BM and the turnaround register are written.
    L1bm {
        /// The expression in the step.
        expression: usize,
        /// The words for L1BM or the turnaround register.
        upward: Upward,
    },
    /// L1BM, L2BM or DAR are written by an L2BM instruction.
    L2bm {
        /// The expression in the step.
        expression: usize,
        /// The words and their places.
        effect: L2bmEffect,
    },
}

/// Computes the effects of a step on the state before it and adds them to an empty list.
///
/// # Errors
/// A [`Refusal`] if an expression cannot be executed; nothing has been written then.
pub(super) fn effects(
    chip: &Chip,
    step: &Step,
    masks: &StepMasks<'_>,
    observer: &mut impl Observer,
    effects: &mut Vec<Effect>,
) -> Result<(), Refusal> {
    for (index, expression) in step.expressions.iter().enumerate() {
        observer.expression(index);
        let refused = |reason| Refusal::new(expression, reason);
        let (forwarding, mut output) = match expression.op {
            Op::Control(ControlOp::Nop | ControlOp::Noforward | ControlOp::Wait) => continue,
            Op::Alu(op) => (Forwarding::Aluf, unit::alu(chip, op, expression, observer)?),
            Op::Mau(MauOp::Mread) => (Forwarding::Mreadf, unit::mread(chip, expression, observer)?),
            Op::Mau(MauOp::Mwrite) => {
                let unit::MatrixWrite {
                    rows,
                    precision,
                    cycles,
                } = unit::mwrite(chip, expression, observer)?;
                effects.push(Effect::MatrixRows {
                    expression: index,
                    rows,
                    precision,
                    cycles,
                });
                continue;
            }
            Op::Mau(
                op @ (MauOp::Mfma
                | MauOp::Mmul
                | MauOp::Vfma
                | MauOp::Vmul
                | MauOp::Vadd
                | MauOp::Vpassa),
            ) => (Forwarding::Mauf, unit::mau(chip, op, expression, observer)?),
            Op::L1bm(op) if op.is_to_pe() => (
                Forwarding::Lbf,
                l1bm::downward(chip, op, expression, observer)?,
            ),
            Op::L1bm(op) => {
                let upward = l1bm::upward(chip, op, expression, observer)?;
                effects.push(Effect::L1bm {
                    expression: index,
                    upward,
                });
                continue;
            }
            Op::L2bm(op) => {
                let effect = l2bm::effect(chip, op, expression, observer)?;
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
            ) => return Err(refused("this is not possible in a step")),
        };
        if let Some(mask) = masks.zero_flush(expression) {
            read_operands::observe_mask(&mask, chip, &expression.opcode_range, observer);
            for (cycle, path) in Arc::make_mut(&mut output.cycles).iter_mut().enumerate() {
                mask.flush(cycle, path);
            }
        }
        let mut destinations = SmallVec::<[Destination; 1]>::new();
        for operand in &expression.outputs {
            let reason = "the instruction cannot write one of its outputs";
            let destination = Destination::new(chip, operand, masks);
            destinations.push(destination.ok_or_else(|| refused(reason))?);
        }
        for (operand, destination) in expression.outputs.iter().zip(&destinations) {
            destination.observe_reads(chip, operand, observer);
        }
        effects.push(Effect::Pe {
            expression: index,
            forwarding,
            output,
            destinations,
        });
    }
    effects.sort_by_key(|effect| matches!(effect, Effect::L2bm { effect, .. } if effect.is_last()));
    Ok(())
}

/// Writes what the effects of a step write to L1BM and L2BM: cycle by cycle, and in a cycle what the PEs send last
/// (assumed, `l1bm-written-twice`). Therefore the order of the expressions does not matter (manual 3.6.4).
pub(super) fn write_upper(effects: &[Effect], chip: &mut Chip) {
    let from_above = effects.iter().find_map(|effect| match effect {
        Effect::L2bm {
            effect: L2bmEffect::Blocks(blocks),
            ..
        } => Some(blocks),
        Effect::Pe { .. }
        | Effect::MatrixRows { .. }
        | Effect::L1bm { .. }
        | Effect::L2bm { .. } => None,
    });
    let from_pe = effects.iter().find_map(|effect| match effect {
        Effect::L1bm { upward, .. } => Some(upward),
        Effect::Pe { .. } | Effect::MatrixRows { .. } | Effect::L2bm { .. } => None,
    });
    for cycle in 0..CYCLES_PER_STEP {
        if let Some(blocks) = from_above {
            l2bm::write_cycle(blocks, cycle, chip);
        }
        if let Some(upward) = from_pe {
            upward.write_cycle(cycle, chip);
        }
    }
}

impl Effect {
    /// Applies the effect of the expression, except for writes to L1BM and L2BM, which [`write_upper`] makes. `forwards` is
    /// true if the step updates forwarding paths.
    pub(super) fn apply(
        &self,
        chip: &mut Chip,
        step: &Step,
        forwards: bool,
        observer: &mut impl Observer,
    ) {
        let (Self::Pe { expression, .. }
        | Self::MatrixRows { expression, .. }
        | Self::L1bm { expression, .. }
        | Self::L2bm { expression, .. }) = self;
        observer.expression(*expression);
        let expression = &step.expressions[*expression];
        let output = expression.outputs.first();
        let output = output.map_or(&expression.range, |operand| &operand.range);
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
                    let place = AccessedPlace::Forwarding(*forwarding);
                    observe_cycles(chip, &expression.opcode_range, place, observer);
                }
            }
            Self::MatrixRows {
                expression: _,
                rows,
                precision,
                cycles,
            } => {
                for (cycle, path) in cycles.iter().enumerate() {
                    matrix::write_rows(chip, *rows, *precision, cycle, path);
                    let place = matrix::written_rows(*rows, *precision, cycle);
                    let access = ObservedAccess {
                        cycle,
                        range: output,
                        place,
                    };
                    observer.write(&access, chip);
                }
            }
            Self::L1bm {
                expression: _,
                upward,
            } => {
                upward.observe(chip, output, observer);
                if forwards {
                    chip.turnaround = Some(upward.turnaround());
                    observe_cycles(
                        chip,
                        &expression.opcode_range,
                        AccessedPlace::Turnaround,
                        observer,
                    );
                }
            }
            Self::L2bm {
                expression: _,
                effect,
            } => effect.apply(chip, output, observer),
        }
    }
}

/// Reports a write in each cycle to an observer.
fn observe_cycles(
    chip: &Chip,
    range: &LineRange,
    place: AccessedPlace<'_>,
    observer: &mut impl Observer,
) {
    for cycle in 0..CYCLES_PER_STEP {
        let access = ObservedAccess {
            cycle,
            range,
            place,
        };
        observer.write(&access, chip);
    }
}
