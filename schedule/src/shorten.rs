//! From a program to a shorter one: regions, windows, and the proof of what is proposed.
//!
//! A region of at most [`WINDOW_ATOMS`] atoms is one problem. A longer one is taken in windows that overlap by half: the first
//! half of each result is final, the second half is part of the next window. Therefore the cost grows in proportion to the
//! region, and the shortest order of the whole region remains unknown.
//!
//! Nothing is proposed that is not proven in a way that shares no code with the search: the checker finds nothing new,
//! and both programs compute every word from the same sources ([`crate::equal`]). Both then run from zero and from
//! dirty chips, too.

mod objective;
mod place_independent;
mod proof;
mod windows;

use std::ops::Range;
use std::time::{Duration, Instant};

use mnc2_dataflow::depends;
use mnc2_dataflow::depends::{ChangeLevel, Depends, Widths};
use mnc2_isa::Mode;
use mnc2_program::Program;
use mnc2_program::code::Code;
use mnc2_review::Review;

use crate::bound::{self, Bound, BoundReason};
use crate::copy_unit_choice;
use crate::draft::Draft;
use crate::equal;
use crate::findings::Hazard;
use crate::merging::{self, Freedom};
use crate::problem::{Problem, Schedule};
use crate::redundancy;
use crate::renaming::{self, Reach};
use crate::rewriting::{self, Applied};
use crate::search_input::Subject;
use crate::solve::{self, Found};
pub use objective::Objective;
use proof::Proof;
use windows::{Proven, Search};

/// Atoms of a window: some 40 to 80 steps. The solver proves the shortest order of most such windows in a second.
pub const WINDOW_ATOMS: usize = 128;

/// Times that values get other places, each after a search that found something shorter.
const RENAMING_ROUNDS_MAX: usize = 4;

/// Maximum number of passes over all copies: a copy that moves to another unit can make a step available for the next.
const COPYING_ROUNDS_MAX: usize = 4;

/// A rewriting gets at least this part of the rest of the time: those with the fewest steps are first.
const REWRITING_SHARES_MAX: usize = 3;

/// What to shorten, and how. The time of the subject is a limit for each level; the remaining windows then get a quick order,
/// within the same limit once more.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The program with the region.
    pub subject: Subject<'a>,
    /// The allowed kind of change.
    pub level: ChangeLevel,
    /// The measure of length.
    pub score: Objective,
    /// Whether a program with hazards is taken too. What it does then is what the emulator does.
    pub keeps_hazards: bool,
    /// The source of the time. If the clock advances with each call, a search is the same on every machine.
    pub clock: Clock<'a>,
}

/// Returns the present time.
pub type Clock<'a> = &'a dyn Fn() -> Instant;

impl<'a> Request<'a> {
    /// A request with the defaults of the command line.
    #[must_use]
    pub fn new(subject: Subject<'a>) -> Self {
        Self {
            subject,
            level: ChangeLevel::default(),
            score: Objective::Steps,
            keeps_hazards: false,
            clock: &Instant::now,
        }
    }
}

/// Where a search is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Lines of the region whose order is final.
    pub lines_done: usize,
    /// Lines of the region.
    pub lines: usize,
}

/// A shorter program, proven to be equivalent.
#[derive(Clone, Debug)]
pub struct Shortened {
    /// The lines of the region, without their ends.
    pub lines: Vec<String>,
    /// The number of lines that they replace, from the first of the region; those after the end of the program stay.
    pub lines_before: usize,
    /// Steps of the region before.
    pub before: i64,
    /// Steps of the region after.
    pub after: i64,
    /// The number of runs of both programs, from zero and from dirty chips, that were compared.
    pub runs: u32,
    /// The kind of change that was allowed.
    pub level: ChangeLevel,
    /// No order of the region takes fewer steps than this.
    pub bound: Bound,
    /// The lines of the region that each task of the bound's reason has.
    pub bound_lines: Vec<usize>,
    /// No order of the region takes fewer steps than this, regardless of the places of its values; `None` if the values had to
    /// stay, or if more than their places may change.
    pub anywhere: Option<Bound>,
    /// No order of the region's own expressions takes fewer steps than this; `None` if the region is not one problem.
    pub original_bound: Option<i64>,
    /// The rules that wrote the region anew, with what each saved; empty if none did.
    pub applied: Vec<Applied>,
    /// Whether the region is one problem, so that the bounds are about all of it.
    pub is_whole: bool,
}

