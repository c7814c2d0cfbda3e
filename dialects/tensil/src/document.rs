//! A text, and the answers about it.

use std::sync::Arc;

use mnc2_assembly::PerChunk;
use mnc2_text::Findings;

use crate::check;
use crate::code::Code;
use crate::options::Options;
use crate::source::Source;

/// A text. Copies are cheap: they share the lines.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) source: Source,
    pub(crate) options: Arc<Options>,
    /// The findings about each chunk of lines.
    pub(crate) checked: PerChunk<check::Kept>,
}

impl Document {
    /// Parses a text.
    #[must_use]
    pub fn new(text: &str, options: &Options) -> Self {
        let source = Source::new(text);
        Self {
            checked: PerChunk::new(&source),
            source,
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
        &self.source
    }

    /// All findings, by line.
    #[must_use]
    pub fn findings(&self, is_cancelled: &dyn Fn() -> bool) -> Findings<Code> {
        check::findings(&self.source, &self.options, &self.checked, is_cancelled)
    }
}
