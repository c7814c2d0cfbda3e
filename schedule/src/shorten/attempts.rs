//! The levels in turn, and the best that is proven so far.

use std::time::{Duration, Instant};

use mnc2_dataflow::depends::ChangeLevel;
use mnc2_isa::Mode;
use mnc2_review::Review;

use super::proof::{Proof, ProofKind};
use super::trial::{Better, Cost, Patience, Trial, Tried};
use super::windows::{Proven, Search};
use super::{Progress, Refusal, Request, Shortened, place_independent};
use crate::bound::Bound;
use crate::draft::Draft;
use crate::parallel;
use crate::redundancy::Shared;
use crate::renaming::Reach;
use crate::rules::{self, Applied};

/// Drafts that are tried at the same time if work is limited: not the number of threads, on which nothing may depend.
const WAVE_DRAFTS: usize = 4;

/// The best that is proven so far.
pub(super) struct Attempts<'a, 'p> {
    pub(super) request: Request<'a>,
    /// The time of each level.
    pub(super) time: Duration,
    pub(super) proof: &'a Proof<'a>,
    pub(super) best: Option<Draft>,
    /// How the best is known to be equivalent.
    pub(super) best_proof: ProofKind,
    /// The draft that the best is an order of, if it is not the original.
    pub(super) origin: Option<Draft>,
    pub(super) best_cost: Cost,
    /// Steps of the program as it was, and of its best order.
    pub(super) before: i64,
    pub(super) ordered: i64,
    /// The rules that made the best, with what each saved.
    pub(super) applied: Vec<Applied>,
    /// The program without what is not needed, if the level `merging` found something.
    pub(super) shared: Option<Shared>,
    /// The bound of the best draft, or of the original if nothing is better.
    pub(super) bound: Option<Proven>,
    pub(super) patience: Patience<'a>,
    pub(super) progress: &'p mut dyn FnMut(Progress),
}

/// A draft with the result of its trial.
type OfDraft = Result<(Draft, Tried), Refusal>;

/// An item, the draft that is made of it, and the result of its trial.
type OfItem<'t, T> = (&'t T, Draft, Tried);

/// Lower bounds of the original program, if it is one problem.
pub(super) struct Bounds {
    /// For its own expressions.
    original: Option<i64>,
    /// For its own expressions with values anywhere.
    anywhere: Option<Bound>,
}

impl<'a, 'p> Attempts<'a, 'p> {
    /// Nothing is tried yet: the best is the original. Each level has some time.
    pub(super) fn new(
        original: &Draft,
        request: Request<'a>,
        (time, patience): (Duration, Patience<'a>),
        proof: &'a Proof<'a>,
        progress: &'p mut dyn FnMut(Progress),
    ) -> Self {
        Self {
            request,
            time,
            proof,
            best: None,
            best_proof: ProofKind::Dataflow,
            origin: None,
            best_cost: request.score.cost(original),
            before: original.steps(),
            ordered: original.steps(),
            applied: Vec::new(),
            shared: None,
            bound: None,
            patience,
            progress,
        }
    }
}

impl Attempts<'_, '_> {
    /// Tries what each level allows, up to the level of the request.
    pub(super) fn all_levels(&mut self, original: &Draft) -> Result<Bounds, Refusal> {
        self.bound = self.reorder(original)?;
        self.ordered = self.best_cost.0;
        self.explain(Vec::new());
        let bound = self.bound.as_ref().map(|it| it.0.steps);
        let mut anywhere = None;
        let (level, time, clock) = (self.request.level, self.time, self.patience.clock);
        // An interrupted search begins no further level.
        let begins = |it: ChangeLevel| level >= it && !clock.is_interrupted();
        if begins(ChangeLevel::Renaming) {
            let deadline = self.patience.begin(time);
            for reach in [Reach::Memory, Reach::Any] {
                self.rename(original, reach, deadline)?;
            }
        }
        if level == ChangeLevel::Renaming && self.bound.is_some() {
            let is_cancelled = self.patience.is_cancelled;
            let steps = self.best_cost.0;
            let found = place_independent::bound(original, steps, time / 2, clock, is_cancelled)?;
            anywhere = Some(found);
        }
        if begins(ChangeLevel::Merging) {
            let deadline = self.patience.begin(time);
            self.merge(original, deadline)?;
        }
        if begins(ChangeLevel::Unit) {
            let deadline = self.patience.begin(time);
            self.copy(original, deadline)?;
        }
        if begins(ChangeLevel::Rewrite) {
            let deadline = self.patience.begin(time);
            let before = self.best_cost;
            self.rewrite_all(original, deadline)?;
            let is_better = self.best_cost < before && !clock.is_interrupted();
            if is_better && self.origin.as_ref().is_some_and(Search::is_whole) {
                // The rest of the time is for the copies of a short program that is written anew.
                self.copy(original, deadline)?;
            }
        }
        Ok(Bounds {
            original: bound,
            anywhere,
        })
    }

