//! Regions of Python: strings that are arguments of the package `mnc2`, strings after a comment that names a language, and cells
//! that begin with `%%vsm`.

use std::ops::Range;

use mnc2_text::line;

use super::effort::look_at;
use super::literal::{Literal, Syntax};
use super::region::{Certainty, Draft, Quoting};
use super::{has_any, language_named, names};
use crate::session::DocumentLanguage;

/// The functions of the package that take the text of a program, by module.
const CALLS: [(&str, &[&str], &str); 2] = [
    (
        "mnc2.",
        &[
            "Program",
            "check",
            "check_many",
            "compare",
            "equal",
            "expand",
            "judge",
            "run",
            "schedule",
        ],
        "mnc2",
    ),
    (
        "mnc2.tinytc.",
        &["canonical", "check", "format", "run"],
        "tinytc",
    ),
];

/// What begins a cell in MN-Core 2 assembly.
const MAGIC: &str = "%%vsm";

/// What begins the next cell where all cells are in one file.
const CELL: &str = "# %%";

/// Finds the regions of a text.
pub(super) fn find(text: &str, found: &mut Vec<Draft>) {
    if !has_any(text, names()) {
        return;
    }
    let blanks = text.len() - text.trim_start().len();
    if let Some(length) = magic(&text[blanks..]) {
        let mut draft = Draft::new(DocumentLanguage::Mnc2, Quoting::Verbatim);
        draft.push(text, blanks + length..text.len());
        found.push(draft);
        return;
    }
    let mut lexer = Lexer {
        text,
        at: 0,
        brackets: Vec::new(),
        is_first: false,
        marked: None,
        has_code: false,
    };
    while lexer.at < text.len() {
        lexer.token(found);
    }
}

/// The length of a line that begins a cell, with its end.
fn magic(text: &str) -> Option<usize> {
    let rest = text.strip_prefix(MAGIC)?;
    let is_whole = rest.starts_with(char::is_whitespace) || rest.is_empty();
    is_whole.then(|| line::lines_with_ends(text).next().map_or(0, str::len))
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// The open brackets: the language of the arguments of a call of the package.
    brackets: Vec<Option<DocumentLanguage>>,
    /// Whether an argument begins here.
    is_first: bool,
    /// The language that a comment names for the next string.
    marked: Option<DocumentLanguage>,
    /// Whether there is code since the start of the statement.
    has_code: bool,
}

/// The prefix of a string.
struct Prefix {
    length: usize,
    is_raw: bool,
    is_format: bool,
    is_bytes: bool,
}

