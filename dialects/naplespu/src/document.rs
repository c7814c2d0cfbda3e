//! A text with everything that is asked about it.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use mnc2_text::{Change, Encoded, Finding};

use crate::code::Code;
use crate::layout::Layout;
use crate::options::Options;
use crate::source::{Source, Symbols};
use crate::{assemble, check, format};

/// A text. Copies are cheap: they share the lines.
#[derive(Clone, Debug)]
pub struct Document {
    source: Source,
    options: Arc<Options>,
    /// Made when something asks for them first.
    places: Arc<OnceLock<(Symbols, Layout)>>,
}

impl Document {
    /// Parses a text.
    #[must_use]
    pub fn new(text: &str, options: &Options) -> Self {
        Self {
            source: Source::new(text),
            options: Arc::new(options.clone()),
            places: Arc::default(),
        }
    }

    /// Replaces bytes of the whole text, and parses the lines that it touches.
    pub fn edit(&mut self, range: Range<usize>, text: &str) {
        self.source.edit(range, text);
        self.places = Arc::default();
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

    fn places(&self) -> &(Symbols, Layout) {
        self.places.get_or_init(|| {
            let symbols = Symbols::new(&self.source);
            let layout = Layout::new(&self.source, &symbols);
            (symbols, layout)
        })
    }

    /// Its names.
    #[must_use]
    pub fn names(&self) -> &Symbols {
        &self.places().0
    }

    /// Where everything is.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.places().1
    }

    /// All findings, by line.
    #[must_use]
    pub fn findings(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Finding<Code>> {
        let (symbols, layout) = self.places();
        check::findings(&self.source, symbols, layout, &self.options, is_cancelled)
    }

    /// Each instruction with its word, in the order of lines.
    #[must_use]
    pub fn assemble(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Encoded> {
        let (symbols, layout) = self.places();
        assemble::assemble(layout, symbols, is_cancelled)
    }

    /// The layout of some lines: those that change.
    #[must_use]
    pub fn format(&self, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Change> {
        format::format(&self.source, lines, is_cancelled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_moves_labels() {
        let mut document = Document::new("jmp a\na: nop\n", &Options::default());
        let word = |document: &Document| document.assemble(&|| false)[0].hex.clone();
        assert_eq!(word(&document), "0x78000004");
        document.edit(6..6, "nop\n");
        assert_eq!(word(&document), "0x78000008");
        assert_eq!(document.findings(&|| false), []);
        document.edit(0..5, "jmp b");
        assert_eq!(document.findings(&|| false).len(), 1);
    }
}
