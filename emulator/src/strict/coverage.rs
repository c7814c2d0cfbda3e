//! Everything that was ever written: for every word of every memory the elements on which something wrote it.

use std::collections::BTreeMap;

use mnc2_isa::geometry::{
    CYCLES_PER_STEP, DAR_ENTRIES, DARBUF_ENTRIES, GROUPS, L1BM_LONG_WORDS, L2BM_LONG_WORDS,
    MASK_ENTRIES, PES,
};
use mnc2_isa::{ChipLevel, Memory};
use mnc2_text::{Message, message};

use super::pe_set::PeSet;
use crate::machine::address::Addresses;
use crate::machine::observer::{AccessedPlace, ObservedAccess};
use crate::word_stream::{Damaged, Reader, Writer};

/// The memories of a PE whose words are tracked.
const PE_MEMORIES: [Memory; 5] = [
    Memory::Lm0,
    Memory::Lm1,
    Memory::Grf0,
    Memory::Grf1,
    Memory::T,
];

/// Words of a page of PDM or DRAM whose bits are kept together.
const PAGE_WORDS: u32 = 64;
/// Single words of the T-register.
const T_SINGLE_WORDS: u32 = 16;

/// Everything that was ever written.
#[derive(Clone)]
pub(super) struct Coverage {
    /// By memory and single word.
    pe: [Vec<PeSet>; PE_MEMORIES.len()],
    /// By entry and cycle.
    masks: Vec<PeSet>,
    /// A bit for each physical row: side x, side y.
    matrix: [u16; 2],
    forwarding: [bool; 4],
    turnaround: bool,
    /// By long word, a bit for each L1B.
    l1bm: Vec<u64>,
    /// By long word, a bit for each L2B.
    l2bm: Vec<u64>,
    /// By entry, a bit for each group.
    dar: Vec<u64>,
    /// By entry, a bit for each group.
    darbuf: Vec<u64>,
    /// By memory, group and page, a bit for each long word.
    off_chip: BTreeMap<(Memory, usize, u32), u64>,
    /// Whether all of PDM and DRAM counts as written.
    is_off_chip_zeroed: bool,
}

/// The uninitialized part of a read.
pub(super) struct Missing {
    /// The first word, as programs write it.
    pub(super) what: Message,
    /// The elements whose words are missing.
    pub(super) elements: Elements,
}

/// Elements of the chip.
#[derive(Clone, Debug)]
pub(super) enum Elements {
    /// PEs of the chip.
    Pes(PeSet),
    /// Elements of another level.
    Upper(ChipLevel, u64),
}

fn pe_memory(memory: Memory) -> Option<usize> {
    PE_MEMORIES.iter().position(|other| *other == memory)
}

impl Coverage {
    pub(super) fn new() -> Self {
        let words = |memory: Memory| {
            let words = memory.size().filter(|_| memory != Memory::T);
            vec![PeSet::Empty; words.unwrap_or(T_SINGLE_WORDS) as usize]
        };
        Self {
            pe: PE_MEMORIES.map(words),
            masks: vec![PeSet::Empty; MASK_ENTRIES as usize * CYCLES_PER_STEP],
            matrix: [0; 2],
            forwarding: [false; 4],
            turnaround: false,
            l1bm: vec![0; L1BM_LONG_WORDS as usize],
            l2bm: vec![0; L2BM_LONG_WORDS as usize],
            dar: vec![0; DAR_ENTRIES as usize],
            darbuf: vec![0; DARBUF_ENTRIES as usize],
            off_chip: BTreeMap::new(),
            is_off_chip_zeroed: false,
        }
    }

    /// Writes all of it, equal neighbours once.
    pub(super) fn write_words(&self, out: &mut Writer<'_>) {
        for sets in self.pe.iter().chain([&self.masks]) {
            out.runs(sets, PeSet::write_words);
        }
        self.matrix
            .iter()
            .for_each(|&rows| out.word(u64::from(rows)));
        self.forwarding.iter().for_each(|&path| out.flag(path));
        out.flag(self.turnaround);
        for bits in [&self.l1bm, &self.l2bm, &self.dar, &self.darbuf] {
            out.runs(bits, |&bits, out| out.word(bits));
        }
        out.count(self.off_chip.len());
        for (&(memory, group, page), &bits) in &self.off_chip {
            out.flag(memory == Memory::Dram);
            out.count(group);
            out.word(u64::from(page));
            out.word(bits);
        }
        out.flag(self.is_off_chip_zeroed);
    }

