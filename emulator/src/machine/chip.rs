//! The state of the chip: every memory, register and forwarding path, without operations on it.
//!
//! PE memories are planes ([`Planes`]); L1BM (4 MiB in all) and L2BM (2 MiB)
//! are blocks ([`Blocks`]); PDM and DRAM exist page by page ([`PagedMemory`]).
//! All of them share what they hold until one writes, so that cloning a chip
//! is a snapshot that copies a few KiB, pointers for the most part.

use std::sync::Arc;

use mnc2_isa::geometry::{
    CYCLES_PER_STEP, DAR_ENTRIES, DARBUF_ENTRIES, DRAM_LONG_WORDS, GRF_SINGLE_WORDS, GROUPS,
    L1BM_LONG_WORDS, L1BS, L2BM_LONG_WORDS, L2BS, LM_SINGLE_WORDS, MATRIX_PHYSICAL_ROWS,
    PDM_LONG_WORDS, PES, T_LONG_WORDS,
};
use mnc2_isa::{Forwarding, Memory};

use super::block::Blocks;
use super::initial_content::{Fill, Space, Start};
use super::paged::PagedMemory;
use super::plane::{Garbage, Planes};
use super::turnaround::Turnaround;
use crate::lanes::{Lanes, Plane};

/// Variable entries of the mask register; entry 0 is unused and means all ones.
const MASK_ENTRIES: usize = 16;

/// Two long words for each PE in one cycle (manual 1.2): what units read and output.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// The long word of the MSB side.
    pub most: Plane,
    /// The long word of the LSB side.
    pub least: Plane,
}

impl Path {
    /// Zero on every PE.
    pub const ZERO: Self = Self {
        most: Lanes::all(0),
        least: Lanes::all(0),
    };
}

/// The content of a forwarding path: the output of each cycle of the last step that used the unit.
pub type Forwarded = Arc<[Path; CYCLES_PER_STEP]>;

/// The state of the whole chip.
#[derive(Clone, Debug)]
pub struct Chip {
    pub(super) start: Start,
    lm0: Planes,
    lm1: Planes,
    grf0: Planes,
    grf1: Planes,
    /// Long word `2 · cycle` is the MSB side of the cycle's entry.
    t: Planes,
    /// Rows of side x, then of side y; a row is the long words of the MAB's four PEs.
    pub(super) matrix: Planes,
    /// Flags of one entry and cycle, by PE: index `entry · 4 + cycle`.
    pub(super) masks: Vec<Lanes<u8>>,
    /// Base address registers of LM0 and LM1 in single words, by PE.
    pub(super) bases: [Lanes<u16>; 2],
    pub(super) forwarded: [Option<Forwarded>; 4],
    /// Turnaround registers of the L1Bs (manual 3.6.8.2); `None` is zero.
    pub turnaround: Option<Turnaround>,
    /// L1BM of every L1B.
    pub l1bm: Blocks,
    /// L2BM of every L2B.
    pub l2bm: Blocks,
    /// PDM of every group.
    pub pdm: [PagedMemory; GROUPS],
    /// DRAM of every group.
    pub dram: [PagedMemory; GROUPS],
    /// DRAM address registers of every group (manual 3.6.1.3).
    pub dar: Vec<u32>,
    /// DARBUF of every group (manual 3.6.7.10).
    pub darbuf: Vec<u32>,
    /// The entry of DAR that `l2bmdarw` writes next.
    pub dar_write_entry: u32,
    /// The entry of DARBUF that `l2bmdarw` reads next.
    pub darbuf_read_entry: u32,
}

impl Default for Chip {
    fn default() -> Self {
        Self::new()
    }
}

impl Chip {
    /// A chip with zeros in all memories.
    #[must_use]
    pub fn new() -> Self {
        Self::starting(Start::default())
    }

