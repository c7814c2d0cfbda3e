//! Queries to the index: where a value comes from, and where it is used.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use super::part::Touched;
use super::words::Span;
use super::{AccessId, Entry, Flow, NONE, Node};
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

/// Words on the way from a read back to their writers.
#[derive(Clone)]
struct Sought {
    words: Range<u32>,
    /// The elements on which no writer is found yet.
    remaining: Remaining,
    /// Whether something after the writers may have changed the words.
    is_doubtful: bool,
    /// The oldest access met so far.
    newer: u32,
    /// The number of the piece of the read.
    piece: usize,
}

/// What is called for each node that words come from, with its write; `None` is the start of the program.
type Visit<'a> = dyn FnMut(&mut Sought, Option<(&Node, u32)>) -> ControlFlow<()> + 'a;

/// What of a write is left in a part, in the words whose newest node is `node`.
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

/// What becomes of the words of a write.
struct Fate {
    /// The write that replaced the last one of them on the whole chip.
    end: Option<u32>,
    /// Whether something read one of them before.
    is_read: bool,
}

/// The spans that have words in a range, of spans in the order of their words.
fn overlapping(spans: &[Span], words: Range<u32>) -> impl Iterator<Item = &Span> {
    let first = spans.partition_point(|span| span.end() <= words.start);
    spans[first..]
        .iter()
        .take_while(move |span| span.first < words.end)
}

/// The words in both ranges.
fn common(one: &Range<u32>, other: Range<u32>) -> Range<u32> {
    one.start.max(other.start)..one.end.min(other.end)
}

