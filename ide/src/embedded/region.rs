//! A region of a host: its text, and where each byte of it is in the host.
//!
//! A region consists of pieces. Most are exact: the bytes of the host. The others are one character of the text, or a
//! placeholder, for an escape sequence or a hole of the host.

use std::ops::Range;

use mnc2_text::LanguageChoice;

use crate::session::DocumentLanguage;

/// How far the text of a region is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// It is a whole program.
    Program,
    /// It is a part of a program: only what is wrong with a line alone is certain.
    Fragment,
    /// It has no end yet, or parts of it are left out: nothing about it is certain.
    Unfinished,
}

/// How a region is written in its host, which decides what an edit may insert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quoting {
    /// As it is; the prefix of its lines is empty, or no edit has a line end.
    Verbatim,
    /// As it is, but backslashes, quotes and braces may have a meaning.
    Quoted,
    /// The same within a single line.
    QuotedLine,
    /// The host shows something else that the program is: nothing is edited, and what is shown for a part of the program is
    /// explained as that part.
    Shown,
}

/// A part of the text, and what it is in the host.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    text: Range<usize>,
    host: Range<usize>,
    is_exact: bool,
}

/// A program within a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The language of the program.
    pub language: DocumentLanguage,
    /// The language with its options.
    pub choice: LanguageChoice,
    /// The program, with an empty line for each line of the host before it, so that sentences count the lines of the host.
    pub text: String,
    /// How far it is known.
    pub certainty: Certainty,
    pieces: Vec<Piece>,
    /// The placeholders in the text.
    holes: Vec<Range<usize>>,
    quoting: Quoting,
    /// The beginning of each line in the host that is not in the text.
    prefix: String,
}

/// A region that is being found.
#[derive(Debug)]
pub(super) struct Draft(Region);

impl Draft {
    /// A region without text.
    pub(super) fn new(language: DocumentLanguage, quoting: Quoting) -> Self {
        Self(Region {
            language,
            choice: LanguageChoice::parse(language.id()),
            text: String::new(),
            certainty: Certainty::Program,
            pieces: Vec::new(),
            holes: Vec::new(),
            quoting,
            prefix: String::new(),
        })
    }

    pub(super) fn text(&self) -> &str {
        &self.0.text
    }

    /// Where it begins in the host.
    pub(super) fn start(&self) -> usize {
        self.0.pieces.first().map_or(0, |first| first.host.start)
    }

    /// Whether it has no piece of the host.
    pub(super) fn is_empty(&self) -> bool {
        self.0.pieces.is_empty()
    }

    /// The beginning of each line that is not in the text.
    pub(super) fn set_prefix(&mut self, prefix: &str) {
        prefix.clone_into(&mut self.0.prefix);
    }

    /// Lowers the certainty.
    pub(super) fn lower(&mut self, certainty: Certainty) {
        if self.0.certainty != Certainty::Unfinished {
            self.0.certainty = certainty;
        }
    }

    /// States the language with its options.
    pub(super) fn choose(&mut self, choice: LanguageChoice) {
        self.0.choice = choice;
    }

    /// Allows less in edits.
    pub(super) fn restrict(&mut self, quoting: Quoting) {
        if self.0.quoting != Quoting::QuotedLine {
            self.0.quoting = quoting;
        }
    }

    /// Adds a part of the host as it is.
    pub(super) fn push(&mut self, host: &str, range: Range<usize>) {
        let start = self.0.text.len();
        self.0.text.push_str(&host[range.clone()]);
        let text = start..self.0.text.len();
        match self.0.pieces.last_mut() {
            Some(last) if last.is_exact && last.host.end == range.start => {
                last.host.end = range.end;
                last.text.end = text.end;
            }
            _ => self.add(text, range, true),
        }
    }

    /// Adds a text for something else in the host.
    pub(super) fn replace(&mut self, range: Range<usize>, text: &str) {
        let start = self.0.text.len();
        self.0.text.push_str(text);
        self.add(start..self.0.text.len(), range, false);
    }

    /// Adds a placeholder for what the host fills in.
    pub(super) fn hole(&mut self, range: Range<usize>) {
        let start = self.0.text.len();
        // A number can be a part of an operand or all of it; a name of another file hides an operand of assembly.
        self.replace(
            range,
            match self.0.language {
                DocumentLanguage::Mnc2 => "0",
                DocumentLanguage::Listed(_) => "hole",
            },
        );
        self.0.holes.push(start..self.0.text.len());
    }

    fn add(&mut self, text: Range<usize>, host: Range<usize>, is_exact: bool) {
        self.0.pieces.push(Piece {
            text,
            host,
            is_exact,
        });
    }

    /// The region, with empty lines before its text.
    pub(super) fn finish(self, padding: &str) -> Region {
        let Self(mut region) = self;
        if region.choice.options.is_empty() {
            region.choice = super::choice(region.language, &region.text);
        }
        region.text.insert_str(0, padding);
        let shift = |range: &mut Range<usize>| {
            *range = range.start + padding.len()..range.end + padding.len();
        };
        region.pieces.iter_mut().for_each(|it| shift(&mut it.text));
        region.holes.iter_mut().for_each(shift);
        region
    }
}

