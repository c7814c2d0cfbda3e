//! A text as lines, each parsed alone: a number, a thread, a mnemonic with flags, operands.
//!
//! The grammar knows shapes; what a word means is said by [`crate::lower`]. Lines say nothing about each other, so an edit parses
//! the lines that it touches.

mod line;

pub use line::{Call, Item, ItemKind, LINE_BYTES_MAX, Line, Statement};

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use mnc2_text::line as text_line;

/// Lines among which those that are alike are looked for.
const ALIKE_MAX: usize = 4096;

/// The lines of a text. Copies share them.
#[derive(Clone, Debug)]
pub struct Source {
    lines: Vec<Arc<Line>>,
}

impl Source {
    /// Parses a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { lines: read(text) }
    }

    /// The lines, one at least.
    #[must_use]
    pub fn lines(&self) -> &[Arc<Line>] {
        &self.lines
    }

    /// A line.
    #[must_use]
    pub fn line(&self, number: u32) -> Option<&Line> {
        self.lines.get(number as usize).map(AsRef::as_ref)
    }

    /// Replaces bytes of the whole text; a range outside the text, or inside a character, is moved to the nearest place.
    pub fn edit(&mut self, range: Range<usize>, new: &str) {
        let (first, first_byte) = self.place(range.start);
        let (last, last_byte) = self.place(range.end.max(range.start));
        let mut text = self.lines[first].text_with_end()[..first_byte].to_owned();
        text.push_str(new);
        text.push_str(&self.lines[last].text_with_end()[last_byte..]);
        // A text that ends with a lone `\r` joins with a `\n` after it, and the last line that has no end with nothing.
        let mut next = last + 1;
        let joins = |text: &str| text.is_empty() || !text.ends_with('\n');
        while joins(&text) && next < self.lines.len() {
            text.push_str(self.lines[next].text_with_end());
            next += 1;
        }
        let mut from = first;
        if from > 0 && self.lines[from - 1].text_with_end().ends_with('\r') {
            from -= 1;
            text.insert_str(0, self.lines[from].text_with_end());
        }
        let mut fresh = read(&text);
        // `read` sees an empty line after the last line end; in the middle of a text that is the next line.
        let ends_empty = fresh
            .last()
            .is_some_and(|line| line.text_with_end().is_empty());
        if next < self.lines.len() && ends_empty {
            fresh.pop();
        }
        self.lines.splice(from..next, fresh);
    }

    /// The line and the byte in it of a byte of the text.
    fn place(&self, offset: usize) -> (usize, usize) {
        let mut rest = offset;
        for (index, line) in self.lines.iter().enumerate() {
            let text = line.text_with_end();
            if rest < text.len() || index + 1 == self.lines.len() {
                let mut byte = rest.min(text.len());
                while !text.is_char_boundary(byte) {
                    byte -= 1;
                }
                return (index, byte);
            }
            rest -= text.len();
        }
        (0, 0)
    }
}

/// The lines of a text. Those that are alike are kept once, as far as they are near each other.
fn read(text: &str) -> Vec<Arc<Line>> {
    let mut parser = line::parser();
    let mut known: HashMap<&str, Arc<Line>> = HashMap::new();
    text_line::lines_with_ends(text)
        .map(|text| {
            if known.len() == ALIKE_MAX {
                known.clear();
            }
            let line = known
                .entry(text)
                .or_insert_with(|| Arc::new(Line::new(&mut parser, text)));
            Arc::clone(line)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_is_a_fresh_parse() {
        let start =
            "[0] NoOp\r\nMatMul(Acc) Local(0) Acc(1) // x\nSIMD R1=0\r\n\nLoadWeights Zeroes";
        for (range, new) in [
            (0..0, "x"),
            (0..start.len(), ""),
            (8..10, ""),
            (9..9, "z"),
            (14..20, "\n"),
            (start.len()..start.len(), "\n"),
            (3..3, "\r"),
            (5..40, "é\r"),
        ] {
            let mut edited = Source::new(start);
            edited.edit(range.clone(), new);
            let mut expected = start.to_owned();
            expected.replace_range(range.clone(), new);
            let fresh = Source::new(&expected);
            assert_eq!(edited.lines(), fresh.lines(), "{range:?} {new:?}");
        }
    }
}
