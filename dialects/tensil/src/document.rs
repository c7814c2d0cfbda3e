//! A text with everything that is asked about it.

use std::ops::Range;
use std::sync::Arc;

use mnc2_assembly::PerChunk;
use mnc2_text::interface::{self, IsCancelled};
use mnc2_text::{Change, Commented, Completion, Encoded, Findings, Fold, Highlight, Hover, Inlay, Language, Message, Place, Position, Signature, Symbol, Token, Trouble};

use crate::code::Code;
use crate::machine::Machine;
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

    /// All findings, by line.
    #[must_use]
    pub fn findings(&self, is_cancelled: &dyn Fn() -> bool) -> Findings<Code> {
        check::findings(&self.source, &self.options, &self.checked, is_cancelled)
    }
}

impl interface::Text for Document {
    fn language(&self) -> &'static dyn interface::Language {
        &crate::Tensil
    }

    fn edit(&mut self, range: Range<usize>, text: &str) {
        let replaced = self.source.edit(range, text);
        self.checked.replace(&replaced);
    }

    fn commented(&self, line: u32) -> Commented {
        let Some(line) = self.source.line(line) else {
            return Commented::default();
        };
        Commented {
            comment: line.comment.clone(),
            has_statement: line.statement.is_some(),
        }
    }

    fn findings(&self, is_cancelled: IsCancelled<'_>) -> Findings<interface::Code> {
        Self::findings(self, is_cancelled).with_code(Code::row)
    }

    fn machine(&self) -> Result<Box<dyn interface::Machine>, Trouble> {
        Ok(Box::new(Machine::new(self)?))
    }

    fn hover(&self, at: Position, language: Language) -> Option<Hover> {
        explain::hover(&self.source, &self.options, at, language)
    }

    fn completion(&self, at: Position, language: Language) -> Vec<Completion> {
        explain::completion(&self.source, &self.options, at, language)
    }

    fn signature(&self, at: Position, language: Language) -> Option<Signature> {
        explain::signature(&self.source, at, language)
    }

    fn inlays(
        &self,
        lines: Range<u32>,
        language: Language,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Vec<Inlay> {
        explain::inlays(&self.source, &self.options, lines, language, is_cancelled)
    }

    fn tokens(&self, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Token> {
        explain::tokens(&self.source, &self.options, lines, is_cancelled)
    }

    fn operands(&self, line: u32) -> Vec<Place> {
        Token::operands(self.tokens(line..line.saturating_add(1), &|| false))
    }

    fn symbols(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Symbol> {
        explain::symbols(&self.source, is_cancelled)
    }

    fn starts(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Place> {
        explain::start(&self.source, is_cancelled)
            .into_iter()
            .collect()
    }

    fn entered_at(&self, _line: u32) -> Box<dyn interface::Text> {
        Box::new(self.clone())
    }

    fn definition(&self, at: Position) -> Vec<Place> {
        explain::definition(&self.source, &self.options, at)
    }

    fn references(&self, at: Position, with_definition: bool) -> Vec<Place> {
        explain::references(&self.source, &self.options, at, with_definition)
    }

    fn highlights(&self, at: Position) -> Vec<Highlight> {
        explain::highlights(&self.source, &self.options, at)
    }

    fn rename(&self, _at: Position, _name: &str) -> Result<Vec<Change>, Message> {
        explain::rename()
    }

    fn format(&self, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Change> {
        format::format(&self.source, lines, is_cancelled)
    }

    fn folding(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Fold> {
        explain::folding(&self.source, is_cancelled)
    }

    fn assemble(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Encoded> {
        assemble::assemble(&self.source, &self.options, is_cancelled)
    }
}
