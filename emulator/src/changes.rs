//! An observer that finds which elements of the chip a run really changes, and in which cycles of its steps.
//!
//! A write *changes* an element if a word of the element holds another value after the write than before. Therefore PEs that write
//! zeros over zeros, or a value that an earlier cycle has written, are not changed, although they work. A step has a place at
//! each level whose memories it writes: PEs (LM, GRF, T, mask and base address registers), MABs (matrix registers), L1Bs (L1BM),
//! L2Bs (L2BM) and groups (PDM, DRAM, DAR, DARBUF). Forwarding and turnaround registers are left out.
//!
//! The observer keeps a second chip, which shares everything with the first one that is equal, and compares the written words
//! with it: what all PEs have in common is compared once.

use std::ops::Range;

use mnc2_isa::geometry::{
    CYCLES_PER_STEP, DAR_ENTRIES, DARBUF_ENTRIES, MASK_VARIABLE_ENTRIES, MATRIX_PHYSICAL_ROWS, PES,
    PES_PER_MAB,
};
use mnc2_isa::{ChipLevel, Memory, Width};
use mnc2_program::Statement;

use crate::buffer_pool::PooledValue;
use crate::lanes::Lanes;
use crate::machine::address::Addresses;
use crate::machine::chip::Chip;
use crate::machine::observer::{AccessedPlace, ObservedAccess, Observer};
use crate::machine::{debug, host, upper};

/// The levels, from the PEs outwards.
pub const LEVELS: [ChipLevel; 5] = [
    ChipLevel::Pe,
    ChipLevel::Mab,
    ChipLevel::L1b,
    ChipLevel::L2b,
    ChipLevel::Group,
];

/// Maximum number of statements that are noted one by one; later ones only count in the sums.
pub const STATEMENTS_MAX: usize = 1 << 20;

/// Long words above the PEs that are compared at a time.
const COMPARED_LONG_WORDS: usize = 256;

/// The number of elements of a level.
#[must_use]
pub const fn elements_of(level: ChipLevel) -> usize {
    PES / level.pes()
}

/// What a statement changes at one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelChange {
    /// Whether it writes a memory of the level.
    pub is_written: bool,
    /// How many elements it changes.
    pub elements: u16,
    /// The cycles in which it changes one: a bit for each, the first lowest.
    pub cycles: u8,
}

/// What a statement changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatementChange {
    /// The line, counted from 0.
    pub line: u32,
    /// The cycles of the statement: 4 in a step, 1 in an MV instruction.
    pub cycles: u8,
    levels: [LevelChange; LEVELS.len()],
}

impl StatementChange {
    /// What it changes at a level.
    #[must_use]
    pub fn at(&self, level: ChipLevel) -> LevelChange {
        self.levels[index(level)]
    }
}

/// The changes of several statements at one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelSum {
    /// How many statements write a memory of the level.
    pub statements: u64,
    /// The elements that each of them changes, added up.
    pub elements: u64,
    /// The cycles in which each of them changes an element, added up.
    pub cycles: u64,
    /// The cycles of these statements.
    pub all_cycles: u64,
}

impl LevelSum {
    /// The sum of the changes of some lines at a level. The statements are in the order of their lines.
    #[must_use]
    pub fn from_lines(statements: &[StatementChange], lines: Range<u32>, level: ChipLevel) -> Self {
        let first = statements.partition_point(|it| it.line < lines.start);
        let end = statements.partition_point(|it| it.line < lines.end);
        let mut sum = Self::default();
        for statement in statements.get(first..end).unwrap_or_default() {
            sum.add(statement, level);
        }
        sum
    }

    /// Adds a statement's changes at a level.
    pub fn add(&mut self, statement: &StatementChange, level: ChipLevel) {
        let change = statement.at(level);
        if change.is_written {
            self.statements += 1;
            self.elements += u64::from(change.elements);
            self.cycles += u64::from(change.cycles.count_ones());
            self.all_cycles += u64::from(statement.cycles);
        }
    }
}

/// A bit for each element of a level.
type Bits = [u64; PES / 64];

