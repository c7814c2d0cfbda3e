//! A text that is kept and not read: output of the assembler, or what is in no language that is known.

use std::ops::Range;

use ropey::Rope;

use super::replace;

/// A text with its number at the client.
#[derive(Clone)]
pub struct PlainText {
    /// The client's number of the text.
    pub version: i32,
    /// The text of the document.
    pub text: Rope,
}

impl PlainText {
    /// A text as it is opened.
    pub fn new(version: i32, text: &str) -> Self {
        let text = Rope::from_str(text);
        Self { version, text }
    }

    pub(super) fn replace_all(&mut self, text: &str) {
        self.text = Rope::from_str(text);
    }

    pub(super) fn replace(&mut self, range: Range<usize>, by: &str) {
        replace(&mut self.text, range, by);
    }
}
