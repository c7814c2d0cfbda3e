//! An open document in no language that is known, such as assembly of any machine: nothing is said about it until its project or
//! its first lines name one.

use std::ops::Range;

use ropey::Rope;

use super::dialect;

/// A document about which nothing is said.
pub struct SilentDocument {
    version: i32,
    text: Rope,
}

impl SilentDocument {
    /// A document with this text.
    pub fn new(version: i32, text: &str) -> Self {
        Self {
            version,
            text: Rope::from_str(text),
        }
    }

    /// The current text.
    pub fn text(&self) -> &Rope {
        &self.text
    }

    /// The client's number of the current text.
    pub fn version(&self) -> i32 {
        self.version
    }

    /// Sets the client's number of the current text.
    pub fn set_version(&mut self, version: i32) {
        self.version = version;
    }

    /// Replaces the whole text.
    pub fn replace_all(&mut self, text: &str) {
        self.text = Rope::from_str(text);
    }

    /// Replaces a range of bytes; ends outside of the text or within a character are moved back.
    pub fn replace(&mut self, range: Range<usize>, by: &str) {
        dialect::replace(&mut self.text, range, by);
    }
}
