//! Trace: an observer that reports, statement by statement, what each expression read and wrote on one PE.
//!
//! Of memories above the PEs, it reports the part of the PE's MAB, L1B, L2B or group. Read values are those before the
//! step, written values those after it.

use std::ops::Range;

use mnc2_isa::geometry::{CYCLES_PER_STEP, DAR_ENTRIES, DARBUF_ENTRIES, MASK_VARIABLE_ENTRIES};
use mnc2_isa::{ChipLevel, Memory, Width};
use mnc2_program::Statement;
use mnc2_program::access::Store;
use mnc2_text::LineRange;

use crate::machine::chip::Chip;
use crate::machine::debug::memory_name;
use crate::machine::observer::{AccessedPlace, ObservedAccess, Observer};
use crate::machine::upper;

/// Maximum number of accesses of one statement. A step makes about a hundred; an MV instruction can make millions.
const ACCESSES_MAX: usize = 10_000;

/// A PE or MV instruction and its accesses, in order: first all reads, then all writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedStatement {
    /// The line, counted from 0.
    pub line: u32,
    /// The reads, then the writes.
    pub accesses: Vec<TracedAccess>,
    /// Accesses that were left out because a long MV instruction made too many.
    pub left_out: u64,
}

/// An access of one cycle or block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedAccess {
    /// The expression of the step, counted from 0.
    pub expression: usize,
    /// Whether it was written and not read.
    pub is_write: bool,
    /// Cycle in the step.
    pub cycle: usize,
    /// The range of the operand in the line.
    pub range: LineRange,
    /// The memory or register.
    pub store: Store,
    /// Its words, in the units of [`mnc2_program::access`]: those that a mask lets through, or all if it keeps all of them.
    pub words: Vec<Range<u32>>,
    /// The memory's name in the dump, or a register's name.
    pub memory: &'static str,
    /// The element of the chip.
    pub element: String,
    /// The address in the memory's unit, if there is one.
    pub address: Option<u32>,
    /// The value before a read or after a write.
    pub value: TracedValue,
}

/// The value of an access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TracedValue {
    /// A single word: 32 bits.
    Single(u32),
    /// Consecutive long words, in the order of addresses.
    Long(Vec<u64>),
    /// Flags of a mask, the highest of the four bits for the MSB side.
    Flags(u8),
    /// The mask let nothing through.
    Masked,
}

/// Passes on to a sink what one PE sees.
pub struct Trace<'a> {
    pe: usize,
    sink: &'a mut dyn FnMut(TracedStatement),
    expression: usize,
    statement: Option<TracedStatement>,
}

impl<'a> Trace<'a> {
    /// A trace of a PE, given by its index in the chip.
    pub fn new(pe: usize, sink: &'a mut dyn FnMut(TracedStatement)) -> Self {
        Self {
            pe,
            sink,
            expression: 0,
            statement: None,
        }
    }

    fn add(&mut self, access: &ObservedAccess<'_>, chip: &Chip, is_write: bool) {
        let Some((level, memory, address, value)) = self.value(access, chip) else {
            return;
        };
        let (store, words) = touched(access, self.pe);
        if let Some(statement) = &mut self.statement {
            if statement.accesses.len() == ACCESSES_MAX {
                statement.left_out += 1;
                return;
            }
            statement.accesses.push(TracedAccess {
                expression: self.expression,
                is_write,
                cycle: access.cycle,
                range: access.range.clone(),
                store,
                words,
                memory,
                element: level.name(level.containing(self.pe)),
                address,
                value,
            });
        }
    }

    /// The place and the value of an access for the PE; `None` if the PE has no part in it.
    fn value(
        &self,
        access: &ObservedAccess<'_>,
        chip: &Chip,
    ) -> Option<(ChipLevel, &'static str, Option<u32>, TracedValue)> {
        let (pe, cycle) = (self.pe, access.cycle);
        Some(match access.place {
            AccessedPlace::Pe {
                memory,
                width,
                addresses,
                mask,
            } => {
                let address = addresses.for_pe(pe);
                let is_written = mask.is_none_or(|mask| mask.written_words(cycle, width, pe) != 0);
                let value = if is_written {
                    pe_value(chip, memory, width, address, pe)?
                } else {
                    TracedValue::Masked
                };
                let address = if memory == Memory::T {
                    cycle as u32
                } else {
                    address
                };
                (ChipLevel::Pe, memory_name(memory), Some(address), value)
            }
            AccessedPlace::Base {
                memory,
                width,
                mask,
            } => {
                let value = if mask.is_none_or(|mask| mask.writes_base(cycle, width, pe)) {
                    TracedValue::Single(chip.base(memory).map_or(0, |base| u32::from(base[pe])))
                } else {
                    TracedValue::Masked
                };
                (ChipLevel::Pe, memory_name(memory), None, value)
            }
            AccessedPlace::MaskEntry(entry) => {
                let flags = if MASK_VARIABLE_ENTRIES.contains(&u32::from(entry)) {
                    chip.mask(entry, cycle)[pe]
                } else {
                    0b1111
                };
                let name = memory_name(Memory::MaskRegister);
                (
                    ChipLevel::Pe,
                    name,
                    Some(u32::from(entry)),
                    TracedValue::Flags(flags),
                )
            }
            AccessedPlace::MatrixRows {
                side,
                physical_rows,
            } => {
                let planes = chip.planes(side)?;
                let rows = (0..16).filter(|row| physical_rows >> row & 1 == 1);
                let row = |row| planes.read(Chip::matrix_plane(side, row))[pe];
                let value = TracedValue::Long(rows.map(row).collect());
                let first = physical_rows.trailing_zeros();
                (ChipLevel::Pe, memory_name(side), Some(first), value)
            }
            AccessedPlace::Forwarding(path) => {
                let words = chip.forwarded(path).map_or(vec![0, 0], |output| {
                    vec![output[cycle].most[pe], output[cycle].least[pe]]
                });
                (ChipLevel::Pe, path.name(), None, TracedValue::Long(words))
            }
            AccessedPlace::Turnaround => {
                let l1b = ChipLevel::L1b.containing(pe);
                let words = chip
                    .turnaround
                    .as_ref()
                    .map_or(&[][..], |turnaround| turnaround.words(l1b, cycle));
                (
                    ChipLevel::L1b,
                    "lbi",
                    None,
                    TracedValue::Long(words.to_vec()),
                )
            }
            AccessedPlace::Upper {
                memory,
                elements,
                address,
                count,
            } => {
                let level = ChipLevel::from_memory(memory);
                let element = level.containing(pe);
                if elements >> element & 1 == 0 {
                    return None;
                }
                let word = |index| match memory {
                    Memory::Dar => {
                        let entry = address.wrapping_add(index) % DAR_ENTRIES;
                        u64::from(chip.dar[element * DAR_ENTRIES as usize + entry as usize])
                    }
                    _ => upper::read(chip, memory, element, address.wrapping_add(index)),
                };
                let value = TracedValue::Long((0..count).map(word).collect());
                (level, memory_name(memory), Some(address), value)
            }
            AccessedPlace::Darbuf { entry, count, .. } => {
                let level = ChipLevel::Group;
                let first = level.containing(pe) * DARBUF_ENTRIES as usize;
                let word = |index: u32| {
                    let entry = (entry + index) % DARBUF_ENTRIES;
                    u64::from(chip.darbuf[first + entry as usize])
                };
                let value = TracedValue::Long((0..count).map(word).collect());
                (level, "DARBUF", Some(entry), value)
            }
        })
    }
}

