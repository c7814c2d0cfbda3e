//! L1BM and L2BM: some addresses of all L1Bs, or of all L2Bs, in one page, with equal elements stored once.
//!
//! Transfers move the same addresses of every element, so a page has what one of them needs. As with PE memories
//! ([`Lanes`](crate::lanes::Lanes)) the content of a page repeats after a number of elements, and pages are shared
//! with snapshots until something writes them. An untouched page does not exist.

mod broadcast;
mod pages;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use self::broadcast::SpreadInPage;
use super::initial_content::Fill;
use crate::buffer_pool::Shared;
use crate::simd::on_vectors;

/// Pages that are shared together.
const CHUNK: usize = 32;

/// Addresses in the longest page.
const PAGE_MAX: usize = 64;

/// The long words of the first element at the addresses of a page, of the second one and so on: as many elements as
/// the period has, a power of two. `None` is the start content.
type Page = Option<Shared<u64>>;

/// The L1BM of all L1Bs, or the L2BM of all L2Bs.
#[derive(Clone, Debug)]
pub struct Blocks {
    chunks: Vec<Arc<[Page; CHUNK]>>,
    elements: usize,
    long_words: usize,
    /// Addresses in a page.
    page: usize,
    fill: Fill,
}

/// The long words of consecutive addresses in all elements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The words of the first element in order, of the second one and so on.
    pub words: Vec<u64>,
    /// The number of words of each element.
    pub count: usize,
}

impl Block {
    /// Zeros for this many elements.
    pub(super) fn zeroed(period: usize, count: usize) -> Self {
        let words = vec![0; period * count];
        Self { words, count }
    }

    /// Stores the long words of every element, even if they are alike.
    pub(super) fn unshare(&mut self, elements: usize) {
        self.words = self.words.repeat(elements / self.period());
    }

    /// After how many elements the long words repeat.
    #[must_use]
    pub fn period(&self) -> usize {
        self.words.len() / self.count
    }

    /// The long words of an element.
    #[must_use]
    pub fn element_words(&self, element: usize) -> &[u64] {
        let first = (element & (self.period() - 1)) * self.count;
        &self.words[first..first + self.count]
    }
}

impl Blocks {
    /// This many elements of this many long words each, with this many elements to a page; all are powers of two.
    #[must_use]
    pub(crate) fn new(elements: usize, long_words: u32, page: usize, fill: Fill) -> Self {
        assert!(page <= PAGE_MAX, "pages are short");
        let empty: Arc<[Page; CHUNK]> = Arc::new([const { None }; CHUNK]);
        Self {
            chunks: vec![empty; (long_words as usize).div_ceil(page * CHUNK)],
            elements,
            long_words: long_words as usize,
            page,
            fill,
        }
    }

    /// The number of L1Bs or L2Bs.
    #[must_use]
    pub const fn elements(&self) -> usize {
        self.elements
    }

    fn page(&self, number: usize) -> &Page {
        &self.chunks[number / CHUNK][number % CHUNK]
    }

    /// The period of a page.
    fn page_period(&self, number: usize) -> usize {
        match (self.page(number), self.fill) {
            (Some(page), _) => page.len() / self.page,
            (None, Fill::Zero) => 1,
            (None, Fill::Garbage { .. }) => self.elements,
        }
    }

    /// A page with at least this period, for writing; with its content if `keeps`, otherwise with any.
    fn page_mut(&mut self, number: usize, period: usize, keeps: bool) -> &mut [u64] {
        let now = self.page_period(number);
        let period = if keeps { period.max(now) } else { period };
        let (fill, addresses) = (self.fill, self.page);
        let page = &mut Arc::make_mut(&mut self.chunks[number / CHUNK])[number % CHUNK];
        let is_fit = page.as_mut().is_some_and(|page| {
            page.len() == period * addresses && (keeps || page.get_mut().is_some())
        });
        if !is_fit {
            let words = Shared::build(period * addresses, |words| match page {
                Some(page) if keeps => {
                    for repeated in words.chunks_exact_mut(page.len()) {
                        repeated.copy_from_slice(page);
                    }
                }
                None if keeps && fill != Fill::Zero => {
                    for (element, words) in words.chunks_exact_mut(addresses).enumerate() {
                        let fill = fill.with_element(element);
                        for (word, address) in words.iter_mut().zip((number * addresses) as u64..) {
                            *word = fill.long_word(address);
                        }
                    }
                }
                Some(_) | None => words.fill(0),
            });
            *page = Some(words);
        }
        match page {
            Some(page) => page.make_mut(),
            None => &mut [],
        }
    }

