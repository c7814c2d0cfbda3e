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
mod attribution;
mod bit_moves;
mod bits;
mod constant_squares;
mod constant_sums;
mod direct_results;
mod freedoms;
mod grain;
mod graph;
mod halves;
mod local_results;
mod mask_statements;
mod numbers;
mod order;
mod parts;
mod plan;
mod ranges;
mod regrouping;
#[cfg(feature = "rewriting")]
mod saturation;
mod selection;
mod shared_constants;
mod value_numbering;
mod words;
mod write;

use std::collections::BTreeMap;
use std::sync::Arc;

use mnc2_asm::LineParser;
use mnc2_dataflow::depends::REACH_STEPS;
use mnc2_dataflow::input_ranges::InputRanges;
use mnc2_equal::Places;
use mnc2_isa::Mode;
use mnc2_program::render::nops;
use mnc2_text::line;

use self::algebra::Improved;
pub(crate) use self::attribution::attribute_to_masks_too;
pub(crate) use self::attribution::{attributed, joined};
use self::halves::Halves;
pub(crate) use self::mask_statements::unmasked;
pub(crate) use self::parts::Parts;
use self::plan::{Algebra, Freedom, Numbers, Plan};
pub(crate) use self::regrouping::regrouped;
use self::value_numbering::Followed;
use self::write::Written;
use crate::draft::Draft;
use crate::search_input::IsCancelled;

/// A run of lines as it is, with the rules of [`algebra`], with the rows of `saturation`, too, and with the rules of [`ranges`].
struct Base {
    run: Followed,
    improved: Option<Improved>,
    saturated: Option<Improved>,
    ranged: Option<Improved>,
}

impl Base {
    /// A run, for the inputs of a testcase if nothing before it changes them.
    fn new(mut run: Followed, inputs: Option<&InputRanges>) -> Self {
        let mut improved = algebra::improved(&run);
        let mut saturated = saturated(&run, improved.as_ref());
        let ranged = inputs.and_then(|it| ranged(&run, it));
        for it in [&mut improved, &mut saturated].into_iter().flatten() {
            it.run.find_halves(None);
        }
        run.find_halves(None);
        Self {
            run,
            improved,
            saturated,
            ranged,
        }
    }

    /// The run with the rules that a freedom allows, if any applies.
    fn improved(&self, freedom: Freedom) -> Option<&Improved> {
        let ranged = self.ranged.as_ref().filter(|_| freedom.ranges);
        ranged.or_else(|| match freedom.algebra {
            Algebra::Nothing => None,
            Algebra::Directed => self.improved.as_ref(),
            Algebra::Saturated => self.saturated.as_ref().or(self.improved.as_ref()),
        })
    }

    fn run(&self, freedom: Freedom) -> &Followed {
        self.improved(freedom).map_or(&self.run, |it| &it.run)
    }
}

/// A run with the rules of [`ranges`], in which factors may be inputs; `None` if neither saves anything for the inputs of a testcase.
fn ranged(run: &Followed, inputs: &InputRanges) -> Option<Improved> {
    let has_ranges = ranges::improved(run, inputs);
    let is_improved = has_ranges.is_some();
    let mut found = has_ranges.unwrap_or_else(|| Improved {
        run: run.clone(),
        applied: algebra::AppliedRules::new(),
    });
    found.run.find_halves(Some(inputs));
    let halves = found.run.halves.as_ref();
    (is_improved || halves.is_some_and(|it| it.needs_inputs)).then_some(found)
}

/// A run to which the rules of [`algebra`] were applied if they apply, with the rows of `saturation`; `None` if no row applies.
fn saturated(run: &Followed, improved: Option<&Improved>) -> Option<Improved> {
    #[cfg(feature = "rewriting")]
    {
        let mut found = saturation::improved(improved.map_or(run, |it| &it.run))?;
        for (name, (rule, lines)) in improved.into_iter().flat_map(|it| &it.applied) {
            let of_rule = found.applied.entry(name).or_insert((rule, Vec::new()));
            of_rule.1.extend(lines);
        }
        Some(found)
    }
    #[cfg(not(feature = "rewriting"))]
    {
        let _ = (run, improved);
        None
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
    let mut parts = Parts::new(draft, (places, inputs), mode, usize::MAX);
    let first = parts.next_part(jobs, is_cancelled);
    first.map(|it| it.ways).unwrap_or_default()
}

impl Before {
    /// The region with all runs that can be written anew.
    fn written(&self, freedom: Freedom) -> Option<Draft> {
        let lines = |base: &Base| run_lines(&self.draft, base.run(freedom), freedom, self.mode);
        let changed = self.runs.iter();
        let changed = changed.filter_map(|base| Some((&base.run, lines(base)?.lines)));
        replaced(&self.draft, changed.collect())
    }
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
    /// The steps that operations in half precision save.
    by_halves: i64,
}

/// The lines of a run, with operations in half precision where these save steps.
fn run_lines(draft: &Draft, run: &Followed, freedom: Freedom, mode: Mode) -> Option<RunLines> {
    let singles = lines_with(draft, run, (freedom, None), mode);
    let halves = run.halves.as_deref().filter(|_| freedom.widens);
    let halves = halves.and_then(|it| lines_with(draft, run, (freedom, Some(it)), mode));
    match (singles, halves) {
        (Some(singles), Some(halves)) if halves.steps < singles.steps => Some(RunLines {
            by_halves: singles.steps - halves.steps,
            ..halves
        }),
        (singles, halves) => singles.or(halves),
    }
}

fn lines_with(
    draft: &Draft,
    run: &Followed,
    (freedom, halves): (Freedom, Option<&Halves>),
    mode: Mode,
) -> Option<RunLines> {
    let mut plan = plan::plan(run, freedom, halves)?;
    if let Some(add) = run.add {
        constant_sums::apply(&mut plan, add);
    }
    match freedom.numbers {
        Numbers::Loaded => {}
        Numbers::Squares => constant_squares::apply(&mut plan, &run.graph, run.product?)?,
        Numbers::Operations => numbers::apply(&mut plan)?,
    }
    local_results::apply(&mut plan);
    let direct = (!freedom.copies)
        .then(|| direct_results::without_copies(&plan))
        .flatten();
    let plans = std::iter::once(&plan).chain(&direct);
    let written = plans.filter_map(|it| written(it, run, freedom, mode));
    let written = written.min_by_key(Vec::len)?;
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
    Some(RunLines {
        lines,
        steps,
        by_halves: 0,
    })
}

/// The lines of a plan, each value at a place.
fn written(plan: &Plan, run: &Followed, freedom: Freedom, mode: Mode) -> Option<Vec<Written>> {
    let placed = |by_sides: bool| {
        let mut plan = plan.clone();
        let groups = order::groups(&plan, by_sides)?;
        allocation::place(&mut plan, &groups, run)?;
        Some((plan, groups))
    };
    let (plan, groups) = placed(false).or_else(|| placed(true))?;
    write::lines(&plan, &groups, &run.graph, &run.free_masks, mode, freedom)
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
        if draft.work(number).is_some() {
            found.insert(number, std::mem::take(&mut above));
        }
    }
    found.entry(run.lines.end).or_default().append(&mut above);
    found
}

#[cfg(test)]
mod tests;
