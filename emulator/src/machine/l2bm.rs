//! L2BM instructions (manual 3.6.7): transfers between each L2BM and its eight L1BMs, and the writes to DAR.

mod block_writes;
mod sources;

use std::sync::Arc;

use mnc2_isa::geometry::{
    CYCLES_PER_STEP, DAR_ENTRIES, DARBUF_ENTRIES, GROUPS, L1BM_LONG_WORDS, L1BS_PER_L2B,
    L2BM_LONG_WORDS, L2BS, L2BS_PER_GROUP,
};
use mnc2_isa::{ChipLevel, L2bmOp, Memory, l1b_set};
use mnc2_program::{Expression, OperandKind};
use mnc2_text::LineRange;

use super::Refusal;
use super::block::Block;
use super::chip::Chip;
use super::observer::{AccessedPlace, ObservedAccess, Observer};
use super::unit::input;
use crate::rrn::{self, Circuit};

use self::block_writes::block_places;

pub use self::block_writes::Spread;
pub(super) use self::block_writes::write_cycle;
pub(super) use self::sources::writes;

/// The effect of an L2BM instruction once everything has been read.
#[derive(Clone, Debug)]
pub enum L2bmEffect {
    /// Long words of L1BM or L2BM are written, in order.
    Blocks(Vec<Spread>),
    /// `l2bmdars`: DARBUF is filled and both addresses are set.
    FillDarbuf {
        /// Long words for the DARBUF of each group.
        words: Vec<Vec<u64>>,
        /// First entry of DAR to write.
        dar_entry: u32,
    },
    /// `l2bmdarw`: four entries go from DARBUF to DAR.
    DrainDarbuf,
}

impl L2bmEffect {
    /// Writes DARBUF and DAR, and passes every write to an observer; [`write_cycle`] writes L1BM and L2BM. `range` is the range
    /// of the destination in its line.
    pub(super) fn apply(&self, chip: &mut Chip, range: &LineRange, observer: &mut impl Observer) {
        let mut accesses = Vec::new();
        match self {
            Self::Blocks(blocks) => {
                if observer.is_on() {
                    accesses = block_places(blocks);
                }
            }
            Self::FillDarbuf { words, dar_entry } => {
                for (group, words) in words.iter().enumerate() {
                    let first = group * DARBUF_ENTRIES as usize;
                    for (index, &word) in words.iter().enumerate() {
                        chip.darbuf[first + 2 * index] = (word >> 32) as u32;
                        chip.darbuf[first + 2 * index + 1] = word as u32;
                    }
                }
                chip.dar_write_entry = *dar_entry % DAR_ENTRIES;
                chip.darbuf_read_entry = 0;
                let count = DARBUF_ENTRIES / CYCLES_PER_STEP as u32;
                for cycle in 0..CYCLES_PER_STEP {
                    let place = AccessedPlace::Darbuf {
                        elements: AccessedPlace::all_of(ChipLevel::Group),
                        entry: cycle as u32 * count,
                        count,
                    };
                    accesses.push((cycle, place));
                }
            }
            Self::DrainDarbuf => {
                for cycle in 0..CYCLES_PER_STEP {
                    let elements = AccessedPlace::all_of(ChipLevel::Group);
                    let place = AccessedPlace::Darbuf {
                        elements,
                        entry: chip.darbuf_read_entry,
                        count: 1,
                    };
                    let access = ObservedAccess {
                        cycle,
                        range,
                        place,
                    };
                    observer.read(&access, chip);
                    let place = AccessedPlace::Upper {
                        memory: Memory::Dar,
                        elements,
                        address: chip.dar_write_entry,
                        count: 1,
                    };
                    accesses.push((cycle, place));
                    for group in 0..GROUPS {
                        let from =
                            group * DARBUF_ENTRIES as usize + chip.darbuf_read_entry as usize;
                        let to = group * DAR_ENTRIES as usize + chip.dar_write_entry as usize;
                        chip.dar[to] = chip.darbuf[from];
                    }
                    chip.dar_write_entry = (chip.dar_write_entry + 1) % DAR_ENTRIES;
                    chip.darbuf_read_entry = (chip.darbuf_read_entry + 1) % DARBUF_ENTRIES;
                }
            }
        }
        for (cycle, place) in accesses {
            let access = ObservedAccess {
                cycle,
                range,
                place,
            };
            observer.write(&access, chip);
        }
    }

    /// `l2bmdarw` moves what `l2bmdars` of the same step brings, so it comes last.
    #[must_use]
    pub const fn is_last(&self) -> bool {
        matches!(self, Self::DrainDarbuf)
    }
}

/// The addresses of a transfer.
struct Addresses {
    source: u32,
    destination: u32,
}

