//! What can be done at some lines: mend what is found there, or write them differently.

use std::borrow::Cow;
use std::ops::Range;

use mnc2_asm::cure::{self, Rewriting, Subject};
use mnc2_asm::{Finding, Fix};

use crate::session::Snapshot;

/// Findings of a selection that are looked at: each cure tries itself on the lines around.
const FINDINGS_MAX: usize = 100;

/// A way to mend what was found in a line.
pub(crate) struct QuickFix {
    /// What it mends: one finding at least, all of the same line.
    pub(crate) findings: Vec<Finding>,
    /// How.
    pub(crate) fix: Fix,
    /// Whether it is the first choice.
    pub(crate) is_preferred: bool,
}

impl QuickFix {
    /// The line that it belongs to.
    pub(crate) fn line(&self) -> u32 {
        self.findings.first().map_or(0, |finding| finding.line)
    }
}

/// Another way to write some lines.
pub(crate) struct Refactoring {
    /// The line that the fix belongs to.
    pub(crate) line: u32,
    /// What kind it is.
    pub(crate) rewriting: Rewriting,
    /// How.
    pub(crate) fix: Fix,
}

/// The fixes of findings between two lines, both included.
pub(crate) fn quick_fixes(snapshot: &Snapshot, first: u32, last: u32) -> Vec<QuickFix> {
    let review = snapshot.review();
    let text = |line: u32| Cow::Owned(snapshot.line_text(line as usize).into_owned());
    let subject = subject(snapshot, &text);
    let mut all: Vec<QuickFix> = Vec::new();
    let found = review.in_lines(first..last.saturating_add(1));
    for reported in found.iter().take(FINDINGS_MAX) {
        let finding = review.finding(reported);
        for (index, fix) in cure::fixes(&subject, &finding).into_iter().enumerate() {
            let is_preferred = index == 0;
            // One `nop` may cure two operands: it is offered once.
            let same = all
                .iter_mut()
                .rev()
                .take_while(|other| other.line() == finding.line)
                .find(|other| other.fix.edits == fix.edits);
            match same {
                Some(same) => {
                    same.findings.push(finding.clone());
                    same.is_preferred |= is_preferred;
                }
                None => all.push(QuickFix {
                    findings: vec![finding.clone()],
                    is_preferred,
                    fix,
                }),
            }
        }
    }
    all
}

/// Other ways to write some lines.
pub(crate) fn refactorings(snapshot: &Snapshot, lines: Range<u32>) -> Vec<Refactoring> {
    let text = |line: u32| Cow::Owned(snapshot.line_text(line as usize).into_owned());
    let line = lines.start;
    cure::rewritings(&subject(snapshot, &text), lines)
        .into_iter()
        .map(|(rewriting, fix)| Refactoring {
            line,
            rewriting,
            fix,
        })
        .collect()
}

fn subject<'a>(snapshot: &'a Snapshot, text: &'a dyn Fn(u32) -> Cow<'a, str>) -> Subject<'a> {
    Subject {
        program: &snapshot.program,
        text,
        mode: snapshot.rules.mode,
    }
}
