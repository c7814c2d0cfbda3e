//! Whole pages: which were written, how two memories differ, and how one is saved and restored.

use std::sync::Arc;

use super::{Blocks, CHUNK, Page};
use crate::buffer_pool::Shared;

impl Blocks {
    /// The number of pages, and the most words of one of them.
    pub(in crate::machine) fn page_limits(&self) -> (usize, usize) {
        (self.long_words / self.page, self.elements * self.page)
    }

    /// Replaces a page by the content of another memory's; returns whether it can be one.
    pub(in crate::machine) fn restore(&mut self, number: usize, words: &[u64]) -> bool {
        let period = words.len() / self.page;
        let (pages, most) = self.page_limits();
        let fits = number < pages && words.len() <= most;
        if !fits || !words.len().is_multiple_of(self.page) || !period.is_power_of_two() {
            return false;
        }
        self.page_mut(number, period, false).copy_from_slice(words);
        true
    }

    /// Pages that were written, with their numbers.
    pub(in crate::machine) fn written(&self) -> impl Iterator<Item = (usize, &Shared<u64>)> {
        let pages = self.chunks.iter().flat_map(|chunk| chunk.iter());
        let pages = pages.enumerate();
        pages.filter_map(|(number, page)| page.as_ref().map(|page| (number, page)))
    }

    /// Long words that differ from the start content: index over all elements, value.
    pub(crate) fn changed(&self) -> impl Iterator<Item = (u64, u64)> {
        self.written().flat_map(move |(number, page)| {
            let elements = page.chunks_exact(self.page).cycle().take(self.elements);
            elements.enumerate().flat_map(move |(element, words)| {
                let fill = self.fill.with_element(element);
                let first = (number * self.page) as u64;
                let element = (element * self.long_words) as u64;
                (first..)
                    .zip(words)
                    .filter(move |&(address, &word)| word != fill.long_word(address))
                    .map(move |(address, &word)| (element + address, word))
            })
        })
    }

    /// Addresses whose content may differ from another memory that started alike: the first one, and how many.
    pub fn apart<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (u32, u32)> + 'a {
        let pairs = self.chunks.iter().zip(&other.chunks).enumerate();
        let apart = pairs.filter(|(_, (own, others))| !Arc::ptr_eq(own, others));
        let pages = apart.flat_map(|(number, (own, others))| {
            let pairs = own.iter().zip(others.iter()).enumerate();
            let apart = pairs.filter(|(_, pages)| match pages {
                (Some(own), Some(others)) => !own.is_same(others),
                (None, None) => false,
                (Some(_), None) | (None, Some(_)) => true,
            });
            apart.map(move |(page, _)| number * CHUNK + page)
        });
        pages.map(|page| ((page * self.page) as u32, self.page as u32))
    }

    /// Bytes of the pages that another memory does not share.
    pub(in crate::machine) fn bytes_beside(&self, other: &Self) -> u64 {
        let pairs = self.chunks.iter().zip(&other.chunks);
        let own = pairs.filter(|(own, others)| !Arc::ptr_eq(own, others));
        let bytes = own.map(|(own, others)| {
            let pages = own.iter().zip(others.iter()).filter_map(|(own, others)| {
                let is_shared = match (own, others) {
                    (Some(own), Some(others)) => own.is_same(others),
                    (Some(_), None) | (None, _) => false,
                };
                own.as_ref().filter(|_| !is_shared)
            });
            let pages = pages.map(|page| size_of_val::<[u64]>(page) as u64);
            size_of::<[Page; CHUNK]>() as u64 + pages.sum::<u64>()
        });
        bytes.sum()
    }

    /// The size of the written pages in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let pages = self.written();
        pages
            .map(|(_, page)| size_of_val::<[u64]>(page) as u64)
            .sum()
    }
}
