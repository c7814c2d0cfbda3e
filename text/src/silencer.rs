//! Which findings the silencing comments of a text remove, and which comments remove none.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::code_table::CodeTable;
use crate::diagnostic::{Diagnostic, Finding};
use crate::line::LineRange;
use crate::message;
use crate::selector::Selector;
use crate::silencing_comment::{Reach, Silence};

/// The silencing comments of a text.
pub struct Silencer<'a> {
    /// In the order of the text.
    comments: Vec<SilencingComment<'a>>,
    /// Indices of those for the whole file: they come before the first statement.
    of_file: Vec<usize>,
    /// The selectors that silenced something: indices of a comment and of a selector in it.
    used: HashSet<(usize, usize)>,
}

/// A silencing comment and where it stands.
pub struct SilencingComment<'a> {
    /// Its line, counted from 0.
    pub line: u32,
    /// The last line that it silences; the first is its own. After a statement it is that line, otherwise the line of
    /// the next statement.
    pub last_line: u32,
    /// Whether neither its line nor any line before has a statement.
    pub is_at_start: bool,
    /// The range to remove if all of it silences nothing.
    pub removed: LineRange,
    /// The reach and the codes of the comment.
    pub silence: &'a Silence,
}

impl<'a> Silencer<'a> {
    /// For the comments of a text, in its order.
    #[must_use]
    pub fn new(comments: Vec<SilencingComment<'a>>) -> Self {
        let is_of_file = |index: &usize| {
            let comment = &comments[*index];
            comment.is_at_start && comment.silence.reach == Reach::File
        };
        let of_file = (0..comments.len()).filter(is_of_file).collect();
        Self {
            comments,
            of_file,
            used: HashSet::new(),
        }
    }

    /// Whether a comment silences a code on a line, which is then recorded.
    pub fn silences(&mut self, line: u32, code: impl CodeTable) -> bool {
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

    /// Findings with `code` about the selectors that silenced nothing although `is_wanted`, in the lines before `end`.
    pub fn unneeded<C: CodeTable>(
        &self,
        code: C,
        end: Option<u32>,
        is_wanted: impl Fn(Selector) -> bool,
    ) -> Vec<Finding<C>> {
        let mut findings = Vec::new();
        let live = self
            .comments
            .iter()
            .take_while(|comment| end.is_none_or(|end| comment.line < end));
        for (number, comment) in live.enumerate() {
            let SilencingComment { line, silence, .. } = *comment;
            let is_unneeded = |index: usize, selector: Selector| {
                !self.used.contains(&(number, index)) && is_wanted(selector)
            };
            let unneeded: Vec<usize> = (0..)
                .zip(&silence.selectors)
                .filter(|(index, (selector, _))| is_unneeded(*index, *selector))
                .map(|(index, _)| index)
                .collect();
            let is_misplaced = silence.reach == Reach::File && !comment.is_at_start;
            let mut of_line = self.comments.iter().filter(|other| other.line == line);
            let is_alone = of_line.nth(1).is_none();
            let whole = unneeded.len() == silence.selectors.len() && is_alone;
            for &index in &unneeded {
                let (selector, range) = &silence.selectors[index];
                let diagnostic = Diagnostic::new(
                    code,
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
                    comment.removed.clone()
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
