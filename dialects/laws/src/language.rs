//! A language as the laws of editing see it.

use mnc2_text::interface::{Code, Text};
use mnc2_text::{CodeTable, Diagnostic, Findings, interface};

/// What the laws ask of a language.
pub struct Language {
    /// The language of the texts.
    pub language: &'static interface::Language,
    /// The grammar of editors, which reads tokens independently of the language's crate.
    pub grammar: tree_sitter::Language,
    /// Codes that do not count.
    pub ignored: &'static [&'static str],
}

impl Language {
    /// A language with its grammar; all codes count.
    #[must_use]
    pub fn new(language: &'static interface::Language, grammar: tree_sitter::Language) -> Self {
        Self {
            language,
            grammar,
            ignored: &[],
        }
    }

    #[must_use]
    pub fn read(&self, text: &str) -> Box<dyn Text> {
        self.language.options().read(text)
    }

    /// The errors of a text.
    #[must_use]
    pub fn errors(&self, document: &dyn Text) -> Vec<Error> {
        let mut errors = Error::from_findings(&document.findings(&|| false));
        errors.retain(|error| !self.ignored.contains(&error.code));
        errors
    }
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
    fn from_findings(findings: &Findings<Code>) -> Vec<Self> {
        let error = |(line, diagnostic): (u32, &Diagnostic<Code>)| Self {
            line,
            code: diagnostic.code.row().id,
            is_error: diagnostic.is_error(),
        };
        findings.lines().map(error).collect()
    }
}