impl Shortened {
    /// Whether no order is shorter. If more than the order was allowed to change, this is about the expressions of the
    /// result: with other ones, a shorter program may be possible.
    #[must_use]
    pub const fn is_shortest(&self) -> bool {
        self.is_whole && self.after <= self.bound.steps
    }

    /// Whether no order is shorter, regardless of where the values of LM, GRF, L1BM and L2BM are placed.
    #[must_use]
    pub fn is_shortest_anywhere(&self) -> bool {
        let bound = self.anywhere.as_ref();
        self.is_whole && bound.is_some_and(|bound| self.after <= bound.steps)
    }
}

/// Why there is no proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The dependencies of the region allow no move.
    Depends(depends::Refusal),
    /// The program has a hazard.
    Hazard(Hazard),
    /// The checker would find this more often than before.
    Finding(Code),
    /// It could not be proven that the result is equivalent.
    NotProven(equal::UndecidedReason),
    /// Runs show that the result does something else.
    RunsDiffer,
    /// The caller cancelled the search.
    Cancelled,
}

impl From<depends::Refusal> for Refusal {
    fn from(refusal: depends::Refusal) -> Self {
        Self::Depends(refusal)
    }
}

/// Looks for a shorter order of some lines of a program. Time being up is not an error: the answer is the best so far.
///
/// # Errors
/// If there is no order that may be proposed.
pub fn shorten(
    request: Request<'_>,
    region: Range<usize>,
    is_cancelled: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(Progress),
) -> Result<Shortened, Refusal> {
    let subject = request.subject;
    if !request.keeps_hazards
        && let Some(hazard) = Hazard::first(subject.program, subject.rules)
    {
        return Err(Refusal::Hazard(hazard));
    }
    let region = participating(subject.program, region);
    let original = Draft {
        program: subject.program.clone(),
        start: region.start,
        lines: region.clone().map(subject.source).collect(),
    };
    let proof = Proof::new(subject, is_cancelled);
    let before = original.steps();
    let mut attempts = Attempts {
        request,
        proof,
        best: None,
        origin: None,
        bound: None,
        applied: Vec::new(),
        best_cost: request.score.cost(&original),
        patience: Patience {
            clock: request.clock,
            until: None,
            is_cancelled,
        },
        progress,
    };
    attempts.bound = attempts.reorder(&original)?;
    let original_bound = attempts.bound.as_ref().map(|it| it.0.steps);
    if request.level >= ChangeLevel::Renaming {
        let deadline = attempts.patience.begin(subject.time);
        for reach in [Reach::Memory, Reach::Any] {
            attempts.rename(&original, reach, deadline)?;
        }
    }
    let mut anywhere = None;
    if request.level == ChangeLevel::Renaming && attempts.bound.is_some() {
        let time = subject.time / 2;
        anywhere = Some(place_independent::bound(
            &original,
            attempts.best_cost.0,
            time,
            request.clock,
            is_cancelled,
        )?);
    }
    if request.level >= ChangeLevel::Merging {
        let deadline = attempts.patience.begin(subject.time);
        attempts.merge(&original, deadline)?;
    }
    if request.level >= ChangeLevel::Unit {
        let deadline = attempts.patience.begin(subject.time);
        attempts.copy(&original, deadline)?;
    }
    if request.level >= ChangeLevel::Rewrite {
        let deadline = attempts.patience.begin(subject.time);
        attempts.rewrite(&original, deadline)?;
    }
    attempts.patience.begin(subject.time);
    let Attempts {
        best,
        bound,
        applied,
        proof,
        patience,
        ..
    } = attempts;
    let runs = match &best {
        Some(draft) => proof.run(&draft.program, &|| patience.is_over())?,
        None => 0,
    };
    let draft = best.unwrap_or(original);
    Ok(Shortened {
        lines_before: region.len(),
        before,
        after: draft.steps(),
        lines: draft.lines,
        runs,
        level: request.level,
        original_bound,
        applied,
        anywhere,
        is_whole: bound.is_some(),
        bound_lines: bound.as_ref().map(|it| it.1.clone()).unwrap_or_default(),
        bound: bound.map_or_else(Bound::none, |it| it.0),
    })
}

