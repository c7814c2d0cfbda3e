//! L1BM and L2BM: one array of long words for each L1B or L2B, shared with snapshots until it is written.

use std::sync::Arc;

use super::start::Fill;

/// The L1BM of all L1Bs, or the L2BM of all L2Bs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    elements: Vec<Arc<[u64]>>,
    fill: Fill,
}

impl Blocks {
    /// So many elements of so many long words.
    #[must_use]
    pub(crate) fn new(elements: usize, long_words: u32, fill: Fill) -> Self {
        let element = |element| {
            let fill = fill.of_element(element);
            (0..u64::from(long_words))
                .map(|address| fill.long_word(address))
                .collect()
        };
        let elements = match fill {
            Fill::Zero => vec![vec![0; long_words as usize].into(); elements],
            Fill::Garbage { .. } => (0..elements).map(element).collect(),
        };
        Self { elements, fill }
    }

    /// The long word at an address; wraps around.
    #[must_use]
    pub fn read(&self, element: usize, address: u32) -> u64 {
        let words = &self.elements[element];
        words[address as usize % words.len()]
    }

    /// Writes the long word at an address; wraps around.
    pub fn write(&mut self, element: usize, address: u32, value: u64) {
        let words = Arc::make_mut(&mut self.elements[element]);
        let index = address as usize % words.len();
        words[index] = value;
    }

    /// All long words of an element.
    #[must_use]
    pub fn element(&self, element: usize) -> &[u64] {
        &self.elements[element]
    }

    /// Long words that differ from the start content: index over all elements, value.
    pub(crate) fn changed(&self) -> impl Iterator<Item = (u64, u64)> {
        self.elements
            .iter()
            .enumerate()
            .flat_map(|(element, words)| {
                let fill = self.fill.of_element(element);
                let first = element as u64 * words.len() as u64;
                (0_u64..)
                    .zip(words.iter())
                    .filter(move |&(address, &word)| word != fill.long_word(address))
                    .map(move |(address, &word)| (first + address, word))
            })
    }

    /// Bytes of the elements that another memory does not share.
    pub(super) fn bytes_beside(&self, other: &Self) -> u64 {
        let pairs = self.elements.iter().zip(&other.elements);
        let own = pairs.filter(|(own, others)| !Arc::ptr_eq(own, others));
        own.map(|(words, _)| size_of_val::<[u64]>(words) as u64)
            .sum()
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.elements
            .iter()
            .map(|words| size_of_val::<[u64]>(words) as u64)
            .sum()
    }
}
