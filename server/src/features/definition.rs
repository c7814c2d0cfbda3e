//! Where a value comes from: the writes that reach a read.

use mnc2_asm::access::Direction;
use mnc2_asm::flow::Flow;
use mnc2_asm::{LineRange, Program};

use super::follow::{PLACES_MAX, Place, pointed};

/// The writes that reach what is read at a byte of a line, in the order of lines; for what is written there, the
/// place itself. Also what stands at the byte.
pub(crate) fn definition(
    program: &Program,
    flow: &Flow,
    line: usize,
    byte: u32,
) -> Option<(LineRange, Vec<Place>)> {
    let pointed = pointed(program, flow, line, byte)?;
    let mut places = Vec::new();
    for (id, access) in pointed.accesses() {
        match access.direction {
            Direction::Read => {
                let reaching = flow.reaching(id, PLACES_MAX);
                let writes = reaching.links.iter();
                places.extend(writes.map(|link| Place::of(flow, link.access)));
            }
            Direction::Write => places.push(Place::new(line as u32, &access.range)),
        }
    }
    places.sort_unstable();
    places.dedup();
    Some((pointed.range, places))
}
