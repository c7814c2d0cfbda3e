//! The implementation of the common interface.

use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

use mnc2_text::interface::{self, IsCancelled};
use mnc2_text::{
    Change, Commented, Completion, Encoded, Findings, Fold, Highlight, Hover, Inlay, Language,
    Message, Place, Position, Signature, Symbol, Token, Trouble, message,
};

use crate::code::Code;
use crate::document::Document;
use crate::machine::Machine;
use crate::options::Options;
use crate::register::Register;
use crate::{ABOUT, CATALOGUE, assemble, explain};

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
        assemble::disassemble(word)
    }

    fn explain(&self, query: &str, language: Language) -> Option<String> {
        explain::explain(query, language)
    }
}

impl interface::Text for Document {
    fn language(&self) -> &'static interface::Language {
        &LANGUAGE
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
