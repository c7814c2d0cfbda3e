//! The last writer of every word of a store: a list of words, or of ranges if there are many words.

use std::collections::BTreeMap;
use std::ops::Range;

use mnc2_isa::Memory;

use super::NONE;
use mnc2_program::access::Store;

/// Words with the same node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) first: u32,
    pub(super) count: u32,
    pub(super) node: u32,
}

impl Span {
    pub(super) const fn end(&self) -> u32 {
        self.first + self.count
    }
}

/// The newest node of each word.
pub(super) enum NewestNodes {
    /// Word by word; empty until the first write.
    Listed {
        /// Words of the store.
        size: u32,
        /// A node for each.
        nodes: Vec<u32>,
        /// The words that were written are within these.
        written: Range<u32>,
    },
    /// From the first word of a range to its end and its node; words between ranges were never written.
    Ranges(BTreeMap<u32, (u32, u32)>),
}

impl NewestNodes {
    pub(super) fn new(store: Store) -> Self {
        match store {
            Store::Memory(Memory::L1bm | Memory::L2bm | Memory::Pdm | Memory::Dram) => {
                Self::Ranges(BTreeMap::new())
            }
            Store::Memory(_) | Store::Forwarding(_) | Store::Turnaround | Store::Darbuf => {
                Self::listed(store.words())
            }
        }
    }

    /// Words that are stored one by one.
    fn listed(size: u32) -> Self {
        Self::Listed {
            size,
            nodes: Vec::new(),
            // Empty, and every word is outside of it.
            written: size..0,
        }
    }

    /// The words that were written, in order: first word, how many, node. Afterwards no word is written.
    pub(super) fn take(&mut self) -> Vec<Span> {
        match self {
            Self::Listed {
                size,
                nodes,
                written,
            } => {
                let Some(all) = nodes.get_mut(written.start as usize..written.end as usize) else {
                    return Vec::new();
                };
                let mut first = written.start;
                let mut spans = Vec::new();
                for group in all.chunk_by(|a, b| a == b) {
                    let count = group.len() as u32;
                    if group[0] != NONE {
                        spans.push(Span {
                            first,
                            count,
                            node: group[0],
                        });
                    }
                    first += count;
                }
                all.fill(NONE);
                *written = *size..0;
                spans
            }
            Self::Ranges(ranges) => std::mem::take(ranges)
                .into_iter()
                .map(|(first, (end, node))| Span {
                    first,
                    count: end - first,
                    node,
                })
                .collect(),
        }
    }

    /// Passes on ranges of words with their nodes, in order: first word, how many, node.
    pub(super) fn visit(&self, first: u32, count: u32, mut show: impl FnMut(u32, u32, u32)) {
        let end = first + count;
        match self {
            Self::Listed { nodes, .. } if nodes.is_empty() => show(first, count, NONE),
            Self::Listed { nodes, .. } => {
                let mut start = first;
                for group in nodes[first as usize..end as usize].chunk_by(|a, b| a == b) {
                    show(start, group.len() as u32, group[0]);
                    start += group.len() as u32;
                }
            }
            Self::Ranges(ranges) => {
                let mut at = first;
                for (start, range_end, node) in overlapping(ranges, first, end) {
                    if start > at {
                        show(at, start - at, NONE);
                    }
                    let start = start.max(at);
                    let range_end = range_end.min(end);
                    show(start, range_end - start, node);
                    at = range_end;
                }
                if at < end {
                    show(at, end - at, NONE);
                }
            }
        }
    }

    /// Gives words a new node, which depends on the first of them, how many there are, and the node that they had.
    pub(super) fn replace(
        &mut self,
        first: u32,
        count: u32,
        mut node_after: impl FnMut(u32, u32, u32) -> u32,
    ) {
        let end = first + count;
        match self {
            Self::Listed {
                size,
                nodes,
                written,
            } => {
                if nodes.is_empty() {
                    nodes.resize(*size as usize, NONE);
                }
                *written = written.start.min(first)..written.end.max(end);
                let mut start = first;
                for group in nodes[first as usize..end as usize].chunk_by_mut(|a, b| a == b) {
                    let count = group.len() as u32;
                    let node = node_after(start, count, group[0]);
                    group.fill(node);
                    start += count;
                }
            }
            Self::Ranges(ranges) => {
                let touched: Vec<(u32, u32, u32)> = overlapping(ranges, first, end).collect();
                let mut new: Vec<(u32, u32, u32)> = Vec::with_capacity(touched.len() + 2);
                let mut add = |start: u32, end: u32, node: u32| match new.last_mut() {
                    Some(last) if last.1 == start && last.2 == node => last.1 = end,
                    _ => new.push((start, end, node)),
                };
                let mut at = first;
                for &(start, range_end, node) in &touched {
                    ranges.remove(&start);
                    if start < first {
                        add(start, first, node);
                    } else if start > at {
                        add(at, start, node_after(at, start - at, NONE));
                    }
                    let (from, to) = (start.max(first), range_end.min(end));
                    add(from, to, node_after(from, to - from, node));
                    at = to;
                    if range_end > end {
                        add(end, range_end, node);
                    }
                }
                if at < end {
                    add(at, end, node_after(at, end - at, NONE));
                }
                let new = new.into_iter();
                ranges.extend(new.map(|(start, end, node)| (start, (end, node))));
            }
        }
    }
}

fn overlapping(
    ranges: &BTreeMap<u32, (u32, u32)>,
    first: u32,
    end: u32,
) -> impl Iterator<Item = (u32, u32, u32)> {
    let before = ranges
        .range(..first)
        .next_back()
        .filter(move |(_, (range_end, _))| *range_end > first);
    before
        .into_iter()
        .chain(ranges.range(first..end))
        .map(|(&start, &(range_end, node))| (start, range_end, node))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mnc2_text::random::Random;

    /// Spans without those that only continue another one.
    fn joined(spans: Vec<Span>) -> Vec<Span> {
        let mut joined: Vec<Span> = Vec::new();
        for span in spans {
            match joined.last_mut() {
                Some(last) if last.end() == span.first && last.node == span.node => {
                    last.count += span.count;
                }
                _ => joined.push(span),
            }
        }
        joined
    }

    #[test]
    fn ranges_behave_as_words_do() {
        let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
        let mut below = |limit: u64| random.index(limit as usize) as u32;
        let mut listed = NewestNodes::listed(64);
        let mut ranges = NewestNodes::Ranges(BTreeMap::new());
        for round in 0..5000 {
            if round % 100 == 0 {
                assert_eq!(joined(listed.take()), joined(ranges.take()));
            }
            let first = below(64);
            let count = 1 + below(u64::from(64 - first));
            let node = below(5);
            // What words get depends on what they had.
            let after = |_, _, old: u32| if old == node { 7 } else { node };
            listed.replace(first, count, after);
            ranges.replace(first, count, after);
            let first = below(64);
            let count = 1 + below(u64::from(64 - first));
            let content = |words: &NewestNodes| {
                let mut all = Vec::new();
                words.visit(first, count, |start, count, node| {
                    all.extend((start..start + count).map(|word| (word, node)));
                });
                all
            };
            assert_eq!(content(&listed), content(&ranges));
        }
    }
}
