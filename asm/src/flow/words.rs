//! The last writer of every word of a store: a list of words, or of ranges if there are many words.

use std::collections::BTreeMap;

use mnc2_isa::Memory;

use super::NONE;
use crate::access::Store;

/// The newest node of each word.
pub(super) enum Words {
    /// Word by word; empty until the first write.
    Listed {
        /// Words of the store.
        size: u32,
        /// A node for each.
        nodes: Vec<u32>,
    },
    /// From the first word of a range to its end and its node; words between ranges were never written.
    Ranges(BTreeMap<u32, (u32, u32)>),
}

impl Words {
    pub(super) fn new(store: Store) -> Self {
        match store {
            Store::Memory(Memory::L1bm | Memory::L2bm | Memory::Pdm | Memory::Dram) => {
                Self::Ranges(BTreeMap::new())
            }
            Store::Memory(_) | Store::Forwarding(_) | Store::Turnaround | Store::Darbuf => {
                Self::Listed {
                    size: store.words(),
                    nodes: Vec::new(),
                }
            }
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

    /// Gives words a new node that depends on the one they had and on how many there are.
    pub(super) fn replace(
        &mut self,
        first: u32,
        count: u32,
        mut node_after: impl FnMut(u32, u32) -> u32,
    ) {
        let end = first + count;
        match self {
            Self::Listed { size, nodes } => {
                if nodes.is_empty() {
                    nodes.resize(*size as usize, NONE);
                }
                for group in nodes[first as usize..end as usize].chunk_by_mut(|a, b| a == b) {
                    let node = node_after(group[0], group.len() as u32);
                    group.fill(node);
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
                        add(at, start, node_after(NONE, start - at));
                    }
                    let (from, to) = (start.max(first), range_end.min(end));
                    add(from, to, node_after(node, to - from));
                    at = to;
                    if range_end > end {
                        add(end, range_end, node);
                    }
                }
                if at < end {
                    add(at, end, node_after(NONE, end - at));
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

    #[test]
    fn ranges_behave_as_words_do() {
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let mut below = |limit: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % limit) as u32
        };
        let mut listed = Words::Listed {
            size: 64,
            nodes: Vec::new(),
        };
        let mut ranges = Words::Ranges(BTreeMap::new());
        for _ in 0..5000 {
            let first = below(64);
            let count = 1 + below(u64::from(64 - first));
            let node = below(5);
            // What words get depends on what they had.
            let after = |old: u32, _| if old == node { 7 } else { node };
            listed.replace(first, count, after);
            ranges.replace(first, count, after);
            let first = below(64);
            let count = 1 + below(u64::from(64 - first));
            let content = |words: &Words| {
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
