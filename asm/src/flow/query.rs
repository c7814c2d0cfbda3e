//! Queries to the index: where a value comes from, and where it is used.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{AccessId, Entry, Flow, NONE};
use crate::access::{Certainty, Direction, Elements, Piece, Store};

/// Maximum number of nodes that one query visits; only hostile programs have longer chains.
const VISITED_MAX: usize = 1 << 16;
/// Maximum number of runs of words that one query visits.
const RUNS_VISITED_MAX: usize = 1 << 18;
/// Maximum number of products in a set of elements; a set that would need more is replaced by a larger one.
const PRODUCTS_MAX: usize = 64;
/// Up to this many words, the cycle that wrote a word last is searched for each of them.
const WORDS_BY_CYCLE_MAX: u32 = 16;

/// Cycles of a write and a read between which words pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pairs(u16);

impl Pairs {
    fn add(&mut self, read: u8, writes: u8) {
        self.0 |= u16::from(writes & 0b1111) << (4 * (read & 0b11));
    }

    /// The pairs: cycle of the read, cycle of the write.
    pub fn iter(self) -> impl Iterator<Item = (u8, u8)> {
        (0..4).flat_map(move |read| {
            (0..4)
                .filter(move |write| self.0 >> (4 * read + write) & 1 == 1)
                .map(move |write| (read, write))
        })
    }
}

/// A write that reaches the given read, or a read that the given write reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The other access.
    pub access: AccessId,
    /// Whether this holds whatever the data is.
    pub is_certain: bool,
    /// The cycles of both.
    pub pairs: Pairs,
}

/// The answer to a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// The accesses in order of time, each once.
    pub links: Vec<Link>,
    /// For a read: whether some of its words may be as they were before the program.
    pub is_from_start: bool,
    /// Whether nothing was left out.
    pub is_complete: bool,
}

/// A set of elements from which pieces are removed.
#[derive(Clone, Debug)]
struct Remaining(Vec<Elements>);

impl Remaining {
    fn new(elements: Elements) -> Self {
        Self(vec![elements])
    }

    fn meets(&self, elements: Elements) -> bool {
        self.0.iter().any(|part| part.meets(elements))
    }

    fn cut(&mut self, elements: Elements) {
        if self.0.len() < PRODUCTS_MAX {
            let parts = self.0.iter().flat_map(|part| part.without(elements));
            self.0 = parts.collect();
        } else {
            self.0.retain(|part| !elements.covers(*part));
        }
    }
}

/// What is known about one linked access.
#[derive(Clone, Debug, Default)]
struct Found {
    is_certain: bool,
    pairs: Pairs,
    /// The pieces of a write.
    pieces: Vec<Piece>,
}

/// The cycles that wrote the content of some or all of these words on some of the elements.
fn writing_cycles(pieces: &[Piece], first: u32, count: u32, elements: Elements) -> u8 {
    let touches = |piece: &&Piece, first: u32, count: u32| {
        piece.first < first + count
            && first < piece.first + piece.count
            && piece.elements.meets(elements)
    };
    if count > WORDS_BY_CYCLE_MAX {
        // In a long range no cycle writes the words of another one again.
        let writing = pieces.iter().filter(|piece| touches(piece, first, count));
        return writing.fold(0, |cycles, piece| cycles | 1 << piece.cycle);
    }
    let of_word = |word: u32| {
        let writing = pieces.iter().filter(|piece| touches(piece, word, 1));
        writing.fold(0, |cycles, piece| {
            let is_last = piece.certainty == Certainty::Always && piece.elements.covers(elements);
            if is_last {
                1 << piece.cycle
            } else {
                cycles | 1 << piece.cycle
            }
        })
    };
    (first..first + count).fold(0, |cycles, word| cycles | of_word(word))
}

impl Flow {
    /// The writes that reach a read: at most `limit` of them, the newest ones.
    #[must_use]
    pub fn reaching(&self, read: AccessId, limit: usize) -> Links {
        self.reaching_on(read, Elements::ALL, limit)
    }

    /// The same for some elements only.
    #[must_use]
    pub fn reaching_on(&self, read: AccessId, elements: Elements, limit: usize) -> Links {
        self.reaching_words(read, 0..u32::MAX, elements, limit)
    }