/// Divides words into those of spans, which are passed on with their spans, and others.
fn divide(words: &Range<u32>, spans: &[Span], mut show: impl FnMut(Range<u32>, Option<&Span>)) {
    let mut at = words.start;
    for span in overlapping(spans, words.clone()) {
        if at < span.first {
            show(at..span.first, None);
        }
        let within = common(words, span.first..span.end());
        at = within.end;
        show(within, Some(span));
    }
    if at < words.end {
        show(at..words.end, None);
    }
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
        let line = self.line_with(read);
        let (Some((part, entry)), Some(access)) = (self.entry(read.0), line.get(read)) else {
            return answer;
        };
        if entry.is_write {
            return answer;
        }
        let mut found: BTreeMap<u32, Found> = BTreeMap::new();
        let mut note = |write: u32, is_certain: bool, piece: &Piece, words: &Range<u32>, on| {
            let found = found.entry(write).or_insert_with(|| Found {
                pieces: self.pieces(write),
                ..Found::default()
            });
            found.is_certain |= is_certain;
            let count = words.end - words.start;
            let cycles = writing_cycles(&found.pieces, words.start, count, on);
            found.pairs.add(piece.cycle, cycles);
        };
        let store = access.store.index();
        let pieces = line.pieces(access);
        let mut sought = Vec::new();
        for (number, piece) in pieces.iter().enumerate() {
            let on = piece.elements.and(elements);
            let wanted = common(&words, piece.first..piece.first + piece.count);
            if on.is_empty() || wanted.is_empty() {
                continue;
            }
            if piece.certainty == Certainty::Somewhere {
                let all = self.writes_before(read.0, access.store);
                for write in all.take(limit + 1) {
                    note(write, false, piece, &(0..access.store.words()), on);
                }
                answer.is_from_start = true;
                continue;
            }
            for run in self.parts[part].part.runs_of(entry) {
                let words = common(&wanted, run.first..run.first + run.count);
                if !words.is_empty() {
                    let of_run = Sought {
                        words,
                        remaining: Remaining::new(on),
                        is_doubtful: piece.certainty != Certainty::Always,
                        newer: read.0,
                        piece: number,
                    };
                    sought.push((run.node, of_run));
                }
            }
        }
        let mut visited = 0;
        let (mut is_complete, mut is_from_start) = (true, false);
        // The words whose writers are all found, and the oldest of them; `None` is the start of the program.
        let mut ends: Vec<(Sought, Option<u32>)> = Vec::new();
        self.trace_back(part, store, sought, &mut |sought, node| {
            let Some((here, write)) = node else {
                is_from_start = true;
                ends.push((sought.clone(), None));
                return ControlFlow::Break(());
            };
            visited += 1;
            is_complete &= visited <= VISITED_MAX;
            let newer = std::mem::replace(&mut sought.newer, write);
            sought.is_doubtful |= self.has_unknown_write(store, write + 1..newer);
            if visited <= VISITED_MAX && sought.remaining.meets(here.elements) {
                let piece = &pieces[sought.piece];
                let is_certain = here.is_certain && !sought.is_doubtful;
                let on = here.elements.and(piece.elements).and(elements);
                note(write, is_certain, piece, &sought.words, on);
                if here.is_certain {
                    sought.remaining.cut(here.elements);
                } else {
                    sought.is_doubtful = true;
                }
            }
            if visited > VISITED_MAX || sought.remaining.0.is_empty() {
                ends.push((sought.clone(), Some(write)));
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        for (sought, oldest) in ends {
            let since = oldest.map_or(0, |oldest| oldest + 1);
            let others = self.somewhere(store, Direction::Write, since..read.0);
            let others: Vec<u32> = others.rev().take(limit + 1).collect();
            is_complete &= others.len() <= limit;
            let piece = &pieces[sought.piece];
            for write in others {
                let on = piece.elements.and(elements);
                note(write, false, piece, &sought.words, on);
            }
        }
        let left_out = found.len().saturating_sub(limit);
        answer.is_complete = is_complete && left_out == 0;
        answer.is_from_start |= is_from_start;
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

    /// Follows words of a part back to their writers, from a node for each. `visit` gets each node with its write, the
    /// newest first, and `None` at the start of the program; it says whether the words are followed further.
    fn trace_back(
        &self,
        part: usize,
        store: usize,
        from: Vec<(u32, Sought)>,
        visit: &mut Visit<'_>,
    ) {
        let mut chain = |part: usize, mut node: u32, mut sought: Sought| {
            let placed = &self.parts[part];
            while let Some(here) = placed.part.nodes.get(node as usize) {
                let write = placed.access + here.write;
                if visit(&mut sought, Some((here, write))).is_break() {
                    return None;
                }
                node = here.previous;
            }
            Some(sought)
        };
        let mut open: Vec<Sought> = from
            .into_iter()
            .filter_map(|(node, sought)| chain(part, node, sought))
            .collect();
        for (part, placed) in self.parts[..part].iter().enumerate().rev() {
            if open.is_empty() {
                return;
            }
            if placed.written >> store & 1 == 0 {
                continue;
            }
            let Some(touched) = placed.part.touched(store) else {
                continue;
            };
            for sought in std::mem::take(&mut open) {
                divide(&sought.words, &touched.left, |words, span| {
                    let node = span.map_or(NONE, |span| span.node);
                    let within = Sought {
                        words,
                        ..sought.clone()
                    };
                    open.extend(chain(part, node, within));
                });
            }
        }
        for mut sought in open {
            let _ = visit(&mut sought, None);
        }
    }

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
            if placed.accessed >> store & 1 == 0 {
                continue;
            }
            let Some(touched) = placed.part.touched(store) else {
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
                    let of_run = common(&reach.words, run.first..run.first + run.count);
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
                left_behind(touched, &all)
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
            .map(|(read, found)| Link {
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
    pub(super) fn read_somewhere(&self, write: AccessId) -> Option<AccessId> {
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

    /// The first word of a read that nothing before it wrote, not even perhaps.
    #[must_use]
    pub fn unwritten_word(&self, read: AccessId) -> Option<u32> {
        let (part, entry) = self.entry(read.0).filter(|(_, entry)| !entry.is_write)?;
        let store = usize::from(entry.store);
        if self.has_unknown_write(store, 0..read.0) {
            return None;
        }
        let runs = self.parts[part].part.runs_of(entry);
        runs.iter().filter(|run| run.node == NONE).find_map(|run| {
            let all = run.first..run.first + run.count;
            let mut open: Vec<Range<u32>> = std::iter::once(all).collect();
            for placed in self.parts[..part].iter().rev() {
                if placed.written >> store & 1 == 0 {
                    continue;
                }
                let left = &placed.part.touched(store)?.left;
                for words in std::mem::take(&mut open) {
                    divide(&words, left, |words, span| {
                        open.extend(span.is_none().then_some(words));
                    });
                }
            }
            open.first().map(|words| words.start)
        })
    }

    /// The index of the part with an access, and the access.
    pub(super) fn entry(&self, id: u32) -> Option<(usize, &Entry)> {
        let (part, access) = self.part_of(id)?;
        Some((part, &self.parts[part].part.entries[access]))
    }

    /// The accesses from one on, with their numbers.
    fn accesses_from(&self, first: u32) -> impl Iterator<Item = (u32, &Entry)> {
        let part = self.parts.partition_point(|part| part.access <= first);
        let parts = &self.parts[part.saturating_sub(1)..];
        parts.iter().flat_map(move |placed| {
            let passed =
                (first.saturating_sub(placed.access) as usize).min(placed.part.entries.len());
            let entries = &placed.part.entries[passed..];
            (placed.access + passed as u32..).zip(entries)
        })
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
        let store = store.index();
        let parts = self.parts.partition_point(|part| part.access < before);
        let parts = self.parts[..parts].iter().enumerate().rev();
        parts
            .filter(move |(_, placed)| placed.written >> store & 1 == 1)
            .flat_map(move |(part, placed)| {
                let end = ((before - placed.access) as usize).min(placed.part.entries.len());
                let entries = placed.part.entries[..end].iter().enumerate().rev();
                entries
                    .filter(move |(_, entry)| entry.is_write && usize::from(entry.store) == store)
                    .filter(move |(_, entry)| {
                        self.end_of(part, entry).is_none_or(|end| end > before)
                    })
                    .map(|(write, _)| placed.access + write as u32)
            })
    }

    /// When the last word of a write was overwritten on the whole chip.
    fn end_of(&self, part: usize, entry: &Entry) -> Option<u32> {
        self.fate(part, entry).end
    }

    /// What becomes of the words of a write.
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
                if placed.accessed >> store & 1 == 0 {
                    continue;
                }
                let Some(touched) = placed.part.touched(store) else {
                    continue;
                };
                fate.is_read = fate.is_read
                    || touched.open.iter().any(|&run| {
                        let run = &placed.part.runs[run as usize];
                        let run = run.first..run.first + run.count;
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

    /// Whether the words of an access are not known.
    fn is_somewhere(&self, id: u32) -> bool {
        self.entry(id).is_some_and(|(_, entry)| {
            let direction = if entry.is_write {
                Direction::Write
            } else {
                Direction::Read
            };
            let mut of_store = self.somewhere(usize::from(entry.store), direction, id..id + 1);
            of_store.next().is_some()
        })
    }

    /// The accesses to a store whose words are not known, within some accesses, in order of time.
    fn somewhere(
        &self,
        store: usize,
        direction: Direction,
        ids: Range<u32>,
    ) -> impl DoubleEndedIterator<Item = u32> {
        let stores = match direction {
            Direction::Read => self.unknown_reads,
            Direction::Write => self.unknown_writes,
        };
        let is_any = stores >> store & 1 == 1 && ids.start < ids.end;
        let first = self.parts.partition_point(|part| part.access <= ids.start);
        let end = self.parts.partition_point(|part| part.access < ids.end);
        let parts = if is_any {
            &self.parts[first.saturating_sub(1)..end]
        } else {
            &[]
        };
        parts.iter().flat_map(move |placed| {
            let somewhere = placed.part.touched(store).map(|it| &it.somewhere);
            let list = somewhere.map_or(&[][..], |somewhere| match direction {
                Direction::Read => &somewhere.reads[..],
                Direction::Write => &somewhere.writes[..],
            });
            let before = |end: u32| list.partition_point(|id| placed.access + id < end);
            let within = &list[before(ids.start)..before(ids.end)];
            within.iter().map(|id| placed.access + id)
        })
    }

    fn has_unknown_write(&self, store: usize, ids: Range<u32>) -> bool {
        self.somewhere(store, Direction::Write, ids)
            .next()
            .is_some()
    }

    /// Whether a read takes words from writes older than an access, so that the access may have written them.
    fn reads_older_than(&self, read: u32, access: u32) -> bool {
        let Some((part, entry)) = self.entry(read) else {
            return false;
        };
        let runs = self.parts[part].part.runs_of(entry).iter();
        let sought = runs.map(|run| {
            let of_run = Sought {
                words: run.first..run.first + run.count,
                remaining: Remaining::new(Elements::ALL),
                is_doubtful: false,
                newer: read,
                piece: 0,
            };
            (run.node, of_run)
        });
        let mut is_older = false;
        let store = usize::from(entry.store);
        self.trace_back(part, store, sought.collect(), &mut |sought, node| {
            match node {
                None => is_older = true,
                Some((_, write)) if write < access => is_older = true,
                Some((here, _)) if here.is_certain => sought.remaining.cut(here.elements),
                Some(_) => {}
            }
            if is_older || sought.remaining.0.is_empty() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        is_older
    }
}

/// What is left of a write at the end of a part, by what was reached in it.
fn left_behind(touched: &Touched, reached: &[Reach]) -> Vec<Reach> {
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
