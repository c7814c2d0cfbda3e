//! A text, and the answers about it.

use std::collections::HashMap;
use std::ops::Range;

use mnc2_text::interface::{self, IsCancelled};
use mnc2_text::{Findings, Message, Place, message};

use crate::code::Code;
use crate::format;
use crate::issue::{Elsewhere, Issue};
use crate::mismatch;
use crate::options::Options;
use crate::report::{finding, other_version};
use crate::source::Source;
use crate::{Diagnostic, LANGUAGE};

/// A text. Copies are cheap: they share the functions.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) source: Source,
    pub(crate) options: Options,
}

impl Document {
    /// Reads a program, which may have errors.
    #[must_use]
    pub fn new(text: &str, options: &Options) -> Self {
        Self {
            source: Source::new(text, options.version),
            options: options.clone(),
        }
    }

    /// The functions of the text.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The options that the document was read with.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// All findings, by line.
    #[must_use]
    pub fn findings(&self, is_cancelled: IsCancelled<'_>) -> Findings<Code> {
        let mut found = Findings::default();
        let mut first: HashMap<&str, Place> = HashMap::new();
        let (mut has_function, mut has_error) = (false, false);
        let others = other_version(&self.source);
        // What is wrong with a text of another version is what is wrong with it there.
        let written =
            (!others.is_empty()).then(|| self.source.in_version(self.source.version().other()));
        let written = written.filter(|source| other_version(source).is_empty());
        for (start, piece) in written.as_ref().unwrap_or(&self.source).placed() {
            if is_cancelled() {
                break;
            }
            let analysis = piece.analysis();
            has_error |= !analysis.issues.is_empty();
            // All that is of another version is one finding.
            let is_own = |issue: &&Issue| others.is_empty() || issue.elsewhere == Elsewhere::Wrong;
            let issues = analysis.issues.iter().filter(is_own);
            found.extend(issues.map(|issue| finding(start, piece, issue)));
            let Some(function) = &analysis.function else {
                continue;
            };
            has_function = true;
            if function.name.is_empty() {
                continue;
            }
            let place = start.place(piece, &function.name_range);
            if let Some(before) = first.get(function.name.as_str()) {
                let message = message!(
                    "the text has a function `@{name}` already",
                    name = &function.name
                );
                let diagnostic = Diagnostic::new(Code::FunctionRedefined, place.range, message);
                let diagnostic = diagnostic.note_at(
                    before.line,
                    before.range.clone(),
                    message!("the first one"),
                );
                found.push(place.line, diagnostic);
            } else {
                first.insert(&function.name, place);
            }
        }
        found.extend(mismatch::finding(&self.source, &others, written.as_ref()));
        if !has_function && !has_error && !is_cancelled() {
            let diagnostic =
                Diagnostic::new(Code::Empty, 0..0, message!("the text has no function"));
            found.push(0, diagnostic);
        }
        found.sort();
        found
    }

    /// The canonical text, as the compiler prints it, with the comments.
    #[must_use]
    pub fn canonical(&self) -> String {
        format::canonical(&self.source)
    }
}

impl interface::Options for Options {
    fn read(&self, text: &str) -> Box<dyn interface::Text> {
        Box::new(Document::new(text, self))
    }
}

impl interface::Text for Document {
    fn edit(&mut self, range: Range<usize>, text: &str) {
        self.source.edit(range, text);
    }

    fn language(&self) -> &'static interface::Language {
        &LANGUAGE
    }

    fn findings(&self, is_cancelled: IsCancelled<'_>) -> Findings<interface::Code> {
        Self::findings(self, is_cancelled).with_code(Code::row)
    }

    fn lines(&self) -> &dyn interface::Lines {
        &self.source
    }

    fn canonical(&self) -> Option<String> {
        Some(Self::canonical(self))
    }
}

/// Instructions of this language have no words.
impl interface::Assemble for Document {}

impl interface::Disassemble for Options {
    fn disassemble(&self, _word: &str) -> Result<String, Message> {
        Err(message!(
            "the tensor language has no machine words: its compiler makes SPIR-V of it"
        ))
    }
}