    /// The same for some words only.
    #[must_use]
    pub fn reaching_words(
        &self,
        read: AccessId,
        words: Range<u32>,
        elements: Elements,
        limit: usize,
    ) -> Links {
        let mut answer = Links {
            is_complete: true,
            ..Links::default()
        };
        let entry = self.entry(read.0);
        let line = self.line_with(read);
        let Some(access) = line.get(read).filter(|_| !entry.is_write) else {
            return answer;
        };
        let mut found: BTreeMap<u32, Found> = BTreeMap::new();
        let mut visited = 0;
        let mut note = |write: u32, is_certain: bool, piece: &Piece, words: (u32, u32), on| {
            let found = found.entry(write).or_insert_with(|| Found {
                pieces: self.pieces(write),
                ..Found::default()
            });
            found.is_certain |= is_certain;
            let cycles = writing_cycles(&found.pieces, words.0, words.1, on);
            found.pairs.add(piece.cycle, cycles);
        };
        let runs = &self.runs[entry.start as usize..(entry.start + entry.count) as usize];
        let somewhere = &self.somewhere[access.store.index()];
        // Writes of unknown words after one access and before another, the newest first.
        let unknown = |after: Option<u32>, before: u32| {
            let end = somewhere.writes.partition_point(|&write| write < before);
            let start = after.map_or(0, |after| {
                somewhere.writes.partition_point(|&write| write <= after)
            });
            &somewhere.writes[start.min(end)..end]
        };
        for piece in line.pieces(access) {
            let on = piece.elements.and(elements);
            let wanted = piece.first.max(words.start)..(piece.first + piece.count).min(words.end);
            if on.is_empty() || wanted.is_empty() {
                continue;
            }
            if piece.certainty == Certainty::Somewhere {
                let all = self.writes_before(read.0, access.store);
                for write in all.take(limit + 1) {
                    note(write, false, piece, (0, access.store.words()), on);
                }
                answer.is_from_start = true;
                continue;
            }
            for run in runs {
                let first = run.first.max(wanted.start);
                let end = (run.first + run.count).min(wanted.end);
                if first >= end {
                    continue;
                }
                let mut remaining = Remaining::new(on);
                let mut is_doubtful = piece.certainty != Certainty::Always;
                let mut newer = read.0;
                let mut node = run.node;
                let oldest = loop {
                    let Some(here) = self.nodes.get(node as usize) else {
                        answer.is_from_start = true;
                        break None;
                    };
                    visited += 1;
                    if visited > VISITED_MAX {
                        answer.is_complete = false;
                        break Some(here.write);
                    }
                    is_doubtful |= !unknown(Some(here.write), newer).is_empty();
                    newer = here.write;
                    if remaining.meets(here.elements) {
                        let is_certain = here.is_certain && !is_doubtful;
                        let on = here.elements.and(on);
                        note(here.write, is_certain, piece, (first, end - first), on);
                        if here.is_certain {
                            remaining.cut(here.elements);
                            if remaining.0.is_empty() {
                                break Some(here.write);
                            }
                        } else {
                            is_doubtful = true;
                        }
                    }
                    node = here.previous;
                };
                let others = unknown(oldest, read.0);
                answer.is_complete &= others.len() <= limit;
                for &write in others.iter().rev().take(limit + 1) {
                    note(write, false, piece, (first, end - first), on);
                }
            }
        }
        let left_out = found.len().saturating_sub(limit);
        answer.is_complete &= left_out == 0;
        answer.links = found
            .into_iter()
            .skip(left_out)
            .map(|(write, found)| Link {
                access: AccessId(write),
                is_certain: found.is_certain,
                pairs: found.pairs,
            })
            .collect();
        answer
    }

