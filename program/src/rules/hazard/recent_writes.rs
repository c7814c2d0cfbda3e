//! The writes of the last few steps, which a later step may read too early. No rule reaches further.
//!
//! A word is read too early if the last write to it is too near. The nearest write of all words that are read decides,
//! and since it is the nearest, it does not matter which writes it hides: [`Recent::nearest`] is the one search, for
//! the words of a GRF, the slots of the T-register and the long words of L1BM.

use std::collections::VecDeque;

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::timing::{DistanceUnit, RULES, TimingRule};

use crate::{Landmark, PerCycle};

/// The most steps between a write and a read that some rule forbids.
pub const REACH_STEPS: i64 = {
    let mut reach = 0;
    let mut index = 0;
    while index < RULES.len() {
        let rule = &RULES[index];
        let steps = match rule.unit {
            DistanceUnit::Steps => rule.distance,
            // At worst the last cycle of a step writes and the first one of a later step reads.
            DistanceUnit::Cycles => rule.distance.div_ceil(CYCLES_PER_STEP as u32),
        };
        if steps > reach {
            reach = steps;
        }
        index += 1;
    }
    reach as i64
};

/// Neighbouring words of a memory whose addresses wrap around.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WrappedWords {
    start: u32,
    count: u32,
    size: u32,
}

impl WrappedWords {
    /// `count` words from `start` on, of a memory of `size`; those beyond its end are its first ones.
    pub(super) fn wrapped(start: u32, count: u32, size: u32) -> Self {
        Self {
            start: start % size,
            count,
            size,
        }
    }

    /// As [`Self::wrapped`], without the words beyond the end.
    pub(super) fn clipped(start: u32, count: u32, size: u32) -> Self {
        let start = start.min(size);
        Self {
            start,
            count: count.min(size - start),
            size,
        }
    }

    /// The number of words of `self` before the first one that `other` has too.
    fn before_first_common(self, other: Self) -> Option<u32> {
        if self.count == 0 || other.count == 0 {
            return None;
        }
        debug_assert_eq!(self.size, other.size);
        let from_to = |from: u32, to: u32| {
            if to >= from {
                to - from
            } else {
                to + self.size - from
            }
        };
        if from_to(other.start, self.start) < other.count {
            return Some(0);
        }
        let before = from_to(self.start, other.start);
        (before < self.count).then_some(before)
    }

    fn word(self, index: u32) -> u32 {
        (self.start + index) % self.size
    }
}

/// A write: when, where in the text, and which words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Write<T> {
    /// The step, counted from the first one of the chunk; a step of an earlier chunk has a negative number.
    pub(super) step: i64,
    /// The operand or expression that writes.
    pub(super) at: Landmark,
    /// The part of the memory that is written.
    pub(super) what: T,
}

impl<T> Write<T> {
    /// Steps between it and a later one.
    pub(super) fn steps_until(&self, step: i64) -> u64 {
        step.saturating_sub(self.step + 1).max(0) as u64
    }
}

/// Recent writes of one kind, in their order.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Recent<T> {
    writes: VecDeque<Write<T>>,
}

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self {
            writes: VecDeque::new(),
        }
    }
}

impl<T> Recent<T> {
    pub(super) fn push(&mut self, write: Write<T>) {
        self.forget_before(write.step);
        self.writes.push_back(write);
    }

    /// The writes, the newest first.
    pub(super) fn newest_first(&self) -> impl Iterator<Item = &Write<T>> {
        self.writes.iter().rev()
    }

    pub(super) fn last(&self) -> Option<&Write<T>> {
        self.writes.back()
    }

    /// Drops writes that are too far away for this step and later ones.
    fn forget_before(&mut self, step: i64) {
        while self
            .writes
            .front()
            .is_some_and(|write| step - write.step > REACH_STEPS)
        {
            self.writes.pop_front();
        }
    }

    /// From now on, counts steps from `step`, which is the next one, and keeps what still matters then.
    pub(super) fn rebase(&mut self, step: i64) {
        self.forget_before(step);
        for write in &mut self.writes {
            write.step -= step;
        }
    }

    /// Every landmark, in a fixed order.
    pub(super) fn landmarks(&mut self) -> impl Iterator<Item = &mut Landmark> {
        self.writes.iter_mut().map(|write| &mut write.at)
    }
}

/// The word that is read soonest after its write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Nearest {
    /// Cycles between the write and the read.
    pub(super) between: u64,
    /// The address of the word.
    pub(super) word: u32,
    /// The operand or expression that wrote it.
    pub(super) at: Landmark,
}

