//! Issues as findings about lines.

use mnc2_text::{Applicability, Edit, Finding, Fix, Place};

use crate::Diagnostic;
use crate::code::Code;
use crate::issue::{Correction, Elsewhere, Issue};
use crate::source::{Piece, Source, Start};

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
