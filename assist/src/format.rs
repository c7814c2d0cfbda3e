//! Formatting: columns for opcodes, operands, further expressions and trailing comments.
//!
//! A block is a run of lines with statements of one kind; blank lines, comment lines, lines with an error and
//! statements of another kind end it. Within a block the parts of consecutive lines are aligned, as far as consecutive
//! lines have them: steps before and after a `nop` are aligned separately, as people write programs by hand. Only
//! spaces and tabs between the parts that the parser found change, so the program stays the same, and a second pass
//! changes nothing. A line that leaves the first column of expressions empty, because the unit of this column is not
//! used, keeps it empty.
//!
//! Lines are not joined, split, added or removed. Comments are kept except for white space at their end; so is the
//! indentation of comment lines. A block has the smallest indentation of its lines. A line with an error is not
//! changed.

mod cells;
mod layout;

use std::borrow::Cow;
use std::ops::Range;

use mnc2_text::{Change, Place, line};

use mnc2_dataflow::flow::LINES_BETWEEN_QUESTIONS;
use mnc2_program::{Line, Program};

use cells::Cells;

/// Formats the lines of a range; returns at most one edit for each line, in order.
///
/// `line_text` returns each line with its end. Lines outside of the range are read as far as their block reaches into
/// it, and are not changed. When `is_cancelled` returns true, it ends with what it has.
pub fn edits<'a>(
    program: &Program,
    line_text: impl Fn(usize) -> Cow<'a, str>,
    lines: Range<usize>,
    is_cancelled: &dyn Fn() -> bool,
) -> Vec<Change> {
    let end = lines.end.min(program.len());
    let mut edits = Vec::new();
    let mut block = Block::default();
    let start = block_start(program, lines.start.min(end));
    for (index, line) in (start..).zip(program.iter_from(start)) {
        if (index - start).is_multiple_of(LINES_BETWEEN_QUESTIONS) && is_cancelled() {
            return edits;
        }
        let read = Read::new(line, line_text(index));
        if block.goes_on_with(&read) {
            block.push(index, read);
            continue;
        }
        block.finish(&lines, &mut edits);
        if index >= end {
            break;
        }
        if read.becomes_empty() && lines.contains(&index) && parts_line_ends(index, &line_text) {
            continue;
        }
        block.push(index, read);
    }
    block.finish(&lines, &mut edits);
    edits
}

/// Whether only this line's white space separates a carriage return before it from the line feed after it, with which
/// it would become one line end.
fn parts_line_ends<'a>(line: usize, line_text: &impl Fn(usize) -> Cow<'a, str>) -> bool {
    line > 0 && line_text(line - 1).ends_with('\r') && line_text(line).ends_with('\n')
}

/// The number of lines of the block around a line, counted up to a limit.
#[must_use]
pub fn block_length(program: &Program, line: usize, limit: usize) -> usize {
    let is_part = |line: &Line| line.statement.is_some() && !line.has_error();
    let before = (0..line)
        .rev()
        .take(limit)
        .take_while(|&at| program.line(at).is_some_and(|line| is_part(line)))
        .count();
    let after = program
        .iter_from(line)
        .take(limit)
        .take_while(|line| is_part(line))
        .count();
    (before + after).min(limit)
}

/// A whole text, formatted. Line ends stay as they are.
#[must_use]
pub fn format(source: &str, program: &Program) -> String {
    let lines: Vec<&str> = line::lines_with_ends(source).collect();
    let edits = edits(
        program,
        |line| Cow::Borrowed(lines.get(line).copied().unwrap_or_default()),
        0..program.len(),
        &|| false,
    );
    Change::apply_all(&edits, source)
}

/// The first line of the block that a line may belong to.
fn block_start(program: &Program, line: usize) -> usize {
    (0..line)
        .rev()
        .take_while(|&before| {
            program
                .line(before)
                .is_some_and(|line| line.statement.is_some() && !line.has_error())
        })
        .last()
        .unwrap_or(line)
}

/// The parts of a line that matter for its format.
struct Read<'a> {
    text: Cow<'a, str>,
    shape: Shape,
}

