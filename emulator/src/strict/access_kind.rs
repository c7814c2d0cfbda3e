//! The kinds of a run's accesses in the timing rules.

use mnc2_isa::{Memory, Op, Width, timing};

use super::recent_writes::WrittenWords;
use crate::machine::mask::StepMask;
use crate::machine::observer::{AccessedPlace, ObservedAccess};

/// The kind of access of a read in the rules, if any applies. No observed read of the other places takes part.
pub(super) fn kind_of_read(op: Op, place: &AccessedPlace<'_>) -> Option<timing::AccessKind> {
    match place {
        AccessedPlace::Pe { memory, .. } | AccessedPlace::Upper { memory, .. } => {
            timing::AccessKind::from_read(op, *memory)
        }
        AccessedPlace::Base { .. }
        | AccessedPlace::MaskEntry(_)
        | AccessedPlace::MatrixRows { .. }
        | AccessedPlace::Forwarding(_)
        | AccessedPlace::Turnaround
        | AccessedPlace::Darbuf { .. } => None,
    }
}

/// The kind of access of a write in the rules, and the place that it writes.
pub(super) fn kind_of_write(
    op: Op,
    access: &ObservedAccess<'_>,
) -> Option<(timing::AccessKind, WrittenWords)> {
    match access.place {
        AccessedPlace::Pe {
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
            let kind = timing::AccessKind::from_write(op, memory, is_variable)?;
            // The port is used whether or not the data lets the write happen.
            if kind == timing::AccessKind::LmWrite {
                return Some((kind, WrittenWords::Port(memory)));
            }
            let words = WrittenWords::Pe {
                memory,
                width,
                addresses: addresses.clone(),
                mask: mask.cloned(),
            };
            Some((kind, words))
        }
        AccessedPlace::Base {
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
            is_written.then_some((timing::AccessKind::BaseWrite, WrittenWords::Port(lm)))
        }
        AccessedPlace::Upper {
            memory,
            elements,
            address,
            count,
        } => {
            // What an MV instruction writes is not waited for in steps.
            if matches!(op, Op::Mv(_)) {
                return None;
            }
            let kind = timing::AccessKind::from_write(op, memory, false)?;
            let words = WrittenWords::Upper {
                memory,
                elements,
                address,
                count,
            };
            Some((kind, words))
        }
        AccessedPlace::MaskEntry(_)
        | AccessedPlace::MatrixRows { .. }
        | AccessedPlace::Forwarding(_)
        | AccessedPlace::Turnaround
        | AccessedPlace::Darbuf { .. } => None,
    }
}