    /// Reads what [`Coverage::write_words`] writes.
    pub(super) fn read_words(input: &mut Reader<'_>) -> Result<Self, Damaged> {
        let mut coverage = Self::new();
        for sets in coverage.pe.iter_mut().chain([&mut coverage.masks]) {
            input.runs(sets, PeSet::read_words)?;
        }
        for rows in &mut coverage.matrix {
            *rows = input.small()?;
        }
        for path in &mut coverage.forwarding {
            *path = input.flag()?;
        }
        coverage.turnaround = input.flag()?;
        let Self {
            l1bm,
            l2bm,
            dar,
            darbuf,
            ..
        } = &mut coverage;
        for bits in [l1bm, l2bm, dar, darbuf] {
            input.runs(bits, Reader::word)?;
        }
        for _ in 0..input.small::<u32>()? {
            let memory = match input.flag()? {
                false => Memory::Pdm,
                true => Memory::Dram,
            };
            let page = (memory, input.below(GROUPS)?, input.small()?);
            coverage.off_chip.insert(page, input.word()?);
        }
        coverage.is_off_chip_zeroed = input.flag()?;
        Ok(coverage)
    }

    /// Records that all of LM, GRF, T-register, mask registers, L1BM and L2BM was written.
    pub(super) fn zeroed_on_chip(&mut self) {
        self.pe.iter_mut().for_each(|words| words.fill(PeSet::All));
        self.masks.fill(PeSet::All);
        self.l1bm.fill(u64::MAX);
        self.l2bm.fill(u64::MAX);
    }

    /// Records that all of PDM and DRAM was written.
    pub(super) fn zeroed_off_chip(&mut self) {
        self.is_off_chip_zeroed = true;
    }

    /// Records a single word of a PE memory on some PEs.
    pub(super) fn pe_word(&mut self, memory: Memory, address_words: u32, pes: &PeSet) {
        if let Some(words) = pe_memory(memory).map(|index| &mut self.pe[index]) {
            let index = address_words as usize % words.len();
            words[index] = words[index].union(pes);
        }
    }

    /// Records long words of L1BM, L2BM, PDM or DRAM, or entries of DAR.
    pub(super) fn upper(&mut self, memory: Memory, elements: u64, address: u32, count: u32) {
        for address in (0..count).map(|index| address.wrapping_add(index)) {
            if let Some(words) = self.upper_words(memory) {
                let index = address as usize % words.len();
                words[index] |= elements;
            } else {
                let address = address % memory.size().unwrap_or(u32::MAX);
                for group in Self::members(elements) {
                    let page = (memory, group, address / PAGE_WORDS);
                    *self.off_chip.entry(page).or_default() |= 1 << (address % PAGE_WORDS);
                }
            }
        }
    }

    fn upper_words(&mut self, memory: Memory) -> Option<&mut Vec<u64>> {
        match memory {
            Memory::L1bm => Some(&mut self.l1bm),
            Memory::L2bm => Some(&mut self.l2bm),
            Memory::Dar => Some(&mut self.dar),
            _ => None,
        }
    }

    fn members(elements: u64) -> impl Iterator<Item = usize> {
        (0..64).filter(move |element| elements >> element & 1 == 1)
    }

    pub(super) fn write(&mut self, access: &ObservedAccess<'_>) {
        match access.place {
            AccessedPlace::Pe {
                memory,
                width,
                addresses,
                mask,
            } => {
                let written =
                    |pe| mask.map_or(0b1111, |mask| mask.written_words(access.cycle, width, pe));
                let everywhere =
                    mask.is_none_or(|mask| mask.passes(access.cycle, width) == Some(true));
                for word in 0..width.single_words() {
                    match addresses {
                        Addresses::Uniform(address) => {
                            let pes = if everywhere {
                                PeSet::All
                            } else {
                                PeSet::from_fn(|pe| written(pe) >> word & 1 == 1)
                            };
                            self.pe_word(memory, address + word, &pes);
                        }
                        Addresses::PerPe(_) => {
                            let Some(words) = pe_memory(memory).map(|index| &mut self.pe[index])
                            else {
                                continue;
                            };
                            for pe in (0..PES).filter(|&pe| written(pe) >> word & 1 == 1) {
                                let index = (addresses.for_pe(pe) + word) as usize % words.len();
                                words[index].insert(pe);
                            }
                        }
                    }
                }
            }
            // It does not matter whether it was written: it is part of every address and starts at zero.
            AccessedPlace::Base { .. } => {}
            AccessedPlace::MaskEntry(entry) => {
                self.masks[usize::from(entry) * CYCLES_PER_STEP + access.cycle] = PeSet::All;
            }
            AccessedPlace::MatrixRows {
                side,
                physical_rows,
            } => self.matrix[usize::from(side == Memory::MatrixY)] |= physical_rows,
            AccessedPlace::Forwarding(path) => self.forwarding[path as usize] = true,
            AccessedPlace::Turnaround => self.turnaround = true,
            AccessedPlace::Upper {
                memory,
                elements,
                address,
                count,
            } => self.upper(memory, elements, address, count),
            AccessedPlace::Darbuf {
                elements,
                entry,
                count,
            } => {
                for index in entry..entry + count {
                    self.darbuf[(index % DARBUF_ENTRIES) as usize] |= elements;
                }
            }
        }
    }

