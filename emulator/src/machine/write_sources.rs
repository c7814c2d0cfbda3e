//! The sources of the words that a statement writes: for one place, each write with everything that determines it.
//!
//! An observer sees what a whole step touches; this is the way from one written word back through the unit that computed it
//! to the words that decide its value: operands on all PEs that take part, addresses, masks. Each unit has its own file
//! for that next to the file that executes it.

use std::ops::Range;

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{Memory, Op, Width};
use mnc2_program::access::{AccessRole, Accesses, Direction, State, Store};
use mnc2_program::{Expression, Mask, Operand, OperandKind, Statement, Step};
use mnc2_text::LineRange;

use super::Machine;
use super::address::addresses;
use super::chip::Chip;
use super::mask::{StepMask, StepMasks};
use super::sources::{Search, Sides, WordSource, Write, add, source};
use super::{l1bm, l2bm, mv, unit};
use crate::chip_place::ChipPlace;

impl Machine {
    /// The writes of a statement to a place, in the order of time, with what decides them in the present state.
    #[must_use]
    pub fn writes(&self, statement: &Statement, place: &ChipPlace) -> Vec<Write> {
        let mut search = Search {
            place,
            writes: Vec::new(),
        };
        match statement {
            Statement::Step(step) => self.step_writes(step, &mut search),
            Statement::Mv(mv) => mv::writes(&self.chip, mv, &mut search),
            Statement::DebugSet(_) | Statement::Host(_) => stated(statement, &mut search),
            Statement::Quit(_)
            | Statement::DebugGet(_)
            | Statement::Mask(_)
            | Statement::Directive(_) => {}
        }
        search.writes
    }

    fn step_writes(&self, step: &Step, search: &mut Search<'_>) {
        let masks = StepMasks::new(&self.chip, self.mask, step);
        for (index, expression) in step.expressions.iter().enumerate() {
            let unit = Unit {
                chip: &self.chip,
                masks: &masks,
                expression,
                index,
            };
            unit.pe_writes(search);
            if step.forwards() {
                unit.forwards(search);
            }
            if let Op::L2bm(op) = expression.op {
                l2bm::writes(&self.chip, op, step, index, search);
            }
        }
        for (index, expression) in step.expressions.iter().enumerate() {
            if let Op::L1bm(op) = expression.op
                && !op.is_to_pe()
            {
                l1bm::writes(&self.chip, op, (index, expression), step.forwards(), search);
            }
        }
        if search.place.store == Store::Memory(Memory::L1bm) {
            // Cycle by cycle, and in a cycle what the PEs send last.
            search.writes.sort_by_key(|write| write.cycle);
        }
    }
}

/// The writes of a debug or host statement, whose values are in its text.
fn stated(statement: &Statement, search: &mut Search<'_>) {
    let accesses = Accesses::from_statement(statement, &State::default());
    let writes = accesses.list().iter();
    for access in writes.filter(|it| it.direction == Direction::Write) {
        let pieces = accesses.pieces(access).iter();
        for piece in pieces.filter(|piece| search.place.meets(piece)) {
            if access.store != search.place.store {
                continue;
            }
            for words in search.within(piece.first, piece.count) {
                search.writes.push(Write {
                    expression: 0,
                    cycle: 0,
                    range: access.range.clone(),
                    words,
                    is_masked: false,
                    sources: Vec::new(),
                });
            }
        }
    }
}

/// An expression of a step whose output goes to the PEs.
pub(super) struct Unit<'a> {
    pub(super) chip: &'a Chip,
    masks: &'a StepMasks<'a>,
    pub(super) expression: &'a Expression,
    index: usize,
}

