//! Other places for values in LM and GRF, and in L1BM and L2BM, so that fewer of them wait for a place that is still in use.
//!
//! A value moves to words that hold nothing that is needed from its first write to its last read: those that are written again
//! before they are read, and at the end only those that are not compared. Therefore the values of a program whose memories are
//! all compared can only go where the program itself writes later.
//!
//! This is a guess at what helps, as the order is found later. The result is proven to be equivalent afterwards.

use std::collections::BTreeMap;

use mnc2_asm::LineParser;
use mnc2_equal::Places;
use mnc2_program::access::Store;

use crate::draft::Draft;
use crate::values::{FREE_LINES_MAX, MEMORIES, Mention, Occupied, PE_MEMORIES, Stay, Values, Web};
use crate::values::{line_with, moved, moved_operand};

/// Maximum number of webs that get another place; a longer program is not renamed.
const WEBS_MAX: usize = 2048;

/// Where values may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// To other words of their memory.
    Memory,
    /// As `Memory`; values of the PEs can also go to another of LM0, LM1, GRF0 and GRF1.
    Any,
}

/// Another place for a web.
struct Move {
    /// An index into [`MEMORIES`].
    memory: usize,
    /// The distance between the addresses in words.
    distance: i64,
    stays: Vec<Stay>,
}

/// The region with values at places that are free for longer; `None` if there are none. When it is late, the other values keep
/// theirs.
pub(crate) fn renamed(
    draft: &Draft,
    places: &Places,
    reach: Reach,
    is_late: &dyn Fn() -> bool,
) -> Option<Draft> {
    let webs = Values::new(draft, places, MEMORIES.len()).webs;
    let mut occupied = Occupied::by(webs.iter().flat_map(|web| &web.stays));
    let mut texts = Texts::default();
    for web in webs.iter().filter(|web| !web.is_pinned).take(WEBS_MAX) {
        if is_late() {
            break;
        }
        occupied.remove(&web.stays);
        let found = freest(web, &occupied, reach);
        let taken = found.filter(|it| texts.write(draft, web, it).is_some());
        occupied.add(taken.as_ref().map_or(&web.stays, |it| &it.stays));
    }
    texts.applied(draft)
}

/// The place of a web that is free for the longest, if that is longer than its own one.
fn freest(web: &Web, occupied: &Occupied, reach: Reach) -> Option<Move> {
    let home = web.stays.first()?.memory;
    let unit = i64::from(web.unit.max(1));
    let lowest = web.stays.iter().map(|stay| stay.word).min()?;
    let down = i64::from(lowest) / unit;
    let mut most = occupied.freedom(&web.stays).unwrap_or(0);
    let mut best = None;
    let leaves = reach == Reach::Any && home < PE_MEMORIES;
    let others = (0..PE_MEMORIES).filter(|&it| it != home && leaves);
    for memory in std::iter::once(home).chain(others) {
        // Another memory is the second choice.
        if memory != home && most >= 2 * FREE_LINES_MAX {
            break;
        }
        let size = i64::from(Store::Memory(MEMORIES[memory]).words());
        for distance in (-down..size / unit - down).map(|it| it * unit) {
            let Some(stays) = moved(&web.stays, memory, distance) else {
                break;
            };
            if let Some(found) = occupied.freedom(&stays)
                && found > most
            {
                most = found;
                best = Some(Move {
                    memory,
                    distance,
                    stays,
                });
            }
            if most >= 4 * FREE_LINES_MAX {
                break;
            }
        }
    }
    best
}

/// The new texts of operands, by their line.
#[derive(Default)]
struct Texts {
    parser: LineParser,
    /// The operands of each line from its start, so that ranges stay valid when they are written from its end.
    lines: BTreeMap<usize, Vec<(Mention, String)>>,
}

impl Texts {
    /// Writes a web at another place, if every line of it can be written so.
    fn write(&mut self, draft: &Draft, web: &Web, to: &Move) -> Option<()> {
        let mut written = Vec::new();
        for &mention in &web.mentions {
            let operand = mention.operand(&draft.program)?;
            let text = moved_operand(operand, MEMORIES[to.memory], to.distance)?;
            written.push((mention, text));
        }
        let mut new = BTreeMap::new();
        for (mention, text) in written {
            let of_line = new.entry(mention.line);
            let old = || self.lines.get(&mention.line).cloned().unwrap_or_default();
            of_line.or_insert_with(old).push((mention, text));
        }
        for (&line, operands) in &new {
            if self
                .parser
                .parse(&line_with(draft, line, operands)?)
                .has_error()
            {
                return None;
            }
        }
        self.lines.extend(new);
        Some(())
    }

    /// The draft with all of them; `None` if there are none.
    fn applied(mut self, draft: &Draft) -> Option<Draft> {
        if self.lines.is_empty() {
            return None;
        }
        let mut texts = draft.lines.clone();
        for (&line, operands) in &self.lines {
            texts[line - draft.start] = line_with(draft, line, operands)?;
        }
        let mut renamed = draft.clone();
        renamed.replace(draft.region(), texts, &mut self.parser);
        Some(renamed)
    }
}
