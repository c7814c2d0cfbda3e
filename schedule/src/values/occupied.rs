//! Which words are taken from when to when, and how free the places of values are.

use mnc2_program::access::Store;

use super::{MEMORIES, Stay};

/// The values that hold each word, in order of time.
pub(crate) struct Occupied {
    words: [Vec<Vec<Stay>>; MEMORIES.len()],
}

/// Lines without use of a place, before and after, beyond which more do not help.
pub(crate) const FREE_LINES_MAX: i64 = 48;

impl Occupied {
    pub(crate) fn by<'a>(stays: impl Iterator<Item = &'a Stay>) -> Self {
        let count = |memory| Store::Memory(memory).words() as usize;
        let mut words = MEMORIES.map(|memory| vec![Vec::new(); count(memory)]);
        for stay in stays {
            words[stay.memory][stay.word as usize].push(*stay);
        }
        for of_word in words.iter_mut().flatten() {
            of_word.sort_by_key(|stay| stay.first);
        }
        Self { words }
    }

    pub(crate) fn remove(&mut self, stays: &[Stay]) {
        for stay in stays {
            let of_word = &mut self.words[stay.memory][stay.word as usize];
            of_word.retain(|it| it.web != stay.web);
        }
    }

    pub(crate) fn add(&mut self, stays: &[Stay]) {
        for stay in stays {
            let of_word = &mut self.words[stay.memory][stay.word as usize];
            let at = of_word.partition_point(|it| it.first < stay.first);
            of_word.insert(at, *stay);
        }
    }

    /// How free the places of some values are: the time without another use before and after, in half lines, at most
    /// [`FREE_LINES_MAX`] lines each. `None` if one is taken.
    pub(crate) fn freedom(&self, stays: &[Stay]) -> Option<i64> {
        let mut least = (i64::MAX, i64::MAX);
        for stay in stays {
            let (before, after) = self.free(stay)?;
            least = (least.0.min(before), least.1.min(after));
        }
        Some(least.0 + least.1)
    }

    fn free(&self, stay: &Stay) -> Option<(i64, i64)> {
        let of_word = &self.words[stay.memory][stay.word as usize];
        let at = of_word.partition_point(|it| it.first <= stay.last);
        let most = 2 * FREE_LINES_MAX;
        let after = of_word.get(at);
        let after = after.map_or(most, |it| (it.first - stay.last).min(most));
        let before = match at.checked_sub(1).map(|before| of_word[before]) {
            None => most,
            Some(it) if it.last >= stay.first => return None,
            Some(it) => (stay.first - it.last).min(most),
        };
        Some((before, after))
    }
}
