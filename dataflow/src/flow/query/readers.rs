//! From a write to the reads that get its values, and to what becomes of its words.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{
    FlowLink, Found, Links, RUNS_VISITED_MAX, Remaining, VISITED_MAX, common, divide,
    writing_cycles,
};
use crate::flow::chunk_index::Touched;
use crate::flow::{AccessId, Entry, Flow, NONE};
use mnc2_program::access::{Certainty, Direction, Elements};

/// The rest of a write in a part, in the words whose newest node is `node`.
#[derive(Clone)]
struct Reach {
    /// [`NONE`] for words that the part has not written yet.
    node: u32,
    words: Range<u32>,
    /// The elements that the write covers.
    own: Elements,
    remaining: Remaining,
    is_certain: bool,
}

/// The fate of the words of a write.
struct Fate {
    /// The write that replaced the last one of them on the whole chip.
    end: Option<u32>,
    /// Whether something read one of them before.
    is_read: bool,
}

impl Flow {
    /// The reads that a write reaches: at most `limit` of them, the first ones.
    #[must_use]
    pub fn uses(&self, write: AccessId, limit: usize) -> Links {
        let mut answer = Links {
            is_complete: true,
            ..Links::default()
        };
        let Some((own_part, entry)) = self.entry(write.0).filter(|(_, entry)| entry.is_write)
        else {
            return answer;
        };
        let pieces = self.pieces(write.0);
        let store = usize::from(entry.store);
        let is_unknown = self.is_somewhere(write.0);
        let mut found: BTreeMap<u32, Found> = BTreeMap::new();
        let mut visited = 0;
        let nodes = &self.parts[own_part].part.nodes;
        let mut reaches: Vec<Reach> = (entry.start..entry.start + entry.count)
            .map(|node| {
                let here = &nodes[node as usize];
                Reach {
                    node,
                    words: 0..u32::MAX,
                    own: here.elements,
                    remaining: Remaining::new(here.elements),
                    is_certain: here.is_certain,
                }
            })
            .collect();
        for (part, placed) in self.parts.iter().enumerate().skip(own_part) {
            if reaches.is_empty() || found.len() > limit {
                break;
            }
            let Some(touched) = placed.accessing(store) else {
                continue;
            };
            let nodes_max = VISITED_MAX.saturating_sub(visited);
            let (all, is_complete) = self.reached(part, touched, reaches, nodes_max);
            visited += all.len();
            answer.is_complete &= is_complete;
            // Runs of each read, from all nodes, so that reads come in order of time.
            let mut runs: BTreeMap<u32, Vec<(u32, usize)>> = BTreeMap::new();
            for (index, reach) in all.iter().enumerate() {
                for run in placed.part.runs_from(touched, reach.node) {
                    visited += 1;
                    if visited > RUNS_VISITED_MAX {
                        answer.is_complete = false;
                        break;
                    }
                    let access = placed.part.runs[run as usize].access;
                    runs.entry(access).or_default().push((run, index));
                }
            }
            for (read, runs) in runs {
                if found.len() > limit {
                    break;
                }
                let read = placed.access + read;
                let mut read_pieces = None;
                for (run, reach) in runs {
                    let (run, reach) = (&placed.part.runs[run as usize], &all[reach]);
                    let of_run = common(&reach.words, run.words());
                    if of_run.is_empty() {
                        continue;
                    }
                    for piece in read_pieces.get_or_insert_with(|| self.pieces(read)) {
                        let words = common(&of_run, piece.first..piece.first + piece.count);
                        if words.is_empty() || !reach.remaining.meets(piece.elements) {
                            continue;
                        }
                        let found = found.entry(read).or_default();
                        found.is_certain |= reach.is_certain
                            && piece.certainty == Certainty::Always
                            && !self.has_unknown_write(store, write.0 + 1..read);
                        let on = reach.own.and(piece.elements);
                        let count = words.end - words.start;
                        let cycles = writing_cycles(&pieces, words.start, count, on);
                        found.pairs.add(piece.cycle, cycles);
                    }
                }
            }
            reaches = if part + 1 < self.parts.len() {
                left_over(touched, &all)
            } else {
                Vec::new()
            };
        }
        let mut note_unknown = |read: u32| {
            let found = found.entry(read).or_default();
            for piece in self.pieces(read) {
                let cycles = pieces.iter().fold(0, |bits, write| bits | 1 << write.cycle);
                found.pairs.add(piece.cycle, cycles);
            }
        };
        if (entry.count > 0 || is_unknown) && self.unknown_reads >> store & 1 == 1 {
            let end = if is_unknown {
                u32::MAX
            } else {
                self.end_of(own_part, entry).unwrap_or(u32::MAX)
            };
            let reads = self.somewhere(store, Direction::Read, write.0..end);
            reads.take(limit + 1).for_each(&mut note_unknown);
        }
        if is_unknown {
            self.accesses_from(write.0 + 1)
                .filter(|(_, later)| !later.is_write && usize::from(later.store) == store)
                .filter(|(read, _)| self.reads_older_than(*read, write.0))
                .take(limit + 1)
                .for_each(|(read, _)| note_unknown(read));
        }
        answer.is_complete &= found.len() <= limit;
        answer.links = found
            .into_iter()
            .take(limit)
            .map(|(read, found)| FlowLink {
                access: AccessId(read),
                is_certain: found.is_certain,
                pairs: found.pairs,
            })
            .collect();
        answer
    }

