//! Which words decide what an MV instruction writes.

use mnc2_isa::geometry::DAR_ENTRIES;
use mnc2_isa::{Memory, MvOp, Op};
use mnc2_program::MvInstruction;
use mnc2_program::access::{AccessRole, Store};

use super::modes::{BlockPlace, moves};
use super::{BLOCK, End, UNIT};
use crate::chip_place::ChipPlace;
use crate::machine::chip::Chip;
use crate::machine::sources::{Search, WordSource, Write, add, source, wrapped};

impl End {
    /// The entry of DAR that a block's address comes from.
    fn dar_entry(&self, consecutive: Option<u32>, place: BlockPlace) -> Option<WordSource> {
        if !self.indirect {
            return None;
        }
        let access = place.offset / BLOCK;
        let entry = consecutive.map_or(0, |count| access.checked_div(count).unwrap_or(0));
        let entry = self.address.wrapping_add(entry) % DAR_ENTRIES;
        let place = ChipPlace {
            store: Store::Memory(Memory::Dar),
            element: place.element,
            words: entry..entry + 1,
        };
        Some(source(AccessRole::Address, &self.range, place))
    }
}

/// The writes, unit by unit.
pub(in crate::machine) fn writes(chip: &Chip, mv: &MvInstruction, search: &mut Search<'_>) {
    let Op::Mv(op) = mv.op else { return };
    let ends: Vec<End> = mv.operands.iter().filter_map(End::from_operand).collect();
    let [from, to] = &ends[..] else { return };
    if op == MvOp::Nop || search.place.store != Store::Memory(to.memory) {
        return;
    }
    for unit in 0..mv.size_long_words / UNIT {
        for one in moves(op, unit, from, to) {
            if one.to.element == search.place.element {
                let block = Block { chip, mv, from, to };
                block.writes(one.to, &one.from, search);
            }
        }
    }
}

/// A block that is written.
struct Block<'a> {
    chip: &'a Chip,
    mv: &'a MvInstruction,
    from: &'a End,
    to: &'a End,
}

impl Block<'_> {
    fn address(&self, end: &End, place: BlockPlace) -> u32 {
        let consecutive = self.mv.indirection_count;
        let mut unobserved = crate::machine::observer::Unobserved;
        end.block_address(self.chip, consecutive, place, &mut unobserved)
    }

    fn writes(&self, to: BlockPlace, from: &[BlockPlace], search: &mut Search<'_>) {
        let consecutive = self.mv.indirection_count;
        let first = self.address(self.to, to);
        for words in search.within(first, BLOCK) {
            let size = search.place.store.words();
            let skipped = (words.start + size - first % size) % size;
            let count = words.end - words.start;
            let mut sources = Vec::new();
            for &place in from {
                for place in self.read(place, skipped, count) {
                    add(
                        &mut sources,
                        source(AccessRole::Data, &self.from.range, place),
                    );
                }
                let entry = self.from.dar_entry(consecutive, place);
                entry.into_iter().for_each(|entry| add(&mut sources, entry));
            }
            let entry = self.to.dar_entry(consecutive, to);
            entry.into_iter().for_each(|entry| add(&mut sources, entry));
            search.writes.push(Write {
                expression: 0,
                cycle: 0,
                range: self.to.range.clone(),
                words,
                is_masked: false,
                sources,
            });
        }
    }

    /// Words of a block that are read, counted from its start.
    fn read(&self, block: BlockPlace, skipped: u32, count: u32) -> Vec<ChipPlace> {
        let (memory, element) = (self.from.memory, block.element);
        let at = |first: u32, count| wrapped(Store::Memory(memory), element, first, count);
        if memory != self.to.memory || self.from.element() != self.to.element() {
            return at(self.address(self.from, block).wrapping_add(skipped), count);
        }
        let offsets = block.offset + skipped..block.offset + skipped + count;
        let words = offsets.map(|offset| self.from.address.wrapping_add(self.original(offset)));
        words.flat_map(|word| at(word, 1)).collect()
    }

    /// The distance from the start of the operand at which a word was that a copy within one memory reads at a distance:
    /// a unit is read completely before it is written, and sees what the units before it wrote.
    fn original(&self, mut offset: u32) -> u32 {
        let size = Store::Memory(self.from.memory).words();
        let apart = (self.from.address % size + size - self.to.address % size) % size;
        loop {
            let written = (offset + apart) % size;
            if written >= self.mv.size_long_words / UNIT * UNIT || written / UNIT >= offset / UNIT {
                return offset;
            }
            offset = written;
        }
    }
}
