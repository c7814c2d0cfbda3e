//! What each line of a program reads and writes, and which words are needed at a line.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use mnc2_equal::Places;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{Forwarding, Memory};
use mnc2_program::access::{AccessRole, Accesses, Certainty, Direction, Elements, Store};
use mnc2_program::{Operand, OperandKind, Statement, Step, access};

use super::{Enabled, mask_of};
use crate::draft::Draft;
use crate::rewriting::grain::grain;
use crate::rewriting::graph::Word;
use crate::rewriting::words::{Bits, Words};
use crate::values::{MEMORIES, PE_MEMORIES};

/// The accesses of each line of a program.
pub(super) struct Described {
    /// The accesses of all lines, of each line the reads first.
    touched: Vec<Touched>,
    lines: Vec<DescribedLine>,
}

struct DescribedLine {
    /// Where its writes begin in the list, and where they end.
    writes: Range<u32>,
    /// Where its reads begin.
    reads: u32,
    is_exact: bool,
}

/// The words of stores that are needed at a line.
#[derive(Clone, Default)]
pub(super) struct Live(HashMap<Store, Bits>);

impl Live {
    /// What is needed at the end of a program.
    pub(super) fn at_end(places: &Places) -> Self {
        let mut live = Self::default();
        for place in &places.at_end {
            let store = Store::Memory(place.memory);
            if is_followed(store) {
                let end = place.first.saturating_add(place.count).min(store.words());
                let words = live.0.entry(store).or_default();
                words.insert_all(place.first.min(end)..end);
            }
        }
        live
    }

    pub(super) fn words(&self, store: Store) -> impl Iterator<Item = u32> {
        let words = self.0.get(&store).into_iter();
        words.flat_map(Bits::iter)
    }

    /// Whether an entry of the mask registers is needed.
    pub(super) fn has_mask(&self, entry: u8) -> bool {
        const CYCLES: u32 = CYCLES_PER_STEP as u32;
        let first = u32::from(entry) * CYCLES;
        let words = self.0.get(&Store::Memory(Memory::MaskRegister));
        words.is_some_and(|it| it.contains_any(first..first + CYCLES))
    }

    fn has_forwarded(&self) -> bool {
        let mut words = Forwarding::ALL.into_iter();
        words.any(|it| {
            let words = self.0.get(&Store::Forwarding(it));
            words.is_some_and(|it| !it.is_empty())
        })
    }
}

/// Words of a store.
#[derive(Clone, Copy)]
struct Touched {
    store: Store,
    first: u32,
    count: u32,
    is_certain: bool,
}

impl Touched {
    const fn words(&self) -> Range<u32> {
        self.first..self.first + self.count
    }

    /// Adds words that follow, or repeats them: most operands touch neighbouring words in their cycles.
    fn takes(&mut self, other: &Self) -> bool {
        let is_alike = (self.store, self.is_certain) == (other.store, other.is_certain);
        let is_repeated = (self.first, self.count) == (other.first, other.count);
        let follows = other.first == self.first + self.count;
        if is_alike && follows {
            self.count += other.count;
        }
        is_alike && (is_repeated || follows)
    }
}

impl Described {
    pub(super) fn from_draft(draft: &Draft) -> Self {
        let mut described = Self {
            touched: Vec::new(),
            lines: Vec::new(),
        };
        let walked = access::walk(&draft.program, |number, _, accesses| {
            let line = draft.program.line(number);
            let step = line.and_then(|line| line.step());
            let reads = described.touched.len() as u32;
            described.add(accesses, Direction::Read);
            let writes = described.touched.len() as u32;
            described.add(accesses, Direction::Write);
            described.lines.push(DescribedLine {
                reads,
                writes: writes..described.touched.len() as u32,
                is_exact: step.is_some_and(|step| is_exact(step, accesses)),
            });
            ControlFlow::<()>::Continue(())
        });
        debug_assert!(walked.is_continue());
        described
    }

    fn add(&mut self, accesses: &Accesses, direction: Direction) {
        let list = accesses.list().iter();
        for access in list.filter(|it| it.direction == direction) {
            let begin = self.touched.len();
            for piece in accesses.pieces(access) {
                let touched = Touched {
                    store: access.store,
                    first: piece.first,
                    count: piece.count,
                    is_certain: piece.certainty == Certainty::Always
                        && piece.elements == Elements::ALL,
                };
                let is_taken = match self.touched[begin..].last_mut() {
                    Some(last) => last.takes(&touched),
                    None => false,
                };
                if !is_taken {
                    self.touched.push(touched);
                }
            }
        }
    }

    /// The number of lines.
    pub(super) const fn count(&self) -> usize {
        self.lines.len()
    }

    fn reads(&self, line: usize) -> &[Touched] {
        let line = &self.lines[line];
        &self.touched[line.reads as usize..line.writes.start as usize]
    }

    fn writes(&self, line: usize) -> &[Touched] {
        let range = &self.lines[line].writes;
        &self.touched[range.start as usize..range.end as usize]
    }

    pub(super) fn is_plain(&self, draft: &Draft, line: usize) -> bool {
        match draft.program.line(line).map(|it| &it.statement) {
            Some(None) => true,
            Some(Some(Statement::Step(step))) => {
                step.is_bare_nop()
                    || self.lines.get(line).is_some_and(|it| it.is_exact)
                        && step.expressions.iter().all(|it| grain(it).is_some())
            }
            _ => false,
        }
    }

