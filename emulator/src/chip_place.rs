//! Words of one element of the chip.

use std::ops::Range;

use mnc2_isa::geometry::{
    GROUPS, L1BS_PER_L2B, L2BS_PER_GROUP, MABS_PER_L1B, PES, PES_PER_GROUP, PES_PER_L1B,
    PES_PER_L2B, PES_PER_MAB,
};
use mnc2_isa::{ChipLevel, Memory};
use mnc2_program::Scope;
use mnc2_program::access::{Elements, Piece, Store};

/// Words of a memory or register on one element of the chip.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ChipPlace {
    /// The memory or register.
    pub store: Store,
    /// The index of the element at the store's [level](level_of).
    pub element: usize,
    /// In the units of [`mnc2_program::access`].
    pub words: Range<u32>,
}

/// The level of the elements that each have a store.
#[must_use]
pub const fn level_of(store: Store) -> ChipLevel {
    match store {
        Store::Memory(memory) => ChipLevel::from_memory(memory),
        Store::Forwarding(_) => ChipLevel::Pe,
        Store::Turnaround => ChipLevel::L1b,
        Store::Darbuf => ChipLevel::Group,
    }
}

impl ChipPlace {
    /// The place of a store that belongs to a PE: its own, or the store of its MAB, L1B, L2B or group.
    #[must_use]
    pub const fn from_pe(store: Store, words: Range<u32>, pe: usize) -> Self {
        Self {
            store,
            element: level_of(store).containing(pe),
            words,
        }
    }

    /// The first PE of its element.
    #[must_use]
    pub const fn first_pe(&self) -> usize {
        self.element * level_of(self.store).pes() % PES
    }

    /// Its element as the scope of a statement.
    #[must_use]
    pub fn scope(&self) -> Scope {
        let level = level_of(self.store);
        let pe = self.first_pe();
        let part = |at: ChipLevel, count: usize, pes: usize| {
            (at <= level).then_some((pe / pes % count) as u8)
        };
        Scope {
            group: part(ChipLevel::Group, GROUPS, PES_PER_GROUP),
            l2b: part(ChipLevel::L2b, L2BS_PER_GROUP, PES_PER_L2B),
            l1b: part(ChipLevel::L1b, L1BS_PER_L2B, PES_PER_L1B),
            mab: part(ChipLevel::Mab, MABS_PER_L1B, PES_PER_MAB),
            pe: part(ChipLevel::Pe, PES_PER_MAB, 1),
        }
    }

    /// The element of the chip to which it belongs.
    #[must_use]
    pub fn elements(&self) -> Elements {
        match self.store {
            Store::Memory(memory) => Elements::from_scope(memory, self.scope()),
            Store::Forwarding(_) => Elements::from_scope(Memory::Grf0, self.scope()),
            Store::Turnaround => Elements::from_scope(Memory::L1bm, self.scope()),
            Store::Darbuf => Elements::from_scope(Memory::Dar, self.scope()),
        }
    }

    /// Whether a part of an access may touch it.
    #[must_use]
    pub fn meets(&self, piece: &Piece) -> bool {
        piece.first < self.words.end
            && self.words.start < piece.first + piece.count
            && piece.elements.meets(self.elements())
    }

    /// The words that both have; `None` without any.
    #[must_use]
    pub fn common(&self, other: &Self) -> Option<Range<u32>> {
        let is_same = self.store == other.store && self.element == other.element;
        let start = self.words.start.max(other.words.start);
        let end = self.words.end.min(other.words.end);
        (is_same && start < end).then_some(start..end)
    }
}
