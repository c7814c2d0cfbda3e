//! The lists of variables that the client can ask for.
//!
//! A number stands for a list until the run goes on.

use std::collections::HashMap;

use mnc2_asm::access::Store;
use mnc2_ide::debug::place::Place;
use mnc2_isa::Memory;

use super::number::Words;

/// Maximum number of lists that a client knows at a time.
const LISTS_MAX: usize = 100_000;

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
        /// All of them.
        place: Place,
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
    Cycles(Place),
    /// Words in every format.
    Formats(Words),
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
            place: Place {
                store,
                element,
                words: 0..store.words(),
            },
            item,
        }
    }

    /// How many items it has that are asked for by number.
    pub(super) const fn indexed(&self) -> Option<i64> {
        match self {
            Self::Words { place, item } => {
                Some(((place.words.end - place.words.start) / *item) as i64)
            }
            _ => None,
        }
    }
}

/// The lists that the client knows, by number.
#[derive(Default)]
pub(super) struct References {
    lists: Vec<List>,
    /// Where each of them is.
    places: HashMap<List, usize>,
    /// The number before that of the first list: numbers are not given twice soon.
    before: i64,
}

impl References {
    /// The number of a list; 0 if the client knows too many.
    pub(super) fn give(&mut self, list: List) -> i64 {
        let index = match self.places.get(&list) {
            Some(&index) => index,
            None if self.lists.len() >= LISTS_MAX => return 0,
            None => {
                let index = self.lists.len();
                self.places.insert(list.clone(), index);
                self.lists.push(list);
                index
            }
        };
        self.before + 1 + index as i64
    }

    /// The number of words in every format; 0 if they are too short to have several.
    pub(super) fn formats(&mut self, words: &Words) -> i64 {
        if words.bits < SHORTEST_NUMBER_BITS {
            return 0;
        }
        self.give(List::Formats(words.clone()))
    }

    /// The list of a number.
    pub(super) fn list(&self, number: i64) -> Option<&List> {
        let index = number.checked_sub(self.before + 1)?;
        self.lists.get(usize::try_from(index).ok()?)
    }

    /// Forgets all lists; their numbers mean nothing any more.
    pub(super) fn clear(&mut self) {
        let given = self.before + self.lists.len() as i64;
        // A number of the protocol has 31 bits.
        self.before = if given > i64::from(i32::MAX / 2) {
            0
        } else {
            given
        };
        self.lists.clear();
        self.places.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_for_lists_until_the_run_goes_on() {
        let mut references = References::default();
        let step = references.give(List::Step);
        let masks = references.give(List::Masks(3));
        assert_eq!(references.give(List::Step), step);
        assert_ne!(step, masks);
        assert_eq!(references.list(masks), Some(&List::Masks(3)));
        references.clear();
        assert_eq!(references.list(step), None);
        let other = references.give(List::Masks(4));
        assert!(other > masks && references.list(masks).is_none());
        for wrong in [0, -1, i64::MIN, i64::MAX] {
            assert_eq!(references.list(wrong), None);
        }
    }
}