/// Computes what an L2BM instruction writes, on the state before the step.
pub(super) fn effect(
    chip: &Chip,
    op: L2bmOp,
    expression: &Expression,
    observer: &mut impl Observer,
) -> Result<L2bmEffect, Refusal> {
    match op {
        L2bmOp::Darw => return Ok(L2bmEffect::DrainDarbuf),
        L2bmOp::Dars => return fill_darbuf(chip, expression, observer),
        L2bmOp::Broadcast
        | L2bmOp::DistributingBroadcast
        | L2bmOp::Distribute
        | L2bmOp::Transfer
        | L2bmOp::Reduce
        | L2bmOp::CombiningReduce
        | L2bmOp::Gather
        | L2bmOp::Multicast => {}
    }
    let Addresses {
        source: from,
        destination: to,
    } = addresses(expression)?;
    let set = expression.l1bs();
    let in_set = u64::from(set);
    let members = || l1b_set::members(set).map(usize::from);
    // The cycles read consecutive addresses of L2BM.
    let of_l2bm = Arc::new(match op {
        L2bmOp::Broadcast => chip.l2bm.block(from, 16 * CYCLES_PER_STEP),
        L2bmOp::DistributingBroadcast | L2bmOp::Distribute => {
            chip.l2bm.block(from, 64 * CYCLES_PER_STEP)
        }
        L2bmOp::Transfer
        | L2bmOp::Reduce
        | L2bmOp::CombiningReduce
        | L2bmOp::Gather
        | L2bmOp::Multicast
        | L2bmOp::Dars
        | L2bmOp::Darw => Block::default(),
    });
    let from_l2bm = |l1bs: u64, address: u32, offset: u32, count: u32| Spread {
        memory: Memory::L1bm,
        l1bs,
        address,
        block: Arc::clone(&of_l2bm),
        part: offset as usize..(offset + count) as usize,
    };
    let to_l2bm = |address: u32, block: Block| Spread {
        memory: Memory::L2bm,
        l1bs: 0,
        address,
        part: 0..block.count,
        block: Arc::new(block),
    };
    let mut blocks = Vec::with_capacity(CYCLES_PER_STEP);
    let range = &input(expression, 0)?.range;
    for cycle in 0..CYCLES_PER_STEP as u32 {
        let mut source = Source {
            chip,
            cycle: cycle as usize,
            range,
            observer,
        };
        match op {
            L2bmOp::Broadcast => {
                source.observe_l2bm(from + 16 * cycle, 16);
                blocks.push(from_l2bm(in_set, to + 16 * cycle, 16 * cycle, 16));
            }
            L2bmOp::DistributingBroadcast => {
                for l1b in members() {
                    let offset = 64 * cycle + 16 * (l1b as u32 / 2);
                    source.observe_l2bm(from + offset, 16);
                    blocks.push(from_l2bm(1 << l1b, to + 16 * cycle, offset, 16));
                }
            }
            L2bmOp::Distribute => {
                for l1b in members() {
                    let offset = 64 * cycle + 8 * l1b as u32;
                    source.observe_l2bm(from + offset, 8);
                    blocks.push(from_l2bm(1 << l1b, to + 8 * cycle, offset, 8));
                }
            }
            L2bmOp::Transfer => {
                let missing = || Refusal::new(expression, "the L1B is missing");
                let l1b = members().next().ok_or_else(missing)?;
                let words = source.l1bm(l1b, from + 16 * cycle, 16);
                blocks.push(to_l2bm(to + 16 * cycle, words));
            }
            L2bmOp::Reduce => {
                let l1bs: Vec<usize> = members().collect();
                let words = reduce(&mut source, expression, &l1bs, from + 16 * cycle)?;
                blocks.push(to_l2bm(to + 16 * cycle, words));
            }
            L2bmOp::CombiningReduce => {
                for pair in 0..L1BS_PER_L2B / 2 {
                    let l1bs = [2 * pair, 2 * pair + 1];
                    let words = reduce(&mut source, expression, &l1bs, from + 16 * cycle)?;
                    let offset = 64 * cycle + 16 * pair as u32;
                    blocks.push(to_l2bm(to + offset, words));
                }
            }
            L2bmOp::Gather => {
                for l1b in 0..L1BS_PER_L2B {
                    let words = source.l1bm(l1b, from + 8 * cycle, 8);
                    let offset = 64 * cycle + 8 * l1b as u32;
                    blocks.push(to_l2bm(to + offset, words));
                }
            }
            L2bmOp::Multicast => {
                for (sender, receivers) in l1b_set::multicasts(set) {
                    let words = source.l1bm(usize::from(sender), from + 16 * cycle, 16);
                    blocks.push(Spread {
                        memory: Memory::L1bm,
                        l1bs: receivers.into(),
                        ..to_l2bm(to + 16 * cycle, words)
                    });
                }
            }
            L2bmOp::Dars | L2bmOp::Darw => {}
        }
    }
    Ok(L2bmEffect::Blocks(blocks))
}

