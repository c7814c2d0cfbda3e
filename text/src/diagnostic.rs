//! A result of a check: code, range, sentence, notes, fixes.

use crate::code_table::{CodeTable, Severity};
use crate::fix::{Applicability, Edit, Fix};
use crate::line::{self, LineRange};
use crate::message;
use crate::sentence::Message;

/// A finding on one line, with a code of its language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic<C> {
    /// The stable code, such as `MN0101`.
    pub code: C,
    /// Section of the manual that states the rule for what is named here; the section of the code's row unless it is
    /// [cited](Self::cited) otherwise.
    section: &'static str,
    /// The severity: from the table row until a review applies the user's levels.
    pub severity: Severity,
    /// The range that it concerns, in bytes from the start of the line.
    pub range: LineRange,
    /// One sentence in the programmer's words.
    pub message: Message,
    /// Other places and explanations.
    pub notes: Vec<Note>,
    /// The fixes, the preferred one first.
    pub fixes: Vec<Fix>,
}

/// A diagnostic with its line, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding<C> {
    /// Line, counted from 0.
    pub line: u32,
    /// The finding, without the number of its line.
    pub diagnostic: Diagnostic<C>,
}

impl<C: CodeTable> Finding<C> {
    /// The finding that a file is not UTF-8, reported once for the whole file: `offset` is where [`line::decode`] found
    /// the first such byte.
    #[must_use]
    pub fn not_utf8(code: C, text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let (line, start) =
            line::lines(before).fold((0, 0), |(count, _), line| (count + 1, line.len() as u32));
        let first = text.get(offset..).and_then(|text| text.chars().next());
        let end = start + first.map_or(0, char::len_utf8) as u32;
        let diagnostic = if first == Some(char::REPLACEMENT_CHARACTER) {
            Diagnostic::new(
                code,
                start..end,
                message!(
                    "this file is not UTF-8: from here on only its ASCII characters can be read"
                ),
            )
            .help(message!(
                "save it as UTF-8; comments in Shift_JIS and the like do no harm, but they cannot be shown"
            ))
        } else {
            Diagnostic::new(code, start..end, message!("this file is UTF-16"))
                .help(message!("save it as UTF-8"))
        };
        Self {
            line: line - 1,
            diagnostic,
        }
    }
}

/// A remark on another place, or on the same one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    /// The line it points at, counted from 0; `None` is the diagnostic's own line.
    pub line: Option<u32>,
    /// The place in that line; `None` for a general remark.
    pub range: Option<LineRange>,
    /// The text of the note.
    pub message: Message,
}