impl Region {
    /// The bytes of the host from its first to its last.
    #[must_use]
    pub fn host_range(&self) -> Range<usize> {
        let start = self.pieces.first().map_or(0, |first| first.host.start);
        start..self.pieces.last().map_or(start, |last| last.host.end)
    }

    /// The bytes of the text that are in the host: all but the empty lines before it.
    #[must_use]
    pub fn text_range(&self) -> Range<usize> {
        let start = self.pieces.first().map_or(0, |first| first.text.start);
        start..self.text.len()
    }

    /// The placeholders in the text.
    #[must_use]
    pub fn holes(&self) -> &[Range<usize>] {
        &self.holes
    }

    /// Where a byte of the text is in the host; the empty lines before it are where it begins.
    #[must_use]
    pub fn to_host(&self, byte: usize) -> usize {
        let after = self.pieces.partition_point(|it| it.text.start <= byte);
        let piece = after.checked_sub(1).map(|index| &self.pieces[index]);
        piece.map_or(self.host_range().start, |piece| piece.to_host(byte, false))
    }

    /// The range of the host for a range of the text: an empty one for an empty one.
    #[must_use]
    pub fn range_to_host(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.to_host(range.start);
        if range.is_empty() {
            return start..start;
        }
        let index = self.pieces.partition_point(|it| it.text.end < range.end);
        let end = self.pieces.get(index);
        let end = end.map_or(start, |piece| piece.to_host(range.end, true));
        start..end.max(start)
    }

    /// Where a byte of the host is in the text; `None` outside of it, and within an escape sequence or a hole.
    #[must_use]
    pub fn from_host(&self, byte: usize) -> Option<usize> {
        let after = self.pieces.partition_point(|it| it.host.start <= byte);
        let piece = &self.pieces[after.checked_sub(1)?];
        let is_last = after == self.pieces.len();
        let ends_line = piece.is_exact && self.text[piece.text.clone()].ends_with(['\n', '\r']);
        match byte {
            // What begins the next line of the host is not in the text.
            _ if byte == piece.host.end && ends_line && !is_last => None,
            _ if byte == piece.host.end => Some(piece.text.end),
            _ if byte > piece.host.end => None,
            _ if self.quoting == Quoting::Shown && !piece.is_exact => {
                let shown = &self.text[piece.text.clone()];
                Some(piece.text.end - shown.trim_start().len())
            }
            _ if piece.is_exact || byte == piece.host.start => {
                Some(piece.text.start + (byte - piece.host.start))
            }
            _ => None,
        }
    }

    /// The range of the host for a range of the text that is in it as it is.
    #[must_use]
    pub fn exact_to_host(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let mut exact = self.pieces.iter().filter(|it| it.is_exact);
        let contains = |it: &&Piece| it.text.start <= range.start && range.end <= it.text.end;
        let piece = exact.find(contains)?;
        let at = |byte: usize| piece.host.start + (byte - piece.text.start);
        Some(at(range.start)..at(range.end))
    }

    /// The range of the text for a range of the host, without what is outside; `None` if nothing is inside.
    #[must_use]
    pub fn range_from_host(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let own = self.host_range();
        if range.end < own.start || range.start > own.end {
            return None;
        }
        let start = self.nearest(range.start.max(own.start));
        let end = self.nearest(range.end.min(own.end));
        Some(start..end.max(start))
    }

    /// The byte of the text at or before a byte of the host.
    fn nearest(&self, byte: usize) -> usize {
        self.from_host(byte).unwrap_or_else(|| {
            let after = self.pieces.partition_point(|it| it.host.start <= byte);
            let piece = &self.pieces[after.saturating_sub(1)];
            if byte >= piece.host.end {
                piece.text.end
            } else {
                piece.text.start
            }
        })
    }

    /// An edit of the text as an edit of the host: the replaced range, and the new text. `None` where it would change an escape
    /// sequence, a hole or what surrounds the region, or insert what the host reads otherwise.
    #[must_use]
    pub fn edit_to_host(&self, range: &Range<usize>, by: &str) -> Option<(Range<usize>, String)> {
        let own = self.exact_to_host(range)?;
        let is_line_break = |it: char| matches!(it, '\n' | '\r');
        let is_allowed = match self.quoting {
            Quoting::Verbatim => self.prefix.is_empty() || !by.contains(is_line_break),
            Quoting::Quoted => !by.contains(SPECIAL),
            Quoting::QuotedLine => !by.contains(SPECIAL) && !by.contains(is_line_break),
            Quoting::Shown => false,
        };
        is_allowed.then(|| (own, by.to_owned()))
    }
}

/// What may have a meaning of its own in a literal.
const SPECIAL: [char; 6] = ['\\', '"', '\'', '%', '{', '}'];

impl Piece {
    fn to_host(&self, byte: usize, is_end: bool) -> usize {
        let byte = byte.clamp(self.text.start, self.text.end);
        match self.is_exact {
            true => self.host.start + (byte - self.text.start),
            false if byte == self.text.start && !(is_end && self.text.is_empty()) => {
                self.host.start
            }
            false if is_end || byte == self.text.end => self.host.end,
            false => self.host.start,
        }
    }
}
