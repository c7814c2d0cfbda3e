//! Fixes: what to write where, and how far that can be trusted.
//!
//! Places count lines from the line that the fix belongs to, so a fix stays true when the text
//! above it changes.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::line::{self, LineRange};
use crate::sentence::Message;

/// How far a fix can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Applicability {
    /// An accepted program computes the same as before; a refused one becomes what was clearly meant.
    Safe,
    /// A guess, for a person to decide.
    Suggestion,
}

/// A change that fixes a finding, or writes a program in another way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fix {
    /// The effect, as a menu shows it.
    pub title: Message,
    /// How far it can be trusted.
    pub applicability: Applicability,
    /// The edits, in the order of the text, not overlapping.
    pub edits: Vec<Edit>,
}

/// The text between two places becomes another one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    /// The start of the old text.
    pub start: RelativePosition,
    /// The end of the old text, exclusive.
    pub end: RelativePosition,
    /// The new text. A `\n` in it becomes the line end of the document.
    pub text: String,
}

/// A place in a text. One that does not exist means the nearest one before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelativePosition {
    /// Lines below the line of the fix; negative above it.
    pub line: i32,
    /// Bytes from the start of that line.
    pub byte: u32,
}

/// The lines from one line to another, for a [`RelativePosition`]: negative if the other is above.
#[must_use]
pub const fn lines_below(line: u32, other: u32) -> i32 {
    other.wrapping_sub(line).cast_signed()
}

impl Fix {
    /// A fix without edits.
    #[must_use]
    pub fn new(applicability: Applicability, title: impl Into<Message>) -> Self {
        Self {
            title: title.into(),
            applicability,
            edits: Vec::new(),
        }
    }

    /// Whether it can be applied without being looked at.
    #[must_use]
    pub fn is_safe(&self) -> bool {
        self.applicability == Applicability::Safe
    }

    /// Adds an edit after the others.
    #[must_use]
    pub fn with(mut self, edit: Edit) -> Self {
        self.edits.push(edit);
        self
    }
}

impl Edit {
    /// Replaces a part of a line, counted from the line of the fix.
    #[must_use]
    pub fn replace(line: i32, range: LineRange, text: impl Into<String>) -> Self {
        let place = |byte| RelativePosition { line, byte };
        Self {
            start: place(range.start),
            end: place(range.end),
            text: text.into(),
        }
    }

    /// Replaces bytes of a whole text; lines count from the line of the fix.
    #[must_use]
    pub fn replace_bytes(
        text: &str,
        range: Range<usize>,
        by: impl Into<String>,
        line: u32,
    ) -> Self {
        let place = |byte: usize| {
            let before = &text[..byte];
            let own = before.matches('\n').count() as u32;
            RelativePosition {
                line: lines_below(line, own),
                byte: (byte - before.rfind('\n').map_or(0, |it| it + 1)) as u32,
            }
        };
        Self {
            start: place(range.start),
            end: place(range.end),
            text: by.into(),
        }
    }

    /// Inserts a line before another one.
    #[must_use]
    pub fn insert_line(before: i32, content: &str) -> Self {
        Self::replace(before, 0..0, format!("{content}\n"))
    }

    /// Removes some lines with their ends.
    #[must_use]
    pub fn remove_lines(lines: Range<i32>) -> Self {
        let place = |line| RelativePosition { line, byte: 0 };
        Self {
            start: place(lines.start),
            end: place(lines.end),
            text: String::new(),
        }
    }
}

/// Applies fixes to a text, each completely or not at all: one that overlaps an earlier one of the list is left out,
/// and so is a second insertion at one place. Lines of fixes count from 0. The second value is how many were applied.
#[must_use]
pub fn apply<'a>(source: &str, fixes: impl IntoIterator<Item = (u32, &'a Fix)>) -> (String, usize) {
    let lines: Vec<Range<usize>> = line::lines(source)
        .map(|line| {
            let start = line.as_ptr() as usize - source.as_ptr() as usize;
            start..start + line.len()
        })
        .collect();
    let line_end = line_end(source);
    let mut accepted: BTreeMap<usize, (usize, String)> = BTreeMap::new();
    let mut applied = 0;
    for (line, fix) in fixes {
        let edits: Vec<(Range<usize>, String)> = fix
            .edits
            .iter()
            .map(|edit| {
                let start = byte_of(source, &lines, line, edit.start);
                let end = byte_of(source, &lines, line, edit.end).max(start);
                (start..end, edit.text.replace('\n', line_end))
            })
            .collect();
        if edits.iter().any(|(range, _)| collides(&accepted, range)) {
            continue;
        }
        accepted.extend(
            edits
                .into_iter()
                .map(|(range, text)| (range.start, (range.end, text))),
        );
        applied += 1;
    }
    let mut fixed = String::with_capacity(source.len());
    let mut kept = 0;
    for (start, (end, text)) in accepted {
        fixed.push_str(&source[kept..start]);
        fixed.push_str(&text);
        kept = end;
    }
    fixed.push_str(&source[kept..]);
    (fixed, applied)
}

