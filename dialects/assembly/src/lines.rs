//! A text as lines in chunks, each line parsed alone.
//!
//! The only state that a line passes to the next is the construct that it ends inside of ([`Parsed::Begin`]), so an edit parses
//! the lines that it touches, and the lines after them only as long as this state changes. It replaces the chunks of these
//! lines; versions of a text share the others, and the results that a language keeps for a chunk ([`PerChunk`]) stay with it.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use mnc2_text::{Place, line as text_line};

/// Lines among which those that are alike are looked for.
const ALIKE_MAX: usize = 4096;

/// The most lines of a chunk.
const CHUNK_LINES_MAX: usize = 256;

/// A chunk with fewer lines is joined with the one before it.
const CHUNK_LINES_MIN: usize = 64;

/// A line of a language, parsed alone.
pub trait Parsed: PartialEq + Debug + Sized {
    /// How the language is read.
    type Syntax: Copy + Debug;
    /// A parser of lines.
    type Parser;
    /// What a line begins inside of.
    type Begin: Copy + Debug + Default + Eq + Hash;

    /// A parser of lines.
    fn parser(syntax: Self::Syntax) -> Self::Parser;
    /// Parses a line with its end.
    fn parse(parser: &mut Self::Parser, text: &str, begins: Self::Begin) -> Self;
    /// Its text with its end.
    fn text_with_end(&self) -> &str;
    /// What it begins inside of.
    fn begins(&self) -> Self::Begin;
    /// What the next line begins inside of.
    fn ends(&self) -> Self::Begin;
}

/// The lines of a text. Copies share them.
#[derive(Debug)]
pub struct Lines<L: Parsed> {
    syntax: L::Syntax,
    /// The chunks in the order of the text, at least one.
    chunks: Vec<Arc<Chunk<L>>>,
    /// The number of the first line of each chunk.
    starts: Vec<u32>,
}

/// Consecutive lines, at least one.
#[derive(Debug)]
pub struct Chunk<L> {
    lines: Vec<Arc<L>>,
    /// The length of their text.
    bytes: usize,
}

impl<L> Chunk<L> {
    /// The lines of the chunk, in order.
    #[must_use]
    pub fn lines(&self) -> &[Arc<L>] {
        &self.lines
    }
}

/// Chunks that an edit replaced by others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The numbers of the chunks before the edit.
    pub old: Range<usize>,
    /// The number of new ones in their place.
    pub new: usize,
}

/// Something for each chunk of a text, which stays with it as long as the chunk does.
#[derive(Debug)]
pub struct PerChunk<T>(Vec<Arc<T>>);

// A derived implementation would require the shared type to be `Clone`.
impl<L: Parsed> Clone for Lines<L> {
    fn clone(&self) -> Self {
        Self {
            syntax: self.syntax,
            chunks: self.chunks.clone(),
            starts: self.starts.clone(),
        }
    }
}

impl<T> Clone for PerChunk<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Default> PerChunk<T> {
    /// For a text, in the beginning.
    #[must_use]
    pub fn new<L: Parsed>(lines: &Lines<L>) -> Self {
        Self(lines.chunks.iter().map(|_| Arc::default()).collect())
    }

    /// After an edit of the text.
    pub fn replace(&mut self, replaced: &Replaced) {
        let new = (0..replaced.new).map(|_| Arc::default());
        self.0.splice(replaced.old.clone(), new);
    }

    /// In the order of chunks.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(AsRef::as_ref)
    }
}

impl<L: Parsed> Lines<L> {
    /// Reads a text with a syntax of the language.
    #[must_use]
    pub fn with_syntax(syntax: L::Syntax, text: &str) -> Self {
        let chunks = chunks(read(syntax, text, L::Begin::default()));
        let mut lines = Self {
            syntax,
            chunks,
            starts: Vec::new(),
        };
        lines.count_from(0);
        lines
    }

    /// Parses a text of a language that is read in one way.
    #[must_use]
    pub fn new(text: &str) -> Self
    where
        L::Syntax: Default,
    {
        Self::with_syntax(L::Syntax::default(), text)
    }

    /// The syntax of its language.
    #[must_use]
    pub fn syntax(&self) -> L::Syntax {
        self.syntax
    }

