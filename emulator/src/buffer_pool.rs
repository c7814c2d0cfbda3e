//! Buffers of whole planes that are reused: a step outputs up to eight planes of 32 KiB and drops as many.
//!
//! Getting 256 KiB from the allocator, filling them with zeros and freeing them takes a third of the time of an
//! `iadd`, so [`Shared`] values of that size come from a store, and return to it, with their count of owners, when their
//! last owner drops them. Their content is left over from an earlier use; the next user overwrites all of it. With debug
//! assertions they are filled with a pattern, so that the tests find users that do not.
//!
//! Each thread has its own store, which keeps at most `KEPT_MAX` buffers, 2 MiB.
//!
//! Values begin with a line of the host's caches: the widest loads and stores would cross two lines each otherwise.

use std::cell::RefCell;
use std::ops::{Deref, Range};
use std::sync::Arc;

use mnc2_isa::geometry::PES;

/// Bytes of a cache line.
const LINE: usize = 64;

/// Buffers that a store keeps.
const KEPT_MAX: usize = 64;

thread_local! {
    static KEPT: RefCell<Vec<Arc<Values<u64>>>> = const { RefCell::new(Vec::new()) };
}

/// A type with one value for each PE.
pub trait PooledValue: Copy + Default + 'static {
    /// With debug assertions, the content of places that are not written yet.
    const LEFT_OVER: Self;

    /// Values of this length from an earlier use, if there are any. They have no owner.
    #[must_use]
    fn take(_length: usize) -> Option<Arc<Values<Self>>> {
        None
    }

    /// Takes back values whose last owner drops them.
    fn give_back(_values: Arc<Values<Self>>) {}
}

impl PooledValue for u8 {
    const LEFT_OVER: Self = 0b1010;
}

impl PooledValue for u16 {
    const LEFT_OVER: Self = 0xdea;
}

impl PooledValue for u64 {
    const LEFT_OVER: Self = 0xa5a5_5a5a_dead_beef;

    fn take(length: usize) -> Option<Arc<Values<Self>>> {
        if length != PES {
            return None;
        }
        KEPT.with_borrow_mut(Vec::pop)
    }

    fn give_back(values: Arc<Values<Self>>) {
        if values.place.len() != PES {
            return;
        }
        // A thread that ends has no store any more.
        let _ = KEPT.try_with(|kept| {
            let mut kept = kept.borrow_mut();
            if kept.len() < KEPT_MAX {
                kept.push(values);
            }
        });
    }
}

/// Values on the heap.
#[derive(Debug)]
pub struct Values<T> {
    buffer: Vec<T>,
    /// Where they are in the buffer.
    place: Range<usize>,
}

impl<T: PooledValue> Values<T> {
    fn new(length: usize) -> Self {
        let buffer = vec![T::default(); length + LINE / size_of::<T>()];
        // Where the distance is not known, any place is right.
        let start = buffer
            .as_ptr()
            .align_offset(LINE)
            .min(buffer.len() - length);
        Self {
            buffer,
            place: start..start + length,
        }
    }

    fn as_slice(&self) -> &[T] {
        &self.buffer[self.place.clone()]
    }

    fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.buffer[self.place.clone()]
    }
}

/// Values on the heap, shared until one of their owners writes them.
#[derive(Clone, Debug)]
pub struct Shared<T: PooledValue>(
    /// `None` while they are dropped.
    Option<Arc<Values<T>>>,
);

impl<T: PooledValue> Shared<T> {
    /// This many values of an earlier use, to be written completely.
    pub(crate) fn left_over(length: usize) -> Self {
        let values = T::take(length).unwrap_or_else(|| Arc::new(Values::new(length)));
        let mut values = Self(Some(values));
        if cfg!(debug_assertions) {
            values.make_mut().fill(T::LEFT_OVER);
        }
        values
    }

    /// This many values, written completely by a function; until then their content is arbitrary.
    pub(crate) fn build(length: usize, write: impl FnOnce(&mut [T])) -> Self {
        let mut values = Self::left_over(length);
        write(values.get_mut().unwrap_or_default());
        values
    }

    /// The values for writing, if they have no other owner.
    pub(crate) fn get_mut(&mut self) -> Option<&mut [T]> {
        Arc::get_mut(self.0.as_mut()?).map(Values::as_mut_slice)
    }

    /// The values for writing, copied if they have another owner.
    pub(crate) fn make_mut(&mut self) -> &mut [T] {
        if self.is_shared() {
            *self = Self::build(self.len(), |copy| copy.copy_from_slice(self));
        }
        self.get_mut().unwrap_or_default()
    }

    /// Whether both are the same values.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(own), Some(others)) => Arc::ptr_eq(own, others),
            (None, _) | (_, None) => false,
        }
    }

    /// Whether they have another owner.
    fn is_shared(&self) -> bool {
        self.0
            .as_ref()
            .is_some_and(|values| Arc::strong_count(values) > 1)
    }
}

impl<T: PooledValue> Drop for Shared<T> {
    fn drop(&mut self) {
        // What has one owner gets no other: there are no weak references.
        let is_last = !self.is_shared();
        if let Some(values) = self.0.take().filter(|_| is_last) {
            T::give_back(values);
        }
    }
}

impl<T: PooledValue> Deref for Shared<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.0.as_deref().map_or(&[], Values::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use mnc2_isa::geometry::PES;

    use super::{KEPT, KEPT_MAX, LINE, Shared};

    #[test]
    fn values_begin_with_a_cache_line() {
        for length in [1, 64, 1000, PES] {
            let values = Shared::<u64>::build(length, |_| ());
            assert_eq!(
                (values.as_ptr().align_offset(LINE), values.len()),
                (0, length)
            );
        }
    }

    #[test]
    fn whole_planes_are_kept_and_bounded() {
        let kept = || KEPT.with_borrow(Vec::len);
        KEPT.with_borrow_mut(Vec::clear);
        let plane = |_| Shared::<u64>::build(PES, |_| ());
        let planes: Vec<Shared<u64>> = (0..2 * KEPT_MAX).map(plane).collect();
        drop(Shared::<u64>::build(64, |_| ()));
        assert_eq!(kept(), 0);
        drop(planes);
        assert_eq!(kept(), KEPT_MAX);
    }

    #[test]
    fn values_are_copied_for_the_owner_that_writes_them() {
        let mut own = Shared::<u64>::build(PES, |values| values.fill(1));
        let mut other = own.clone();
        assert!(own.is_same(&other) && own.get_mut().is_none());
        other.make_mut()[5] = 2;
        assert_eq!((own[5], other[5], other[6]), (1, 2, 1));
        assert!(!own.is_same(&other) && own.get_mut().is_some());
    }
}