impl Unit<'_> {
    /// Its writes to memories and registers of a PE, or to rows of a MAB's matrix register.
    fn pe_writes(&self, search: &mut Search<'_>) {
        for operand in &self.expression.outputs {
            if let OperandKind::MatrixRows { side, .. } = operand.kind {
                if search.place.store == Store::Memory(side) {
                    self.row_writes(operand, search);
                }
                continue;
            }
            for cycle in 0..CYCLES_PER_STEP {
                self.operand_writes(operand, cycle, search);
            }
        }
    }

    /// Rows of a matrix register do not belong to the output of a unit and have no mask.
    fn row_writes(&self, operand: &Operand, search: &mut Search<'_>) {
        let writes = unit::row_writes(self.chip, self.expression, operand, search.place);
        for (cycle, row, sources) in writes {
            for words in search.within(row, 1) {
                search.writes.push(Write {
                    expression: self.index,
                    cycle,
                    range: operand.range.clone(),
                    words,
                    is_masked: false,
                    sources: sources.clone(),
                });
            }
        }
    }

    /// The words of a PE that an operand names in a cycle.
    fn named(&self, operand: &Operand, cycle: usize, pe: usize) -> Option<Named> {
        let named = |memory, width: Width, first| Named {
            memory,
            width,
            first,
            count: width.single_words(),
        };
        Some(match &operand.kind {
            OperandKind::PeMemory(memory) => {
                let first = addresses(self.chip, memory, cycle).for_pe(pe);
                named(memory.memory, memory.width, first)
            }
            OperandKind::T(_) => {
                let width = Width::DoubleLong;
                named(Memory::T, width, cycle as u32 * width.single_words())
            }
            &OperandKind::BaseRegister(memory, width) => Named {
                count: 1,
                ..named(memory, width, 0)
            },
            OperandKind::MaskRegister(entry) => Named {
                count: 1,
                ..named(Memory::MaskRegister, Width::Long, mask_word(*entry, cycle))
            },
            _ => return None,
        })
    }

    fn operand_writes(&self, operand: &Operand, cycle: usize, search: &mut Search<'_>) {
        let pe = search.place.element;
        let is_of_store = operand
            .kind
            .memory()
            .is_some_and(|memory| search.place.store == Store::Memory(memory));
        let Some(named) = is_of_store
            .then(|| self.named(operand, cycle, pe))
            .flatten()
        else {
            return;
        };
        let mask = self.masks.write_mask(named.memory, operand.mask.as_ref());
        for words in search.within(named.first, named.count) {
            for (words, passed) in named.by_mask(words, mask.as_ref(), cycle, pe) {
                let write = self.write(
                    operand,
                    &named,
                    (cycle, pe),
                    (words, passed),
                    mask.as_ref(),
                    search,
                );
                search.writes.push(write);
            }
        }
    }

    fn write(
        &self,
        operand: &Operand,
        named: &Named,
        (cycle, pe): (usize, usize),
        (words, passed): (Range<u32>, Passed),
        mask: Option<&StepMask>,
        search: &Search<'_>,
    ) -> Write {
        let mut sources = Vec::new();
        if passed != Passed::Nothing {
            sources = self.output(named.sides(&words), cycle, pe);
        }
        if passed == Passed::Some {
            let place = ChipPlace {
                store: Store::Memory(named.memory),
                element: pe,
                words: words.clone(),
            };
            kept(search, &operand.range, place, &mut sources);
        }
        for source in unit::address_sources(&operand.kind, &operand.range, cycle, pe) {
            add(&mut sources, source);
        }
        if let Some(mask) = mask {
            let range = operand.mask.as_ref().map_or(&operand.range, |it| &it.range);
            mask_source(mask, range, cycle, pe, &mut sources);
        }
        Write {
            expression: self.index,
            cycle,
            range: operand.range.clone(),
            words,
            is_masked: passed == Passed::Nothing,
            sources,
        }
    }

    /// Its write to its forwarding register.
    fn forwards(&self, search: &mut Search<'_>) {
        let Some(register) = self.expression.op.forwarding() else {
            return;
        };
        if search.place.store != Store::Forwarding(register) {
            return;
        }
        for cycle in 0..CYCLES_PER_STEP {
            for words in search.within(cycle as u32, 1) {
                search.writes.push(Write {
                    expression: self.index,
                    cycle,
                    range: self.expression.opcode_range.clone(),
                    words,
                    is_masked: false,
                    sources: self.output(Sides::BOTH, cycle, search.place.element),
                });
            }
        }
    }

    /// The sources of some sides of a PE's output in a cycle.
    fn output(&self, sides: Sides, cycle: usize, pe: usize) -> Vec<WordSource> {
        let mut sources = Vec::new();
        let found = match self.expression.op {
            Op::L1bm(op) => l1bm::sources(op, self.expression, sides, cycle, pe),
            _ => unit::sources(self.chip, self.expression, sides, cycle, pe),
        };
        for source in found {
            add(&mut sources, source);
        }
        let flush: Option<&Mask> = self.expression.zero_flush.as_ref();
        if let (Some(mask), Some(flags)) = (flush, self.masks.zero_flush(self.expression)) {
            mask_source(&flags, &mask.range, cycle, pe, &mut sources);
        }
        sources
    }
}

