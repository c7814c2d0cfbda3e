//! The turnaround registers (manual 3.6.8.2): what the PEs of each L1B just sent.

use std::sync::Arc;

use mnc2_isa::geometry::{CYCLES_PER_STEP, L1BS};
use mnc2_isa::l1bm::Shape;

use super::block::Block;

/// The long words that a transfer moves in each cycle: for every L1B as many as the layout has.
pub type TransferWords = [Block; CYCLES_PER_STEP];

/// The turnaround registers of all L1Bs.
#[derive(Clone, Debug)]
pub struct Turnaround {
    /// Of the transfer that filled them.
    pub(super) shape: Shape,
    pub(super) cycles: Arc<TransferWords>,
}

/// Bytes that the words of a transfer hold.
pub(super) fn words_bytes(words: &TransferWords) -> u64 {
    let words = words.iter();
    words
        .map(|block| size_of_val::<[u64]>(&block.words) as u64)
        .sum()
}

impl Turnaround {
    /// The long words of an L1B in a cycle.
    #[must_use]
    pub fn words(&self, l1b: usize, cycle: usize) -> &[u64] {
        self.cycles[cycle].element_words(l1b)
    }

    /// Stores the long words of every L1B, even if they are alike.
    pub(super) fn unshare(&mut self) {
        let cycles = Arc::make_mut(&mut self.cycles);
        cycles.iter_mut().for_each(|block| block.unshare(L1BS));
    }

    /// Whether both are from the same transfer.
    pub(super) fn is_shared_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.cycles, &other.cycles)
    }

    /// The size of the words in bytes.
    pub(super) fn bytes(&self) -> u64 {
        words_bytes(&self.cycles)
    }

    /// The type of transfer as a number, and all long words in order.
    pub(crate) fn content(&self) -> (u64, impl Iterator<Item = u64>) {
        let code = 2 * self.shape.order as u64 + u64::from(self.shape.sides) - 1;
        let blocks = self.cycles.iter();
        let words = blocks.flat_map(|block| (0..L1BS).flat_map(|l1b| block.element_words(l1b)));
        (code, words.copied())
    }
}
