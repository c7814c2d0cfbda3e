//! The words around a cursor in a line, half typed or not: its expression, the words before it, its word.
//!
//! A half-typed statement has no tree, so this looks at what separates words: spaces, `;`, quotation marks and
//! brackets. It gives no word a meaning; that is the parser's task. Tests compare it with the parser on every complete
//! line.

use std::ops::Range;

use crate::Line;

/// A cursor in its line. Ranges are bytes of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The position of the cursor.
    pub at: usize,
    /// The number of its expression: how many `;` are before it.
    pub expression: usize,
    /// The expression, from the `;` before the cursor to the next one.
    pub range: Range<usize>,
    /// Words of the expression before the cursor's own.
    pub before: Vec<Range<usize>>,
    /// The word that contains the cursor or ends at it; empty if the cursor touches no word, or only the start of one.
    pub word: Range<usize>,
    /// The expressions before this one.
    pub earlier: Vec<Range<usize>>,
}

impl Cursor {
    /// The cursor at a byte of a line; `None` in a comment.
    #[must_use]
    pub fn new(line: &Line, text: &str, byte: usize) -> Option<Self> {
        let mut at = byte.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let end = match &line.comment {
            Some(comment) if at > comment.start as usize => return None,
            Some(comment) => comment.start as usize,
            None => text.len(),
        };
        let mut words = WordCollector::default();
        for (position, character) in text[..end].char_indices() {
            words.step(position, character, at);
        }
        Some(words.finish(end.max(at), at))
    }

    /// The part of the word before the cursor.
    #[must_use]
    pub fn typed<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.word.start..self.at).unwrap_or_default()
    }
}

/// Collects words up to the end of the cursor's expression.
#[derive(Default)]
struct WordCollector {
    earlier: Vec<Range<usize>>,
    start: usize,
    end: Option<usize>,
    words: Vec<Range<usize>>,
    word: Option<usize>,
    in_quotes: bool,
    in_brackets: bool,
}

impl WordCollector {
    fn step(&mut self, position: usize, character: char, at: usize) {
        if self.end.is_some() {
            return;
        }
        let separates = !self.in_quotes
            && (character == ';' || matches!(character, ' ' | '\t') && !self.in_brackets);
        if separates {
            self.close(position);
            if character == ';' {
                self.in_brackets = false;
                if position >= at {
                    self.end = Some(position);
                } else {
                    self.earlier.push(self.start..position);
                    self.start = position + 1;
                    self.words.clear();
                }
            }
            return;
        }
        match character {
            '"' => self.in_quotes = !self.in_quotes,
            '[' if !self.in_quotes => self.in_brackets = true,
            ']' if !self.in_quotes => self.in_brackets = false,
            _ => {}
        }
        self.word.get_or_insert(position);
    }

    fn close(&mut self, position: usize) {
        if let Some(start) = self.word.take() {
            self.words.push(start..position);
        }
    }

    fn finish(mut self, end: usize, at: usize) -> Cursor {
        let end = self.end.unwrap_or(end);
        self.close(end);
        let word = self
            .words
            .iter()
            .find(|word| word.start < at && at <= word.end)
            .cloned()
            .unwrap_or(at..at);
        self.words.retain(|other| other.end <= word.start);
        Cursor {
            at,
            expression: self.earlier.len(),
            range: self.start..end,
            before: self.words,
            word,
            earlier: self.earlier,
        }
    }
}