/// Whether there is time left and the search is not cancelled.
#[derive(Clone, Copy)]
struct Patience<'a> {
    clock: Clock<'a>,
    /// When the time of the level is up. The first level has no such limit here: its result is proven in any case.
    until: Option<Instant>,
    is_cancelled: &'a dyn Fn() -> bool,
}

impl Patience<'_> {
    /// Begins a level, and returns when its time is up.
    fn begin(&mut self, time: Duration) -> Instant {
        let until = (self.clock)() + time;
        self.until = Some(until);
        until
    }

    fn is_over(&self) -> bool {
        (self.is_cancelled)() || self.until.is_some_and(|until| (self.clock)() > until)
    }
}

/// The best that is proven so far.
struct Attempts<'a, 'p> {
    request: Request<'a>,
    proof: Proof<'a>,
    best: Option<Draft>,
    /// The draft that the best is an order of, if it is not the original.
    origin: Option<Draft>,
    best_cost: (i64, u64),
    /// The rules that wrote the best anew.
    applied: Vec<Applied>,
    /// The bound of the best draft, or of the original if nothing is better.
    bound: Option<Proven>,
    patience: Patience<'a>,
    progress: &'p mut dyn FnMut(Progress),
}

impl Attempts<'_, '_> {
    /// Searches for an order of the program. The search that may read forwarding registers begins with the order that
    /// is found without them in the same time, so that it never ends with a longer one.
    fn reorder(&mut self, original: &Draft) -> Result<Option<Proven>, Refusal> {
        let time = self.request.subject.time;
        if self.request.level == ChangeLevel::Order {
            return self.attempt(original, ChangeLevel::Order, time);
        }
        if Search::is_whole(original) {
            return self.attempt(original, ChangeLevel::Forwarding, 2 * time);
        }
        // The parts of a long program depend on the orders of those before them.
        let ordered = self.attempt(original, ChangeLevel::Order, time);
        if ordered == Err(Refusal::Cancelled) {
            return ordered;
        }
        let start = self.best.clone();
        let is_ordered = start.is_some();
        let start = start.as_ref().unwrap_or(original);
        let found = self.attempt_from(start, is_ordered, ChangeLevel::Forwarding, time);
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
        level: ChangeLevel,
        time: Duration,
    ) -> Result<Option<Proven>, Refusal> {
        self.attempt_from(draft, false, level, time)
    }

    /// As [`Self::attempt`], for a draft that may be the result of a search for an order.
    fn attempt_from(
        &mut self,
        draft: &Draft,
        is_ordered: bool,
        level: ChangeLevel,
        time: Duration,
    ) -> Result<Option<Proven>, Refusal> {
        // The first search allows the most, so its bound holds for the others too.
        let mut bound = None;
        let mut refused = None;
        let known = self.best_cost;
        let mut ways = vec![(level, Widths::Free)];
        let patience = self.patience;
        while let Some((level, widths)) = ways.pop() {
            if patience.is_over() && !(patience.is_cancelled)() {
                break;
            }
            let mut search = Search {
                draft: draft.clone(),
                is_ordered,
                level,
                widths,
                score: self.request.score,
                time,
                clock: self.request.clock,
                is_cancelled: patience.is_cancelled,
            };
            let found = search.run(self.progress)?;
            bound = bound.or(found);
            let found = self.request.score.written(search.draft);
            let cost = self.request.score.cost(&found);
            if cost >= self.best_cost {
                continue;
            }
            match self.proof.prove(&found.program, &|| patience.is_over()) {
                Ok(()) => {
                    self.best_cost = cost;
                    self.best = Some(found);
                    self.origin = Some(draft.clone());
                }
                // An operand is wider than needed once the expression that needs the width is elsewhere.
                Err(Refusal::Finding(Code::HalfUsed)) if widths == Widths::Free => {
                    if level > ChangeLevel::Order {
                        ways.push((ChangeLevel::Order, Widths::Free));
                    }
                    ways.push((level, Widths::Kept));
                }
                // The proof follows memory further than forwarding registers.
                Err(Refusal::NotProven(_)) if level > ChangeLevel::Order => {
                    if widths == Widths::Free {
                        ways.push((ChangeLevel::Order, Widths::Free));
                    }
                }
                Err(Refusal::Cancelled) => return Err(Refusal::Cancelled),
                Err(refusal) => refused = Some(refusal),
            }
        }
        match refused {
            Some(refusal) if self.best_cost == known => Err(refusal),
            _ => Ok(bound),
        }
    }

