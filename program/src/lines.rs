//! A program's lines, stored so that the cost of an edit or a copy does not depend on the program's length.
//!
//! Lines are shared, and they are in shared chunks of bounded length that never change: an edit makes new chunks where
//! it happens and keeps all others. Therefore results about a chunk can be found again by the chunk. The list of chunks
//! itself is copied when a program that has copies is edited; it is about a hundred times shorter than the program.

mod iter;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::chunk::{CHUNK_LINES_MAX, Chunk, LineSource, Marks, last_mask, steps_of};
use super::{Assertion, Line, Statement, WriteMaskSetting};

pub use self::iter::Lines;

/// The lines of a program. Lines are shared between programs, and cloning costs nothing.
#[derive(Clone, Debug, Default)]
pub struct Program {
    list: Arc<List>,
}

/// The chunks of a program.
#[derive(Clone, Debug)]
struct List {
    /// Maximum number of lines in a chunk.
    lines_max: usize,
    places: Vec<PlacedChunk>,
    /// Steps before each chunk, and of all.
    steps: OnceLock<Box<[u64]>>,
    is_long: bool,
}

/// A chunk and its place. The facts of a chunk that every edit needs are here, so that they need not be fetched from all over
/// the memory.
#[derive(Clone, Debug)]
struct PlacedChunk {
    /// Its first line, counted from 0.
    start: usize,
    len: u32,
    /// `None` for a chunk that was unread when it was placed.
    marks: Option<Marks>,
    chunk: Arc<Chunk>,
}

impl PlacedChunk {
    fn new(lines: &[Arc<Line>]) -> Self {
        let chunk = Chunk::new(lines);
        Self {
            start: 0,
            len: chunk.len() as u32,
            marks: Some(chunk.facts().marks),
            chunk,
        }
    }

    fn end(&self) -> usize {
        self.start + self.len as usize
    }

    fn marks(&self) -> Marks {
        self.marks.unwrap_or_else(|| self.chunk.facts().marks)
    }
}

impl Default for List {
    fn default() -> Self {
        Self::in_chunks_of(CHUNK_LINES_MAX)
    }
}

impl List {
    fn in_chunks_of(lines_max: usize) -> Self {
        Self {
            lines_max,
            places: Vec::new(),
            steps: OnceLock::new(),
            is_long: false,
        }
    }

    /// A chunk that an edit makes shorter than this is joined with its neighbour.
    fn lines_min(&self) -> usize {
        self.lines_max / 4
    }

    /// Steps before a chunk; of all, if there is no such chunk. As long as not all chunks have been read, only those
    /// before it are.
    fn steps_before(&self, index: usize) -> u64 {
        let steps = |places: &[PlacedChunk]| places.iter().map(|it| it.chunk.facts().steps).sum();
        if self.is_long && !self.places.iter().all(|place| place.chunk.has_facts()) {
            return steps(&self.places[..index]);
        }
        let all = self.steps.get_or_init(|| {
            let steps = self.places.iter().scan(0, |before, place| {
                *before += place.chunk.facts().steps;
                Some(*before)
            });
            [0].into_iter().chain(steps).collect()
        });
        all[index]
    }
}

impl Program {
    /// A program of lines that are already parsed.
    #[must_use]
    pub fn from_lines(lines: Vec<Arc<Line>>) -> Self {
        let mut program = Self::default();
        program.replace(0..0, lines);
        program
    }

    /// A program without lines, whose chunks will have at most this many; at least 1. What passes find does not depend on it:
    /// in small chunks, short programs have many borders.
    #[must_use]
    pub fn in_chunks_of(lines_max: usize) -> Self {
        Self {
            list: Arc::new(List::in_chunks_of(lines_max.max(1))),
        }
    }

