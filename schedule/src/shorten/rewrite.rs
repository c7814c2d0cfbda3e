//! The level `rewrite`: a region written anew, in all ways or, if it is long, in parts, each as short as any way makes it.
//!
//! The parts are taken in order, and each is ordered after the ones before it as they are then. All of them are proven
//! together; if that fails, those that are not proven stay as they were.

use std::collections::HashSet;
use std::ops::Range;
use std::time::{Duration, Instant};

use mnc2_asm::LineParser;
use mnc2_dataflow::depends::{ChangeLevel, Widths};
use mnc2_isa::Mode;

use super::attempts::Attempts;
use super::trial::{Trial, Tried, nearly};
use super::windows::{DECISIONS_MAX, Effort};
use super::{Progress, Refusal, unless_refused};
use crate::draft::Draft;
use crate::parallel;
use crate::redundancy::Shared;
use crate::rewriting::{self, Parts, Rewritten};
use crate::rules::{self, Applied};

/// Ways of a part that are searched for an order, apart from the part as it is.
const SEARCHED_WAYS: usize = 4;

/// A rewriting gets at least this part of the rest of the time: those with the fewest steps are first.
const REWRITING_SHARES_MAX: usize = 3;

/// A region of which some parts are written anew.
struct Composed {
    /// The region with each part in its best order.
    ordered: Draft,
    written: Vec<WrittenPart>,
    applied: Vec<Applied>,
}

/// A part that is shorter if it is written anew.
struct WrittenPart {
    /// The lines of the region as it was.
    before: Range<usize>,
    /// Its lines before they are ordered.
    lines: Vec<String>,
}

/// The way that makes a part shorter, with the steps that are saved by an order alone and in addition; and the part in its
/// best order.
type BestWay<'w> = (Option<(&'w Rewritten, i64, i64)>, Draft);

/// A part in an order; `None` if it is as it was before, otherwise the way in which it is written.
type WayInOrder<'w> = (Option<&'w Rewritten>, Draft);

impl Attempts<'_, '_> {
    /// Writes the program anew, and first what remains of it without transfers and turns that are not needed: those are not
    /// written anew, so that the level `merging` shares them.
    pub(super) fn rewrite_all(
        &mut self,
        original: &Draft,
        deadline: Instant,
    ) -> Result<(), Refusal> {
        if let Some(shared) = self.shared.take().filter(Shared::moves_less) {
            let half = deadline - self.patience.clock.left(deadline) / 2;
            let before = self.best_cost;
            self.rewrite(&shared.draft, half)?;
            if self.best_cost < before {
                let mut rules = shared.applied;
                let own = std::mem::take(&mut self.applied).into_iter();
                rules.extend(own.filter(|it| it.rule != &rules::ORDER).map(|mut it| {
                    // Lines of the original that are in what is shared, too.
                    let lines = it.lines.iter().map(|line| shared.draft.line(*line));
                    let lines: HashSet<&str> = lines.collect();
                    let is_own = |line: &usize| lines.contains(original.line(*line));
                    it.lines = original.region().filter(is_own).collect();
                    it
                }));
                self.explain(rules);
            }
        }
        self.rewrite(original, deadline)
    }

    /// Writes the program anew from the values that it computes.
    fn rewrite(&mut self, original: &Draft, deadline: Instant) -> Result<(), Refusal> {
        let Some(found) = rewriting::unmasked(original) else {
            return self.write_anew(original, self.ordered, deadline);
        };
        let mut by_masks = 0;
        if self.improve(&found.draft, self.time / 4)? {
            by_masks = self.ordered - self.best_cost.0;
            self.explain(vec![Applied::with_the_rest(
                &rules::STEP_MASKS,
                found.masked.clone(),
            )]);
        }
        let masked = self.best_cost;
        self.write_anew(&found.draft, self.ordered - by_masks, deadline)?;
        if self.best_cost < masked {
            let lines = self.applied.iter_mut().flat_map(|it| &mut it.lines);
            lines.for_each(|it| *it = found.origins[*it - original.start]);
            rewriting::attribute_to_masks_too(&mut self.applied, found.masked, by_masks);
        }
        Ok(())
    }