/// The words that an operand names in a cycle on a PE.
struct Named {
    memory: Memory,
    width: Width,
    first: u32,
    count: u32,
}

/// The part of a word that a mask lets through.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passed {
    All,
    Some,
    Nothing,
}

impl Named {
    /// Consecutive words of which the mask lets the same through.
    fn by_mask(
        &self,
        words: Range<u32>,
        mask: Option<&StepMask>,
        cycle: usize,
        pe: usize,
    ) -> Vec<(Range<u32>, Passed)> {
        let mut parts: Vec<(Range<u32>, Passed)> = Vec::new();
        for word in words {
            let passed = mask.map_or(Passed::All, |mask| self.passed(mask, word, cycle, pe));
            match parts.last_mut() {
                Some((words, last)) if *last == passed && passed != Passed::Some => {
                    words.end = word + 1;
                }
                _ => parts.push((word..word + 1, passed)),
            }
        }
        parts
    }

    fn passed(&self, mask: &StepMask, word: u32, cycle: usize, pe: usize) -> Passed {
        match self.memory {
            // The flags are ANDed with the mask, so nothing of them is kept.
            Memory::MaskRegister => Passed::All,
            Memory::BaseLm0 | Memory::BaseLm1 => {
                if mask.writes_base(cycle, self.width, pe) {
                    Passed::All
                } else {
                    Passed::Nothing
                }
            }
            _ => {
                let (most, least) = mask.bits(cycle, pe);
                let side = if word - self.first < 2 { most } else { least };
                let half = if (word - self.first).is_multiple_of(2) {
                    side >> 32
                } else {
                    side & 0xffff_ffff
                };
                match half {
                    0xffff_ffff => Passed::All,
                    0 => Passed::Nothing,
                    _ => Passed::Some,
                }
            }
        }
    }

    /// The sides of the output that go to some of the words.
    fn sides(&self, words: &Range<u32>) -> Sides {
        match self.memory {
            Memory::MaskRegister => Sides::BOTH,
            Memory::BaseLm0 | Memory::BaseLm1 => Sides::MOST,
            _ => Sides {
                most: words.start - self.first < 2,
                least: words.end - self.first > 2,
            },
        }
    }
}

/// The sources of the rest of a word of which a mask lets a half through: an earlier write of the statement, or the old
/// content.
fn kept(search: &Search<'_>, range: &LineRange, place: ChipPlace, sources: &mut Vec<WordSource>) {
    let mut earlier = search.writes.iter().rev();
    let is_same = |write: &&Write| !write.is_masked && write.words.contains(&place.words.start);
    match earlier.find(is_same) {
        Some(write) => write
            .sources
            .iter()
            .for_each(|source| add(sources, source.clone())),
        None => add(sources, source(AccessRole::Data, range, place)),
    }
}

/// The flags of a cycle, if they are data.
fn mask_source(
    mask: &StepMask,
    range: &LineRange,
    cycle: usize,
    pe: usize,
    sources: &mut Vec<WordSource>,
) {
    if mask.is_variable() {
        let word = mask_word(mask.entry(), cycle);
        let place = ChipPlace {
            store: Store::Memory(Memory::MaskRegister),
            element: pe,
            words: word..word + 1,
        };
        add(sources, source(AccessRole::Mask, range, place));
    }
}

fn mask_word(entry: u8, cycle: usize) -> u32 {
    (usize::from(entry) * CYCLES_PER_STEP + cycle) as u32
}
