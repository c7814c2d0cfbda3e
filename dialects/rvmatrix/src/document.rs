//! A text, and the answers about it.

mod mismatch;
mod translate;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use mnc2_assembly::{PerChunk, Source, Text};
use mnc2_text::Findings;
use mnc2_text::interface::{self, IsCancelled};

use crate::LANGUAGE;
use crate::check;
use crate::check::{Checked, Kept};
use crate::code::Code;
use crate::evidence::{Counts, Evidence};
use crate::names::Names;
use crate::options::Options;
use crate::syntax::SYNTAX;

/// A text. Copies are cheap: they share the lines.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) text: Text,
    pub(crate) options: Arc<Options>,
    /// The findings about each chunk of lines.
    pub(crate) checked: PerChunk<Kept>,
    /// The words of each chunk that decide about the version.
    evidence: PerChunk<Evidence>,
    /// How many words decide about the version; counted at the first use.
    counts: Arc<OnceLock<Counts>>,
}

impl Document {
    /// Reads a program, which may have errors.
    #[must_use]
    pub fn new(text: &str, options: &Options) -> Self {
        let text = Text::new(&SYNTAX, text);
        Self {
            checked: PerChunk::new(text.source()),
            evidence: PerChunk::new(text.source()),
            counts: Arc::default(),
            text,
            options: Arc::new(options.clone()),
        }
    }

    /// The names of the text, and the version that it is read in.
    #[must_use]
    pub fn names(&self) -> Names<'_> {
        let recognised = || self.counts().version();
        let version = self.options.version.or_else(recognised);
        Names {
            symbols: self.text.symbols(),
            version: version.unwrap_or_default(),
        }
    }

    /// How many words of the text decide about its version.
    pub(crate) fn counts(&self) -> &Counts {
        let count = || Counts::new(self.source(), &self.evidence, self.text.symbols());
        self.counts.get_or_init(count)
    }

    /// The text with the ends of its lines.
    pub(crate) fn content(&self) -> String {
        let lines = self.source().lines();
        lines.map(|line| line.text_with_end()).collect()
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
        let (source, names) = (self.source(), self.names());
        let mut checked = check::check(source, names, &self.options, &self.checked, is_cancelled);
        mismatch::join(self, &mut checked.findings);
        checked
    }
}

impl interface::Text for Document {
    fn edit(&mut self, range: Range<usize>, text: &str) {
        let replaced = self.text.edit(range, text);
        self.checked.replace(&replaced);
        self.evidence.replace(&replaced);
        self.counts = Arc::default();
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
