//! The levels above an order of the lines as they are: other places for values, fewer steps, and other units for copies.

use std::time::{Duration, Instant};

use mnc2_isa::Mode;

use super::Refusal;
use super::attempts::Attempts;
use super::trial::Trial;
use crate::copy_unit_choice;
use crate::draft::Draft;
use crate::merging::{self, Freedom};
use crate::redundancy::{self, Shared};
use crate::renaming::{self, Reach};
use crate::rules::{self, Applied};

/// Times that values get other places, each after a search that found something shorter.
const RENAMING_ROUNDS_MAX: usize = 4;

/// Maximum number of passes over all copies: a copy that moves to another unit can make a step available for the next.
const COPYING_ROUNDS_MAX: usize = 4;

impl Attempts<'_, '_> {
    /// Renames values of the program, and then of each better result: its order shows which places are used when.
    pub(super) fn rename(
        &mut self,
        original: &Draft,
        reach: Reach,
        deadline: Instant,
    ) -> Result<(), Refusal> {
        let mut from = original.clone();
        for _ in 0..RENAMING_ROUNDS_MAX {
            let patience = self.patience;
            let is_late = || patience.is_over();
            let Some(renamed) = renaming::renamed(&from, self.proof.places(), reach, &is_late)
            else {
                break;
            };
            let left = patience.clock.left(deadline);
            if left.is_zero() {
                break;
            }
            let is_better = self.improve(&renamed, left / 2)?;
            if is_better {
                let lines = original.changed_lines(original, &renamed);
                self.explain(vec![Applied::with_the_rest(&rules::PLACES, lines)]);
            }
            match &self.best {
                Some(best) if is_better || from.lines == original.lines => from = best.clone(),
                _ => break,
            }
        }
        Ok(())
    }

    /// Leaves out what is not needed, and merges steps: where all values stay, and where they may move.
    pub(super) fn merge(&mut self, original: &Draft, deadline: Instant) -> Result<(), Refusal> {
        let lists = self.mode() == Mode::Flat;
        let patience = self.patience;
        let places = self.proof.places();
        let shared = redundancy::shared(original, places, &|| patience.is_over());
        let whole = Shared::unchanged(original);
        let alone = shared.iter().map(|it| (it, None));
        let bases = shared.iter().chain([&whole]);
        let ways = bases.flat_map(|base| [false, true].map(|moves| (base, Some(moves))));
        let all: Vec<(&Shared, Option<bool>)> = alone.chain(ways).collect();
        let make = |&(base, moves): &(&Shared, Option<bool>), trial: &Trial<'_>| match moves {
            None => Some(base.draft.clone()),
            Some(moves) => {
                let is_late = || trial.patience.is_over();
                merging::merged(&base.draft, places, Freedom { moves, lists }, &is_late)
            }
        };
        let mut rest = all.as_slice();
        while !rest.is_empty() {
            let (wave, after) = rest.split_at(self.wave().min(rest.len()));
            let time = self.share(deadline, rest.len().div_ceil(self.wave()));
            for ((base, moves), draft, tried) in self.try_all(wave, make, time, |_| false)? {
                if self.keep_if_better(tried, &draft) {
                    let lines = original.changed_lines(&base.draft, &draft);
                    let merged = moves.map(|_| Applied::with_the_rest(&rules::MERGING, lines));
                    self.explain(base.applied.iter().cloned().chain(merged).collect());
                }
            }
            rest = after;
        }
        self.shared = shared;
        Ok(())
    }

    /// Has copies done by other units, and remembers what that saves.
    pub(super) fn copy(&mut self, original: &Draft, deadline: Instant) -> Result<(), Refusal> {
        let before = self.best_cost.0;
        let done = self.copy_by_other_units(original, deadline);
        let saved = before - self.best_cost.0;
        if saved > 0 {
            let units = Applied {
                rule: &rules::UNITS,
                saved,
                lines: Vec::new(),
            };
            rules::add(&mut self.applied, units);
        }
        done
    }

    /// Has copies done by other units, one after the other, as long as each makes it shorter.
    fn copy_by_other_units(&mut self, original: &Draft, deadline: Instant) -> Result<(), Refusal> {
        let mut from = self.origin.clone().unwrap_or_else(|| original.clone());
        for _ in 0..COPYING_ROUNDS_MAX {
            let mut is_better = false;
            let mut copies = copy_unit_choice::copies(&from);
            let mut number = 0;
            while number < copies.len() {
                if (self.patience.is_cancelled)() {
                    return Err(Refusal::Cancelled);
                }
                // The ways of some copies, each with the number of the next copy.
                let mut ways = Vec::new();
                let mut next = number;
                while next < copies.len() && (next == number || ways.len() < self.wave()) {
                    let of_copy = copy_unit_choice::ways(&from, copies[next]);
                    next += 1;
                    ways.extend(of_copy.into_iter().map(|draft| (next, draft)));
                }
                let left = (copies.len() - number).div_ceil(next - number);
                let time = self.share(deadline, left * copy_unit_choice::WAYS_MAX);
                if time.is_zero() {
                    return Ok(());
                }
                match self.first_better_way(&ways, time)? {
                    Some(&(after, ref way)) => {
                        is_better = true;
                        number = after;
                        from = way.clone();
                        copies = copy_unit_choice::copies(&from);
                    }
                    None => number = next,
                }
            }
            if !is_better {
                break;
            }
        }
        Ok(())
    }

    /// The first way that is better, which is kept.
    fn first_better_way<'w>(
        &mut self,
        ways: &'w [(usize, Draft)],
        time: Duration,
    ) -> Result<Option<&'w (usize, Draft)>, Refusal> {
        let kind = self.best_proof;
        let make = |way: &(usize, Draft), trial: &Trial<'_>| {
            let is_late = || trial.patience.is_over();
            trial.patience.clock.charge(way.1.lines.len());
            let is_possible = trial.may_be_better(&way.1)
                && (trial.is_unproven_allowed
                    || trial.proof.is_same(&way.1.program, kind, &is_late));
            is_possible.then(|| way.1.clone())
        };
        let tried = self.try_all(ways, make, time, |tried| tried.better.is_some())?;
        for (way, draft, tried) in tried {
            if self.keep_if_better(tried, &draft) {
                return Ok(Some(way));
            }
        }
        Ok(None)
    }
}
