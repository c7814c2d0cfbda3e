//! An open document in any language.

mod any;
mod language;
mod mnc2;
mod plain;

use std::ops::Range;

use mnc2_asm::LineParser;
use mnc2_program::rules::Layer;
use ropey::Rope;

use super::language::DocumentLanguage;
use super::project::Placed;

pub use self::any::AnySnapshot;
pub use self::language::{LanguageDocument, LanguageRan, LanguageSnapshot, LastLanguageRun};
pub use self::mnc2::{Mnc2Document, Snapshot};
pub use self::plain::PlainText;

/// A document that a client has open, in any language.
pub enum Document {
    /// A program in the assembly of MN-Core 2.
    Mnc2(Box<Mnc2Document>),
    /// A language other than MN-Core 2.
    Language(Box<LanguageDocument>),
    /// Output of the assembler.
    Output(PlainText),
    /// An unknown language, such as assembly of any machine: the document is ignored until its project or its first lines name
    /// a language.
    Silent(PlainText),
}

/// Why a document is not read as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// Its text is long ([`KEPT_BYTES_MAX`](super::KEPT_BYTES_MAX)): it is checked and explained line by line, without features
    /// that need the whole program.
    Long,
    /// Its text is too long ([`TEXT_BYTES_MAX`](super::TEXT_BYTES_MAX)).
    TooLong,
    /// Other open documents take up the limit ([`OPEN_BYTES_MAX`](super::OPEN_BYTES_MAX)).
    NoRoom,
}

impl From<Mnc2Document> for Document {
    fn from(document: Mnc2Document) -> Self {
        Self::Mnc2(Box::new(document))
    }
}

impl From<LanguageDocument> for Document {
    fn from(document: LanguageDocument) -> Self {
        Self::Language(Box::new(document))
    }
}

impl Document {
    /// The document, if it is MN-Core 2 assembly.
    pub(super) fn as_mnc2(&self) -> Option<&Mnc2Document> {
        match self {
            Self::Mnc2(document) => Some(document),
            Self::Language(_) | Self::Output(_) | Self::Silent(_) => None,
        }
    }

    /// The same, to change it.
    pub(super) fn as_mnc2_mut(&mut self) -> Option<&mut Mnc2Document> {
        match self {
            Self::Mnc2(document) => Some(document),
            Self::Language(_) | Self::Output(_) | Self::Silent(_) => None,
        }
    }

    /// The document, if it is in another language.
    pub(super) fn as_language(&self) -> Option<&LanguageDocument> {
        match self {
            Self::Language(document) => Some(document),
            Self::Mnc2(_) | Self::Output(_) | Self::Silent(_) => None,
        }
    }

    /// The same, to change it.
    pub(super) fn as_language_mut(&mut self) -> Option<&mut LanguageDocument> {
        match self {
            Self::Language(document) => Some(document),
            Self::Mnc2(_) | Self::Output(_) | Self::Silent(_) => None,
        }
    }

    /// The text, if it is output of the assembler.
    pub(super) fn as_output(&self) -> Option<&Rope> {
        match self {
            Self::Output(plain) => Some(&plain.text),
            Self::Mnc2(_) | Self::Language(_) | Self::Silent(_) => None,
        }
    }

    /// The text after the latest edit.
    pub fn text(&self) -> &Rope {
        match self {
            Self::Mnc2(document) => document.text(),
            Self::Language(document) => document.text(),
            Self::Output(plain) | Self::Silent(plain) => &plain.text,
        }
    }

    /// The client's number of the current text.
    pub fn version(&self) -> i32 {
        match self {
            Self::Mnc2(document) => document.version(),
            Self::Language(document) => document.version(),
            Self::Output(plain) | Self::Silent(plain) => plain.version,
        }
    }

    /// The language that it is read in; `None` if none is known.
    pub fn language(&self) -> Option<DocumentLanguage> {
        match self {
            Self::Mnc2(_) => Some(DocumentLanguage::Mnc2),
            Self::Language(document) => Some(DocumentLanguage::Listed(document.language())),
            Self::Output(_) | Self::Silent(_) => None,
        }
    }

    /// Sets the client's number of the current text.
    pub fn set_version(&mut self, version: i32) {
        match self {
            Self::Mnc2(document) => document.set_version(version),
            Self::Language(document) => document.set_version(version),
            Self::Output(plain) | Self::Silent(plain) => plain.version = version,
        }
    }

    /// Replaces the whole text.
    pub fn replace_all(&mut self, text: &str, parser: &mut LineParser) {
        match self {
            Self::Mnc2(document) => document.replace_all(text, parser),
            Self::Language(document) => document.replace_all(text),
            Self::Output(plain) | Self::Silent(plain) => plain.replace_all(text),
        }
    }

    /// Replaces a range of bytes; ends outside of the text or within a character are moved back.
    pub fn replace(&mut self, range: Range<usize>, by: &str, parser: &mut LineParser) {
        match self {
            Self::Mnc2(document) => document.replace(range, by, parser),
            Self::Language(document) => document.replace(range, by),
            Self::Output(plain) | Self::Silent(plain) => plain.replace(range, by),
        }
    }

    /// Sets the project that it belongs to, and applies the settings of project and editor.
    pub(super) fn place(&mut self, project: Option<Placed>, editor: &Layer) {
        match self {
            Self::Mnc2(document) => document.set_project(project),
            Self::Language(document) => document.set_project(project),
            Self::Output(_) | Self::Silent(_) => {}
        }
        self.configure(editor);
    }

    /// Applies the settings of project and editor. Returns whether its findings may change.
    pub(super) fn configure(&mut self, editor: &Layer) -> bool {
        match self {
            Self::Mnc2(document) => document.configure(editor),
            Self::Language(document) => document.configure(editor),
            Self::Output(_) | Self::Silent(_) => false,
        }
    }

    /// How much of the limit of open documents it takes if it is read, in bytes of text.
    pub(super) fn wanted_bytes(&self) -> usize {
        match self {
            Self::Mnc2(document) => document.wanted_bytes(),
            Self::Language(document) => document.wanted_bytes(),
            Self::Output(_) | Self::Silent(_) => 0,
        }
    }

    /// Sets whether it is read: `has_room` is whether it is within the limit of open documents. Returns whether that changes.
    pub(super) fn set_room(&mut self, has_room: bool) -> bool {
        match self {
            Self::Mnc2(document) => document.set_room(has_room),
            Self::Language(document) => document.set_room(has_room),
            Self::Output(_) | Self::Silent(_) => false,
        }
    }

    /// Stops everything that is computed from it.
    pub(super) fn close(&self) {
        match self {
            Self::Mnc2(document) => document.close(),
            Self::Language(document) => document.close(),
            Self::Output(_) | Self::Silent(_) => {}
        }
    }
}

/// Replaces a range of bytes, whose ends are moved back if they are outside of the text or within a character. Returns the range.
fn replace(text: &mut Rope, range: Range<usize>, by: &str) -> Range<usize> {
    let characters = characters(text, range);
    let start = characters.start;
    let bytes = text.char_to_byte(start)..text.char_to_byte(characters.end);
    text.remove(characters);
    text.insert(start, by);
    bytes
}

/// The characters in a range of bytes, whose ends are moved back if they are outside of the text or within one.
fn characters(text: &Rope, range: Range<usize>) -> Range<usize> {
    let length = text.len_bytes();
    let start = text.byte_to_char(range.start.min(length));
    start..text.byte_to_char(range.end.min(length)).max(start)
}
