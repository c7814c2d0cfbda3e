//! An observer that remembers the last write of every word of some elements.

use std::collections::{BTreeSet, HashMap};

use mnc2_emulator::machine::chip::Chip;
use mnc2_emulator::machine::observer::{AccessedPlace, ObservedAccess, Observer};
use mnc2_isa::{L1bmOp, Memory, Op, Width};
use mnc2_program::access::{AccessRole, Direction, Store};
use mnc2_program::{DataType, DebugMemory, Expression, HostAction, Scope, Statement, TargetKind};
use mnc2_text::LineRange;

/// Group, L2B, L1B, MAB and PE.
pub(crate) type Sample = [u8; 5];

/// The sampled PEs, with all elements that contain them.
pub(crate) const SAMPLES: [Sample; 6] = [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 1],
    [0, 0, 3, 1, 3],
    [1, 1, 2, 6, 2],
    [2, 0, 7, 15, 3],
    [3, 1, 4, 2, 0],
];

/// An access that was observed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Event {
    pub(crate) line: u32,
    pub(crate) range: LineRange,
    pub(crate) direction: Direction,
    pub(crate) role: AccessRole,
    pub(crate) store: Store,
}

/// What one read of one sample got.
#[derive(Clone, Debug, Default)]
pub(crate) struct Got {
    /// The write; the cycles of read and write.
    pub(crate) links: BTreeSet<(Writer, (u8, u8))>,
    pub(crate) is_from_start: bool,
}

/// An event with an order, so that it can be in a set.
#[derive(Clone, Debug)]
pub(crate) struct Writer(Event);

impl std::ops::Deref for Writer {
    type Target = Event;

    fn deref(&self) -> &Event {
        &self.0
    }
}

impl Writer {
    fn key(&self) -> (u32, u32, u32, usize) {
        let Event {
            line, range, store, ..
        } = &self.0;
        (*line, range.start, range.end, store.index())
    }
}

impl PartialEq for Writer {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Writer {}

impl PartialOrd for Writer {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Writer {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

type Word = (usize, u32, usize);

#[derive(Default)]
pub(crate) struct Shadow {
    words: HashMap<Word, (Event, u8)>,
    pending: Vec<(Word, Event, u8)>,
    reads: Vec<(Event, Vec<Option<Got>>)>,
    indices: HashMap<Event, usize>,
    line: u32,
    statement: Option<Statement>,
    expression: usize,
}

pub(crate) fn pe_number([group, l2b, l1b, mab, pe]: Sample) -> usize {
    let number = |part: u8| usize::from(part);
    (((number(group) * 2 + number(l2b)) * 8 + number(l1b)) * 16 + number(mab)) * 4 + number(pe)
}

/// The bit of the element of a memory above the PEs that contains a sample.
fn element_of(memory: Memory, sample: Sample) -> usize {
    match memory {
        Memory::L1bm => pe_number(sample) / 64,
        Memory::L2bm => pe_number(sample) / 512,
        _ => pe_number(sample) / 1024,
    }
}

fn is_in_scope(memory: Memory, scope: Scope, sample: Sample) -> bool {
    let depth = match memory {
        Memory::Pdm | Memory::Dram | Memory::Dar => 1,
        Memory::L2bm => 2,
        Memory::L1bm => 3,
        Memory::MatrixX | Memory::MatrixY => 4,
        _ => 5,
    };
    [scope.group, scope.l2b, scope.l1b, scope.mab, scope.pe]
        .into_iter()
        .zip(sample)
        .take(depth)
        .all(|(wanted, number)| wanted.is_none_or(|wanted| wanted == number))
}

fn size_of(memory: Memory) -> u32 {
    memory.size().unwrap_or(16)
}

/// Whether a transfer to L1BM takes the data of a sample's MAB.
fn is_sent(expression: Option<&Expression>, sample: Sample) -> bool {
    let Some(expression) = expression else {
        return true;
    };
    match (
        expression.op,
        expression.target.as_ref().map(|target| target.kind),
    ) {
        (Op::L1bm(L1bmOp::Transfer4 | L1bmOp::Transfer4Double), Some(TargetKind::Mab(mab))) => {
            sample[3] % 4 == mab % 4
        }
        (Op::L1bm(_), Some(TargetKind::Mab(mab))) => sample[3] == mab,
        _ => true,
    }
}

/// The words of an access on a sample, in the units of `program::access`; `None` if the sample takes no part. `expression` is
/// the expression of the step that makes the access.
pub(crate) fn words_on(
    sample: Sample,
    expression: Option<&Expression>,
    access: &ObservedAccess<'_>,
    direction: Direction,
) -> Option<(Store, Vec<u32>)> {
    if matches!(
        access.place,
        AccessedPlace::Pe { .. } | AccessedPlace::Forwarding(_)
    ) && !is_sent(expression, sample)
    {
        return None;
    }
    let (cycle, pe) = (access.cycle, pe_number(sample));
    let (store, words): (Store, Vec<u32>) = match access.place {
        AccessedPlace::Pe {
            memory,
            width,
            addresses,
            mask,
        } => {
            let address = addresses.for_pe(pe);
            let flags = match (direction, mask) {
                (Direction::Write, Some(mask)) => mask.written_words(cycle, width, pe),
                _ => 0b1111,
            };
            let words = (0..width.single_words())
                .filter(|word| flags >> word & 1 == 1)
                .map(|word| (address + word) % size_of(memory));
            (Store::Memory(memory), words.collect())
        }
        AccessedPlace::Base {
            memory,
            width,
            mask,
        } => {
            let shift = match width {
                Width::Single => 32,
                Width::Long | Width::DoubleLong => 0,
            };
            let is_written = mask.is_none_or(|mask| mask.bits(cycle, pe).0 >> shift & 1 == 1);
            let words = if is_written { vec![0] } else { Vec::new() };
            (Store::Memory(memory), words)
        }
        AccessedPlace::MaskEntry(entry) => (
            Store::Memory(Memory::MaskRegister),
            vec![u32::from(entry) * 4 + cycle as u32],
        ),
        AccessedPlace::MatrixRows {
            side,
            physical_rows,
        } => (
            Store::Memory(side),
            (0..16)
                .filter(|row| physical_rows >> row & 1 == 1)
                .collect(),
        ),
        AccessedPlace::Forwarding(register) => (Store::Forwarding(register), vec![cycle as u32]),
        AccessedPlace::Turnaround => (Store::Turnaround, vec![cycle as u32]),
        AccessedPlace::Upper {
            memory,
            elements,
            address,
            count,
        } => {
            if elements >> element_of(memory, sample) & 1 == 0 {
                return None;
            }
            let words = (0..count).map(|word| address.wrapping_add(word) % size_of(memory));
            (Store::Memory(memory), words.collect())
        }
        AccessedPlace::Darbuf {
            elements,
            entry,
            count,
        } => {
            if elements >> (pe / 1024) & 1 == 0 {
                return None;
            }
            let words = (0..count).map(|word| (entry + word) % 512);
            (Store::Darbuf, words.collect())
        }
    };
    Some((store, words))
}

impl Shadow {
    /// The last write of each word of each sample: its line and cycle.
    pub(crate) fn written(&self) -> Vec<(Store, u32, Sample, u32, u8)> {
        let words = self.words.iter();
        let mut list: Vec<_> = words
            .map(|(&(_, word, sample), (event, cycle))| {
                (event.store, word, SAMPLES[sample], event.line, *cycle)
            })
            .collect();
        list.sort_unstable_by_key(|(store, word, sample, ..)| (store.index(), *word, *sample));
        list
    }

