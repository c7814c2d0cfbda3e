//! What is wrong with a function, with places in its text.

use mnc2_text::Message;

use crate::code::Code;
use crate::ir::ByteRange;

/// Something that is wrong. Places are bytes from the start of the text of the function.
#[derive(Clone, Debug)]
pub struct Issue {
    /// The code of the finding.
    pub code: Code,
    /// The place in the text that it is reported at.
    pub range: ByteRange,
    /// The sentence that is reported.
    pub message: Message,
    /// Remarks on other places.
    pub notes: Vec<(ByteRange, Message)>,
    /// What does not point at a place.
    pub help: Option<Message>,
    /// What to write instead.
    pub change: Option<Correction>,
    /// Whether another version of the language is used there.
    pub elsewhere: Elsewhere,
}

/// Whether the place of an issue is right in another version of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// In no known one.
    Wrong,
    /// It is, but an error is as likely.
    PossiblyRight,
    /// It is, and no other error is likely.
    Right,
}

/// What to write instead.
#[derive(Clone, Debug)]
pub struct Correction {
    /// The change as an imperative, for menus.
    pub title: Message,
    /// Whether it is clearly the intention.
    pub is_safe: bool,
    /// The place that becomes another text.
    pub range: ByteRange,
    /// The text that replaces the range.
    pub text: String,
}

impl Issue {
    /// An issue without notes.
    #[must_use]
    pub fn new(code: Code, range: ByteRange, message: Message) -> Self {
        Self {
            code,
            range,
            message,
            notes: Vec::new(),
            help: None,
            change: None,
            elsewhere: Elsewhere::Wrong,
        }
    }

    /// Notes how the place is related to other versions.
    #[must_use]
    pub fn right_elsewhere(mut self, elsewhere: Elsewhere) -> Self {
        self.elsewhere = elsewhere;
        self
    }

    /// Whether it is an error without a choice of levels.
    #[must_use]
    pub fn is_error(&self) -> bool {
        mnc2_text::CodeTable::row(self.code).severity == mnc2_text::Severity::Error
    }

    /// Adds a remark on another place.
    #[must_use]
    pub fn note(mut self, range: ByteRange, message: Message) -> Self {
        self.notes.push((range, message));
        self
    }

    /// Adds a remark without a place, after those before.
    #[must_use]
    pub fn help(mut self, message: Message) -> Self {
        self.help = Some(message);
        self
    }

    /// Adds a correction that is clearly the intention.
    #[must_use]
    pub fn fix(self, title: Message, range: ByteRange, text: impl Into<String>) -> Self {
        self.corrected(title, true, range, text)
    }

    /// Adds what to write instead, as a guess.
    #[must_use]
    pub fn suggest(self, title: Message, range: ByteRange, text: impl Into<String>) -> Self {
        self.corrected(title, false, range, text)
    }

    fn corrected(
        mut self,
        title: Message,
        is_safe: bool,
        range: ByteRange,
        text: impl Into<String>,
    ) -> Self {
        self.change = Some(Correction {
            title,
            is_safe,
            range,
            text: text.into(),
        });
        self
    }
}