/// Whether a range shares its start, or a part, with one that is already replaced.
fn collides(accepted: &BTreeMap<usize, (usize, String)>, range: &Range<usize>) -> bool {
    let before = accepted.range(..=range.start).next_back();
    let after = accepted.range(range.start + 1..).next();
    before.is_some_and(|(&start, &(end, _))| start == range.start || end > range.start)
        || after.is_some_and(|(&start, _)| start < range.end)
}

/// The line end that a text uses, from its first line.
#[must_use]
pub fn line_end(source: &str) -> &'static str {
    match source.find(['\r', '\n']) {
        Some(at) if source[at..].starts_with("\r\n") => "\r\n",
        Some(at) if source[at..].starts_with('\r') => "\r",
        Some(_) | None => "\n",
    }
}

fn byte_of(source: &str, lines: &[Range<usize>], line: u32, place: RelativePosition) -> usize {
    let wanted = i64::from(line) + i64::from(place.line);
    let Ok(wanted) = usize::try_from(wanted) else {
        return 0;
    };
    let Some(range) = lines.get(wanted) else {
        return source.len();
    };
    let mut byte = (range.start + place.byte as usize).min(range.end);
    while !source.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, fixes: &[(u32, Fix)], expected: (&str, usize)) {
        let (fixed, applied) = apply(source, fixes.iter().map(|(line, fix)| (*line, fix)));
        assert_eq!((fixed.as_str(), applied), expected);
    }

    fn fix(edit: Edit) -> Fix {
        Fix::new(Applicability::Safe, Message::verbatim("fix")).with(edit)
    }

    #[test]
    fn places_count_from_the_line_of_the_fix() {
        check(
            "a\nb\nc\n",
            &[(1, fix(Edit::replace(-1, 0..1, "x")))],
            ("x\nb\nc\n", 1),
        );
        check(
            "a\nb\nc\n",
            &[(1, fix(Edit::remove_lines(0..1)))],
            ("a\nc\n", 1),
        );
        check("a\nb", &[(1, fix(Edit::remove_lines(0..1)))], ("a\n", 1));
        check(
            "a\nb",
            &[(1, fix(Edit::insert_line(0, "nop")))],
            ("a\nnop\nb", 1),
        );
    }

    #[test]
    fn line_ends_stay_those_of_the_document() {
        check(
            "a\r\nb",
            &[(1, fix(Edit::insert_line(0, "nop")))],
            ("a\r\nnop\r\nb", 1),
        );
        check(
            "a\rb",
            &[(1, fix(Edit::insert_line(0, "nop")))],
            ("a\rnop\rb", 1),
        );
    }

    #[test]
    fn a_fix_is_applied_wholly_or_not_at_all() {
        let both = fix(Edit::replace(0, 0..1, "x")).with(Edit::replace(0, 2..3, "y"));
        let fixes = [
            (0, both.clone()),
            (0, both),
            (0, fix(Edit::replace(0, 1..2, "_"))),
        ];
        check("abc", &fixes, ("x_y", 2));
        let nop = fix(Edit::insert_line(0, "nop"));
        check("a", &[(0, nop.clone()), (0, nop)], ("nop\na", 1));
    }

    #[test]
    fn places_that_do_not_exist_are_moved_back() {
        check("é", &[(0, fix(Edit::replace(0, 1..9, "e")))], ("e", 1));
        check("a", &[(9, fix(Edit::replace(0, 3..4, "b")))], ("ab", 1));
        check("a", &[(0, fix(Edit::replace(-4, 3..4, "b")))], ("ba", 1));
    }
}
