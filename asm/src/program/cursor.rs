//! The words around a cursor in a line, half typed or not: its expression, the words before it, its word.
//!
//! A half-typed statement has no tree, so this looks at what separates words: spaces, `;`, quotation marks and
//! brackets. It gives no word a meaning; that is the parser's task. Tests compare it with the parser on every complete
//! line.

use std::ops::Range;

use crate::program::Line;

/// A cursor in its line. Ranges are bytes of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The cursor.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LineParser;

    /// The expression's number, the words before, the typed part of the word and what follows.
    fn check(fixture: &str, expected: Option<(usize, &[&str], &str, &str)>) {
        let at = fixture.find('‸').expect("a cursor");
        let text = fixture.replace('‸', "");
        let line = LineParser::new().parse(&text);
        let cursor = Cursor::new(&line, &text, at);
        let found = cursor.as_ref().map(|cursor| {
            let before: Vec<&str> = cursor
                .before
                .iter()
                .map(|word| &text[word.clone()])
                .collect();
            (
                cursor.expression,
                before,
                cursor.typed(&text),
                &text[at..cursor.word.end],
            )
        });
        let expected = expected
            .map(|(expression, before, typed, rest)| (expression, before.to_vec(), typed, rest));
        assert_eq!(found, expected, "{fixture}");
    }

    #[test]
    fn words_are_parted_by_spaces_and_semicolons() {
        check("‸", Some((0, &[], "", "")));
        check("lpa‸ssa $lm0v", Some((0, &[], "lpa", "ssa")));
        check("lpassa‸ $lm0v", Some((0, &[], "lpassa", "")));
        check("lpassa ‸$lm0v", Some((0, &["lpassa"], "", "")));
        check("lpassa $l‸m0v $ln0", Some((0, &["lpassa"], "$l", "m0v")));
        check("  nop;wa‸", Some((1, &[], "wa", "")));
        check("nop; wait ‸; x", Some((1, &["wait"], "", "")));
        check("nop;‸", Some((1, &[], "", "")));
        check("nop‸;", Some((0, &[], "nop", "")));
    }

    #[test]
    fn quotes_and_brackets_hold_words_together() {
        check("imm f\" 1; ‸", Some((0, &["imm"], "f\" 1; ", "")));
        check(
            "lpassa $lm[0, 2‸, 4] $ln0",
            Some((0, &["lpassa"], "$lm[0, 2", ", 4]")),
        );
        check("lpassa $lm[0, ; n‸", Some((1, &[], "n", "")));
    }

    #[test]
    fn comments_hold_no_words() {
        check("nop # wa‸", None);
        check("nop ‸# wait", Some((0, &["nop"], "", "")));
        check("# ‸", None);
        check("nop あ‸ # x", Some((0, &["nop"], "あ", "")));
    }
}
