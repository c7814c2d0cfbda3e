//! What each rule saved.

use std::collections::BTreeMap;
use std::ops::Range;

use mnc2_isa::{Mode, Width};
use mnc2_program::OperandKind;

use super::algebra::Improved;
use super::plan::{Freedom, Numbers};
use super::{Base, Before, Rewritten, RunLines, run_lines};
use crate::draft::Draft;
use crate::rules::{self, Applied, RewriteRule, RuleEvidence};

/// What each rule saved. `by_order` steps are saved without any rule, and `by_rules` by them together: each rule in turn
/// gets the steps that it left out, as long as there are any, and the distances between steps get the rest.
pub(crate) fn attributed(found: &Rewritten, by_order: i64, by_rules: i64) -> Vec<Applied> {
    let mut applied = found.before.applied(found.freedom);
    let is_of_range = |it: &Applied| it.rule.known == RuleEvidence::Range && it.saved > 0;
    if found.freedom.ranges
        && !applied.iter().any(is_of_range)
        && let Some((rule, lines)) = found.before.most_applied(found.freedom)
    {
        // The proof is for the ranges only, so a rule of theirs is named in any case.
        applied.push(Applied::with_the_rest(rule, lines));
    }
    let of_distances = match (found.freedom.numbers, found.freedom.masks) {
        (Numbers::Squares, _) => Some(&rules::SQUARES),
        (Numbers::Operations, _) => Some(&rules::NUMBERS),
        (Numbers::Loaded, true) => Some(&rules::MASKS),
        (Numbers::Loaded, false) => None,
    };
    applied.extend(of_distances.map(|rule| Applied::with_the_rest(rule, Vec::new())));
    rules::shares(applied, by_order, by_rules)
}

/// What rules saved in the parts of a region, which is shorter by some steps in all: an order saves the rest of them.
pub(crate) fn joined(parts: Vec<Applied>, mut rest: i64) -> Vec<Applied> {
    let mut found: Vec<Applied> = Vec::new();
    let rules = parts.into_iter().filter(|it| it.rule != &rules::ORDER);
    for part in rules {
        let saved = part.saved.min(rest);
        rest -= saved;
        rules::add(&mut found, Applied { saved, ..part });
    }
    found.push(Applied {
        rule: &rules::ORDER,
        saved: rest,
        lines: Vec::new(),
    });
    found.retain(|it| it.saved > 0);
    found
}

/// Takes from an order what masks of steps saved before rules were applied.
pub(crate) fn attribute_to_masks_too(applied: &mut Vec<Applied>, lines: Vec<usize>, by_masks: i64) {
    let order = applied.iter_mut().find(|it| it.rule == &rules::ORDER);
    let Some(order) = order.filter(|it| by_masks > 0 && it.saved >= by_masks) else {
        return;
    };
    order.saved -= by_masks;
    applied.push(Applied {
        rule: &rules::STEP_MASKS,
        saved: by_masks,
        lines,
    });
    applied.retain(|it| it.saved > 0);
}

impl Before {
    /// The rule that computes most values in another way, with the lines of these.
    fn most_applied(&self, freedom: Freedom) -> Option<(&'static RewriteRule, Vec<usize>)> {
        let improved = self.runs.iter().filter_map(|it| it.improved(freedom));
        let rules = improved.flat_map(|it| it.applied.values());
        rules.max_by_key(|it| it.1.len()).cloned()
    }

    /// The rules that write the region anew, with the steps that they save before any order.
    pub(super) fn applied(&self, freedom: Freedom) -> Vec<Applied> {
        let mut savings = Savings::default();
        let mut lines = Vec::new();
        for base in &self.runs {
            let own = run_lines(&self.draft, base.run(freedom), freedom, self.mode);
            if let Some(own) = own {
                savings.add(&self.draft, base, freedom, (self.mode, &own));
                lines.extend(
                    base.run
                        .lines
                        .clone()
                        .filter(|it| self.draft.work(*it).is_some()),
                );
            }
        }
        savings.applied(&lines)
    }
}

/// The steps that rules save in the runs of a region, before any order.
#[derive(Default)]
struct Savings {
    by_values: i64,
    by_width: i64,
    by_halves: i64,
    /// The rules of [`algebra`], with the steps and the lines.
    by_algebra: BTreeMap<&'static str, (&'static RewriteRule, i64, Vec<usize>)>,
}

impl Savings {
    /// Adds a run with its lines: each rule gets the steps that it saves in addition to those before it.
    fn add(
        &mut self,
        draft: &Draft,
        base: &Base,
        freedom: Freedom,
        (mode, own): (Mode, &RunLines),
    ) {
        let steps = own.steps + own.by_halves;
        let narrow = Freedom {
            widens: false,
            ..freedom
        };
        let lines = base.run.lines.clone();
        let before = lines.filter(|it| draft.work(*it).is_some()).count() as i64;
        let of_run = |run, freedom| {
            let lines = run_lines(draft, run, freedom, mode);
            lines.map_or(before, |it| (it.steps + it.by_halves).min(before))
        };
        let by_values = of_run(&base.run, narrow);
        let mut by_width = by_values - steps;
        if let Some(improved) = base.improved(freedom) {
            let in_narrow = by_values - of_run(&improved.run, narrow).min(by_values);
            let by_algebra = if writes_long_words(draft, base.run.lines.clone()) {
                // The rules save what the results on long words do not.
                in_narrow.max(of_run(&base.run, freedom).min(by_values) - steps)
            } else {
                in_narrow
            };
            self.add_algebra(improved, by_algebra);
            by_width -= by_algebra;
        }
        self.by_values += before - by_values;
        self.by_width += by_width;
        self.by_halves += own.by_halves;
    }

    /// The rule that is applied most gets what the others leave out with it.
    fn add_algebra(&mut self, improved: &Improved, saved: i64) {
        let most = improved.applied.values().max_by_key(|it| it.1.len());
        for (rule, lines) in improved.applied.values() {
            let own = most.filter(|it| it.0 == *rule).map_or(0, |_| saved);
            let of_rule = self
                .by_algebra
                .entry(rule.id)
                .or_insert((*rule, 0, Vec::new()));
            of_rule.1 += own;
            of_rule.2.extend(lines);
        }
    }

    fn applied(self, lines: &[usize]) -> Vec<Applied> {
        let of_values = [(&rules::VALUES, self.by_values, lines.to_vec())];
        let of_width = [(&rules::LONG_WORDS, self.by_width, lines.to_vec())];
        let of_halves = [(&rules::HALVES, self.by_halves, lines.to_vec())];
        let all = of_values.into_iter().chain(of_halves).chain(of_width);
        let all = all.chain(self.by_algebra.into_values());
        let all = all.filter(|it| it.1 != 0);
        all.map(|(rule, saved, lines)| Applied { rule, saved, lines })
            .collect()
    }
}

/// Whether some results of lines are long words as they are written.
fn writes_long_words(draft: &Draft, lines: Range<usize>) -> bool {
    let steps = lines.filter_map(|line| draft.program.line(line)?.step());
    let outputs = steps.flat_map(|step| step.expressions.iter().flat_map(|it| &it.outputs));
    let mut kinds = outputs.map(|output| &output.kind);
    kinds.any(|kind| matches!(kind, OperandKind::PeMemory(it) if it.width == Width::Long))
}
