//! From lines to values: what the words of a run of lines hold after it.
//!
//! A line is followed if its results are decided word by word or long word by long word, at addresses that the text
//! gives. Any other line is kept as it is, and what is rewritten is between such lines.

mod follower;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_FIRST_PATTERN_ENTRY};
use mnc2_isa::{Forwarding, Memory};
use mnc2_program::access::{AccessRole, Accesses, Certainty, Direction, Elements, Store};
use mnc2_program::{Operand, OperandKind, Statement, Step, access};

use self::follower::Follower;
use super::grain::grain;
use super::graph::{Graph, Operation, Value, Word};
use crate::draft::Draft;
use crate::values::{MEMORIES, PE_MEMORIES};
use mnc2_equal::Places;

/// A run of lines that are followed, with what is needed after it.
#[derive(Clone)]
pub(super) struct Followed {
    pub(super) lines: Range<usize>,
    pub(super) graph: Graph,
    /// What words must hold after the lines, of those that the lines write.
    pub(super) needed: BTreeMap<Word, Value>,
    /// Words that are needed after the lines and that these do not write.
    pub(super) kept: BTreeSet<Word>,
    /// Entries of the mask registers that are not needed after the lines.
    pub(super) free_masks: Vec<u8>,
    /// Words that hold zero from the start to the end of the lines, and that are not needed: the last such ones of each
    /// memory, [`ZERO_WORDS`] of them that begin at a multiple of two long words.
    pub(super) zeros: Vec<Word>,
    /// Words that the lines find zero, or that are needed after them and hold zero.
    pub(super) zero_words: BTreeSet<Word>,
    /// Words that the lines write.
    pub(super) written: BTreeSet<Word>,
    /// Words that may hold something else than zero before the lines; `None` if any may.
    pub(super) touched: Option<Arc<BTreeSet<Word>>>,
    /// The addition that computes constants from others, if this saves steps.
    pub(super) add: Option<Operation>,
    /// The product of single words, which computes constants of which only some bits count.
    pub(super) product: Option<Operation>,
}

impl Followed {
    /// Whether a word holds zero before the lines for certain.
    pub(super) fn starts_with_zero(&self, word: Word) -> bool {
        self.touched.as_ref().is_some_and(|it| !it.contains(&word))
    }

    /// The last unused block of words of a memory that hold zero.
    fn zero_block(&self, memory: usize) -> Option<Word> {
        let is_free = |it: Word| {
            self.starts_with_zero(it) && !self.kept.contains(&it) && !self.written.contains(&it)
        };
        let words = Store::Memory(MEMORIES[memory]).words();
        let firsts = (0..words / ZERO_WORDS).rev().map(|it| Word {
            memory,
            address: it * ZERO_WORDS,
        });
        let mut blocks = firsts.filter(|block| (0..ZERO_WORDS).all(|it| is_free(block.after(it))));
        blocks.next()
    }
}

/// Words of a memory that hold zero and are used as such.
pub(super) const ZERO_WORDS: u32 = 32;

/// Lines of a run at most; more are several runs.
const RUN_LINES_MAX: usize = 512;

/// Runs of a region at most; the lines after them stay.
const RUNS_MAX: usize = 256;

/// The runs of lines of a region that can be rewritten, in order.
pub(super) fn runs(draft: &Draft, places: &Places) -> Vec<Followed> {
    let described = Described::from_draft(draft);
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for line in draft.region() {
        if !described.is_plain(draft, line) {
            continue;
        }
        match ranges.last_mut() {
            Some(last) if last.end == line && last.len() < RUN_LINES_MAX => last.end = line + 1,
            _ => ranges.push(line..line + 1),
        }
    }
    ranges.truncate(RUNS_MAX);
    let ends: Vec<usize> = ranges.iter().map(|it| it.end).collect();
    let lives = described.lives(&ends, places);
    let mut touched = places.from_zero.then(BTreeSet::new);
    let mut next = 0;
    let runs = ranges.into_iter().zip(&lives);
    let found = runs.filter_map(|(lines, live)| {
        if let Some(touched) = &mut touched {
            (next..lines.start).for_each(|line| described.touch(line, touched));
            next = lines.start;
        }
        let (lines, live) = described.cut(lines, live);
        described.run(draft, lines, &live, touched.as_ref())
    });
    let mut found: Vec<Followed> = found.collect();
    keep_zeros(&mut found);
    found
}

