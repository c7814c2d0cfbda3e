//! The kinds of a run's accesses in the timing rules.

use mnc2_isa::timing;
use mnc2_isa::{L2bmOp, Memory, Op, Width};

use super::recent::Words;
use crate::machine::mask::StepMask;
use crate::machine::observer::{Access, Place};

/// The kind of access of a read in the rules, if any applies.
pub(super) fn kind_of_read(op: Op, place: &Place<'_>) -> Option<timing::Access> {
    match place {
        Place::Pe { memory, .. } => match memory {
            Memory::Lm0 | Memory::Lm1 => Some(timing::Access::LmRead),
            Memory::Grf0 | Memory::Grf1 => Some(timing::Access::GrfRead),
            Memory::T => Some(timing::Access::TRead),
            Memory::MaskRegister
            | Memory::BaseLm0
            | Memory::BaseLm1
            | Memory::MatrixX
            | Memory::MatrixY
            | Memory::L1bm
            | Memory::L2bm
            | Memory::Pdm
            | Memory::Dram
            | Memory::Dar => None,
        },
        Place::Upper { memory, .. } => match (memory, op) {
            (Memory::L1bm, Op::L1bm(_)) => Some(timing::Access::L1bmToPe),
            (Memory::L1bm, Op::L2bm(L2bmOp::Multicast)) => Some(timing::Access::Multicast),
            (Memory::L1bm, Op::L2bm(_)) => Some(timing::Access::L1bmToL2bm),
            (Memory::L2bm, Op::L2bm(op)) if op != L2bmOp::Dars => Some(timing::Access::L2bmToL1bm),
            (Memory::L2bm, Op::Mv(_)) => Some(timing::Access::MvFromL2bm),
            (Memory::Dar, Op::Mv(_)) => Some(timing::Access::MvThroughDar),
            _ => None,
        },
        Place::Base { .. }
        | Place::MaskEntry(_)
        | Place::MatrixRows { .. }
        | Place::Forwarding(_)
        | Place::Turnaround
        | Place::Darbuf { .. } => None,
    }
}

/// The kind of access of a write in the rules, and the place that it writes.
pub(super) fn kind_of_write(op: Op, access: &Access<'_>) -> Option<(timing::Access, Words)> {
    match access.place {
        Place::Pe {
            memory,
            width,
            addresses,
            mask,
        } => {
            let is_variable = mask.is_some_and(StepMask::is_variable);
            let is_fixed = !is_variable;
            if is_fixed && mask.is_some_and(|mask| mask.passes(access.cycle, width) == Some(false))
            {
                return None;
            }
            let kind = match memory {
                // The port is used whether or not the data lets the write happen.
                Memory::Lm0 | Memory::Lm1 => {
                    return Some((timing::Access::LmWrite, Words::Port(memory)));
                }
                Memory::T if is_variable => timing::Access::TWriteUnderVariableMask,
                Memory::T => timing::Access::TWrite,
                _ if is_variable => timing::Access::GrfWriteUnderVariableMask,
                _ => timing::Access::GrfWrite,
            };
            let words = Words::Pe {
                memory,
                width,
                addresses: addresses.clone(),
                mask: mask.cloned(),
            };
            Some((kind, words))
        }
        Place::Base {
            memory,
            width: _,
            mask,
        } => {
            let is_variable = mask.is_some_and(StepMask::is_variable);
            let is_written = is_variable
                || mask.is_none_or(|mask| mask.passes(access.cycle, Width::Long) != Some(false));
            let lm = if memory == Memory::BaseLm0 {
                Memory::Lm0
            } else {
                Memory::Lm1
            };
            is_written.then_some((timing::Access::BaseWrite, Words::Port(lm)))
        }
        Place::Upper {
            memory,
            elements,
            address,
            count,
        } => {
            let kind = match (memory, op) {
                (Memory::L1bm, Op::L1bm(_)) => timing::Access::PeToL1bm,
                (Memory::L1bm, Op::L2bm(L2bmOp::Multicast)) => timing::Access::Multicast,
                (Memory::L1bm, Op::L2bm(_)) => timing::Access::L2bmToL1bm,
                (Memory::L2bm, Op::L2bm(_)) => timing::Access::L1bmToL2bm,
                (Memory::Dar, _) => timing::Access::DarWrite,
                _ => return None,
            };
            let words = Words::Upper {
                memory,
                elements,
                address,
                count,
            };
            Some((kind, words))
        }
        Place::MaskEntry(_)
        | Place::MatrixRows { .. }
        | Place::Forwarding(_)
        | Place::Turnaround
        | Place::Darbuf { .. } => None,
    }
}
