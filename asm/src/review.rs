//! From what a check found to what is reported: optional rules, levels, silencing comments.
//!
//! A check says everything that is wrong. A review adds what optional rules
//! find, takes away what is off or silenced, and gives the rest the severity
//! that the user chose. Its cost is that of the findings and silencing comments,
//! and one pass over the lines where an optional rule is wanted; a finding
//! becomes a sentence when it is read.

mod silencer;

use std::ops::Range;

use crate::check::{Finding, Findings, Report, Unwritten};
use crate::code::Code;
use crate::diagnostic::Severity;
use crate::optional;
use crate::program::{Mode, Program};
use crate::rules::{Levels, Rules};
use silencer::Silencer;

/// Checks a program by rules.
#[must_use]
pub fn check_by(program: &Program, rules: &Rules) -> Report {
    Review::of(program, rules).report()
}

/// What is to be reported of a program. Checking a program again after an edit costs what the edit can change.
#[derive(Clone, Debug)]
pub struct Review {
    found: Findings,
    /// What was found beside that, in no particular order.
    added: Vec<Finding>,
    /// What is reported, in the order of lines.
    reported: Vec<Reported>,
}

/// A finding that is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported {
    /// Its line, counted from 0.
    pub line: u32,
    /// Its code.
    pub code: Code,
    /// How bad it is by the user's levels.
    pub severity: Severity,
    source: Source,
}

/// Where a reported finding is written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Found(Unwritten),
    /// By its index.
    Added(usize),
}

impl Review {
    /// Checks a program by rules.
    #[must_use]
    pub fn of(program: &Program, rules: &Rules) -> Self {
        let levels = &rules.levels;
        let found = Findings::of(program, rules.mode);
        let mut added = optional::findings(program, found.mode(), found.quit_line(), levels);
        let mut reported: Vec<Reported> = found
            .unwritten()
            .map(|found| (found.line, found.code, Source::Found(found)))
            .chain(of_added(&added, 0))
            .filter_map(|found| Reported::new(found, levels))
            .collect();
        if !added.is_empty() {
            reported.sort_by_key(|reported| reported.line);
        }
        let mut silencer = Silencer::new(program);
        reported.retain(|reported| !silencer.silences(reported.line, reported.code));
        if levels.wants(Code::SilencingUnneeded) {
            let first = added.len();
            added.extend(silencer.unneeded(found.quit_line(), levels));
            let unneeded: Vec<Reported> = of_added(&added, first)
                .filter_map(|found| Reported::new(found, levels))
                .filter(|reported| !silencer.silences(reported.line, reported.code))
                .collect();
            if !unneeded.is_empty() {
                reported.extend(unneeded);
                reported.sort_by_key(|reported| reported.line);
            }
        }
        Self {
            found,
            added,
            reported,
        }
    }

    /// The mode the program was checked in.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.found.mode()
    }

    /// The line of the first `quit`; it and what follows is no part of the program.
    #[must_use]
    pub fn quit_line(&self) -> Option<u32> {
        self.found.quit_line()
    }

    /// What is reported, in the order of lines.
    #[must_use]
    pub fn reported(&self) -> &[Reported] {
        &self.reported
    }

    /// What is reported of some lines, in their order.
    #[must_use]
    pub fn in_lines(&self, lines: Range<u32>) -> &[Reported] {
        let before = |end: u32| {
            self.reported
                .partition_point(|reported| reported.line < end)
        };
        let start = before(lines.start);
        &self.reported[start..before(lines.end).max(start)]
    }

    /// The worst of what is reported up to a number, in the order of lines; of equally bad ones the first.
    #[must_use]
    pub fn worst(&self, limit: usize) -> Vec<Reported> {
        worst(&self.reported, limit, |reported| reported.severity)
            .into_iter()
            .copied()
            .collect()
    }

    /// Whether an error is reported.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.reported
            .iter()
            .any(|reported| reported.severity == Severity::Error)
    }

    /// What is reported, written out.
    #[must_use]
    pub fn finding(&self, reported: &Reported) -> Finding {
        let mut finding = match reported.source {
            Source::Found(found) => self.found.finding(found),
            Source::Added(index) => self.added[index].clone(),
        };
        finding.diagnostic.severity = reported.severity;
        finding
    }

    /// All of it, written out.
    #[must_use]
    pub fn report(&self) -> Report {
        Report {
            mode: self.mode(),
            quit_line: self.quit_line(),
            findings: self
                .reported
                .iter()
                .map(|reported| self.finding(reported))
                .collect(),
        }
    }
}

/// The findings from an index on.
fn of_added(added: &[Finding], first: usize) -> impl Iterator<Item = (u32, Code, Source)> {
    added
        .iter()
        .enumerate()
        .skip(first)
        .map(|(index, finding)| (finding.line, finding.diagnostic.code, Source::Added(index)))
}

impl Reported {
    /// A finding with its severity; `None` when its code is off.
    fn new((line, code, source): (u32, Code, Source), levels: &Levels) -> Option<Self> {
        let severity = levels.level(code).severity()?;
        Some(Self {
            line,
            code,
            severity,
            source,
        })
    }
}

/// The worst items up to a number, in their order; of equally bad ones the first.
fn worst<T>(items: &[T], limit: usize, severity: impl Fn(&T) -> Severity) -> Vec<&T> {
    let mut counts = Severity::ALL.map(|_| 0);
    for item in items {
        counts[severity(item) as usize] += 1;
    }
    let mut left = limit;
    let mut taken = counts.map(|count: usize| {
        let taken = count.min(left);
        left -= taken;
        taken
    });
    items
        .iter()
        .filter(|item| {
            let left = &mut taken[severity(item) as usize];
            let is_taken = *left > 0;
            *left -= usize::from(is_taken);
            is_taken
        })
        .collect()
}

impl Report {
    /// The worst findings up to a number, in the order of lines; of equally bad ones the first.
    #[must_use]
    pub fn worst(&self, limit: usize) -> Vec<&Finding> {
        worst(&self.findings, limit, |finding| {
            finding.diagnostic.severity()
        })
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