    /// Writes a draft anew, whose order takes some steps.
    fn write_anew(
        &mut self,
        original: &Draft,
        ordered: i64,
        deadline: Instant,
    ) -> Result<(), Refusal> {
        let mode = self.mode();
        let by_order = original.steps() - ordered;
        if let Some(found) = rewriting::regrouped(original, mode)
            && self.trial().may_be_better(&found.draft)
            && self.improve(&found.draft, self.time / 2)?
        {
            let lines = found.lines.into_iter().collect();
            let rule = Applied::with_the_rest(&rules::REGROUPED, lines);
            self.applied = rules::shares(vec![rule], by_order, ordered - self.best_cost.0);
        }
        if original.is_long() {
            return self.rewrite_in_parts(original, mode, deadline);
        }
        let patience = self.patience;
        let is_late = || patience.was_over();
        let jobs = self.request.jobs;
        patience.clock.charge(original.lines.len());
        let compared = (self.proof.places(), self.proof.ranges());
        let mut all = rewriting::rewritten(original, compared, mode, jobs, &is_late).into_iter();
        let count = all.len();
        while all.len() > 0 {
            let waves = all.len().div_ceil(self.wave());
            let time = self.share(deadline, waves.min(REWRITING_SHARES_MAX));
            if time.is_zero() {
                break;
            }
            let wave: Vec<_> = all.by_ref().take(self.wave()).collect();
            let tried = self.try_all(&wave, |it, _| Some(it.draft.clone()), time, |_| false)?;
            for (found, draft, tried) in tried {
                if self.keep_if_better(tried, &draft) {
                    let by_rules = ordered - self.best_cost.0;
                    self.applied = rewriting::attributed(found, by_order, by_rules);
                }
            }
            let lines = original.lines.len();
            (self.progress)(Progress {
                lines_done: lines * (count - all.len()) / count,
                lines,
            });
        }
        Ok(())
    }

    /// Writes a long program anew in parts.
    fn rewrite_in_parts(
        &mut self,
        original: &Draft,
        mode: Mode,
        deadline: Instant,
    ) -> Result<(), Refusal> {
        let half = deadline - self.patience.clock.left(deadline) / 2;
        let composed = self.composed(original, mode, half)?;
        if composed.written.is_empty() {
            return Ok(());
        }
        let time = self.share(deadline, 4);
        let tried = self.tried(&composed.ordered, true, ChangeLevel::Forwarding, time);
        let tried = unless_refused(tried)?.unwrap_or(Tried::NOTHING);
        let mut written = composed.written;
        if tried.refused.is_some() {
            written = self.proven(original, written);
        }
        let mut is_better = self.keep_if_better(tried, &composed.ordered);
        let time = self.share(deadline, 2);
        if !time.is_zero() && !written.is_empty() {
            // Orders across the ends of parts.
            is_better |= self.improve(&with_parts(original, &written), time)?;
        }
        if is_better {
            let saved = original.steps() - self.best_cost.0;
            self.applied = rewriting::joined(composed.applied, saved);
        }
        Ok(())
    }