    /// The nodes of a part whose readers may get what a write left in words of some nodes: these, and newer ones that
    /// leave some of it. Whether these are all.
    fn reached(
        &self,
        part: usize,
        touched: &Touched,
        mut open: Vec<Reach>,
        limit: usize,
    ) -> (Vec<Reach>, bool) {
        let part = &self.parts[part].part;
        let mut reached: Vec<Reach> = Vec::new();
        while let Some(reach) = open.pop() {
            if reached.len() >= limit {
                return (reached, false);
            }
            for child in part.nodes_on(touched, reach.node, &reach.words) {
                let here = &part.nodes[child as usize];
                let mut remaining = reach.remaining.clone();
                if here.is_certain {
                    remaining.cut(here.elements);
                }
                if !remaining.0.is_empty() {
                    let is_doubtful = !here.is_certain && remaining.meets(here.elements);
                    open.push(Reach {
                        node: child,
                        words: reach.words.clone(),
                        own: reach.own,
                        remaining,
                        is_certain: reach.is_certain && !is_doubtful,
                    });
                }
            }
            reached.push(reach);
        }
        (reached, true)
    }

    /// The write that replaced the last word of a write before anything could read one; `None` if something may read
    /// it, or if it stays.
    #[must_use]
    pub fn overwritten_unread(&self, write: AccessId) -> Option<AccessId> {
        let (part, entry) = self.entry(write.0).filter(|(_, entry)| entry.is_write)?;
        if self.is_somewhere(write.0) {
            return None;
        }
        let fate = self.fate(part, entry);
        let end = fate.end.filter(|_| !fate.is_read)?;
        let store = usize::from(entry.store);
        let mut unknown = self.somewhere(store, Direction::Read, write.0..end);
        unknown.next().is_none().then_some(AccessId(end))
    }

    /// The first read of words that are known only in a run and that may get what a write wrote.
    pub(in crate::flow) fn read_somewhere(&self, write: AccessId) -> Option<AccessId> {
        let (part, entry) = self.entry(write.0)?;
        if !entry.is_write || entry.count == 0 {
            return None;
        }
        let store = usize::from(entry.store);
        let next = self
            .somewhere(store, Direction::Read, write.0..u32::MAX)
            .next()?;
        let is_over = self.end_of(part, entry).is_some_and(|end| end < next);
        (!is_over).then_some(AccessId(next))
    }

    /// When the last word of a write was overwritten on the whole chip.
    pub(super) fn end_of(&self, part: usize, entry: &Entry) -> Option<u32> {
        self.fate(part, entry).end
    }

    /// The fate of the words of a write.
    fn fate(&self, part: usize, entry: &Entry) -> Fate {
        let placed = &self.parts[part];
        let own = entry.start..entry.start + entry.count;
        let nodes = &placed.part.nodes[own.start as usize..own.end as usize];
        let mut fate = Fate {
            end: None,
            is_read: nodes.iter().any(|node| node.first_run != NONE),
        };
        let store = usize::from(entry.store);
        let Some(touched) = placed.part.touched(store) else {
            return fate;
        };
        if nodes.iter().any(|node| node.first_child != NONE) {
            return fate;
        }
        let over = nodes.iter().filter(|node| node.live == 0);
        let mut end = over.map(|node| placed.access + node.killer).max();
        if nodes.iter().any(|node| node.live > 0) {
            let later = &self.parts[part + 1..];
            if later.is_empty() {
                return fate;
            }
            let left = touched.left.iter().filter(|span| own.contains(&span.node));
            let mut open: Vec<(Range<u32>, Elements)> = left
                .map(|span| {
                    let node = &placed.part.nodes[span.node as usize];
                    (span.first..span.end(), node.elements)
                })
                .collect();
            for placed in later {
                if open.is_empty() {
                    break;
                }
                let Some(touched) = placed.accessing(store) else {
                    continue;
                };
                fate.is_read = fate.is_read
                    || touched.open.iter().any(|&run| {
                        let run = placed.part.runs[run as usize].words();
                        open.iter()
                            .any(|(words, _)| !common(words, run.clone()).is_empty())
                    });
                let mut is_kept = false;
                for (words, elements) in std::mem::take(&mut open) {
                    divide(&words, &touched.replaced, |words, span| match span {
                        None => open.push((words, elements)),
                        Some(span) => {
                            let by = &placed.part.nodes[span.node as usize];
                            is_kept |= !(by.is_certain && by.elements.covers(elements));
                            end = end.max(Some(placed.access + by.write));
                        }
                    });
                }
                if is_kept {
                    return fate;
                }
            }
            if !open.is_empty() {
                return fate;
            }
        }
        fate.end = end;
        fate
    }
}

/// The words of a write that remain at the end of a part, by what was reached in it.
fn left_over(touched: &Touched, reached: &[Reach]) -> Vec<Reach> {
    let mut left = Vec::new();
    for reach in reached {
        let stays = |words| Reach {
            node: NONE,
            words,
            ..reach.clone()
        };
        divide(&reach.words, &touched.left, |words, span| {
            // Words between the spans are those that the part does not write.
            if span.map_or(NONE, |span| span.node) == reach.node {
                left.push(stays(words));
            }
        });
    }
    left
}
