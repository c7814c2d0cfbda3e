//! Buffers of whole planes that are reused: a step outputs up to eight planes of 32 KiB and drops as many.
//!
//! Getting 256 KiB from the allocator, filling them with zeros and freeing them takes a third of the time of an
//! `iadd`, so [`Values`] of that size come from a store and return to it. Their content is left over from an earlier
//! use; the next user overwrites all of it. With debug assertions they are filled with a pattern, so that the tests
//! find users that do not.
//!
//! Each thread has its own store, which keeps at most `KEPT_MAX` buffers, 2 MiB.
//!
//! Values begin with a line of the host's caches: the widest loads and stores would cross two lines each otherwise.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut, Range};

use mnc2_isa::geometry::PES;

/// Bytes of a cache line.
const LINE: usize = 64;

/// Buffers that a store keeps.
const KEPT_MAX: usize = 64;

thread_local! {
    static KEPT: RefCell<Vec<Vec<u64>>> = const { RefCell::new(Vec::new()) };
}

/// A type with one value for each PE.
pub trait Value: Copy + Default + 'static {
    /// With debug assertions, the content of places that are not written yet.
    const LEFT_OVER: Self;

    /// A buffer of this length or a little more, with arbitrary content.
    #[must_use]
    fn take(length: usize) -> Vec<Self> {
        vec![Self::default(); length + LINE / size_of::<Self>()]
    }

    /// Returns a buffer of [`Value::take`].
    fn give_back(_buffer: Vec<Self>) {}
}

impl Value for u8 {
    const LEFT_OVER: Self = 0b1010;
}

impl Value for u16 {
    const LEFT_OVER: Self = 0xdea;
}

impl Value for u64 {
    const LEFT_OVER: Self = 0xa5a5_5a5a_dead_beef;

    fn take(length: usize) -> Vec<Self> {
        let kept = if length == PES {
            KEPT.with_borrow_mut(Vec::pop)
        } else {
            None
        };
        kept.unwrap_or_else(|| vec![0; length + LINE / size_of::<Self>()])
    }

    fn give_back(buffer: Vec<Self>) {
        if buffer.len() != PES + LINE / size_of::<Self>() {
            return;
        }
        // A thread that ends has no store any more.
        let _ = KEPT.try_with(|kept| {
            let mut kept = kept.borrow_mut();
            if kept.len() < KEPT_MAX {
                kept.push(buffer);
            }
        });
    }
}

/// Values on the heap.
#[derive(Debug)]
pub struct Values<T: Value> {
    buffer: Vec<T>,
    /// Where they are in the buffer.
    place: Range<usize>,
}

impl<T: Value> Values<T> {
    /// This many values, with arbitrary content.
    pub(crate) fn left_over(length: usize) -> Self {
        let mut buffer = T::take(length);
        if cfg!(debug_assertions) {
            buffer.fill(T::LEFT_OVER);
        }
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
}

impl<T: Value> Clone for Values<T> {
    fn clone(&self) -> Self {
        let mut copy = Self::left_over(self.len());
        copy.copy_from_slice(self);
        copy
    }
}

impl<T: Value> Drop for Values<T> {
    fn drop(&mut self) {
        T::give_back(std::mem::take(&mut self.buffer));
    }
}

impl<T: Value> Deref for Values<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.buffer[self.place.clone()]
    }
}

impl<T: Value> DerefMut for Values<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.buffer[self.place.clone()]
    }
}

#[cfg(test)]
mod tests {
    use mnc2_isa::geometry::PES;

    use super::{KEPT, KEPT_MAX, LINE, Values};

    #[test]
    fn values_begin_with_a_cache_line() {
        for length in [1, 64, 1000, PES] {
            let values = Values::<u64>::left_over(length);
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
        let planes: Vec<Values<u64>> = (0..2 * KEPT_MAX).map(|_| Values::left_over(PES)).collect();
        drop(Values::<u64>::left_over(64));
        assert_eq!(kept(), 0);
        drop(planes);
        assert_eq!(kept(), KEPT_MAX);
    }
}