    /// The reads that a write reaches: at most `limit` of them, the first ones.
    #[must_use]
    pub fn uses(&self, write: AccessId, limit: usize) -> Links {
        let mut answer = Links {
            is_complete: true,
            ..Links::default()
        };
        let entry = self.entry(write.0);
        if !entry.is_write {
            return answer;
        }
        let pieces = self.pieces(write.0);
        let somewhere = &self.somewhere[usize::from(entry.store)];
        let is_unknown = somewhere.writes.binary_search(&write.0).is_ok();
        let (reaches, mut visited) = self.nodes_reached(&entry, &mut answer);
        // Runs of each read, from all nodes, so that reads come in order of time.
        let mut runs: BTreeMap<u32, Vec<(usize, usize)>> = BTreeMap::new();
        for (index, reach) in reaches.iter().enumerate() {
            let mut run = self.nodes[reach.node as usize].first_run;
            while let Some(here) = self.runs.get(run as usize) {
                visited += 1;
                if visited > RUNS_VISITED_MAX {
                    answer.is_complete = false;
                    break;
                }
                runs.entry(here.access)
                    .or_default()
                    .push((run as usize, index));
                run = here.next;
            }
        }
        let mut found: BTreeMap<u32, Found> = BTreeMap::new();
        for (read, runs) in runs {
            if found.len() > limit {
                break;
            }
            let read_pieces = self.pieces(read);
            for (run, reach) in runs {
                let (run, reach) = (&self.runs[run], &reaches[reach]);
                for piece in &read_pieces {
                    let first = run.first.max(piece.first);
                    let end = (run.first + run.count).min(piece.first + piece.count);
                    if first >= end || !reach.remaining.meets(piece.elements) {
                        continue;
                    }
                    let found = found.entry(read).or_default();
                    found.is_certain |= reach.is_certain
                        && piece.certainty == Certainty::Always
                        && !self.has_unknown_between(&entry, write.0, read);
                    let own = self.nodes[reach.start as usize].elements;
                    let cycles =
                        writing_cycles(&pieces, first, end - first, own.and(piece.elements));
                    found.pairs.add(piece.cycle, cycles);
                }
            }
        }
        let mut note_unknown = |read: u32| {
            let found = found.entry(read).or_default();
            for piece in self.pieces(read) {
                let cycles = pieces.iter().fold(0, |bits, write| bits | 1 << write.cycle);
                found.pairs.add(piece.cycle, cycles);
            }
        };
        if entry.count > 0 || is_unknown {
            let end = if is_unknown {
                u32::MAX
            } else {
                self.end_of(&entry).unwrap_or(u32::MAX)
            };
            let start = somewhere.reads.partition_point(|&read| read < write.0);
            let reads = somewhere.reads[start..]
                .iter()
                .take_while(|&&read| read < end);
            reads.take(limit + 1).for_each(|&read| note_unknown(read));
        }
        if is_unknown {
            let store = usize::from(entry.store);
            let later = self.entries.iter().enumerate().skip(write.0 as usize + 1);
            later
                .filter(|(_, later)| !later.is_write && usize::from(later.store) == store)
                .filter(|(_, later)| self.reads_older_than(later, write.0))
                .take(limit + 1)
                .for_each(|(read, _)| note_unknown(read as u32));
        }
        answer.is_complete &= found.len() <= limit;
        answer.links = found
            .into_iter()
            .take(limit)
            .map(|(read, found)| Link {
                access: AccessId(read),
                is_certain: found.is_certain,
                pairs: found.pairs,
            })
            .collect();
        answer
    }

    /// The write that replaced the last word of a write before anything could read one; `None` if something may read
    /// it, or if it stays.
    #[must_use]
    pub fn overwritten_unread(&self, write: AccessId) -> Option<AccessId> {
        let entry = self.entry(write.0);
        let somewhere = &self.somewhere[usize::from(entry.store)];
        if !entry.is_write || somewhere.writes.binary_search(&write.0).is_ok() {
            return None;
        }
        let nodes = &self.nodes[entry.start as usize..(entry.start + entry.count) as usize];
        let is_unread = nodes
            .iter()
            .all(|node| node.first_run == NONE && node.first_child == NONE);
        let end = self.end_of(&entry)?;
        let next = somewhere.reads.partition_point(|&read| read < write.0);
        let is_read_somewhere = somewhere.reads.get(next).is_some_and(|&read| read < end);
        (is_unread && !is_read_somewhere).then_some(AccessId(end))
    }

    /// The first read of words that are known only in a run and that may get what a write wrote.
    pub(super) fn read_somewhere(&self, write: AccessId) -> Option<AccessId> {
        let entry = self.entry(write.0);
        if !entry.is_write || entry.count == 0 {
            return None;
        }
        let reads = &self.somewhere[usize::from(entry.store)].reads;
        let next = *reads.get(reads.partition_point(|&read| read < write.0))?;
        let is_over = self.end_of(&entry).is_some_and(|end| end < next);
        (!is_over).then_some(AccessId(next))
    }

