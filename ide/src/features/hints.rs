//! Inlay hints: information that the text of a program does not show, next to the lines that it concerns.
//!
//! Each kind of hint has a file: its `hints` processes one line and adds its hints. Explanations are computed when the user
//! points at a hint.

mod addresses;
mod readable;
mod steps;
mod values;

use mnc2_program::{Line, WriteMaskSetting};
use mnc2_project::StepHints;
use mnc2_text::Language;

use crate::session::{InlayHints, Snapshot};

/// Maximum number of hints of one answer; editors request what is visible.
pub const HINTS_MAX: usize = 10_000;

/// The kind of information in a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintKind {
    /// Step of a line.
    Steps,
    /// Addresses of an operand, cycle by cycle.
    Addresses,
    /// From which step on results can be read.
    Readable,
    /// What the last run showed.
    Values,
}

impl HintKind {
    /// Every kind, in the order in which hints at one place are shown.
    const ALL: [Self; 4] = [Self::Addresses, Self::Values, Self::Readable, Self::Steps];

    fn is_on(self, settings: &InlayHints) -> bool {
        match self {
            Self::Steps => settings.steps != StepHints::Off,
            Self::Addresses => settings.addresses,
            Self::Readable => settings.readable,
            Self::Values => settings.values,
        }
    }

    fn hints(self, at: &HintedLine<'_>, hints: &mut Vec<Hint>) {
        match self {
            Self::Steps => steps::hints(at, hints),
            Self::Addresses => addresses::hints(at, hints),
            Self::Readable => readable::hints(at, hints),
            Self::Values => values::hints(at, hints),
        }
    }

    fn tooltip(self, at: &HintedLine<'_>, byte: u32) -> Option<String> {
        match self {
            Self::Steps => steps::tooltip(at),
            Self::Addresses => addresses::tooltip(at, byte),
            Self::Readable => readable::tooltip(at),
            Self::Values => values::tooltip(at),
        }
    }
}

/// A line that hints are made for.
struct HintedLine<'a> {
    snapshot: &'a Snapshot,
    language: Language,
    /// Counted from 0.
    number: u32,
    line: &'a Line,
    /// The `mask` setting in force.
    setting: WriteMaskSetting,
    /// Steps before it.
    step: u64,
}

impl HintedLine<'_> {
    /// Adds a hint at the end of the line.
    fn at_end(&self, kind: HintKind, label: String, hints: &mut Vec<Hint>) {
        hints.push(Hint {
            line: self.number,
            byte: u32::MAX,
            label,
            kind,
        });
    }
}

/// A hint in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The line, counted from 0.
    pub line: u32,
    /// Its place in the line; a place beyond the end means the end.
    pub byte: u32,
    /// The text of the hint.
    pub label: String,
    /// The information that it shows.
    pub kind: HintKind,
}

/// The hints between two lines, both included, of the kinds that the settings enable.
pub fn hints(
    snapshot: &Snapshot,
    first: u32,
    last: u32,
    settings: &InlayHints,
    language: Language,
) -> Vec<Hint> {
    let kinds: Vec<HintKind> = HintKind::ALL
        .into_iter()
        .filter(|kind| kind.is_on(settings))
        .collect();
    let mut hints = Vec::new();
    if kinds.is_empty() {
        return hints;
    }
    let end = end_of_program(snapshot);
    let last = u64::from(last).min(end.saturating_sub(1));
    for number in snapshot.while_wanted(u64::from(first)..=last) {
        if number >= end || hints.len() >= HINTS_MAX {
            break;
        }
        let Some(at) = place(snapshot, number as u32, language) else {
            break;
        };
        for kind in &kinds {
            kind.hints(&at, &mut hints);
        }
    }
    hints.sort_by_key(|hint| (hint.line, hint.byte));
    hints
}

/// The explanation of a hint, in Markdown.
pub fn tooltip(
    snapshot: &Snapshot,
    kind: HintKind,
    line: u32,
    byte: u32,
    language: Language,
) -> Option<String> {
    kind.tooltip(&place(snapshot, line, language)?, byte)
}

fn place(snapshot: &Snapshot, number: u32, language: Language) -> Option<HintedLine<'_>> {
    let program = &snapshot.program;
    Some(HintedLine {
        snapshot,
        language,
        number,
        line: program.line(number as usize)?,
        setting: program.mask_setting_at(number as usize),
        step: program.steps_before(number as usize),
    })
}

/// The first line that is not part of the program: `quit`, or the end of the text.
fn end_of_program(snapshot: &Snapshot) -> u64 {
    match snapshot.review().quit_line() {
        Some(line) => u64::from(line),
        None => snapshot.program.len() as u64,
    }
}