    /// The parts of consecutive addresses in one page: page, place there, place in the whole.
    fn parts(
        &self,
        address: u32,
        count: usize,
    ) -> impl Iterator<Item = (usize, Range<usize>, Range<usize>)> + use<> {
        let (size, size_of_page) = (self.long_words, self.page);
        let mut done = 0;
        std::iter::from_fn(move || {
            let at = (address as usize + done) & (size - 1);
            let length = (size_of_page - at % size_of_page).min(count - done);
            let part = (
                at / size_of_page,
                at % size_of_page..at % size_of_page + length,
                done..done + length,
            );
            done += length;
            (length > 0).then_some(part)
        })
    }

    /// The long word at an address; wraps around.
    #[must_use]
    pub fn read(&self, element: usize, address: u32) -> u64 {
        let at = address as usize & (self.long_words - 1);
        match self.page(at / self.page) {
            Some(page) => {
                let element = element & (page.len() / self.page - 1);
                page[element * self.page + at % self.page]
            }
            None => self.fill.with_element(element).long_word(at as u64),
        }
    }

    /// Writes the long word at an address; wraps around.
    pub fn write(&mut self, element: usize, address: u32, value: u64) {
        self.write_some(1 << element, address, &[value]);
    }

    /// After how many elements the content of consecutive addresses repeats.
    #[must_use]
    pub fn period(&self, address: u32, count: usize) -> usize {
        let parts = self.parts(address, count);
        let periods = parts.map(|(page, ..)| self.page_period(page));
        periods.max().unwrap_or(1)
    }

    /// Consecutive long words of one element; wraps around.
    pub fn read_some(&self, element: usize, address: u32, words: &mut [u64]) {
        for (number, place, part) in self.parts(address, words.len()) {
            match self.page(number) {
                Some(page) => {
                    let first = (element & (page.len() / self.page - 1)) * self.page;
                    let place = first + place.start..first + place.end;
                    words[part].copy_from_slice(&page[place]);
                }
                None => {
                    let fill = self.fill.with_element(element);
                    let first = (number * self.page + place.start) as u64;
                    for (word, address) in words[part].iter_mut().zip(first..) {
                        *word = fill.long_word(address);
                    }
                }
            }
        }
    }

    /// Consecutive long words of all elements; wraps around.
    #[must_use]
    pub fn block(&self, address: u32, count: usize) -> Block {
        self.block_of_every(1, 0, address, count)
    }

    /// As [`Self::block`], for every n-th element, where n is a power of two; the elements are renumbered.
    #[must_use]
    pub(super) fn block_of_every(
        &self,
        every: usize,
        first: usize,
        address: u32,
        count: usize,
    ) -> Block {
        let period = (self.period(address, count) / every).max(1);
        let mut words = Vec::with_capacity(period * count);
        for index in 0..period {
            let element = first + index * every;
            for (number, place, _) in self.parts(address, count) {
                match self.page(number) {
                    Some(page) => {
                        let element = element & (page.len() / self.page - 1);
                        let from = element * self.page + place.start;
                        words.extend_from_slice(&page[from..from + place.len()]);
                    }
                    None => {
                        let fill = self.fill.with_element(element);
                        let addresses = place.map(|place| (number * self.page + place) as u64);
                        words.extend(addresses.map(|address| fill.long_word(address)));
                    }
                }
            }
        }
        Block { words, count }
    }

