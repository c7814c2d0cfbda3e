//! A text as a row of functions, each of which is read alone.
//!
//! A [`Piece`] begins with the word `func` and ends before the next `func`; the first one has no function if there is text in
//! front of the first function. An edit reads the functions that it touches and their neighbours.

mod split;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use mnc2_text::interface::IsCancelled;
use mnc2_text::{Place, Position, message};

use crate::code::Code;
use crate::evidence::Evidence;
use crate::ir::{ByteRange, Function};
use crate::issue::Issue;
use crate::lex::{self, TokenKind};
use crate::version::Version;
use crate::{check, parse};
use split::split;

/// A part of a text with one function.
#[derive(Debug)]
pub struct Piece {
    text: String,
    /// The version that it is read in.
    version: Version,
    /// The definitions of the preprocessor before it, as the text has them.
    definitions: Arc<str>,
    /// The bytes at which lines begin, the first being 0.
    lines: Vec<u32>,
    evidence: OnceLock<Evidence>,
    analysis: OnceLock<Analysis>,
}

/// The result of reading a [`Piece`].
#[derive(Debug)]
pub struct Analysis {
    /// Its function; `None` in front of the first one.
    pub function: Option<Function>,
    /// What is wrong with it.
    pub issues: Vec<Issue>,
}

/// A text. Copies share the functions.
#[derive(Clone, Debug)]
pub struct Source {
    pieces: Vec<Arc<Piece>>,
    version: Version,
    /// The version that was chosen; without it, the text determines the version.
    chosen: Option<Version>,
}

/// Where a [`Piece`] begins in the whole text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The offset in bytes.
    pub byte: usize,
    /// The line, and the bytes before it in that line.
    pub position: Position,
}

impl Piece {
    fn new(text: &str, version: Version, definitions: &Arc<str>) -> Arc<Self> {
        let mut lines = vec![0];
        let mut at = 0;
        for line in mnc2_text::line::lines_with_ends(text) {
            at += line.len();
            if mnc2_text::line::without_end(line).len() < line.len() {
                lines.push(at as u32);
            }
        }
        Arc::new(Self {
            text: text.to_owned(),
            version,
            definitions: Arc::clone(definitions),
            lines,
            evidence: OnceLock::new(),
            analysis: OnceLock::new(),
        })
    }

    /// The text from `func` to the next function.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a place.
    #[must_use]
    pub fn part(&self, range: &ByteRange) -> &str {
        self.text
            .get(range.start as usize..range.end as usize)
            .unwrap_or_default()
    }

    /// The result of reading it; computed at the first use.
    #[must_use]
    pub fn analysis(&self) -> &Analysis {
        self.analysis.get_or_init(|| {
            if !self.text.starts_with("func") {
                return Analysis {
                    function: None,
                    issues: self.stray(),
                };
            }
            let (function, mut issues) =
                parse::function(&self.text, self.version, &self.definitions);
            issues.append(&mut check::check(&function));
            issues.sort_by_key(|issue| (issue.range.start, issue.range.end));
            Analysis {
                function: Some(function),
                issues,
            }
        })
    }

    /// Its function, if it has one.
    #[must_use]
    pub fn function(&self) -> Option<&Function> {
        self.analysis().function.as_ref()
    }

    /// The version that it is read in.
    #[must_use]
    pub const fn version(&self) -> Version {
        self.version
    }

    /// What tells in which version it is written.
    fn evidence(&self) -> Evidence {
        *self.evidence.get_or_init(|| Evidence::new(&self.text))
    }

    /// The definitions that it adds for the functions after it, as the text has them.
    fn own_definitions(&self) -> &str {
        if !(self.version.is_04() && self.text.contains('$')) {
            return "";
        }
        let tokens = lex::tokens(&self.text, self.version);
        let mut depth = 0_u32;
        for (index, token) in tokens.iter().enumerate() {
            match self.part(&token.range) {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                _ if depth == 0 && token.kind == TokenKind::Definition => {
                    let next = tokens.get(index + 1);
                    if next.is_some_and(|next| self.part(&next.range) == "=") {
                        return &self.text[token.range.start as usize..];
                    }
                }
                _ => {}
            }
        }
        ""
    }

    /// Whether it has an error.
    fn has_error(&self) -> bool {
        self.analysis().issues.iter().any(Issue::is_error)
    }

