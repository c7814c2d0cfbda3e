//! Assertions: comments with a condition, a value or a number of steps.

use super::WatchExpression;
use mnc2_text::LineRange;

/// The start of an assertion.
pub const ASSERTION_MARK: &str = "#!";

/// An assertion. It is a comment for the assembler.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    /// From `#!` to the end of what belongs to it.
    pub range: LineRange,
    /// The word of the kind, such as `assert`.
    pub word_range: LineRange,
    /// The kind with its expression or number. All its ranges count from the start of the line.
    pub kind: AssertionKind,
}

/// The kind of an assertion, and its content.
#[derive(Clone, Debug, PartialEq)]
pub enum AssertionKind {
    /// `assert`: the condition holds after its line.
    Assert(WatchExpression),
    /// `log`: the value after its line is shown.
    Log {
        /// The expression whose value is shown.
        value: WatchExpression,
        /// A text for people that goes first.
        text: Option<Box<str>>,
    },
    /// `budget`: its section has at most this many steps.
    Budget(u64),
}

impl Assertion {
    /// The words that begin assertions.
    pub const WORDS: [&str; 3] = ["assert", "log", "budget"];

    /// Whether a run evaluates it.
    #[must_use]
    pub const fn is_of_run(&self) -> bool {
        match self.kind {
            AssertionKind::Assert(_) | AssertionKind::Log { .. } => true,
            AssertionKind::Budget(_) => false,
        }
    }
}
