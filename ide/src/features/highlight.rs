//! Reads and writes of the same words, regardless of their spelling.
//!
//! For memories the words are compared by address, with widths, strides and elements. Forwarding and turnaround
//! registers change with nearly every step, so only what belongs to the value at the cursor is shown. Accesses whose
//! addresses are known only in a run are shown if they are at the cursor.

use mnc2_program::access::{Access, Certainty, Direction, Piece, Store};

use super::data_navigation::{AccessedData, LinePart, Pointed, Whole, pointed};
use super::references::connected;

/// Maximum number of highlights of an answer.
const HIGHLIGHTS_MAX: usize = 10_000;

/// A read or a write of the words at the cursor.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Highlight {
    /// The operand, in its line.
    pub place: LinePart,
    /// Whether the operand is written; otherwise it is read.
    pub is_write: bool,
}

/// The words to find.
struct WantedWords {
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

/// Reads and writes of what is at a byte of a line, in the order of lines.
pub fn highlights(whole: &Whole<'_>, line: usize, byte: u32) -> Option<Vec<Highlight>> {
    let mut found = match pointed(whole, line, byte)? {
        Pointed::Data(data) => data_highlights(whole, line, &data)?,
        Pointed::Setting { place, reads } => {
            let mut found = vec![Highlight {
                place,
                is_write: false,
            }];
            // The lines below the statement read one entry.
            if let Some(&read) = reads.first() {
                let accesses = whole.flow.line_with(read);
                let access = accesses.get(read)?;
                let words = WantedWords {
                    store: access.store,
                    pieces: accesses.pieces(access).to_vec(),
                };
                found.extend(by_address(whole, line, &words));
            }
            found
        }
        Pointed::Tag { group, .. } => {
            let places = group.places.iter().take(HIGHLIGHTS_MAX);
            places
                .map(|tag| Highlight {
                    place: LinePart::from_tag(tag),
                    is_write: !tag.is_wait,
                })
                .collect()
        }
    };
    // A place that is read for several reasons is shown once; one that is also written is shown as written.
    found.sort_unstable_by(|one, other| {
        (&one.place, !one.is_write).cmp(&(&other.place, !other.is_write))
    });
    found.dedup_by(|later, earlier| later.place == earlier.place);
    Some(found)
}

fn data_highlights(whole: &Whole<'_>, line: usize, data: &AccessedData) -> Option<Vec<Highlight>> {
    let (id, access) = data.main()?;
    Some(match access.store {
        Store::Forwarding(_) | Store::Turnaround | Store::Darbuf => {
            let connected = connected(whole, data);
            let writes = connected.writes.iter().map(|&id| (id, true));
            let all = writes.chain(connected.reads.iter().map(|&id| (id, false)));
            all.map(|(id, is_write)| Highlight {
                place: whole.place_of(id),
                is_write,
            })
            .collect()
        }
        Store::Memory(_) => {
            let words = WantedWords {
                store: access.store,
                pieces: data.pieces(access).to_vec(),
            };
            let mut found = by_address(whole, line, &words);
            let line = whole.flow.line_of(id) as u32;
            found.push(highlight(whole, line, access));
            found
        }
    })
}

fn highlight(whole: &Whole<'_>, line: u32, access: &Access) -> Highlight {
    Highlight {
        place: whole.place(line, access),
        is_write: access.direction == Direction::Write,
    }
}

/// The accesses to the words, those nearest to a line first.
fn by_address(whole: &Whole<'_>, from: usize, words: &WantedWords) -> Vec<Highlight> {
    let mut found = Vec::new();
    let before = |distance: usize| from.checked_sub(distance + 1);
    let by_distance = (0..whole.program.len()).flat_map(|distance| {
        [Some(from + distance), before(distance)]
            .into_iter()
            .flatten()
    });
    for line in by_distance.filter(|&line| whole.flow.touches(line, words.store)) {
        let accesses = whole.flow.line(line);
        for (_, access) in accesses.iter() {
            let pieces = accesses.pieces(access);
            let is_met = access.store == words.store
                && pieces
                    .iter()
                    .any(|piece| words.pieces.iter().any(|wanted| meet(piece, wanted)));
            if is_met {
                found.push(highlight(whole, line as u32, access));
            }
        }
        if found.len() >= HIGHLIGHTS_MAX || whole.is_cancelled() {
            break;
        }
    }
    found
}
