//! A text with everything that is asked about it.

use std::ops::Range;
use std::sync::Arc;

use mnc2_text::{Change, Encoded, Finding, Hover, Language, Position};

use crate::code::Code;
use crate::options::Options;
use crate::source::Source;
use crate::{assemble, check, explain, format};

/// A text. Copies are cheap: they share the lines.
#[derive(Clone, Debug)]
pub struct Document {
    source: Source,
    options: Arc<Options>,
}

impl Document {
    /// Parses a text.
    #[must_use]
    pub fn new(text: &str, options: &Options) -> Self {
        Self {
            source: Source::new(text),
            options: Arc::new(options.clone()),
        }
    }

    /// Replaces bytes of the whole text, and parses the lines that it touches.
    pub fn edit(&mut self, range: Range<usize>, text: &str) {
        self.source.edit(range, text);
    }

    /// What it is written for.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Its lines.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// All findings, by line.
    #[must_use]
    pub fn findings(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Finding<Code>> {
        check::findings(&self.source, &self.options, is_cancelled)
    }

    /// Each instruction with its bytes, in the order of lines.
    #[must_use]
    pub fn assemble(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Encoded> {
        assemble::assemble(&self.source, &self.options, is_cancelled)
    }

    /// What stands at a place, explained.
    #[must_use]
    pub fn hover(&self, at: Position, language: Language) -> Option<Hover> {
        explain::hover(&self.source, &self.options, at, language)
    }

    /// The layout of some lines: those that change.
    #[must_use]
    pub fn format(&self, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Change> {
        format::format(&self.source, lines, is_cancelled)
    }
}
