//! The order of the long words of one cycle of a transfer in L1BM (manual table 3.8).

use mnc2_isa::geometry::MABS_PER_L1B;
use mnc2_isa::{L1bmOp, Level, Memory};

use crate::machine::observer::Place;
use crate::rrn::Circuit;

/// A type of transfer: the order of the long words of one cycle in L1BM (manual table 3.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// `l1bmp`: one long word for all.
    Pe,
    /// `l1bmp $llb`: two long words, four addresses apart.
    PeDouble,
    /// 16x1: a long word for each PE number.
    Mab,
    /// The same with two long words, those of the MSB side first.
    MabDouble,
    /// 4x4: as 16x1 for each value of the upper two bits of the MAB number.
    Mab4,
    /// The same with two long words.
    Mab4Double,
    /// A long word for each PE.
    All,
}

impl Layout {
    pub(super) const fn of(op: L1bmOp) -> Self {
        match op {
            L1bmOp::BroadcastPe => Self::Pe,
            L1bmOp::BroadcastPeDouble => Self::PeDouble,
            L1bmOp::BroadcastMab | L1bmOp::Transfer | L1bmOp::Reduce => Self::Mab,
            L1bmOp::BroadcastMabDouble | L1bmOp::TransferDouble | L1bmOp::ReduceDouble => {
                Self::MabDouble
            }
            L1bmOp::BroadcastMab4 | L1bmOp::Transfer4 | L1bmOp::Reduce4 => Self::Mab4,
            L1bmOp::BroadcastMab4Double | L1bmOp::Transfer4Double | L1bmOp::Reduce4Double => {
                Self::Mab4Double
            }
            L1bmOp::Distribute | L1bmOp::Gather => Self::All,
        }
    }

    /// Long words of L1BM in a cycle, which is also how far the address advances.
    pub(super) const fn long_words(self) -> usize {
        match self {
            Self::Pe => 1,
            // Two are read, but the next cycle starts one further.
            Self::PeDouble => 1,
            Self::Mab => 4,
            Self::MabDouble => 8,
            Self::Mab4 => 16,
            Self::Mab4Double => 32,
            Self::All => 64,
        }
    }

    /// Long words of L1BM that a cycle reaches over.
    pub(super) const fn extent(self) -> usize {
        match self {
            Self::PeDouble => self.offset(0, 0, 1) + 1,
            Self::Pe | Self::Mab | Self::MabDouble | Self::Mab4 | Self::Mab4Double | Self::All => {
                self.long_words()
            }
        }
    }

    /// Whether all MABs of an L1B get the same.
    pub(super) const fn is_same_for_mabs(self) -> bool {
        match self {
            Self::Pe | Self::PeDouble | Self::Mab | Self::MabDouble => true,
            Self::Mab4 | Self::Mab4Double | Self::All => false,
        }
    }

    /// Long words of a PE in a cycle.
    pub(super) const fn sides(self) -> usize {
        match self {
            Self::Pe | Self::Mab | Self::Mab4 | Self::All => 1,
            Self::PeDouble | Self::MabDouble | Self::Mab4Double => 2,
        }
    }

    /// The place of the long word of a MAB, PE and side (0 for MSB), counted from the cycle's address.
    pub(super) const fn offset(self, mab: usize, pe: usize, side: usize) -> usize {
        match self {
            Self::Pe => 0,
            Self::PeDouble => 4 * side,
            Self::Mab => pe,
            Self::MabDouble => 4 * side + pe,
            Self::Mab4 => mab / 4 * 4 + pe,
            Self::Mab4Double => mab / 4 * 8 + 4 * side + pe,
            Self::All => mab * 4 + pe,
        }
    }

    /// The long words that a cycle accesses in every L1B.
    pub(super) fn places(self, address: u32, cycle: usize) -> [Option<Place<'static>>; 2] {
        let place = |offset: usize, count: usize| Place::Upper {
            memory: Memory::L1bm,
            elements: Place::all_of(Level::L1b),
            address: address.wrapping_add(offset as u32),
            count: count as u32,
        };
        let first = cycle * self.long_words();
        match self {
            Self::PeDouble => [0, 1].map(|side| Some(place(first + self.offset(0, 0, side), 1))),
            Self::Pe | Self::Mab | Self::MabDouble | Self::Mab4 | Self::Mab4Double | Self::All => {
                [Some(place(first, self.long_words())), None]
            }
        }
    }

    /// The MABs whose data meet in one place; the circuit that reduces them.
    pub(super) const fn reduced_mabs(self) -> (usize, Circuit) {
        match self {
            Self::Mab4 | Self::Mab4Double => (4, Circuit::L1bm4),
            Self::Pe | Self::PeDouble | Self::Mab | Self::MabDouble | Self::All => {
                (MABS_PER_L1B, Circuit::L1bm16)
            }
        }
    }
}
