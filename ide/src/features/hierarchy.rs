//! The flow of data as a tree, a level at a question: the lines that a line takes values from, and those that take its own.

use std::collections::{BTreeMap, BTreeSet};

use mnc2_asm::access::Direction;
use mnc2_asm::flow::{AccessId, Links};

use super::follow::{LinePart, PLACES_MAX, Whole};

/// A line that a line is connected with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// The line in the whole program, counted from 0.
    pub line: u32,
    /// What is written, in the line that the values come from.
    pub parts: Vec<LinePart>,
}

/// Whether a line of the document reads or writes anything.
pub fn has_data(whole: &Whole<'_>, line: usize) -> bool {
    whole
        .flow
        .line(whole.own.start + line)
        .iter()
        .next()
        .is_some()
}

/// The lines whose writes reach what a line of the document reads, at most [`PLACES_MAX`].
pub fn sources(whole: &Whole<'_>, line: usize) -> Vec<Neighbour> {
    neighbours(whole, line, Direction::Read, |id| {
        whole.flow.reaching(id, PLACES_MAX)
    })
}

/// The lines that read what a line of the document writes, at most [`PLACES_MAX`]. The lines below a `mask` statement count as the
/// statement.
pub fn users(whole: &Whole<'_>, line: usize) -> Vec<Neighbour> {
    neighbours(whole, line, Direction::Write, |id| {
        whole.flow.uses(id, PLACES_MAX)
    })
}

/// The lines at the other ends of the reads, or of the writes, of a line.
fn neighbours(
    whole: &Whole<'_>,
    line: usize,
    direction: Direction,
    linked: impl Fn(AccessId) -> Links,
) -> Vec<Neighbour> {
    let accesses = whole.flow.line(whole.own.start + line);
    let mut lines: BTreeMap<u32, BTreeSet<LinePart>> = BTreeMap::new();
    for (id, _) in (accesses.iter()).filter(|(_, access)| access.direction == direction) {
        let own = whole.place_of(id);
        for link in &linked(id).links {
            let other = whole.place_of(link.access);
            let (line, written) = match direction {
                Direction::Read => (other.line, other),
                Direction::Write => (other.line, own.clone()),
            };
            lines.entry(line).or_default().insert(written);
        }
        if whole.is_cancelled() || lines.len() >= PLACES_MAX {
            break;
        }
    }
    let lines = lines.into_iter().take(PLACES_MAX);
    let neighbours = lines.map(|(line, parts)| Neighbour {
        line,
        parts: parts.into_iter().collect(),
    });
    neighbours.collect()
}