    /// The uninitialized part of a read.
    pub(super) fn missing(&self, access: &ObservedAccess<'_>) -> Option<Missing> {
        let everywhere = |written: bool, what: Message| {
            (!written).then_some(Missing {
                what,
                elements: Elements::Pes(PeSet::All),
            })
        };
        match access.place {
            AccessedPlace::Pe {
                memory,
                width,
                addresses,
                mask: _,
            } => {
                let words = pe_memory(memory).map(|index| &self.pe[index])?;
                let mut found: Option<(u32, PeSet)> = None;
                for word in 0..width.single_words() {
                    let set = match addresses {
                        Addresses::Uniform(address) => {
                            words[(address + word) as usize % words.len()].complement()
                        }
                        Addresses::PerPe(_) => PeSet::from_fn(|pe| {
                            let index = (addresses.for_pe(pe) + word) as usize % words.len();
                            !words[index].contains(pe)
                        }),
                    };
                    let Some(first) = set.first() else { continue };
                    found = Some(match found {
                        None => (addresses.for_pe(first) + word, set),
                        Some((address, all)) => (address, all.union(&set)),
                    });
                }
                let (address, pes) = found?;
                let what = if memory == Memory::T {
                    message!(
                        "the T-register's entry of cycle {cycle}",
                        cycle = access.cycle
                    )
                } else {
                    Message::verbatim(format!("`${}{address}`", memory.letters()))
                };
                Some(Missing {
                    what,
                    elements: Elements::Pes(pes),
                })
            }
            AccessedPlace::Base { .. } => None,
            AccessedPlace::MaskEntry(entry) => {
                let pes =
                    self.masks[usize::from(entry) * CYCLES_PER_STEP + access.cycle].complement();
                (!pes.is_empty()).then(|| Missing {
                    what: Message::verbatim(format!("`$omr{entry}`")),
                    elements: Elements::Pes(pes),
                })
            }
            AccessedPlace::MatrixRows {
                side,
                physical_rows,
            } => {
                let written = self.matrix[usize::from(side == Memory::MatrixY)];
                let letters = side.letters();
                everywhere(
                    physical_rows & !written == 0,
                    message!("a row of `$l{letters}`", letters),
                )
            }
            AccessedPlace::Forwarding(path) => {
                let name = path.name();
                let what = Message::verbatim(format!("`${name}`"));
                everywhere(self.forwarding[path as usize], what)
            }
            AccessedPlace::Turnaround => everywhere(self.turnaround, Message::verbatim("`$lbi`")),
            AccessedPlace::Upper {
                memory,
                elements,
                address,
                count,
            } => self.missing_upper(memory, elements, address, count),
            AccessedPlace::Darbuf {
                elements,
                entry,
                count,
            } => {
                let written = |index: u32| self.darbuf[(index % DARBUF_ENTRIES) as usize];
                let all = (entry..entry + count).fold(u64::MAX, |all, index| all & written(index));
                let missing = elements & !all;
                (missing != 0).then(|| Missing {
                    what: Message::verbatim("DARBUF"),
                    elements: Elements::Upper(ChipLevel::Group, missing),
                })
            }
        }
    }

    fn missing_upper(
        &self,
        memory: Memory,
        elements: u64,
        address: u32,
        count: u32,
    ) -> Option<Missing> {
        if self.is_off_chip_zeroed && matches!(memory, Memory::Pdm | Memory::Dram) {
            return None;
        }
        let size = memory.size().unwrap_or(u32::MAX);
        let mut found: Option<(u32, u64)> = None;
        for address in (0..count).map(|index| address.wrapping_add(index) % size) {
            let written = match memory {
                Memory::L1bm => self.l1bm[address as usize],
                Memory::L2bm => self.l2bm[address as usize],
                Memory::Dar => self.dar[address as usize],
                _ => Self::members(elements)
                    .filter(|&group| {
                        let page = (memory, group, address / PAGE_WORDS);
                        let bits = self.off_chip.get(&page).copied().unwrap_or(0);
                        bits >> (address % PAGE_WORDS) & 1 == 1
                    })
                    .fold(0, |bits, group| bits | 1 << group),
            };
            let missing = elements & !written;
            if missing != 0 {
                let (first, all) = found.unwrap_or((address, 0));
                found = Some((first, all | missing));
            }
        }
        let (address, missing) = found?;
        Some(Missing {
            what: super::upper_word(memory, address),
            elements: Elements::Upper(ChipLevel::from_memory(memory), missing),
        })
    }
}