    /// The first word of a read that nothing before it wrote, not even perhaps.
    #[must_use]
    pub fn unwritten_word(&self, read: AccessId) -> Option<u32> {
        let entry = self.entry(read.0);
        if entry.is_write {
            return None;
        }
        let somewhere = &self.somewhere[usize::from(entry.store)];
        if somewhere
            .writes
            .first()
            .is_some_and(|&write| write < read.0)
        {
            return None;
        }
        self.runs[entry.start as usize..(entry.start + entry.count) as usize]
            .iter()
            .find(|run| run.node == NONE)
            .map(|run| run.first)
    }

    fn pieces(&self, access: u32) -> Vec<Piece> {
        let id = AccessId(access);
        let line = self.line_with(id);
        line.get(id)
            .map(|access| line.pieces(access).to_vec())
            .unwrap_or_default()
    }

    /// Writes to a store before an access, the newest first, without those whose words have all been overwritten.
    fn writes_before(&self, before: u32, store: Store) -> impl Iterator<Item = u32> {
        let entries = &self.entries[..before as usize];
        entries
            .iter()
            .enumerate()
            .rev()
            .filter(move |(_, entry)| super::is_of(entry, store, Direction::Write))
            .filter(move |(_, entry)| self.end_of(entry).is_none_or(|end| end > before))
            .map(|(write, _)| write as u32)
    }

    /// When the last word of a write was overwritten on the whole chip.
    fn end_of(&self, entry: &Entry) -> Option<u32> {
        let nodes = &self.nodes[entry.start as usize..(entry.start + entry.count) as usize];
        let ends = nodes.iter().map(|node| {
            let is_over = node.live == 0 && node.first_child == NONE;
            is_over.then_some(node.killer)
        });
        ends.collect::<Option<Vec<u32>>>()?.into_iter().max()
    }

    fn has_unknown_between(&self, entry: &Entry, write: u32, read: u32) -> bool {
        let writes = &self.somewhere[usize::from(entry.store)].writes;
        let next = writes.partition_point(|&unknown| unknown <= write);
        writes.get(next).is_some_and(|&unknown| unknown < read)
    }

    /// Whether a read takes words from writes older than an access, so that the access may have written them.
    fn reads_older_than(&self, read: &Entry, access: u32) -> bool {
        let runs = &self.runs[read.start as usize..(read.start + read.count) as usize];
        runs.iter().any(|run| {
            let mut remaining = Remaining::new(Elements::ALL);
            let mut node = run.node;
            while let Some(here) = self.nodes.get(node as usize) {
                if here.write < access {
                    return true;
                }
                if here.is_certain {
                    remaining.cut(here.elements);
                }
                if remaining.0.is_empty() {
                    return false;
                }
                node = here.previous;
            }
            true
        })
    }

    /// The nodes whose readers may get what a write wrote: its own, and later ones that leave some of it.
    fn nodes_reached(&self, entry: &Entry, answer: &mut Links) -> (Vec<Reach>, usize) {
        let mut reached = Vec::new();
        let mut open: Vec<Reach> = (entry.start..entry.start + entry.count)
            .map(|node| Reach {
                node,
                start: node,
                remaining: Remaining::new(self.nodes[node as usize].elements),
                is_certain: self.nodes[node as usize].is_certain,
            })
            .collect();
        while let Some(reach) = open.pop() {
            if reached.len() >= VISITED_MAX {
                answer.is_complete = false;
                break;
            }
            let mut child = self.nodes[reach.node as usize].first_child;
            while let Some(here) = self.nodes.get(child as usize) {
                let mut remaining = reach.remaining.clone();
                if here.is_certain {
                    remaining.cut(here.elements);
                }
                if !remaining.0.is_empty() {
                    let is_doubtful = !here.is_certain && remaining.meets(here.elements);
                    open.push(Reach {
                        node: child,
                        start: reach.start,
                        remaining,
                        is_certain: reach.is_certain && !is_doubtful,
                    });
                }
                child = here.next_sibling;
            }
            reached.push(reach);
        }
        let count = reached.len();
        (reached, count)
    }
}

/// A node whose readers may get what the node `start` wrote.
struct Reach {
    node: u32,
    start: u32,
    remaining: Remaining,
    is_certain: bool,
}
