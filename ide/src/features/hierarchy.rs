//! The flow of data as a tree, a level at a question: the lines that a line takes values from, and those that take its own.

use std::collections::{BTreeMap, BTreeSet};

use mnc2_dataflow::flow::AccessId;
use mnc2_program::Statement;
use mnc2_program::access::Direction;

use super::data_navigation::{LinePart, PLACES_MAX, Whole};

/// A line that a line is connected with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// The line in the whole program, counted from 0.
    pub line: u32,
    /// What is written, in the line that the values come from.
    pub parts: Vec<LinePart>,
}

/// Whether a line of the document reads or writes anything, or is a `mask` statement, which passes its entry on.
pub fn has_data(whole: &Whole<'_>, line: usize) -> bool {
    let line = whole.own.start + line;
    whole.flow.line(line).iter().next().is_some() || mask(whole, line).is_some()
}

/// The lines whose writes reach what a line of the document reads, at most [`PLACES_MAX`].
pub fn sources(whole: &Whole<'_>, line: usize) -> Vec<Neighbour> {
    let line = whole.own.start + line;
    let is_mask = mask(whole, line).is_some();
    let reads = match is_mask {
        true => reads_by_setting(whole, line),
        false => accesses(whole, line, Direction::Read),
    };
    let mut found = Found::default();
    for read in reads {
        let own = whole.place_of(read);
        if !is_mask && own.line as usize != line {
            // The line reads it by a `mask` statement.
            found.add(own.line, own);
            continue;
        }
        for link in whole.flow.reaching(read, PLACES_MAX).links {
            let place = whole.place_of(link.access);
            found.add(place.line, place);
        }
        if whole.is_cancelled() || found.is_full() {
            break;
        }
    }
    found.neighbours()
}

/// The lines that read what a line of the document writes, at most [`PLACES_MAX`]. What the lines below a `mask` statement read by
/// it, the statement reads.
pub fn users(whole: &Whole<'_>, line: usize) -> Vec<Neighbour> {
    let line = whole.own.start + line;
    let mut found = Found::default();
    if let Some(entry) = mask(whole, line) {
        for read in reads_by_setting(whole, line) {
            found.add(whole.flow.line_of(read) as u32, entry.clone());
        }
    }
    for write in accesses(whole, line, Direction::Write) {
        let own = whole.place_of(write);
        for link in whole.flow.uses(write, PLACES_MAX).links {
            found.add(whole.place_of(link.access).line, own.clone());
        }
        if whole.is_cancelled() || found.is_full() {
            break;
        }
    }
    found.neighbours()
}

/// The entry of a `mask` statement.
fn mask(whole: &Whole<'_>, line: usize) -> Option<LinePart> {
    match whole.program.line(line)?.statement.as_ref()? {
        Statement::Mask(mask) => Some(LinePart::new(line as u32, &mask.entry_range)),
        _ => None,
    }
}

/// The reads of the entry that a `mask` statement sets.
fn reads_by_setting(whole: &Whole<'_>, line: usize) -> Vec<AccessId> {
    let reads = whole.flow.reads_by_setting(line);
    reads.take(PLACES_MAX).collect()
}

fn accesses(whole: &Whole<'_>, line: usize, direction: Direction) -> Vec<AccessId> {
    let accesses = whole.flow.line(line);
    let wanted = accesses
        .iter()
        .filter(|(_, access)| access.direction == direction);
    wanted.map(|(id, _)| id).collect()
}

/// Lines, each with the parts that are written.
#[derive(Default)]
struct Found(BTreeMap<u32, BTreeSet<LinePart>>);

impl Found {
    fn add(&mut self, line: u32, part: LinePart) {
        self.0.entry(line).or_default().insert(part);
    }

    fn is_full(&self) -> bool {
        self.0.len() >= PLACES_MAX
    }

    fn neighbours(self) -> Vec<Neighbour> {
        let lines = self.0.into_iter().take(PLACES_MAX);
        let neighbours = lines.map(|(line, parts)| Neighbour {
            line,
            parts: parts.into_iter().collect(),
        });
        neighbours.collect()
    }
}
