//! Reads and writes of the same words, whichever way they are written.
//!
//! For memories the words are compared by address, with widths, strides and
//! elements. Forwarding and turnaround registers change with nearly every step:
//! of them only what belongs to the value at the cursor is shown. Accesses
//! whose addresses only a run knows are shown when they stand at the cursor.

use mnc2_asm::Program;
use mnc2_asm::access::{Certainty, Direction, Piece, Store};
use mnc2_asm::flow::Flow;

use super::follow::{Place, pointed};
use super::references::connected;

/// Highlights of an answer at most.
const HIGHLIGHTS_MAX: usize = 10_000;

/// A read or a write of the words at the cursor.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Highlight {
    /// Where it stands.
    pub(crate) place: Place,
    /// Whether it writes.
    pub(crate) is_write: bool,
}

/// Words that are looked for.
struct Words {
    store: Store,
    pieces: Vec<Piece>,
}

fn meet(one: &Piece, other: &Piece) -> bool {
    one.first < other.first + other.count
        && other.first < one.first + one.count
        && one.elements.meets(other.elements)
        && one.certainty != Certainty::Somewhere
        && other.certainty != Certainty::Somewhere
}

/// Reads and writes of what stands at a byte of a line, in the order of lines.
pub(crate) fn highlights(
    program: &Program,
    flow: &Flow,
    line: usize,
    byte: u32,
) -> Option<Vec<Highlight>> {
    let pointed = pointed(program, flow, line, byte)?;
    let (_, access) = pointed.data().or_else(|| pointed.accesses().next())?;
    let mut found = match access.store {
        Store::Forwarding(_) | Store::Turnaround | Store::Darbuf => {
            let connected = connected(flow, &pointed);
            let writes = connected.writes.iter().map(|&id| (id, true));
            let all = writes.chain(connected.reads.iter().map(|&id| (id, false)));
            all.map(|(id, is_write)| Highlight {
                place: Place::of(flow, id),
                is_write,
            })
            .collect()
        }
        Store::Memory(_) => {
            let words = Words {
                store: access.store,
                pieces: pointed.line.pieces(access).to_vec(),
            };
            let mut found = by_address(flow, line, program.len(), &words);
            found.push(Highlight {
                place: Place::new(line as u32, &access.range),
                is_write: access.direction == Direction::Write,
            });
            found
        }
    };
    // A place that is read for several reasons is shown once, one that is written as written.
    found.sort_unstable_by(|one, other| {
        (&one.place, !one.is_write).cmp(&(&other.place, !other.is_write))
    });
    found.dedup_by(|later, earlier| later.place == earlier.place);
    Some(found)
}

/// The accesses to the words, those nearest to a line first.
fn by_address(flow: &Flow, from: usize, lines: usize, words: &Words) -> Vec<Highlight> {
    let mut found = Vec::new();
    let before = |distance: usize| from.checked_sub(distance + 1);
    let by_distance = (0..lines).flat_map(|distance| {
        [Some(from + distance), before(distance)]
            .into_iter()
            .flatten()
    });
    for line in by_distance.filter(|&line| flow.touches(line, words.store)) {
        let accesses = flow.line(line);
        for (_, access) in accesses.iter() {
            let pieces = accesses.pieces(access);
            let is_met = access.store == words.store
                && pieces
                    .iter()
                    .any(|piece| words.pieces.iter().any(|wanted| meet(piece, wanted)));
            if is_met {
                found.push(Highlight {
                    place: Place::new(line as u32, &access.range),
                    is_write: access.direction == Direction::Write,
                });
            }
        }
        if found.len() >= HIGHLIGHTS_MAX {
            break;
        }
    }
    found
}