const NONE: Bits = [0; PES / 64];

/// Observes a run.
pub struct Changes {
    /// The chip before the newest write.
    before: Chip,
    is_begun: bool,
    /// The first and the last line that ran, counted from 0.
    lines: Option<(u32, u32)>,
    statements: Vec<StatementChange>,
    sums: [LevelSum; LEVELS.len()],
    changed: [Bits; LEVELS.len()],
    /// Of the statement that runs.
    running: Option<StatementChange>,
    running_changed: [Bits; LEVELS.len()],
}

impl Default for Changes {
    fn default() -> Self {
        Self {
            before: Chip::new(),
            is_begun: false,
            lines: None,
            statements: Vec::new(),
            sums: [LevelSum::default(); LEVELS.len()],
            changed: [NONE; LEVELS.len()],
            running: None,
            running_changed: [NONE; LEVELS.len()],
        }
    }
}

impl Changes {
    /// The first and the last line that ran, counted from 0; `None` without any.
    #[must_use]
    pub const fn lines(&self) -> Option<(u32, u32)> {
        self.lines
    }

    /// The steps and MV instructions that write a memory, in order; at most [`STATEMENTS_MAX`].
    #[must_use]
    pub fn statements(&self) -> &[StatementChange] {
        &self.statements
    }

    /// The sum over all statements at a level.
    #[must_use]
    pub const fn sum(&self, level: ChipLevel) -> LevelSum {
        self.sums[index(level)]
    }

    /// How many elements of a level any statement changes.
    #[must_use]
    pub fn changed(&self, level: ChipLevel) -> usize {
        count(&self.changed[index(level)])
    }

    /// Notes that a cycle writes a level, and the changed elements.
    fn note(&mut self, level: ChipLevel, cycle: usize, changed: &Bits) {
        let Some(running) = &mut self.running else {
            return;
        };
        let noted = &mut running.levels[index(level)];
        noted.is_written = true;
        if changed.iter().all(|bits| *bits == 0) {
            return;
        }
        noted.cycles |= 1 << cycle;
        for (all, bits) in self.running_changed[index(level)].iter_mut().zip(changed) {
            *all |= bits;
        }
    }

    /// Compares a plane of a PE memory with its content before.
    fn compare_plane(&mut self, memory: Memory, plane: usize, chip: &Chip, changed: &mut Bits) {
        let (Some(now), Some(before)) = (chip.planes(memory), self.before.planes_mut(memory))
        else {
            return;
        };
        let now = now.read(plane);
        if add_differing(now, before.read(plane), changed) {
            before.write(plane).clone_from(now);
        }
    }

    /// Compares what each PE accesses at an address of its own.
    fn compare_pes(
        &mut self,
        (memory, width): (Memory, Width),
        addresses: &Lanes<u16>,
        chip: &Chip,
        changed: &mut Bits,
    ) {
        let (Some(now), Some(before)) = (chip.planes(memory), self.before.planes_mut(memory))
        else {
            return;
        };
        for pe in 0..PES {
            let first = usize::from(addresses[pe]) / 2;
            for plane in first..first + long_words(width) {
                let word = now.read(plane)[pe];
                if before.read(plane)[pe] != word {
                    before.write(plane).set(pe, word);
                    changed[pe / 64] |= 1 << (pe % 64);
                }
            }
        }
    }

    fn compare_rows(&mut self, side: Memory, rows: u16, chip: &Chip) -> Bits {
        let mut pes = NONE;
        for row in (0..MATRIX_PHYSICAL_ROWS as usize).filter(|row| rows >> row & 1 == 1) {
            self.compare_plane(side, Chip::matrix_plane(side, row), chip, &mut pes);
        }
        let mut mabs = NONE;
        for pe in (0..PES).filter(|pe| pes[pe / 64] >> (pe % 64) & 1 == 1) {
            let mab = pe / PES_PER_MAB;
            mabs[mab / 64] |= 1 << (mab % 64);
        }
        mabs
    }

