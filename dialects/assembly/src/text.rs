//! A text with its names, of which an edit reads the names of the chunks that it touches.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use mnc2_text::interface::{self, IsCancelled};
use mnc2_text::{Change, Commented, Fold, Place, Symbol};

use crate::{ChunkNames, PerChunk, Replaced, Source, Symbols, Syntax};
use crate::{format, outline};

/// A text with its names. Copies share the lines.
#[derive(Clone, Debug)]
pub struct Text {
    source: Source,
    kept: PerChunk<ChunkNames>,
    /// Read at the first use.
    symbols: Arc<OnceLock<Symbols>>,
}

impl Text {
    /// Splits a text into statements, by a syntax.
    #[must_use]
    pub fn new(syntax: &'static Syntax, text: &str) -> Self {
        let source = Source::with_syntax(syntax, text);
        Self {
            kept: PerChunk::new(&source),
            source,
            symbols: Arc::default(),
        }
    }

    /// Replaces bytes of the whole text, and parses the lines that it touches.
    pub fn edit(&mut self, range: Range<usize>, new: &str) -> Replaced {
        let replaced = self.source.edit(range, new);
        self.kept.replace(&replaced);
        self.symbols = Arc::default();
        replaced
    }

    /// The lines of the text.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The names of the text, which are read at the first use.
    #[must_use]
    pub fn symbols(&self) -> &Symbols {
        let read = || Symbols::from_chunks(&self.source, &self.kept);
        self.symbols.get_or_init(read)
    }

    /// The edits that make changes, which are in the order of the text: from the last one to the first.
    pub fn edits<'a>(
        &self,
        changes: &'a [Change],
    ) -> impl Iterator<Item = (Range<usize>, &'a str)> {
        let edits = changes.iter().rev();
        edits.map(|change| (self.source.bytes_of(&change.place), change.text.as_str()))
    }
}

impl interface::Lines for Text {
    fn commented(&self, line: u32) -> Commented {
        let Some(line) = self.source.line(line) else {
            return Commented::default();
        };
        let mut statements = line.statements.iter();
        Commented {
            comment: line.comment.clone(),
            has_statement: line.directive.is_some()
                || statements.any(|it| it.mnemonic.is_some() || it.has_error),
        }
    }

    fn symbols(&self, _is_cancelled: IsCancelled<'_>) -> Vec<Symbol> {
        outline::outline(&self.source, Self::symbols(self))
    }

    fn starts(&self, _is_cancelled: IsCancelled<'_>) -> Vec<Place> {
        let first = outline::first_instruction(&self.source, Self::symbols(self));
        first.into_iter().collect()
    }

    fn folding(&self, _is_cancelled: IsCancelled<'_>) -> Vec<Fold> {
        outline::folding(&self.source, Self::symbols(self))
    }

    fn format(&self, lines: Range<u32>, is_cancelled: IsCancelled<'_>) -> Vec<Change> {
        format::format(&self.source, lines, is_cancelled)
    }
}
