//! Whether two programs are equivalent.
//!
//! [`by_dataflow`] proves it: both programs run on a chip that holds terms instead of numbers, and a place is the same if the
//! same operations compute its content from the same sources, on every element of the chip and for any content of the memories
//! at the start, or for zero in a testcase. The order of independent steps, which of them share a step, where a temporary is,
//! and whether a value comes from memory or from a forwarding register make no difference. With the feature `sat`, terms that
//! differ are compared bit by bit, too. It never guesses: what it cannot prove is [`Equivalence::Undecided`].
//!
//! Both mean what the emulator does: a statement sees every earlier write. A program with hazards (manual 3.6.3) does something
//! else on the chip, so run the checker first.

mod bits;
mod chip;
mod content;
mod difference;
mod halves;
mod integer_sums;
mod kept_numbers;
mod known_bits;
mod messages;
mod over_ranges;
mod places;
mod positions;
mod reductions;
mod runs;
mod scaling;
mod selection;
mod terms;
mod transfers;
mod turns;
mod units;
mod wires;

use mnc2_program::Program;
use mnc2_program::access::{Accesses, Store};

use self::bits::Bits;
use self::chip::{Chip, Shown};
pub use self::difference::{ElementWord, first_difference};
pub use self::over_ranges::over_ranges;
use self::places::seen;
pub use self::places::{ComparedWords, Places};
pub use self::runs::{
    CounterExample, InitialWords, Limits, RUNS, RunsOutcome, StateDifference, by_run, by_runs,
    refute,
};
use self::terms::{Run, Terms, Value};

/// Lines between two questions whether anyone waits.
const LINES_BETWEEN_QUESTIONS: usize = 256;

/// One of two programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The program that is named first.
    One,
    /// The program that is named second.
    Other,
}

/// The result of [`by_dataflow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Equivalence {
    /// Both are equivalent at the places, for any content of the memories at the start.
    Same,
    /// It is not proven whether they are equivalent.
    Undecided(UndecidedReason),
}

/// Why it is not proven that two programs are equivalent. Lines are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndecidedReason {
    /// A program could not be followed to its end.
    Stopped(FollowStop),
    /// They do not show the same: the lines of the first two statements that differ. A program that shows nothing more
    /// has none.
    Shown {
        /// In the first program.
        one: Option<u32>,
        /// In the second program.
        other: Option<u32>,
    },
    /// A place is computed in another way.
    Place(ComparedWords),
}

/// Why a program could not be followed. Lines are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowStop {
    /// The programs are too large, or the values of one word have too many parts.
    TooLarge,
    /// The caller cancelled the proof.
    Cancelled,
    /// A line has an error.
    Error {
        /// The program with the error.
        side: Side,
        /// The line, counted from 0.
        line: u32,
    },
    /// A line does something that is not followed.
    NotFollowed {
        /// The program with the line.
        side: Side,
        /// The line, counted from 0.
        line: u32,
    },
}

/// The words that are not proven to be equal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unproven {
    /// The lines of the first two statements that show different values, counted from 0.
    pub shown: Option<(Option<u32>, Option<u32>)>,
    /// Words at the end; those with the same scope are in order and do not touch.
    pub places: Vec<ComparedWords>,
    /// The first forwarding register, or the turnaround register, whose contents at the end are not proven to be equal. It is
    /// not one of the places: a reordered program leaves other results there.
    pub register: Option<Store>,
    /// The number of words that are computed in different ways, but are proven to be equal bit by bit.
    pub by_bits: u32,
    /// A start for which the first of these words should differ. Only a run shows whether it does.
    pub example: Option<InitialWords>,
}

impl Unproven {
    /// Whether the places and the values shown during the run are proven to be equal.
    #[must_use]
    pub const fn is_nothing(&self) -> bool {
        self.shown.is_none() && self.places.is_empty()
    }
}

/// Proves that two programs are equivalent at some places. Without a proof the reason is returned.
///
/// Time and memory grow in proportion to the lines; `is_cancelled` is called now and then.
#[must_use]
pub fn by_dataflow(
    one: &Program,
    other: &Program,
    places: &Places,
    is_cancelled: &dyn Fn() -> bool,
) -> Equivalence {
    outcome(&unproven(one, other, places, is_cancelled))
}

/// As [`by_dataflow`], for all numbers that the first lines of both programs, which are a testcase's, could set in memories of the PEs.
#[must_use]
pub fn by_dataflow_for_all_inputs(
    one: &Program,
    other: &Program,
    places: &Places,
    input_lines: usize,
    is_cancelled: &dyn Fn() -> bool,
) -> Equivalence {
    outcome(&unproven_after(
        one,
        other,
        places,
        input_lines,
        is_cancelled,
    ))
}

/// The outcome of [`by_dataflow`] for the places that are not proven.
#[must_use]
pub fn outcome(unproven: &Result<Unproven, FollowStop>) -> Equivalence {
    let reason = match unproven {
        Err(stop) => UndecidedReason::Stopped(*stop),
        Ok(Unproven {
            shown: Some((one, other)),
            ..
        }) => UndecidedReason::Shown {
            one: *one,
            other: *other,
        },
        Ok(Unproven { places, .. }) => match places.first() {
            Some(place) => UndecidedReason::Place(*place),
            None => return Equivalence::Same,
        },
    };
    Equivalence::Undecided(reason)
}

