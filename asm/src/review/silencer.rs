//! Which findings the silencing comments of a program remove, and which comments remove none.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::code::{Code, Selector};
use crate::finding::diagnostic::{Diagnostic, Finding};
use crate::finding::silence::{Reach, Silence};
use crate::message;
use crate::program::{Line, LineRange, Program};
use crate::rules::Levels;

/// The silencing comments of a program.
pub(super) struct Silencer<'a> {
    /// In the order of the text.
    comments: Vec<Comment<'a>>,
    /// Indices of those for the whole file: they come before the first statement.
    of_file: Vec<usize>,
    /// The selectors that silenced something: indices of a comment and of a selector in it.
    used: HashSet<(usize, usize)>,
}

/// A silencing comment.
struct Comment<'a> {
    /// Its line, counted from 0.
    line: u32,
    /// The last line that it silences; the first is its own. After a statement it is that line, otherwise the line of
    /// the next statement.
    last_line: u32,
    text: &'a Line,
    silence: &'a Silence,
}

impl<'a> Silencer<'a> {
    /// The comments of a program. The cost is that of the lines with comments and those up to their statements.
    pub(super) fn new(program: &'a Program) -> Self {
        let mut comments: Vec<Comment<'a>> = Vec::new();
        let mut last_line = None;
        for (number, text) in program.silencing_lines() {
            let line = number as u32;
            // Comments above the same statement search for it once.
            let last = match last_line {
                Some(last) if last >= line => last,
                Some(_) | None => {
                    let blank = program
                        .iter_from(number)
                        .take_while(|line| line.is_blank())
                        .count();
                    line + blank as u32
                }
            };
            last_line = Some(last);
            comments.extend(text.silences.iter().map(|silence| Comment {
                line,
                last_line: last,
                text,
                silence,
            }));
        }
        let starts_with_blanks = |comment: &Comment<'_>| {
            comment.text.is_blank()
                && program
                    .range(0..comment.line as usize)
                    .all(|line| line.is_blank())
        };
        let is_of_file = |comment: &Comment<'_>| comment.silence.reach == Reach::File;
        // If one comment comes after a statement, all later ones do.
        let of_file = (0..comments.len())
            .filter(|&index| is_of_file(&comments[index]))
            .take_while(|&index| starts_with_blanks(&comments[index]))
            .collect();
        Self {
            comments,
            of_file,
            used: HashSet::new(),
        }
    }

    /// Whether a comment silences a code on a line, which is then recorded.
    pub(super) fn silences(&mut self, line: u32, code: Code) -> bool {
        if self.comments.is_empty() {
            return false;
        }
        let end = self
            .comments
            .partition_point(|comment| comment.line <= line);
        let selector = |index: usize| {
            let selectors = &self.comments[index].silence.selectors;
            let position = selectors
                .iter()
                .position(|(selector, _)| selector.selects(code))?;
            Some((index, position))
        };
        // The comment nearest to the line, the first one of those in the same line.
        let of_line = (0..end)
            .rev()
            .take_while(|&index| self.comments[index].last_line >= line)
            .filter(|&index| self.comments[index].silence.reach == Reach::Statement)
            .filter_map(selector)
            .max_by_key(|&(index, _)| (self.comments[index].line, Reverse(index)));
        let used = of_line.or_else(|| self.of_file.iter().copied().find_map(selector));
        self.used.extend(used);
        used.is_some()
    }

    /// Selectors before `quit` that silenced nothing although their codes were checked.
    pub(super) fn unneeded(&self, quit_line: Option<u32>, levels: &Levels) -> Vec<Finding> {
        let mut findings = Vec::new();
        let live = self
            .comments
            .iter()
            .take_while(|comment| quit_line.is_none_or(|quit| comment.line < quit));
        for (number, comment) in live.enumerate() {
            let Comment {
                line,
                text,
                silence,
                ..
            } = *comment;
            let is_unneeded = |index: usize, selector: Selector| {
                !self.used.contains(&(number, index))
                    && selector.codes().any(|code| levels.wants(code))
            };
            let unneeded: Vec<usize> = (0..)
                .zip(&silence.selectors)
                .filter(|(index, (selector, _))| is_unneeded(*index, *selector))
                .map(|(index, _)| index)
                .collect();
            let is_misplaced = silence.reach == Reach::File && !self.of_file.contains(&number);
            let whole = unneeded.len() == silence.selectors.len() && text.silences.len() == 1;
            for &index in &unneeded {
                let (selector, range) = &silence.selectors[index];
                let diagnostic = Diagnostic::new(
                    Code::SilencingUnneeded,
                    range.clone(),
                    message!(
                        "`{word}({selector})` silences nothing",
                        word = silence.reach.word(),
                        selector = selector.name()
                    ),
                );
                let diagnostic = if is_misplaced {
                    diagnostic.help(message!(
                        "`allow-file` must come before the first statement"
                    ))
                } else {
                    diagnostic.explained()
                };
                let removed = if whole {
                    comment_to_remove(text, silence)
                } else {
                    selector_to_remove(silence, index)
                };
                findings.push(Finding {
                    line,
                    diagnostic: diagnostic.fix(message!("Remove it"), removed, ""),
                });
            }
        }
        findings
    }
}

/// The whole comment with the spaces before it, unless it says something else first.
fn comment_to_remove(line: &Line, silence: &Silence) -> LineRange {
    let start = line
        .statement
        .as_ref()
        .map_or(0, |statement| statement.range().end);
    match &line.comment {
        // A `#` and a space.
        Some(comment) if silence.range.start <= comment.start + 2 => start..comment.end,
        Some(_) | None => silence.range.clone(),
    }
}

/// A selector with the comma and the spaces next to it.
fn selector_to_remove(silence: &Silence, index: usize) -> LineRange {
    let place = |index: usize| silence.selectors.get(index).map(|(_, range)| range.clone());
    let own = place(index).unwrap_or(silence.range.clone());
    match (index.checked_sub(1).and_then(place), place(index + 1)) {
        (Some(before), _) => before.end..own.end,
        (None, Some(after)) => own.start..after.start,
        (None, None) => silence.range.clone(),
    }
}
