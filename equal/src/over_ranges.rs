//! Whether two programs are equivalent for the inputs in the ranges of a testcase.
//!
//! Both programs run on a chip whose inputs are terms. Where they show different terms, both must follow from one input of the
//! same PE that has a range; all other inputs that they follow from have one number. Then both run with each number of the range
//! in place of every input, and must show the same words: these runs are all cases that there are.

use std::collections::{BTreeSet, HashMap};

use mnc2_dataflow::input_ranges::InputRanges;
use mnc2_isa::{AluOp, MauOp, Op};
use mnc2_program::Program;
use mnc2_program::access::Store;

use super::chip::Shown;
use super::runs::{Limits, RunsOutcome, by_run};
use super::terms::{Kind, Terms, Value};
use super::{Equivalence, FollowStop, Places, Side, UndecidedReason, follow};

/// Steps that the runs of both programs may take together.
const RUN_STEPS_MAX: u64 = 4_000_000;

/// The inputs of a PE that a value follows from: memories with words.
type Inputs = BTreeSet<(usize, u32)>;

/// Proves that two programs that begin with the lines of one testcase show the same for all inputs in its ranges. Without a
/// proof the reason is returned.
#[must_use]
pub fn over_ranges(
    one: &Program,
    other: &Program,
    places: &Places,
    ranges: &InputRanges,
    is_cancelled: &dyn Fn() -> bool,
) -> Equivalence {
    let reason = match unproven(one, other, places, ranges, is_cancelled) {
        Ok(None) => return Equivalence::Same,
        Ok(Some(reason)) => reason,
        Err(stop) => UndecidedReason::Stopped(stop),
    };
    Equivalence::Undecided(reason)
}

