//! Statements that are read without a syntax tree: the unread rest of a line, and the parts that were read.

use tree_sitter::Node;

use super::Context;
use mnc2_text::LineRange;

/// A part of a statement as written.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) text: &'a str,
    pub(super) start: u32,
}

impl<'a> Part<'a> {
    pub(super) fn new(context: &Context<'a>, node: Node<'_>) -> Self {
        Self {
            text: context.slice(node),
            start: node.start_byte() as u32,
        }
    }

    pub(super) fn range(&self) -> LineRange {
        self.start..self.start + self.text.len() as u32
    }
}

/// The unread rest of a line.
pub(super) struct Rest<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
}

impl<'a> Rest<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    pub(super) fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The bytes of one kind, of ASCII, that come next.
    pub(super) fn all(&mut self, is_taken: impl Fn(u8) -> bool) -> Part<'a> {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(|&byte| is_taken(byte)).count();
        let part = Part {
            text: &rest[..length],
            start: self.at as u32,
        };
        self.at += length;
        part
    }

    /// As [`Self::all`]; `None` if there are none.
    pub(super) fn some(&mut self, is_taken: impl Fn(u8) -> bool) -> Option<Part<'a>> {
        let part = self.all(is_taken);
        (!part.text.is_empty()).then_some(part)
    }

    pub(super) fn blanks(&mut self) {
        self.all(is_blank);
    }

    pub(super) fn required_blanks(&mut self) -> Option<()> {
        self.some(is_blank).map(|_| ())
    }

    /// A word with the blanks after it.
    pub(super) fn keyword(&mut self, word: &str) -> Option<()> {
        self.text[self.at..].starts_with(word).then_some(())?;
        self.at += word.len();
        self.required_blanks()
    }

    pub(super) fn since(&self, start: usize) -> Part<'a> {
        Part {
            text: &self.text[start..self.at],
            start: start as u32,
        }
    }

    /// The comment that ends the line, if there is one; `None` if something else comes next. The grammar ends a comment
    /// at a line end and at U+0000.
    pub(super) fn comment(&self) -> Option<Option<LineRange>> {
        match self.next() {
            None => Some(None),
            Some(b'#') => {
                let ends_early = |byte| matches!(byte, b'\0' | b'\r' | b'\n');
                let is_whole = !self.text[self.at..].bytes().any(ends_early);
                is_whole.then_some(Some(mnc2_text::line::range(self.at..self.text.len())))
            }
            Some(_) => None,
        }
    }
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Whether what is read here is what the grammar reads.
#[cfg(test)]
pub(super) mod agreement {
    use crate::LineParser;
    use crate::lower::plain_line;

    /// Compares both ways to read a line. Returns whether the line is read without a tree.
    pub(in crate::lower) fn agree(parser: &mut LineParser, text: &str) -> bool {
        let plain = plain_line(text);
        if let Some(plain) = &plain {
            let by_tree = parser.parse_with_tree(text);
            assert!(*plain == by_tree, "{text:?}\n{plain:#?}\n{by_tree:#?}");
        }
        plain.is_some()
    }

    /// Compares both ways to read every prefix of a line, as when it is typed, and every change of one character. Returns how many
    /// of these lines are read without a tree.
    pub(in crate::lower) fn agreeing_edits(
        parser: &mut LineParser,
        line: &str,
        alphabet: &str,
    ) -> usize {
        let mut edited = 0;
        for at in 0..=line.len() {
            let (before, after) = line.split_at(at);
            edited += usize::from(agree(parser, before));
            let following = after.get(1..).unwrap_or_default();
            edited += usize::from(agree(parser, &format!("{before}{following}")));
            for typed in alphabet.chars() {
                for rest in [after, following] {
                    edited += usize::from(agree(parser, &format!("{before}{typed}{rest}")));
                }
            }
        }
        edited
    }
}
