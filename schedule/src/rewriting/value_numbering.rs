//! From lines to values: what the words of a run of lines hold after it.
//!
//! A line is followed if its results are decided word by word or long word by long word, at addresses that the text
//! gives. Any other line is kept as it is, and what is rewritten is between such lines.

mod described;
mod follower;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use mnc2_dataflow::input_ranges::InputRanges;
use mnc2_equal::Places;
use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_FIRST_PATTERN_ENTRY};
use mnc2_program::Operand;
use mnc2_program::access::Store;

use self::described::{Described, Live};
use self::follower::Follower;
use super::graph::{Graph, Operation, Value, Word};
use super::halves::Halves;
use super::words::Words;
use crate::draft::Draft;
use crate::values::{MEMORIES, PE_MEMORIES};

/// A run of lines that are followed, with what is needed after it.
#[derive(Clone)]
pub(super) struct Followed {
    pub(super) lines: Range<usize>,
    pub(super) graph: Graph,
    /// What words must hold after the lines, of those that the lines write.
    pub(super) needed: BTreeMap<Word, Value>,
    /// Words that are needed after the lines and that these do not write.
    pub(super) kept: Words,
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
    pub(super) touched: Option<Arc<Words>>,
    /// The addition that computes constants from others, if this saves steps.
    pub(super) add: Option<Operation>,
    /// The product of single words, which computes constants of which only some bits count.
    pub(super) product: Option<Operation>,
    /// The operations that can be operations in half precision.
    pub(super) halves: Option<Arc<Halves>>,
}

impl Followed {
    /// Finds the operations that can be operations in half precision.
    pub(super) fn find_halves(&mut self, inputs: Option<&InputRanges>) {
        self.halves = Halves::new(&mut self.graph, inputs).map(Arc::new);
    }

    /// Whether a word holds zero before the lines for certain.
    pub(super) fn starts_with_zero(&self, word: Word) -> bool {
        self.touched.as_ref().is_some_and(|it| !it.contains(word))
    }

