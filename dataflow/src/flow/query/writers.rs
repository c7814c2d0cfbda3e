//! From a read back to the writes whose values it gets.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use super::{FlowLink, Found, Links, Remaining, VISITED_MAX, common, divide, writing_cycles};
use crate::flow::chunk_index::Touched;
use crate::flow::{AccessId, Flow, NONE, Node};
use mnc2_program::access::{Certainty, Direction, Elements, Piece, Store};

/// Words of a read whose writers are searched.
#[derive(Clone)]
struct Sought {
    words: Range<u32>,
    /// The elements on which no writer is found yet.
    remaining: Remaining,
    /// Whether something after the writers may have changed the words.
    is_doubtful: bool,
    /// The oldest access met so far.
    newer: u32,
    /// The index of the word range of the read.
    piece: usize,
}

/// Called for each node that words come from, with its write; `None` is the start of the program.
type Visit<'a> = dyn FnMut(&mut Sought, Option<(&Node, u32)>) -> ControlFlow<()> + 'a;

impl Flow {
    /// The writes that reach a read: at most `limit` of them, the newest ones.
    #[must_use]
    pub fn reaching(&self, read: AccessId, limit: usize) -> Links {
        self.reaching_on(read, Elements::ALL, limit)
    }

    /// As [`Self::reaching`], on some elements only.
    #[must_use]
    pub fn reaching_on(&self, read: AccessId, elements: Elements, limit: usize) -> Links {
        self.reaching_words(read, 0..u32::MAX, elements, limit)
    }

    /// As [`Self::reaching`], for some words only.
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
                let words = common(&wanted, run.words());
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
            .map(|(write, found)| FlowLink {
                access: AccessId(write),
                is_certain: found.is_certain,
                pairs: found.pairs,
            })
            .collect();
        answer
    }

    /// Follows words of a part back to their writers, from a node for each. `visit` gets each node with its write, the newest
    /// first, and `None` at the start of the program; it returns whether the words are followed further.
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
            let Some(touched) = placed.writing(store) else {
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
            let all = run.words();
            let mut open: Vec<Range<u32>> = std::iter::once(all).collect();
            for placed in self.parts[..part].iter().rev() {
                let Some(Touched { left, .. }) = placed.writing(store) else {
                    continue;
                };
                for words in std::mem::take(&mut open) {
                    divide(&words, left, |words, span| {
                        open.extend(span.is_none().then_some(words));
                    });
                }
            }
            open.first().map(|words| words.start)
        })
    }

    /// Writes to a store before an access, the newest first, without those whose words have all been overwritten.
    pub(super) fn writes_before(&self, before: u32, store: Store) -> impl Iterator<Item = u32> {
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

    /// Whether a read takes words from writes older than an access, so that the access may have written them.
    pub(super) fn reads_older_than(&self, read: u32, access: u32) -> bool {
        let Some((part, entry)) = self.entry(read) else {
            return false;
        };
        let runs = self.parts[part].part.runs_of(entry).iter();
        let sought = runs.map(|run| {
            let of_run = Sought {
                words: run.words(),
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