    pub(crate) fn reads(&self) -> impl Iterator<Item = (&Event, &Vec<Option<Got>>)> {
        self.reads.iter().map(|(event, got)| (event, got))
    }

    fn event(
        &self,
        range: &LineRange,
        direction: Direction,
        role: AccessRole,
        store: Store,
    ) -> Event {
        Event {
            line: self.line,
            range: range.clone(),
            direction,
            role,
            store,
        }
    }

    fn note_read(&mut self, event: &Event, cycle: usize, words: &[u32], sample: usize) {
        let index = match self.indices.get(event) {
            Some(&index) => index,
            None => {
                self.reads.push((event.clone(), vec![None; SAMPLES.len()]));
                self.indices.insert(event.clone(), self.reads.len() - 1);
                self.reads.len() - 1
            }
        };
        let got = self.reads[index].1[sample].get_or_insert_with(Got::default);
        for &word in words {
            match self.words.get(&(event.store.index(), word, sample)) {
                Some((writer, written)) => {
                    let cycles = (cycle as u8, *written);
                    got.links.insert((Writer(writer.clone()), cycles));
                }
                None => got.is_from_start = true,
            }
        }
    }

    fn note_write(&mut self, event: &Event, cycle: usize, words: &[u32], sample: usize) {
        for &word in words {
            let word = (event.store.index(), word, sample);
            self.pending.push((word, event.clone(), cycle as u8));
        }
        if event.store == Store::Darbuf {
            self.apply();
        }
    }

    fn apply(&mut self) {
        for (word, event, cycle) in std::mem::take(&mut self.pending) {
            self.words.insert(word, (event, cycle));
        }
    }

