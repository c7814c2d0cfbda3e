//! Forwarding: where the output of an instruction goes besides its destinations (manual 3.6.1.15-3.6.1.18).

use crate::{ControlOp, Forwarding, Group, Op};

impl Op {
    /// The forwarding register that takes the output of the instruction's unit.
    #[must_use]
    pub fn forwarding(self) -> Option<Forwarding> {
        match self.row().group {
            Group::Alu => Some(Forwarding::Aluf),
            Group::MauCalc => Some(Forwarding::Mauf),
            Group::MauMread => Some(Forwarding::Mreadf),
            Group::L1bm => {
                matches!(self, Self::L1bm(op) if op.is_to_pe()).then_some(Forwarding::Lbf)
            }
            Group::MauMwrite
            | Group::L2bm
            | Group::L2bmdarw
            | Group::Nop
            | Group::Noforward
            | Group::Wait
            | Group::Mv
            | Group::Control => None,
        }
    }

    /// Whether a step with this instruction leaves the forwarding and turnaround registers as they are
    /// (manual 3.6.5, 3.6.6).
    #[must_use]
    pub const fn keeps_forwarding(self) -> bool {
        matches!(self, Self::Control(ControlOp::Nop | ControlOp::Noforward))
    }
}