    /// The number of lines, at least 1.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.lines_before(self.chunks.len())
    }

    /// The lines of the text, in order.
    pub fn lines(&self) -> impl Iterator<Item = &Arc<L>> {
        self.chunks.iter().flat_map(|chunk| &chunk.lines)
    }

    /// The lines from one on, with their numbers.
    pub fn lines_from(&self, number: u32) -> impl Iterator<Item = (u32, &Arc<L>)> {
        let first = self.chunk_of(number);
        let lines = self.chunks[first..].iter().flat_map(|chunk| &chunk.lines);
        let skipped = number.saturating_sub(self.starts[first]);
        (self.starts[first]..).zip(lines).skip(skipped as usize)
    }

    /// Some of the lines, with their numbers.
    pub fn lines_in(&self, numbers: Range<u32>) -> impl Iterator<Item = (u32, &Arc<L>)> {
        let lines = self.lines_from(numbers.start);
        lines.take_while(move |(number, _)| *number < numbers.end)
    }

    /// The line with a number; `None` after the last one.
    #[must_use]
    pub fn line(&self, number: u32) -> Option<&L> {
        let chunk = self.chunk_of(number);
        let index = number - self.starts[chunk];
        self.chunks[chunk]
            .lines
            .get(index as usize)
            .map(AsRef::as_ref)
    }

    /// The chunks with the numbers of their first lines.
    pub fn chunks(&self) -> impl Iterator<Item = (u32, &Chunk<L>)> {
        let chunks = self.chunks.iter().map(AsRef::as_ref);
        self.starts.iter().copied().zip(chunks)
    }

    /// The chunk that has a line; the last one for lines after the end.
    fn chunk_of(&self, number: u32) -> usize {
        self.starts.partition_point(|&start| start <= number) - 1
    }

    /// The number of lines before a chunk whose predecessors are counted.
    fn lines_before(&self, chunk: usize) -> u32 {
        let last = chunk.checked_sub(1);
        last.map_or(0, |it| self.starts[it] + self.chunks[it].lines.len() as u32)
    }

    fn count_from(&mut self, chunk: usize) {
        self.starts.truncate(chunk);
        for chunk in chunk..self.chunks.len() {
            self.starts.push(self.lines_before(chunk));
        }
    }

    /// Replaces bytes of the whole text; a range outside the text, or inside a character, is moved to the nearest place.
    pub fn edit(&mut self, range: Range<usize>, new: &str) -> Replaced {
        let text_of = |lines: &Self, number: u32| -> String {
            let line = lines.line(number);
            line.map_or("", L::text_with_end).to_owned()
        };
        let (first, first_byte) = self.place(range.start);
        let (last, last_byte) = self.place(range.end.max(range.start));
        let mut text = text_of(self, first)[..first_byte].to_owned();
        text.push_str(new);
        text.push_str(&text_of(self, last)[last_byte..]);
        // A text that ends with a lone `\r` joins with a `\n` after it, and the last line that has no end with nothing.
        let (count, mut next) = (self.count(), last + 1);
        let joins = |text: &str| text.is_empty() || !text.ends_with('\n');
        while joins(&text) && next < count {
            text.push_str(&text_of(self, next));
            next += 1;
        }
        let mut from = first;
        if from > 0 && text_of(self, from - 1).ends_with('\r') {
            from -= 1;
            text.insert_str(0, &text_of(self, from));
        }
        let begin = self.line(from).map_or_else(L::Begin::default, L::begins);
        let mut fresh = read::<L>(self.syntax, &text, begin);
        // `read` sees an empty line after the last line end; in the middle of a text that is the next line.
        let is_empty = |line: &Arc<L>| line.text_with_end().is_empty();
        if next < count && fresh.last().is_some_and(is_empty) {
            fresh.pop();
        }
        let mut begin = fresh.last().map_or(begin, |line| line.ends());
        let mut parser = None;
        while let Some(line) = self.line(next).filter(|line| line.begins() != begin) {
            let parser = parser.get_or_insert_with(|| L::parser(self.syntax));
            let line = L::parse(parser, line.text_with_end(), begin);
            begin = line.ends();
            fresh.push(Arc::new(line));
            next += 1;
        }
        self.replace(from..next, fresh)
    }

    /// Replaces lines, and with them their chunks.
    fn replace(&mut self, lines: Range<u32>, fresh: Vec<Arc<L>>) -> Replaced {
        let (mut first, last) = (self.chunk_of(lines.start), self.chunk_of(lines.end - 1));
        let before = &self.chunks[first].lines[..(lines.start - self.starts[first]) as usize];
        let after = &self.chunks[last].lines[(lines.end - self.starts[last]) as usize..];
        let mut all = [before, &fresh, after].concat();
        if all.len() < CHUNK_LINES_MIN && first > 0 {
            first -= 1;
            all.splice(0..0, self.chunks[first].lines.iter().cloned());
        }
        let mut new = chunks(all);
        // The text has one line at least, so there is another chunk if this leaves none.
        if new.is_empty() && last + 1 - first == self.chunks.len() {
            new = chunks(read(self.syntax, "", L::Begin::default()));
        }
        let replaced = Replaced {
            old: first..last + 1,
            new: new.len(),
        };
        self.chunks.splice(replaced.old.clone(), new);
        self.count_from(first);
        replaced
    }

    /// The bytes of a place in the whole text.
    #[must_use]
    pub fn bytes_of(&self, place: &Place) -> Range<usize> {
        let chunk = self.chunk_of(place.line);
        let own = (place.line - self.starts[chunk]) as usize;
        let chunks = self.chunks[..chunk].iter().map(|it| it.bytes);
        let lines = self.chunks[chunk].lines.iter().take(own);
        let lines = lines.map(|line| line.text_with_end().len());
        let start = chunks.sum::<usize>() + lines.sum::<usize>();
        start + place.range.start as usize..start + place.range.end as usize
    }

    /// The line and the byte in it of a byte of the text.
    fn place(&self, offset: usize) -> (u32, usize) {
        let mut rest = offset;
        let mut found = (0, 0);
        for (start, chunk) in self.chunks() {
            if rest >= chunk.bytes && start as usize + chunk.lines.len() < self.count() as usize {
                rest -= chunk.bytes;
                continue;
            }
            for (number, line) in (start..).zip(&chunk.lines) {
                let text = line.text_with_end();
                if rest < text.len() || number + 1 == self.count() {
                    let mut byte = rest.min(text.len());
                    while !text.is_char_boundary(byte) {
                        byte -= 1;
                    }
                    found = (number, byte);
                    break;
                }
                rest -= text.len();
            }
            break;
        }
        found
    }
}