    /// Compares long words above the PEs; returns a bit for each changed element.
    fn compare_upper(
        &mut self,
        memory: Memory,
        elements: u64,
        (first, count): (u32, u32),
        chip: &Chip,
    ) -> u64 {
        let mut changed = 0;
        let mut now = [0; COMPARED_LONG_WORDS];
        let mut before = [0; COMPARED_LONG_WORDS];
        for element in (0..64).filter(|element| elements >> element & 1 == 1) {
            let mut done = 0;
            while done < count {
                let some = (count - done).min(COMPARED_LONG_WORDS as u32);
                let address = first.wrapping_add(done);
                let (now, before) = (&mut now[..some as usize], &mut before[..some as usize]);
                upper::read_some(chip, memory, element, address, now);
                upper::read_some(&self.before, memory, element, address, before);
                if now != before {
                    changed |= 1 << element;
                    match memory {
                        // Their pages are shared, so that they are not kept twice. What is compared after this in the page
                        // of a changed element changes nothing more.
                        Memory::Pdm => {
                            self.before.pdm[element].share(&chip.pdm[element], address, some);
                        }
                        Memory::Dram => {
                            self.before.dram[element].share(&chip.dram[element], address, some);
                        }
                        _ => upper::write_some(&mut self.before, memory, element, address, now),
                    }
                }
                done += some;
            }
        }
        changed
    }
}

/// Compares entries of registers of the groups; returns a bit for each changed group.
fn compare_entries(
    (now, before): (&[u32], &mut [u32]),
    elements: u64,
    (first, count): (u32, u32),
    entries: u32,
) -> u64 {
    let mut changed = 0;
    for element in (0..64_usize).filter(|element| elements >> element & 1 == 1) {
        for offset in 0..count.min(entries) {
            let entry = (first.wrapping_add(offset) % entries) as usize;
            let place = element * entries as usize + entry;
            let (Some(now), Some(before)) = (now.get(place), before.get_mut(place)) else {
                continue;
            };
            changed |= u64::from(now != before) << element;
            *before = *now;
        }
    }
    changed
}

/// Adds the PEs on which two values differ; returns whether there are any.
fn add_differing<T: PooledValue + PartialEq>(
    now: &Lanes<T>,
    before: &Lanes<T>,
    changed: &mut Bits,
) -> bool {
    if now.is_shared_with(before) {
        return false;
    }
    let period = now.period().max(before.period());
    let (now, before) = (now.extended(period), before.extended(period));
    let mut is_any = false;
    for (block, (now, before)) in now.chunks(64).zip(before.chunks(64)).enumerate() {
        let pairs = now.iter().zip(before).enumerate();
        let bits = pairs.fold(0_u64, |bits, (pe, (now, before))| {
            bits | u64::from(now != before) << pe
        });
        if bits == 0 {
            continue;
        }
        is_any = true;
        // All other PEs repeat the first ones of a short period.
        let repeated = (0..64 / now.len()).fold(0, |all, time| all | bits << (time * now.len()));
        let blocks = changed.iter_mut().skip(block);
        for all in blocks.step_by((period / 64).max(1)) {
            *all |= repeated;
        }
    }
    is_any
}

const fn index(level: ChipLevel) -> usize {
    match level {
        ChipLevel::Pe => 0,
        ChipLevel::Mab => 1,
        ChipLevel::L1b => 2,
        ChipLevel::L2b => 3,
        ChipLevel::Group => 4,
    }
}

const fn long_words(width: Width) -> usize {
    match width {
        Width::Single | Width::Long => 1,
        Width::DoubleLong => 2,
    }
}

fn count(bits: &Bits) -> usize {
    bits.iter().map(|bits| bits.count_ones() as usize).sum()
}

const fn first_block(bits: u64) -> Bits {
    let mut all = NONE;
    all[0] = bits;
    all
}

impl Observer for Changes {
    fn begin(&mut self, chip: &Chip) {
        if !self.is_begun {
            self.is_begun = true;
            self.before = chip.clone();
        }
    }

