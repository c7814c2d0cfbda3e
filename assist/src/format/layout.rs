//! Aligns the parts of the lines of a block.

use std::borrow::Cow;
use std::ops::Range;

use super::cells::{Cells, Group};
use mnc2_text::line::part;

/// Maximum width of a cell. A longer operand does not move the operands of its neighbours.
const CELL_WIDTH_MAX: usize = 32;

/// Expressions do not begin farther to the right because of a longer one before.
const EXPRESSION_WIDTH_MAX: usize = 64;

/// Comments do not begin farther to the right because of a neighbour's statement.
const STATEMENT_WIDTH_MAX: usize = 96;

/// Lines that are indented this much deeper than their block have nothing in the first column of expressions.
const DEEPER_BY: usize = 4;

/// The new text of each line of a block.
pub(super) fn lines(block: &[(Cow<'_, str>, Cells)]) -> Vec<String> {
    let indentations: Vec<&str> = block
        .iter()
        .map(|(text, cells)| indentation(text, cells))
        .collect();
    let base = indentations
        .iter()
        .min_by_key(|indentation| indentation.len())
        .copied()
        .unwrap_or_default();
    let is_deep = |line: usize| indentations[line].len() >= base.len() + DEEPER_BY;
    let columns = (0..block.len()).any(|line| !is_deep(line) && block[line].1.groups.len() > 1);
    // Programs that give each unit a column leave the first one empty where its unit is not used.
    let is_moved = |line: usize| columns && is_deep(line);

    let mut new: Vec<String> = block
        .iter()
        .map(|(_, cells)| {
            let mut line = base.to_owned();
            if cells.leading_semicolons > 0 {
                line.extend(std::iter::repeat_n(';', cells.leading_semicolons));
                line.push(' ');
            }
            line
        })
        .collect();
    let groups_of = |line: usize| match is_moved(line) {
        true => 0,
        false => block[line].1.groups.len(),
    };
    let groups_max = (0..block.len()).map(groups_of).max().unwrap_or(0);
    let mut starts = vec![width(base)];
    for group in 0..groups_max {
        let has = |line: usize| groups_of(line) > group;
        if group > 0 {
            let widths = (0..new.len())
                .filter(|&line| has(line))
                .map(|line| width(&new[line]));
            let widest = widest(widths, EXPRESSION_WIDTH_MAX);
            starts.push(widest + 1);
            for line in (0..new.len()).filter(|&line| has(line)) {
                pad(&mut new[line], widest);
            }
        }
        write_group(&mut new, |line| {
            let (text, cells) = &block[line];
            has(line).then(|| (&**text, &cells.groups[group]))
        });
    }
    for line in (0..block.len()).filter(|&line| is_moved(line)) {
        write_moved(
            &mut new[line],
            width(indentations[line]),
            &starts,
            &block[line],
        );
    }
    write_comments(&mut new, block);
    new
}

/// Writes one expression of each line that has it: the cells of consecutive lines are aligned.
fn write_group<'a>(new: &mut [String], group: impl Fn(usize) -> Option<(&'a str, &'a Group)>) {
    let columns_of = |line: usize| group(line).map_or(0, |(_, group)| group.cells.len());
    let columns_max = (0..new.len()).map(columns_of).max().unwrap_or(0);
    for column in 0..columns_max {
        let cell = |line: usize| {
            let (text, group) = group(line)?;
            group.cells.get(column).map(|cell| part(text, cell))
        };
        let goes_on = |line: usize| columns_of(line) > column + 1;
        for run in runs(new.len(), goes_on) {
            let widest = widest(
                run.clone().filter_map(|line| cell(line).map(width)),
                CELL_WIDTH_MAX,
            );
            for line in run {
                let Some(text) = cell(line) else { continue };
                new[line].push_str(text);
                if goes_on(line) {
                    let spaces = widest.saturating_sub(width(text)) + 1;
                    new[line].extend(std::iter::repeat_n(' ', spaces));
                }
            }
        }
    }
    for (line, text) in new.iter_mut().enumerate() {
        if let Some((_, group)) = group(line) {
            text.extend(std::iter::repeat_n(';', group.semicolons));
        }
    }
}

/// Writes a line that begins in a later column: in the last one that is not to the right of its old beginning.
fn write_moved(
    new: &mut String,
    indentation: usize,
    starts: &[usize],
    line: &(Cow<'_, str>, Cells),
) {
    let (text, cells) = line;
    let begun = starts.iter().rposition(|&start| start <= indentation);
    let first = begun.unwrap_or(0).max(1);
    for (group, at) in cells.groups.iter().zip(first..) {
        let start = starts.get(at).copied().unwrap_or(0);
        if at > first || width(new) < start {
            pad(new, start.saturating_sub(1));
        }
        let words: Vec<&str> = group.cells.iter().map(|cell| part(text, cell)).collect();
        new.push_str(&words.join(" "));
        new.extend(std::iter::repeat_n(';', group.semicolons));
    }
}

/// Writes the comments; the comments of consecutive lines start in one column.
fn write_comments(new: &mut [String], block: &[(Cow<'_, str>, Cells)]) {
    for run in runs(new.len(), |line| block[line].1.comment.is_some()) {
        let widest = widest(
            new[run.clone()].iter().map(|line| width(line)),
            STATEMENT_WIDTH_MAX,
        );
        for line in run {
            let (text, cells) = &block[line];
            if let Some(comment) = &cells.comment {
                pad(&mut new[line], widest);
                new[line].push_str(part(text, comment));
            }
        }
    }
}

/// White space before the first part of a line.
fn indentation<'a>(text: &'a str, cells: &Cells) -> &'a str {
    let first = cells
        .groups
        .first()
        .and_then(|group| group.cells.first())
        .map_or(0, |cell| cell.start as usize);
    let before = text.get(..first).unwrap_or_default();
    let length = before
        .find(|c| !matches!(c, ' ' | '\t'))
        .unwrap_or(before.len());
    &before[..length]
}

/// Pads a line to a width, and adds one space.
fn pad(line: &mut String, to: usize) {
    let spaces = to.saturating_sub(width(line)) + 1;
    line.extend(std::iter::repeat_n(' ', spaces));
}

/// Runs of consecutive lines for which `goes_on` is true; every other line is a run of its own.
fn runs(lines: usize, goes_on: impl Fn(usize) -> bool) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        if start >= lines {
            return None;
        }
        let end = (start..lines).find(|&line| !goes_on(line)).unwrap_or(lines);
        let run = start..end.max(start + 1);
        start = run.end;
        Some(run)
    })
}

/// The largest width that is not beyond the limit.
fn widest(widths: impl Iterator<Item = usize>, limit: usize) -> usize {
    widths.filter(|&width| width <= limit).max().unwrap_or(0)
}

fn width(text: &str) -> usize {
    text.chars().count()
}
