//! A text with everything that is asked about it.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use mnc2_assembly::{PerChunk, Source, Symbols, Text};
use mnc2_text::interface::Text as _;
use mnc2_text::interface::{self, IsCancelled};
use mnc2_text::{
    Change, Commented, Completion, Encoded, Findings, Fold, Highlight, Hover, Inlay, Language,
    Message, Place, Position, Signature, Symbol, Token, Trouble, message,
};

use crate::code::Code;
use crate::layout::{Kept, Layout};
use crate::machine::Machine;
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
}

impl interface::Text for Document {
    fn language(&self) -> &'static dyn interface::Language {
        &crate::NaplesPu
    }

    fn edit(&mut self, range: Range<usize>, text: &str) {
        let replaced = self.text.edit(range, text);
        self.kept.replace(&replaced);
        self.checked.replace(&replaced);
        self.layout = Arc::default();
    }

    fn commented(&self, line: u32) -> Commented {
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

    fn findings(&self, is_cancelled: IsCancelled<'_>) -> Findings<interface::Code> {
        Self::findings(self, is_cancelled).with_code(Code::row)
    }

    fn machine(&self) -> Result<Box<dyn interface::Machine>, Trouble> {
        Ok(Box::new(Machine::new(self)?))
    }

    fn hover(&self, at: Position, language: Language) -> Option<Hover> {
        let (symbols, layout) = self.places();
        explain::hover(self.source(), symbols, layout, at, language)
    }

    fn completion(&self, at: Position, language: Language) -> Vec<Completion> {
        explain::completion(self.source(), self.names(), at, language)
    }

    fn signature(&self, at: Position, language: Language) -> Option<Signature> {
        explain::signature(self.source(), at, language)
    }

    fn inlays(
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

    fn tokens(&self, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Token> {
        explain::tokens(self.source(), self.layout(), lines, is_cancelled)
    }

    fn operands(&self, line: u32) -> Vec<Place> {
        Token::operands(self.tokens(line..line.saturating_add(1), &|| false))
    }

    fn symbols(&self, _is_cancelled: &dyn Fn() -> bool) -> Vec<Symbol> {
        mnc2_assembly::outline(self.source(), self.names())
    }

    fn starts(&self, _is_cancelled: &dyn Fn() -> bool) -> Vec<Place> {
        let first = mnc2_assembly::first_instruction(self.source(), self.names());
        first.into_iter().collect()
    }

    fn entered_at(&self, _line: u32) -> Box<dyn interface::Text> {
        Box::new(self.clone())
    }

    fn definition(&self, at: Position) -> Vec<Place> {
        let (symbols, layout) = self.places();
        explain::definition(self.source(), symbols, layout, at)
    }

    fn references(&self, at: Position, with_definition: bool) -> Vec<Place> {
        let (symbols, layout) = self.places();
        explain::references(self.source(), symbols, layout, at, with_definition)
    }

    fn highlights(&self, at: Position) -> Vec<Highlight> {
        let (symbols, layout) = self.places();
        explain::highlights(self.source(), symbols, layout, at)
    }

    fn renamable(&self, at: Position) -> Option<Place> {
        explain::renamable(self.source(), self.names(), self.layout(), at)
    }

    fn rename(&self, at: Position, name: &str) -> Result<Vec<Change>, Message> {
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

    fn format(&self, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Change> {
        mnc2_assembly::format(self.source(), lines, is_cancelled)
    }

    fn folding(&self, _is_cancelled: &dyn Fn() -> bool) -> Vec<Fold> {
        mnc2_assembly::folding(self.source(), self.names())
    }

    fn assemble(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Encoded> {
        let (symbols, layout) = self.places();
        assemble::assemble(layout, symbols, is_cancelled)
    }

    fn unknown_words(&self, _is_cancelled: &dyn Fn() -> bool) -> Vec<u32> {
        let (symbols, layout) = self.places();
        assemble::unknown(self.source(), layout, symbols)
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