/// Lines as chunks of nearly the same length.
fn chunks<L: Parsed>(lines: Vec<Arc<L>>) -> Vec<Arc<Chunk<L>>> {
    let count = lines.len().div_ceil(CHUNK_LINES_MAX).max(1);
    let length = lines.len().div_ceil(count).max(1);
    let chunk = |lines: &[Arc<L>]| {
        let bytes = lines.iter().map(|line| line.text_with_end().len()).sum();
        Arc::new(Chunk {
            lines: lines.to_vec(),
            bytes,
        })
    };
    lines.chunks(length).map(chunk).collect()
}

/// The lines of a text. Those that are alike are kept once, as far as they are near each other.
fn read<L: Parsed>(syntax: L::Syntax, text: &str, mut begin: L::Begin) -> Vec<Arc<L>> {
    let mut parser = L::parser(syntax);
    let mut known: HashMap<(&str, L::Begin), Arc<L>> = HashMap::new();
    text_line::lines_with_ends(text)
        .map(|text| {
            if known.len() == ALIKE_MAX {
                known.clear();
            }
            let line = known
                .entry((text, begin))
                .or_insert_with(|| Arc::new(L::parse(&mut parser, text, begin)));
            begin = line.ends();
            Arc::clone(line)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;
    use crate::tests::{GNU, LLVM};

    fn text(source: &Source) -> String {
        source.lines().map(|line| line.text_with_end()).collect()
    }

    #[test]
    fn an_edit_is_a_fresh_parse() {
        let start = "a: nop\r\n/* b\n c */ mmov.mm m0, m1\n#define X \\\n m9\nmldb m0, a0, (a1)";
        for syntax in [&GNU, &LLVM] {
            for (range, new) in [
                (0..0, "x"),
                (0..start.len(), ""),
                (6..8, ""),
                (7..7, "z"),
                (8..10, ""),
                (14..20, "\n"),
                (start.len()..start.len(), "\n"),
                (36..38, "/*"),
                (3..3, "\r"),
                (5..40, "é\r"),
            ] {
                let mut edited = Source::with_syntax(syntax, start);
                edited.edit(range.clone(), new);
                let mut expected = start.to_owned();
                expected.replace_range(range.clone(), new);
                assert_eq!(text(&edited), expected, "{range:?} {new:?}");
                let fresh = Source::with_syntax(syntax, &expected);
                assert!(edited.lines().eq(fresh.lines()), "{range:?} {new:?}");
            }
        }
    }

    #[test]
    fn an_edit_replaces_the_chunks_that_it_touches() {
        let mut expected = "a: nop\n".repeat(2000);
        let mut source = Source::with_syntax(&GNU, &expected);
        let mut numbers = PerChunk::<u32>::new(&source);
        for (range, new, most) in [
            (7000..7000, "x", 1),
            (7000..7007, "\n\n", 1),
            (3..9000, "y", 6),
            (20..20, &*"z\n".repeat(1000), 5),
            (0..0, "/*", 20),
            (0..2, "", 20),
        ] {
            let replaced = source.edit(range.clone(), new);
            numbers.replace(&replaced);
            expected.replace_range(range, new);
            assert!(replaced.old.len().max(replaced.new) <= most, "{replaced:?}");
            assert_eq!(text(&source), expected);
            assert_eq!(source.count() as usize, source.lines().count());
            assert_eq!(numbers.iter().count(), source.chunks().count());
            for (start, chunk) in source.chunks() {
                let first = source.lines_from(start).next();
                assert_eq!(first.map(|(number, _)| number), Some(start));
                assert!((1..=CHUNK_LINES_MAX).contains(&chunk.lines().len()));
            }
        }
    }
}
