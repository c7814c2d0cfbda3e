//! The kinds of L1BM instructions: direction, word length, target, rotation (manual 3.6.8.2, table 3.8).

use super::L1bmOp;
use crate::instruction::TargetRule;

impl L1bmOp {
    /// What `@...` after the opcode selects.
    #[must_use]
    pub const fn target_rule(self) -> TargetRule {
        match self {
            Self::Transfer | Self::TransferDouble => TargetRule::Mab(15),
            Self::Transfer4 | Self::Transfer4Double => TargetRule::Mab(3),
            Self::BroadcastPe
            | Self::BroadcastPeDouble
            | Self::BroadcastMab
            | Self::BroadcastMabDouble
            | Self::Reduce
            | Self::ReduceDouble
            | Self::BroadcastMab4
            | Self::BroadcastMab4Double
            | Self::Reduce4
            | Self::Reduce4Double
            | Self::Distribute
            | Self::Gather => TargetRule::None,
        }
    }

    /// Whether data goes from L1BM to the PEs; otherwise from the PEs to L1BM.
    #[must_use]
    pub const fn is_to_pe(self) -> bool {
        match self {
            Self::BroadcastPe
            | Self::BroadcastPeDouble
            | Self::BroadcastMab
            | Self::BroadcastMabDouble
            | Self::BroadcastMab4
            | Self::BroadcastMab4Double
            | Self::Distribute => true,
            Self::Transfer
            | Self::TransferDouble
            | Self::Reduce
            | Self::ReduceDouble
            | Self::Transfer4
            | Self::Transfer4Double
            | Self::Reduce4
            | Self::Reduce4Double
            | Self::Gather => false,
        }
    }

    /// Whether the opcode can have `+n` and `-n` (manual 3.6.8.20, 3.6.8.21).
    #[must_use]
    pub const fn rotates(self) -> bool {
        matches!(self, Self::Distribute | Self::Gather)
    }

    /// Whether the PEs exchange 2 long words in a cycle (table 3.8).
    #[must_use]
    pub const fn is_double_long(self) -> bool {
        match self {
            Self::BroadcastPeDouble
            | Self::BroadcastMabDouble
            | Self::TransferDouble
            | Self::ReduceDouble
            | Self::BroadcastMab4Double
            | Self::Transfer4Double
            | Self::Reduce4Double => true,
            Self::BroadcastPe
            | Self::BroadcastMab
            | Self::Transfer
            | Self::Reduce
            | Self::BroadcastMab4
            | Self::Transfer4
            | Self::Reduce4
            | Self::Distribute
            | Self::Gather => false,
        }
    }
}
