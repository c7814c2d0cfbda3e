//! A text as lines, each parsed alone: statements with labels, a mnemonic and operands as rows of pieces.
//!
//! The grammar knows shapes; a word gets its meaning from the language. The only thing that one line tells the next is whether
//! it ends inside a block comment or a preprocessor directive ([`Begin`]), so an edit parses the lines that it touches, and those
//! after them only as long as this changes.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use mnc2_text::line as text_line;

use crate::Syntax;
use crate::comment::Begin;
use crate::line::{Line, LineParser};

/// Lines among which those that are alike are looked for.
const ALIKE_MAX: usize = 4096;

/// The lines of a text. Copies share them.
#[derive(Clone, Debug)]
pub struct Source {
    syntax: &'static Syntax,
    lines: Vec<Arc<Line>>,
}

impl Source {
    /// Parses a text.
    #[must_use]
    pub fn new(syntax: &'static Syntax, text: &str) -> Self {
        Self {
            syntax,
            lines: read(syntax, text, Begin::Code),
        }
    }

    /// The syntax of its language.
    #[must_use]
    pub fn syntax(&self) -> &'static Syntax {
        self.syntax
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
        let begin = self.lines[from].begins();
        let mut fresh = read(self.syntax, &text, begin);
        // `read` sees an empty line after the last line end; in the middle of a text that is the next line.
        if next < self.lines.len()
            && fresh
                .last()
                .is_some_and(|line| line.text_with_end().is_empty())
        {
            fresh.pop();
        }
        let mut begin = fresh.last().map_or(begin, |line| line.ends());
        self.lines.splice(from..next, fresh.iter().cloned());
        let mut parser = None;
        for line in &mut self.lines[from + fresh.len()..] {
            if line.begins() == begin {
                break;
            }
            let parser = parser.get_or_insert_with(|| LineParser::new(self.syntax));
            *line = Arc::new(Line::new(parser, line.text_with_end(), begin));
            begin = line.ends();
        }
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
fn read(syntax: &Syntax, text: &str, mut begin: Begin) -> Vec<Arc<Line>> {
    let mut parser = LineParser::new(syntax);
    let mut known: HashMap<(&str, Begin), Arc<Line>> = HashMap::new();
    text_line::lines_with_ends(text)
        .map(|text| {
            if known.len() == ALIKE_MAX {
                known.clear();
            }
            let line = known
                .entry((text, begin))
                .or_insert_with(|| Arc::new(Line::new(&mut parser, text, begin)));
            begin = line.ends();
            Arc::clone(line)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{GNU, LLVM};

    fn text(source: &Source) -> String {
        source
            .lines()
            .iter()
            .map(|line| line.text_with_end())
            .collect()
    }

    #[test]
    fn an_edit_is_a_fresh_parse() {
        let start = "a: nop\r\n/* b\n c */ mmov.mm m0, m1\n#define X \\\n m9\nmldb m0, a0, (a1)";
        for syntax in [&GNU, &LLVM] {
            edits(syntax, start);
        }
    }

    fn edits(syntax: &'static Syntax, start: &str) {
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
            let mut edited = Source::new(syntax, start);
            edited.edit(range.clone(), new);
            let mut expected = start.to_owned();
            expected.replace_range(range.clone(), new);
            assert_eq!(text(&edited), expected, "{range:?} {new:?}");
            let fresh = Source::new(syntax, &expected);
            assert_eq!(edited.lines(), fresh.lines(), "{range:?} {new:?}");
        }
    }
}
