//! One value for each PE, with equal values stored once.
//!
//! The values of a memory at one address, of a forwarding path or of a mask repeat with a *period*: PE `i` has value
//! `i mod period`. The period is a power of two from 4 (all MABs alike) over 64 (all L1Bs alike) to 4096 (nothing
//! shared). An operation uses the largest period of its operands and computes that many PEs; nothing else decides what
//! is shared, so a result cannot depend on it. Values become different through a write of a longer period, and alike
//! again when values of a shorter period replace them.
//!
//! Up to four values are stored inline; more are on the heap, shared until one is written.

use std::borrow::Cow;
use std::ops::Index;

use mnc2_isa::geometry::{PES, PES_PER_MAB};

use crate::buffer_pool::{PooledValue, Shared};
use crate::simd::{Kernel, on_vectors};

/// The shortest period: the PEs of a MAB use each other's values.
pub const SHORTEST: usize = PES_PER_MAB;

const _: () = assert!(PES.is_power_of_two() && SHORTEST.is_power_of_two());

/// One value for each PE.
#[derive(Clone, Debug)]
pub enum Lanes<T: PooledValue> {
    /// All MABs are alike.
    Few([T; SHORTEST]),
    /// As many values as the period; more than [`SHORTEST`].
    Many(Shared<T>),
}

/// One long word for each PE.
pub type Plane = Lanes<u64>;

/// Zero on every PE.
pub static ZEROS: Plane = Lanes::Few([0; SHORTEST]);

impl<T: PooledValue> Lanes<T> {
    /// An equal value on every PE.
    #[must_use]
    pub const fn all(value: T) -> Self {
        Self::Few([value; SHORTEST])
    }

    /// After how many PEs the values repeat.
    #[must_use]
    pub fn period(&self) -> usize {
        match self {
            Self::Few(_) => SHORTEST,
            Self::Many(values) => values.len(),
        }
    }

    /// The values of the first PEs; the others repeat them.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        match self {
            Self::Few(values) => values,
            Self::Many(values) => values,
        }
    }

    /// Values of a period that are not initialised, to be written completely.
    pub(crate) fn left_over(period: usize) -> Self {
        if period == SHORTEST {
            return Self::all(T::default());
        }
        Self::Many(Shared::left_over(period))
    }

    /// Values of a period that a function writes completely; until then they are not initialised.
    #[must_use]
    pub fn build(period: usize, write: impl FnOnce(&mut [T])) -> Self {
        if period == SHORTEST {
            let mut values = [T::default(); SHORTEST];
            write(&mut values);
            return Self::Few(values);
        }
        Self::Many(Shared::build(period, write))
    }

    /// Values of a period, each made from the index of its PE.
    #[must_use]
    pub fn from_fn(period: usize, value: impl Fn(usize) -> T) -> Self {
        Self::build(period, |values| {
            for (pe, place) in values.iter_mut().enumerate() {
                *place = value(pe);
            }
        })
    }

    pub(crate) fn map(&self, map: impl Map<T>) -> Self {
        Self::build(self.period(), |values| {
            on_vectors(Mapped {
                from: self.as_slice(),
                to: values,
                map,
            });
        })
    }

    /// The values of a longer period.
    #[must_use]
    pub fn extended(&self, period: usize) -> Cow<'_, [T]> {
        let values = self.as_slice();
        if values.len() >= period {
            return Cow::Borrowed(values);
        }
        Cow::Owned(values.repeat(period / values.len()))
    }

    /// The values for writing, with this period or a longer one that they already have.
    pub fn make_mut(&mut self, period: usize) -> &mut [T] {
        if self.period() < period {
            let values = self.as_slice();
            *self = Self::build(period, |repeated| {
                for repeated in repeated.chunks_exact_mut(values.len()) {
                    repeated.copy_from_slice(values);
                }
            });
        }
        match self {
            Self::Few(values) => values,
            Self::Many(values) => values.make_mut(),
        }
    }

    /// Stores a value for every PE, even if they are alike.
    pub fn unshare(&mut self) {
        if self.period() < PES {
            self.make_mut(PES);
        }
    }

    /// Replaces the value of one PE.
    pub fn set(&mut self, pe: usize, value: T) {
        self.make_mut(PES)[pe] = value;
    }

    /// The value of every PE.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.as_slice().iter().cycle().take(PES)
    }

    /// Whether both are the same allocation.
    #[must_use]
    pub fn is_shared_with(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Many(own), Self::Many(others)) => own.is_same(others),
            (Self::Few(_), _) | (_, Self::Few(_)) => false,
        }
    }

    /// Bytes held on the heap.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Few(_) => 0,
            Self::Many(values) => (values.len() * size_of::<T>()) as u64,
        }
    }
}

