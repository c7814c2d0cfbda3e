//! One draft: the best order of its expressions, and its proof. Trials share nothing that changes, so that several of them can
//! take place at the same time.

use std::time::Duration;

use mnc2_dataflow::depends::{ChangeLevel, Depends, Widths};
use mnc2_program::code::Code;

use super::clock::Clock;
use super::proof::{Proof, ProofKind};
use super::windows::{Effort, Proven, Search};
use super::{IsCancelled, Objective, Progress, Refusal, unless_refused};
use crate::bound;
use crate::draft::Draft;
use crate::problem::Problem;

/// Steps, and bytes if they count.
pub(super) type Cost = (i64, u64);

/// Whether there is time left and the search is not cancelled.
#[derive(Clone, Copy)]
pub(super) struct Patience<'a> {
    pub(super) clock: &'a Clock<'a>,
    /// When the time of the level is up. The first level has no such limit here: its result is proven in any case.
    pub(super) until: Option<std::time::Instant>,
    pub(super) is_cancelled: IsCancelled<'a>,
}

impl<'a> Patience<'a> {
    /// Begins a level, and returns when its time is up.
    pub(super) fn begin(&mut self, time: Duration) -> std::time::Instant {
        let until = self.clock.now() + time;
        self.until = Some(until);
        until
    }

    pub(super) fn is_over(&self) -> bool {
        (self.is_cancelled)() || self.until.is_some_and(|it| self.clock.is_past(it))
    }

    /// As [`Self::is_over`], without any work: the answer is the same on all threads.
    pub(super) fn was_over(&self) -> bool {
        (self.is_cancelled)() || self.until.is_some_and(|it| self.clock.was_past(it))
    }

    /// With another clock.
    pub(super) const fn by(&self, clock: &'a Clock<'a>) -> Self {
        Self { clock, ..*self }
    }
}

/// What trials need, except their drafts.
#[derive(Clone, Copy)]
pub(super) struct Trial<'a> {
    pub(super) proof: &'a Proof<'a>,
    pub(super) score: Objective,
    pub(super) patience: Patience<'a>,
    /// The best cost so far.
    pub(super) best_cost: Cost,
    /// Whether a result counts that was only tried.
    pub(super) is_unproven_allowed: bool,
}

/// The result of a trial.
pub(super) struct Tried {
    /// An order that is better than the best so far.
    pub(super) better: Option<Better>,
    /// A lower bound, if the draft is one problem.
    pub(super) bound: Option<Proven>,
    /// Why an order that is shorter may not be proposed.
    pub(super) refused: Option<Refusal>,
}

impl Tried {
    /// A draft that is not tried.
    pub(super) const NOTHING: Self = Self {
        better: None,
        bound: None,
        refused: None,
    };
}

/// A draft that is better than the best so far.
pub(super) struct Better {
    pub(super) draft: Draft,
    pub(super) cost: Cost,
    pub(super) proof: ProofKind,
}

