//! Completion in a line that continues after the cursor: what is offered must fit what follows.

use std::sync::Arc;

use super::Candidate;
use super::context::CursorContext;
use mnc2_asm::LineParser;
use mnc2_program::Line;
use mnc2_program::cursor::Cursor;

/// Maximum number of lines that are tried for one answer.
const TRIALS_MAX: usize = 128;

/// Longer lines are not tried; they are payloads.
const LINE_BYTES_MAX: usize = 2000;

/// Keeps the candidates with which the line and those after it have no errors that they do not have now.
///
/// In a line with an error, which is still being typed, only the line itself is checked, and only if some candidate
/// fixes it.
pub(super) fn keep_fitting(
    parser: &mut LineParser,
    line: &Line,
    text: &str,
    cursor: &Cursor,
    surroundings: &CursorContext,
    candidates: &mut Vec<Candidate>,
) {
    let end = line.comment.as_ref().map(|comment| comment.start as usize);
    let code = end.and_then(|end| text.get(..end)).unwrap_or(text);
    let (Some(before), Some(after)) = (
        text.get(..cursor.word.start),
        code.get(cursor.word.end.min(code.len())..),
    ) else {
        return;
    };
    let rest_of_word = text.get(cursor.at..cursor.word.end).unwrap_or_default();
    let is_inside = !after.trim().is_empty() || !rest_of_word.is_empty();
    if !is_inside || code.len() > LINE_BYTES_MAX || candidates.is_empty() {
        return;
    }
    candidates.truncate(TRIALS_MAX);
    let now = parser.parse(code);
    let is_right = !now.has_error() && now.statement.is_some();
    let mut trial = surroundings.trial();
    let allowed = trial.errors(Arc::new(now));
    let mut fits = |written: &str, after: &str| {
        let line = parser.parse(&format!("{before}{written}{after}"));
        !line.has_error() && (!is_right || trial.errors(Arc::new(line)) <= allowed)
    };
    let fitting: Vec<Candidate> = candidates
        .iter()
        .filter_map(|candidate| {
            let written = candidate.text();
            let mut fitting = fits(&written, after).then(|| candidate.clone())?;
            fitting.inserts =
                rest_of_word.is_empty() || fits(&written, &format!("{rest_of_word}{after}"));
            Some(fitting)
        })
        .collect();
    if is_right || !fitting.is_empty() {
        *candidates = fitting;
    }
}
