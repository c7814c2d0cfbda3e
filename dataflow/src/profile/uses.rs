//! Results and their uses, for all reads of a program in one pass.

use std::collections::HashSet;
use std::ops::{ControlFlow, Range};

use crate::flow::{AccessId, Flow, Source};
use mnc2_program::access::{Access, AccessRole, Direction, Piece, State, Store};
use mnc2_program::{Program, access};

/// An access of a line, with its id.
pub(super) struct Accessed<'a> {
    pub(super) line: u32,
    pub(super) id: AccessId,
    pub(super) access: &'a Access,
    pub(super) pieces: &'a [Piece],
}

impl Accessed<'_> {
    /// Where a read takes its words from.
    pub(super) fn sources(&self, flow: &Flow) -> impl Iterator<Item = Source> {
        let reads = self.access.direction == Direction::Read;
        let found = reads.then(|| flow.sources(self.id));
        let pieces = self.pieces;
        found.into_iter().flatten().filter(move |source| {
            let mut met = pieces.iter().filter(|piece| {
                piece.first < source.words.end && source.words.start < piece.first + piece.count
            });
            met.any(|piece| piece.elements.meets(source.elements))
        })
    }
}

/// Visits all accesses of a program in order of time.
pub(super) fn each_access(
    program: &Program,
    mut visit: impl FnMut(&Accessed<'_>, &State) -> ControlFlow<()>,
) {
    let mut next = 0;
    let _ = access::walk(program, |line, state, accesses| {
        for access in accesses.list() {
            let accessed = Accessed {
                line: line as u32,
                id: AccessId(next),
                access,
                pieces: accesses.pieces(access),
            };
            visit(&accessed, state)?;
            next += 1;
        }
        ControlFlow::Continue(())
    });
}

/// A result that is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The line that writes it, counted from 0, and the expression.
    pub from: (u32, u16),
    /// The line that reads it, and the expression.
    pub to: (u32, u16),
    /// The store that holds it in between.
    pub through: Store,
}

/// The results of some lines and their uses there, in the order of the uses: as many as `limit`, and whether there are
/// more. An expression that reads a result twice counts once. The flow is in one part ([`Flow::new`]).
#[must_use]
pub fn arrows(
    program: &Program,
    flow: &Flow,
    lines: &Range<u32>,
    limit: usize,
) -> (Vec<Arrow>, bool) {
    let mut arrows: Vec<Arrow> = Vec::new();
    let mut has_more = false;
    // The expression of each write.
    let mut writers: Vec<(u32, u16)> = Vec::new();
    // What the expression of this line reads, as far as it was seen.
    let mut reader = None;
    let mut seen: HashSet<(u32, u16, usize)> = HashSet::new();
    each_access(program, |accessed, _| {
        let at = (accessed.line, accessed.access.expression);
        writers.push(at);
        if accessed.line >= lines.end {
            return ControlFlow::Break(());
        }
        if accessed.access.role != AccessRole::Data || accessed.line < lines.start {
            return ControlFlow::Continue(());
        }
        for source in accessed.sources(flow) {
            let arrow = Arrow {
                from: writers[source.write.0 as usize],
                to: at,
                through: accessed.access.store,
            };
            if reader.replace(at) != Some(at) {
                seen.clear();
            }
            let (line, expression) = arrow.from;
            if line < lines.start {
                continue;
            }
            if !seen.insert((line, expression, arrow.through.index())) {
                continue;
            }
            if arrows.len() == limit {
                has_more = true;
                return ControlFlow::Break(());
            }
            arrows.push(arrow);
        }
        ControlFlow::Continue(())
    });
    (arrows, has_more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_lead_to_their_uses() {
        let program = mnc2_asm::parse(
            "lpassa $lm0v $lr0v\nnop/2\ndvadd $lr0v $lr0v $ln0v; linc $lr0v $ls0v\nnop/2\nlpassa $ln0v $lm0v\n",
        );
        let flow = Flow::new(&program);
        let (found, has_more) = arrows(&program, &flow, &(0..5), 10);
        let places: Vec<_> = found.iter().map(|it| (it.from, it.to)).collect();
        assert_eq!(
            places,
            [((0, 0), (2, 0)), ((0, 0), (2, 1)), ((2, 0), (4, 0))]
        );
        assert!(!has_more);
        let (found, has_more) = arrows(&program, &flow, &(0..5), 2);
        assert_eq!((found.len(), has_more), (2, true));
        assert_eq!(arrows(&program, &flow, &(1..5), 10).0.len(), 1);
        assert_eq!(arrows(&program, &flow, &(0..3), 10).0.len(), 2);
    }
}