fn unproven(
    one: &Program,
    other: &Program,
    places: &Places,
    ranges: &InputRanges,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Option<UndecidedReason>, FollowStop> {
    if let Some(place) = places.at_end.first() {
        return Ok(Some(UndecidedReason::Place(*place)));
    }
    if !places.from_zero {
        // Words that the testcase does not set could have any number.
        return Ok(Some(NOTHING_SHOWN));
    }
    let mut terms = Terms::new(places.from_zero);
    let first = follow(one, Side::One, ranges.lines, &mut terms, is_cancelled)?;
    let second = follow(other, Side::Other, ranges.lines, &mut terms, is_cancelled)?;
    if let Some(differs) = undecided_by_runs(&terms, &first.shown, &second.shown, ranges) {
        return Ok(Some(differs));
    }
    let steps = |program: &Program| program.steps_before(program.len()).max(1);
    if (steps(one) + steps(other)) * u64::from(ranges.count()) > RUN_STEPS_MAX {
        return Err(FollowStop::TooLarge);
    }
    runs(one, other, places, ranges, is_cancelled)
}

/// The reason for programs that show something else, or nothing that is known.
const NOTHING_SHOWN: UndecidedReason = UndecidedReason::Shown {
    one: None,
    other: None,
};

/// The first values shown that runs with each number of the ranges do not decide.
fn undecided_by_runs(
    terms: &Terms,
    one: &[Shown],
    other: &[Shown],
    ranges: &InputRanges,
) -> Option<UndecidedReason> {
    let mut known = HashMap::new();
    (0..one.len().max(other.len())).find_map(|index| {
        let (one, other) = (one.get(index), other.get(index));
        let is_decided = match (one, other) {
            (Some(one), Some(other)) => {
                let values = [one.value, other.value];
                one.statement == other.statement
                    && (one.value == other.value
                        || are_of_one_input(terms, values, ranges, &mut known))
            }
            _ => false,
        };
        (!is_decided).then(|| UndecidedReason::Shown {
            one: one.map(|it| it.line),
            other: other.map(|it| it.line),
        })
    })
}

/// Runs both programs with each number of the ranges.
fn runs(
    one: &Program,
    other: &Program,
    places: &Places,
    ranges: &InputRanges,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Option<UndecidedReason>, FollowStop> {
    for number in 0..ranges.count() {
        if is_cancelled() {
            return Err(FollowStop::Cancelled);
        }
        let [one, other] = [one, other].map(|it| ranges.with_number(it, number));
        let ran = by_run(&one, &other, places, &Limits::default(), 0);
        if ran != RunsOutcome::Alike {
            return Ok(Some(NOTHING_SHOWN));
        }
    }
    Ok(None)
}

/// Whether the words of two values that differ follow from one input that has several numbers.
fn are_of_one_input(
    terms: &Terms,
    values: [Value; 2],
    ranges: &InputRanges,
    known: &mut HashMap<Value, Option<Inputs>>,
) -> bool {
    let [one, other] = values.map(|it| words(terms, it));
    one.len() == other.len()
        && one.iter().zip(&other).all(|(one, other)| {
            one == other || {
                let all = [one, other].map(|it| inputs(terms, *it, 0, known));
                let [Some(one), Some(other)] = all else {
                    return false;
                };
                let all: Inputs = one.union(&other).copied().collect();
                let counts = all
                    .iter()
                    .map(|(store, address)| count(*store, *address, ranges));
                let counts: Option<Vec<u32>> = counts.collect();
                counts.is_some_and(|it| it.iter().filter(|count| **count > 1).count() <= 1)
            }
        })
}

/// The words of a value that is shown.
fn words(terms: &Terms, value: Value) -> Vec<Value> {
    match terms.kind_of(value) {
        Kind::List => terms.all_inputs(value),
        _ => vec![value],
    }
}

/// How many numbers an input has; `None` if it may have any.
fn count(store: usize, address: u32, ranges: &InputRanges) -> Option<u32> {
    let mut memories = mnc2_isa::Memory::ALL.into_iter();
    let memory = memories.find(|it| Store::Memory(*it).index() == store)?;
    ranges.find(memory, address).map(|it| it.count())
}

/// Maximum depth of a value.
const DEPTH_MAX: u32 = 1_000;

/// The inputs of its own PE that a value follows from; `None` if others may take part.
fn inputs(
    terms: &Terms,
    value: Value,
    depth: u32,
    known: &mut HashMap<Value, Option<Inputs>>,
) -> Option<Inputs> {
    if let Some(known) = known.get(&value) {
        return known.clone();
    }
    if depth > DEPTH_MAX {
        return None;
    }
    let of_inputs = |known: &mut HashMap<Value, Option<Inputs>>| {
        let mut all = Inputs::new();
        for input in terms.children(value) {
            all.extend(inputs(terms, input, depth + 1, known)?);
        }
        Some(all)
    };
    let found = match terms.kind_of(value) {
        Kind::Nothing | Kind::Constant | Kind::Position => Some(Inputs::new()),
        Kind::Start(store) => Some(Inputs::from([(store.index(), value.word())])),
        Kind::Unit { op, .. } if !stays_on_pe(op) => None,
        Kind::Split(_)
        | Kind::List
        | Kind::Unit { .. }
        | Kind::Sum(_)
        | Kind::Wires
        | Kind::Extreme { .. }
        | Kind::Shorten
        | Kind::Extend(_)
        | Kind::Invert(_)
        | Kind::Select { .. }
        | Kind::Flush { .. }
        | Kind::And => of_inputs(known),
        Kind::BaseBits
        | Kind::SelectBase { .. }
        | Kind::ReadSomewhere { .. }
        | Kind::WriteSomewhere { .. }
        | Kind::Down { .. }
        | Kind::Up { .. }
        | Kind::Rotated(_)
        | Kind::Reduced { .. }
        | Kind::Turned(_)
        | Kind::L2bm { .. }
        | Kind::Darbuf { .. }
        | Kind::Mv { .. } => None,
    };
    known.insert(value, found.clone());
    found
}

/// Whether an operation uses only what its PE has.
pub(super) const fn stays_on_pe(op: Op) -> bool {
    match op {
        Op::Alu(AluOp::Msl | AluOp::Msr | AluOp::Bfe | AluOp::Bfn) => false,
        Op::Alu(_) | Op::Mau(MauOp::Vfma | MauOp::Vmul | MauOp::Vadd | MauOp::Vpassa) => true,
        Op::Mau(_) | Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => false,
    }
}
