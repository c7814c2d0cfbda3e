//! Sets of words, one bit for each: a long region has many sets, and most of them hold nearly all words of the PE memories.

use std::ops::Range;

use super::graph::Word;
use crate::values::PE_MEMORIES;

/// Bits of an element of the list.
const COUNT: u32 = u64::BITS;

/// A set of words of one store, by their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    fn place(number: u32) -> (usize, u64) {
        ((number / COUNT) as usize, 1 << (number % COUNT))
    }

    pub(super) fn contains(&self, number: u32) -> bool {
        let (index, bit) = Self::place(number);
        self.0.get(index).is_some_and(|it| it & bit != 0)
    }

    pub(super) fn contains_any(&self, mut numbers: Range<u32>) -> bool {
        numbers.any(|it| self.contains(it))
    }

    pub(super) fn insert_all(&mut self, numbers: Range<u32>) {
        let count = numbers.end.div_ceil(COUNT) as usize;
        if self.0.len() < count && !numbers.is_empty() {
            self.0.resize(count, 0);
        }
        for number in numbers {
            let (index, bit) = Self::place(number);
            self.0[index] |= bit;
        }
    }

    pub(super) fn remove_all(&mut self, numbers: Range<u32>) {
        for number in numbers {
            let (index, bit) = Self::place(number);
            if let Some(of_number) = self.0.get_mut(index) {
                *of_number &= !bit;
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|it| *it == 0)
    }

    /// The numbers, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        let numbers = (0..).step_by(COUNT as usize).zip(&self.0);
        numbers.flat_map(|(first, bits)| {
            let mut rest = *bits;
            std::iter::from_fn(move || {
                let next = (rest != 0).then(|| first + rest.trailing_zeros());
                rest &= rest.wrapping_sub(1);
                next
            })
        })
    }
}

/// A set of words of LM0, LM1, GRF0 and GRF1.
#[derive(Clone, Debug, Default)]
pub(super) struct Words([Bits; PE_MEMORIES]);

impl Words {
    pub(super) fn contains(&self, word: Word) -> bool {
        self.0[word.memory].contains(word.address)
    }

    pub(super) fn insert(&mut self, word: Word) {
        self.0[word.memory].insert_all(word.address..word.address + 1);
    }
}

impl Extend<Word> for Words {
    fn extend<T: IntoIterator<Item = Word>>(&mut self, words: T) {
        words.into_iter().for_each(|it| self.insert(it));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_that_were_inserted_and_not_removed() {
        let mut numbers = Bits::default();
        numbers.remove_all(0..4);
        numbers.insert_all(5..5);
        assert!(numbers.is_empty());
        numbers.insert_all(62..67);
        numbers.insert_all(130..131);
        numbers.remove_all(63..65);
        numbers.remove_all(500..501);
        let found: Vec<u32> = numbers.iter().collect();
        assert_eq!(found, [62, 65, 66, 130]);
        assert!(numbers.contains_any(63..66) && !numbers.contains_any(67..130));
        assert!(!numbers.contains(63) && !numbers.contains(4_000));
    }
}
