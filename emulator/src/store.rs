//! Buffers of whole planes that are reused: a step outputs up to eight planes of 32 KiB and drops as many.
//!
//! Getting 256 KiB from the allocator, filling them with zeros and freeing them takes a third of the time of an
//! `iadd`, so [`Values`] of that size come from a store and return to it. Their content is left over from an earlier
//! use; the next user overwrites all of it. With debug assertions they are filled with a pattern, so that the tests
//! find users that do not.
//!
//! A buffer returns to the thread that took it first, whose cache may still hold it; another thread may drop it. The
//! stores keep at most `KEPT_MAX` buffers, 2 MiB per thread.

use std::cell::Cell;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, PoisonError};

use mnc2_isa::geometry::PES;

/// Buffers that a store keeps.
const KEPT_MAX: usize = 64;
/// Stores: one for the threads that run machines, and one for each that computes cycles for them.
pub(crate) const STORES: usize = 4;

static KEPT: [Mutex<Vec<Vec<u64>>>; STORES] = [const { Mutex::new(Vec::new()) }; STORES];

thread_local! {
    static OWN_STORE: Cell<usize> = const { Cell::new(0) };
}

/// Declares that this thread has a store of its own.
pub(crate) fn use_store(number: usize) {
    OWN_STORE.set(number % STORES);
}

/// A type with one value for each PE.
pub trait Value: Copy + Default + 'static {
    /// With debug assertions, the content of places that are not written yet.
    const LEFT_OVER: Self;

    /// A buffer from a store, with its number; `None` for a buffer from the allocator.
    #[must_use]
    fn take(_length: usize) -> Option<(Vec<Self>, usize)> {
        None
    }

    /// Returns a buffer of [`Value::take`].
    fn give_back(_buffer: Vec<Self>, _store: usize) {}
}

impl Value for u8 {
    const LEFT_OVER: Self = 0b1010;
}

impl Value for u16 {
    const LEFT_OVER: Self = 0xdea;
}

impl Value for u64 {
    const LEFT_OVER: Self = 0xa5a5_5a5a_dead_beef;

    fn take(length: usize) -> Option<(Vec<Self>, usize)> {
        if length != PES {
            return None;
        }
        let store = OWN_STORE.get();
        let mut kept = KEPT[store].lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.pop();
        Some((kept.unwrap_or_else(|| vec![0; PES]), store))
    }

    fn give_back(buffer: Vec<Self>, store: usize) {
        let mut kept = KEPT[store].lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < KEPT_MAX {
            kept.push(buffer);
        }
    }
}

/// Values on the heap.
#[derive(Debug)]
pub struct Values<T: Value> {
    values: Vec<T>,
    /// The store that they return to.
    store: Option<usize>,
}

impl<T: Value> Values<T> {
    /// This many values, with arbitrary content.
    pub(crate) fn left_over(length: usize) -> Self {
        let (mut values, store) = match T::take(length) {
            Some((values, store)) => (values, Some(store)),
            None => (vec![T::default(); length], None),
        };
        if cfg!(debug_assertions) {
            values.fill(T::LEFT_OVER);
        }
        Self { values, store }
    }
}

impl<T: Value> Clone for Values<T> {
    fn clone(&self) -> Self {
        let mut copy = Self::left_over(self.values.len());
        copy.values.copy_from_slice(&self.values);
        copy
    }
}

impl<T: Value> Drop for Values<T> {
    fn drop(&mut self) {
        if let Some(store) = self.store {
            T::give_back(std::mem::take(&mut self.values), store);
        }
    }
}

impl<T: Value> Deref for Values<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.values
    }
}

impl<T: Value> DerefMut for Values<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values
    }
}

#[cfg(test)]
mod tests {
    use mnc2_isa::geometry::PES;

    use super::{KEPT, KEPT_MAX, Values, use_store};

    #[test]
    fn buffers_return_to_the_store_they_are_from_and_are_bounded() {
        let kept = || KEPT[3].lock().expect("nobody panicked").len();
        use_store(3);
        assert_eq!(kept(), 0);
        let planes: Vec<Values<u64>> = (0..2 * KEPT_MAX).map(|_| Values::left_over(PES)).collect();
        drop(Values::<u64>::left_over(64));
        use_store(0);
        drop(planes);
        assert_eq!(kept(), KEPT_MAX);
    }
}
