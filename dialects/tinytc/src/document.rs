//! A text, and the answers about it.

use std::collections::HashMap;
use std::ops::Range;

use mnc2_text::interface::{self, IsCancelled};
use mnc2_text::{Applicability, Edit, Finding, Findings, Fix, Message, Place, message};

use crate::code::Code;
use crate::format;
use crate::issue::{Correction, Elsewhere, Issue};
use crate::options::Options;
use crate::source::{Piece, Source, Start};
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
        found.extend(crate::mismatch::finding(self, &others, written.as_ref()));
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

/// The issues at words of another version of the language, in the order of the text; empty if no word certainly belongs to another
/// version.
pub(crate) fn other_version(source: &Source) -> Vec<(Start, &Piece, &Issue)> {
    let issues = source.placed().flat_map(|(start, piece)| {
        let issues = piece.analysis().issues.iter();
        issues.map(move |issue| (start, &**piece, issue))
    });
    let others: Vec<_> = issues
        .filter(|(_, _, issue)| issue.elsewhere != Elsewhere::Wrong)
        .collect();
    let is_certain = others
        .iter()
        .any(|(_, _, issue)| issue.elsewhere == Elsewhere::Right);
    if is_certain { others } else { Vec::new() }
}

pub(crate) fn finding(start: Start, piece: &Piece, issue: &Issue) -> Finding<Code> {
    let place = start.place(piece, &issue.range);
    let mut diagnostic = Diagnostic::new(issue.code, place.range, issue.message.clone());
    for (range, message) in &issue.notes {
        let note = start.place(piece, range);
        diagnostic = diagnostic.note_at(note.line, note.range, message.clone());
    }
    if let Some(help) = &issue.help {
        diagnostic = diagnostic.help(help.clone());
    }
    if let Some(change) = &issue.change {
        diagnostic = diagnostic.fixed(fix(start, piece, change, place.line));
    }
    Finding {
        line: place.line,
        diagnostic,
    }
}

/// A correction as a fix of a finding in a line.
fn fix(start: Start, piece: &Piece, change: &Correction, line: u32) -> Fix {
    let applicability = if change.is_safe {
        Applicability::Safe
    } else {
        Applicability::Suggestion
    };
    Fix::new(applicability, change.title.clone()).with(edit(start, piece, change, line))
}

/// A correction as an edit of a finding in a line.
pub(crate) fn edit(start: Start, piece: &Piece, change: &Correction, line: u32) -> Edit {
    let first = start.place(piece, &(change.range.start..change.range.start));
    let last = start.place(piece, &(change.range.end..change.range.end));
    let relative = |place: &Place| mnc2_text::RelativePosition {
        line: place.line as i32 - line as i32,
        byte: place.range.start,
    };
    Edit {
        start: relative(&first),
        end: relative(&last),
        text: change.text.clone(),
    }
}