impl Trial<'_> {
    /// Searches for an order of a draft, which may be an order already. Fails if nothing may move, or the search is cancelled.
    pub(super) fn run(
        &self,
        draft: &Draft,
        is_ordered: bool,
        level: ChangeLevel,
        time: Duration,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Tried, Refusal> {
        let patience = self.patience;
        patience.clock.charge(draft.lines.len());
        let mut tried = Tried::NOTHING;
        let mut unproven = None;
        let mut ways = vec![(level, Widths::Free)];
        while let Some((level, widths)) = ways.pop() {
            if patience.is_over() && !(patience.is_cancelled)() {
                break;
            }
            let best = tried.better.as_ref().map_or(self.best_cost, |it| it.cost);
            let effort =
                Effort::for_draft(draft, time).for_fewer_steps(self.score.steps_below(best));
            let search = self.search(draft, is_ordered, (level, widths), effort);
            // The first search allows the most, so its bound holds for the others too.
            let (found, bound) = search.run(progress)?;
            tried.bound = tried.bound.or(bound);
            let found = self.score.written(found);
            let cost = self.score.cost(&found);
            if cost >= best {
                continue;
            }
            match self.proof.prove(&found.program, &|| patience.is_over()) {
                Ok(proof) => {
                    tried.better = Some(Better {
                        draft: found,
                        cost,
                        proof,
                    });
                }
                Err(Refusal::Cancelled) => return Err(Refusal::Cancelled),
                Err(refusal) => {
                    if matches!(refusal, Refusal::NotProven(_)) {
                        unproven = unproven.or(Some((found, cost)));
                    }
                    match other_ways(&refusal, level, widths) {
                        Some(others) => ways.extend(others),
                        None => tried.refused = Some(refusal),
                    }
                }
            }
        }
        if let Some((draft, cost)) = unproven {
            self.accept_unproven(&mut tried, draft, cost);
        }
        Ok(tried)
    }

    /// A search for an order of a draft.
    pub(super) fn search(
        &self,
        draft: &Draft,
        is_ordered: bool,
        (level, widths): (ChangeLevel, Widths),
        effort: Effort,
    ) -> Search<'_> {
        Search {
            draft: draft.clone(),
            is_ordered,
            level,
            widths,
            score: self.score,
            effort,
            clock: self.patience.clock,
            is_cancelled: self.patience.is_cancelled,
        }
    }

    /// Takes a result that is not proven, if this is allowed, it is better, and runs show nothing else.
    fn accept_unproven(&self, tried: &mut Tried, draft: Draft, cost: Cost) {
        let best = tried.better.as_ref().map_or(self.best_cost, |it| it.cost);
        if !self.is_unproven_allowed || cost >= best {
            return;
        }
        let patience = self.patience;
        match self.proof.run(&draft.program, &|| patience.is_over()) {
            Ok(0) => {}
            Ok(runs) => {
                let proof = ProofKind::Tried(runs);
                tried.better = Some(Better { draft, cost, proof });
            }
            Err(refusal) => tried.refused = Some(refusal),
        }
    }

    /// As [`Self::run_or_drop`], for a draft that may be better.
    pub(super) fn run_if_promising(&self, draft: &Draft, time: Duration) -> Result<Tried, Refusal> {
        if time.is_zero() || !self.may_be_better(draft) {
            return Ok(Tried::NOTHING);
        }
        self.run_or_drop(draft, time)
    }

    /// As [`Self::run`], for a draft with other expressions: one that cannot be ordered is dropped.
    pub(super) fn run_or_drop(&self, draft: &Draft, time: Duration) -> Result<Tried, Refusal> {
        if !self.is_nearly_better(draft, time)? {
            return Ok(Tried::NOTHING);
        }
        let tried = self.run(draft, false, ChangeLevel::Forwarding, time, &mut |_| {});
        Ok(unless_refused(tried)?.unwrap_or(Tried::NOTHING))
    }

    /// Whether a search may make a quick order of a draft shorter than the best; true if the draft is one window.
    fn is_nearly_better(&self, draft: &Draft, time: Duration) -> Result<bool, Refusal> {
        if Search::is_whole(draft) {
            return Ok(true);
        }
        let below = nearly(self.score.steps_below(self.best_cost));
        let kind = (ChangeLevel::Forwarding, Widths::Free);
        let effort = Effort::quick(time / 4).for_fewer_steps(below);
        let found = unless_refused(self.search(draft, false, kind, effort).run(&mut |_| {}))?;
        Ok(found.is_some_and(|(found, _)| found.steps() < below))
    }

    /// Whether simple bounds allow an order of a draft that is better than the best.
    pub(super) fn may_be_better(&self, draft: &Draft) -> bool {
        let below = self.score.steps_below(self.best_cost);
        if !Search::is_whole(draft) {
            return draft.least_steps() < below;
        }
        let Ok(depends) = Depends::from_lines(&draft.program, draft.region(), Widths::Free) else {
            return false;
        };
        bound::lower_bound(&Problem::new(&depends, true)).steps < below
    }
}

/// A quick order of fewer steps than this may become shorter than a number of steps by a search: it leaves out one of sixteen steps,
/// rarely more.
pub(super) const fn nearly(steps: i64) -> i64 {
    const SEARCH_GAIN: i64 = 16;
    steps.saturating_add(steps / SEARCH_GAIN)
}

/// What else is searched after a refusal; `None` if nothing is.
fn other_ways(
    refusal: &Refusal,
    level: ChangeLevel,
    widths: Widths,
) -> Option<Vec<(ChangeLevel, Widths)>> {
    let in_memory = (level > ChangeLevel::Order).then_some((ChangeLevel::Order, Widths::Free));
    match refusal {
        // An operand is wider than needed once the expression that needs the width is elsewhere.
        Refusal::Finding(Code::HalfUsed) if widths == Widths::Free => {
            let kept = (level, Widths::Kept);
            Some(in_memory.into_iter().chain([kept]).collect())
        }
        // The proof follows memory further than forwarding registers.
        Refusal::NotProven(_) if level > ChangeLevel::Order => {
            let is_free = widths == Widths::Free;
            Some(in_memory.into_iter().filter(|_| is_free).collect())
        }
        _ => None,
    }
}
