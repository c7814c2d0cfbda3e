//! From what a check found to what is reported: optional rules, levels, silencing comments.
//!
//! A check says everything that is wrong. A review adds what optional rules
//! find, takes away what is off or silenced, and gives the rest the severity
//! that the user chose. Its cost is that of the findings, and one pass over
//! the lines where an optional rule is wanted.

use std::collections::HashSet;

use crate::check::{Finding, Report, check};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Severity};
use crate::optional;
use crate::program::{Line, LineRange, Program};
use crate::rules::{Levels, Rules, Selector};
use crate::silence::{Reach, Silence};

/// Checks a program by rules.
#[must_use]
pub fn check_by(program: &Program, rules: &Rules) -> Report {
    review(program, check(program, rules.mode), &rules.levels)
}

/// Turns what a check found into what is to be reported.
#[must_use]
pub fn review(program: &Program, report: Report, levels: &Levels) -> Report {
    let optional = optional::findings(program, &report, levels);
    let Report {
        mode,
        quit_line,
        mut findings,
    } = report;
    if !optional.is_empty() {
        findings.extend(optional);
        findings.sort_by_key(|finding| finding.line);
    }
    let mut silencer = Silencer::new(program);
    findings.retain_mut(|finding| keep(finding, levels, &mut silencer));
    if levels.wants(Code::SilencingUnneeded) {
        let end = quit_line.map_or(program.len(), |line| line as usize);
        let mut unneeded = silencer.unneeded(end, levels);
        unneeded.retain_mut(|finding| keep(finding, levels, &mut silencer));
        if !unneeded.is_empty() {
            findings.extend(unneeded);
            findings.sort_by_key(|finding| finding.line);
        }
    }
    Report {
        mode,
        quit_line,
        findings,
    }
}

/// Gives a finding its severity; whether it is reported at all.
fn keep(finding: &mut Finding, levels: &Levels, silencer: &mut Silencer<'_>) -> bool {
    let code = finding.diagnostic.code;
    let Some(severity) = levels.level(code).severity() else {
        return false;
    };
    finding.diagnostic.severity = severity;
    !silencer.silences(finding.line as usize, code)
}

/// A selector of a silencing comment: line, comment, selector.
type Place = (usize, usize, usize);

/// A silencing comment: line, number in the line.
type Placed<'a> = (usize, usize, &'a Silence);

/// Finds the silencing comments that speak of a line.
struct Silencer<'a> {
    program: &'a Program,
    /// Comments before the first statement that speak of the file.
    of_file: Vec<Placed<'a>>,
    /// The line asked about last, and the comments that speak of it.
    last: Option<(usize, Vec<Placed<'a>>)>,
    /// What silenced something.
    used: HashSet<Place>,
}

impl<'a> Silencer<'a> {
    fn new(program: &'a Program) -> Self {
        let of_file = (0..)
            .zip(program.iter())
            .take_while(|(_, line)| line.is_blank())
            .flat_map(|(number, line)| silences(number, line, Reach::File))
            .collect();
        Self {
            program,
            of_file,
            last: None,
            used: HashSet::new(),
        }
    }

    /// Whether a comment silences a code on a line.
    fn silences(&mut self, line: usize, code: Code) -> bool {
        let of_line = match self.last.take() {
            Some((last, comments)) if last == line => comments,
            Some(_) | None => self.of_line(line),
        };
        let place = of_line
            .iter()
            .chain(&self.of_file)
            .find_map(|&(line, comment, silence)| {
                let selector = silence
                    .selectors
                    .iter()
                    .position(|(selector, _)| selector.selects(code))?;
                Some((line, comment, selector))
            });
        self.last = Some((line, of_line));
        self.used.extend(place);
        place.is_some()
    }

    /// The comments behind a statement, and those on lines of their own before it.
    fn of_line(&self, line: usize) -> Vec<Placed<'a>> {
        let mut comments = Vec::new();
        for number in (0..=line).rev() {
            let Some(text) = self.program.line(number) else {
                continue;
            };
            if number < line && !text.is_blank() {
                break;
            }
            comments.extend(silences(number, text, Reach::Statement));
        }
        comments
    }

    /// Selectors before line `end` that silenced nothing although something was looked for.
    fn unneeded(&self, end: usize, levels: &Levels) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (number, line) in self.program.iter().take(end).enumerate() {
            for (comment, silence) in line.silences.iter().enumerate() {
                let is_unneeded = |index: usize, selector: Selector| {
                    !self.used.contains(&(number, comment, index))
                        && selector.codes().any(|code| levels.wants(code))
                };
                let unneeded: Vec<usize> = (0..)
                    .zip(&silence.selectors)
                    .filter(|(index, (selector, _))| is_unneeded(*index, *selector))
                    .map(|(index, _)| index)
                    .collect();
                let is_misplaced = silence.reach == Reach::File
                    && !self.of_file.iter().any(|(of, _, _)| *of == number);
                let whole = unneeded.len() == silence.selectors.len() && line.silences.len() == 1;
                for &index in &unneeded {
                    let (selector, range) = &silence.selectors[index];
                    let diagnostic = Diagnostic::new(
                        Code::SilencingUnneeded,
                        range.clone(),
                        format!("`{}({selector})` silences nothing", silence.reach.word()),
                    );
                    let diagnostic = if is_misplaced {
                        diagnostic.help("`allow-file` stands before the first statement")
                    } else {
                        diagnostic.explained()
                    };
                    let removed = if whole {
                        comment_to_remove(line, silence)
                    } else {
                        selector_to_remove(silence, index)
                    };
                    findings.push(Finding {
                        line: number as u32,
                        diagnostic: diagnostic.fix("Remove it", removed, ""),
                    });
                }
            }
        }
        findings
    }
}

/// The silencing comments of a line that speak of the same.
fn silences(number: usize, line: &Line, reach: Reach) -> impl Iterator<Item = Placed<'_>> {
    line.silences
        .iter()
        .enumerate()
        .filter(move |(_, silence)| silence.reach == reach)
        .map(move |(comment, silence)| (number, comment, silence))
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

/// A selector with the comma and the spaces that keep it from its neighbour.
fn selector_to_remove(silence: &Silence, index: usize) -> LineRange {
    let place = |index: usize| silence.selectors.get(index).map(|(_, range)| range.clone());
    let own = place(index).unwrap_or(silence.range.clone());
    match (index.checked_sub(1).and_then(place), place(index + 1)) {
        (Some(before), _) => before.end..own.end,
        (None, Some(after)) => own.start..after.start,
        (None, None) => silence.range.clone(),
    }
}

impl Report {
    /// The worst findings up to a number, in the order of lines; of equally bad ones the first.
    #[must_use]
    pub fn worst(&self, limit: usize) -> Vec<&Finding> {
        let mut order: Vec<usize> = (0..self.findings.len()).collect();
        if order.len() > limit {
            order.sort_by_key(|&index| (self.findings[index].diagnostic.severity(), index));
            order.truncate(limit);
            order.sort_unstable();
        }
        order
            .into_iter()
            .map(|index| &self.findings[index])
            .collect()
    }

    /// How many findings have a severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.findings
            .iter()
            .filter(|finding| finding.diagnostic.severity() == severity)
            .count()
    }
}
