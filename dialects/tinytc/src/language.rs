//! The implementation of the common interface.

use std::any::Any;
use std::ops::Range;

use mnc2_text::interface::{self, Evaluated, IsCancelled};
use mnc2_text::{
    Change, Commented, Completion, Encoded, Findings, Fold, Highlight, Hover, Language, Message,
    Place, Position, Signature, Symbol, Token, Trouble, message,
};

use crate::code::Code;
use crate::document::Document;
use crate::explain::Hint;
use crate::machine::Machine;
use crate::options::Options;
use crate::{ABOUT, CATALOGUE, explain, format, lex};

/// The language, for the list of languages.
pub static LANGUAGE: interface::Language = interface::Language {
    about: &ABOUT,
    codes: || Code::ALL.iter().map(|code| code.row()).collect(),
    not_utf8: || Code::NOT_UTF8.row(),
    catalogue: &CATALOGUE,
    options: || Box::<Options>::default(),
    entries: explain::entries,
    has_words: false,
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

    fn disassemble(&self, _word: &str) -> Result<String, Message> {
        Err(message!(
            "the tensor language has no machine words: its compiler makes SPIR-V of it"
        ))
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
        self.source.edit(range, text);
    }

    fn commented(&self, line: u32) -> Commented {
        let tokens = lex::tokens(&self.source.line(line));
        let is_comment = |token: &&lex::Token| token.kind == lex::TokenKind::Comment;
        Commented {
            comment: tokens.iter().find(is_comment).map(|it| it.range.clone()),
            has_statement: !tokens.iter().all(|token| is_comment(&token)),
        }
    }

    fn findings(&self, is_cancelled: IsCancelled<'_>) -> Findings<interface::Code> {
        Self::findings(self, is_cancelled).with_code(Code::row)
    }

    fn machine(&self) -> Result<Box<dyn interface::Machine>, Trouble> {
        Ok(Box::new(Machine::new(self)?))
    }

    fn hover(&self, at: Position, language: Language) -> Option<Hover> {
        explain::hover(&self.source, at, language)
    }

    fn completion(&self, at: Position, language: Language) -> Vec<Completion> {
        explain::completion(&self.source, at, language)
    }

    fn signature(&self, at: Position, language: Language) -> Option<Signature> {
        explain::signature(&self.source, at, language)
    }

    fn inlays(
        &self,
        lines: Range<u32>,
        _language: mnc2_text::Language,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Vec<mnc2_text::Inlay> {
        let hints = self.hints(lines, is_cancelled).into_iter();
        let inlay = |hint: Hint| mnc2_text::Inlay {
            place: Place {
                line: hint.at.line,
                range: hint.at.byte..hint.at.byte,
            },
            text: hint.label,
        };
        hints.map(inlay).collect()
    }

    fn tokens(&self, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Token> {
        explain::tokens(&self.source, lines, is_cancelled)
    }

    fn operands(&self, line: u32) -> Vec<Place> {
        explain::operands(&self.source, line)
    }

    fn symbols(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Symbol> {
        explain::symbols(&self.source, is_cancelled)
    }

    fn starts(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Place> {
        let functions = explain::symbols(&self.source, is_cancelled).into_iter();
        functions.map(|function| function.place).collect()
    }

    fn entered_at(&self, line: u32) -> Box<dyn interface::Text> {
        let mut entered = self.clone();
        if self.options.entry.is_none() {
            let at = self
                .source
                .placed()
                .filter(|(start, piece)| start.position.line <= line && piece.function().is_some());
            let function = at.last().and_then(|(_, piece)| piece.function());
            entered.options.entry = function.map(|function| function.name.clone());
        }
        Box::new(entered)
    }

    fn definition(&self, at: Position) -> Vec<Place> {
        explain::definition(&self.source, at)
    }

    fn references(&self, at: Position, with_definition: bool) -> Vec<Place> {
        explain::references(&self.source, at, with_definition)
    }

    fn highlights(&self, at: Position) -> Vec<Highlight> {
        explain::highlights(&self.source, at)
    }

    fn renamable(&self, at: Position) -> Option<Place> {
        explain::renamable(&self.source, at)
    }

    fn rename(&self, at: Position, name: &str) -> Result<Vec<Change>, Message> {
        explain::rename(&self.source, at, name)
    }

    fn format(&self, lines: Range<u32>, is_cancelled: &dyn Fn() -> bool) -> Vec<Change> {
        format::layout(&self.source, lines, is_cancelled)
    }

    fn folding(&self, is_cancelled: &dyn Fn() -> bool) -> Vec<Fold> {
        explain::folding(&self.source, is_cancelled)
    }

    fn assemble(&self, _is_cancelled: &dyn Fn() -> bool) -> Vec<Encoded> {
        Vec::new()
    }

    fn canonical(&self) -> Option<String> {
        Some(Self::canonical(self))
    }

    fn eval(&self) -> Option<Result<Evaluated, Message>> {
        Some(crate::eval(self).map(|folded| Evaluated {
            name: folded.name,
            ty: folded.ty,
            text: folded.value.canonical(),
            plain: folded.value.plain(),
        }))
    }
}