    /// A program of a text with this many lines, each of which is read when something needs it.
    ///
    /// What refers to a line keeps its chunk. A pass over the whole program keeps none, where it goes by
    /// [`pieces_from`](Self::pieces_from); [`iter`](Self::iter) keeps all.
    #[must_use]
    pub fn unread(line_count: usize, source: Arc<dyn LineSource>) -> Self {
        Self::default().reading(line_count, source)
    }

    /// The program of [`unread`](Self::unread), in chunks of the size that this one has.
    #[must_use]
    pub fn reading(&self, line_count: usize, source: Arc<dyn LineSource>) -> Self {
        let lines_max = self.list.lines_max;
        let starts = (0..line_count).step_by(lines_max);
        let places = starts.map(|start| {
            let end = (start + lines_max).min(line_count);
            PlacedChunk {
                start,
                len: (end - start) as u32,
                marks: None,
                chunk: Chunk::unread(Arc::clone(&source), start..end),
            }
        });
        Self {
            list: Arc::new(List {
                places: places.collect(),
                is_long: true,
                ..List::in_chunks_of(lines_max)
            }),
        }
    }

    /// Whether it was made of a text that is too long for all its lines to be kept ([`unread`](Self::unread)).
    #[must_use]
    pub fn is_long(&self) -> bool {
        self.list.is_long
    }

    /// The number of lines in memory; the others are read on demand.
    #[must_use]
    pub fn resident_lines(&self) -> usize {
        let resident = self.places().iter().filter(|it| !it.chunk.is_unread());
        resident.map(|place| place.chunk.len()).sum()
    }

    fn places(&self) -> &[PlacedChunk] {
        &self.list.places
    }

