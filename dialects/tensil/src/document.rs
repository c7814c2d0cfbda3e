//! A text, and the answers about it.

use std::ops::Range;
use std::sync::Arc;

use mnc2_assembly::PerChunk;
use mnc2_text::Findings;
use mnc2_text::interface::{self, IsCancelled};

use crate::LANGUAGE;
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
    /// Reads a program, which may have errors.
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
}

impl interface::Text for Document {
    fn edit(&mut self, range: Range<usize>, text: &str) {
        let replaced = self.source.edit(range, text);
        self.checked.replace(&replaced);
    }

    fn language(&self) -> &'static interface::Language {
        &LANGUAGE
    }

    fn findings(&self, is_cancelled: IsCancelled<'_>) -> Findings<interface::Code> {
        check::findings(&self.source, &self.options, &self.checked, is_cancelled)
            .with_code(Code::row)
    }

    fn lines(&self) -> &dyn interface::Lines {
        self
    }
}
