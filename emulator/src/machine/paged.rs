//! PDM and DRAM: memories too large to allocate, kept as the pages that were written.
//!
//! DRAM is 4 GiB in each group; an untouched one costs an empty map.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Long words in a page: 4 KiB.
const PAGE_LONG_WORDS: u32 = 512;

type Page = [u64; PAGE_LONG_WORDS as usize];

/// A memory of long words, zero until written.
#[derive(Clone, Debug, Default)]
pub struct PagedMemory {
    pages: BTreeMap<u32, Arc<Page>>,
    size_long_words: u32,
}

impl PagedMemory {
    /// A memory of so many long words.
    #[must_use]
    pub const fn new(size_long_words: u32) -> Self {
        Self {
            pages: BTreeMap::new(),
            size_long_words,
        }
    }

    /// Its size.
    #[must_use]
    pub const fn size_long_words(&self) -> u32 {
        self.size_long_words
    }

    /// The long word at an address; wraps around.
    #[must_use]
    pub fn read(&self, address: u32) -> u64 {
        let address = address % self.size_long_words;
        self.pages
            .get(&(address / PAGE_LONG_WORDS))
            .map_or(0, |page| page[(address % PAGE_LONG_WORDS) as usize])
    }

    /// Writes the long word at an address; wraps around. A zero needs no page of its own.
    pub fn write(&mut self, address: u32, value: u64) {
        let address = address % self.size_long_words;
        if value == 0 && !self.pages.contains_key(&(address / PAGE_LONG_WORDS)) {
            return;
        }
        let page = self
            .pages
            .entry(address / PAGE_LONG_WORDS)
            .or_insert_with(|| Arc::new([0; PAGE_LONG_WORDS as usize]));
        Arc::make_mut(page)[(address % PAGE_LONG_WORDS) as usize] = value;
    }

    /// Pages that exist, with the address of their first long word.
    pub fn written(&self) -> impl Iterator<Item = (u32, &[u64])> {
        self.pages
            .iter()
            .map(|(&number, page)| (number * PAGE_LONG_WORDS, page.as_slice()))
    }
}

#[cfg(test)]
mod tests {
    use super::PagedMemory;

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
}
