//! A text, and the answers about it.

use std::sync::Arc;

use mnc2_assembly::{PerChunk, Source, Symbols, Text};
use mnc2_text::interface::Text as _;
use mnc2_text::{Change, Findings};

use crate::check;
use crate::check::{Checked, Kept};
use crate::code::Code;
use crate::options::Options;
use crate::syntax::SYNTAX;

/// A text. Copies are cheap: they share the lines.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) text: Text,
    pub(crate) options: Arc<Options>,
    /// The findings about each chunk of lines.
    pub(crate) kept: PerChunk<Kept>,
}

impl Document {
    /// Parses a text.
    #[must_use]
    pub fn new(text: &str, options: &Options) -> Self {
        let text = Text::new(&SYNTAX, text);
        Self {
            kept: PerChunk::new(text.source()),
            text,
            options: Arc::new(options.clone()),
        }
    }

    /// What it is written for.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The lines of the text.
    #[must_use]
    pub fn source(&self) -> &Source {
        self.text.source()
    }

    /// The names that the text defines.
    #[must_use]
    pub fn names(&self) -> &Symbols {
        self.text.symbols()
    }

    /// All findings, by line.
    #[must_use]
    pub fn findings(&self, is_cancelled: &dyn Fn() -> bool) -> Findings<Code> {
        self.check(is_cancelled).findings
    }

    /// All findings, and how much was read for them.
    pub(crate) fn check(&self, is_cancelled: &dyn Fn() -> bool) -> Checked {
        let (source, symbols) = (self.source(), self.names());
        check::check(source, symbols, &self.options, &self.kept, is_cancelled)
    }

    /// Whether the text has the same findings and words after changes of names.
    pub(crate) fn means_the_same(&self, changes: &[Change]) -> bool {
        let mut changed = self.clone();
        for (range, text) in self.text.edits(changes) {
            changed.edit(range, text);
        }
        let codes = |document: &Self| -> Vec<(u32, Code)> {
            let findings = document.findings(&|| false).into_iter();
            findings
                .map(|found| (found.line, found.diagnostic.code))
                .collect()
        };
        codes(self) == codes(&changed) && self.assemble(&|| false) == changed.assemble(&|| false)
    }
}