    /// An uninitialized chip, whose memories contain what `start` states.
    #[must_use]
    pub fn starting(start: Start) -> Self {
        // One set of planes serves all PE memories; `planes` gives each its own order of them.
        let garbage = Garbage::new(start.fill(Space::Lm0));
        let planes = |space: Space, long_words: u32| {
            Planes::starting(long_words as usize, garbage.as_ref(), space as usize)
        };
        let paged = |space: Space, long_words: u32| {
            std::array::from_fn(|group| {
                PagedMemory::filled(long_words, start.fill(space).with_element(group))
            })
        };
        let registers = |space: Space, entries: u32| {
            let fill = start.fill(space);
            (0..GROUPS as u64 * u64::from(entries))
                .map(|index| fill.long_word(index) as u32)
                .collect()
        };
        Self {
            start,
            lm0: planes(Space::Lm0, LM_SINGLE_WORDS / 2),
            lm1: planes(Space::Lm1, LM_SINGLE_WORDS / 2),
            grf0: planes(Space::Grf0, GRF_SINGLE_WORDS / 2),
            grf1: planes(Space::Grf1, GRF_SINGLE_WORDS / 2),
            t: planes(Space::T, T_LONG_WORDS),
            matrix: planes(Space::Matrix, 2 * MATRIX_PHYSICAL_ROWS),
            masks: start_masks(start.fill(Space::Masks)),
            bases: [const { Lanes::all(0) }; 2],
            forwarded: start_forwarded(start.fill(Space::Forwarding)),
            turnaround: None,
            l1bm: Blocks::new(L1BS, L1BM_LONG_WORDS, 16, start.fill(Space::L1bm)),
            l2bm: Blocks::new(L2BS, L2BM_LONG_WORDS, 64, start.fill(Space::L2bm)),
            pdm: paged(Space::Pdm, PDM_LONG_WORDS),
            dram: paged(Space::Dram, DRAM_LONG_WORDS),
            dar: registers(Space::Dar, DAR_ENTRIES),
            darbuf: registers(Space::Darbuf, DARBUF_ENTRIES),
            dar_write_entry: 0,
            darbuf_read_entry: 0,
        }
    }

    /// The content of the turnaround register of an L1B before anything wrote it.
    pub(super) const fn start_turnaround(&self, l1b: usize, index: usize) -> u64 {
        let fill = self.start.fill(Space::Turnaround).with_element(l1b);
        fill.long_word(index as u64)
    }

    /// The PE memories and the matrix register, which are all that is kept as planes.
    pub(super) const fn all_planes(&self) -> [(Space, &Planes); 6] {
        [
            (Space::Lm0, &self.lm0),
            (Space::Lm1, &self.lm1),
            (Space::Grf0, &self.grf0),
            (Space::Grf1, &self.grf1),
            (Space::T, &self.t),
            (Space::Matrix, &self.matrix),
        ]
    }

    /// Stores the state of every PE, L1B and L2B separately, even if they are alike. The state is the same; tests
    /// compare computing with both, which proves that sharing is right.
    pub fn unshare(&mut self) {
        let planes = [
            &mut self.lm0,
            &mut self.lm1,
            &mut self.grf0,
            &mut self.grf1,
            &mut self.t,
            &mut self.matrix,
        ];
        planes.into_iter().for_each(Planes::unshare);
        self.masks.iter_mut().for_each(Lanes::unshare);
        self.bases.iter_mut().for_each(Lanes::unshare);
        for cycles in self.forwarded.iter_mut().flatten() {
            for path in Arc::make_mut(cycles) {
                path.most.unshare();
                path.least.unshare();
            }
        }
        self.turnaround.iter_mut().for_each(Turnaround::unshare);
        self.l1bm.unshare();
        self.l2bm.unshare();
    }

    /// Bytes that the memories hold, those shared with snapshots included.
    #[must_use]
    pub fn memory_bytes(&self) -> u64 {
        let planes = self.all_planes().map(|(_, planes)| planes.bytes());
        let blocks = self.l1bm.bytes() + self.l2bm.bytes();
        planes.into_iter().sum::<u64>() + self.off_chip_bytes() + blocks
    }

    /// Bytes that PDM and DRAM hold. The other memories are small.
    #[must_use]
    pub fn off_chip_bytes(&self) -> u64 {
        let paged = self.pdm.iter().chain(&self.dram).map(PagedMemory::bytes);
        paged.sum()
    }

    /// The planes of a PE memory or of the T-register; `None` for memories that are not stored as planes.
    #[must_use]
    pub const fn planes(&self, memory: Memory) -> Option<&Planes> {
        match memory {
            Memory::Lm0 => Some(&self.lm0),
            Memory::Lm1 => Some(&self.lm1),
            Memory::Grf0 => Some(&self.grf0),
            Memory::Grf1 => Some(&self.grf1),
            Memory::T => Some(&self.t),
            Memory::MatrixX | Memory::MatrixY => Some(&self.matrix),
            Memory::MaskRegister
            | Memory::BaseLm0
            | Memory::BaseLm1
            | Memory::L1bm
            | Memory::L2bm
            | Memory::Pdm
            | Memory::Dram
            | Memory::Dar => None,
        }
    }

