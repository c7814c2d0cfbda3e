//! The findings of the checker that a proposal depends on.

use std::collections::BTreeMap;

use mnc2_isa::timing::RULES;
use mnc2_program::Program;
use mnc2_program::code::Code;
use mnc2_program::rules::Rules;
use mnc2_review::Review;
use mnc2_text::{Message, Severity, message};

/// A reported hazard: the chip may not execute the program as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hazard {
    /// The line, counted from 0.
    pub line: usize,
    /// The code of the diagnostic.
    pub code: Code,
}

impl Hazard {
    /// The first of a program.
    pub fn first(program: &Program, rules: &Rules) -> Option<Self> {
        let is_hazard = |code: Code| RULES.iter().any(|rule| Code::from_rule(rule) == Some(code));
        let mut found = serious(program, rules).into_iter();
        let (line, code) = found.find(|(_, code)| is_hazard(*code))?;
        Some(Self { line, code })
    }

    /// The hazard moved to another line.
    pub const fn in_line(self, line: usize) -> Self {
        Self { line, ..self }
    }

    /// Why nothing is searched. The line is counted from 1.
    pub fn message(&self) -> Message {
        message!(
            "line {line} has a hazard ({code}), so the chip may not behave as written",
            line = self.line + 1,
            code = self.code.row().id
        )
    }
}

/// How often each code is reported as an error or a warning.
pub struct Counts(BTreeMap<Code, usize>);

impl Counts {
    /// Counts the findings in a program.
    pub fn new(program: &Program, rules: &Rules) -> Self {
        let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
        for (_, code) in serious(program, rules) {
            *counts.entry(code).or_default() += 1;
        }
        Self(counts)
    }

    /// A code that is reported more often than in another program.
    pub fn more_than(&self, before: &Self) -> Option<Code> {
        let mut counts = self.0.iter();
        let is_more = |(code, count): &(&Code, &usize)| {
            before.0.get(code).is_none_or(|before| before < count)
        };
        counts.find(is_more).map(|(code, _)| *code)
    }
}

/// The lines, counted from 0, and the codes of what is reported as an error or a warning.
fn serious(program: &Program, rules: &Rules) -> Vec<(usize, Code)> {
    let review = Review::new(program, rules);
    let reported = review.reported().iter();
    reported
        .filter(|it| matches!(it.severity, Severity::Error | Severity::Warning))
        .map(|it| {
            let finding = review.finding(it);
            (finding.line as usize, finding.diagnostic.code)
        })
        .collect()
}
