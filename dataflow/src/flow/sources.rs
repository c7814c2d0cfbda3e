//! The writes that a read takes its words from, without a query: for passes over all reads of a program.

use std::ops::Range;

use super::{AccessId, Flow, NONE};
use mnc2_program::access::Elements;

/// Writes that are followed for each run of words, from the newest one. Only words that are written on parts of the chip,
/// or under a variable mask, have more than one.
const WRITES_MAX: usize = 8;

/// A write that words of a read may come from.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The words of the read.
    pub(crate) words: Range<u32>,
    /// The access that writes.
    pub(crate) write: AccessId,
    /// The elements on which it writes them. Newer writes may cover it there.
    pub(crate) elements: Elements,
}

impl Flow {
    /// The newest writes of the words of a read in its part. After [`Flow::new`], which makes one part, these are all but
    /// those that [`WRITES_MAX`] leaves out, and those whose words are not known.
    pub(crate) fn sources(&self, read: AccessId) -> impl Iterator<Item = Source> {
        let found = self.entry(read.0).filter(|(_, entry)| !entry.is_write);
        found.into_iter().flat_map(move |(part, entry)| {
            let placed = &self.parts[part];
            placed.part.runs_of(entry).iter().flat_map(move |run| {
                let node_at = move |node: u32| placed.part.nodes.get(node as usize);
                let nodes = std::iter::successors(node_at(run.node), move |node| {
                    (node.previous != NONE).then(|| node_at(node.previous))?
                });
                nodes.take(WRITES_MAX).map(move |node| Source {
                    words: run.words(),
                    write: AccessId(placed.access + node.write),
                    elements: node.elements,
                })
            })
        })
    }
}
