//! MV instructions, and the start of their operands (manual 3.5).

use mnc2_isa::mv::{INDIRECTION_UNIT_LONG_WORDS, UNIT_LONG_WORDS};
use mnc2_isa::spelling::Spelling;
use mnc2_isa::{Memory, Op};
use mnc2_text::LineRange;

use super::{Operand, OperandKind, Tag};

/// MV instruction statement (manual 3.5).
#[derive(Clone, Debug, PartialEq)]
pub struct MvInstruction {
    /// Its bytes in the line.
    pub range: LineRange,
    /// The mnemonic with its parameters.
    pub opcode_range: LineRange,
    /// The mnemonic without its parameters.
    pub mnemonic_range: LineRange,
    /// The letters of the mnemonic.
    pub spelling: &'static Spelling,
    /// The row of the mnemonic.
    pub op: Op,
    /// `n<size>` in long words (manual 3.5.3); 0 for `mvnop`.
    pub size_long_words: u32,
    /// The place of the size.
    pub size_range: Option<LineRange>,
    /// `i<tag>`; `None` without a tag.
    pub tag: Option<Tag>,
    /// `p<priority>`, 0 to 3.
    pub priority: u8,
    /// `nd<N>`: consecutive 16-long-word accesses for one DAR entry; `None` is infinite.
    pub indirection_count: Option<u32>,
    /// Source, destination; empty for `mvnop`.
    pub operands: Vec<Operand>,
}

impl MvInstruction {
    /// Unit operations, each of which moves as many long words as the row states (manual 3.5.8).
    #[must_use]
    pub const fn unit_operations(&self) -> u32 {
        self.size_long_words / UNIT_LONG_WORDS
    }

    /// Entries of DAR that an indirect operand of this many long words reads (manual 3.5.6).
    #[must_use]
    pub fn dar_entries(&self, words: u32) -> u32 {
        let accesses = words / INDIRECTION_UNIT_LONG_WORDS;
        match self.indirection_count {
            Some(count) => accesses.div_ceil(count.max(1)),
            None => accesses.min(1),
        }
    }

    /// Whether it ends before a later one of its kind does: without a tag always (assumed, `mv-without-tag`), with one where
    /// both move words between the same elements (manual 3.5.1, example 2).
    #[must_use]
    pub fn ends_before(&self, later: &Self) -> bool {
        let is_same_kind = self.op == later.op && self.priority >= later.priority;
        is_same_kind && (self.tag.is_none() || self.has_elements_of(later))
    }

    /// Whether both move words between the same elements.
    fn has_elements_of(&self, other: &Self) -> bool {
        let named = |operand: &Operand| {
            let place = operand.kind.mv_place()?;
            Some((place.group, place.l2b))
        };
        let own = self.operands.iter().map(named);
        own.eq(other.operands.iter().map(named))
    }
}

/// The start of an operand of PDM, DRAM or L2BM (manual 3.5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MvPlace {
    /// PDM, DRAM or L2BM.
    pub memory: Memory,
    /// First address in long words, or the first DAR entry when indirect.
    pub address: u32,
    /// `$di`: through the DAR.
    pub is_indirect: bool,
    /// `@<group>`; `None` for every group.
    pub group: Option<u8>,
    /// The L2B in the group.
    pub l2b: Option<u8>,
}

impl OperandKind {
    /// The start, if MV instructions can move from or to this operand.
    #[must_use]
    pub const fn mv_place(&self) -> Option<MvPlace> {
        let (memory, address, is_indirect, group, l2b) = match *self {
            Self::Pdm { address, group } => (Memory::Pdm, address, false, group, None),
            Self::Dram {
                address,
                indirect,
                group,
            } => (Memory::Dram, address, indirect, group, None),
            Self::L2bm {
                address,
                group,
                l2b,
            } => (Memory::L2bm, address, false, group, l2b),
            Self::PeMemory(_)
            | Self::T(_)
            | Self::BaseRegister(..)
            | Self::MaskRegister(_)
            | Self::MatrixSide(..)
            | Self::MatrixRows { .. }
            | Self::Forwarding(_)
            | Self::Constant(_)
            | Self::NoWrite
            | Self::L1bm { .. }
            | Self::Turnaround(_)
            | Self::Dar(_)
            | Self::Literal(_)
            | Self::Tag(_) => return None,
        };
        Some(MvPlace {
            memory,
            address,
            is_indirect,
            group,
            l2b,
        })
    }
}
