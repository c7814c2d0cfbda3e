//! Formatting: which lines are formatted, on request and while typing.

use std::ops::Range;

use mnc2_assist::format;
use mnc2_text::{Change, line};

use crate::session::Snapshot;

/// Longer blocks are not formatted while typing: every line of a block can move when a line is finished.
const ON_TYPE_LINES_MAX: usize = 1000;

/// The characters after which lines are formatted while typing.
pub const ON_TYPE: [&str; 2] = ["\n", ";"];

/// Formats a range of lines.
pub fn lines(snapshot: &Snapshot, lines: Range<usize>) -> Vec<Change> {
    if snapshot.is_unread() || !snapshot.form.has_statements() {
        return Vec::new();
    }
    format::edits(
        &snapshot.program,
        |line| snapshot.line_with_end(line),
        lines,
        &|| snapshot.is_cancelled(),
    )
}

/// Formats the lines that a typed character completes; the cursor is after the last of them.
///
/// A line break finishes the line before it, so the block of that line is aligned. A semicolon finishes an expression:
/// its line is aligned with the others, which stay.
pub fn on_type(snapshot: &Snapshot, line: usize, byte: u32, character: &str) -> Vec<Change> {
    let finished = match character {
        "\n" => line.checked_sub(1),
        ";" if is_last(snapshot, line, byte) => Some(line),
        _ => None,
    };
    let Some(finished) = finished.filter(|_| !snapshot.is_unread()) else {
        return Vec::new();
    };
    let length = format::block_length(&snapshot.program, finished, ON_TYPE_LINES_MAX);
    if length >= ON_TYPE_LINES_MAX {
        return Vec::new();
    }
    if character == ";" {
        return lines(snapshot, line..line + 1);
    }
    let first = finished.saturating_sub(length);
    lines(snapshot, first..finished + 1)
}

/// Whether only a comment or white space follows a place in a line. Only there does a semicolon finish something that
/// was just typed; in the middle of a line or in a comment it can be anything.
fn is_last(snapshot: &Snapshot, line: usize, byte: u32) -> bool {
    let comment = snapshot
        .program
        .line(line)
        .and_then(|line| line.comment.clone());
    let text = snapshot.line_with_end(line);
    let end = comment.map_or(line::without_end(&text).len(), |comment| {
        comment.start as usize
    });
    text.get(byte as usize..end)
        .is_some_and(|rest| rest.bytes().all(|byte| matches!(byte, b' ' | b'\t')))
}