    /// Renames values of the program, and then of each better result: its order shows which places are used when.
    fn rename(&mut self, original: &Draft, reach: Reach, deadline: Instant) -> Result<(), Refusal> {
        let mut from = original.clone();
        for _ in 0..RENAMING_ROUNDS_MAX {
            let patience = self.patience;
            let is_late = || patience.is_over();
            let Some(renamed) = renaming::renamed(&from, self.proof.places(), reach, &is_late)
            else {
                break;
            };
            let left = deadline.saturating_duration_since((self.request.clock)());
            if left.is_zero() {
                break;
            }
            let is_better = self.improve(&renamed, left / 2)?;
            match &self.best {
                Some(best) if is_better || from.lines == original.lines => from = best.clone(),
                _ => break,
            }
        }
        Ok(())
    }

    /// Leaves out what is not needed, and merges steps: where all values stay, and where they may move.
    fn merge(&mut self, original: &Draft, deadline: Instant) -> Result<(), Refusal> {
        let mode = Review::new(self.request.subject.program, self.request.subject.rules).mode();
        let patience = self.patience;
        let is_late = || patience.is_over();
        let shared = redundancy::shared(original, self.proof.places(), &is_late);
        let bases: Vec<&Draft> = shared.iter().chain([original]).collect();
        let ways = || bases.iter().flat_map(|&base| [(base, false), (base, true)]);
        let mut left = (ways().count() + usize::from(shared.is_some())) as u32;
        let clock = self.request.clock;
        let mut share = || {
            let time = deadline.saturating_duration_since(clock()) / left.max(1);
            left = left.saturating_sub(1);
            time
        };
        if let Some(shared) = &shared {
            self.improve(shared, share())?;
        }
        for (base, moves) in ways() {
            let freedom = Freedom {
                moves,
                lists: mode == Mode::Flat,
            };
            let merged = merging::merged(base, self.proof.places(), freedom, &is_late);
            let time = share();
            if let Some(merged) = merged
                && !time.is_zero()
            {
                self.improve(&merged, time)?;
            }
        }
        Ok(())
    }

    /// Has copies done by other units, one after the other, as long as each makes it shorter.
    fn copy(&mut self, original: &Draft, deadline: Instant) -> Result<(), Refusal> {
        let mut from = self.origin.clone().unwrap_or_else(|| original.clone());
        for _ in 0..COPYING_ROUNDS_MAX {
            let mut is_better = false;
            let mut copies = copy_unit_choice::copies(&from);
            let mut number = 0;
            while let Some(&copy) = copies.get(number) {
                number += 1;
                let left = (copies.len() - number + 1) * copy_unit_choice::WAYS_MAX;
                for way in copy_unit_choice::ways(&from, copy) {
                    let patience = self.patience;
                    if (patience.is_cancelled)() {
                        return Err(Refusal::Cancelled);
                    }
                    let time = deadline.saturating_duration_since((self.request.clock)());
                    if time.is_zero() {
                        return Ok(());
                    }
                    if self.may_be_better(&way)
                        && self.proof.is_same(&way.program, &|| patience.is_over())
                        && self.improve(&way, time / left.max(1) as u32)?
                    {
                        is_better = true;
                        from = way;
                        copies = copy_unit_choice::copies(&from);
                        break;
                    }
                }
            }
            if !is_better {
                break;
            }
        }
        Ok(())
    }

