//! The state of the model: every memory and register as cells of one map, and the writes of a step.
//!
//! A cell of a PE memory is a single word, of the matrix register a half word,
//! of a mask register the four flags of a cycle, of everything above a long
//! word. What is not in the map is zero.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use mnc2_isa::geometry::{
    DAR_ENTRIES, DARBUF_ENTRIES, DRAM_LONG_WORDS, GRF_SINGLE_WORDS, L1BM_LONG_WORDS,
    L2BM_LONG_WORDS, LM_SINGLE_WORDS, PDM_LONG_WORDS,
};

use crate::mask::Setting;
use crate::oracle::samples::Random;
use crate::shape::Shape;

/// A memory or register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mem {
    Lm0,
    Lm1,
    Grf0,
    Grf1,
    T,
    Mask,
    Base0,
    Base1,
    Aluf,
    Mauf,
    Lbf,
    Mreadf,
    MatrixX,
    MatrixY,
    L1bm,
    L2bm,
    Pdm,
    Dram,
    Dar,
    Darbuf,
    Turnaround,
    /// The DAR entry that is written next, and the DARBUF entry that is read next.
    DarEntries,
}

impl Mem {
    /// Addresses at which it wraps around, in cells.
    pub(crate) const fn size(self) -> usize {
        match self {
            Self::Lm0 | Self::Lm1 => LM_SINGLE_WORDS as usize,
            Self::Grf0 | Self::Grf1 => GRF_SINGLE_WORDS as usize,
            Self::T | Self::Aluf | Self::Mauf | Self::Lbf | Self::Mreadf => 16,
            Self::Mask => 64,
            Self::Base0 | Self::Base1 => 1,
            Self::MatrixX | Self::MatrixY => 256,
            Self::L1bm => L1BM_LONG_WORDS as usize,
            Self::L2bm => L2BM_LONG_WORDS as usize,
            Self::Pdm => PDM_LONG_WORDS as usize,
            Self::Dram => DRAM_LONG_WORDS as usize,
            Self::Dar => DAR_ENTRIES as usize,
            Self::Darbuf => DARBUF_ENTRIES as usize,
            Self::Turnaround => 256,
            Self::DarEntries => 2,
        }
    }

    /// The letters of an operand.
    pub(crate) const fn letters(self) -> &'static str {
        match self {
            Self::Lm0 => "m",
            Self::Lm1 => "n",
            Self::Grf0 => "r",
            Self::Grf1 => "s",
            Self::T => "t",
            Self::Mask => "omr",
            Self::Base0 => "mb",
            Self::Base1 => "nb",
            Self::Aluf => "aluf",
            Self::Mauf => "mauf",
            Self::Lbf => "lbf",
            Self::Mreadf => "mreadf",
            Self::MatrixX => "x",
            Self::MatrixY => "y",
            Self::L1bm => "lb",
            Self::L2bm => "lc",
            Self::Pdm => "p",
            Self::Dram => "d",
            Self::Dar => "dar",
            Self::Darbuf | Self::Turnaround | Self::DarEntries => "",
        }
    }
}

/// A cell: memory, element of the memory's level counted over the chip, address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell(pub(crate) Mem, pub(crate) usize, pub(crate) usize);

impl Cell {
    const fn number(self) -> u64 {
        (self.0 as u64) << 48 | (self.1 as u64) << 32 | self.2 as u64
    }
}

impl PartialEq for Cell {
    fn eq(&self, other: &Self) -> bool {
        self.number() == other.number()
    }
}

impl Eq for Cell {}

impl Hash for Cell {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.number());
    }
}

/// One multiplication: the tests look up millions of cells, and their order is the same in every run.
#[derive(Default)]
pub(crate) struct CellHasher(u64);

impl Hasher for CellHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0.rotate_left(8) ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_right(32);
    }
}

/// How maps of cells hash.
pub(crate) type ByCell = BuildHasherDefault<CellHasher>;

/// A write of the bits of a cell that a mask lets through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Write {
    pub(crate) cell: Cell,
    pub(crate) value: u64,
    pub(crate) bits: u64,
}