impl Recent<PerCycle<WrappedWords>> {
    /// The word with the fewest cycles since its write, if they are fewer than `rule` requires; the first one in the
    /// order of `reads`, which are words and the cycle of `step` that reads them.
    pub(super) fn nearest(
        &self,
        step: i64,
        rule: &TimingRule,
        reads: impl Iterator<Item = (usize, WrappedWords)>,
    ) -> Option<Nearest> {
        debug_assert_eq!(rule.unit, DistanceUnit::Cycles);
        let distance = u64::from(rule.distance);
        // At worst the last cycle of a step writes and the first one of a later step reads.
        let reach_steps = i64::from(rule.distance.div_ceil(CYCLES_PER_STEP as u32));
        let near = |write: &&Write<_>| step - write.step <= reach_steps;
        self.last().filter(near)?;
        let mut nearest: Option<(Nearest, usize, u32)> = None;
        for (order, (cycle, read)) in reads.enumerate() {
            for write in self.newest_first().take_while(near) {
                for (write_cycle, written) in write.what.iter().enumerate() {
                    let Some(before) = read.before_first_common(*written) else {
                        continue;
                    };
                    let cycles = (step - write.step) * CYCLES_PER_STEP as i64 + cycle as i64
                        - write_cycle as i64;
                    let between = (cycles - 1).max(0) as u64;
                    let is_nearer = nearest.is_none_or(|(best, best_order, best_before)| {
                        (between, order, before) < (best.between, best_order, best_before)
                    });
                    if is_nearer {
                        let found = Nearest {
                            between,
                            word: read.word(before),
                            at: write.at,
                        };
                        nearest = Some((found, order, before));
                    }
                }
            }
        }
        let nearest = nearest.map(|(nearest, ..)| nearest);
        nearest.filter(|nearest| nearest.between < distance)
    }
}

#[cfg(test)]
mod tests {
    use mnc2_isa::timing::AccessKind;

    use super::super::report;
    use super::*;

    #[test]
    fn the_first_common_word_is_that_of_the_lists() {
        const SIZE: u32 = 7;
        let list = |start: u32, count: u32| (0..count).map(move |index| (start + index) % SIZE);
        // Operands that continue at the start of the memory have starts beyond its end.
        for (start, count) in
            (0..2 * SIZE).flat_map(|start| (0..=SIZE).map(move |count| (start, count)))
        {
            for (other_start, other_count) in
                (0..SIZE).flat_map(|start| (0..=SIZE).map(move |count| (start, count)))
            {
                let words = WrappedWords::wrapped(start, count, SIZE);
                let other = WrappedWords::wrapped(other_start, other_count, SIZE);
                let expected = list(start, count)
                    .position(|word| list(other_start, other_count).any(|other| other == word));
                let found = words.before_first_common(other);
                assert_eq!(found.map(|before| before as usize), expected);
                if let Some(before) = found {
                    assert_eq!(
                        list(start, count).nth(before as usize),
                        Some(words.word(before))
                    );
                }
            }
        }
    }

    #[test]
    fn of_writes_at_one_time_the_last_is_named() {
        let words = WrappedWords::wrapped(0, 1, 8);
        let mut recent = Recent::default();
        for number in 0..2 {
            recent.push(Write {
                step: 0,
                at: Landmark::Before(number),
                what: [words; CYCLES_PER_STEP],
            });
        }
        let rule = report::rule(AccessKind::GrfWrite, AccessKind::GrfRead);
        let nearest = recent.nearest(1, rule, [(0, words)].into_iter());
        assert_eq!(nearest.map(|nearest| nearest.at), Some(Landmark::Before(1)));
    }

    #[test]
    fn a_write_matters_up_to_the_distance_of_the_rule() {
        let words = WrappedWords::wrapped(0, 1, 8);
        let none = WrappedWords::wrapped(0, 0, 8);
        let rule = report::rule(AccessKind::GrfWrite, AccessKind::GrfRead);
        for (steps, write_cycle, read_cycle) in (1..=REACH_STEPS + 1)
            .flat_map(|steps| (0..16).map(move |cycles| (steps, cycles / 4, cycles % 4)))
        {
            let mut what = [none; CYCLES_PER_STEP];
            what[write_cycle] = words;
            let mut recent = Recent::default();
            let at = Landmark::Before(0);
            recent.push(Write { step: 0, at, what });
            let between = steps as u64 * 4 + read_cycle as u64 - write_cycle as u64 - 1;
            let found = recent.nearest(steps, rule, [(read_cycle, words)].into_iter());
            let expected = (between < u64::from(rule.distance)).then_some(between);
            assert_eq!(found.map(|found| found.between), expected);
        }
    }

    #[test]
    fn words_beyond_the_end_are_left_out() {
        let words = WrappedWords::clipped(510, 4, 512);
        assert_eq!((words.start, words.count), (510, 2));
        assert_eq!(WrappedWords::clipped(600, 4, 512).count, 0);
    }
}
