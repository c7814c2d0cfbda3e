//! Where two chips differ, word by word and bit by bit.

use mnc2_emulator::buffer_pool::PooledValue;
use mnc2_emulator::lanes::Lanes;
use mnc2_emulator::machine::chip::Chip;
use mnc2_isa::geometry::{CYCLES_PER_STEP, DAR_ENTRIES, MASK_FIRST_PATTERN_ENTRY, PES};
use mnc2_isa::{ChipLevel, Memory};
use mnc2_program::access::{Elements, Store};

/// A word of one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementWord {
    /// The memory or register.
    pub memory: Memory,
    /// The element: the PE of PE memories, masks and matrix registers, or the L1B, L2B or group.
    pub element: usize,
    /// The word, in the units of [`mnc2_program::access`].
    pub word: u32,
}

impl ElementWord {
    /// The name of the element, such as `n0c0b0m0p0`.
    #[must_use]
    pub fn element_name(&self) -> String {
        match ChipLevel::from_memory(self.memory) {
            ChipLevel::Mab => ChipLevel::Pe.name(self.element),
            level => level.name(self.element),
        }
    }
}

/// The first word of a place in which two chips differ. Both started alike.
#[must_use]
pub fn first_difference(
    one: &Chip,
    other: &Chip,
    memory: Memory,
    (first, count): (u32, u32),
    elements: Elements,
) -> Option<ElementWord> {
    let size = Store::Memory(memory).words();
    let first = first.min(size);
    let end = first + count.min(size - first);
    let differs = |element: usize, word: u32| {
        let word = ElementWord {
            memory,
            element,
            word,
        };
        (value(one, &word) != value(other, &word)).then_some(word)
    };
    let in_words = |words: std::ops::Range<u32>, count: usize| {
        words.into_iter().find_map(|word| {
            (0..count)
                .filter(|&element| elements.contains(memory, element))
                .find_map(|element| differs(element, word))
        })
    };
    match memory {
        Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 | Memory::T => {
            let (one, other) = (one.planes(memory)?, other.planes(memory)?);
            let long = |word: u32| (word / 2) as usize;
            let words = (first..end)
                .filter(|&word| !is_alike(one.read(long(word)), other.read(long(word))));
            words
                .into_iter()
                .find_map(|word| in_words(word..word + 1, PES))
        }
        Memory::MaskRegister => {
            // The other entries are fixed.
            let cycles = CYCLES_PER_STEP as u32;
            let end = end.min(MASK_FIRST_PATTERN_ENTRY * cycles);
            let entry = |word: u32| ((word / cycles) as u8, (word % cycles) as usize);
            (first.max(cycles)..end).find_map(|word| {
                let (entry, cycle) = entry(word);
                let is_same = is_alike(one.mask(entry, cycle), other.mask(entry, cycle));
                if is_same {
                    None
                } else {
                    in_words(word..word + 1, PES)
                }
            })
        }
        Memory::MatrixX | Memory::MatrixY => {
            let (of_one, of_other) = (one.planes(memory)?, other.planes(memory)?);
            (first..end).find_map(|word| {
                let row = Chip::matrix_plane(memory, word as usize);
                let is_same = is_alike(of_one.read(row), of_other.read(row));
                if is_same {
                    None
                } else {
                    in_words(word..word + 1, PES)
                }
            })
        }
        Memory::BaseLm0 | Memory::BaseLm1 => {
            let is_same = is_alike(one.base(memory)?, other.base(memory)?);
            if is_same {
                None
            } else {
                in_words(first..end, PES)
            }
        }
        Memory::L1bm | Memory::L2bm => {
            let (one, other) = match memory {
                Memory::L1bm => (&one.l1bm, &other.l1bm),
                _ => (&one.l2bm, &other.l2bm),
            };
            let apart = one.apart(other);
            apart.into_iter().find_map(|(page, count)| {
                in_words(page.max(first)..(page + count).min(end), one.elements())
            })
        }
        Memory::Pdm | Memory::Dram => {
            let pages = |chip: &Chip| -> Vec<(u32, u32)> {
                let groups = match memory {
                    Memory::Pdm => &chip.pdm,
                    _ => &chip.dram,
                };
                let pages = groups.iter().flat_map(|group| group.written());
                pages
                    .map(|(page, words)| (page, words.len() as u32))
                    .collect()
            };
            let mut all = pages(one);
            all.extend(pages(other));
            all.sort_unstable();
            all.dedup();
            all.into_iter().find_map(|(page, count)| {
                in_words(page.max(first)..(page + count).min(end), one.pdm.len())
            })
        }
        Memory::Dar => in_words(first..end, one.pdm.len()),
    }
}

fn is_alike<T: PooledValue + PartialEq>(one: &Lanes<T>, other: &Lanes<T>) -> bool {
    let (one, other) = (one.as_slice(), other.as_slice());
    std::ptr::eq(one, other) || one == other
}

/// The content of a word.
pub(super) fn value(chip: &Chip, place: &ElementWord) -> u64 {
    let ElementWord {
        memory,
        element,
        word,
    } = *place;
    let plane = |address: usize| {
        chip.planes(memory)
            .map_or(0, |planes| planes.read(address)[element])
    };
    match memory {
        Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 | Memory::T => {
            let long = plane((word / 2) as usize);
            if word.is_multiple_of(2) {
                long >> 32
            } else {
                long & 0xffff_ffff
            }
        }
        Memory::MatrixX | Memory::MatrixY => plane(Chip::matrix_plane(memory, word as usize)),
        Memory::MaskRegister => {
            let cycles = CYCLES_PER_STEP as u32;
            u64::from(chip.mask((word / cycles) as u8, (word % cycles) as usize)[element])
        }
        Memory::BaseLm0 | Memory::BaseLm1 => {
            chip.base(memory).map_or(0, |base| u64::from(base[element]))
        }
        Memory::L1bm => chip.l1bm.read(element, word),
        Memory::L2bm => chip.l2bm.read(element, word),
        Memory::Pdm => chip.pdm[element].read(word),
        Memory::Dram => chip.dram[element].read(word),
        Memory::Dar => u64::from(chip.dar[element * DAR_ENTRIES as usize + word as usize]),
    }
}
