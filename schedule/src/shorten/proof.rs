//! The proof that a draft may be proposed.

use std::collections::BTreeMap;

use mnc2_asm::{Code, Program, Review, Rules, Severity};
use mnc2_isa::timing::RULES;

use super::{Refusal, Request};
use crate::equal::{self, Limits, Outcome, Places, Ran};

/// Steps that the runs of both programs may take together. A step of a dirty chip takes some 0.1 ms.
const RUN_STEPS_MAX: u64 = 40_000;

/// What a draft is compared with.
pub(super) struct Proof<'a> {
    before: &'a Program,
    rules: &'a Rules,
    places: Places,
    runs: u32,
    counts: BTreeMap<Code, usize>,
    is_cancelled: &'a dyn Fn() -> bool,
}

impl<'a> Proof<'a> {
    pub(super) fn of(request: &Request<'a>, is_cancelled: &'a dyn Fn() -> bool) -> Self {
        Self {
            before: request.program,
            rules: request.rules,
            places: request.places.cloned().unwrap_or_else(Places::everything),
            runs: request.runs,
            counts: counts(request.program, request.rules),
            is_cancelled,
        }
    }

    /// What must be the same.
    pub(super) const fn places(&self) -> &Places {
        &self.places
    }

    /// Proves that a program may be proposed.
    pub(super) fn prove(&self, after: &Program) -> Result<(), Refusal> {
        let more = counts(after, self.rules)
            .into_iter()
            .find(|(code, count)| self.counts.get(code).is_none_or(|before| before < count));
        if let Some((code, _)) = more {
            return Err(Refusal::Finding(code));
        }
        match equal::by_dataflow(self.before, after, &self.places, self.is_cancelled) {
            Outcome::Same => Ok(()),
            Outcome::Undecided(_) if (self.is_cancelled)() => Err(Refusal::Cancelled),
            Outcome::Undecided(reason) => Err(Refusal::NotProven(reason)),
        }
    }

    /// Runs both programs, from zero and from dirty chips: how many runs were compared. Long programs run less often,
    /// and one that does not reach its end counts as not run.
    pub(super) fn run(&self, after: &Program) -> Result<u32, Refusal> {
        let steps = |program: &Program| program.steps_before(program.len());
        let of_both = (steps(self.before) + steps(after)).max(1);
        let runs = u32::try_from(RUN_STEPS_MAX / of_both).unwrap_or(u32::MAX);
        let limits = Limits {
            runs: runs.min(self.runs),
            ..Limits::default()
        };
        match equal::by_runs(self.before, after, &self.places, &limits) {
            Ran::Alike => Ok(limits.runs),
            Ran::Different(_) => Err(Refusal::RunsDiffer),
            Ran::Stopped { .. } => Ok(0),
        }
    }
}

/// The lines, counted from 0, and the codes of what is reported as an error or a warning.
fn serious(program: &Program, rules: &Rules) -> Vec<(usize, Code)> {
    let review = Review::of(program, rules);
    let reported = review.reported().iter();
    reported
        .filter(|it| matches!(it.severity, Severity::Error | Severity::Warning))
        .map(|it| {
            let finding = review.finding(it);
            (finding.line as usize, finding.diagnostic.code)
        })
        .collect()
}

/// How often each code is reported as an error or a warning.
pub(crate) fn counts(program: &Program, rules: &Rules) -> BTreeMap<Code, usize> {
    let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
    for (_, code) in serious(program, rules) {
        *counts.entry(code).or_default() += 1;
    }
    counts
}

/// The first hazard that is reported: its line, counted from 0, and its code.
pub(crate) fn first_hazard(program: &Program, rules: &Rules) -> Option<(usize, Code)> {
    let is_hazard = |code: Code| RULES.iter().any(|rule| Code::of_rule(rule) == Some(code));
    let mut found = serious(program, rules).into_iter();
    found.find(|(_, code)| is_hazard(*code))
}
