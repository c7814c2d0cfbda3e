//! MV instructions (manual 3.5): transfers between PDM, DRAM and L2BM, and reductions during them.
//!
//! Every mode moves blocks of 16 long words; 64 of L2BM or PDM are one unit operation; `modes` lists the blocks. A
//! unit is read completely before it is written. With DRAM indirection only the place of a DRAM block changes.

mod modes;
mod sources;

use mnc2_isa::geometry::{DAR_ENTRIES, GROUPS, L2BS_PER_GROUP};
use mnc2_isa::mv::{INDIRECTION_UNIT_LONG_WORDS as BLOCK, UNIT_LONG_WORDS as UNIT};
use mnc2_isa::{Memory, MvOp, Op, OperandClass};
use mnc2_program::{MvInstruction, Operand};
use mnc2_text::LineRange;

use self::modes::{BlockPlace, Move, moves};
pub(super) use self::sources::writes;
use super::Refusal;
use super::chip::Chip;
use super::observer::{self, ObservedAccess, Observer};
use super::upper::{self, BlockWrite};
use crate::rrn::{self, Circuit};

/// Long words that are copied together.
const COPIED_AT_ONCE: usize = 512;

/// One side of an MV instruction.
#[derive(Clone, Debug)]
struct End {
    /// The range of the operand in its line.
    range: LineRange,
    memory: Memory,
    /// First address in long words, or first DAR entry.
    address: u32,
    indirect: bool,
    /// The group, or 0 if every group takes part.
    group: usize,
    /// The L2B in the group, or 0 if both take part.
    l2b: usize,
}

impl End {
    fn from_operand(operand: &Operand) -> Option<Self> {
        let index = |part: Option<u8>| usize::from(part.unwrap_or(0));
        let place = operand.kind.mv_place()?;
        Some(Self {
            range: operand.range.clone(),
            memory: place.memory,
            address: place.address,
            indirect: place.is_indirect,
            group: index(place.group),
            l2b: index(place.l2b),
        })
    }

    /// Whether the group and the L2B are on the chip.
    const fn exists(&self) -> bool {
        self.group < GROUPS && self.l2b < L2BS_PER_GROUP
    }

    /// The element that the operand names itself.
    const fn element(&self) -> usize {
        match self.memory {
            Memory::L2bm => self.group * L2BS_PER_GROUP + self.l2b,
            _ => self.group,
        }
    }

    /// The corresponding element in another group.
    const fn in_group(&self, group: usize) -> usize {
        match self.memory {
            Memory::L2bm => group * L2BS_PER_GROUP + self.l2b,
            _ => group,
        }
    }

    /// The address of a block at this distance in long words from the start of the operand.
    fn block_address(
        &self,
        chip: &Chip,
        consecutive: Option<u32>,
        place: BlockPlace,
        observer: &mut impl Observer,
    ) -> u32 {
        if !self.indirect {
            return self.address.wrapping_add(place.offset);
        }
        let access = place.offset / BLOCK;
        let (entry, rest) = match consecutive {
            Some(consecutive) if consecutive > 0 => (access / consecutive, access % consecutive),
            Some(_) | None => (0, access),
        };
        let entry = (self.address.wrapping_add(entry) % DAR_ENTRIES) as usize;
        let access = ObservedAccess {
            cycle: 0,
            range: &self.range,
            place: observer::AccessedPlace::Upper {
                memory: Memory::Dar,
                elements: 1 << place.element,
                address: entry as u32,
                count: 1,
            },
        };
        observer.read(&access, chip);
        chip.dar[place.element * DAR_ENTRIES as usize + entry]
            .wrapping_add(rest)
            .wrapping_mul(BLOCK)
    }

