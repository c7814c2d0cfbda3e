//! The files of a program that consists of several: the caller reads them, a language states which ones it needs.

use std::sync::Arc;

use crate::{Message, Place};

/// A file of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// Its name, as it is written where it is named.
    pub name: String,
    /// Its content.
    pub content: FileContent,
}

/// The content of a file of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileContent {
    /// The text that names the files is this file.
    Own,
    /// The bytes of the file.
    Bytes(Arc<[u8]>),
    /// Why it cannot be read.
    Unreadable(Message),
}

/// A file of a program with the places of a name that its files share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedFile {
    /// The name of the file as the program names it; `None` for the text itself.
    pub file: Option<String>,
    /// The lines of the file, without their ends, up to the last one with a place.
    pub lines: Vec<String>,
    /// Where the file defines the name for the others, in the order of the file.
    pub definitions: Vec<Place>,
    /// Where the file has the name, definitions included, in the order of the file.
    pub places: Vec<Place>,
}

/// The names by which files of a program refer to each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkNames {
    /// Those that a text defines for other files.
    pub defined: Vec<String>,
    /// Those that a text uses and does not define.
    pub needed: Vec<String>,
}
