//! Regions of C and C++: raw strings with the tag of a language, strings after a comment that names one, and `asm` with
//! instructions that only one language has.

use std::ops::Range;

use super::effort::look_at;
use super::literal::{Literal, Syntax};
use super::region::{Certainty, Draft, Quoting};
use super::{has_any, language_named, language_of_asm, language_tagged, names};
use crate::session::DocumentLanguage;

/// Finds the regions of a text.
pub(super) fn find(text: &str, found: &mut Vec<Draft>) {
    if !has_any(text, names().chain(["asm"])) {
        return;
    }
    let mut lexer = Lexer { text, at: 0 };
    // The language that the comment before the next token names.
    let mut marked = None;
    while let Some(token) = lexer.next() {
        match token {
            Token::Comment(content) => {
                marked = language_named(text[content].trim());
                continue;
            }
            Token::Literal(literal, tag) => {
                let tagged = tag.and_then(|tag| language_tagged(&text[tag]));
                if let Some(language) = marked.or(tagged) {
                    found.push(lexer.strings(literal, language));
                }
            }
            Token::Asm => found.extend(lexer.asm()),
            Token::Word(_) | Token::Other => {}
        }
        marked = None;
    }
}

/// A token, as far as it matters.
enum Token {
    /// The content of a comment.
    Comment(Range<usize>),
    /// A string, with the tag of a raw one.
    Literal(Literal, Option<Range<usize>>),
    Asm,
    Word(Range<usize>),
    Other,
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

/// A part of the text of an `asm`.
enum Part {
    Literal(Literal),
    /// A macro.
    Macro(Range<usize>),
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// Goes over blanks, and over line ends that are escaped.
    fn skip_blanks(&mut self) {
        loop {
            match self.rest() {
                [b'\\', b'\r', b'\n', ..] => self.at += 3,
                [b'\\', b'\n' | b'\r', ..] => self.at += 2,
                [byte, ..] if byte.is_ascii_whitespace() => self.at += 1,
                _ => return,
            }
        }
    }

    /// The next token that is not a comment.
    fn next_code(&mut self) -> Option<Token> {
        loop {
            match self.next()? {
                Token::Comment(_) => {}
                token => return Some(token),
            }
        }
    }

    fn next(&mut self) -> Option<Token> {
        let before = self.at;
        self.skip_blanks();
        look_at(self.at - before + 1);
        let start = self.at;
        Some(match self.rest() {
            [] => return None,
            [b'/', b'/', ..] => Token::Comment(self.until(2, b"\n", 0)),
            [b'/', b'*', ..] => Token::Comment(self.until(2, b"*/", 2)),
            [b'"', ..] => Token::Literal(self.string(b'"'), None),
            [b'\'', ..] => {
                self.string(b'\'');
                Token::Other
            }
            [byte, ..] if byte.is_ascii_digit() => {
                self.number();
                Token::Other
            }
            [byte, ..] if is_of_word(*byte) => {
                let length = self.rest().iter().position(|byte| !is_of_word(*byte));
                self.at += length.unwrap_or(self.rest().len());
                self.word(start..self.at)
            }
            _ => {
                self.at += 1;
                Token::Other
            }
        })
    }

    /// From a number of bytes on up to an end, which is passed with a number of bytes.
    fn until(&mut self, skipped: usize, end: &[u8], passed: usize) -> Range<usize> {
        let start = self.at + skipped;
        let found = memchr::memmem::find(&self.text.as_bytes()[start..], end);
        let end = found.map_or(self.text.len(), |found| start + found);
        self.at = (end + passed).min(self.text.len());
        look_at(self.at - start.min(self.at));
        start..end
    }

    /// What a word is: a string may follow its prefix.
    fn word(&mut self, word: Range<usize>) -> Token {
        let is_string = self.rest().first() == Some(&b'"');
        match &self.text[word.clone()] {
            "R" | "LR" | "uR" | "UR" | "u8R" if is_string => self.raw(),
            "L" | "u" | "U" | "u8" if is_string => Token::Literal(self.string(b'"'), None),
            "asm" | "__asm__" | "__asm" => Token::Asm,
            _ => Token::Word(word),
        }
    }

    /// A number, which can have `'` between its digits.
    fn number(&mut self) {
        loop {
            match self.rest() {
                [b'\'', next, ..] if next.is_ascii_alphanumeric() => self.at += 2,
                [byte, ..] if is_of_word(*byte) || *byte == b'.' => self.at += 1,
                _ => return,
            }
        }
    }

