//! Where a value goes: the reads that a write reaches.

use std::collections::BTreeSet;

use mnc2_asm::Program;
use mnc2_asm::access::{Direction, Role};
use mnc2_asm::flow::{AccessId, Flow};

use super::follow::{PLACES_MAX, Place, Pointed, pointed};

/// Writes that the reads of one place are followed back to.
const WRITES_MAX: usize = 64;

/// What connects the reads and writes of a value.
pub(crate) struct Connected {
    /// Writes of the value.
    pub(crate) writes: BTreeSet<AccessId>,
    /// Reads that get it.
    pub(crate) reads: BTreeSet<AccessId>,
}

/// The writes that stand at a place, or that reach what it reads, and all that they reach.
pub(crate) fn connected(flow: &Flow, pointed: &Pointed) -> Connected {
    let mut writes = BTreeSet::new();
    let mut reads = BTreeSet::new();
    for (id, access) in pointed.accesses() {
        match access.direction {
            Direction::Write => {
                writes.insert(id);
            }
            // What its address is made of is another value.
            Direction::Read if access.role == Role::Address => {}
            Direction::Read => {
                reads.insert(id);
                let reaching = flow.reaching(id, WRITES_MAX);
                writes.extend(reaching.links.iter().map(|link| link.access));
            }
        }
    }
    for &write in &writes {
        let uses = flow.uses(write, PLACES_MAX);
        reads.extend(uses.links.iter().map(|link| link.access));
    }
    Connected { writes, reads }
}

/// Every read that gets what is written at a byte of a line, or what is read there; with the writes if asked for.
pub(crate) fn references(
    program: &Program,
    flow: &Flow,
    line: usize,
    byte: u32,
    with_writes: bool,
) -> Option<Vec<Place>> {
    let pointed = pointed(program, flow, line, byte)?;
    let Connected { writes, reads } = connected(flow, &pointed);
    let written = writes.into_iter().filter(|_| with_writes);
    let all = reads.into_iter().chain(written);
    let mut places: Vec<Place> = all.map(|id| Place::of(flow, id)).collect();
    places.sort_unstable();
    places.dedup();
    places.truncate(PLACES_MAX);
    Some(places)
}