    /// The best, once it ran next to the original.
    pub(super) fn result(self, original: Draft, bounds: Bounds) -> Result<Shortened, Refusal> {
        let patience = self.patience;
        let runs = match &self.best {
            Some(draft) => self.proof.run(&draft.program, &|| patience.is_over())?,
            None => 0,
        };
        let (before, lines_before) = (original.steps(), original.lines.len());
        let draft = self.best.unwrap_or(original);
        let bound = self.bound;
        Ok(Shortened {
            lines_before,
            before,
            after: draft.steps(),
            lines: draft.lines,
            runs,
            level: self.request.level,
            original_bound: bounds.original,
            applied: self.applied,
            anywhere: bounds.anywhere,
            is_whole: bound.is_some(),
            bound_lines: bound.as_ref().map(|it| it.1.clone()).unwrap_or_default(),
            bound: bound.map_or_else(Bound::none, |it| it.0),
            proof: self.best_proof,
        })
    }

    pub(super) fn trial(&self) -> Trial<'_> {
        Trial {
            proof: self.proof,
            score: self.request.score,
            patience: self.patience,
            best_cost: self.best_cost,
            is_unproven_allowed: self.request.is_unproven_allowed,
        }
    }

    /// Drafts that are tried at the same time.
    pub(super) const fn wave(&self) -> usize {
        match self.patience.clock.counts_work() {
            true => WAVE_DRAFTS,
            false => self.request.jobs,
        }
    }

    /// The time for each draft of a wave, if a wave gets this part of the time until a deadline.
    pub(super) fn share(&self, deadline: Instant, parts: usize) -> Duration {
        let clock = self.patience.clock;
        let left = clock.left(deadline);
        let at_once = if clock.counts_work() { WAVE_DRAFTS } else { 1 };
        left / u32::try_from(parts.max(1) * at_once).unwrap_or(u32::MAX)
    }

    /// Searches for an order of the program. The search that may read forwarding registers begins with the order that
    /// is found without them in the same time, so that it never ends with a longer one.
    pub(super) fn reorder(&mut self, original: &Draft) -> Result<Option<Proven>, Refusal> {
        if self.request.level == ChangeLevel::Order {
            return self.attempt(original, false, ChangeLevel::Order, self.time);
        }
        if Search::is_whole(original) {
            return self.attempt(original, false, ChangeLevel::Forwarding, 2 * self.time);
        }
        // The parts of a long program depend on the orders of those before them.
        let ordered = self.attempt(original, false, ChangeLevel::Order, self.time);
        if ordered == Err(Refusal::Cancelled) || self.patience.clock.is_interrupted() {
            return ordered;
        }
        let start = self.best.clone();
        let is_ordered = start.is_some();
        let start = start.as_ref().unwrap_or(original);
        let found = self.attempt(start, is_ordered, ChangeLevel::Forwarding, self.time);
        match found {
            Err(refusal) if refusal != Refusal::Cancelled && is_ordered => Ok(None),
            found => found,
        }
    }

