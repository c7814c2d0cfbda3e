//! Programs written anew from the values that they compute.
//!
//! `follow` turns lines into a graph of values (`graph`), in which equal values are one and copies are nothing.
//! `plan` chooses what makes the values that are needed, on the widest words; `order` puts up to four of them into a
//! step, `place` gives each a place, and `write` makes the text.
//!
//! The result is a draft for the search: its steps are far enough apart. Like every proposal it is proven afterwards, by
//! code that shares nothing with this module.

mod algebra;
mod allocation;
mod bit_moves;
mod constant_squares;
mod constant_sums;
mod grain;
mod graph;
mod numbers;
mod order;
mod plan;
mod planted;
mod ranges;
mod regrouping;
mod rules;
mod selection;
mod value_numbering;
mod write;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use mnc2_asm::LineParser;
use mnc2_dataflow::depends::REACH_STEPS;
use mnc2_dataflow::input_ranges::InputRanges;
use mnc2_isa::{Mode, Width};
use mnc2_program::OperandKind;
use mnc2_program::render::nops;
use mnc2_text::line;

use self::algebra::Improved;
use self::plan::{Freedom, Numbers};
pub(crate) use self::regrouping::regrouped;
pub use self::rules::{Applied, RULES, RewriteRule, RuleEvidence};
use self::value_numbering::Followed;
use crate::draft::Draft;
use crate::parallel;
use crate::search_input::IsCancelled;
use mnc2_equal::Places;

/// The ways to write a run anew, those with the fewest steps usually first.
fn freedoms() -> impl Iterator<Item = Freedom> {
    let numbers = [Numbers::Loaded, Numbers::Operations, Numbers::Squares];
    let flags = [true, false];
    let all = numbers.into_iter().flat_map(move |numbers| {
        let of_numbers = flags.into_iter().map(move |algebra| (numbers, algebra));
        of_numbers.flat_map(move |(numbers, algebra)| {
            let no_masks = flags.into_iter();
            no_masks.map(move |no_masks| (numbers, algebra, !no_masks))
        })
    });
    let all = all.flat_map(move |(numbers, algebra, masks)| {
        let no_holds = flags.into_iter();
        no_holds.map(move |no_holds| (numbers, algebra, masks, !no_holds))
    });
    let all = all.flat_map(|(numbers, algebra, masks, holds)| {
        let pairs = [(true, false), (true, true), (false, false), (false, true)];
        pairs.map(|(widens, copies)| Freedom {
            widens,
            copies,
            masks,
            algebra,
            ranges: false,
            holds,
            numbers,
        })
    });
    all.filter(|it| it.numbers == Numbers::Loaded || !it.copies)
}

/// The ways to write runs anew of which some are shorter by the rules of [`algebra`] or [`ranges`].
fn freedoms_for(runs: &[Base]) -> Vec<Freedom> {
    let has_ranged = runs.iter().any(|it| it.ranged.is_some());
    let is_same = runs.iter().all(|it| it.improved.is_none());
    let ranged = freedoms()
        .filter(|it| has_ranged && it.algebra)
        .map(|it| Freedom { ranges: true, ..it });
    let others = freedoms().filter(|it| !it.algebra || !is_same);
    ranged.chain(others).collect()
}

/// A run of lines as it is, with the rules of [`algebra`], and with the rules of [`ranges`].
struct Base {
    run: Followed,
    improved: Option<Improved>,
    ranged: Option<Improved>,
}

impl Base {
    /// A run, for the inputs of a testcase if nothing before it changes them.
    fn new(run: Followed, inputs: Option<&InputRanges>) -> Self {
        Self {
            improved: algebra::improved(&run),
            ranged: inputs.and_then(|it| ranges::improved(&run, it)),
            run,
        }
    }

    /// The run with the rules that a freedom allows, if any applies.
    fn improved(&self, freedom: Freedom) -> Option<&Improved> {
        let ranged = self.ranged.as_ref().filter(|_| freedom.ranges);
        ranged.or_else(|| self.improved.as_ref().filter(|_| freedom.algebra))
    }

    fn run(&self, freedom: Freedom) -> &Followed {
        self.improved(freedom).map_or(&self.run, |it| &it.run)
    }
}

/// A region that is written anew, with the rules that did it.
pub(crate) struct Rewritten {
    freedom: Freedom,
    pub(crate) draft: Draft,
    before: Arc<Before>,
}

/// A region before it is written anew.
struct Before {
    draft: Draft,
    runs: Vec<Base>,
    mode: Mode,
}