    /// Writes consecutive long words of all elements; wraps around.
    pub fn write_block(&mut self, address: u32, block: &Block) {
        self.spread(address, block, 0..block.count, 1, 1);
    }

    /// Writes consecutive long words of some elements, a bit for each; wraps around.
    pub fn write_some(&mut self, elements: u64, address: u32, words: &[u64]) {
        let count = words.len();
        self.spread_words(address, (words, count), 0..count, self.elements, elements);
    }

    /// Writes a range of each block element's long words from an address on; wraps around. `together` elements form a group;
    /// the elements of the group that are selected in `meant`, a bit for each, get the words of one block element, and the next
    /// group gets the words of the next block element.
    pub(super) fn spread(
        &mut self,
        address: u32,
        block: &Block,
        range: Range<usize>,
        together: usize,
        meant: u64,
    ) {
        self.spread_words(address, (&block.words, block.count), range, together, meant);
    }

    fn spread_words(
        &mut self,
        address: u32,
        (words, count): (&[u64], usize),
        range: Range<usize>,
        together: usize,
        meant: u64,
    ) {
        let sources = words.len() / count;
        let low = |bits: u64, count: usize| bits & (u64::MAX >> (64 - count));
        let mut together = together;
        let meant = low(meant, together);
        // After how many elements the written values repeat.
        while sources == 1
            && together > 1
            && low(meant, together / 2) == low(meant >> (together / 2), together / 2)
        {
            together /= 2;
        }
        let meant = low(meant, together);
        if meant == 0 {
            return;
        }
        let are_all_meant = meant == low(u64::MAX, together);
        for (number, place, part) in self.parts(address, range.len()) {
            let part = range.start + part.start..range.start + part.end;
            let size_of_page = self.page;
            let keeps = !are_all_meant || place.len() < size_of_page;
            let page = self.page_mut(number, sources * together, keeps);
            on_vectors(SpreadInPage {
                page,
                group: together * size_of_page,
                size_of_page,
                place,
                words,
                count,
                part,
                meant,
            });
        }
    }

    /// Writes consecutive long words of some elements, each its own; wraps around. Equal elements stay shared if
    /// nothing changes.
    pub(super) fn write_each(
        &mut self,
        address: u32,
        count: usize,
        each: &[(usize, Cow<'_, [u64]>)],
    ) {
        for (number, place, part) in self.parts(address, count) {
            let size_of_page = self.page;
            let changes = || {
                let mut there = [0; PAGE_MAX];
                let there = &mut there[..place.len()];
                each.iter().any(|(element, words)| {
                    self.read_some(*element, address.wrapping_add(part.start as u32), there);
                    *there != words[part.clone()]
                })
            };
            if self.page_period(number) < self.elements && !changes() {
                continue;
            }
            let page = self.page_mut(number, self.elements, true);
            for (element, words) in each {
                let first = element * size_of_page;
                page[first + place.start..first + place.end].copy_from_slice(&words[part.clone()]);
            }
        }
    }

    /// Shares elements again that have become equal.
    pub fn settle(&mut self, address: u32, count: usize) {
        for (number, ..) in self.parts(address, count) {
            let Some(page) = self.page(number) else {
                continue;
            };
            let mut length = page.len();
            while length > self.page && page[..length / 2] == page[length / 2..length] {
                length /= 2;
            }
            if length < page.len() {
                let words = Shared::build(length, |words| words.copy_from_slice(&page[..length]));
                Arc::make_mut(&mut self.chunks[number / CHUNK])[number % CHUNK] = Some(words);
            }
        }
    }

    /// Stores the long words of every element, even if they are alike.
    pub(super) fn unshare(&mut self) {
        let written: Vec<usize> = self.written().map(|(number, _)| number).collect();
        for number in written {
            self.page_mut(number, self.elements, true);
        }
    }

    /// All long words of an element.
    #[must_use]
    pub fn element(&self, element: usize) -> Vec<u64> {
        let mut words = vec![0; self.long_words];
        self.read_some(element, 0, &mut words);
        words
    }
}

#[cfg(test)]
mod tests;
