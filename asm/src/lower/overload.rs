//! Which row of the table an expression means: the operands decide among the rows that share a spelling.

use mnc2_isa::l1bm::Order;
use mnc2_isa::{Memory, Op, OperandClass, OperandRole, OperandSpec, TargetRule, Width};

use mnc2_program::message::wording;
use mnc2_program::{Operand, OperandKind};
use mnc2_text::{Message, message};

/// The best matching row: a row with every operand in its place if there is one, otherwise the row with the most operands in
/// place; an operand that could not be parsed (`None`) is in no place. `ops` is never empty.
#[must_use]
pub fn choose(ops: &[Op], operands: &[Option<Operand>], has_target: bool) -> Op {
    let fitness = |op: Op| {
        let target_fits = match op.target_rule() {
            TargetRule::None => !has_target,
            TargetRule::OptionalL1bSet => true,
            TargetRule::MulticastL1bSet | TargetRule::L1b | TargetRule::Mab(_) => has_target,
        };
        let specs = op.row().operands;
        let in_place = operands
            .iter()
            .enumerate()
            .filter(|(index, operand)| {
                operand.as_ref().is_some_and(|operand| {
                    spec_at(specs, *index).is_some_and(|spec| accepts(spec.class, &operand.kind))
                })
            })
            .count();
        (in_place, target_fits)
    };
    // The first of equals is chosen: rows are in the manual's order.
    ops.iter()
        .copied()
        .rev()
        .max_by_key(|&op| fitness(op))
        .unwrap_or_else(|| unreachable!("every spelling has a row"))
}