/// The ways to write a region anew, those with the fewest steps first, found on up to `jobs` threads.
pub(crate) fn rewritten(
    draft: &Draft,
    (places, inputs): (&Places, Option<&InputRanges>),
    mode: Mode,
    jobs: usize,
    is_cancelled: IsCancelled<'_>,
) -> Vec<Rewritten> {
    if !cfg!(feature = "rewriting") {
        return Vec::new();
    }
    let runs = value_numbering::runs(draft, places);
    let first = runs.first().map(|it| it.lines.start);
    let before = Arc::new(Before {
        draft: draft.clone(),
        runs: parallel::map(jobs, &runs, |run| {
            let inputs = inputs.filter(|_| Some(run.lines.start) == first);
            Base::new(run.clone(), inputs)
        }),
        mode,
    });
    let all = freedoms_for(&before.runs);
    let written = parallel::map(jobs, &all, |freedom| {
        let draft = (!is_cancelled()).then(|| before.written(*freedom));
        draft.flatten().map(|draft| Rewritten {
            freedom: *freedom,
            draft,
            before: Arc::clone(&before),
        })
    });
    let mut found: Vec<Rewritten> = written.into_iter().flatten().collect();
    found.sort_by_key(|it: &Rewritten| steps(&it.draft));
    found.dedup_by(|one, other| one.draft.lines == other.draft.lines);
    found
}

/// What each rule saved. `by_order` steps are saved without any rule, and `by_rules` by them together: each rule in turn
/// gets the steps that it left out, as long as there are any, and the distances between steps get the rest.
pub(crate) fn attributed(found: Rewritten, by_order: i64, by_rules: i64) -> Vec<Applied> {
    let mut rest = by_rules.max(0);
    let mut applied = found.before.applied(found.freedom);
    for it in &mut applied {
        it.saved = it.saved.clamp(0, rest);
        rest -= it.saved;
    }
    let is_of_range = |it: &Applied| it.rule.known == RuleEvidence::Range && it.saved > 0;
    if found.freedom.ranges
        && !applied.iter().any(is_of_range)
        && let Some((rule, lines)) = found.before.most_applied(found.freedom)
    {
        // The proof is for the ranges only, so a rule of theirs is named in any case.
        applied.push(Applied {
            rule,
            saved: std::mem::take(&mut rest),
            lines,
        });
    }
    let of_distances = match (found.freedom.numbers, found.freedom.masks) {
        (Numbers::Squares, _) => &rules::SQUARES,
        (Numbers::Operations, _) => &rules::NUMBERS,
        (Numbers::Loaded, true) => &rules::MASKS,
        (Numbers::Loaded, false) => &rules::ORDER,
    };
    let distances = match of_distances == &rules::ORDER {
        true => vec![(of_distances, by_order + rest)],
        false => vec![(&rules::ORDER, by_order), (of_distances, rest)],
    };
    applied.extend(distances.into_iter().map(|(rule, saved)| Applied {
        rule,
        saved,
        lines: Vec::new(),
    }));
    applied.retain(|it| it.saved > 0);
    for it in &mut applied {
        it.lines.sort_unstable();
        it.lines.dedup();
    }
    applied
}

/// What other groups of cycles saved, in addition to the steps that are saved without any rule.
pub(crate) fn attributed_to_groups(
    lines: Vec<usize>,
    by_order: i64,
    by_groups: i64,
) -> Vec<Applied> {
    let applied = [
        (&rules::REGROUPED, by_groups, lines),
        (&rules::ORDER, by_order, Vec::new()),
    ];
    let applied = applied.into_iter().filter(|it| it.1 > 0);
    let applied = applied.map(|(rule, saved, lines)| Applied { rule, saved, lines });
    applied.collect()
}

/// Steps of a region other than those that wait.
fn steps(draft: &Draft) -> i64 {
    let lines = draft.program.range(draft.region());
    let steps = lines.filter_map(|line| line.step());
    steps.filter(|step| !step.is_bare_nop()).count() as i64
}

impl Before {
    /// The region with all runs that can be written anew.
    fn written(&self, freedom: Freedom) -> Option<Draft> {
        let lines = |base: &Base| run_lines(&self.draft, base.run(freedom), freedom, self.mode);
        let changed = self.runs.iter();
        let changed = changed.filter_map(|base| Some((&base.run, lines(base)?.lines)));
        replaced(&self.draft, changed.collect())
    }

    /// The rule that computes most values in another way, with the lines of these.
    fn most_applied(&self, freedom: Freedom) -> Option<(&'static RewriteRule, Vec<usize>)> {
        let improved = self.runs.iter().filter_map(|it| it.improved(freedom));
        let rules = improved.flat_map(|it| it.applied.values());
        rules.max_by_key(|it| it.1.len()).cloned()
    }

