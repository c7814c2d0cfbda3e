//! The first statement at which two runs differ in what they write.
//!
//! The runs may be of two programs, or of one on two machines. A run under a digest has, for each statement, a digest of its
//! writes on the whole chip. Statements that write the same in both runs are passed, in any order. The others are aligned by
//! their texts, and where two of them are opposite each other first, both runs go there, and the words that differ are looked
//! for. A statement that only one program has is passed, because its effects show in those after it; it is the answer if they
//! show nowhere. If all statements write the same, the memories at the ends are compared: an order may leave something else.

use std::collections::{HashMap, VecDeque};
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use mnc2_dataflow::flow::Flow;
use mnc2_emulator::chip_place::ChipPlace;
use mnc2_emulator::digest::{Digests, StatementDigest};
use mnc2_emulator::{Dump, Machine, Recording};
use mnc2_isa::Memory;
use mnc2_isa::geometry::PES;
use mnc2_program::access::{Direction, Piece, Store};
use mnc2_program::render;
use mnc2_text::{Message, message};
use similar::{Algorithm, DiffTag, capture_diff_slices_deadline};

use super::next_line::{self, Touch, look};
use super::{Debugger, options};
use mnc2_ide::features::run::Control;

/// After this time, the rest of two texts is aligned as one change.
const ALIGNED_MAX: Duration = Duration::from_secs(2);
/// Maximum number of statements at other places that are looked at for what their order leaves.
const MOVED_MAX: usize = 64;
/// Maximum number of statements of the other run that one is compared with, of those that only one run has.
const ALONE_MAX: usize = 64;
/// Maximum number of changes of the text in an answer.
const CHANGES_MAX: usize = 8;

/// Where two runs differ first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The lines, counted from 0; `None` where that run has ended.
    pub lines: [Option<usize>; 2],
    /// The first words that differ after these lines, with their values in both runs; `None` if what differs is not in
    /// a memory that both write.
    pub difference: Option<(ChipPlace, [Vec<u64>; 2])>,
    /// Whether both lines write the same, and only the memories at the end differ, because of the order of the lines.
    pub is_order: bool,
    /// The last changes of the text up to there, in order: lines of both programs, counted from 0.
    pub changes: Vec<[Option<usize>; 2]>,
}

/// A line of each program, counted from 0; `None` where a program has no such line.
type LinePair = [Option<usize>; 2];

/// A run of the whole program.
struct WholeRun<'a> {
    flow: &'a Flow,
    digests: Vec<StatementDigest>,
    texts: Vec<String>,
    /// For each statement whether it writes something that no statement of the other run writes.
    is_loose: Vec<bool>,
    end: Recording,
}

impl WholeRun<'_> {
    /// The parts of memories that a statement may write. Forwarding registers are left out: most steps write them.
    fn written(&self, index: usize) -> Vec<(Memory, Piece)> {
        let accesses = self.flow.line(self.line(index));
        let writes = accesses
            .iter()
            .filter_map(|(_, access)| match access.store {
                Store::Memory(memory) if access.direction == Direction::Write => {
                    Some((memory, access))
                }
                _ => None,
            });
        let pieces = writes.flat_map(|(memory, access)| {
            let pieces = accesses.pieces(access).iter();
            pieces.map(move |piece| (memory, *piece))
        });
        pieces.collect()
    }

    fn line(&self, index: usize) -> usize {
        self.digests[index].line as usize
    }
}

impl Debugger {
    /// Where another run differs from this one first; `None` if they write the same from start to end. Both stay where
    /// they are.
    ///
    /// # Errors
    /// A sentence if it was cancelled.
    pub fn divergence(
        &self,
        other: &Self,
        control: &Control,
    ) -> Result<Option<Divergence>, Message> {
        let mut runs = [self.whole_run(control)?, other.whole_run(control)?];
        mark_loose(&mut runs);
        let blocks = blocks(&runs);
        if let Some((lines, changes)) = first_difference(&runs, &blocks) {
            let difference = match lines {
                [Some(own), Some(others)] => self.difference(own, other, others, control),
                _ => None,
            };
            return Ok(Some(Divergence {
                lines,
                difference,
                is_order: false,
                changes,
            }));
        }
        Ok(self.difference_by_order(other, &runs, &blocks, control))
    }

    /// The statements of a run as texts.
    fn texts(&self, digests: &[StatementDigest]) -> Vec<String> {
        let program = &self.snapshot.program;
        let text = |one: &StatementDigest| {
            let line = program.line(one.line as usize);
            let statement = line.and_then(|line| line.statement.as_ref());
            statement.map_or_else(String::new, render::statement)
        };
        digests.iter().map(text).collect()
    }