/// The store of an access for a PE, and the words in the units of [`mnc2_program::access`].
fn touched(access: &ObservedAccess<'_>, pe: usize) -> (Store, Vec<Range<u32>>) {
    let cycle = access.cycle as u32;
    let (store, first, count) = match access.place {
        AccessedPlace::Pe {
            memory,
            width,
            addresses,
            mask,
        } => {
            let first = addresses.for_pe(pe);
            let count = width.single_words();
            let written = mask.map_or(u8::MAX, |mask| mask.written_words(access.cycle, width, pe));
            if written == 0 || written.trailing_ones() >= count {
                (Store::Memory(memory), first, count)
            } else {
                let words = (0..count).filter(|word| written >> word & 1 == 1);
                let words = words.map(|word| first + word..first + word + 1).collect();
                return (Store::Memory(memory), words);
            }
        }
        AccessedPlace::Base { memory, .. } => (Store::Memory(memory), 0, 1),
        AccessedPlace::MaskEntry(entry) => {
            let flags = u32::from(entry) * CYCLES_PER_STEP as u32 + cycle;
            (Store::Memory(Memory::MaskRegister), flags, 1)
        }
        AccessedPlace::MatrixRows {
            side,
            physical_rows,
        } => {
            let rows = (0..u16::BITS).filter(|row| physical_rows >> row & 1 == 1);
            let rows = rows.map(|row| row..row + 1).collect();
            return (Store::Memory(side), rows);
        }
        AccessedPlace::Forwarding(path) => (Store::Forwarding(path), cycle, 1),
        AccessedPlace::Turnaround => (Store::Turnaround, cycle, 1),
        AccessedPlace::Upper {
            memory,
            elements: _,
            address,
            count,
        } => (Store::Memory(memory), address, count),
        AccessedPlace::Darbuf {
            elements: _,
            entry,
            count,
        } => (Store::Darbuf, entry, count),
    };
    (store, wrapped(store, first, count))
}

/// Words from an address on, which wrap around at the end of their store.
fn wrapped(store: Store, first: u32, count: u32) -> Vec<Range<u32>> {
    let size = store.words();
    let (first, count) = (first % size, count.min(size));
    let until_end = count.min(size - first);
    let parts = [first..first + until_end, 0..count - until_end];
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}

/// The value of an access of a PE memory.
fn pe_value(
    chip: &Chip,
    memory: Memory,
    width: Width,
    address_words: u32,
    pe: usize,
) -> Option<TracedValue> {
    let words = chip.planes(memory)?.accessed(width, address_words, pe);
    Some(match width {
        Width::Single => TracedValue::Single(words[0] as u32),
        Width::Long => TracedValue::Long(vec![words[0]]),
        Width::DoubleLong => TracedValue::Long(words.to_vec()),
    })
}

impl Observer for Trace<'_> {
    fn statement(&mut self, line: u32, statement: &Statement) {
        self.expression = 0;
        self.statement = match statement {
            Statement::Step(_) | Statement::Mv(_) => Some(TracedStatement {
                line,
                accesses: Vec::new(),
                left_out: 0,
            }),
            Statement::Quit(_)
            | Statement::DebugGet(_)
            | Statement::DebugSet(_)
            | Statement::Mask(_)
            | Statement::Host(_)
            | Statement::Directive(_) => None,
        };
    }

    fn expression(&mut self, index: usize) {
        self.expression = index;
    }

    fn read(&mut self, access: &ObservedAccess<'_>, chip: &Chip) {
        self.add(access, chip, false);
    }

    fn write(&mut self, access: &ObservedAccess<'_>, chip: &Chip) {
        self.add(access, chip, true);
    }

    fn done(&mut self) {
        if let Some(statement) = self.statement.take() {
            (self.sink)(statement);
        }
    }
}
