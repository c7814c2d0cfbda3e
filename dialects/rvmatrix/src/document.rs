//! A text with everything that is asked about it.

use std::ops::Range;
use std::sync::Arc;

use mnc2_assembly::{PerChunk, Source, Symbols, Text};
use mnc2_text::interface::Text as _;
use mnc2_text::interface::{self, IsCancelled};
use mnc2_text::{
    Change, Commented, Completion, Encoded, Findings, Fold, Highlight, Hover, Inlay, Language,
    Message, Place, Position, Signature, Symbol, Token, Trouble, message,
};

use crate::check::{Checked, Kept};
use crate::code::Code;
use crate::machine::Machine;
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
        &crate::RvMatrix
    }

    fn edit(&mut self, range: Range<usize>, text: &str) {
        let replaced = self.text.edit(range, text);
        self.kept.replace(&replaced);
    }

    fn commented(&self, line: u32) -> Commented {
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

    fn findings(&self, is_cancelled: IsCancelled<'_>) -> Findings<interface::Code> {
        Self::findings(self, is_cancelled).with_code(Code::row)
    }

    fn machine(&self) -> Result<Box<dyn interface::Machine>, Trouble> {
        Ok(Box::new(Machine::new(self)?))
    }

    fn hover(&self, at: Position, language: Language) -> Option<Hover> {
        explain::hover(self.source(), self.names(), &self.options, at, language)
    }

    fn completion(&self, at: Position, language: Language) -> Vec<Completion> {
        explain::completion(self.source(), self.names(), &self.options, at, language)
    }

    fn signature(&self, at: Position, language: Language) -> Option<Signature> {
        explain::signature(self.source(), at, language)
    }

    fn inlays(
        &self,
        lines: Range<u32>,
        _language: Language,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Vec<Inlay> {
        explain::inlays(self.source(), self.names(), lines, is_cancelled)
    }

    fn tokens(&self, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Token> {
        explain::tokens(self.source(), self.names(), lines, is_cancelled)
    }

    fn operands(&self, line: u32) -> Vec<Place> {
        explain::operands(self.source(), self.names(), line)
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
        explain::definition(self.source(), self.names(), at)
    }

    fn references(&self, at: Position, with_definition: bool) -> Vec<Place> {
        explain::references(self.source(), self.names(), at, with_definition)
    }

    fn highlights(&self, at: Position) -> Vec<Highlight> {
        explain::highlights(self.source(), self.names(), at)
    }

    fn renamable(&self, at: Position) -> Option<Place> {
        explain::renamable(self.source(), self.names(), at)
    }

    fn rename(&self, at: Position, name: &str) -> Result<Vec<Change>, Message> {
        let changes = explain::rename(self.source(), self.names(), at, name)?;
        match self.means_the_same(&changes) {
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
        assemble::assemble(self.source(), self.names(), is_cancelled)
    }

    fn unknown_words(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<u32> {
        assemble::unknown(self.source(), self.names(), is_cancelled)
    }

    fn other_instructions(&self) -> usize {
        assemble::others(self.source(), self.names())
    }
}
