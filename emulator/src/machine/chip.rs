//! The state of the chip: every memory, register and forwarding path, and nothing that acts on it.
//!
//! PE memories are planes ([`Planes`]); L1BM (4 MiB in all) and L2BM (2 MiB)
//! are plain arrays; PDM and DRAM exist page by page. Cloning is a snapshot.

use std::sync::Arc;

use mnc2_isa::geometry::{
    CYCLES_PER_STEP, DAR_ENTRIES, DARBUF_ENTRIES, DRAM_LONG_WORDS, GRF_SINGLE_WORDS, GROUPS,
    L1BM_LONG_WORDS, L1BS, L2BM_LONG_WORDS, L2BS, LM_SINGLE_WORDS, MATRIX_PHYSICAL_ROWS,
    PDM_LONG_WORDS, PES, T_LONG_WORDS,
};
use mnc2_isa::{Forwarding, Memory};

use super::l1bm::Turnaround;
use super::paged::PagedMemory;
use super::plane::Planes;
use crate::alu::DataPath;

/// Variable entries of the mask register, entry 0 standing unused for all ones.
const MASK_ENTRIES: usize = 16;

/// What a forwarding path holds: the output of each cycle of the last step that used the unit.
pub type Forwarded = Arc<[DataPath; CYCLES_PER_STEP]>;

/// The state of the whole chip.
#[derive(Clone, Debug)]
pub struct Chip {
    lm0: Planes,
    lm1: Planes,
    grf0: Planes,
    grf1: Planes,
    /// Long word `2 · cycle` is the MSB side of the cycle's entry.
    t: Planes,
    /// Rows of side x, then of side y; a row is the long words of the MAB's four PEs.
    matrix: Planes,
    /// Flags of one entry and cycle, by PE: index `entry · 4 + cycle`.
    masks: Vec<Option<Arc<[u8; PES]>>>,
    /// Base address registers of LM0 and LM1 in single words, by PE; `None` is zero everywhere.
    bases: [Option<Arc<[u16; PES]>>; 2],
    forwarded: [Option<Forwarded>; 4],
    /// Turnaround registers of the L1Bs (manual 3.6.8.2); `None` is zero.
    pub turnaround: Option<Turnaround>,
    /// L1BM of every L1B.
    pub l1bm: Vec<u64>,
    /// L2BM of every L2B.
    pub l2bm: Vec<u64>,
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
    /// Everything zero.
    #[must_use]
    pub fn new() -> Self {
        let lm = || Planes::new(LM_SINGLE_WORDS as usize / 2);
        let grf = || Planes::new(GRF_SINGLE_WORDS as usize / 2);
        Self {
            lm0: lm(),
            lm1: lm(),
            grf0: grf(),
            grf1: grf(),
            t: Planes::new(T_LONG_WORDS as usize),
            matrix: Planes::new(2 * MATRIX_PHYSICAL_ROWS as usize),
            masks: vec![None; MASK_ENTRIES * CYCLES_PER_STEP],
            bases: [None, None],
            forwarded: [None, None, None, None],
            turnaround: None,
            l1bm: vec![0; L1BS * L1BM_LONG_WORDS as usize],
            l2bm: vec![0; L2BS * L2BM_LONG_WORDS as usize],
            pdm: std::array::from_fn(|_| PagedMemory::new(PDM_LONG_WORDS)),
            dram: std::array::from_fn(|_| PagedMemory::new(DRAM_LONG_WORDS)),
            dar: vec![0; GROUPS * DAR_ENTRIES as usize],
            darbuf: vec![0; GROUPS * DARBUF_ENTRIES as usize],
            dar_write_entry: 0,
            darbuf_read_entry: 0,
        }
    }

    /// The planes of a PE memory or of the T-register; `None` for memories that are no planes.
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

    /// The same, to be written.
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

    /// The flags of a variable mask entry in one cycle, by PE; `None` is zero everywhere.
    #[must_use]
    pub fn mask(&self, entry: u8, cycle: usize) -> Option<&[u8; PES]> {
        self.masks[usize::from(entry) % MASK_ENTRIES * CYCLES_PER_STEP + cycle].as_deref()
    }

    /// The same, kept as it is now while the step writes.
    #[must_use]
    pub fn mask_shared(&self, entry: u32, cycle: usize) -> Option<Arc<[u8; PES]>> {
        self.masks[entry as usize % MASK_ENTRIES * CYCLES_PER_STEP + cycle].clone()
    }

    /// The same, to be written.
    pub fn mask_mut(&mut self, entry: u8, cycle: usize) -> &mut [u8; PES] {
        let index = usize::from(entry) % MASK_ENTRIES * CYCLES_PER_STEP + cycle;
        Arc::make_mut(self.masks[index].get_or_insert_with(|| Arc::new([0; PES])))
    }

    /// The base address register that a memory's addresses pass through; `None` is zero everywhere.
    #[must_use]
    pub fn base(&self, memory: Memory) -> Option<&[u16; PES]> {
        match memory {
            Memory::Lm0 | Memory::BaseLm0 => self.bases[0].as_deref(),
            Memory::Lm1 | Memory::BaseLm1 => self.bases[1].as_deref(),
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

    /// The base address register of LM0, or of LM1 for everything of LM1, to be written.
    pub fn base_mut(&mut self, memory: Memory) -> &mut [u16; PES] {
        let index = usize::from(matches!(memory, Memory::Lm1 | Memory::BaseLm1));
        Arc::make_mut(self.bases[index].get_or_insert_with(|| Arc::new([0; PES])))
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
