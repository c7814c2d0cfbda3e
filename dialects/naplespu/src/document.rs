//! A text, and the answers about it.

pub(crate) mod link;
mod shared;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use mnc2_assembly::{PerChunk, Source, Symbols, Text};
use mnc2_text::interface::{self, IsCancelled};
use mnc2_text::{Findings, LinkNames};

use crate::LANGUAGE;
use crate::check;
use crate::code::Code;
use crate::layout::{Kept, Layout};
use crate::options::Options;
use crate::syntax::SYNTAX;
use link::{Linkage, LinkedFile};

/// A text. Copies are cheap: they share the lines.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) text: Text,
    pub(crate) options: Arc<Options>,
    /// Computed at the first use.
    pub(crate) layout: Arc<OnceLock<Layout>>,
    /// The program of several files that it is a part of, computed at the first use.
    linkage: Arc<OnceLock<Linkage>>,
    /// The other files of this program, read at the first use; an edit leaves them as they are.
    others: Arc<OnceLock<Vec<LinkedFile>>>,
    /// What was read of each chunk of lines.
    pub(crate) kept: PerChunk<Kept>,
    /// The findings about each.
    pub(crate) checked: PerChunk<check::Kept>,
}

impl Document {
    /// Reads a program, which may have errors.
    #[must_use]
    pub fn new(text: &str, options: &Options) -> Self {
        let text = Text::new(&SYNTAX, text);
        Self {
            kept: PerChunk::new(text.source()),
            checked: PerChunk::new(text.source()),
            text,
            options: Arc::new(options.clone()),
            layout: Arc::default(),
            linkage: Arc::default(),
            others: Arc::default(),
        }
    }

    /// What it is written for.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    pub(crate) fn places(&self) -> (&Symbols, &Layout) {
        (self.names(), self.layout())
    }

    /// The names that the text defines.
    #[must_use]
    pub fn names(&self) -> &Symbols {
        self.text.symbols()
    }

    /// The lines of the text.
    #[must_use]
    pub fn source(&self) -> &Source {
        self.text.source()
    }

    /// The addresses of instructions, labels and data, computed at the first call; in a program of several files, where the
    /// linker places them.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        match self.linkage() {
            Some(linkage) => &linkage.layout,
            None => self.alone(),
        }
    }

    /// The addresses of the text as a program of one file.
    #[must_use]
    pub fn alone(&self) -> &Layout {
        let place = || Layout::new(self.source(), self.names(), &self.kept);
        self.layout.get_or_init(place)
    }

    /// The program of several files that it is a part of.
    #[must_use]
    pub fn linkage(&self) -> Option<&Linkage> {
        let has_files = !self.options.files.is_empty();
        has_files.then(|| self.linkage.get_or_init(|| link::link(self)))
    }

    fn others(&self) -> &[LinkedFile] {
        self.others.get_or_init(|| link::read(&self.options))
    }

    /// The text at other addresses, as a part of a program.
    #[must_use]
    pub fn placed(&self, layout: Layout) -> Self {
        let alone = Options {
            files: Arc::default(),
            ..(*self.options).clone()
        };
        Self {
            options: Arc::new(alone),
            layout: Arc::new(OnceLock::from(layout)),
            linkage: Arc::default(),
            others: Arc::default(),
            checked: PerChunk::new(self.source()),
            ..self.clone()
        }
    }
}

impl interface::Text for Document {
    fn edit(&mut self, range: Range<usize>, text: &str) {
        let replaced = self.text.edit(range, text);
        self.kept.replace(&replaced);
        self.checked.replace(&replaced);
        self.layout = Arc::default();
        self.linkage = Arc::default();
    }

    fn link_names(&self) -> LinkNames {
        link::names(self)
    }

    fn language(&self) -> &'static interface::Language {
        &LANGUAGE
    }

    fn findings(&self, is_cancelled: IsCancelled<'_>) -> Findings<interface::Code> {
        let (symbols, layout) = self.places();
        check::findings(
            self.source(),
            symbols,
            layout,
            (&self.options, self.linkage().map(|it| &it.errors)),
            &self.checked,
            is_cancelled,
        )
        .with_code(Code::row)
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

#[cfg(test)]
mod tests {
    use mnc2_text::interface::{Assemble as _, Text as _};

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