/// The model's machine. Below L2B only some L1Bs are modelled.
pub(crate) struct State {
    pub(crate) cells: HashMap<Cell, u64, ByCell>,
    /// L1Bs whose PEs are modelled, counted over the chip.
    pub(crate) l1bs: Vec<usize>,
    /// The `mask` statement in force.
    pub(crate) setting: Setting,
    /// The type of transfer that the turnaround registers hold.
    pub(crate) turnaround: Option<Shape>,
}

impl State {
    /// A state whose cells are zero.
    pub(crate) fn new(l1bs: Vec<usize>) -> Self {
        Self {
            cells: HashMap::default(),
            l1bs,
            setting: Setting::default(),
            turnaround: None,
        }
    }

    /// PEs that are modelled, counted over the chip.
    pub(crate) fn pes(&self) -> impl Iterator<Item = usize> {
        self.l1bs.iter().flat_map(|l1b| l1b * 64..(l1b + 1) * 64)
    }

    /// The content of a cell; addresses wrap around (manual 3.5.2, 3.6).
    pub(crate) fn read(&self, mem: Mem, element: usize, address: usize) -> u64 {
        let cell = Cell(mem, element, address % mem.size());
        self.cells.get(&cell).copied().unwrap_or(0)
    }

    /// The values of consecutive cells.
    pub(crate) fn block(&self, mem: Mem, element: usize, address: usize, count: usize) -> Vec<u64> {
        (address..address + count)
            .map(|address| self.read(mem, element, address))
            .collect()
    }

    pub(crate) fn apply(&mut self, writes: &[Write]) {
        for write in writes {
            let cell = self.cells.entry(write.cell).or_insert(0);
            *cell = *cell & !write.bits | write.value & write.bits;
        }
    }

    /// Puts random cells into a range of a memory's addresses.
    pub(crate) fn fill(
        &mut self,
        random: &mut Random,
        mem: Mem,
        element: usize,
        addresses: std::ops::Range<usize>,
        value: impl Fn(&mut Random) -> u64,
    ) {
        for address in addresses {
            let value = value(random);
            self.cells
                .insert(Cell(mem, element, address % mem.size()), value);
        }
    }

    /// Random PE memories, masks and T-registers whose words serve as addresses; base registers now and then.
    pub(crate) fn fill_pes(&mut self, random: &mut Random) {
        let has_bases = random.flip();
        for pe in self.pes().collect::<Vec<_>>() {
            for mem in [Mem::Lm0, Mem::Lm1, Mem::Grf0, Mem::Grf1] {
                let size = mem.size();
                self.fill(random, mem, pe, size - 8..size + 40, word);
            }
            self.fill(random, Mem::T, pe, 0..16, |random| {
                let page = random.below(1 << 20) * 4096;
                let near = random.below(44).wrapping_sub(8) % 4096;
                (page + near) % (1 << 32)
            });
            self.fill(random, Mem::Mask, pe, 4..64, |random| random.below(16));
            for mem in [Mem::Base0, Mem::Base1].into_iter().filter(|_| has_bases) {
                let bases = [0, 0, 1, 2, 4, 8, 4094];
                let base = bases[random.below(bases.len() as u64) as usize];
                self.cells.insert(Cell(mem, pe, 0), base);
            }
        }
        for mab in self
            .l1bs
            .clone()
            .iter()
            .flat_map(|l1b| l1b * 16..(l1b + 1) * 16)
        {
            for mem in [Mem::MatrixX, Mem::MatrixY] {
                self.fill(random, mem, mab, 0..256, |random| random.below(1 << 16));
            }
        }
    }
}

/// A single word, zero or with a zero half now and then so that flags differ.
pub(crate) fn word(random: &mut Random) -> u64 {
    let any = random.bits() >> 32;
    match random.below(8) {
        0 | 1 => 0,
        2 => any & 0xffff,
        3 => any & 0xffff_0000,
        _ => any,
    }
}

/// A long word of two such.
pub(crate) fn long_word(random: &mut Random) -> u64 {
    word(random) << 32 | word(random)
}

/// An update of a write, all bits.
pub(crate) const fn whole(mem: Mem, element: usize, address: usize, value: u64) -> Write {
    Write {
        cell: Cell(mem, element, address % mem.size()),
        value,
        bits: u64::MAX,
    }
}
