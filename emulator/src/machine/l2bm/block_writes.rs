//! The writes of an L2BM instruction to L1BM or L2BM, as blocks of consecutive long words.

use std::ops::Range;
use std::sync::Arc;

use mnc2_isa::geometry::{CYCLES_PER_STEP, L1BS_PER_L2B, L2BS};
use mnc2_isa::{ChipLevel, Memory};

use crate::machine::block::Block;
use crate::machine::chip::Chip;
use crate::machine::observer::AccessedPlace;

/// Consecutive long words that every L2B gets, each its own, or all of some L1Bs of every L2B.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// The memory that is written, L1BM or L2BM.
    pub memory: Memory,
    /// A bit for each selected L1B of an L2B.
    pub(super) l1bs: u64,
    /// First address in long words.
    pub address: u32,
    /// The words that the instruction reads, by L2B.
    pub(super) block: Arc<Block>,
    /// The part of it that is written.
    pub(super) part: Range<usize>,
}

impl Spread {
    fn apply(&self, chip: &mut Chip) {
        let (memory, together, meant) = if self.memory == Memory::L1bm {
            (&mut chip.l1bm, L1BS_PER_L2B, self.l1bs)
        } else {
            (&mut chip.l2bm, 1, 1)
        };
        memory.spread(
            self.address,
            &self.block,
            self.part.clone(),
            together,
            meant,
        );
    }

    /// The place of the write.
    fn place(&self) -> AccessedPlace<'static> {
        let elements = if self.memory == Memory::L1bm {
            (0..L2BS).fold(0, |bits, l2b| bits | self.l1bs << (l2b * L1BS_PER_L2B))
        } else {
            AccessedPlace::all_of(ChipLevel::L2b)
        };
        AccessedPlace::Upper {
            memory: self.memory,
            elements,
            address: self.address,
            count: self.part.len() as u32,
        }
    }

    /// The data for one element of the memory.
    #[must_use]
    pub fn words_of(&self, element: usize) -> Option<&[u64]> {
        if self.memory == Memory::L1bm {
            let is_meant = self.l1bs >> (element % L1BS_PER_L2B) & 1 == 1;
            is_meant.then(|| &self.block.element_words(element / L1BS_PER_L2B)[self.part.clone()])
        } else {
            Some(&self.block.element_words(element)[self.part.clone()])
        }
    }

    /// The size of the written words in bytes.
    pub(in crate::machine) fn bytes(&self) -> u64 {
        (self.block.period() * size_of::<u64>() * self.part.len()) as u64
    }
}

/// Number of blocks written in each cycle: blocks are in the order of cycles, the same number in each.
fn blocks_per_cycle(blocks: &[Spread]) -> usize {
    blocks.len().div_ceil(CYCLES_PER_STEP).max(1)
}

/// Writes the blocks of one cycle to L1BM or L2BM.
pub(in crate::machine) fn write_cycle(blocks: &[Spread], cycle: usize, chip: &mut Chip) {
    if let Some(blocks) = blocks.chunks(blocks_per_cycle(blocks)).nth(cycle) {
        blocks.iter().for_each(|block| block.apply(chip));
    }
}

/// The writes of blocks, with their cycles; elements that are written alike are one place.
pub(super) fn block_places(blocks: &[Spread]) -> Vec<(usize, AccessedPlace<'static>)> {
    let mut places: Vec<(usize, AccessedPlace<'static>)> = Vec::new();
    let per_cycle = blocks_per_cycle(blocks);
    for (index, block) in blocks.iter().enumerate() {
        let cycle = index / per_cycle;
        let place = block.place();
        let same = places.iter_mut().rev().find_map(|(other, there)| {
            let AccessedPlace::Upper {
                memory,
                elements: there,
                address,
                count,
            } = there
            else {
                return None;
            };
            let AccessedPlace::Upper {
                memory: own,
                elements,
                address: own_address,
                count: own_count,
            } = place
            else {
                return None;
            };
            let is_same =
                (*other, *memory, *address, *count) == (cycle, own, own_address, own_count);
            is_same.then_some((there, elements))
        });
        match same {
            Some((there, elements)) => *there |= elements,
            None => places.push((cycle, place)),
        }
    }
    places
}
