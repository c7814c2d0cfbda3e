//! PDM and DRAM: memories too large to allocate, stored as the pages that were written.
//!
//! DRAM is 4 GiB in each group; an untouched one costs an empty map. The content of a page that was not written is
//! computed from its address.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;
use std::sync::Arc;

use super::initial_content::Fill;

/// Long words in a page.
pub(super) const PAGE_LONG_WORDS: u32 = 512;
/// Bytes of a page.
pub(super) const PAGE_BYTES: u64 = size_of::<Page>() as u64;

type Page = [u64; PAGE_LONG_WORDS as usize];

/// A memory of long words.
#[derive(Clone, Debug, Default)]
pub struct PagedMemory {
    pages: BTreeMap<u32, Arc<Page>>,
    size_long_words: u32,
    fill: Fill,
}

impl PagedMemory {
    /// A memory of this many long words, zero until written.
    #[must_use]
    pub const fn new(size_long_words: u32) -> Self {
        Self::filled(size_long_words, Fill::Zero)
    }

    /// A memory with another start content.
    #[must_use]
    pub(crate) const fn filled(size_long_words: u32, fill: Fill) -> Self {
        Self {
            pages: BTreeMap::new(),
            size_long_words,
            fill,
        }
    }

    /// The size in long words.
    #[must_use]
    pub const fn size_long_words(&self) -> u32 {
        self.size_long_words
    }

    /// The long word at an address; wraps around.
    #[must_use]
    pub fn read(&self, address: u32) -> u64 {
        let address = address % self.size_long_words;
        match self.pages.get(&(address / PAGE_LONG_WORDS)) {
            Some(page) => page[(address % PAGE_LONG_WORDS) as usize],
            None => self.fill.long_word(u64::from(address)),
        }
    }

    /// Writes the long word at an address; wraps around.
    pub fn write(&mut self, address: u32, value: u64) {
        self.write_some(address, &[value]);
    }

    /// The parts of consecutive addresses that are in one page: page, place there, place in the whole.
    fn parts(
        &self,
        address: u32,
        count: usize,
    ) -> impl Iterator<Item = (u32, Range<usize>, Range<usize>)> + use<> {
        let size = self.size_long_words as usize;
        let mut done = 0;
        std::iter::from_fn(move || {
            let at = (address as usize + done) % size;
            let place = at % PAGE_LONG_WORDS as usize;
            let length = PAGE_LONG_WORDS as usize - place;
            let length = length.min(size - at).min(count - done);
            let number = (at - place) as u32 / PAGE_LONG_WORDS;
            let part = (number, place..place + length, done..done + length);
            done += length;
            (length > 0).then_some(part)
        })
    }

    /// Reads consecutive long words; wraps around.
    pub fn read_some(&self, address: u32, words: &mut [u64]) {
        for (number, place, part) in self.parts(address, words.len()) {
            match self.pages.get(&number) {
                Some(page) => words[part].copy_from_slice(&page[place]),
                None => {
                    let first = u64::from(number * PAGE_LONG_WORDS) + place.start as u64;
                    for (word, address) in words[part].iter_mut().zip(first..) {
                        *word = self.fill.long_word(address);
                    }
                }
            }
        }
    }

    /// Consecutive long words of one page, at most this many; wraps around.
    pub(super) fn within_page(&self, address: u32, most: usize) -> Cow<'_, [u64]> {
        let Some((number, place, part)) = self.parts(address, most).next() else {
            return Cow::Borrowed(&[]);
        };
        match self.pages.get(&number) {
            Some(page) => Cow::Borrowed(&page[place]),
            None => {
                let mut words = vec![0; part.len()];
                self.read_some(address, &mut words);
                Cow::Owned(words)
            }
        }
    }

    /// Writes consecutive long words; wraps around. Unchanged content needs no page of its own.
    pub fn write_some(&mut self, address: u32, words: &[u64]) {
        let fill = self.fill;
        for (number, place, part) in self.parts(address, words.len()) {
            let first = u64::from(number * PAGE_LONG_WORDS);
            let words = &words[part];
            let addresses = first + place.start as u64..;
            let is_there = |(&word, address)| word == fill.long_word(address);
            let page = match self.pages.entry(number) {
                Entry::Vacant(_) if words.iter().zip(addresses).all(is_there) => continue,
                Entry::Vacant(vacant) => {
                    let start = |index: usize| fill.long_word(first + index as u64);
                    vacant.insert(Arc::new(std::array::from_fn(start)))
                }
                Entry::Occupied(page) => page.into_mut(),
            };
            Arc::make_mut(page)[place].copy_from_slice(words);
        }
    }

    /// Takes the pages with some consecutive long words from another memory of the same size and start content, and shares them.
    pub(crate) fn share(&mut self, other: &Self, address: u32, count: u32) {
        for (number, ..) in self.parts(address, count as usize) {
            match other.pages.get(&number) {
                Some(page) => self.pages.insert(number, Arc::clone(page)),
                None => self.pages.remove(&number),
            };
        }
    }

    /// Pages that exist, with the address of their first long word.
    pub fn written(&self) -> impl Iterator<Item = (u32, &[u64])> {
        self.pages
            .iter()
            .map(|(&number, page)| (number * PAGE_LONG_WORDS, page.as_slice()))
    }

    /// Long words that differ from the start content: address, value.
    pub(crate) fn changed(&self) -> impl Iterator<Item = (u64, u64)> {
        self.written()
            .flat_map(|(first, page)| (u64::from(first)..).zip(page.iter().copied()))
            .filter(|&(address, word)| word != self.fill.long_word(address))
    }

    /// Bytes of the pages that another memory does not share.
    pub(super) fn bytes_beside(&self, other: &Self) -> u64 {
        let is_shared = |(number, page): &(&u32, &Arc<Page>)| {
            let there = other.pages.get(number);
            there.is_some_and(|there| Arc::ptr_eq(page, there))
        };
        let own = self.pages.iter().filter(|entry| !is_shared(entry));
        own.count() as u64 * PAGE_BYTES
    }

    /// The size of the pages in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.pages.len() as u64 * PAGE_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::PagedMemory;
    use crate::machine::initial_content::Fill;

    #[test]
    fn only_written_pages_exist() {
        let mut memory = PagedMemory::new(1 << 29);
        memory.write(5, 1);
        memory.write((1 << 29) - 1, 2);
        memory.write((1 << 29) + 6, 3);
        assert_eq!(
            [4, 5, 6, (1 << 29) - 1].map(|address| memory.read(address)),
            [0, 1, 3, 2]
        );
        assert_eq!(memory.written().count(), 2);
    }

    #[test]
    fn garbage_stays_around_what_is_written() {
        let mut memory = PagedMemory::filled(1 << 29, Fill::Garbage { seed: 7 });
        let before: Vec<u64> = (510..520).map(|address| memory.read(address)).collect();
        memory.write(514, before[4]);
        assert_eq!(memory.written().count(), 0, "what was there anyway");
        memory.write(514, 0);
        let after: Vec<u64> = (510..520).map(|address| memory.read(address)).collect();
        assert_eq!(after[4], 0);
        assert_eq!((&before[..4], &before[5..]), (&after[..4], &after[5..]));
        assert_eq!(memory.changed().collect::<Vec<_>>(), [(514, 0)]);
    }
}
