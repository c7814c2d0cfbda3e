//! After edits, a document gives the answers of a new one with the same text.

use std::fmt::Debug;
use std::ops::Range;

use crate::numbers::Numbers;

/// Lines of the text, which are several chunks.
const LINES: usize = 700;

/// Edits, each followed by a comparison.
const EDITS: usize = 60;

/// A language, as far as the law is about it.
pub struct Edited<New, Edit, Said> {
    /// Reads a text.
    pub new: New,
    /// Replaces bytes of it.
    pub edit: Edit,
    /// All its results.
    pub said: Said,
}

impl<New, Edit, Said> Edited<New, Edit, Said> {
    /// The law, for random texts of some lines and random edits that insert them, parts of the text, and `pieces`.
    ///
    /// # Panics
    /// With the edit, if the results differ.
    pub fn holds<Document, Answer>(&self, lines: &[&str], pieces: &[&str])
    where
        New: Fn(&str) -> Document,
        Edit: Fn(&mut Document, Range<usize>, &str),
        Said: Fn(&Document) -> Answer,
        Answer: PartialEq + Debug,
    {
        let mut numbers = Numbers::new(0x9e37_79b9_7f4a_7c15);
        let some = |numbers: &mut Numbers, count: usize| -> String {
            let lines = (0..count).map(|_| lines[numbers.below(lines.len())]);
            lines.flat_map(|line| [line, "\n"]).collect()
        };
        let mut text = some(&mut numbers, LINES);
        let mut document = (self.new)(&text);
        for _ in 0..EDITS {
            let start = boundary(&text, numbers.below(text.len() + 1));
            let length = match numbers.below(8) {
                0 => numbers.below(text.len() / 4 + 1),
                1..4 => numbers.below(12),
                _ => 0,
            };
            let end = boundary(&text, (start + length).min(text.len())).max(start);
            let new = match numbers.below(4) {
                0 => some(&mut numbers, 1),
                1 if text.len() < 20 * LINES => {
                    let count = numbers.below(LINES / 2);
                    some(&mut numbers, count)
                }
                _ => pieces[numbers.below(pieces.len())].to_owned(),
            };
            (self.edit)(&mut document, start..end, &new);
            text.replace_range(start..end, &new);
            let (said, fresh) = ((self.said)(&document), (self.said)(&(self.new)(&text)));
            assert!(
                said == fresh,
                "{start}..{end} becomes {new:?}:\n{said:#?}\nis\n{fresh:#?}\nin {text}"
            );
        }
    }
}

/// The [`Edited`] of a crate: what is found in a document, its words and its outline.
#[macro_export]
macro_rules! edited {
    ($language:ident) => {
        $crate::edits::Edited {
            new: |text: &str| $language::Document::new(text, &$language::Options::default()),
            edit: |document: &mut $language::Document, range, new: &str| document.edit(range, new),
            said: |document: &$language::Document| {
                (
                    document.findings(&|| false),
                    document.assemble(&|| false),
                    document.symbols(&|| false),
                )
            },
        }
    };
}

/// The nearest boundary of characters at or before a byte.
pub(crate) fn boundary(text: &str, mut byte: usize) -> usize {
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}