/// Keeps the zeros that runs count on from those before them, and gives each run zeros of its own.
fn keep_zeros(runs: &mut [Followed]) {
    let mut kept: BTreeSet<Word> = BTreeSet::new();
    for run in runs.iter_mut().rev() {
        run.kept
            .extend(kept.iter().filter(|it| !run.needed.contains_key(it)));
        run.zeros = (0..PE_MEMORIES)
            .filter_map(|it| run.zero_block(it))
            .collect();
        for block in &run.zeros {
            run.zero_words
                .extend((0..ZERO_WORDS).map(|it| block.after(it)));
        }
        run.kept.extend(&run.zero_words);
        kept.extend(&run.zero_words);
    }
}

/// The accesses of each line of a program.
struct Described {
    reads: Vec<Vec<Touched>>,
    writes: Vec<Vec<Touched>>,
    is_exact: Vec<bool>,
}

/// The words of stores that are needed at a line.
type Live = HashMap<Store, BTreeSet<u32>>;

/// Words of a store.
#[derive(Clone, Copy)]
struct Touched {
    store: Store,
    first: u32,
    count: u32,
    is_certain: bool,
}

impl Described {
    fn from_draft(draft: &Draft) -> Self {
        let mut described = Self {
            reads: Vec::new(),
            writes: Vec::new(),
            is_exact: Vec::new(),
        };
        let walked = access::walk(&draft.program, |number, _, accesses| {
            let line = draft.program.line(number);
            let step = line.and_then(|line| line.step());
            described
                .is_exact
                .push(step.is_some_and(|step| is_exact(step, accesses)));
            let (mut reads, mut writes) = (Vec::new(), Vec::new());
            for access in accesses.list() {
                let all = match access.direction {
                    Direction::Read => &mut reads,
                    Direction::Write => &mut writes,
                };
                all.extend(accesses.pieces(access).iter().map(|piece| Touched {
                    store: access.store,
                    first: piece.first,
                    count: piece.count,
                    is_certain: piece.certainty == Certainty::Always
                        && piece.elements == Elements::ALL,
                }));
            }
            described.reads.push(reads);
            described.writes.push(writes);
            ControlFlow::<()>::Continue(())
        });
        debug_assert!(walked.is_continue());
        described
    }

    fn is_plain(&self, draft: &Draft, line: usize) -> bool {
        match draft.program.line(line).map(|it| &it.statement) {
            Some(None) => true,
            Some(Some(Statement::Step(step))) => {
                step.is_bare_nop()
                    || self.is_exact.get(line).is_some_and(|it| *it)
                        && step.expressions.iter().all(|it| grain(it).is_some())
            }
            _ => false,
        }
    }

    /// The words of some stores that are needed before each of some lines, which are in order.
    fn lives(&self, lines: &[usize], places: &Places) -> Vec<Live> {
        let mut live = Live::new();
        for place in &places.at_end {
            let store = Store::Memory(place.memory);
            if is_followed(store) {
                let end = place.first.saturating_add(place.count).min(store.words());
                live.entry(store).or_default().extend(place.first..end);
            }
        }
        let mut found = Vec::new();
        let mut wanted = lines.iter().rev().peekable();
        for line in (0..=self.reads.len()).rev() {
            if wanted.next_if(|it| **it >= line).is_some() {
                found.push(live.clone());
            }
            if let Some(before) = line.checked_sub(1) {
                self.step_back(&mut live, before);
            }
        }
        found.reverse();
        found
    }

    /// From what is needed after a line to what is needed before it.
    fn step_back(&self, live: &mut Live, line: usize) {
        for it in self.writes[line].iter().filter(|it| it.is_certain) {
            if let Some(words) = live.get_mut(&it.store) {
                (it.first..it.first + it.count).for_each(|word| {
                    words.remove(&word);
                });
            }
        }
        for it in self.reads[line].iter().filter(|it| is_followed(it.store)) {
            let words = it.first..it.first + it.count;
            live.entry(it.store).or_default().extend(words);
        }
    }

