//! The writes of a transfer to one page: equal long words for the elements of a group.

use std::ops::Range;

use crate::simd::Kernel;

/// Copies long words, mostly as many as a transfer moves in a cycle: calling a function to copy those takes longer
/// than copying them.
#[inline(always)]
fn copy(from: &[u64], to: &mut [u64]) {
    macro_rules! copy_if {
        ($($count:literal)*) => {
            match (from.len(), to.len()) {
                $(($count, $count) => {
                    if let (Some(from), Some(to)) =
                        (from.first_chunk::<$count>(), to.first_chunk_mut::<$count>())
                    {
                        *to = *from;
                    }
                })*
                _ => to.copy_from_slice(from),
            }
        };
    }
    copy_if!(4 8 16);
}

/// Addresses in a page of L1BM, which a cycle of a transfer from L2BM writes as a whole.
const WHOLE: usize = 16;

/// The writes of [`Blocks::spread`](super::Blocks::spread) to one page.
pub(super) struct SpreadInPage<'a> {
    pub(super) page: &'a mut [u64],
    /// Long words of a group of elements in the page.
    pub(super) group: usize,
    pub(super) size_of_page: usize,
    /// The addresses in the page.
    pub(super) place: Range<usize>,
    pub(super) words: &'a [u64],
    /// Long words of each source.
    pub(super) count: usize,
    /// The words that go to this page.
    pub(super) part: Range<usize>,
    /// A bit for each element of a group.
    pub(super) meant: u64,
}

impl Kernel for SpreadInPage<'_> {
    #[inline(always)]
    fn run(self) {
        let Self { part, place, .. } = self;
        let sources = self.words.chunks_exact(self.count).cycle();
        let group_elements = self.group / self.size_of_page;
        let are_all_meant = self.meant.count_ones() as usize == group_elements;
        if are_all_meant && self.size_of_page == WHOLE && place.len() == WHOLE {
            let (elements, _) = self.page.as_chunks_mut::<WHOLE>();
            for (group, words) in elements.chunks_exact_mut(group_elements).zip(sources) {
                let Some(words) = words[part.start..].first_chunk() else {
                    return;
                };
                for element in group {
                    *element = *words;
                }
            }
            return;
        }
        for (page, words) in self.page.chunks_exact_mut(self.group).zip(sources) {
            let words = &words[part.start..part.end];
            let mut left = self.meant;
            while left != 0 {
                let first = left.trailing_zeros() as usize * self.size_of_page;
                copy(words, &mut page[first + place.start..first + place.end]);
                left &= left - 1;
            }
        }
    }
}