    /// What is in front of the first function.
    fn stray(&self) -> Vec<Issue> {
        if !self.own_definitions().is_empty() {
            return parse::definitions(&self.text, self.version);
        }
        let first = lex::tokens(&self.text, self.version)
            .into_iter()
            .find(|token| token.kind != TokenKind::Comment);
        let issue = first.map(|token| {
            let found = self.part(&token.range).to_owned();
            Issue::new(
                Code::Syntax,
                token.range,
                message!("a function is expected, not `{found}`", found),
            )
        });
        issue.into_iter().collect()
    }

    /// The place of bytes relative to the start: the bytes in their first line.
    fn place(&self, range: &ByteRange) -> Place {
        let line = self
            .lines
            .partition_point(|&start| start <= range.start)
            .saturating_sub(1);
        let start = self.lines[line];
        let end = self
            .lines
            .get(line + 1)
            .map_or(self.text.len(), |&next| next as usize);
        let content = mnc2_text::line::without_end(&self.text[start as usize..end]).len() as u32;
        let first = (range.start - start).min(content);
        let last = (range.end.max(range.start) - start).min(content);
        Place {
            line: line as u32,
            range: first..last.max(first),
        }
    }

    /// The bytes in some lines of the whole text, given where this part of it begins.
    pub(crate) fn bytes_of(&self, start: Start, lines: &Range<u32>) -> ByteRange {
        let byte = |line: u32| {
            let own = line.saturating_sub(start.position.line) as usize;
            let end = self.text.len() as u32;
            self.lines.get(own).copied().unwrap_or(end)
        };
        byte(lines.start)..byte(lines.end)
    }

    /// How many line ends it has.
    fn line_ends(&self) -> u32 {
        self.lines.len() as u32 - 1
    }
}

impl Start {
    /// The place in the whole text.
    #[must_use]
    pub fn place(self, piece: &Piece, range: &ByteRange) -> Place {
        let place = piece.place(range);
        let before = if place.line == 0 {
            self.position.byte
        } else {
            0
        };
        Place {
            line: self.position.line + place.line,
            range: place.range.start + before..place.range.end + before,
        }
    }

    /// The start of the text after a [`Piece`] that begins here.
    fn after(self, piece: &Piece) -> Self {
        let last = piece.lines[piece.lines.len() - 1];
        let before = if piece.line_ends() == 0 {
            self.position.byte
        } else {
            0
        };
        Self {
            byte: self.byte + piece.text.len(),
            position: Position {
                line: self.position.line + piece.line_ends(),
                byte: before + piece.text.len() as u32 - last,
            },
        }
    }
}

impl Source {
    /// A source with this text, split for edits. Without a version, the text determines it.
    #[must_use]
    pub fn new(text: &str, chosen: Option<Version>) -> Self {
        let version = chosen.or_else(|| Evidence::new(text).version());
        let version = version.unwrap_or_default();
        let mut source = Self {
            pieces: split(text, version),
            version,
            chosen,
        };
        source.settle();
        source
    }

    /// The version that the text is read in.
    #[must_use]
    pub const fn version(&self) -> Version {
        self.version
    }

    /// Whether the text alone determines the version.
    #[must_use]
    pub const fn is_recognised(&self) -> bool {
        self.chosen.is_none()
    }

    /// The same text in a version.
    #[must_use]
    pub fn in_version(&self, version: Version) -> Self {
        let mut source = self.clone();
        source.chosen = Some(version);
        source.settle();
        source
    }

    /// Determines the version, and gives the functions the definitions before them.
    fn settle(&mut self) {
        let version = self.chosen.unwrap_or_else(|| self.recognised());
        self.version = version;
        let is_read = |piece: &Piece| piece.version == version && piece.definitions.is_empty();
        let has_definitions =
            version.is_04() && self.pieces.iter().any(|piece| piece.text.contains('$'));
        if !has_definitions && self.pieces.iter().all(|piece| is_read(piece)) {
            return;
        }
        let mut before: Arc<str> = Arc::from("");
        for piece in &mut self.pieces {
            if piece.version != version || piece.definitions != before {
                *piece = Piece::new(&piece.text, version, &before);
            }
            let own = piece.own_definitions();
            if !own.is_empty() {
                before = format!("{before}{own}\n").into();
            }
        }
    }

