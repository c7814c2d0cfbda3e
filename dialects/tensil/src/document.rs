//! A text with everything that is asked about it.

use std::ops::Range;
use std::sync::Arc;

use mnc2_assembly::PerChunk;
use mnc2_text::{
    Change, Commented, Completion, Encoded, Findings, Fold, Highlight, Hover, Inlay, Language,
    Message, Place, Position, Signature, Symbol, Token,
};

use crate::code::Code;
use crate::options::Options;
use crate::source::Source;
use crate::{assemble, check, explain, format};

/// A text. Copies are cheap: they share the lines.
#[derive(Clone, Debug)]
pub struct Document {
    source: Source,
    options: Arc<Options>,
    /// What was said about each chunk of lines.
    checked: PerChunk<check::Kept>,
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

    /// Replaces bytes of the whole text, and parses the lines that it touches.
    pub fn edit(&mut self, range: Range<usize>, text: &str) {
        let replaced = self.source.edit(range, text);
        self.checked.replace(&replaced);
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

    /// What of a line is a comment.
    #[must_use]
    pub fn commented(&self, line: u32) -> Commented {
        let Some(line) = self.source.line(line) else {
            return Commented::default();
        };
        Commented {
            comment: line.comment.clone(),
            has_statement: line.statement.is_some(),
        }
    }

    /// All findings, by line.
    #[must_use]
    pub fn findings(&self, is_cancelled: &dyn Fn() -> bool) -> Findings<Code> {
        check::findings(&self.source, &self.options, &self.checked, is_cancelled)
    }

    /// Each instruction with its bytes, in the order of lines.
    #[must_use]
    pub fn assemble(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Encoded> {
        assemble::assemble(&self.source, &self.options, is_cancelled)
    }

    /// Lines with an instruction that has no word: none, because one without an error has all that it needs.
    #[must_use]
    pub fn unknown_words(&self, _is_cancelled: &dyn Fn() -> bool) -> Vec<u32> {
        Vec::new()
    }

    /// How many instructions have no word because they are not of the language: none.
    #[must_use]
    pub fn other_instructions(&self) -> usize {
        0
    }

    /// What stands at a place, explained.
    #[must_use]
    pub fn hover(&self, at: Position, language: Language) -> Option<Hover> {
        explain::hover(&self.source, &self.options, at, language)
    }

    /// What can be written at a place.
    #[must_use]
    pub fn completion(&self, at: Position, language: Language) -> Vec<Completion> {
        explain::completion(&self.source, &self.options, at, language)
    }

    /// The operands of the instruction that is typed.
    #[must_use]
    pub fn signature(&self, at: Position, language: Language) -> Option<Signature> {
        explain::signature(&self.source, at, language)
    }

    /// What instructions of some lines move or compute, as words after them.
    #[must_use]
    pub fn inlays(
        &self,
        lines: Range<u32>,
        language: Language,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Vec<Inlay> {
        explain::inlays(&self.source, &self.options, lines, language, is_cancelled)
    }

    /// The tokens of some lines, in order.
    #[must_use]
    pub fn tokens(&self, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Token> {
        explain::tokens(&self.source, &self.options, lines, is_cancelled)
    }

    /// The operands of a line that a run reads or writes.
    #[must_use]
    pub fn operands(&self, line: u32) -> Vec<Place> {
        Token::operands(self.tokens(line..line.saturating_add(1), &|| false))
    }

    /// The outline.
    #[must_use]
    pub fn symbols(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Symbol> {
        explain::symbols(&self.source, is_cancelled)
    }

    /// Where a run can begin: the first instruction.
    #[must_use]
    pub fn starts(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Place> {
        explain::start(&self.source, is_cancelled)
            .into_iter()
            .collect()
    }

    /// Where what stands at a place comes from.
    #[must_use]
    pub fn definition(&self, at: Position) -> Vec<Place> {
        explain::definition(&self.source, &self.options, at)
    }

    /// Where what stands at a place is used, in the order of the text.
    #[must_use]
    pub fn references(&self, at: Position, with_definition: bool) -> Vec<Place> {
        explain::references(&self.source, &self.options, at, with_definition)
    }

    /// The reads and writes of what stands at a place.
    #[must_use]
    pub fn highlights(&self, at: Position) -> Vec<Highlight> {
        explain::highlights(&self.source, &self.options, at)
    }

    /// The name at a place that can be changed: none, as a listing says by number where things are.
    #[must_use]
    pub fn renamable(&self, _at: Position) -> Option<Place> {
        None
    }

    /// The changes that give a name to what stands at a place.
    ///
    /// # Errors
    /// Always, with a sentence: there is no name that can be changed.
    pub fn rename(&self, _at: Position, _name: &str) -> Result<Vec<Change>, Message> {
        explain::rename()
    }

    /// Lines that can be folded away.
    #[must_use]
    pub fn folding(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Fold> {
        explain::folding(&self.source, is_cancelled)
    }

    /// The layout of some lines: those that change.
    #[must_use]
    pub fn format(&self, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Change> {
        format::format(&self.source, lines, is_cancelled)
    }
}
