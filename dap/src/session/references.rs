//! Lists of variables by number: a number is valid until the run continues.

use std::collections::HashMap;
use std::hash::Hash;

/// Maximum number of lists that are valid at a time.
const LISTS_MAX: usize = 100_000;

/// The valid lists, by number.
pub(super) struct References<L> {
    lists: Vec<L>,
    /// The index of each list.
    places: HashMap<L, usize>,
    /// The number before the first list: numbers are not given twice soon.
    before: i64,
}

impl<L> Default for References<L> {
    fn default() -> Self {
        Self {
            lists: Vec::new(),
            places: HashMap::new(),
            before: 0,
        }
    }
}

impl<L: Clone + Eq + Hash> References<L> {
    /// The number of a list; 0 if there are too many.
    pub(super) fn give(&mut self, list: L) -> i64 {
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

    /// The list of a number.
    pub(super) fn list(&self, number: i64) -> Option<&L> {
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
        let step = references.give("step");
        let masks = references.give("masks");
        assert_eq!(references.give("step"), step);
        assert_ne!(step, masks);
        assert_eq!(references.list(masks), Some(&"masks"));
        references.clear();
        assert_eq!(references.list(step), None);
        let other = references.give("other");
        assert!(other > masks && references.list(masks).is_none());
        for wrong in [0, -1, i64::MIN, i64::MAX] {
            assert_eq!(references.list(wrong), None);
        }
    }
}