/// The position of the operand with this index; the last one repeats if it is [`OperandRole::Outputs`].
#[must_use]
pub fn spec_at(specs: &'static [OperandSpec], index: usize) -> Option<&'static OperandSpec> {
    specs.get(index).or_else(|| {
        specs
            .last()
            .filter(|spec| spec.role == OperandRole::Outputs)
    })
}

/// Whether an operand is allowed at a position of this class.
#[must_use]
pub fn accepts(class: OperandClass, kind: &OperandKind) -> bool {
    match class {
        OperandClass::AluFirstInput => {
            is_pe_source(kind)
                || matches!(kind, OperandKind::Forwarding(_) | OperandKind::Constant(_))
        }
        OperandClass::PeInput => {
            is_pe_source(kind)
                || matches!(
                    kind,
                    OperandKind::Forwarding(
                        mnc2_isa::Forwarding::Mauf
                            | mnc2_isa::Forwarding::Aluf
                            | mnc2_isa::Forwarding::Lbf
                    )
                )
        }
        OperandClass::PeOutput => is_pe_destination(kind),
        OperandClass::PeOutputOrMask => {
            is_pe_destination(kind) || matches!(kind, OperandKind::MaskRegister(_))
        }
        OperandClass::MatrixSide => matches!(kind, OperandKind::MatrixSide(..)),
        OperandClass::MatrixRows => matches!(kind, OperandKind::MatrixRows { .. }),
        OperandClass::L1bmPe(width) => match kind {
            OperandKind::L1bm { width: written, .. } | OperandKind::Turnaround(written) => {
                *written == width
            }
            _ => false,
        },
        OperandClass::L1bm => matches!(
            kind,
            OperandKind::L1bm {
                width: Width::Long,
                ..
            }
        ),
        OperandClass::L2bm => {
            matches!(
                kind,
                OperandKind::L2bm {
                    group: None,
                    l2b: None,
                    ..
                }
            )
        }
        OperandClass::L2bmOfL2b => {
            matches!(
                kind,
                OperandKind::L2bm {
                    group: None,
                    l2b: Some(_),
                    ..
                }
            )
        }
        OperandClass::Dar => matches!(kind, OperandKind::Dar(_)),
        OperandClass::PdmOfGroup => matches!(kind, OperandKind::Pdm { group: Some(_), .. }),
        OperandClass::PdmOfEveryGroup => matches!(kind, OperandKind::Pdm { group: None, .. }),
        OperandClass::DramOfGroup => matches!(kind, OperandKind::Dram { group: Some(_), .. }),
        OperandClass::DramOfEveryGroup => matches!(kind, OperandKind::Dram { group: None, .. }),
        OperandClass::L2bmOne => {
            matches!(
                kind,
                OperandKind::L2bm {
                    group: Some(_),
                    l2b: Some(_),
                    ..
                }
            )
        }
        OperandClass::L2bmOneInEveryGroup => {
            matches!(kind, OperandKind::L2bm { group: None, .. })
        }
        OperandClass::L2bmOfGroup => {
            matches!(
                kind,
                OperandKind::L2bm {
                    group: Some(_),
                    l2b: None,
                    ..
                }
            )
        }
        OperandClass::L2bmEvery => {
            matches!(
                kind,
                OperandKind::L2bm {
                    group: None,
                    l2b: None,
                    ..
                }
            )
        }
        OperandClass::Literal => matches!(kind, OperandKind::Literal(_)),
        OperandClass::Tag => matches!(kind, OperandKind::Tag(_)),
    }
}

fn is_pe_source(kind: &OperandKind) -> bool {
    matches!(kind, OperandKind::PeMemory(_) | OperandKind::T(_))
}

fn is_pe_destination(kind: &OperandKind) -> bool {
    is_pe_source(kind) || matches!(kind, OperandKind::BaseRegister(..) | OperandKind::NoWrite)
}

/// The operands that a position of a row accepts, in words.
#[must_use]
pub fn expectation_of(op: Op, class: OperandClass) -> Message {
    match (op, class) {
        // No transfer from the PEs has its type, so there is nothing to turn around (manual 3.6.8.6, 3.6.8.7).
        (Op::L1bm(op), OperandClass::L1bmPe(width)) if op.transfer().shape.order == Order::Pe => {
            match width {
                Width::Single | Width::Long => message!("L1BM by long words: `$lb0`"),
                Width::DoubleLong => message!("L1BM by 2 long words: `$llb0`"),
            }
        }
        (_, class) => expectation(class),
    }
}

/// The operands of a class, in words.
fn expectation(class: OperandClass) -> Message {
    match class {
        OperandClass::AluFirstInput => {
            message!("a PE memory (`$lm0v`, `$lr0`, `$t`), a forwarding register or a constant")
        }
        OperandClass::PeInput => {
            message!("a PE memory (`$lm0v`, `$lr0`, `$t`) or one of `$mauf`, `$aluf`, `$lbf`")
        }
        OperandClass::PeOutput => {
            message!("a PE memory to write (`$lm0v`, `$lr0`, `$t`, `$mb`) or `$nowrite`")
        }
        OperandClass::PeOutputOrMask => {
            message!("a PE memory to write (`$lm0v`, `$lr0`, `$t`, `$mb`), `$omr1` or `$nowrite`")
        }
        OperandClass::MatrixSide => {
            message!("a side of the matrix register without an address: `$lx` or `$ly`")
        }
        OperandClass::MatrixRows => {
            message!("the matrix register with a row: `$lx0`, `$ly0`, `$llx0`")
        }
        OperandClass::L1bmPe(Width::DoubleLong) => {
            message!("L1BM by 2 long words: `$llb0` or `$llbi`")
        }
        OperandClass::L1bmPe(Width::Long | Width::Single) => {
            message!("L1BM by long words: `$lb0` or `$lbi`")
        }
        OperandClass::L1bm => message!("L1BM: `$lb0`"),
        OperandClass::L2bm => message!("L2BM without `@`: `$lc0`"),
        OperandClass::L2bmOfL2b => message!("L2BM of one L2B: `$lc0@.1`"),
        OperandClass::Dar => message!("the DAR: `$dar0`"),
        OperandClass::PdmOfGroup => message!("PDM of one group: `$p0@1`"),
        OperandClass::PdmOfEveryGroup => message!("PDM of every group: `$p0`"),
        OperandClass::DramOfGroup => message!("DRAM of one group: `$d0@1`"),
        OperandClass::DramOfEveryGroup => message!("DRAM of every group: `$d0`"),
        OperandClass::L2bmOne => message!("L2BM of one L2B: `$lc0@2.1`"),
        OperandClass::L2bmOneInEveryGroup => message!("L2BM of one L2B in every group: `$lc0@.1`"),
        OperandClass::L2bmOfGroup => message!("both L2BMs of a group: `$lc0@1`"),
        OperandClass::L2bmEvery => message!("every L2BM: `$lc0`"),
        OperandClass::Literal => message!("an immediate value: `f\"1.0\"`"),
        OperandClass::Tag => message!("a tag: `i01`"),
    }
}

/// The description of an operand, in words.
pub(super) fn description(kind: &OperandKind) -> Message {
    match kind {
        OperandKind::PeMemory(memory) => wording::memory(memory.memory),
        OperandKind::T(_) => wording::memory(Memory::T),
        OperandKind::BaseRegister(memory, _) => wording::memory(*memory),
        OperandKind::MaskRegister(_) => wording::memory(Memory::MaskRegister),
        OperandKind::MatrixSide(..) => message!("a whole side of the matrix register"),
        OperandKind::MatrixRows { .. } => message!("rows of the matrix register"),
        OperandKind::Forwarding(forwarding) => {
            message!(
                "the forwarding register `${name}`",
                name = forwarding.name()
            )
        }
        OperandKind::Constant(constant) => {
            message!("the constant `${name}`", name = constant.name())
        }
        OperandKind::NoWrite => message!("`$nowrite`"),
        OperandKind::L1bm { .. } => wording::memory(Memory::L1bm),
        OperandKind::Turnaround(_) => message!("the turnaround register"),
        OperandKind::L2bm { .. } => wording::memory(Memory::L2bm),
        OperandKind::Dar(_) => wording::memory(Memory::Dar),
        OperandKind::Pdm { .. } => wording::memory(Memory::Pdm),
        OperandKind::Dram { .. } => wording::memory(Memory::Dram),
        OperandKind::Literal(_) => message!("an immediate value"),
        OperandKind::Tag(_) => message!("a tag"),
    }
}