    fn whole_run(&self, control: &Control) -> Result<WholeRun<'_>, Message> {
        let mut run = self.recording.from_start();
        let mut digests = Digests::default();
        let end = run.end();
        let mut no_output = |_: Dump| ControlFlow::Break(());
        // A run that fails is compared as far as it goes.
        let _ = run.travel_observed(end, &options(control), &mut no_output, &mut digests);
        if control.cancel.load(std::sync::atomic::Ordering::Relaxed) {
            return Err(message!("the search was stopped"));
        }
        let digests = digests.into_list();
        Ok(WholeRun {
            flow: self.snapshot.flow(),
            texts: self.texts(&digests),
            is_loose: vec![false; digests.len()],
            digests,
            end: run,
        })
    }

    /// A statement that both runs have at different places, which leaves something else at the end because of it.
    fn difference_by_order(
        &self,
        other: &Self,
        runs: &[WholeRun<'_>; 2],
        blocks: &[Block],
        control: &Control,
    ) -> Option<Divergence> {
        let ends = runs.each_ref().map(|run| run.end.machine());
        if ends[0].memory_hash() == ends[1].memory_hash() {
            return None;
        }
        let mut others: HashMap<u64, VecDeque<usize>> = HashMap::new();
        let changed = |side: usize| {
            let blocks = blocks.iter().filter(|block| !block.is_equal);
            let statements = blocks.flat_map(move |block| block.statements[side].clone());
            statements.filter(move |&index| runs[side].digests[index].digest != 0)
        };
        for index in changed(1) {
            let digest = runs[1].digests[index].digest;
            others.entry(digest).or_default().push_back(index);
        }
        let moved = changed(0).filter_map(|index| {
            let same = others.get_mut(&runs[0].digests[index].digest)?;
            Some([runs[0].line(index), runs[1].line(same.pop_front()?)])
        });
        let moved: Vec<[usize; 2]> = moved.take(MOVED_MAX).collect();
        let found = moved.iter().find_map(|lines| {
            let difference = self.left_different(lines[0], ends, control)?;
            Some((lines, Some(difference)))
        });
        // Machines that start with other contents end with others, too.
        let starts = [self, other].map(|it| it.recording.from_start().machine().memory_hash());
        let any = || moved.first().filter(|_| starts[0] == starts[1]);
        let (lines, difference) = found.or_else(|| Some((any()?, None)))?;
        let lines = lines.map(Some);
        Some(Divergence {
            lines,
            difference,
            is_order: true,
            changes: vec![lines],
        })
    }

    /// The first words that a line writes and that differ at the ends of two runs.
    fn left_different(
        &self,
        line: usize,
        ends: [&Machine; 2],
        control: &Control,
    ) -> Option<(ChipPlace, [Vec<u64>; 2])> {
        let options = options(control);
        let mut run = self.recording.from_start();
        run.travel(line, &options).ok()?;
        (0..PES).find_map(|pe| {
            let (touches, _) = look(&run, self.snapshot.flow(), pe, &options).ok()?;
            differing(touches.iter(), ends)
        })
    }

    /// The first words that differ after two lines, of those that either line writes.
    fn difference(
        &self,
        line: usize,
        other: &Self,
        others_line: usize,
        control: &Control,
    ) -> Option<(ChipPlace, [Vec<u64>; 2])> {
        let options = options(control);
        let mut runs = [self.recording.from_start(), other.recording.from_start()];
        runs[0].travel(line, &options).ok()?;
        runs[1].travel(others_line, &options).ok()?;
        for pe in 0..PES {
            let own = look(&runs[0], self.snapshot.flow(), pe, &options).ok()?;
            let others = look(&runs[1], other.snapshot.flow(), pe, &options).ok()?;
            let touches = own.0.iter().chain(&others.0);
            if let Some(found) = differing(touches, [&own.1, &others.1]) {
                return Some(found);
            }
        }
        None
    }
}

/// The first written words that differ on two machines.
fn differing<'a>(
    touches: impl Iterator<Item = &'a Touch>,
    machines: [&Machine; 2],
) -> Option<(ChipPlace, [Vec<u64>; 2])> {
    let mut written = touches.filter(|touch| touch.is_write && !touch.is_masked);
    written.find_map(|Touch { place, .. }| {
        let words = machines.map(|machine| next_line::words(machine.chip(), place));
        (words[0] != words[1]).then(|| (place.clone(), words))
    })
}