fn addresses(expression: &Expression) -> Result<Addresses, Refusal> {
    let address = |kind: &OperandKind| match kind {
        OperandKind::L1bm { address, .. } => Some(*address % L1BM_LONG_WORDS),
        OperandKind::L2bm { address, .. } => Some(*address % L2BM_LONG_WORDS),
        _ => None,
    };
    let missing = || Refusal::new(expression, "an L1BM or L2BM operand is missing");
    let output = expression.outputs.first().ok_or_else(missing)?;
    Ok(Addresses {
        source: address(&input(expression, 0)?.kind).ok_or_else(missing)?,
        destination: address(&output.kind).ok_or_else(missing)?,
    })
}

/// Where an L2BM instruction reads in one cycle.
struct Source<'a, O> {
    chip: &'a Chip,
    cycle: usize,
    range: &'a LineRange,
    observer: &'a mut O,
}

impl<O: Observer> Source<'_, O> {
    /// Reports that long words of all L2Bs are read.
    fn observe_l2bm(&mut self, address: u32, count: u32) {
        for l2b in 0..L2BS {
            self.observe(Memory::L2bm, l2b, address, count);
        }
    }

    /// Long words of one L1B of each L2B.
    fn l1bm(&mut self, l1b: usize, address: u32, count: u32) -> Block {
        for l2b in 0..L2BS {
            self.observe(Memory::L1bm, l2b * L1BS_PER_L2B + l1b, address, count);
        }
        let l1bm = &self.chip.l1bm;
        l1bm.block_of_every(L1BS_PER_L2B, l1b, address, count as usize)
    }

    fn observe(&mut self, memory: Memory, element: usize, address: u32, count: u32) {
        if !self.observer.is_on() {
            return;
        }
        let place = AccessedPlace::Upper {
            memory,
            elements: 1 << element,
            address,
            count,
        };
        let (cycle, range) = (self.cycle, self.range);
        let access = ObservedAccess {
            cycle,
            range,
            place,
        };
        self.observer.read(&access, self.chip);
    }
}

/// Reduces 16 long words of some L1Bs of each L2B. L1Bs outside the set send the neutral element, so they can be left
/// out.
fn reduce(
    source: &mut Source<'_, impl Observer>,
    expression: &Expression,
    l1bs: &[usize],
    address: u32,
) -> Result<Block, Refusal> {
    let missing = || Refusal::new(expression, "the reduction is missing");
    let operation = expression.spelling.reduction.ok_or_else(missing)?;
    let sent = l1bs.iter().map(|&l1b| source.l1bm(l1b, address, 16));
    let sent: Vec<Block> = sent.collect();
    let period = sent.iter().map(Block::period).max().unwrap_or(1);
    let word = |l2b: usize, index: usize| {
        let words: Vec<u64> = sent
            .iter()
            .map(|block| block.element_words(l2b)[index])
            .collect();
        rrn::reduce(Circuit::L2bm, operation, &words)
    };
    let words = (0..period).flat_map(|l2b| (0..16).map(move |index| (l2b, index)));
    let words = words.map(|(l2b, index)| word(l2b, index)).collect();
    Ok(Block { words, count: 16 })
}

fn fill_darbuf(
    chip: &Chip,
    expression: &Expression,
    observer: &mut impl Observer,
) -> Result<L2bmEffect, Refusal> {
    let missing = || Refusal::new(expression, "the L2BM or DAR operand is missing");
    let (address, l2b) = match &input(expression, 0)?.kind {
        OperandKind::L2bm { address, l2b, .. } => {
            (*address % L2BM_LONG_WORDS, usize::from(l2b.unwrap_or(0)))
        }
        _ => return Err(missing()),
    };
    if l2b >= L2BS_PER_GROUP {
        return Err(Refusal::new(expression, "a group has only L2Bs 0 and 1"));
    }
    let dar_entry = match expression.outputs.first().map(|operand| &operand.kind) {
        Some(OperandKind::Dar(entry)) => *entry,
        _ => return Err(missing()),
    };
    let range = &input(expression, 0)?.range;
    let count = DARBUF_ENTRIES / 2;
    let count_per_cycle = count / CYCLES_PER_STEP as u32;
    let l2bs = (0..GROUPS).map(|group| group * L2BS_PER_GROUP + l2b);
    for cycle in 0..CYCLES_PER_STEP {
        let mut source = Source {
            chip,
            cycle,
            range,
            observer,
        };
        let first = address + cycle as u32 * count_per_cycle;
        for l2b in l2bs.clone() {
            source.observe(Memory::L2bm, l2b, first, count_per_cycle);
        }
    }
    let words = l2bs
        .map(|l2b| {
            let mut words = vec![0; count as usize];
            chip.l2bm.read_some(l2b, address, &mut words);
            words
        })
        .collect();
    Ok(L2bmEffect::FillDarbuf { words, dar_entry })
}