/// The words of some places that are not proven to be equal. All other words of these places are.
///
/// # Errors
/// If one of the programs cannot be followed.
pub fn unproven(
    one: &Program,
    other: &Program,
    places: &Places,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Unproven, FollowStop> {
    unproven_after(one, other, places, 0, is_cancelled)
}

fn unproven_after(
    one: &Program,
    other: &Program,
    places: &Places,
    input_lines: usize,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Unproven, FollowStop> {
    let mut terms = Terms::new(places.from_zero);
    let one = follow(one, Side::One, input_lines, &mut terms, is_cancelled)?;
    let other = follow(other, Side::Other, input_lines, &mut terms, is_cancelled)?;
    let mut unproven = Unproven {
        register: one.other_register(&other),
        ..Unproven::default()
    };
    let mut bits = Bits::new(is_cancelled);
    if places.shown {
        let count = one.shown.len().max(other.shown.len());
        unproven.shown = (0..count).find_map(|index| {
            let (one, other) = (one.shown.get(index), other.shown.get(index));
            let line = |shown: Option<&Shown>| shown.map(|shown| shown.line);
            let is_same = one.zip(other).is_some_and(|(one, other)| {
                one.statement == other.statement && bits.show_equal(&terms, one.value, other.value)
            });
            (!is_same).then(|| (line(one), line(other)))
        });
    }
    for place in &places.at_end {
        if is_cancelled() {
            return Err(FollowStop::Cancelled);
        }
        let [one, other] = [&one, &other].map(|chip| {
            let content = chip.content(place.memory);
            seen(content, place, &mut terms)
        });
        if terms.is_full() {
            return Err(FollowStop::TooLarge);
        }
        differences(
            (&one, &other),
            place,
            &terms,
            &mut bits,
            &mut unproven.places,
        );
    }
    unproven.by_bits = bits.proven();
    unproven.example = bits.example();
    Ok(unproven)
}

/// The chip after a program, whose first lines set PE memories to any content.
fn follow(
    program: &Program,
    side: Side,
    input_lines: usize,
    terms: &mut Terms,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Chip, FollowStop> {
    let mut chip = Chip::new(terms);
    let mut accesses = Accesses::default();
    for (number, line) in program.iter().enumerate() {
        if number.is_multiple_of(LINES_BETWEEN_QUESTIONS) && is_cancelled() {
            return Err(FollowStop::Cancelled);
        }
        let number = number as u32;
        if line.has_error() {
            return Err(FollowStop::Error { side, line: number });
        }
        if line.ends_program() {
            break;
        }
        chip.sets_inputs = (number as usize) < input_lines;
        let followed = chip.line(number, line, terms, &mut accesses);
        if chip.is_too_much(terms) {
            return Err(FollowStop::TooLarge);
        }
        followed.map_err(|_| FollowStop::NotFollowed { side, line: number })?;
    }
    Ok(chip)
}

/// Adds the words in which two lists of runs of equal length are not proven to be equal.
fn differences(
    (one, other): (&[Run], &[Run]),
    place: &ComparedWords,
    terms: &Terms,
    bits: &mut Bits<'_>,
    into: &mut Vec<ComparedWords>,
) {
    let first_of_all = into.len();
    let mut add = |first: u32, count: u32| match into.get_mut(first_of_all..) {
        Some([.., last]) if last.first + last.count == first => last.count += count,
        _ => into.push(ComparedWords {
            first,
            count,
            ..*place
        }),
    };
    runs_that_differ(one, other, terms, |at, count, one, other| {
        let mut word = 0;
        while word < count {
            let are_equal = bits.are_equal(terms, terms.after(one, word), terms.after(other, word));
            // Once it is too late for proofs, all others differ.
            let words = if bits.is_open() { 1 } else { count - word };
            if !are_equal {
                add(place.first + at + word, words);
            }
            word += words;
        }
    });
}

/// Calls a function with the words in which two lists of runs of equal length differ: the first of consecutive words, their
/// number, and both values of the first.
fn runs_that_differ(
    one: &[Run],
    other: &[Run],
    terms: &Terms,
    mut differs: impl FnMut(u32, u32, Value, Value),
) {
    let (mut one, mut other) = (one.iter(), other.iter());
    let mut heads = (one.next().copied(), other.next().copied());
    let mut at = 0;
    while let (Some(a), Some(b)) = heads {
        let count = a.count.min(b.count);
        if a.value != b.value {
            differs(at, count, a.value, b.value);
        }
        at += count;
        let rest = |run: Run| {
            (run.count > count).then(|| Run {
                value: terms.after(run.value, count),
                count: run.count - count,
            })
        };
        heads = (
            rest(a).or_else(|| one.next().copied()),
            rest(b).or_else(|| other.next().copied()),
        );
    }
}

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests;
