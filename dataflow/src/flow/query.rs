//! Queries to the index: where a value comes from, and where it is used.

mod readers;
mod writers;

use std::ops::Range;

use super::last_writers::Span;
use super::{AccessId, Entry, Flow};
use mnc2_program::access::{Certainty, Direction, Elements, Piece};

/// Maximum number of nodes that one query visits; only hostile programs have longer chains.
const VISITED_MAX: usize = 1 << 16;
/// Maximum number of runs of words that one query visits.
const RUNS_VISITED_MAX: usize = 1 << 18;
/// Maximum number of products in a set of elements; a set that would need more is replaced by a larger one.
const PRODUCTS_MAX: usize = 64;
/// Up to this many words, the cycle that wrote a word last is searched for each of them.
const WORDS_BY_CYCLE_MAX: u32 = 16;

/// Cycles of a write and a read between which words pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pairs(u16);

impl Pairs {
    fn add(&mut self, read: u8, writes: u8) {
        self.0 |= u16::from(writes & 0b1111) << (4 * (read & 0b11));
    }

    /// The pairs: cycle of the read, cycle of the write.
    pub fn iter(self) -> impl Iterator<Item = (u8, u8)> {
        (0..4).flat_map(move |read| {
            (0..4)
                .filter(move |write| self.0 >> (4 * read + write) & 1 == 1)
                .map(move |write| (read, write))
        })
    }
}

/// A write that reaches the given read, or a read that the given write reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowLink {
    /// The access at the other end of the link.
    pub access: AccessId,
    /// Whether this holds regardless of the data.
    pub is_certain: bool,
    /// The cycles of both.
    pub pairs: Pairs,
}

/// The answer to a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// The accesses in order of time, each once.
    pub links: Vec<FlowLink>,
    /// For a read: whether some of its words may be as they were before the program.
    pub is_from_start: bool,
    /// Whether nothing was left out.
    pub is_complete: bool,
}

/// A set of elements that shrinks as elements are removed.
#[derive(Clone, Debug)]
struct Remaining(Vec<Elements>);

impl Remaining {
    fn new(elements: Elements) -> Self {
        Self(vec![elements])
    }

    fn meets(&self, elements: Elements) -> bool {
        self.0.iter().any(|part| part.meets(elements))
    }

    fn cut(&mut self, elements: Elements) {
        if self.0.len() < PRODUCTS_MAX {
            let parts = self.0.iter().flat_map(|part| part.without(elements));
            self.0 = parts.collect();
        } else {
            self.0.retain(|part| !elements.covers(*part));
        }
    }
}

/// The known facts about one linked access.
#[derive(Clone, Debug, Default)]
struct Found {
    is_certain: bool,
    pairs: Pairs,
    /// The word ranges of a write.
    pieces: Vec<Piece>,
}

/// The cycles that wrote the content of some or all of these words on some of the elements.
fn writing_cycles(pieces: &[Piece], first: u32, count: u32, elements: Elements) -> u8 {
    let touches = |piece: &&Piece, first: u32, count: u32| {
        piece.first < first + count
            && first < piece.first + piece.count
            && piece.elements.meets(elements)
    };
    if count > WORDS_BY_CYCLE_MAX {
        // In a long range no cycle writes the words of another one again.
        let writing = pieces.iter().filter(|piece| touches(piece, first, count));
        return writing.fold(0, |cycles, piece| cycles | 1 << piece.cycle);
    }
    let of_word = |word: u32| {
        let writing = pieces.iter().filter(|piece| touches(piece, word, 1));
        writing.fold(0, |cycles, piece| {
            let is_last = piece.certainty == Certainty::Always && piece.elements.covers(elements);
            if is_last {
                1 << piece.cycle
            } else {
                cycles | 1 << piece.cycle
            }
        })
    };
    (first..first + count).fold(0, |cycles, word| cycles | of_word(word))
}

/// The spans that have words in a range, of spans in the order of their words.
fn overlapping(spans: &[Span], words: Range<u32>) -> impl Iterator<Item = &Span> {
    let first = spans.partition_point(|span| span.end() <= words.start);
    spans[first..]
        .iter()
        .take_while(move |span| span.first < words.end)
}

/// The words in both ranges.
fn common(one: &Range<u32>, other: Range<u32>) -> Range<u32> {
    one.start.max(other.start)..one.end.min(other.end)
}

/// Divides words into parts in spans, which are passed on with their spans, and parts outside of spans.
fn divide(words: &Range<u32>, spans: &[Span], mut show: impl FnMut(Range<u32>, Option<&Span>)) {
    let mut at = words.start;
    for span in overlapping(spans, words.clone()) {
        if at < span.first {
            show(at..span.first, None);
        }
        let within = common(words, span.first..span.end());
        at = within.end;
        show(within, Some(span));
    }
    if at < words.end {
        show(at..words.end, None);
    }
}

impl Flow {
    /// The index of the part with an access, and the access.
    pub(super) fn entry(&self, id: u32) -> Option<(usize, &Entry)> {
        let (part, access) = self.part_of(id)?;
        Some((part, &self.parts[part].part.entries[access]))
    }

    /// The accesses from one on, with their numbers.
    fn accesses_from(&self, first: u32) -> impl Iterator<Item = (u32, &Entry)> {
        let part = self.parts.partition_point(|part| part.access <= first);
        let parts = &self.parts[part.saturating_sub(1)..];
        parts.iter().flat_map(move |placed| {
            let passed =
                (first.saturating_sub(placed.access) as usize).min(placed.part.entries.len());
            let entries = &placed.part.entries[passed..];
            (placed.access + passed as u32..).zip(entries)
        })
    }

    fn pieces(&self, access: u32) -> Vec<Piece> {
        let id = AccessId(access);
        let line = self.line_with(id);
        line.get(id)
            .map(|access| line.pieces(access).to_vec())
            .unwrap_or_default()
    }

    /// Whether the words of an access are not known.
    fn is_somewhere(&self, id: u32) -> bool {
        self.entry(id).is_some_and(|(_, entry)| {
            let direction = if entry.is_write {
                Direction::Write
            } else {
                Direction::Read
            };
            let mut of_store = self.somewhere(usize::from(entry.store), direction, id..id + 1);
            of_store.next().is_some()
        })
    }

    /// The accesses to a store whose words are not known, within some accesses, in order of time.
    fn somewhere(
        &self,
        store: usize,
        direction: Direction,
        ids: Range<u32>,
    ) -> impl DoubleEndedIterator<Item = u32> {
        let stores = match direction {
            Direction::Read => self.unknown_reads,
            Direction::Write => self.unknown_writes,
        };
        let is_any = stores >> store & 1 == 1 && ids.start < ids.end;
        let first = self.parts.partition_point(|part| part.access <= ids.start);
        let end = self.parts.partition_point(|part| part.access < ids.end);
        let parts = if is_any {
            &self.parts[first.saturating_sub(1)..end]
        } else {
            &[]
        };
        parts.iter().flat_map(move |placed| {
            let somewhere = placed.part.touched(store).map(|it| &it.somewhere);
            let list = somewhere.map_or(&[][..], |somewhere| match direction {
                Direction::Read => &somewhere.reads[..],
                Direction::Write => &somewhere.writes[..],
            });
            let before = |end: u32| list.partition_point(|id| placed.access + id < end);
            let within = &list[before(ids.start)..before(ids.end)];
            within.iter().map(|id| placed.access + id)
        })
    }

    fn has_unknown_write(&self, store: usize, ids: Range<u32>) -> bool {
        self.somewhere(store, Direction::Write, ids)
            .next()
            .is_some()
    }
}
