//! Where a value comes from: the writes that reach a read, the MV instructions that a `wait` waits for.

use std::collections::BTreeSet;

use mnc2_dataflow::flow::AccessId;
use mnc2_isa::Memory;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_program::access::{Direction, Store};
use mnc2_text::LineRange;

use super::data_navigation::{LinePart, PLACES_MAX, Pointed, Whole, pointed};

/// The writes that reach what is read at a byte of a line, in the order of lines; for a write, the place itself. Also
/// what is at the byte.
pub fn definition(whole: &Whole<'_>, line: usize, byte: u32) -> Option<(LineRange, Vec<LinePart>)> {
    let pointed = pointed(whole, line, byte)?;
    let mut places = Vec::new();
    match &pointed {
        Pointed::Data(data) => {
            for (id, access) in data.accesses() {
                match access.direction {
                    Direction::Read => {
                        let reaching = whole.flow.reaching(id, PLACES_MAX);
                        let writes = reaching.links.iter();
                        places.extend(writes.map(|link| whole.place_of(link.access)));
                    }
                    Direction::Write => places.push(whole.place_of(id)),
                }
            }
        }
        Pointed::Setting { place, reads } => {
            let writes = entry_writes(whole, place, reads);
            places.extend(writes.into_iter().map(|id| whole.place_of(id)));
        }
        Pointed::Tag {
            is_wait: true,
            group,
            ..
        } => {
            places.extend(group.issued().map(LinePart::from_tag));
        }
        Pointed::Tag { place, .. } => places.push(place.clone()),
    }
    places.sort_unstable();
    places.dedup();
    places.truncate(PLACES_MAX);
    Some((pointed.range(), places))
}

/// The writes of the entry of a `mask` statement that the lines below it use; if no line uses it, the last write
/// before it.
pub(super) fn entry_writes(
    whole: &Whole<'_>,
    place: &LinePart,
    reads: &[AccessId],
) -> BTreeSet<AccessId> {
    let mut writes = BTreeSet::new();
    for &read in reads {
        let reaching = whole.flow.reaching(read, PLACES_MAX);
        writes.extend(reaching.links.iter().map(|link| link.access));
        if writes.len() >= PLACES_MAX || whole.is_cancelled() {
            break;
        }
    }
    if reads.is_empty() {
        writes.extend(last_write(whole, place.line as usize));
    }
    writes
}

/// The last write to the entry named by a `mask` statement before that statement.
fn last_write(whole: &Whole<'_>, line: usize) -> Option<AccessId> {
    let entry = whole.program.mask_setting_at(line + 1).entry;
    let first = u32::from(entry) * CYCLES_PER_STEP as u32;
    let store = Store::Memory(Memory::MaskRegister);
    let mut before = (0..line)
        .rev()
        .filter(|&line| whole.flow.touches(line, store));
    before.find_map(|line| {
        let accesses = whole.flow.line(line);
        let mut writes = accesses
            .iter()
            .filter(|(_, access)| access.store == store && access.direction == Direction::Write);
        let of_entry = writes.find(|(_, access)| {
            let pieces = accesses.pieces(access);
            pieces
                .iter()
                .any(|piece| piece.first <= first && first < piece.first + piece.count)
        });
        of_entry.map(|(id, _)| id)
    })
}