/// Marks the statements that write something which no statement of the other run writes, in any order.
fn mark_loose(runs: &mut [WholeRun<'_>; 2]) {
    let mut counts: HashMap<u64, [usize; 2]> = HashMap::new();
    for (side, run) in runs.iter().enumerate() {
        for statement in &run.digests {
            counts.entry(statement.digest).or_default()[side] += 1;
        }
    }
    for run in runs {
        let mut seen: HashMap<u64, usize> = HashMap::new();
        for (statement, is_loose) in run.digests.iter().zip(&mut run.is_loose) {
            let seen = seen.entry(statement.digest).or_default();
            let both = counts.get(&statement.digest);
            let both = both.map_or(0, |[own, others]| *own.min(others));
            *is_loose = statement.digest != 0 && *seen >= both;
            *seen += 1;
        }
    }
}

/// The lines of the first statements that write something else, and the changes of the text up to there. A statement that only
/// one run has is the answer if nothing else differs.
fn first_difference(
    runs: &[WholeRun<'_>; 2],
    blocks: &[Block],
) -> Option<(LinePair, Vec<LinePair>)> {
    let mut changes = Vec::new();
    let mut alone: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
    for block in blocks {
        let mut before = block.statements.each_ref().map(|range| range.start);
        for pair in block.loose(runs) {
            if !block.is_equal {
                block.push_changes(runs, &mut before, &pair, &mut changes);
            }
            let found = match pair {
                [Some(_), Some(_)] => Some(pair),
                [own, others] => {
                    alone[0].extend(own);
                    alone[1].extend(others);
                    with_common_place(runs, &alone, own.is_some())
                }
            };
            if let Some(pair) = found {
                let dropped = changes.len().saturating_sub(CHANGES_MAX);
                return Some((as_lines(runs, &pair), changes.split_off(dropped)));
            }
        }
        if !block.is_equal {
            let ends = block.statements.each_ref().map(|range| Some(range.end));
            block.push_changes(runs, &mut before, &ends, &mut changes);
        }
    }
    let pair = match alone.each_ref().map(|alone| alone.first().copied()) {
        [None, None] => return None,
        [Some(own), Some(others)] if runs[1].line(others) < runs[0].line(own) => {
            [None, Some(others)]
        }
        [Some(own), _] => [Some(own), None],
        [None, others] => [None, others],
    };
    let lines = as_lines(runs, &pair);
    Some((lines, vec![lines]))
}

/// The newest statement that only one run has, with one that only the other run has and that writes to the same place: they are
/// the same statement with other values, at another place of the program.
fn with_common_place(
    runs: &[WholeRun<'_>; 2],
    alone: &[Vec<usize>; 2],
    is_own: bool,
) -> Option<[Option<usize>; 2]> {
    let (side, other) = if is_own { (0, 1) } else { (1, 0) };
    let newest = *alone[side].last()?;
    let written = runs[side].written(newest);
    let mut candidates = alone[other].iter().rev().take(ALONE_MAX);
    let found = *candidates.find(|&&index| {
        let others = runs[other].written(index);
        let mut pairs = written
            .iter()
            .flat_map(|one| others.iter().map(move |it| (one, it)));
        pairs.any(|((store, one), (other_store, other))| store == other_store && one.meets(other))
    })?;
    Some(if is_own {
        [Some(newest), Some(found)]
    } else {
        [Some(found), Some(newest)]
    })
}

fn as_lines(runs: &[WholeRun<'_>; 2], pair: &[Option<usize>; 2]) -> LinePair {
    let [own, others] = pair;
    [
        own.map(|it| runs[0].line(it)),
        others.map(|it| runs[1].line(it)),
    ]
}

/// Statements of both runs opposite each other, by their indices.
struct Block {
    statements: [Range<usize>; 2],
    /// Whether their texts are equal, one by one.
    is_equal: bool,
}

impl Block {
    /// The loose statements opposite each other.
    fn loose(&self, runs: &[WholeRun<'_>; 2]) -> Vec<[Option<usize>; 2]> {
        let [own, others] = self.statements.clone();
        if self.is_equal {
            let loose = |side: usize, index: usize| runs[side].is_loose[index].then_some(index);
            let pairs = own
                .zip(others)
                .map(|(own, other)| [loose(0, own), loose(1, other)]);
            return pairs.filter(|pair| *pair != [None, None]).collect();
        }
        let loose = |side: usize, range: Range<usize>| -> Vec<usize> {
            range.filter(|&index| runs[side].is_loose[index]).collect()
        };
        let (own, others) = (loose(0, own), loose(1, others));
        let at = |list: &[usize], index: usize| list.get(index).copied();
        let count = own.len().max(others.len());
        (0..count)
            .map(|index| [at(&own, index), at(&others, index)])
            .collect()
    }

    /// Adds the changes of the text up to a pair, and the pair if it is in the block.
    fn push_changes(
        &self,
        runs: &[WholeRun<'_>; 2],
        before: &mut [usize; 2],
        pair: &[Option<usize>; 2],
        changes: &mut Vec<LinePair>,
    ) {
        for side in 0..2 {
            let until = pair[side].unwrap_or(before[side]);
            changes.extend((before[side]..until).map(|index| {
                let mut lines = [None, None];
                lines[side] = Some(runs[side].line(index));
                lines
            }));
            before[side] = until.max(before[side]);
        }
        let is_there = |side: usize| pair[side].filter(|it| *it < self.statements[side].end);
        let pair = [is_there(0), is_there(1)];
        if pair != [None, None] {
            changes.push(as_lines(runs, &pair));
            before[0] = pair[0].map_or(before[0], |it| it + 1);
            before[1] = pair[1].map_or(before[1], |it| it + 1);
        }
    }
}

/// The statements of two runs, aligned by their texts, in order.
fn blocks(runs: &[WholeRun<'_>; 2]) -> Vec<Block> {
    let deadline = Instant::now().checked_add(ALIGNED_MAX);
    let [own, others] = runs;
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &own.texts, &others.texts, deadline);
    let blocks = ops.into_iter().map(|op| {
        let (tag, own, others) = op.as_tag_tuple();
        Block {
            statements: [own, others],
            is_equal: tag == DiffTag::Equal,
        }
    });
    blocks.collect()
}