impl Lexer<'_> {
    fn rest(&self) -> &[u8] {
        &self.text.as_bytes()[self.at..]
    }

    fn token(&mut self, found: &mut Vec<Draft>) {
        look_at(1);
        if let Some(prefix) = self.prefix() {
            self.strings(&prefix, found);
            return;
        }
        let byte = self.rest()[0];
        match byte {
            b'#' => self.comment(found),
            b'\n' | b'\r' => {
                self.at += 1;
                if self.brackets.is_empty() && self.has_code {
                    (self.marked, self.has_code) = (None, false);
                }
            }
            b' ' | b'\t' | b'\x0c' => self.at += 1,
            b'\\' => {
                self.at += match self.rest() {
                    [_, b'\r', b'\n', ..] => 3,
                    [_, b'\n' | b'\r', ..] => 2,
                    _ => 1,
                }
            }
            _ if is_of_word(byte) => self.words(),
            _ => {
                self.at += 1;
                self.has_code = true;
                self.is_first = byte == b',';
                if matches!(byte, b'(' | b'[' | b'{') {
                    self.brackets.push(None);
                } else if matches!(byte, b')' | b']' | b'}') {
                    self.brackets.pop();
                }
            }
        }
    }

    /// A name with its dots; the bracket of a call of the package is passed, too.
    fn words(&mut self) {
        let start = self.at;
        let length = self
            .rest()
            .iter()
            .position(|it| !is_of_word(*it) && *it != b'.');
        self.at += length.unwrap_or(self.rest().len());
        let name = &self.text[start..self.at];
        let is_alone = !self.text[..start].ends_with(['.', ')', ']']);
        (self.has_code, self.is_first) = (true, false);
        if self.rest().first() == Some(&b'(') {
            self.at += 1;
            let called = CALLS.iter().find_map(|(module, names, language)| {
                let name = name.strip_prefix(module)?;
                let is_named = is_alone && names.contains(&name);
                language_named(language).filter(|_| is_named)
            });
            self.brackets.push(called);
            self.is_first = true;
        }
    }

    /// A comment: it can name a language, or begin a cell.
    fn comment(&mut self, found: &mut Vec<Draft>) {
        let line = line::lines(&self.text[self.at..])
            .next()
            .unwrap_or_default();
        let start = self.at;
        self.at += line.len();
        if let Some(language) = language_named(line.trim_start_matches('#').trim()) {
            self.marked = Some(language);
        }
        let is_at_start =
            self.text[..start].is_empty() || self.text[..start].ends_with(['\n', '\r']);
        if is_at_start
            && line
                .strip_prefix("# ")
                .is_some_and(|it| magic(it).is_some())
        {
            self.cell(found);
        }
    }

    /// A cell whose lines are comments.
    fn cell(&mut self, found: &mut Vec<Draft>) {
        const PREFIX: &str = "# ";
        let mut draft = Draft::new(DocumentLanguage::Mnc2, Quoting::Verbatim);
        draft.set_prefix(PREFIX);
        let mut lines = line::lines_with_ends(&self.text[self.at..]);
        let mut at = self.at + lines.next().map_or(0, str::len);
        for line in lines {
            if !line.starts_with('#') || line.starts_with(CELL) {
                break;
            }
            let skipped = if line.starts_with(PREFIX) {
                PREFIX.len()
            } else {
                1
            };
            draft.push(self.text, at + skipped..at + line.len());
            at += line.len();
        }
        if at > self.at && !draft.text().is_empty() {
            self.at = at;
            found.push(draft);
        }
    }

    /// The prefix of a string that begins here.
    fn prefix(&self) -> Option<Prefix> {
        /// Letters of a prefix.
        const LETTERS_MAX: usize = 2;

        let mut rest = self.rest().iter().take(LETTERS_MAX + 1);
        let length = rest.position(|it| matches!(it, b'"' | b'\''))?;
        let letters = self.rest()[..length].to_ascii_lowercase();
        let is_known = letters.iter().all(|it| b"rbuft".contains(it));
        let has = |letter: u8| letters.contains(&letter);
        is_known.then(|| Prefix {
            length,
            is_raw: has(b'r'),
            is_format: has(b'f') || has(b't'),
            is_bytes: has(b'b'),
        })
    }

    /// A string with those after it, which Python joins: a region if it is one.
    fn strings(&mut self, first: &Prefix, found: &mut Vec<Draft>) {
        let argument = self.brackets.last().copied().flatten();
        let argument = argument.filter(|_| self.is_first);
        let language = self.marked.or(argument);
        let mut is_bytes = first.is_bytes;
        let mut draft = language.map(|it| Draft::new(it, Quoting::Verbatim));
        let mut literal = self.string(first);
        let is_multiline = literal.is_multiline;
        loop {
            if let Some(draft) = &mut draft {
                literal.add(self.text, draft);
            }
            self.skip_blanks();
            let Some(next) = self.prefix().filter(|_| self.at < self.text.len()) else {
                break;
            };
            is_bytes |= next.is_bytes;
            literal = self.string(&next);
        }
        (self.has_code, self.is_first) = (true, false);
        let Some(mut draft) = draft.filter(|_| !is_bytes) else {
            return;
        };
        let is_argument = self.marked.is_none();
        self.marked = None;
        match self.rest().first() {
            // What the program is in the end is not known.
            Some(b'%' | b'.' | b'+' | b'*' | b'[') => return,
            Some(_) => {}
            None if !is_argument => {}
            None => draft.lower(Certainty::Unfinished),
        }
        // A string of one line is the name of a file.
        if !is_argument || is_multiline || draft.text().contains('\n') {
            found.push(draft);
        }
    }

    /// Goes over what may be between strings that are joined.
    fn skip_blanks(&mut self) {
        loop {
            let is_within = !self.brackets.is_empty();
            match self.rest() {
                [b' ' | b'\t', ..] => self.at += 1,
                [b'\\', b'\r', b'\n', ..] => self.at += 3,
                [b'\\', b'\n' | b'\r', ..] => self.at += 2,
                [b'\n' | b'\r', ..] if is_within => self.at += 1,
                [b'#', ..] if is_within => {
                    let line = line::lines(&self.text[self.at..]).next();
                    self.at += line.map_or(1, str::len);
                }
                _ => return,
            }
        }
    }

    /// A string after its prefix.
    fn string(&mut self, prefix: &Prefix) -> Literal {
        self.at += prefix.length;
        let quote = self.rest()[0];
        let is_multiline = self.rest().starts_with(&[quote; 3]);
        let quotes = if is_multiline { 3 } else { 1 };
        self.at += quotes;
        let content = self.content(quote, is_multiline);
        let is_closed = self.rest().starts_with(&vec![quote; quotes]);
        self.at += if is_closed { quotes } else { 0 };
        Literal {
            content,
            syntax: Syntax {
                has_escapes: !prefix.is_raw,
                keeps_unknown: true,
                has_fields: prefix.is_format,
                has_operands: false,
            },
            is_multiline,
            is_closed,
        }
    }

    fn content(&mut self, quote: u8, is_multiline: bool) -> Range<usize> {
        let start = self.at;
        let end = [quote; 3];
        loop {
            match self.rest() {
                [b'\\', b'\r', b'\n', ..] => self.at += 3,
                [b'\\', _, ..] => self.at += 2,
                [] => break,
                [b'\n' | b'\r', ..] if !is_multiline => break,
                rest if is_multiline && rest.starts_with(&end) => break,
                [byte, ..] if !is_multiline && *byte == quote => break,
                _ => self.at += 1,
            }
        }
        look_at(self.at - start);
        start..self.at
    }
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}