    /// A string or a character up to its quote, or to the end of the line.
    fn string(&mut self, quote: u8) -> Literal {
        self.at += 1;
        let start = self.at;
        let mut is_closed = false;
        loop {
            match self.rest() {
                [b'\\', b'\r', b'\n', ..] => self.at += 3,
                [b'\\', _, ..] => self.at += 2,
                [] | [b'\n' | b'\r', ..] => break,
                [byte, ..] if *byte == quote => {
                    is_closed = true;
                    break;
                }
                _ => self.at += 1,
            }
        }
        let content = start..self.at;
        look_at(content.len());
        self.at += usize::from(is_closed);
        Literal {
            content,
            syntax: Syntax {
                has_escapes: true,
                ..Syntax::default()
            },
            is_multiline: false,
            is_closed,
        }
    }

    /// A raw string from its quote on.
    fn raw(&mut self) -> Token {
        /// Characters of a tag.
        const TAG_MAX: usize = 16;

        let start = self.at + 1;
        let bytes = self.text.as_bytes();
        let tag = bytes[start..]
            .iter()
            .take(TAG_MAX + 1)
            .position(|it| *it == b'(');
        let Some(length) = tag else {
            return Token::Literal(self.string(b'"'), None);
        };
        let tag = start..start + length;
        let end = [b")", &bytes[tag.clone()], b"\""].concat();
        let rest = tag.end + 1;
        let found = memchr::memmem::find(&bytes[rest..], &end);
        let content = rest..found.map_or(bytes.len(), |found| rest + found);
        look_at(content.len());
        self.at = (content.end + end.len()).min(bytes.len());
        let literal = Literal {
            content,
            syntax: Syntax::default(),
            is_multiline: true,
            is_closed: found.is_some(),
        };
        Token::Literal(literal, Some(tag))
    }

    /// A string and those after it, which the compiler joins.
    fn strings(&mut self, first: Literal, language: DocumentLanguage) -> Draft {
        let mut draft = Draft::new(language, Quoting::Verbatim);
        first.add(self.text, &mut draft);
        loop {
            let before = self.at;
            match self.next_code() {
                Some(Token::Literal(next, _)) => next.add(self.text, &mut draft),
                _ => {
                    self.at = before;
                    return draft;
                }
            }
        }
    }

    /// The text of an `asm`, if its instructions say which language it is.
    fn asm(&mut self) -> Option<Draft> {
        let (parts, has_operands, is_finished) = self.asm_parts()?;
        let has_literal = parts.iter().any(|it| matches!(it, Part::Literal(_)));
        let draft = |language| {
            let mut draft = Draft::new(language, Quoting::Verbatim);
            for part in &parts {
                match part {
                    Part::Macro(range) => draft.hole(range.clone()),
                    Part::Literal(literal) => {
                        let mut literal = literal.clone();
                        literal.syntax.has_operands = has_operands;
                        literal.add(self.text, &mut draft);
                    }
                }
            }
            draft.lower(Certainty::Fragment);
            if !is_finished {
                draft.lower(Certainty::Unfinished);
            }
            draft
        };
        // Which language it is does not matter for the mnemonics.
        let text = draft(DocumentLanguage::Mnc2);
        let language = language_of_asm(text.text())?;
        has_literal.then(|| draft(language))
    }

    /// The strings and macros of an `asm`, whether operands follow, and whether its end is there.
    fn asm_parts(&mut self) -> Option<(Vec<Part>, bool, bool)> {
        loop {
            match self.next_code()? {
                Token::Word(_) => {}
                Token::Other if self.text.as_bytes()[self.at - 1] == b'(' => break,
                _ => return None,
            }
        }
        let mut parts = Vec::new();
        loop {
            let before = self.at;
            match self.next_code() {
                Some(Token::Literal(literal, _)) => parts.push(Part::Literal(literal)),
                Some(Token::Word(word)) => {
                    let end = self.arguments(word.end);
                    parts.push(Part::Macro(word.start..end));
                }
                Some(Token::Other) => match self.text.as_bytes()[self.at - 1] {
                    b')' => return Some((parts, false, true)),
                    b':' => return Some((parts, true, true)),
                    _ => {
                        self.at = before.max(self.at);
                        return Some((parts, true, false));
                    }
                },
                _ => return Some((parts, true, false)),
            }
        }
    }

    /// Goes over the arguments of a macro, if it has some. The end of it.
    fn arguments(&mut self, end: usize) -> usize {
        self.at = end;
        if self.rest().first() != Some(&b'(') {
            return end;
        }
        let mut depth = 0_usize;
        while self.next_code().is_some() {
            match self.text.as_bytes()[self.at - 1] {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        self.at
    }
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || !byte.is_ascii()
}
