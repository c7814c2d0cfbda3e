//! A text, and the answers about it.

use std::ops::Range;
use std::sync::Arc;

use mnc2_assembly::{PerChunk, Source, Symbols, Text};
use mnc2_text::Findings;
use mnc2_text::interface::{self, IsCancelled};

use crate::LANGUAGE;
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
    pub(crate) checked: PerChunk<Kept>,
}

impl Document {
    /// Reads a program, which may have errors.
    #[must_use]
    pub fn new(text: &str, options: &Options) -> Self {
        let text = Text::new(&SYNTAX, text);
        Self {
            checked: PerChunk::new(text.source()),
            text,
            options: Arc::new(options.clone()),
        }
    }

    /// The names of the text.
    #[must_use]
    pub fn names(&self) -> &Symbols {
        self.text.symbols()
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

    /// All findings, and how much was read for them.
    pub(crate) fn check(&self, is_cancelled: &dyn Fn() -> bool) -> Checked {
        let (source, symbols) = (self.source(), self.names());
        check::check(source, symbols, &self.options, &self.checked, is_cancelled)
    }
}

impl interface::Text for Document {
    fn edit(&mut self, range: Range<usize>, text: &str) {
        let replaced = self.text.edit(range, text);
        self.checked.replace(&replaced);
    }

    fn language(&self) -> &'static interface::Language {
        &LANGUAGE
    }

    fn findings(&self, is_cancelled: IsCancelled<'_>) -> Findings<interface::Code> {
        self.check(is_cancelled).findings.with_code(Code::row)
    }

    fn lines(&self) -> &dyn interface::Lines {
        &self.text
    }
}

impl interface::Options for Options {
    fn read(&self, text: &str) -> Box<dyn interface::Text> {
        Box::new(Document::new(text, self))
    }
}
