//! Words that decide what a statement writes, as the files of the units find them.

use std::ops::Range;

use mnc2_program::access::{AccessRole, Store};
use mnc2_text::LineRange;

use crate::chip_place::ChipPlace;

/// Words that decide what a write writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordSource {
    /// Whether they are its data, a part of an address, or a mask.
    pub role: AccessRole,
    /// The operand in the line.
    pub range: LineRange,
    /// The words, as they are before the statement.
    pub place: ChipPlace,
}

/// A write of some words by one operand or unit in one cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// The expression of the step, counted from 0; 0 outside of steps.
    pub expression: usize,
    /// The cycle of the step; 0 outside of steps.
    pub cycle: usize,
    /// The operand in the line.
    pub range: LineRange,
    /// The requested words that it wrote.
    pub words: Range<u32>,
    /// Whether a mask keeps them as they were.
    pub is_masked: bool,
    /// The places that decide their value: equal words there result in equal values in any state.
    pub sources: Vec<WordSource>,
}

/// The sides of a data path: whether the long word of the MSB side and the long word of the LSB side are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sides {
    pub(super) most: bool,
    pub(super) least: bool,
}

impl Sides {
    pub(super) const NONE: Self = Self {
        most: false,
        least: false,
    };
    pub(super) const MOST: Self = Self {
        most: true,
        least: false,
    };
    pub(super) const BOTH: Self = Self {
        most: true,
        least: true,
    };

    /// One side, 0 for MSB.
    pub(super) const fn from_side(side: usize) -> Self {
        Self {
            most: side == 0,
            least: side != 0,
        }
    }

    pub(super) const fn is_any(self) -> bool {
        self.most || self.least
    }
}

/// A place whose words are looked for, and the writes found so far in the order of time.
pub(super) struct Search<'a> {
    pub(super) place: &'a ChipPlace,
    pub(super) writes: Vec<Write>,
}

impl Search<'_> {
    /// The part of the place in some words of the same store and element; these wrap around.
    pub(super) fn within(&self, first: u32, count: u32) -> Vec<Range<u32>> {
        let size = self.place.store.words();
        let (first, count) = (first % size, count.min(size));
        let until_end = count.min(size - first);
        let parts = [first..first + until_end, 0..count - until_end];
        let part = |part: Range<u32>| {
            let (start, end) = (
                part.start.max(self.place.words.start),
                part.end.min(self.place.words.end),
            );
            (start < end).then_some(start..end)
        };
        parts.into_iter().filter_map(part).collect()
    }
}

/// Consecutive words of one element, in the order of addresses that wrap around.
pub(super) fn wrapped(store: Store, element: usize, first: u32, count: u32) -> Vec<ChipPlace> {
    let size = store.words();
    let (first, count) = (first % size, count.min(size));
    let until_end = count.min(size - first);
    let parts = [first..first + until_end, 0..count - until_end];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    let place = |words| ChipPlace {
        store,
        element,
        words,
    };
    parts.map(place).collect()
}

/// Adds a source unless it is there; words next to other words of the same operand become one place.
pub(super) fn add(sources: &mut Vec<WordSource>, source: WordSource) {
    let same = sources.iter_mut().rev().find(|there| {
        let (a, b) = (&there.place, &source.place);
        there.role == source.role
            && there.range == source.range
            && (a.store, a.element) == (b.store, b.element)
            && a.words.start <= b.words.end
            && b.words.start <= a.words.end
    });
    match same {
        Some(there) => {
            let words = &mut there.place.words;
            let other = source.place.words;
            *words = words.start.min(other.start)..words.end.max(other.end);
        }
        None => sources.push(source),
    }
}

pub(super) fn source(role: AccessRole, range: &LineRange, place: ChipPlace) -> WordSource {
    WordSource {
        role,
        range: range.clone(),
        place,
    }
}
