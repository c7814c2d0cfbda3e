//! What an expression reads and writes, to decide whether two expressions can be exchanged.
//!
//! Ranges are those of the text; what is known only in a run counts as the whole memory. Forwarding registers are
//! separate from memories: each step replaces them.

use std::ops::Range;

use mnc2_isa::{Forwarding, L2bmOp, MauOp, Memory, Op};

use crate::expand::{self, Direction, OperandExpansion};
use crate::program::{Expression, Line, Operand, OperandKind, WriteMaskSetting};

/// What is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Resource {
    Memory(Memory),
    Turnaround,
}

/// An access; ranges in the unit of the resource.
#[derive(Clone, Debug)]
struct Touch {
    resource: Resource,
    ranges: Vec<Range<u32>>,
}

impl Touch {
    fn whole(resource: Resource) -> Self {
        Self {
            resource,
            ranges: std::iter::once(0..u32::MAX).collect(),
        }
    }

    fn overlaps(&self, other: &Self) -> bool {
        let meet = |left: &Range<u32>, right: &Range<u32>| {
            left.start < right.end && right.start < left.end
        };
        self.resource == other.resource
            && self
                .ranges
                .iter()
                .any(|left| other.ranges.iter().any(|right| meet(left, right)))
    }
}

/// The reads, writes and forwarded results of an expression.
#[derive(Clone, Debug)]
pub(super) struct Effects {
    reads: Vec<Touch>,
    writes: Vec<Touch>,
    /// The forwarding registers that it reads.
    pub(super) forwards_read: Vec<Forwarding>,
    /// The forwarding register that its result goes to.
    pub(super) forward: Option<Forwarding>,
}

impl Effects {
    /// The effects of every expression of a line's step, in order; `setting` is the `mask` setting in force there.
    pub(super) fn of_line(line: &Line, setting: WriteMaskSetting) -> Vec<Self> {
        let Some(step) = line.step() else {
            return Vec::new();
        };
        let expansion = expand::expand(line, setting);
        let single_line = step.has_single_line_mask();
        step.expressions
            .iter()
            .map(|expression| {
                let own = if single_line {
                    WriteMaskSetting::default()
                } else {
                    setting
                };
                of_expression(expression, &expansion.operands, own)
            })
            .collect()
    }

    /// Whether something that this expression writes is read by the other one.
    pub(super) fn feeds(&self, other: &Self) -> bool {
        meet(&self.writes, &other.reads)
    }

    /// Whether both write the same place.
    pub(super) fn writes_where(&self, other: &Self) -> bool {
        meet(&self.writes, &other.writes)
    }
}

fn meet(left: &[Touch], right: &[Touch]) -> bool {
    left.iter()
        .any(|left| right.iter().any(|right| left.overlaps(right)))
}

fn of_expression(
    expression: &Expression,
    expansions: &[OperandExpansion],
    setting: WriteMaskSetting,
) -> Effects {
    let mut effects = Effects {
        reads: Vec::new(),
        writes: Vec::new(),
        forwards_read: Vec::new(),
        forward: unit(expression.op),
    };
    let expanded = |operand: &Operand| {
        expansions
            .iter()
            .find(|expansion| expansion.range == operand.range)
    };
    for input in &expression.inputs {
        if let OperandKind::Forwarding(register) = input.kind {
            effects.forwards_read.push(register);
        }
        let touched = touch(input, expanded(input), &mut effects.reads);
        effects.reads.extend(touched);
    }
    for output in &expression.outputs {
        let touched = touch(output, expanded(output), &mut effects.reads);
        if let (Some(_), Some(entry)) = (&touched, mask_entry(output, setting)) {
            effects.reads.push(mask_read(entry));
        }
        effects.writes.extend(touched);
    }
    if let Some(flush) = &expression.zero_flush {
        effects.reads.push(mask_read(flush.entry));
    }
    match expression.op {
        Op::L1bm(op) if !op.is_to_pe() => {
            effects.writes.push(Touch::whole(Resource::Turnaround));
        }
        // The result of two accesses to the DAR and its buffer depends on their order, so they keep it.
        Op::L2bm(L2bmOp::Dars | L2bmOp::Darw) => {
            let dar = Touch::whole(Resource::Memory(Memory::Dar));
            effects.reads.push(dar.clone());
            effects.writes.push(dar);
        }
        Op::L1bm(_) | Op::L2bm(_) | Op::Alu(_) | Op::Mau(_) | Op::Mv(_) | Op::Control(_) => {}
    }
    effects
}

/// The variable entry that a destination's write mask reads.
fn mask_entry(output: &Operand, setting: WriteMaskSetting) -> Option<u8> {
    let entry = match &output.mask {
        Some(mask) => mask.entry,
        None => {
            let memory = output.kind.written_memory()?;
            setting.covers(memory).then_some(setting.entry)?
        }
    };
    Some(entry)
}

fn mask_read(entry: u8) -> Touch {
    let entry = u32::from(entry);
    Touch {
        resource: Resource::Memory(Memory::MaskRegister),
        ranges: std::iter::once(entry..entry + 1).collect(),
    }
}

/// What an operand accesses; reads for its address are added to `reads`.
fn touch(
    operand: &Operand,
    expansion: Option<&OperandExpansion>,
    reads: &mut Vec<Touch>,
) -> Option<Touch> {
    match &operand.kind {
        OperandKind::PeMemory(access) => {
            let base = match access.memory {
                Memory::Lm0 => Some(Memory::BaseLm0),
                Memory::Lm1 => Some(Memory::BaseLm1),
                _ => None,
            };
            reads.extend(base.map(|base| Touch::whole(Resource::Memory(base))));
            if access.indirect {
                reads.push(Touch::whole(Resource::Memory(Memory::T)));
            }
        }
        OperandKind::Turnaround(_) => return Some(Touch::whole(Resource::Turnaround)),
        OperandKind::MatrixSide(side, _) | OperandKind::MatrixRows { side, .. } => {
            return Some(Touch::whole(Resource::Memory(*side)));
        }
        _ => {}
    }
    let expansion = expansion?;
    let resource = Resource::Memory(expansion.memory?);
    let slots = || {
        expansion
            .columns
            .iter()
            .flat_map(|column| &column.slots)
            .filter(|slot| {
                expansion.direction == Direction::Read
                    || slot.mask != expand::MaskEffect::Skipped
                    // A mask register loses its old content also where the mask is 0.
                    || resource == Resource::Memory(Memory::MaskRegister)
            })
    };
    let is_known = !expansion.columns.is_empty() && slots().all(|slot| !slot.plus_t);
    if !is_known {
        return Some(Touch::whole(resource));
    }
    Some(Touch {
        resource,
        ranges: slots().flat_map(|slot| slot.ranges.clone()).collect(),
    })
}

/// The forwarding register of the unit that executes an instruction.
pub(crate) fn unit(op: Op) -> Option<Forwarding> {
    match op {
        Op::Alu(_) => Some(Forwarding::Aluf),
        Op::Mau(MauOp::Mread) => Some(Forwarding::Mreadf),
        Op::Mau(MauOp::Mwrite) => None,
        Op::Mau(_) => Some(Forwarding::Mauf),
        Op::L1bm(op) => op.is_to_pe().then_some(Forwarding::Lbf),
        Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => None,
    }
}
