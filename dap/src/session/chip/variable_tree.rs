//! The lists of variables of the chip.

use mnc2_emulator::chip_place::ChipPlace;
use mnc2_isa::Memory;
use mnc2_program::access::Store;

use crate::session::references::References;
use mnc2_debug::chip::word_text::PlaceWords;

/// Bits of the shortest words that have several formats.
const SHORTEST_NUMBER_BITS: u32 = 16;

/// A list of variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum List {
    /// What the line that runs next reads and writes.
    Step,
    /// The memories and registers of an element of the chip.
    Element(Vec<(String, Self)>),
    /// Words of a memory, in items of this many words each.
    Words {
        /// All words of the place.
        place: ChipPlace,
        /// Words of an item.
        item: u32,
    },
    /// The cycles of one operand of the step, by its place among all operands.
    Operand(usize),
    /// The entries of the mask register of an element.
    Masks(usize),
    /// The forwarding registers of an element, and the turnaround register above it.
    Forwarding(usize),
    /// The transfers that are under way.
    Transfers,
    /// The cycles of a register.
    Cycles(ChipPlace),
    /// Words in every format.
    Formats(PlaceWords),
}

impl List {
    /// The words of a memory of an element as a list.
    pub(super) fn memory(memory: Memory, element: usize) -> Self {
        let store = Store::Memory(memory);
        let item = match memory {
            Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 => 2,
            Memory::T => 4,
            Memory::MaskRegister
            | Memory::BaseLm0
            | Memory::BaseLm1
            | Memory::MatrixX
            | Memory::MatrixY
            | Memory::L1bm
            | Memory::L2bm
            | Memory::Pdm
            | Memory::Dram
            | Memory::Dar => 1,
        };
        Self::Words {
            place: ChipPlace {
                store,
                element,
                words: 0..store.words(),
            },
            item,
        }
    }

    /// Number of indexed items.
    pub(super) const fn indexed(&self) -> Option<i64> {
        match self {
            Self::Words { place, item } => {
                Some(((place.words.end - place.words.start) / *item) as i64)
            }
            _ => None,
        }
    }
}

impl References<List> {
    /// The number of words in every format; 0 if they are too short to have several.
    pub(super) fn formats(&mut self, words: &PlaceWords) -> i64 {
        if words.bits < SHORTEST_NUMBER_BITS {
            return 0;
        }
        self.give(List::Formats(words.clone()))
    }
}