    /// Searches for an order of a draft, and keeps it if it is better than all before and proven. Its bound, if it is
    /// one problem.
    fn attempt(
        &mut self,
        draft: &Draft,
        is_ordered: bool,
        level: ChangeLevel,
        time: Duration,
    ) -> Result<Option<Proven>, Refusal> {
        let tried = self.tried(draft, is_ordered, level, time)?;
        match (tried.better, tried.refused) {
            (Some(better), _) => self.keep(better, draft),
            (None, Some(refusal)) => return Err(refusal),
            (None, None) => {}
        }
        Ok(tried.bound)
    }

    /// Searches for an order of a draft.
    pub(super) fn tried(
        &mut self,
        draft: &Draft,
        is_ordered: bool,
        level: ChangeLevel,
        time: Duration,
    ) -> Result<Tried, Refusal> {
        let trial = Trial {
            proof: self.proof,
            score: self.request.score,
            patience: self.patience,
            best_cost: self.best_cost,
            is_unproven_allowed: self.request.is_unproven_allowed,
        };
        trial.run(draft, is_ordered, level, time, self.progress)
    }

    fn keep(&mut self, better: Better, origin: &Draft) {
        self.best_cost = better.cost;
        self.best_proof = better.proof;
        self.best = Some(better.draft);
        self.origin = Some(origin.clone());
    }

    /// Keeps the result of a trial and its bound if it is better.
    pub(super) fn keep_if_better(&mut self, tried: Tried, origin: &Draft) -> bool {
        match tried.better {
            Some(better) if better.cost < self.best_cost => {
                self.keep(better, origin);
                self.bound = tried.bound;
                true
            }
            _ => false,
        }
    }

    /// Explains the best by the rules that made it of the original, with the steps that each left out.
    pub(super) fn explain(&mut self, rules: Vec<Applied>) {
        let by_rules = self.ordered - self.best_cost.0;
        self.applied = rules::shares(rules, self.before - self.ordered, by_rules);
    }

    /// Tries what is made of items, on all threads; the results up to the first that is accepted, with their items.
    pub(super) fn try_all<'t, T: Sync>(
        &self,
        items: &'t [T],
        make: impl Fn(&T, &Trial<'_>) -> Option<Draft> + Sync,
        time: Duration,
        is_last: impl Fn(&Tried) -> bool + Sync,
    ) -> Result<Vec<OfItem<'t, T>>, Refusal> {
        let trial = self.trial();
        let one = |item: &T| {
            let clock = trial.patience.clock.fork();
            let trial = Trial {
                patience: trial.patience.by(&clock),
                ..trial
            };
            let tried = make(item, &trial).map(|draft| {
                let tried = trial.run_if_promising(&draft, time);
                tried.map(|tried| (draft, tried))
            });
            (tried, clock.work())
        };
        let ends = |it: &(Option<OfDraft>, usize)| match &it.0 {
            Some(Ok((_, tried))) => is_last(tried),
            Some(Err(_)) => true,
            None => false,
        };
        let results = parallel::map_until(self.request.jobs, items, one, ends);
        let done = results.iter().map(|it| it.1).sum();
        self.patience.clock.charge(done);
        let of_items = items.iter().zip(results);
        let tried = of_items.filter_map(|(item, (tried, _))| {
            tried.map(|it| it.map(|(draft, tried)| (item, draft, tried)))
        });
        tried.collect()
    }

    /// Tries a draft with other expressions, and keeps it and its bound if it is better. What is not proven is dropped.
    pub(super) fn improve(&mut self, draft: &Draft, time: Duration) -> Result<bool, Refusal> {
        let tried = self.trial().run_or_drop(draft, time)?;
        Ok(self.keep_if_better(tried, draft))
    }

    pub(super) fn mode(&self) -> Mode {
        Review::new(self.request.subject.program, self.request.subject.rules).mode()
    }
}
