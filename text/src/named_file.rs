//! The files of a program that consists of several: the caller reads them, a language states which ones it needs.

use std::sync::Arc;

use crate::Message;

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

/// The names by which files of a program refer to each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkNames {
    /// Those that a text defines for other files.
    pub defined: Vec<String>,
    /// Those that a text uses and does not define.
    pub needed: Vec<String>,
}