    /// The lines of each run of a region: at most this many, and where longer ones are divided, no forwarding or mask register is
    /// needed, if possible.
    pub(super) fn runs(
        &self,
        draft: &Draft,
        places: &Places,
        lines_max: usize,
    ) -> Vec<Range<usize>> {
        let is_alone = self.alone(draft.start, places);
        let mut runs: Vec<Range<usize>> = Vec::new();
        // The last line that a run may be divided before.
        let mut last_alone = draft.start;
        for line in draft.region().filter(|it| self.is_plain(draft, *it)) {
            let alone = is_alone.get(line - draft.start);
            match runs.last_mut() {
                Some(last) if last.end == line && last.len() < lines_max => last.end = line + 1,
                Some(last) if last.end == line && last_alone > last.start => {
                    last.end = last_alone;
                    runs.push(last_alone..line + 1);
                }
                _ => runs.push(line..line + 1),
            }
            if alone.is_some_and(|it| *it) {
                last_alone = line;
            }
        }
        runs
    }

    /// For each line from a first one on, whether no forwarding or mask register is needed before it.
    fn alone(&self, first: usize, places: &Places) -> Vec<bool> {
        let masks = Store::Memory(Memory::MaskRegister);
        let mut live = Live::at_end(places);
        let lines = (first..self.count()).rev().map(|line| {
            self.step_back(&mut live, line);
            let has_mask = live.0.get(&masks).is_some_and(|it| !it.is_empty());
            !has_mask && !live.has_forwarded()
        });
        let mut alone: Vec<bool> = lines.collect();
        alone.reverse();
        alone
    }

    /// What is needed after each of some lines, which are in order; `live` becomes what is needed after a line before them.
    pub(super) fn lives(
        &self,
        ends: &[usize],
        between: Range<usize>,
        live: &mut Live,
    ) -> Vec<Live> {
        let mut found = Vec::new();
        let mut wanted = ends.iter().rev().peekable();
        for line in (between.start..between.end.min(self.count())).rev() {
            while wanted.next_if(|it| **it > line).is_some() {
                found.push(live.clone());
            }
            self.step_back(live, line);
        }
        found.extend(wanted.map(|_| live.clone()));
        found.reverse();
        found
    }

    /// From what is needed after a line to what is needed before it.
    fn step_back(&self, live: &mut Live, line: usize) {
        for it in self.writes(line).iter().filter(|it| it.is_certain) {
            if let Some(words) = live.0.get_mut(&it.store) {
                words.remove_all(it.words());
            }
        }
        for it in self.reads(line).iter().filter(|it| is_followed(it.store)) {
            let words = live.0.entry(it.store).or_default();
            words.insert_all(it.words());
        }
    }

    /// Adds the words of PE memories that a line may write.
    pub(super) fn touch(&self, line: usize, touched: &mut Words) {
        for it in self.writes(line) {
            let Store::Memory(name) = it.store else {
                continue;
            };
            let memory = MEMORIES[..PE_MEMORIES].iter().position(|it| *it == name);
            touched.extend(
                memory
                    .into_iter()
                    .flat_map(|memory| it.words().map(move |address| Word { memory, address })),
            );
        }
    }

    /// A run without the last lines if what they leave in forwarding and mask registers is needed after them; with what is
    /// needed after the rest.
    pub(super) fn cut(&self, mut lines: Range<usize>, mut live: Live) -> (Range<usize>, Live) {
        let masks = Store::Memory(Memory::MaskRegister);
        while let Some(last) = lines.end.checked_sub(1).filter(|it| lines.contains(it)) {
            let needed = live.0.get(&masks).filter(|it| !it.is_empty());
            let sets_mask = |needed: &Bits| {
                let writes = lines.clone().flat_map(|line| self.writes(line));
                let mut writes = writes.filter(|it| it.store == masks);
                writes.any(|it| needed.contains_any(it.words()))
            };
            if !live.has_forwarded() && !needed.is_some_and(sets_mask) {
                break;
            }
            self.step_back(&mut live, last);
            lines.end = last;
        }
        (lines, live)
    }
}

const fn is_followed(store: Store) -> bool {
    matches!(
        store,
        Store::Forwarding(_)
            | Store::Memory(
                Memory::Lm0 | Memory::Lm1 | Memory::Grf0 | Memory::Grf1 | Memory::MaskRegister
            )
    )
}

/// Whether the words of its operands follow from the text of a step.
fn is_exact(step: &Step, accesses: &Accesses) -> bool {
    let mut all = accesses.list().iter();
    all.all(|access| {
        let Some(expression) = step.expressions.get(usize::from(access.expression)) else {
            return false;
        };
        match (access.store, access.role) {
            (Store::Forwarding(_), _) => true,
            (Store::Memory(Memory::MaskRegister), _) => true,
            // What it adds is in the addresses.
            (Store::Memory(Memory::BaseLm0 | Memory::BaseLm1), AccessRole::Address) => true,
            (Store::Memory(memory), AccessRole::Data)
                if MEMORIES[..PE_MEMORIES].contains(&memory) =>
            {
                let mut operands = expression.operands();
                let operand = operands.find(|it| it.range == access.range);
                operand.is_some_and(|operand| is_at(operand, accesses.pieces(access)))
            }
            _ => false,
        }
    })
}

/// Whether an operand names just some words.
fn is_at(operand: &Operand, pieces: &[access::Piece]) -> bool {
    let OperandKind::PeMemory(memory) = &operand.kind else {
        return false;
    };
    let enabled = (0..CYCLES_PER_STEP).filter(|&cycle| mask_of(operand, cycle) != Enabled::No);
    let expected = enabled.map(|cycle| (cycle as u8, memory.address_words(cycle)));
    let width = memory.width.single_words();
    !memory.indirect
        && memory.madpe.is_none()
        && expected.eq(pieces.iter().map(|it| (it.cycle, it.first)))
        && pieces.iter().all(|it| {
            it.count == width
                && it.first % width == 0
                && it.elements == Elements::ALL
                && it.certainty != Certainty::Somewhere
        })
}