    fn statement(&mut self, line: u32, statement: &Statement) {
        let first = self.lines.map_or(line, |(first, _)| first);
        self.lines = Some((first, line));
        let cycles = match statement {
            Statement::Step(_) => CYCLES_PER_STEP as u8,
            Statement::Mv(_) => 1,
            // What these write is not observed.
            Statement::DebugSet(set) => return debug::set(&mut self.before, set),
            Statement::Host(host) => {
                let mut no_output = |_: String| std::ops::ControlFlow::Break(());
                return host::execute(&mut self.before, &host.action, &mut no_output);
            }
            Statement::DebugGet(_)
            | Statement::Mask(_)
            | Statement::Directive(_)
            | Statement::Quit(_) => return,
        };
        self.running = Some(StatementChange {
            line,
            cycles,
            levels: [LevelChange::default(); LEVELS.len()],
        });
    }

    fn write(&mut self, access: &ObservedAccess<'_>, chip: &Chip) {
        let cycle = access.cycle;
        let mut pes = NONE;
        match access.place {
            AccessedPlace::Pe {
                memory,
                width,
                addresses,
                ..
            } => {
                match addresses {
                    Addresses::Uniform(address) => {
                        let first = *address as usize / 2;
                        for plane in first..first + long_words(width) {
                            self.compare_plane(memory, plane, chip, &mut pes);
                        }
                    }
                    Addresses::PerPe(addresses) => {
                        self.compare_pes((memory, width), addresses, chip, &mut pes);
                    }
                }
                self.note(ChipLevel::Pe, cycle, &pes);
            }
            AccessedPlace::Base { memory, .. } => {
                let before = self.before.base_mut(memory);
                if let Some(now) = chip.base(memory)
                    && add_differing(now, before, &mut pes)
                {
                    before.clone_from(now);
                }
                self.note(ChipLevel::Pe, cycle, &pes);
            }
            AccessedPlace::MaskEntry(entry) => {
                if MASK_VARIABLE_ENTRIES.contains(&u32::from(entry)) {
                    let (now, before) =
                        (chip.mask(entry, cycle), self.before.mask_mut(entry, cycle));
                    if add_differing(now, before, &mut pes) {
                        before.clone_from(now);
                    }
                    self.note(ChipLevel::Pe, cycle, &pes);
                }
            }
            AccessedPlace::MatrixRows {
                side,
                physical_rows,
            } => {
                let mabs = self.compare_rows(side, physical_rows, chip);
                self.note(ChipLevel::Mab, cycle, &mabs);
            }
            AccessedPlace::Upper {
                memory: Memory::Dar,
                elements,
                address,
                count,
            } => {
                let registers = (&chip.dar[..], &mut self.before.dar[..]);
                let changed = compare_entries(registers, elements, (address, count), DAR_ENTRIES);
                self.note(ChipLevel::Group, cycle, &first_block(changed));
            }
            AccessedPlace::Upper {
                memory,
                elements,
                address,
                count,
            } => {
                let changed = self.compare_upper(memory, elements, (address, count), chip);
                self.note(ChipLevel::from_memory(memory), cycle, &first_block(changed));
            }
            AccessedPlace::Darbuf {
                elements,
                entry,
                count,
            } => {
                let registers = (&chip.darbuf[..], &mut self.before.darbuf[..]);
                let changed = compare_entries(registers, elements, (entry, count), DARBUF_ENTRIES);
                self.note(ChipLevel::Group, cycle, &first_block(changed));
            }
            AccessedPlace::Forwarding(_) | AccessedPlace::Turnaround => {}
        }
    }

    fn done(&mut self) {
        let Some(mut done) = self.running.take() else {
            return;
        };
        if !done.levels.iter().any(|level| level.is_written) {
            return;
        }
        for (place, level) in LEVELS.into_iter().enumerate() {
            let change = &mut done.levels[place];
            if change.cycles != 0 {
                let bits = std::mem::replace(&mut self.running_changed[place], NONE);
                change.elements = count(&bits) as u16;
                for (all, bits) in self.changed[place].iter_mut().zip(bits) {
                    *all |= bits;
                }
            }
            self.sums[place].add(&done, level);
        }
        if self.statements.len() < STATEMENTS_MAX {
            self.statements.push(done);
        }
    }
}