    fn access(&mut self, access: &ObservedAccess<'_>, direction: Direction) {
        let cycle = access.cycle;
        let expression = match &self.statement {
            Some(Statement::Step(step)) => step.expressions.get(self.expression).cloned(),
            _ => None,
        };
        for (index, sample) in SAMPLES.into_iter().enumerate() {
            let Some((store, words)) = words_on(sample, expression.as_ref(), access, direction)
            else {
                continue;
            };
            let base = match store {
                Store::Memory(Memory::Lm0) => Some(Memory::BaseLm0),
                Store::Memory(Memory::Lm1) => Some(Memory::BaseLm1),
                _ => None,
            };
            if let Some(base) = base {
                let store = Store::Memory(base);
                let event = self.event(access.range, Direction::Read, AccessRole::Address, store);
                self.note_read(&event, cycle, &[0], index);
            }
            let is_address = matches!(
                access.place,
                AccessedPlace::Pe {
                    memory: Memory::T,
                    width: Width::Long,
                    ..
                }
            );
            let role = if is_address {
                AccessRole::Address
            } else {
                AccessRole::Data
            };
            let event = self.event(access.range, direction, role, store);
            match direction {
                Direction::Read => self.note_read(&event, cycle, &words, index),
                Direction::Write => self.note_write(&event, cycle, &words, index),
            }
        }
    }

    fn debug(&mut self, memory: &DebugMemory, count: u32, rows: u32, direction: Direction) {
        let store = Store::Memory(memory.memory);
        let event = self.event(&memory.range, direction, AccessRole::Data, store);
        let (address, width) = (memory.address, memory.width.single_words());
        let words: Vec<u32> = match memory.memory {
            Memory::T => (0..count)
                .flat_map(|entry| (0..width).map(move |word| entry * 4 + word))
                .collect(),
            Memory::MaskRegister => (address * 4..(address + count) * 4).collect(),
            Memory::MatrixX | Memory::MatrixY => (address..(address + count).min(rows))
                .map(|row| row * (16 / rows))
                .collect(),
            Memory::L1bm | Memory::L2bm | Memory::Pdm | Memory::Dram => {
                (address..address + count * width.div_ceil(2)).collect()
            }
            _ => (address..address + count * width).collect(),
        };
        // Beyond the end nothing is read; what is written there wraps around.
        let size = match memory.memory {
            Memory::MaskRegister => 128,
            memory => size_of(memory),
        };
        let words: Vec<u32> = match direction {
            Direction::Read => words.into_iter().filter(|word| *word < size).collect(),
            Direction::Write => words.into_iter().map(|word| word % size).collect(),
        };
        for (index, sample) in SAMPLES.into_iter().enumerate() {
            if !is_in_scope(memory.memory, memory.scope, sample) {
                continue;
            }
            match direction {
                Direction::Read => self.note_read(&event, 0, &words, index),
                Direction::Write => self.note_write(&event, 0, &words, index),
            }
        }
    }

    fn host(&mut self, range: &LineRange, action: &HostAction) {
        let (memory, group, address, count, direction) = match action {
            HostAction::WritePdm { address, payload } => (
                Memory::Pdm,
                0,
                *address,
                payload.len() as u32,
                Direction::Write,
            ),
            HostAction::ReadPdm { address, length } => {
                (Memory::Pdm, 0, *address, *length, Direction::Read)
            }
            HostAction::WriteDram {
                group,
                address,
                payload,
            } => {
                let count = payload.len() as u32;
                (Memory::Dram, *group, *address, count, Direction::Write)
            }
            HostAction::Flush => return,
        };
        let event = self.event(range, direction, AccessRole::Data, Store::Memory(memory));
        let words: Vec<u32> = (address..address + count).collect();
        for (index, sample) in SAMPLES.into_iter().enumerate() {
            if sample[0] != group {
                continue;
            }
            match direction {
                Direction::Read => self.note_read(&event, 0, &words, index),
                Direction::Write => self.note_write(&event, 0, &words, index),
            }
        }
    }
}

impl Observer for Shadow {
    fn statement(&mut self, line: u32, statement: &Statement) {
        self.line = line;
        self.expression = 0;
        self.statement = Some(statement.clone());
        match statement {
            Statement::DebugGet(get) => {
                let rows = match get.data_type {
                    DataType::Plain | DataType::Double | DataType::BlockDouble => 4,
                    DataType::Single | DataType::BlockSingle | DataType::BlockPseudoSingle => 8,
                    DataType::Half | DataType::BlockHalf => 16,
                };
                self.debug(&get.memory, get.count, rows, Direction::Read);
            }
            Statement::DebugSet(set) => self.debug(&set.memory, set.count, 0, Direction::Write),
            Statement::Host(host) => self.host(&host.range, &host.action),
            _ => {}
        }
    }

    fn expression(&mut self, index: usize) {
        self.expression = index;
    }

    fn read(&mut self, access: &ObservedAccess<'_>, _chip: &Chip) {
        self.access(access, Direction::Read);
    }

    fn write(&mut self, access: &ObservedAccess<'_>, _chip: &Chip) {
        self.access(access, Direction::Write);
    }

    fn done(&mut self) {
        self.apply();
    }
}