    /// Writes each part as short as any way makes it, until a deadline.
    fn composed(
        &mut self,
        original: &Draft,
        mode: Mode,
        deadline: Instant,
    ) -> Result<Composed, Refusal> {
        let compared = (self.proof.places(), self.proof.ranges());
        let mut parts = Parts::with_usual_length(original, compared, mode);
        let patience = self.patience;
        let mut composed = Composed {
            ordered: original.clone(),
            written: Vec::new(),
            applied: Vec::new(),
        };
        let mut at = original.start;
        patience.clock.charge(original.lines.len());
        while let Some(part) = parts.next_part(self.request.jobs, &|| patience.was_over()) {
            patience.clock.charge(part.lines.len());
            let time = patience.clock.left(deadline) / (parts.left() + 1) as u32;
            if time.is_zero() {
                break;
            }
            let now = composed.lines(at..at + part.lines.len());
            let (best, order) = self.best_way(&now, &part.ways, time)?;
            parts.count(best.map(|it| it.0));
            at += order.lines.len();
            composed.replace(now.region(), &order);
            if let Some((way, by_order, by_rules)) = best {
                composed.written.push(WrittenPart {
                    before: part.lines.clone(),
                    lines: way.draft.lines.clone(),
                });
                let applied = rewriting::attributed(way, by_order, by_rules);
                composed.applied.extend(applied);
            }
            (self.progress)(Progress {
                lines_done: part.lines.end - original.start,
                lines: original.lines.len(),
            });
        }
        Ok(composed)
    }

    /// The best way to write a part, if one makes it shorter. All ways get a quick order; a search is only for those whose
    /// quick orders are the shortest.
    fn best_way<'w>(
        &self,
        now: &Draft,
        ways: &'w [Rewritten],
        time: Duration,
    ) -> Result<BestWay<'w>, Refusal> {
        let score = self.request.score;
        let clock = self.patience.clock;
        let begin = clock.now();
        let quick = self.ordered_ways(now, &[None], Effort::quick(time / 2))?;
        let taken = clock.now() - begin;
        let time_of_search = time / (2 * SEARCHED_WAYS + 2) as u32;
        let of_search = Effort::with_decisions(time_of_search, DECISIONS_MAX);
        let searched = self.ordered_ways(now, &[None], of_search)?;
        let alone = quick.into_iter().chain(searched).map(|it| it.1);
        let mut order = alone.fold(now.clone(), |best, it| score.better(best, it));
        let by_order = order.steps();
        let ways = &ways[..ways.len().min(self.affordable(time / 2, taken))];
        let mut found = self.quick_orders(now, ways, (&order, time))?;
        found.sort_by_key(|it| score.cost(&it.1));
        found.truncate(SEARCHED_WAYS);
        let mut best = None;
        for wave in found.chunks(self.wave()) {
            let below = score.steps_below(score.cost(&order));
            let ways: Vec<_> = wave.iter().map(|it| it.0).collect();
            let searched = self.ordered_ways(now, &ways, of_search.for_fewer_steps(below))?;
            for (way, found) in wave.iter().cloned().chain(searched) {
                if score.cost(&found) < score.cost(&order) {
                    (best, order) = (way, found);
                }
            }
        }
        let saved = |way| (way, now.steps() - by_order, by_order - order.steps());
        Ok((best.map(saved), order))
    }

    /// Quick orders of a part written in ways that may be better than an order that is known: of the others it is certain,
    /// from the expressions of each unit, that no order is.
    fn quick_orders<'w>(
        &self,
        now: &Draft,
        ways: &'w [Rewritten],
        (known, time): (&Draft, Duration),
    ) -> Result<Vec<WayInOrder<'w>>, Refusal> {
        let score = self.request.score;
        let mut shortest = score.steps_below(score.cost(known));
        let mut found = Vec::new();
        let ways = ways.iter().filter(|it| it.draft.least_steps() < shortest);
        let ways: Vec<Option<&Rewritten>> = ways.map(Some).collect();
        for wave in ways.chunks(self.wave()) {
            let effort = Effort::quick(time / 2).for_fewer_steps(nearly(shortest));
            let ordered = self.ordered_ways(now, wave, effort)?;
            let steps = ordered
                .iter()
                .map(|it| score.steps_below(score.cost(&it.1)));
            shortest = steps.fold(shortest, i64::min);
            found.extend(ordered);
        }
        Ok(found)
    }

    /// A part written in some ways, each in the best order that is found with some effort, on all threads; without those that have
    /// none.
    fn ordered_ways<'w>(
        &self,
        now: &Draft,
        ways: &[Option<&'w Rewritten>],
        effort: Effort,
    ) -> Result<Vec<WayInOrder<'w>>, Refusal> {
        let trial = self.trial();
        let tried = parallel::map(self.request.jobs, ways, |way| {
            ordered(&trial, now, *way, effort)
        });
        trial
            .patience
            .clock
            .charge(tried.iter().map(|it| it.1).sum());
        let of_ways = ways.iter().zip(tried);
        let found = of_ways.map(|(way, (found, _))| Ok(found?.map(|it| (*way, it))));
        found.filter_map(Result::transpose).collect()
    }

    /// How many ways can be ordered in some time if each takes as long as this, the part as it is included; always some.
    fn affordable(&self, time: Duration, each: Duration) -> usize {
        const WAYS: u128 = 2;
        let jobs = match self.patience.clock.counts_work() {
            true => 1,
            false => self.request.jobs,
        };
        let each = each.as_nanos().max(1);
        let rest = time.as_nanos().saturating_sub(each) * jobs as u128;
        usize::try_from((rest / each).max(WAYS)).unwrap_or(usize::MAX)
    }

    /// The parts whose new lines are proven to be equivalent.
    fn proven(&self, original: &Draft, parts: Vec<WrittenPart>) -> Vec<WrittenPart> {
        let patience = self.patience;
        let is_late = || patience.is_over();
        let mut proven: Vec<WrittenPart> = Vec::new();
        let mut rest = vec![parts];
        while let Some(mut some) = rest.pop() {
            if is_late() {
                break;
            }
            let count = proven.len();
            proven.append(&mut some);
            let draft = with_parts(original, &proven);
            if self.proof.prove(&draft.program, &is_late).is_err() {
                let mut some = proven.split_off(count);
                if some.len() > 1 {
                    rest.push(some.split_off(some.len() / 2));
                    rest.push(some);
                }
            }
        }
        proven
    }
}