    /// The version that the words of the text belong to; if they do not tell, the version in which it has no errors.
    fn recognised(&self) -> Version {
        let pieces = || self.pieces.iter();
        let evidence = pieces().fold(Evidence::default(), |sum, it| sum + it.evidence());
        evidence.version().unwrap_or_else(|| {
            let has_error = |version: Version| {
                let source = self.in_version(version);
                source.pieces.iter().any(|piece| piece.has_error())
            };
            let [older, newer] = Version::ALL;
            if has_error(older) && !has_error(newer) {
                newer
            } else {
                older
            }
        })
    }

    /// The functions, in the order of the text.
    #[must_use]
    pub fn pieces(&self) -> &[Arc<Piece>] {
        &self.pieces
    }

    /// The functions with the places where they begin.
    pub fn placed(&self) -> impl Iterator<Item = (Start, &Arc<Piece>)> {
        let mut next = Start::default();
        self.pieces.iter().map(move |piece| {
            let start = next;
            next = start.after(piece);
            (start, piece)
        })
    }

    /// Those that have some of the lines, as long as they are wanted.
    pub fn placed_in<'a>(
        &'a self,
        lines: Range<u32>,
        is_cancelled: IsCancelled<'a>,
    ) -> impl Iterator<Item = (Start, &'a Arc<Piece>)> {
        let is_before_end =
            move |(start, _): &(Start, _)| !is_cancelled() && start.position.line < lines.end;
        let mut placed = self.placed().take_while(is_before_end).peekable();
        std::iter::from_fn(move || {
            loop {
                let found = placed.next()?;
                let next = placed.peek().map(|(start, _)| start.position.line);
                if next.is_none_or(|next| next >= lines.start) {
                    return Some(found);
                }
            }
        })
    }

    /// The text as one string.
    #[must_use]
    pub fn text(&self) -> String {
        self.pieces
            .iter()
            .map(|piece| piece.text.as_str())
            .collect()
    }

    /// The text of a line, with its end.
    #[must_use]
    pub fn line(&self, line: u32) -> String {
        let parts = self.placed().filter_map(|(start, piece)| {
            let own = line.checked_sub(start.position.line)? as usize;
            let begin = *piece.lines.get(own)?;
            let end = piece.lines.get(own + 1).copied();
            Some(piece.part(&(begin..end.unwrap_or(piece.text.len() as u32))))
        });
        parts.collect()
    }

    /// The [`Piece`] at a place, and the byte in it. At the boundary of two, it is the second.
    #[must_use]
    pub fn at(&self, at: Position) -> Option<(Start, &Arc<Piece>, u32)> {
        let found = self
            .placed()
            .take_while(|(start, _)| start.position <= at)
            .last();
        let (start, piece) = found?;
        let line = (at.line - start.position.line) as usize;
        let begin = *piece.lines.get(line)?;
        let before = if line == 0 { start.position.byte } else { 0 };
        let byte = begin + (at.byte - before);
        (byte as usize <= piece.text.len()).then_some((start, piece, byte))
    }

    /// Replaces bytes of the whole text.
    pub fn edit(&mut self, range: Range<usize>, by: &str) {
        let mut ends = Vec::with_capacity(self.pieces.len());
        let mut end = 0;
        for piece in &self.pieces {
            end += piece.text.len();
            ends.push(end);
        }
        // The function before may lose its end, or gain the text after it.
        let first = ends
            .partition_point(|&end| end < range.start)
            .saturating_sub(1);
        let mut last = ends
            .partition_point(|&end| end < range.end)
            .min(self.pieces.len().saturating_sub(1));
        // Comments and quotes end with their line, so a function that begins in a later line is not affected.
        while last + 1 < self.pieces.len()
            && !self.pieces[last].text[self.inside(&ends, last, range.end)..].contains('\n')
        {
            last += 1;
        }
        let start = first.checked_sub(1).map_or(0, |before| ends[before]);
        let mut text: String = self.pieces[first..=last]
            .iter()
            .map(|piece| piece.text.as_str())
            .collect();
        text.replace_range(range.start - start..range.end - start, by);
        let followed = last + 1 < self.pieces.len();
        let mut new = split(&text, self.version);
        if followed && new.len() == 1 && new[0].text.is_empty() {
            new.clear();
        }
        self.pieces.splice(first..=last, new);
        self.settle();
    }

    /// The byte of an edit within a [`Piece`]; its start if the edit ends before it.
    fn inside(&self, ends: &[usize], index: usize, at: usize) -> usize {
        let start = ends[index] - self.pieces[index].text.len();
        at.saturating_sub(start).min(self.pieces[index].text.len())
    }
}

#[cfg(test)]
mod tests;