    /// The number of lines.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places().last().map_or(0, PlacedChunk::end)
    }

    /// Whether it has no lines. The program of an empty text has one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places().is_empty()
    }

    /// A line, counted from 0.
    #[must_use]
    pub fn line(&self, index: usize) -> Option<&Arc<Line>> {
        let place = self.places().get(self.place_of(index))?;
        place.chunk.lines().get(index - place.start)
    }

    /// Steps before a line, counted from 0, as if nothing ended the program earlier: PE instructions, where `nop/n`
    /// counts as n. The cost does not depend on the line.
    #[must_use]
    pub fn steps_before(&self, line: usize) -> u64 {
        let index = self.place_of(line);
        let before = self.list.steps_before(index);
        match self.places().get(index) {
            Some(place) => before + steps_of(&place.chunk.lines()[..line - place.start]),
            None => before,
        }
    }

    /// The `mask` setting in force at a line, counted from 0 (manual 3.6.2.1).
    #[must_use]
    pub fn mask_setting_at(&self, line: usize) -> WriteMaskSetting {
        let index = self.place_of(line);
        let of_own_chunk = self
            .places()
            .get(index)
            .and_then(|place| last_mask(&place.chunk.lines()[..line - place.start]));
        of_own_chunk
            .or_else(|| {
                self.places()[..index]
                    .iter()
                    .rev()
                    .find_map(|place| place.chunk.facts().mask)
            })
            .unwrap_or_default()
    }

    /// The line of the `mask` statement in force at a line, both counted from 0; `None` before the first one.
    #[must_use]
    pub fn mask_statement_at(&self, line: usize) -> Option<usize> {
        let index = self.place_of(line);
        let of = |place: &PlacedChunk, lines: &[Arc<Line>]| {
            let is_mask = |line: &Arc<Line>| matches!(line.statement, Some(Statement::Mask(_)));
            Some(place.start + lines.iter().rposition(is_mask)?)
        };
        let own = self.places().get(index);
        own.and_then(|place| of(place, &place.chunk.lines()[..line - place.start]))
            .or_else(|| {
                let before = self.places()[..index].iter().rev();
                let place = before
                    .into_iter()
                    .find(|place| place.chunk.facts().mask.is_some())?;
                of(place, place.chunk.lines())
            })
    }

    /// How many lines at the start are shared with another program: the lines before the first edit of a copy. Chunks that both
    /// have are skipped without a look at their lines.
    #[must_use]
    pub fn shared_prefix(&self, other: &Self) -> usize {
        let same_chunks = self
            .places()
            .iter()
            .zip(other.places())
            .take_while(|(own, others)| Arc::ptr_eq(&own.chunk, &others.chunk))
            .last();
        let passed = same_chunks.map_or(0, |(own, _)| own.end());
        let same_lines = self
            .iter_from(passed)
            .zip(other.iter_from(passed))
            .take_while(|(own, others)| Arc::ptr_eq(own, others));
        passed + same_lines.count()
    }

    /// The lines with silencing comments, counted from 0. Chunks without silencing comments are skipped.
    pub fn silencing_lines(&self) -> impl Iterator<Item = (usize, &Arc<Line>)> {
        self.places()
            .iter()
            .filter(|place| place.marks().has_silences)
            .flat_map(|place| (place.start..).zip(place.chunk.lines()))
            .filter(|(_, line)| !line.silences.is_empty())
    }

    /// The assertions with their lines, counted from 0. Chunks without assertions are skipped.
    pub fn assertion_lines(&self) -> impl Iterator<Item = (usize, &Assertion)> {
        let places = self
            .places()
            .iter()
            .filter(|place| place.marks().has_assertions);
        let lines = places.flat_map(|place| (place.start..).zip(place.chunk.lines()));
        lines.filter_map(|(number, line)| Some((number, line.assertion.as_deref()?)))
    }

    /// The directives for a linker and the remarks of linkers about them, with their lines, counted from 0. Chunks without them
    /// are skipped.
    pub fn linked_lines(&self) -> impl Iterator<Item = (usize, &Arc<Line>)> {
        let places = self.places().iter();
        let places = places.filter(|place| place.marks().has_links);
        let lines = places.flat_map(|place| (place.start..).zip(place.chunk.lines()));
        lines.filter(|(_, line)| line.is_of_linker())
    }

    /// Whether any line has an error of its own.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.places().iter().any(|place| place.marks().has_errors)
    }

    /// The lines in order.
    #[must_use]
    pub fn iter(&self) -> Lines<'_> {
        self.range(0..self.len())
    }

    /// The number of lines that take part: those before the first that [ends the program](Line::ends_program).
    #[must_use]
    pub fn end(&self) -> usize {
        let ends = |place: &PlacedChunk| Some(place.start + place.chunk.facts().end?);
        let end = self.places().iter().find_map(ends);
        end.unwrap_or_else(|| self.len())
    }

    /// The lines that take part, in order.
    pub fn live(&self) -> impl Iterator<Item = &Arc<Line>> {
        self.iter().take_while(|line| !line.ends_program())
    }

    /// The lines in order from one on, counted from 0; none beyond the end. Finding the first one is quick.
    #[must_use]
    pub fn iter_from(&self, first: usize) -> Lines<'_> {
        self.range(first..self.len())
    }

    /// The lines of a range in order, counted from 0; lines beyond the end are left out.
    #[must_use]
    pub fn range(&self, range: Range<usize>) -> Lines<'_> {
        let end = range.end.min(self.len());
        if range.start >= end {
            return Lines::default();
        }
        let (first, last) = (self.place_of(range.start), self.place_of(end - 1));
        let (front, back) = (&self.places()[first], &self.places()[last]);
        if first == last {
            return Lines {
                front: front.chunk.lines()[range.start - front.start..end - front.start].iter(),
                ..Lines::default()
            };
        }
        Lines {
            front: front.chunk.lines()[range.start - front.start..].iter(),
            between: self.places()[first + 1..last].iter(),
            between_lines: back.start - front.end(),
            back: back.chunk.lines()[..end - back.start].iter(),
        }
    }

    /// The lines from a line on, counted from 0, in order, by chunk. Lines that have not been read are parsed but not stored.
    pub fn pieces_from(&self, first: usize) -> impl Iterator<Item = Cow<'_, [Arc<Line>]>> {
        let index = self.place_of(first);
        let mut skipped = self
            .places()
            .get(index)
            .map_or(0, |place| first - place.start);
        self.places()[index..].iter().map(move |place| {
            let skipped = std::mem::take(&mut skipped);
            match place.chunk.pass() {
                Cow::Borrowed(lines) => Cow::Borrowed(&lines[skipped..]),
                Cow::Owned(mut lines) => Cow::Owned(lines.split_off(skipped)),
            }
        })
    }

    /// Replaces a range of lines, counted from 0.
    ///
    /// # Panics
    /// If the range is not within the program.
    pub fn replace(&mut self, range: Range<usize>, lines: impl IntoIterator<Item = Arc<Line>>) {
        let Range { start, end } = range;
        assert!(
            start <= end && end <= self.len(),
            "the replaced lines are lines of the program"
        );
        if self.is_empty() {
            let lines = lines.into_iter().collect::<Vec<_>>();
            self.put(0..0, &lines);
            return;
        }
        let last_place = self.places().len() - 1;
        let mut first = self.place_of(start).min(last_place);
        let mut last = self
            .place_of(end.saturating_sub(1).max(start))
            .min(last_place);
        let mut changed = Vec::new();
        changed.extend_from_slice(
            &self.places()[first].chunk.lines()[..start - self.places()[first].start],
        );
        changed.extend(lines);
        changed.extend_from_slice(
            &self.places()[last].chunk.lines()[end - self.places()[last].start..],
        );
        if changed.len() < self.list.lines_min() {
            if last < last_place {
                last += 1;
                changed.extend_from_slice(self.places()[last].chunk.lines());
            } else if first > 0 {
                first -= 1;
                changed.splice(0..0, self.places()[first].chunk.lines().iter().cloned());
            }
        }
        self.put(first..last + 1, &changed);
    }

    /// Replaces chunks with lines.
    fn put(&mut self, replaced: Range<usize>, lines: &[Arc<Line>]) {
        let mut start = match replaced.start.checked_sub(1) {
            Some(before) => self.places()[before].end(),
            None => 0,
        };
        let first = replaced.start;
        // Chunks of equal length: a full one would be split by the next line that is inserted.
        let share = lines
            .len()
            .div_ceil(lines.len().div_ceil(self.list.lines_max).max(1))
            .max(1);
        let list = Arc::make_mut(&mut self.list);
        list.steps = OnceLock::new();
        let places = &mut list.places;
        places.splice(replaced, lines.chunks(share).map(PlacedChunk::new));
        for place in &mut places[first..] {
            place.start = start;
            start = place.end();
        }
    }

    /// The chunks in order, each with its first line, counted from 0.
    pub fn chunks(&self) -> impl Iterator<Item = (usize, &Arc<Chunk>)> + Clone {
        self.places()
            .iter()
            .map(|place| (place.start, &place.chunk))
    }

    /// The index of the chunk that contains a line; the number of chunks if the line does not exist.
    fn place_of(&self, line: usize) -> usize {
        self.places().partition_point(|place| place.end() <= line)
    }
}

impl PartialEq for Program {
    fn eq(&self, other: &Self) -> bool {
        let same =
            |(left, right): (&Arc<Line>, &Arc<Line>)| Arc::ptr_eq(left, right) || left == right;
        Arc::ptr_eq(&self.list, &other.list)
            || self.len() == other.len() && self.iter().zip(other).all(same)
    }
}

impl<'a> IntoIterator for &'a Program {
    type Item = &'a Arc<Line>;
    type IntoIter = Lines<'a>;

    fn into_iter(self) -> Lines<'a> {
        self.iter()
    }
}

#[cfg(feature = "count-lines")]
thread_local! {
    /// Lines of programs that this thread has read: what distinguishes linear work from quadratic.
    pub static LINES_READ: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

#[cfg(test)]
mod tests;