/// A part written in a way, or as it is, in the best order that is found; `None` if there is none. With the work that it took.
fn ordered(
    trial: &Trial<'_>,
    now: &Draft,
    way: Option<&Rewritten>,
    effort: Effort,
) -> (Result<Option<Draft>, Refusal>, usize) {
    let mut draft = now.clone();
    if let Some(way) = way {
        draft.replace(
            now.region(),
            way.draft.lines.clone(),
            &mut LineParser::new(),
        );
    }
    let clock = trial.patience.clock.fork();
    clock.charge(draft.lines.len());
    let trial = Trial {
        patience: trial.patience.by(&clock),
        ..*trial
    };
    let kind = (ChangeLevel::Forwarding, Widths::Free);
    let found = unless_refused(trial.search(&draft, false, kind, effort).run(&mut |_| {}));
    let found = found.map(|it| it.map(|(found, _)| trial.score.written(found)));
    (found, clock.work())
}

/// A region with other lines for some parts, which are in order.
fn with_parts(original: &Draft, parts: &[WrittenPart]) -> Draft {
    let mut lines = Vec::new();
    let mut next = original.start;
    for part in parts {
        lines.extend((next..part.before.start).map(|it| original.line(it).to_owned()));
        lines.extend(part.lines.iter().cloned());
        next = part.before.end;
    }
    lines.extend((next..original.end()).map(|it| original.line(it).to_owned()));
    let mut written = original.clone();
    written.replace(original.region(), lines, &mut LineParser::new());
    written
}

impl Composed {
    /// Some lines as a region of their own.
    fn lines(&self, lines: Range<usize>) -> Draft {
        let start = self.ordered.start;
        Draft {
            program: self.ordered.program.clone(),
            start: lines.start,
            lines: self.ordered.lines[lines.start - start..lines.end - start].to_vec(),
        }
    }

    /// Replaces some lines by an order of them.
    fn replace(&mut self, lines: Range<usize>, order: &Draft) {
        let own = lines.start - self.ordered.start..lines.end - self.ordered.start;
        self.ordered.program = order.program.clone();
        self.ordered.lines.splice(own, order.lines.iter().cloned());
    }
}