impl Lanes<u64> {
    /// Other long words that are merged into these.
    pub(crate) fn merge(&mut self, other: &Self, merge: impl Merge) {
        let own = self.make_mut(other.period());
        on_vectors(Merged {
            other: &other.extended(own.len()),
            own,
            merge,
        });
    }
}

/// How a long word is merged into another.
pub(crate) trait Merge: Copy {
    /// The merged long word; `#[inline(always)]`.
    fn merged(self, own: u64, other: u64) -> u64;
}

struct Merged<'a, M> {
    own: &'a mut [u64],
    other: &'a [u64],
    merge: M,
}

impl<M: Merge> Kernel for Merged<'_, M> {
    #[inline(always)]
    fn run(self) {
        for (own, &other) in self.own.iter_mut().zip(self.other) {
            *own = self.merge.merged(*own, other);
        }
    }
}

/// A function of one value that is worth using vector units for.
pub(crate) trait Map<T>: Copy {
    /// The value; `#[inline(always)]`.
    fn value(self, value: T) -> T;
}

struct Mapped<'a, T, M> {
    from: &'a [T],
    to: &'a mut [T],
    map: M,
}

impl<T: Copy, M: Map<T>> Kernel for Mapped<'_, T, M> {
    #[inline(always)]
    fn run(self) {
        for (to, &from) in self.to.iter_mut().zip(self.from) {
            *to = self.map.value(from);
        }
    }
}

impl<T: PooledValue> Index<usize> for Lanes<T> {
    type Output = T;

    /// The value of a PE.
    #[inline]
    fn index(&self, pe: usize) -> &T {
        let values = self.as_slice();
        &values[pe & (values.len() - 1)]
    }
}

impl<T: PooledValue + PartialEq> PartialEq for Lanes<T> {
    fn eq(&self, other: &Self) -> bool {
        let period = self.period().max(other.period());
        self.extended(period) == other.extended(period)
    }
}

impl<T: PooledValue + PartialEq> Lanes<T> {
    /// Whether every PE has the same value.
    #[must_use]
    pub fn is_all(&self, value: T) -> bool {
        self.as_slice().iter().all(|&other| other == value)
    }
}

#[cfg(test)]
mod tests {
    use super::Lanes;

    #[test]
    fn values_repeat_and_become_different() {
        let mut lanes = Lanes::Few([1_u64, 2, 3, 4]);
        assert_eq!((lanes[0], lanes[4095], lanes.period()), (1, 4, 4));
        let before = lanes.clone();
        lanes.make_mut(64)[5] = 9;
        assert_eq!(
            (lanes[5], lanes[69], lanes[1], lanes.period()),
            (9, 9, 2, 64)
        );
        assert!(lanes != before);
        let copy = lanes.clone();
        assert!(copy.is_shared_with(&lanes) && copy == lanes);
        lanes.make_mut(4)[5] = 2;
        assert!(
            lanes == before,
            "a longer period of the same values is the same"
        );
        assert_eq!(copy[5], 9);
        assert!(Lanes::all(7_u8).is_all(7) && Lanes::all(7_u8).iter().count() == 4096);
    }
}