enum Shape {
    /// Parts of a statement that are aligned with the parts of its neighbours.
    Cells(Cells),
    /// Only a part that may have white space at its end.
    Bare,
    /// Not to be changed.
    Fixed,
}

impl<'a> Read<'a> {
    fn new(line: &Line, text: Cow<'a, str>) -> Self {
        let text = without_end(text);
        let shape = if line.has_error() {
            Shape::Fixed
        } else if line.statement.is_some() {
            Cells::from_line(line, &text).map_or(Shape::Fixed, Shape::Cells)
        } else if line.comment.is_some() || text.bytes().all(|byte| matches!(byte, b' ' | b'\t')) {
            Shape::Bare
        } else {
            // A statement that could not be parsed, though no error is reported.
            Shape::Fixed
        };
        Self { text, shape }
    }

    /// Whether only its end is left.
    fn becomes_empty(&self) -> bool {
        matches!(self.shape, Shape::Bare) && self.text.trim_end_matches([' ', '\t']).is_empty()
    }
}

fn without_end(line: Cow<'_, str>) -> Cow<'_, str> {
    match line {
        Cow::Borrowed(line) => Cow::Borrowed(line::without_end(line)),
        Cow::Owned(mut line) => {
            line.truncate(line::without_end(&line).len());
            Cow::Owned(line)
        }
    }
}

/// Consecutive lines that are aligned together.
#[derive(Default)]
struct Block<'a> {
    first: usize,
    lines: Vec<(Cow<'a, str>, Cells)>,
    bare: Option<Cow<'a, str>>,
}

impl<'a> Block<'a> {
    fn goes_on_with(&self, next: &Read<'_>) -> bool {
        match (&next.shape, self.lines.last()) {
            (Shape::Cells(next), Some((_, last))) => last.kind == next.kind,
            _ => false,
        }
    }

    fn push(&mut self, index: usize, read: Read<'a>) {
        if self.lines.is_empty() {
            self.first = index;
        }
        match read.shape {
            Shape::Cells(cells) => self.lines.push((read.text, cells)),
            Shape::Bare => self.bare = Some(read.text),
            Shape::Fixed => {}
        }
    }

    /// Formats the block, and begins an empty one.
    fn finish(&mut self, wanted: &Range<usize>, edits: &mut Vec<Change>) {
        if let Some(text) = self.bare.take()
            && wanted.contains(&self.first)
        {
            let kept = text.trim_end_matches([' ', '\t']).len();
            if kept < text.len() {
                edits.push(Change {
                    place: Place {
                        line: self.first as u32,
                        range: mnc2_text::line::range(kept..text.len()),
                    },
                    text: String::new(),
                });
            }
        }
        let is_wanted = wanted.start < self.first + self.lines.len() && self.first < wanted.end;
        if is_wanted {
            let laid_out = layout::lines(&self.lines);
            for (index, (new, (old, _))) in (self.first..).zip(laid_out.iter().zip(&self.lines)) {
                if wanted.contains(&index) {
                    edits.extend(difference(index, old, new));
                }
            }
        }
        self.lines.clear();
    }
}

/// The smallest edit that turns one text into another; `None` if they are the same.
fn difference(line: usize, old: &str, new: &str) -> Option<Change> {
    if old == new {
        return None;
    }
    let shorter = old.len().min(new.len());
    let mut prefix = old
        .bytes()
        .zip(new.bytes())
        .take_while(|(old, new)| old == new)
        .count();
    while !old.is_char_boundary(prefix) {
        prefix -= 1;
    }
    let mut suffix = old
        .bytes()
        .rev()
        .zip(new.bytes().rev())
        .take(shorter - prefix)
        .take_while(|(old, new)| old == new)
        .count();
    while !old.is_char_boundary(old.len() - suffix) {
        suffix -= 1;
    }
    Some(Change {
        place: Place {
            line: line as u32,
            range: mnc2_text::line::range(prefix..old.len() - suffix),
        },
        text: new[prefix..new.len() - suffix].to_owned(),
    })
}

#[cfg(test)]
mod tests;
