//! Which accesses of the timing rules an instruction makes when it reads or writes a memory.

use super::AccessKind;
use crate::{L2bmOp, Memory, Op};

impl AccessKind {
    /// The access that an instruction makes when it reads data of a memory; `None` if no rule is about it.
    #[must_use]
    pub const fn from_read(op: Op, memory: Memory) -> Option<Self> {
        Some(match (memory, op) {
            (Memory::Lm0 | Memory::Lm1, _) => Self::LmRead,
            (Memory::Grf0 | Memory::Grf1, _) => Self::GrfRead,
            (Memory::T, _) => Self::TRead,
            (Memory::MatrixX | Memory::MatrixY, _) => Self::MatrixUse,
            (Memory::MaskRegister, _) => Self::MaskUse,
            (Memory::BaseLm0 | Memory::BaseLm1, _) => Self::LmAccess,
            (Memory::L1bm, Op::L2bm(L2bmOp::Multicast)) => Self::Multicast,
            (Memory::L1bm, Op::L2bm(_)) => Self::L1bmToL2bm,
            (Memory::L1bm, _) => Self::L1bmToPe,
            (Memory::L2bm, Op::Mv(_)) => Self::MvFromL2bm,
            // Filling DARBUF has no distance to a transfer between L2BM and L1BM.
            (Memory::L2bm, Op::L2bm(L2bmOp::Dars)) => Self::L2bmInstruction,
            (Memory::L2bm, _) => Self::L2bmToL1bm,
            (Memory::Dar, _) => Self::MvThroughDar,
            (Memory::Pdm | Memory::Dram, _) => return None,
        })
    }

    /// The access that an instruction makes when it writes data to a memory; `None` if no rule is about it.
    #[must_use]
    pub const fn from_write(op: Op, memory: Memory, is_under_variable_mask: bool) -> Option<Self> {
        Some(match (memory, op) {
            (Memory::Lm0 | Memory::Lm1, _) => Self::LmWrite,
            (Memory::Grf0 | Memory::Grf1, _) if is_under_variable_mask => {
                Self::GrfWriteUnderVariableMask
            }
            (Memory::Grf0 | Memory::Grf1, _) => Self::GrfWrite,
            (Memory::T, _) if is_under_variable_mask => Self::TWriteUnderVariableMask,
            (Memory::T, _) => Self::TWrite,
            (Memory::MatrixX | Memory::MatrixY, _) => Self::MatrixWrite,
            (Memory::MaskRegister, _) => Self::MaskWrite,
            (Memory::BaseLm0 | Memory::BaseLm1, _) => Self::BaseWrite,
            (Memory::L1bm, Op::L2bm(L2bmOp::Multicast)) => Self::Multicast,
            (Memory::L1bm, Op::L2bm(_)) => Self::L2bmToL1bm,
            (Memory::L1bm, _) => Self::PeToL1bm,
            (Memory::L2bm, Op::Mv(_)) => Self::MvToL2bm,
            (Memory::L2bm, _) => Self::L1bmToL2bm,
            (Memory::Dar, _) => Self::DarWrite,
            (Memory::Pdm | Memory::Dram, _) => return None,
        })
    }
}