    /// As [`Self::planes`], for writing.
    pub const fn planes_mut(&mut self, memory: Memory) -> Option<&mut Planes> {
        match memory {
            Memory::Lm0 => Some(&mut self.lm0),
            Memory::Lm1 => Some(&mut self.lm1),
            Memory::Grf0 => Some(&mut self.grf0),
            Memory::Grf1 => Some(&mut self.grf1),
            Memory::T => Some(&mut self.t),
            Memory::MatrixX | Memory::MatrixY => Some(&mut self.matrix),
            Memory::MaskRegister
            | Memory::BaseLm0
            | Memory::BaseLm1
            | Memory::L1bm
            | Memory::L2bm
            | Memory::Pdm
            | Memory::Dram
            | Memory::Dar => None,
        }
    }

    /// The plane of a physical row of the matrix register (manual 3.6.1.14).
    #[must_use]
    pub const fn matrix_plane(side: Memory, physical_row: usize) -> usize {
        let first = if matches!(side, Memory::MatrixY) {
            MATRIX_PHYSICAL_ROWS as usize
        } else {
            0
        };
        first + physical_row % MATRIX_PHYSICAL_ROWS as usize
    }

    /// The flags of a variable mask entry in one cycle, by PE.
    #[must_use]
    pub fn mask(&self, entry: u8, cycle: usize) -> &Lanes<u8> {
        &self.masks[usize::from(entry) % MASK_ENTRIES * CYCLES_PER_STEP + cycle]
    }

    /// As [`Self::mask`], for writing.
    pub fn mask_mut(&mut self, entry: u8, cycle: usize) -> &mut Lanes<u8> {
        &mut self.masks[usize::from(entry) % MASK_ENTRIES * CYCLES_PER_STEP + cycle]
    }

    /// The base address register of LM0, or of LM1; `None` for memories without one.
    #[must_use]
    pub const fn base(&self, memory: Memory) -> Option<&Lanes<u16>> {
        match memory {
            Memory::Lm0 | Memory::BaseLm0 => Some(&self.bases[0]),
            Memory::Lm1 | Memory::BaseLm1 => Some(&self.bases[1]),
            Memory::Grf0
            | Memory::Grf1
            | Memory::T
            | Memory::MaskRegister
            | Memory::MatrixX
            | Memory::MatrixY
            | Memory::L1bm
            | Memory::L2bm
            | Memory::Pdm
            | Memory::Dram
            | Memory::Dar => None,
        }
    }

    /// The base address register of LM0, or of LM1 for everything of LM1, for writing.
    pub fn base_mut(&mut self, memory: Memory) -> &mut Lanes<u16> {
        let index = usize::from(matches!(memory, Memory::Lm1 | Memory::BaseLm1));
        &mut self.bases[index]
    }

    /// The content of a forwarding path; `None` is zero.
    #[must_use]
    pub const fn forwarded(&self, path: Forwarding) -> Option<&Forwarded> {
        self.forwarded[path as usize].as_ref()
    }

    /// Replaces the content of a forwarding path.
    pub fn forward(&mut self, path: Forwarding, output: Forwarded) {
        self.forwarded[path as usize] = Some(output);
    }
}

/// The flags of a start content, four bits for each PE.
fn start_masks(fill: Fill) -> Vec<Lanes<u8>> {
    let flags = |index: usize| match fill {
        Fill::Zero => Lanes::all(0),
        Fill::Garbage { .. } => Lanes::from_fn(PES, |pe| {
            fill.long_word((index * PES + pe) as u64) as u8 & 0b1111
        }),
    };
    (0..MASK_ENTRIES * CYCLES_PER_STEP).map(flags).collect()
}

/// The forwarding paths of a start content; the index of a long word is that of [`super::hash`].
fn start_forwarded(fill: Fill) -> [Option<Forwarded>; 4] {
    std::array::from_fn(|path| {
        (fill != Fill::Zero).then(|| {
            Arc::new(std::array::from_fn(|cycle| {
                let side = |side| {
                    let first = forwarded_index(path, cycle, side);
                    Lanes::from_fn(PES, |pe| fill.long_word(first + pe as u64))
                };
                Path {
                    most: side(0),
                    least: side(1),
                }
            }))
        })
    })
}

/// The index of the first PE's long word on one side of a forwarding path.
pub(super) const fn forwarded_index(path: usize, cycle: usize, side: usize) -> u64 {
    (((path * CYCLES_PER_STEP + cycle) * 2 + side) * PES) as u64
}