    /// Reports the access to a block.
    fn observe_block(
        &self,
        element: usize,
        address: u32,
        tell: &mut impl FnMut(&ObservedAccess<'_>),
    ) {
        tell(&ObservedAccess {
            cycle: 0,
            range: &self.range,
            place: observer::AccessedPlace::Upper {
                memory: self.memory,
                elements: 1 << element,
                address,
                count: BLOCK,
            },
        });
    }
}

/// The memory that an operand of a class is in; `None` for operands of PE instructions.
const fn memory_of(class: OperandClass) -> Option<Memory> {
    match class {
        OperandClass::PdmOfGroup | OperandClass::PdmOfEveryGroup => Some(Memory::Pdm),
        OperandClass::DramOfGroup | OperandClass::DramOfEveryGroup => Some(Memory::Dram),
        OperandClass::L2bmOne
        | OperandClass::L2bmOneInEveryGroup
        | OperandClass::L2bmOfGroup
        | OperandClass::L2bmEvery => Some(Memory::L2bm),
        OperandClass::AluFirstInput
        | OperandClass::PeInput
        | OperandClass::PeOutput
        | OperandClass::PeOutputOrMask
        | OperandClass::MatrixSide
        | OperandClass::MatrixRows
        | OperandClass::L1bmPe(_)
        | OperandClass::L1bm
        | OperandClass::L2bm
        | OperandClass::L2bmOfL2b
        | OperandClass::Dar
        | OperandClass::Literal
        | OperandClass::Tag => None,
    }
}

/// The circuit that reduces this many L2BMs (manual 4.2): two within a group, four between groups, or both.
const fn circuit(l2bms: usize) -> Circuit {
    match l2bms {
        2 => Circuit::Mv2,
        4 => Circuit::Mv4,
        _ => Circuit::Mv8,
    }
}

/// Executes an MV instruction unit by unit. `cancelled` is checked at intervals; returns whether it was cancelled.
///
/// # Errors
/// A [`Refusal`] if operands are missing; nothing has been written then.
pub(super) fn execute(
    chip: &mut Chip,
    mv: &MvInstruction,
    cancelled: &dyn Fn() -> bool,
    observer: &mut impl Observer,
) -> Result<bool, Refusal> {
    let refused = |reason| Refusal {
        instruction: mv.spelling.text.clone(),
        range: mv.range.clone(),
        reason,
    };
    let Op::Mv(op) = mv.op else {
        return Err(refused("this is not an MV instruction"));
    };
    if op == MvOp::Nop {
        return Ok(false);
    }
    let ends: Vec<End> = mv.operands.iter().filter_map(End::from_operand).collect();
    let [from, to] = &ends[..] else {
        return Err(refused("an operand is missing"));
    };
    if !from.exists() || !to.exists() {
        return Err(refused(
            "an operand names a group or L2B that the chip does not have",
        ));
    }
    let memories = mv
        .op
        .row()
        .operands
        .iter()
        .map(|operand| memory_of(operand.class));
    if !memories.eq([Some(from.memory), Some(to.memory)]) {
        return Err(refused("the instruction cannot access one of its operands"));
    }
    let is_direct = !observer.is_on() && !from.indirect && !to.indirect;
    let pairs = is_direct.then(|| modes::copies(op, from, to)).flatten();
    if let Some(pairs) = pairs {
        let (ends, size) = ((from, to), mv.size_long_words);
        return Ok(copy(chip, &pairs, ends, size, cancelled));
    }
    let consecutive = mv.indirection_count;
    for unit in 0..mv.size_long_words / UNIT {
        if unit % 1024 == 0 && cancelled() {
            return Ok(true);
        }
        let mut writes = Vec::new();
        for Move {
            to: place,
            from: sources,
        } in moves(op, unit, from, to)
        {
            let addresses: Vec<(usize, u32)> = sources
                .iter()
                .map(|&source| {
                    let address = from.block_address(chip, consecutive, source, observer);
                    from.observe_block(source.element, address, &mut |access| {
                        observer.read(access, chip);
                    });
                    (source.element, address)
                })
                .collect();
            let read = |&(element, address): &(usize, u32)| {
                let mut words = vec![0; BLOCK as usize];
                upper::read_some(chip, from.memory, element, address, &mut words);
                words
            };
            let words = match (&addresses[..], mv.spelling.reduction) {
                ([only], _) => read(only),
                (all, Some(operation)) => {
                    let sources: Vec<Vec<u64>> = all.iter().map(read).collect();
                    let word = |index: usize| {
                        let words: Vec<u64> = sources.iter().map(|words| words[index]).collect();
                        rrn::reduce(circuit(words.len()), operation, &words)
                    };
                    (0..BLOCK as usize).map(word).collect()
                }
                (_, None) => vec![0; BLOCK as usize],
            };
            let address = to.block_address(chip, consecutive, place, observer);
            writes.push(BlockWrite {
                memory: to.memory,
                elements: 1 << place.element,
                address,
                words,
            });
        }
        for write in &writes {
            write.apply(chip);
            let element = write.elements.trailing_zeros() as usize;
            to.observe_block(element, write.address, &mut |access| {
                observer.write(access, chip);
            });
        }
    }
    Ok(false)
}

/// Copies consecutive long words between elements of different memories. Returns whether it was cancelled.
fn copy(
    chip: &mut Chip,
    pairs: &[(usize, usize)],
    (from, to): (&End, &End),
    size_long_words: u32,
    cancelled: &dyn Fn() -> bool,
) -> bool {
    let size_long_words = size_long_words / UNIT * UNIT;
    let is_from = |memory| from.memory == memory && to.memory == Memory::L2bm;
    if is_from(Memory::Pdm) || is_from(Memory::Dram) {
        return copy_to_l2bm(chip, pairs, (from, to), size_long_words, cancelled);
    }
    let mut buffer = [0; COPIED_AT_ONCE];
    for done in (0..size_long_words).step_by(COPIED_AT_ONCE) {
        if cancelled() {
            return true;
        }
        let count = COPIED_AT_ONCE.min((size_long_words - done) as usize);
        let words = &mut buffer[..count];
        let (source, destination) = (
            from.address.wrapping_add(done),
            to.address.wrapping_add(done),
        );
        for &(to_element, from_element) in pairs {
            upper::read_some(chip, from.memory, from_element, source, words);
            upper::write_some(chip, to.memory, to_element, destination, words);
        }
        if to.memory == Memory::L2bm {
            chip.l2bm.settle(destination, count);
        }
    }
    false
}

/// As [`copy`], from memories off the chip to L2BM, where a page holds the data of all L2Bs at some addresses: each page is
/// looked up once.
fn copy_to_l2bm(
    chip: &mut Chip,
    pairs: &[(usize, usize)],
    (from, to): (&End, &End),
    size_long_words: u32,
    cancelled: &dyn Fn() -> bool,
) -> bool {
    let Chip {
        pdm, dram, l2bm, ..
    } = chip;
    let sources = if from.memory == Memory::Pdm {
        pdm
    } else {
        dram
    };
    let mut done = 0;
    while done < size_long_words {
        if cancelled() {
            return true;
        }
        let most = COPIED_AT_ONCE.min((size_long_words - done) as usize);
        let source = from.address.wrapping_add(done);
        let destination = to.address.wrapping_add(done);
        let each = pairs.iter().map(|&(to_element, from_element)| {
            (to_element, sources[from_element].within_page(source, most))
        });
        let each: Vec<_> = each.collect();
        // Pages begin at the same addresses in all of them.
        let count = each.first().map_or(most, |(_, words)| words.len());
        l2bm.write_each(destination, count, &each);
        l2bm.settle(destination, count);
        done += count as u32;
    }
    false
}