    /// The rules that write the region anew, with the steps that they save before any order.
    fn applied(&self, freedom: Freedom) -> Vec<Applied> {
        let mut savings = Savings::default();
        let mut lines = Vec::new();
        for base in &self.runs {
            let own = run_lines(&self.draft, base.run(freedom), freedom, self.mode);
            if let Some(own) = own {
                savings.add(&self.draft, base, freedom, (self.mode, own.steps));
                lines.extend(
                    base.run
                        .lines
                        .clone()
                        .filter(|it| is_work(&self.draft, *it)),
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
    /// The rules of [`algebra`], with the steps and the lines.
    by_algebra: BTreeMap<&'static str, (&'static RewriteRule, i64, Vec<usize>)>,
}

impl Savings {
    /// Adds a run that takes some steps: each rule gets the steps that it saves in addition to those before it.
    fn add(&mut self, draft: &Draft, base: &Base, freedom: Freedom, (mode, steps): (Mode, i64)) {
        let narrow = Freedom {
            widens: false,
            ..freedom
        };
        let lines = base.run.lines.clone();
        let before = lines.filter(|it| is_work(draft, *it)).count() as i64;
        let of_run = |run, freedom| {
            let lines = run_lines(draft, run, freedom, mode);
            lines.map_or(before, |it| it.steps.min(before))
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
        let all = of_values.into_iter().chain(of_width);
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

fn is_work(draft: &Draft, line: usize) -> bool {
    let step = draft.program.line(line).and_then(|line| line.step());
    step.is_some_and(|step| !step.is_bare_nop())
}

/// The region with other lines for some runs; `None` if there are none.
fn replaced(draft: &Draft, changed: Vec<(&Followed, Vec<String>)>) -> Option<Draft> {
    if changed.is_empty() {
        return None;
    }
    let mut lines = Vec::new();
    let mut next = draft.start;
    for (run, own) in changed {
        lines.extend((next..run.lines.start).map(|it| draft.line(it).to_owned()));
        lines.extend(own);
        next = run.lines.end;
    }
    lines.extend((next..draft.end()).map(|it| draft.line(it).to_owned()));
    let mut written = draft.clone();
    written.replace(draft.region(), lines, &mut LineParser::new());
    Some(written)
}

/// The lines of a run that is written anew, and its steps other than those that wait.
struct RunLines {
    lines: Vec<String>,
    steps: i64,
}

fn run_lines(draft: &Draft, run: &Followed, freedom: Freedom, mode: Mode) -> Option<RunLines> {
    let mut plan = plan::plan(run, freedom)?;
    if let Some(add) = run.add {
        constant_sums::apply(&mut plan, add);
    }
    match freedom.numbers {
        Numbers::Loaded => {}
        Numbers::Squares => constant_squares::apply(&mut plan, &run.graph, run.product?)?,
        Numbers::Operations => numbers::apply(&mut plan)?,
    }
    let placed = |by_sides: bool| {
        let mut plan = plan.clone();
        let groups = order::groups(&plan, by_sides)?;
        allocation::place(&mut plan, &groups, run)?;
        Some((plan, groups))
    };
    let (plan, groups) = placed(false).or_else(|| placed(true))?;
    let written = write::lines(&plan, &groups, &run.graph, &run.free_masks, mode, freedom)?;
    let mut comments = comments(draft, run);
    let mut lines = vec![nops(REACH_STEPS as u64)];
    let steps = written.len() as i64;
    for (text, origins) in written {
        for origin in origins {
            lines.extend(comments.remove(&origin).unwrap_or_default());
        }
        lines.push(text);
        lines.push(nops(REACH_STEPS as u64));
    }
    lines.extend(comments.into_values().flatten());
    Some(RunLines { lines, steps })
}

/// The comments of a run, by the line with a statement that they go with.
fn comments(draft: &Draft, run: &Followed) -> BTreeMap<usize, Vec<String>> {
    let mut found: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut above = Vec::new();
    for number in run.lines.clone() {
        let Some(line) = draft.program.line(number) else {
            continue;
        };
        let comment = line.comment.as_ref();
        above.extend(comment.map(|range| line::part(draft.line(number), range).to_owned()));
        if line.step().is_some_and(|step| !step.is_bare_nop()) {
            found.insert(number, std::mem::take(&mut above));
        }
    }
    found.entry(run.lines.end).or_default().append(&mut above);
    found
}

#[cfg(test)]
mod tests;
