//! A result of a check: code, range, sentence, notes, fixes.

use crate::code::Code;

pub use mnc2_text::Note;

/// A finding on one line.
pub type Diagnostic = mnc2_text::Diagnostic<Code>;

/// A diagnostic with its line, counted from 0.
pub type Finding = mnc2_text::Finding<Code>;