    /// Adds the words of PE memories that a line may write.
    fn touch(&self, line: usize, touched: &mut BTreeSet<Word>) {
        for it in &self.writes[line] {
            let Store::Memory(name) = it.store else {
                continue;
            };
            let memory = MEMORIES[..PE_MEMORIES].iter().position(|it| *it == name);
            let words = memory.into_iter().flat_map(|memory| {
                (it.first..it.first + it.count).map(move |address| Word { memory, address })
            });
            touched.extend(words);
        }
    }

    /// A run without the last lines if what they leave in forwarding and mask registers is needed after them; with what is
    /// needed after the rest.
    fn cut(&self, lines: Range<usize>, live: &Live) -> (Range<usize>, Live) {
        let (mut lines, mut live) = (lines, live.clone());
        let masks = Store::Memory(Memory::MaskRegister);
        while let Some(last) = lines.end.checked_sub(1).filter(|it| lines.contains(it)) {
            let needs = |store: Store| live.get(&store).is_some_and(|it| !it.is_empty());
            let sets_mask = |line: usize| {
                let writes = self.writes[line].iter().filter(|it| it.store == masks);
                let mut words = writes.flat_map(|it| it.first..it.first + it.count);
                words.any(|word| live.get(&masks).is_some_and(|it| it.contains(&word)))
            };
            let hands_on = Forwarding::ALL
                .into_iter()
                .any(|it| needs(Store::Forwarding(it)));
            if !hands_on && !lines.clone().any(sets_mask) {
                break;
            }
            self.step_back(&mut live, last);
            lines.end = last;
        }
        (lines, live)
    }

    /// What the lines of a run do. `touched` are the words that do not hold zero for certain before it; `None` if any may.
    fn run(
        &self,
        draft: &Draft,
        lines: Range<usize>,
        live: &Live,
        touched: Option<&BTreeSet<Word>>,
    ) -> Option<Followed> {
        let mut follower = Follower {
            touched: touched.map(|it| Arc::new(it.clone())),
            ..Follower::default()
        };
        for line in lines.clone() {
            if let Some(step) = draft.program.line(line)?.step() {
                follower.step(step, line)?;
            }
        }
        let of_masks = live.get(&Store::Memory(Memory::MaskRegister));
        let is_live = |entry: u8| {
            let first = u32::from(entry) * CYCLES_PER_STEP as u32;
            of_masks.is_some_and(|it| {
                it.range(first..first + CYCLES_PER_STEP as u32)
                    .next()
                    .is_some()
            })
        };
        let free_masks = (1..=7).filter(|entry| !is_live(*entry)).collect();
        let (mut needed, mut kept) = (BTreeMap::new(), BTreeSet::new());
        for (memory, name) in MEMORIES[..PE_MEMORIES].iter().enumerate() {
            for &address in live.get(&Store::Memory(*name)).into_iter().flatten() {
                let word = Word { memory, address };
                let before = follower.before(word);
                match follower.now.get(&word) {
                    Some(&value) if value != before => {
                        needed.insert(word, value);
                    }
                    _ => {
                        kept.insert(word);
                    }
                }
            }
        }
        let product = follower.graph.parsed("fvmul $lm0v $lr0v $nowrite");
        Some(Followed {
            lines,
            graph: follower.graph,
            needed,
            kept,
            free_masks,
            zeros: Vec::new(),
            zero_words: follower.zero_words,
            written: follower.now.into_keys().collect(),
            touched: follower.touched,
            add: None,
            product: product.map(|it| it.0),
        })
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

/// Whether a destination is written in a cycle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Enabled {
    Yes,
    No,
    /// As an entry of the mask registers decides.
    By(u8),
}

fn mask_of(operand: &Operand, cycle: usize) -> Enabled {
    let Some(mask) = &operand.mask else {
        return Enabled::Yes;
    };
    match u32::from(mask.entry).checked_sub(MASK_FIRST_PATTERN_ENTRY) {
        Some(pattern) if pattern >> (CYCLES_PER_STEP - 1 - cycle) & 1 == 1 => Enabled::Yes,
        Some(_) => Enabled::No,
        None if mask.entry == 0 => Enabled::Yes,
        None => Enabled::By(mask.entry),
    }
}
