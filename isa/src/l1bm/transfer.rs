//! The long words that L1BM instructions move in a cycle: their source, and their order in L1BM (manual 3.6.8, table 3.8).

use crate::memory::Width;
use crate::operand::{OperandClass, OperandSpec};

/// The long words that an L1BM instruction moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The direction, and what becomes of the PEs' data.
    pub motion: TransferKind,
    /// The places of a cycle's long words in L1BM.
    pub shape: Shape,
}

/// The direction of a transfer, and what becomes of the PEs' data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferKind {
    /// From L1BM to every PE.
    ToPe,
    /// From the PEs of one MAB, or of one in each four.
    FromMab,
    /// From all PEs, reduced over the MABs that share a place.
    Reduce,
    /// From all PEs, each to its own place.
    Gather,
}

/// Where the long words of a cycle are in L1BM.
///
/// Instructions with equal shapes are of one type: they keep each other's order, and only they can be turned around
/// into each other (manual 3.6.8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Which PEs share a long word.
    pub order: Order,
    /// Long words of a PE in a cycle, 1 or 2.
    pub sides: u32,
}

/// Which PEs share a long word of L1BM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// All of them: the opcodes with `p`.
    Pe,
    /// 16x1: those with the same PE number.
    Mab,
    /// 4x4: those with the same PE number and the same upper two bits of the MAB number.
    Mab4,
    /// None: each has its own.
    All,
}

impl Transfer {
    pub(super) const fn new(motion: TransferKind, order: Order, sides: u32) -> Self {
        let shape = Shape { order, sides };
        Self { motion, shape }
    }

    pub(super) const fn operands(self) -> [OperandSpec; 2] {
        let class = OperandClass::L1bmPe(match self.shape.sides {
            2 => Width::DoubleLong,
            _ => Width::Long,
        });
        let (advance, words) = (self.shape.advance(), self.shape.long_words());
        match self.motion {
            TransferKind::ToPe => [
                OperandSpec::input("addr_b", class).words(advance, words),
                OperandSpec::outputs(OperandClass::PeOutput),
            ],
            TransferKind::FromMab | TransferKind::Reduce | TransferKind::Gather => [
                OperandSpec::input("src", OperandClass::PeInput),
                OperandSpec::output("addr_b", class).words(advance, words),
            ],
        }
    }
}

impl Shape {
    /// Long words of L1BM that a cycle accesses.
    #[must_use]
    pub const fn long_words(self) -> u32 {
        let of_a_side = match self.order {
            Order::Pe => 1,
            Order::Mab => 4,
            Order::Mab4 => 16,
            Order::All => 64,
        };
        of_a_side * self.sides
    }

    /// Whether the long words of a cycle are not contiguous: `l1bmp $llb` accesses long words four apart (manual 3.6.8.7).
    #[must_use]
    pub const fn is_apart(self) -> bool {
        matches!(self.order, Order::Pe) && self.sides == 2
    }

    /// The number of long words by which the address advances from cycle to cycle; addresses are multiples of it.
    #[must_use]
    pub const fn advance(self) -> u32 {
        if self.is_apart() {
            1
        } else {
            self.long_words()
        }
    }

    /// The place of the long word of a MAB, PE and side (0 for the most significant), counted from the cycle's
    /// address.
    #[must_use]
    pub const fn offset(self, mab: u32, pe: u32, side: u32) -> u32 {
        match self.order {
            Order::Pe => 4 * side,
            Order::Mab => 4 * side + pe,
            Order::Mab4 => mab / 4 * 4 * self.sides + 4 * side + pe,
            Order::All => mab * 4 + pe,
        }
    }

    /// The long words that a cycle accesses, as runs of the first one, counted from the cycle's address, and a count.
    pub fn runs(self) -> impl Iterator<Item = (u32, u32)> {
        let (runs, count) = if self.is_apart() {
            (self.sides, 1)
        } else {
            (1, self.long_words())
        };
        (0..runs).map(move |run| (self.offset(0, 0, run), count))
    }
}
