//! The uses of a value: the reads that a write reaches, the `wait`s for an MV instruction.

use std::collections::BTreeSet;

use mnc2_dataflow::flow::AccessId;
use mnc2_program::access::{AccessRole, Direction};

use super::data_navigation::{AccessedData, LinePart, PLACES_MAX, Pointed, Whole, pointed};
use super::definition::entry_writes;

/// Maximum number of writes that the reads of one place are traced back to.
const WRITES_MAX: usize = 64;

/// What connects the reads and writes of a value.
pub struct Connected {
    /// Writes of the value.
    pub writes: BTreeSet<AccessId>,
    /// Reads that get it.
    pub reads: BTreeSet<AccessId>,
}

/// The writes at a place, or those that reach what is read there, and the reads that they reach, up to a limit.
pub fn connected(whole: &Whole<'_>, data: &AccessedData) -> Connected {
    let mut writes = BTreeSet::new();
    let mut reads = BTreeSet::new();
    for (id, access) in data.accesses() {
        match access.direction {
            Direction::Write => {
                writes.insert(id);
            }
            // The values that its address is computed from are other values.
            Direction::Read if access.role == AccessRole::Address => {}
            Direction::Read => {
                reads.insert(id);
                let reaching = whole.flow.reaching(id, WRITES_MAX);
                writes.extend(reaching.links.iter().map(|link| link.access));
            }
        }
    }
    add_uses(whole, &writes, &mut reads);
    Connected { writes, reads }
}

/// Adds what writes reach, until the answer has as many reads as its limit.
fn add_uses(whole: &Whole<'_>, writes: &BTreeSet<AccessId>, reads: &mut BTreeSet<AccessId>) {
    for &write in writes {
        if reads.len() >= PLACES_MAX || whole.is_cancelled() {
            break;
        }
        let uses = whole.flow.uses(write, PLACES_MAX);
        reads.extend(uses.links.iter().map(|link| link.access));
    }
}

/// Every read of the value that is written or read at a byte of a line; with the writes if `with_writes`.
pub fn references(
    whole: &Whole<'_>,
    line: usize,
    byte: u32,
    with_writes: bool,
) -> Option<Vec<LinePart>> {
    let Connected { writes, reads } = match pointed(whole, line, byte)? {
        Pointed::Data(data) => connected(whole, &data),
        Pointed::Setting { place, reads } => {
            let mut writes = entry_writes(whole, &place, &reads);
            while writes.len() > WRITES_MAX {
                writes.pop_first();
            }
            let mut reads: BTreeSet<AccessId> = reads.into_iter().collect();
            add_uses(whole, &writes, &mut reads);
            Connected { writes, reads }
        }
        Pointed::Tag { group, .. } => {
            let places = group
                .places
                .iter()
                .filter(|place| place.is_wait || with_writes);
            let mut places: Vec<LinePart> = places.map(LinePart::from_tag).collect();
            places.sort_unstable();
            places.truncate(PLACES_MAX);
            return Some(places);
        }
    };
    let written = writes.into_iter().filter(|_| with_writes);
    let all = reads.into_iter().chain(written);
    let mut places: Vec<LinePart> = all.map(|id| whole.place_of(id)).collect();
    places.sort_unstable();
    places.dedup();
    places.truncate(PLACES_MAX);
    Some(places)
}