    /// The last unused block of words of a memory that hold zero.
    fn zero_block(&self, memory: usize) -> Option<Word> {
        let is_free = |it: Word| {
            self.starts_with_zero(it) && !self.kept.contains(it) && !self.written.contains(&it)
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

/// Times that a run begins after a line that cannot be followed.
const STARTS_MAX: usize = 8;

/// Lines of a part at least, but for the last one. Runs are kept for one part at a time.
pub(super) const PART_LINES: usize = 512;

/// Runs of a part at most; those after them stay.
const RUNS_MAX: usize = 256;

/// The runs of lines of a region that can be rewritten, in parts that follow each other.
pub(super) struct Runs<'a> {
    draft: &'a Draft,
    described: Described,
    /// The lines of each run.
    runs: Vec<Range<usize>>,
    parts: Vec<PartOfRuns>,
    /// Words that the lines before the next run may write, if all memories hold zero at the start. Only the first part makes
    /// use of that.
    touched: Option<Words>,
}

/// Consecutive lines with their runs.
struct PartOfRuns {
    lines: Range<usize>,
    /// The runs of the region that are in the lines.
    runs: Range<usize>,
    /// What is needed after the lines.
    live: Live,
}

impl<'a> Runs<'a> {
    /// The runs of a region in parts of about some lines.
    pub(super) fn new(draft: &'a Draft, places: &Places, part_lines: usize) -> Self {
        let described = Described::from_draft(draft);
        let runs = described.runs(draft, places, RUN_LINES_MAX);
        let mut parts: Vec<(Range<usize>, Range<usize>)> = Vec::new();
        for (index, run) in runs.iter().enumerate() {
            match parts.last_mut() {
                Some((lines, of_part)) if run.end - lines.start <= part_lines => {
                    lines.end = run.end;
                    of_part.end = index + 1;
                }
                last => {
                    let first = last.map_or(draft.start, |it| it.0.end);
                    parts.push((first..run.end, index..index + 1));
                }
            }
        }
        if let Some(last) = parts.last_mut() {
            last.0.end = draft.end();
        }
        let ends: Vec<usize> = parts.iter().map(|it| it.0.end).collect();
        let mut live = Live::at_end(places);
        let lives = described.lives(&ends, draft.start..described.count(), &mut live);
        let parts = parts.into_iter().zip(lives);
        let parts = parts.map(|((lines, runs), live)| PartOfRuns { lines, runs, live });
        Self {
            parts: parts.collect(),
            draft,
            described,
            runs,
            touched: places.from_zero.then(Words::default),
        }
    }

    /// The lines of each part.
    pub(super) fn lines_of_parts(&self) -> impl ExactSizeIterator<Item = Range<usize>> {
        self.parts.iter().map(|it| it.lines.clone())
    }

    /// The runs of a part, in order.
    pub(super) fn in_part(&self, number: usize) -> Vec<Followed> {
        let part = &self.parts[number];
        let count = part.runs.len().min(RUNS_MAX);
        let runs = &self.runs[part.runs.start..part.runs.start + count];
        let ends: Vec<usize> = runs.iter().map(|it| it.end).collect();
        let mut live = part.live.clone();
        let lives = self.described.lives(&ends, part.lines.clone(), &mut live);
        let mut touched = self.touched.clone().filter(|_| number == 0);
        let mut next = 0;
        let runs = runs.iter().zip(lives);
        let found = runs.filter_map(|(lines, live)| {
            if let Some(touched) = &mut touched {
                (next..lines.start).for_each(|line| self.described.touch(line, touched));
                next = lines.start;
            }
            let (lines, live) = self.described.cut(lines.clone(), live);
            self.followed(lines, &live, touched.as_ref())
        });
        let mut found: Vec<Followed> = found.collect();
        keep_zeros(&mut found);
        found
    }

    /// The lines of a run after those that read a forwarding register or a mask which is not followed, and what they do.
    fn follower(
        &self,
        mut lines: Range<usize>,
        touched: Option<&Words>,
    ) -> Option<(Range<usize>, Follower)> {
        let mut touched = touched.cloned();
        for _ in 0..STARTS_MAX {
            let mut follower = Follower {
                touched: touched.clone().map(Arc::new),
                ..Follower::default()
            };
            let mut steps = lines.clone().filter_map(|line| {
                let step = self.draft.program.line(line)?.step()?;
                Some((line, step))
            });
            let Some((stop, _)) = steps.find(|(line, step)| follower.step(step, *line).is_none())
            else {
                return Some((lines, follower));
            };
            if let Some(touched) = &mut touched {
                (lines.start..=stop).for_each(|line| self.described.touch(line, touched));
            }
            lines.start = stop + 1;
        }
        None
    }

    /// What the lines of a run do. `touched` are the words that do not hold zero for certain before it; `None` if any may.
    fn followed(
        &self,
        lines: Range<usize>,
        live: &Live,
        touched: Option<&Words>,
    ) -> Option<Followed> {
        let (lines, mut follower) = self.follower(lines, touched)?;
        let free_masks = (1..=7).filter(|entry| !live.has_mask(*entry)).collect();
        let (mut needed, mut kept) = (BTreeMap::new(), Words::default());
        for (memory, name) in MEMORIES[..PE_MEMORIES].iter().enumerate() {
            for address in live.words(Store::Memory(*name)) {
                let word = Word { memory, address };
                match follower.needed(word) {
                    Some(value) => {
                        needed.insert(word, value);
                    }
                    None => kept.insert(word),
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
            halves: None,
        })
    }
}

/// Keeps the zeros that runs count on from those before them, and gives each run zeros of its own.
fn keep_zeros(runs: &mut [Followed]) {
    let mut kept: BTreeSet<Word> = BTreeSet::new();
    for run in runs.iter_mut().rev() {
        run.kept.extend(
            kept.iter()
                .copied()
                .filter(|it| !run.needed.contains_key(it)),
        );
        run.zeros = (0..PE_MEMORIES)
            .filter_map(|it| run.zero_block(it))
            .collect();
        for block in &run.zeros {
            run.zero_words
                .extend((0..ZERO_WORDS).map(|it| block.after(it)));
        }
        run.kept.extend(run.zero_words.iter().copied());
        kept.extend(&run.zero_words);
    }
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
