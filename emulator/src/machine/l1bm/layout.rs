//! The order of the long words of one cycle of a transfer in L1BM, as places of the chip.

use mnc2_isa::geometry::MABS_PER_L1B;
use mnc2_isa::l1bm::{Order, Shape};
use mnc2_isa::{ChipLevel, L1bmOp, Memory};

use crate::machine::observer::AccessedPlace;
use crate::rrn::Circuit;

/// The shape of a transfer, with counts as indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout(Shape);

impl Layout {
    pub(super) const fn from_op(op: L1bmOp) -> Self {
        Self(op.transfer().shape)
    }

    pub(super) const fn shape(self) -> Shape {
        self.0
    }

    /// The number of long words of L1BM by which the address advances in a cycle.
    pub(super) const fn long_words(self) -> usize {
        self.0.advance() as usize
    }

    /// Long words of L1BM that a cycle reaches over.
    pub(super) const fn extent(self) -> usize {
        if self.0.is_apart() {
            self.offset(0, 0, 1) + 1
        } else {
            self.long_words()
        }
    }

    /// Whether all MABs of an L1B get the same.
    pub(super) const fn is_same_for_mabs(self) -> bool {
        matches!(self.0.order, Order::Pe | Order::Mab)
    }

    /// Long words of a PE in a cycle.
    pub(super) const fn sides(self) -> usize {
        self.0.sides as usize
    }

    /// The place of the long word of a MAB, PE and side (0 for MSB), counted from the cycle's address.
    pub(super) const fn offset(self, mab: usize, pe: usize, side: usize) -> usize {
        self.0.offset(mab as u32, pe as u32, side as u32) as usize
    }

    /// The long words that a cycle accesses in every L1B.
    pub(super) fn places(
        self,
        address: u32,
        cycle: usize,
    ) -> impl Iterator<Item = AccessedPlace<'static>> {
        let first = address.wrapping_add((cycle * self.long_words()) as u32);
        self.0
            .runs()
            .map(move |(offset, count)| AccessedPlace::Upper {
                memory: Memory::L1bm,
                elements: AccessedPlace::all_of(ChipLevel::L1b),
                address: first.wrapping_add(offset),
                count,
            })
    }

    /// The MABs whose data meet in one place; the circuit that reduces them.
    pub(super) const fn reduced_mabs(self) -> (usize, Circuit) {
        match self.0.order {
            Order::Mab4 => (4, Circuit::L1bm4),
            Order::Pe | Order::Mab | Order::All => (MABS_PER_L1B, Circuit::L1bm16),
        }
    }
}
