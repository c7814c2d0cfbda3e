//! A text with everything that is asked about it.

use std::ops::Range;
use std::sync::Arc;

use mnc2_assembly::{PerChunk, Source, Symbols, Text};
use mnc2_text::{
    Change, Commented, Completion, Encoded, Findings, Fold, Highlight, Hover, Inlay, Language,
    Message, Place, Position, Signature, Symbol, Token, message,
};

use crate::check::{Checked, Kept};
use crate::code::Code;
use crate::options::Options;
use crate::syntax::SYNTAX;
use crate::{assemble, check, explain};

/// A text. Copies are cheap: they share the lines.
#[derive(Clone, Debug)]
pub struct Document {
    text: Text,
    options: Arc<Options>,
    /// What was said about each chunk of lines.
    kept: PerChunk<Kept>,
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

    /// Replaces bytes of the whole text, and parses the lines that it touches.
    pub fn edit(&mut self, range: Range<usize>, text: &str) {
        let replaced = self.text.edit(range, text);
        self.kept.replace(&replaced);
    }

    /// What it is written for.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Its lines.
    #[must_use]
    pub fn source(&self) -> &Source {
        self.text.source()
    }

    /// Its names.
    #[must_use]
    pub fn names(&self) -> &Symbols {
        self.text.symbols()
    }

    /// What of a line is a comment.
    #[must_use]
    pub fn commented(&self, line: u32) -> Commented {
        let Some(line) = self.source().line(line) else {
            return Commented::default();
        };
        Commented {
            comment: line.comment.clone(),
            has_statement: line.directive.is_some()
                || line
                    .statements
                    .iter()
                    .any(|statement| statement.mnemonic.is_some() || statement.has_error),
        }
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

    /// Each instruction of the extension with its word, in the order of lines.
    #[must_use]
    pub fn assemble(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Encoded> {
        assemble::assemble(self.source(), self.names(), is_cancelled)
    }

    /// Lines with an instruction that has no word, because the text does not say what an operand is.
    #[must_use]
    pub fn unknown_words(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<u32> {
        assemble::unknown(self.source(), self.names(), is_cancelled)
    }

    /// How many instructions have no word because they are not of the extension.
    #[must_use]
    pub fn other_instructions(&self) -> usize {
        assemble::others(self.source(), self.names())
    }

    /// What stands at a place, explained.
    #[must_use]
    pub fn hover(&self, at: Position, language: Language) -> Option<Hover> {
        explain::hover(self.source(), self.names(), &self.options, at, language)
    }

    /// What can be written at a place.
    #[must_use]
    pub fn completion(&self, at: Position, language: Language) -> Vec<Completion> {
        explain::completion(self.source(), self.names(), &self.options, at, language)
    }

    /// The operands of the instruction that is typed.
    #[must_use]
    pub fn signature(&self, at: Position, language: Language) -> Option<Signature> {
        explain::signature(self.source(), at, language)
    }

    /// The matrix size after instructions that set it.
    #[must_use]
    pub fn inlays(
        &self,
        lines: Range<u32>,
        _language: Language,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Vec<Inlay> {
        explain::inlays(self.source(), self.names(), lines, is_cancelled)
    }

    /// The tokens of some lines, in order.
    #[must_use]
    pub fn tokens(&self, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Token> {
        explain::tokens(self.source(), self.names(), lines, is_cancelled)
    }

    /// The operands of a line that a run reads or writes.
    #[must_use]
    pub fn operands(&self, line: u32) -> Vec<Place> {
        explain::operands(self.source(), self.names(), line)
    }

    /// The outline.
    #[must_use]
    pub fn symbols(&self, _is_cancelled: &dyn Fn() -> bool) -> Vec<Symbol> {
        mnc2_assembly::outline(self.source(), self.names())
    }

    /// Where a run can begin: the first instruction.
    #[must_use]
    pub fn starts(&self, _is_cancelled: &dyn Fn() -> bool) -> Vec<Place> {
        let first = mnc2_assembly::first_instruction(self.source(), self.names());
        first.into_iter().collect()
    }

    /// Where what stands at a place is defined.
    #[must_use]
    pub fn definition(&self, at: Position) -> Vec<Place> {
        explain::definition(self.source(), self.names(), at)
    }

    /// Where what stands at a place is used, in the order of the text.
    #[must_use]
    pub fn references(&self, at: Position, with_definition: bool) -> Vec<Place> {
        explain::references(self.source(), self.names(), at, with_definition)
    }

    /// The reads and writes of what stands at a place.
    #[must_use]
    pub fn highlights(&self, at: Position) -> Vec<Highlight> {
        explain::highlights(self.source(), self.names(), at)
    }

    /// The name at a place, if it can be changed everywhere.
    #[must_use]
    pub fn renamable(&self, at: Position) -> Option<Place> {
        explain::renamable(self.source(), self.names(), at)
    }

    /// Whether the text has the same findings and words after changes of names.
    fn means_the_same(&self, changes: &[Change]) -> bool {
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

    /// The changes that give a name to what stands at a place.
    ///
    /// # Errors
    /// With a sentence, if it has no name that can be changed, or the new one is none or taken.
    pub fn rename(&self, at: Position, name: &str) -> Result<Vec<Change>, Message> {
        let changes = explain::rename(self.source(), self.names(), at, name)?;
        match self.means_the_same(&changes) {
            true => Ok(changes),
            false => Err(message!(
                "with the name `{name}` the text would mean something else",
                name
            )),
        }
    }

    /// The layout of some lines: those that change.
    #[must_use]
    pub fn format(&self, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Change> {
        mnc2_assembly::format(self.source(), lines, is_cancelled)
    }

    /// Lines that can be folded away.
    #[must_use]
    pub fn folding(&self, _is_cancelled: &dyn Fn() -> bool) -> Vec<Fold> {
        mnc2_assembly::folding(self.source(), self.names())
    }
}
