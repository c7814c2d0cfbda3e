//! The ways to write runs anew, and which of them have paid in a region so far.

use std::collections::HashMap;

use super::Base;
use super::plan::{Algebra, Freedom, Numbers};

/// The ways to write a run anew, those with the fewest steps usually first.
fn freedoms() -> impl Iterator<Item = Freedom> {
    let numbers = [Numbers::Loaded, Numbers::Operations, Numbers::Squares];
    let flags = [true, false];
    let algebra = [Algebra::Directed, Algebra::Saturated, Algebra::Nothing];
    let all = numbers.into_iter().flat_map(move |numbers| {
        let of_numbers = algebra.into_iter().map(move |algebra| (numbers, algebra));
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

/// The ways to write runs anew of which some are shorter by the rules of [`super::algebra`] or [`super::ranges`].
pub(super) fn freedoms_for(runs: &[Base]) -> Vec<Freedom> {
    let has_ranged = runs.iter().any(|it| it.ranged.is_some());
    let has = |algebra: Algebra| match algebra {
        Algebra::Nothing => true,
        Algebra::Directed => runs.iter().any(|it| it.improved.is_some()),
        Algebra::Saturated => runs.iter().any(|it| it.saturated.is_some()),
    };
    let ranged = freedoms()
        .filter(|it| has_ranged && it.algebra == Algebra::Saturated)
        .map(|it| Freedom { ranges: true, ..it });
    let others = freedoms().filter(|it| has(it.algebra));
    ranged.chain(others).collect()
}

/// Parts in which a way is tried without being the best of one, before it is left out.
const TRIES: u32 = 8;

/// Of as many parts, one is written in all ways, so that a change in the program's style is noticed.
const PARTS_BETWEEN: usize = 16;

/// Ways that are tried in any case.
const WAYS: usize = 3;

/// Which ways to write runs anew have paid so far, counted in the order of the parts.
#[derive(Default)]
pub(super) struct MeasuredUse {
    parts: usize,
    /// How often each way was tried since it was the best of a part.
    in_vain: HashMap<Freedom, u32>,
}

impl MeasuredUse {
    /// Keeps the ways that are tried in the next part.
    pub(super) fn retain(&self, ways: &mut Vec<Freedom>) {
        if self.parts.is_multiple_of(PARTS_BETWEEN) {
            return;
        }
        let in_vain = |it: &Freedom| self.in_vain.get(it).copied().unwrap_or(0);
        let mut rest = WAYS.saturating_sub(ways.iter().filter(|it| in_vain(it) < TRIES).count());
        ways.retain(|it| {
            let pays = in_vain(it) < TRIES;
            let is_tried = pays || rest > 0;
            rest -= usize::from(is_tried && !pays);
            is_tried
        });
    }

    /// Counts a part for which some ways were tried, and the best of them if it is better than the part as it was.
    pub(super) fn count(&mut self, tried: &[Freedom], best: Option<Freedom>) {
        self.parts += 1;
        for way in tried {
            *self.in_vain.entry(*way).or_default() += 1;
        }
        if let Some(best) = best {
            self.in_vain.insert(best, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many ways are tried in each of some parts, if one of them is always the best.
    fn tried(parts: usize, best: impl Fn(usize) -> Option<usize>) -> Vec<usize> {
        let all: Vec<Freedom> = freedoms().collect();
        let mut used = MeasuredUse::default();
        let counts = (0..parts).map(|part| {
            let mut ways = all.clone();
            used.retain(&mut ways);
            let best = best(part).map(|it| all[it]).filter(|it| ways.contains(it));
            used.count(&ways, best);
            ways.len()
        });
        counts.collect()
    }

    #[test]
    fn ways_that_do_not_pay_are_left_out_and_tried_again() {
        let all = freedoms().count();
        let counts = tried(40, |_| Some(5));
        let expected = (0..40).map(|it| match it < 8 || it % 16 == 0 {
            true => all,
            false => WAYS,
        });
        assert_eq!(counts, expected.collect::<Vec<_>>());
    }

    #[test]
    fn a_way_that_pays_later_is_used_from_the_next_full_part_on() {
        let counts = tried(48, |part| Some(if part < 16 { 5 } else { 30 }));
        let all = freedoms().count();
        assert_eq!((counts[16], counts[17], counts[47]), (all, 3, 3));
    }

    #[test]
    fn some_ways_are_tried_where_none_pays() {
        assert!(tried(100, |_| None).iter().all(|it| *it >= WAYS));
    }
}
