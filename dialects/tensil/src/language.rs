//! The implementation of the common interface.

use std::any::Any;
use std::ops::Range;

use mnc2_text::interface::{self, IsCancelled};
use mnc2_text::{
    Change, Commented, Completion, Encoded, Findings, Fold, Highlight, Hover, Inlay, Language,
    Message, Place, Position, Signature, Symbol, Token, Trouble,
};

use crate::code::Code;
use crate::document::Document;
use crate::machine::Machine;
use crate::options::Options;
use crate::{ABOUT, CATALOGUE, assemble, explain, format};

/// The language, for the list of languages.
pub static LANGUAGE: interface::Language = interface::Language {
    about: &ABOUT,
    codes: || Code::ALL.iter().map(|code| code.row()).collect(),
    not_utf8: || Code::NOT_UTF8.row(),
    catalogue: &CATALOGUE,
    options: || Box::<Options>::default(),
    entries: explain::entries,
    has_words: true,
};

impl interface::Options for Options {
    fn language(&self) -> &'static interface::Language {
        &LANGUAGE
    }

    fn is_same(&self, other: &dyn interface::Options) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Message> {
        Self::set(self, key, value)
    }

    fn set_architecture(&mut self, content: &str) -> Result<(), Message> {
        Self::set_architecture(self, content)
    }

    fn version(&self) -> &'static str {
        Self::version(self)
    }

    fn machine(&self) -> Message {
        Self::machine(self)
    }

    fn read(&self, text: &str) -> Box<dyn interface::Text> {
        Box::new(Document::new(text, self))
    }

    fn disassemble(&self, word: &str) -> Result<String, Message> {
        assemble::disassemble(word, self)
    }

    fn listing(&self, bytes: &[u8]) -> Option<String> {
        Some(assemble::listing(bytes, self))
    }

    fn explain(&self, query: &str, language: Language) -> Option<String> {
        explain::explain(query, self, language)
    }
}

impl interface::Text for Document {
    fn language(&self) -> &'static interface::Language {
        &LANGUAGE
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
