//! The rules among the expressions of one step (manual 3.6.2.1, 3.6.2.2, 3.6.4, 3.6.5, 3.6.13).
//!
//! They apply to a typed step: the text of its line is only quoted in findings.

mod coissue;
mod exclusive;
pub mod fields;
mod half_used;
mod half_written;

pub use coissue::{MAU_EXPRESSIONS_MAX, is_for_mau};

use crate::Step;
use crate::code::Code;
use crate::finding::Diagnostic;
use mnc2_text::LineRange;
use mnc2_text::line::part;

/// The text of a step's line, and what was found in it.
struct Checker<'a> {
    text: &'a str,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Checker<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            diagnostics: Vec::new(),
        }
    }

    /// A part of the line.
    fn at(&self, range: &LineRange) -> &'a str {
        part(self.text, range)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic.explained());
    }
}

/// The codes of findings about expressions that cannot share a step.
pub const SHARING: &[Code] = &[
    Code::MaskConflict,
    Code::ZeroFlushTwice,
    Code::GroupTwice,
    Code::MauThreeTimes,
    Code::MauPrecision,
    Code::SecondInputShared,
    Code::MatrixSideTwice,
    Code::MatrixRowConflict,
    Code::MemoryWrittenTwice,
    Code::RegionConflict,
    Code::ImmediateWithLm0,
];

/// Whether the expressions of a step can share it, and what is wrong if not. `text` is its line. A step that lacks an
/// expression which was not understood is not whole: what `nop` and `wait` are next to is unknown.
#[must_use]
pub fn check(step: &Step, is_whole: bool, text: &str) -> Vec<Diagnostic> {
    let mut checker = Checker::new(text);
    if is_whole {
        exclusive::nop(&mut checker, step);
        exclusive::wait(&mut checker, step);
    }
    exclusive::tags(&mut checker, step);
    coissue::check(&mut checker, step);
    checker.diagnostics
}

/// Operands and results that a step without errors uses only half of.
#[must_use]
pub fn half_used(step: &Step, text: &str) -> Vec<Diagnostic> {
    let mut checker = Checker::new(text);
    half_used::check(&mut checker, step);
    half_written::check(&mut checker, step);
    checker.diagnostics
}