impl<C: CodeTable> Diagnostic<C> {
    /// A finding without notes and fixes.
    #[must_use]
    pub fn new(code: C, range: LineRange, message: impl Into<Message>) -> Self {
        Self {
            code,
            severity: code.row().severity,
            section: code.row().section,
            range,
            message: message.into(),
            notes: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// Adds a remark that points at no place.
    #[must_use]
    pub fn help(mut self, message: impl Into<Message>) -> Self {
        self.notes.push(Note {
            line: None,
            range: None,
            message: message.into(),
        });
        self
    }

    /// Adds a remark on another place of the same line.
    #[must_use]
    pub fn note(mut self, range: LineRange, message: impl Into<Message>) -> Self {
        self.notes.push(Note {
            line: None,
            range: Some(range),
            message: message.into(),
        });
        self
    }

    /// Adds a remark on a place in another line.
    #[must_use]
    pub fn note_at(mut self, line: u32, range: LineRange, message: impl Into<Message>) -> Self {
        self.notes.push(Note {
            line: Some(line),
            range: Some(range),
            message: message.into(),
        });
        self
    }

    /// Adds a fix that replaces one range of its line and is certainly right.
    #[must_use]
    pub fn fix(self, title: impl Into<Message>, range: LineRange, text: impl Into<String>) -> Self {
        let edit = Edit::replace(0, range, text);
        self.fixed(Fix::new(Applicability::Safe, title).with(edit))
    }

    /// Adds a fix that replaces one range of its line with a guess.
    #[must_use]
    pub fn suggest(
        self,
        title: impl Into<Message>,
        range: LineRange,
        text: impl Into<String>,
    ) -> Self {
        let edit = Edit::replace(0, range, text);
        self.fixed(Fix::new(Applicability::Suggestion, title).with(edit))
    }

    /// Adds a fix after those it has.
    #[must_use]
    pub fn fixed(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }

    /// Adds the rule as a remark, unless it already has a note.
    #[must_use]
    pub fn explained(self) -> Self {
        if self.notes.is_empty() {
            let rule = self.code.row().rule;
            self.help(Message::from_table(rule))
        } else {
            self
        }
    }

    /// Sets the section of the manual that states the rule for what is named here.
    #[must_use]
    pub fn cited(mut self, section: &'static str) -> Self {
        self.cite(section);
        self
    }

    /// Sets the section of the manual that states the rule for what is named here.
    pub fn cite(&mut self, section: &'static str) {
        self.section = section;
    }

    /// The severity after the user's levels.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// Section of the manual that states the rule.
    #[must_use]
    pub fn manual(&self) -> &'static str {
        self.section
    }

    /// Its sentence with the section of the manual, if there is one.
    #[must_use]
    pub fn sentence(&self) -> Message {
        if self.section.is_empty() {
            return self.message.clone();
        }
        message!(
            "{message} (manual {section})",
            message = self.message.clone(),
            section = self.section
        )
    }

    /// Whether one of its fixes can be applied without being looked at, as `--fix` does.
    #[must_use]
    pub fn is_fixable(&self) -> bool {
        self.fixes.iter().any(Fix::is_safe)
    }

    /// The diagnostic with a code of another table, for users that combine several languages.
    #[must_use]
    pub fn with_code<D>(self, code: impl FnOnce(C) -> D) -> Diagnostic<D> {
        Diagnostic {
            code: code(self.code),
            section: self.section,
            severity: self.severity,
            range: self.range,
            message: self.message,
            notes: self.notes,
            fixes: self.fixes,
        }
    }

    /// Frees the unused capacity of its vectors.
    pub fn compact(&mut self) {
        self.notes.shrink_to_fit();
        self.fixes.shrink_to_fit();
        for fix in &mut self.fixes {
            fix.edits.shrink_to_fit();
            for edit in &mut fix.edits {
                edit.text.shrink_to_fit();
            }
        }
    }

    /// Whether it is an error: one of the assembler's, or one that the user's levels made an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::codes! {
        /// Codes of a language that exists only here.
        enum Code, not_utf8 NotUtf8, page "{ID}";
        NotUtf8 X0101 Warning "1" "file that is not UTF-8", "save the file as UTF-8";
        Unknown X0102 Error optional "2" "unknown word", "every word is known";
    }

    #[test]
    fn the_first_bad_byte_of_a_file_is_found() {
        let (text, bad) = line::decode(b"\xef\xbb\xbfnop\r\n\r\nnop # \x83\x65\n\x83");
        let finding = Finding::not_utf8(Code::NOT_UTF8, &text, bad.expect("there is a bad byte"));
        assert_eq!((finding.line, finding.diagnostic.range), (2, 6..9));
    }

    #[test]
    fn a_diagnostic_has_what_its_row_says() {
        let diagnostic = Diagnostic::new(Code::Unknown, 0..1, message!("no such word"));
        assert_eq!((diagnostic.manual(), diagnostic.is_error()), ("2", true));
        let explained = diagnostic.clone().explained();
        assert_eq!(
            explained.notes[0].message.to_string(),
            "every word is known"
        );
        assert_eq!(explained.clone().explained(), explained, "it is said once");
        assert_eq!(diagnostic.cited("3").manual(), "3");
        let (text, bad) = line::decode(b"\xff\xfen\0");
        let finding = Finding::not_utf8(Code::NOT_UTF8, &text, bad.expect("it is UTF-16"));
        assert_eq!(
            finding.diagnostic.message.to_string(),
            "this file is UTF-16"
        );
        assert_eq!(Code::NotUtf8.row().page_url(), "X0101");
        assert_eq!(Code::find("x0101").map(Code::id), Some("X0101"));
        assert!(Code::Unknown.row().is_optional && !Code::NotUtf8.row().is_optional);
    }
}
