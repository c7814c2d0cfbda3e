//! A text with everything that is asked about it.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use mnc2_assembly::{PerChunk, Source, Symbols, Text};
use mnc2_text::{
    Change, Commented, Completion, Encoded, Findings, Fold, Highlight, Hover, Inlay, Language,
    Message, Place, Position, Signature, Symbol, Token, message,
};

use crate::code::Code;
use crate::layout::{Kept, Layout};
use crate::options::Options;
use crate::register::Register;
use crate::syntax::SYNTAX;
use crate::{assemble, check, explain};

/// A text. Copies are cheap: they share the lines.
#[derive(Clone, Debug)]
pub struct Document {
    text: Text,
    options: Arc<Options>,
    /// Made when something asks for it first.
    layout: Arc<OnceLock<Layout>>,
    /// What was read of each chunk of lines.
    kept: PerChunk<Kept>,
    /// What was said about each.
    checked: PerChunk<check::Kept>,
}

impl Document {
    /// Parses a text.
    #[must_use]
    pub fn new(text: &str, options: &Options) -> Self {
        let text = Text::new(&SYNTAX, text);
        Self {
            kept: PerChunk::new(text.source()),
            checked: PerChunk::new(text.source()),
            text,
            options: Arc::new(options.clone()),
            layout: Arc::default(),
        }
    }

    /// Replaces bytes of the whole text, and parses the lines that it touches.
    pub fn edit(&mut self, range: Range<usize>, text: &str) {
        let replaced = self.text.edit(range, text);
        self.kept.replace(&replaced);
        self.checked.replace(&replaced);
        self.layout = Arc::default();
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

    fn places(&self) -> (&Symbols, &Layout) {
        (self.names(), self.layout())
    }

    /// Its names.
    #[must_use]
    pub fn names(&self) -> &Symbols {
        self.text.symbols()
    }

    /// Where everything is.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        let place = || Layout::new(self.source(), self.names(), &self.kept);
        self.layout.get_or_init(place)
    }

    /// What of a line is a comment.
    #[must_use]
    pub fn commented(&self, line: u32) -> Commented {
        let Some(line) = self.source().line(line) else {
            return Commented::default();
        };
        Commented {
            comment: line.comment.clone(),
            has_statement: line
                .statements
                .iter()
                .any(|statement| statement.mnemonic.is_some() || statement.has_error),
        }
    }

    /// All findings, by line.
    #[must_use]
    pub fn findings(&self, is_cancelled: &dyn Fn() -> bool) -> Findings<Code> {
        let (symbols, layout) = self.places();
        check::findings(
            self.source(),
            symbols,
            layout,
            &self.options,
            &self.checked,
            is_cancelled,
        )
    }

    /// Each instruction with its word, in the order of lines.
    #[must_use]
    pub fn assemble(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Encoded> {
        let (symbols, layout) = self.places();
        assemble::assemble(layout, symbols, is_cancelled)
    }

    /// Lines of which the text does not say the words, in order.
    #[must_use]
    pub fn unknown_words(&self, _is_cancelled: &dyn Fn() -> bool) -> Vec<u32> {
        let (symbols, layout) = self.places();
        assemble::unknown(self.source(), layout, symbols)
    }

    /// How many instructions have no word because they are not of the language: none.
    #[must_use]
    pub fn other_instructions(&self) -> usize {
        0
    }

    /// What stands at a place, explained.
    #[must_use]
    pub fn hover(&self, at: Position, language: Language) -> Option<Hover> {
        let (symbols, layout) = self.places();
        explain::hover(self.source(), symbols, layout, at, language)
    }

    /// What can be written at a place.
    #[must_use]
    pub fn completion(&self, at: Position, language: Language) -> Vec<Completion> {
        explain::completion(self.source(), self.names(), at, language)
    }

    /// The operands of the instruction that is typed.
    #[must_use]
    pub fn signature(&self, at: Position, language: Language) -> Option<Signature> {
        explain::signature(self.source(), at, language)
    }

    /// How far the branches of some lines go, as words after them.
    #[must_use]
    pub fn inlays(
        &self,
        lines: Range<u32>,
        language: Language,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Vec<Inlay> {
        let (symbols, layout) = self.places();
        explain::inlays(
            self.source(),
            symbols,
            layout,
            lines,
            language,
            is_cancelled,
        )
    }

    /// The tokens of some lines, in order.
    #[must_use]
    pub fn tokens(&self, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Token> {
        explain::tokens(self.source(), self.layout(), lines, is_cancelled)
    }

    /// The operands of a line that a run reads or writes.
    #[must_use]
    pub fn operands(&self, line: u32) -> Vec<Place> {
        Token::operands(self.tokens(line..line.saturating_add(1), &|| false))
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
        let (symbols, layout) = self.places();
        explain::definition(self.source(), symbols, layout, at)
    }

    /// Where what stands at a place is used, in the order of the text.
    #[must_use]
    pub fn references(&self, at: Position, with_definition: bool) -> Vec<Place> {
        let (symbols, layout) = self.places();
        explain::references(self.source(), symbols, layout, at, with_definition)
    }

    /// The reads and writes of what stands at a place.
    #[must_use]
    pub fn highlights(&self, at: Position) -> Vec<Highlight> {
        let (symbols, layout) = self.places();
        explain::highlights(self.source(), symbols, layout, at)
    }

    /// The name at a place, if it can be changed everywhere.
    #[must_use]
    pub fn renamable(&self, at: Position) -> Option<Place> {
        explain::renamable(self.source(), self.names(), self.layout(), at)
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
        let (symbols, layout) = self.places();
        let changes = explain::rename(self.source(), symbols, layout, at, name)?;
        // A register has another number afterwards.
        let is_register = changes.first().is_some_and(|change| {
            let line = self.source().line(change.place.line);
            let old = line.map(|line| line.part(&change.place.range));
            old.is_some_and(|old| Register::find(old).is_some())
        });
        match is_register || self.means_the_same(&changes) {
            true => Ok(changes),
            false => Err(message!(
                "with the name `{name}` the text would mean something else",
                name
            )),
        }
    }

    /// Lines that can be folded away.
    #[must_use]
    pub fn folding(&self, _is_cancelled: &dyn Fn() -> bool) -> Vec<Fold> {
        mnc2_assembly::folding(self.source(), self.names())
    }

    /// The layout of some lines: those that change.
    #[must_use]
    pub fn format(&self, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Change> {
        mnc2_assembly::format(self.source(), lines, is_cancelled)
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
