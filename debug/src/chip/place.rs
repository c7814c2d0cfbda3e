//! Words of one element of the chip.

use std::ops::Range;

use mnc2_isa::geometry::{
    GROUPS, L1BS_PER_L2B, L2BS_PER_GROUP, MABS_PER_L1B, PES, PES_PER_GROUP, PES_PER_L1B,
    PES_PER_L2B, PES_PER_MAB,
};
use mnc2_isa::{Level, Memory};
use mnc2_program::Scope;
use mnc2_program::access::{Elements, Piece, Store};

use mnc2_ide::session::Focus;

/// Words of a memory or register on one element of the chip.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The memory or register.
    pub store: Store,
    /// The index of the element at the store's [level](level_of).
    pub element: usize,
    /// In the units of [`mnc2_program::access`].
    pub words: Range<u32>,
}

/// The level of the elements that each have a store.
pub const fn level_of(store: Store) -> Level {
    match store {
        Store::Memory(memory) => Level::of(memory),
        Store::Forwarding(_) => Level::Pe,
        Store::Turnaround => Level::L1b,
        Store::Darbuf => Level::Group,
    }
}

/// The index of a PE in the chip.
pub fn pe_of(focus: Focus) -> usize {
    mnc2_ide::features::run::scope(focus).first_pe()
}

/// The PE with an index.
pub const fn focus_of(pe: usize) -> Focus {
    Focus {
        group: (pe / PES_PER_GROUP % GROUPS) as u8,
        l2b: (pe / PES_PER_L2B % L2BS_PER_GROUP) as u8,
        l1b: (pe / PES_PER_L1B % L1BS_PER_L2B) as u8,
        mab: (pe / PES_PER_MAB % MABS_PER_L1B) as u8,
        pe: (pe % PES_PER_MAB) as u8,
    }
}

impl Place {
    /// The place of a store that belongs to a PE: its own, or that of its MAB, L1B, L2B or group.
    pub const fn of_pe(store: Store, words: Range<u32>, pe: usize) -> Self {
        Self {
            store,
            element: level_of(store).containing(pe),
            words,
        }
    }

    /// The first PE of its element.
    pub const fn first_pe(&self) -> usize {
        self.element * level_of(self.store).pes() % PES
    }

    /// Its element as the scope of a statement.
    pub fn scope(&self) -> Scope {
        let level = level_of(self.store);
        let of = focus_of(self.first_pe());
        let part = |at: Level, number: u8| (at <= level).then_some(number);
        Scope {
            group: part(Level::Group, of.group),
            l2b: part(Level::L2b, of.l2b),
            l1b: part(Level::L1b, of.l1b),
            mab: part(Level::Mab, of.mab),
            pe: part(Level::Pe, of.pe),
        }
    }

    /// Its element.
    pub fn elements(&self) -> Elements {
        match self.store {
            Store::Memory(memory) => Elements::of_scope(memory, self.scope()),
            Store::Forwarding(_) => Elements::of_scope(Memory::Grf0, self.scope()),
            Store::Turnaround => Elements::of_scope(Memory::L1bm, self.scope()),
            Store::Darbuf => Elements::of_scope(Memory::Dar, self.scope()),
        }
    }

    /// Whether a piece of an access may touch it.
    pub fn meets(&self, piece: &Piece) -> bool {
        piece.first < self.words.end
            && self.words.start < piece.first + piece.count
            && piece.elements.meets(self.elements())
    }
}