    /// Writes the program anew from the values that it computes.
    fn rewrite(&mut self, original: &Draft, deadline: Instant) -> Result<(), Refusal> {
        let mode = Review::new(self.request.subject.program, self.request.subject.rules).mode();
        let (before, ordered) = (original.steps(), self.best_cost.0);
        if let Some(found) = rewriting::regrouped(original, mode)
            && self.may_be_better(&found.draft)
            && self.improve(&found.draft, self.request.subject.time / 2)?
        {
            let by_groups = ordered - self.best_cost.0;
            self.applied =
                rewriting::attributed_to_groups(found.lines, before - ordered, by_groups);
        }
        let patience = self.patience;
        let is_late = || patience.is_over();
        let all = rewriting::rewritten(original, self.proof.places(), mode, &is_late);
        let count = all.len();
        for (number, found) in all.into_iter().enumerate() {
            let left = deadline.saturating_duration_since((self.request.clock)());
            if left.is_zero() {
                break;
            }
            let time = left / (count - number).min(REWRITING_SHARES_MAX) as u32;
            if self.may_be_better(&found.draft) && self.improve(&found.draft, time)? {
                let by_rules = ordered - self.best_cost.0;
                self.applied = rewriting::attributed(found, before - ordered, by_rules);
            }
        }
        Ok(())
    }

    /// Whether simple bounds allow an order of a draft that is better than the best.
    fn may_be_better(&self, draft: &Draft) -> bool {
        if !Search::is_whole(draft) {
            return true;
        }
        let Ok(depends) = Depends::from_lines(&draft.program, draft.region(), Widths::Free) else {
            return false;
        };
        let steps = bound::lower_bound(&Problem::new(&depends, true)).steps;
        // As many steps can have fewer bytes.
        steps < self.best_cost.0 + i64::from(self.request.score == Objective::LinesAndBytes)
    }

    /// Tries a draft with other expressions, and keeps it and its bound if it is better. What is not proven is dropped.
    fn improve(&mut self, draft: &Draft, time: Duration) -> Result<bool, Refusal> {
        let cost = self.best_cost;
        match self.attempt(draft, ChangeLevel::Forwarding, time) {
            Ok(bound) if self.best_cost < cost => {
                self.bound = bound;
                Ok(true)
            }
            Err(Refusal::Cancelled) => Err(Refusal::Cancelled),
            Ok(_) | Err(_) => Ok(false),
        }
    }
}

/// The lines of a range that are before the end of the program.
fn participating(program: &Program, region: Range<usize>) -> Range<usize> {
    let end = program.end();
    region.start.min(end)..region.end.min(end)
}

/// The best order that is found in some time, if it is better than a known one, and the best lower bound.
#[must_use]
pub fn search(
    problem: &Problem,
    known: &Schedule,
    time: Duration,
    clock: Clock<'_>,
    is_cancelled: &dyn Fn() -> bool,
) -> (Schedule, Bound) {
    let until = clock() + time;
    let bound = bound::lower_bound(problem);
    let mut stop = || clock() > until || is_cancelled();
    let found = solve::search(problem, known, bound.steps, &mut stop);
    let (schedule, is_shortest) = match found {
        Found::Shortest(schedule) => (schedule, true),
        Found::Better(schedule) => (schedule.unwrap_or_else(|| known.clone()), false),
    };
    debug_assert!(problem.is_kept_by(&schedule), "the solver keeps the rules");
    let searched = Bound {
        steps: schedule.length,
        reason: BoundReason::Search,
    };
    let bound = if is_shortest && schedule.length > bound.steps {
        searched
    } else {
        bound
    };
    (schedule, bound)
}

#[cfg(test)]
mod tests;
