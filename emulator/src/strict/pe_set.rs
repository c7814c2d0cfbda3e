use mnc2_isa::geometry::PES;

use crate::word_stream::{Damaged, Reader, Writer};

/// A set of PEs; an empty or full set needs no allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum PeSet {
    #[default]
    Empty,
    All,
    /// The PEs whose bits are set.
    Some(Box<[u64; PES / 64]>),
}

impl PeSet {
    /// The PEs that `contains` states are in it.
    pub(super) fn from_fn(mut contains: impl FnMut(usize) -> bool) -> Self {
        let mut bits = Box::new([0; PES / 64]);
        for pe in 0..PES {
            bits[pe / 64] |= u64::from(contains(pe)) << (pe % 64);
        }
        Self::Some(bits).simplified()
    }

    pub(super) fn write_words(&self, out: &mut Writer<'_>) {
        match self {
            Self::Empty => out.word(0),
            Self::All => out.word(1),
            Self::Some(bits) => {
                out.word(2);
                out.words(&bits[..]);
            }
        }
    }

    /// Reads what [`PeSet::write_words`] writes.
    pub(super) fn read_words(input: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(match input.below(3)? {
            0 => Self::Empty,
            1 => Self::All,
            _ => {
                let mut bits = Box::new([0; PES / 64]);
                input.fill(&mut bits[..])?;
                Self::Some(bits).simplified()
            }
        })
    }

    fn simplified(self) -> Self {
        match self {
            Self::Some(bits) if bits.iter().all(|&bits| bits == u64::MAX) => Self::All,
            Self::Some(bits) if bits.iter().all(|&bits| bits == 0) => Self::Empty,
            set => set,
        }
    }

    fn word(&self, index: usize) -> u64 {
        match self {
            Self::Empty => 0,
            Self::All => u64::MAX,
            Self::Some(bits) => bits[index],
        }
    }

    fn combined(&self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        let words = |index| combine(self.word(index), other.word(index));
        Self::Some(Box::new(std::array::from_fn(words))).simplified()
    }

    pub(super) fn union(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::All, _) | (_, Self::All) => Self::All,
            (Self::Empty, set) | (set, Self::Empty) => set.clone(),
            (Self::Some(_), Self::Some(_)) => self.combined(other, |a, b| a | b),
        }
    }

    /// Those that are not in it.
    pub(super) fn complement(&self) -> Self {
        match self {
            Self::Empty => Self::All,
            Self::All => Self::Empty,
            Self::Some(_) => self.combined(&Self::Empty, |bits, _| !bits),
        }
    }

    pub(super) fn insert(&mut self, pe: usize) {
        let mut one = Box::new([0; PES / 64]);
        one[pe / 64] = 1 << (pe % 64);
        match self {
            Self::All => {}
            Self::Empty => *self = Self::Some(one),
            Self::Some(bits) => {
                bits[pe / 64] |= one[pe / 64];
                *self = std::mem::take(self).simplified();
            }
        }
    }

    pub(super) fn contains(&self, pe: usize) -> bool {
        self.word(pe / 64) >> (pe % 64) & 1 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Self::Empty
    }

    pub(super) fn count(&self) -> usize {
        (0..PES / 64)
            .map(|index| self.word(index).count_ones() as usize)
            .sum()
    }

    pub(super) fn first(&self) -> Option<usize> {
        (0..PES / 64)
            .find(|&index| self.word(index) != 0)
            .map(|index| index * 64 + self.word(index).trailing_zeros() as usize)
    }
}
