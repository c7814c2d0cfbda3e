//! A language as the laws of editing see it: functions from texts to answers.

use mnc2_text::{Change, CodeTable, Completion, Diagnostic, Findings, Message, Place, Position};

/// The interface of a language for the laws. A document has the language's own type.
pub struct Language<D> {
    /// Reads a text.
    pub read: fn(&str) -> D,
    /// The errors of a text.
    pub errors: fn(&D) -> Vec<Error>,
    /// What can be written at a place.
    pub completion: fn(&D, Position) -> Vec<Completion>,
    /// The name at a place.
    pub renamable: fn(&D, Position) -> Option<Place>,
    /// Changes that give a name to what is at a place.
    pub rename: fn(&D, Position, &str) -> Result<Vec<Change>, Message>,
    /// The grammar of editors, which reads tokens independently of the language's crate.
    pub grammar: tree_sitter::Language,
    /// What begins a comment up to the end of a line.
    pub comments: &'static [&'static str],
}

/// An error or a warning: its line, its code, and whether it is an error.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Error {
    /// The line, counted from 0.
    pub line: u32,
    /// The code, such as `RV0301`.
    pub code: &'static str,
    /// Whether it is an error, not a warning.
    pub is_error: bool,
}

impl Error {
    /// Findings without their words, which may have names in them.
    #[must_use]
    pub fn of<C: CodeTable>(findings: &Findings<C>) -> Vec<Self> {
        let error = |(line, diagnostic): (u32, &Diagnostic<C>)| Self {
            line,
            code: diagnostic.code.row().id,
            is_error: diagnostic.is_error(),
        };
        findings.lines().map(error).collect()
    }
}

/// The [`Language`] of a crate with the given grammar. The documents of all crates have these functions; they share no trait.
#[macro_export]
macro_rules! language {
    ($language:ident, $grammar:ident) => {
        $crate::Language {
            read: |text| $language::Document::new(text, &$language::Options::default()),
            errors: |document| $crate::Error::of(&document.findings(&|| false)),
            completion: |document, at| document.completion(at, mnc2_text::Language::English),
            renamable: $language::Document::renamable,
            rename: $language::Document::rename,
            grammar: $grammar::LANGUAGE.into(),
            comments: $language::ABOUT.comments,
        }
    };
}
