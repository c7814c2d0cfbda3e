//! Operands that the program above suggests: addresses that continue a pattern, results that can be read by now,
//! addresses that are free.
//!
//! Each suggestion comes from one observation, such as "as in the last step like this one, moved as the operand before
//! it has moved", and is weighted with the share of cases in which this observation is right. Suggestions of the same
//! operand add up.

use mnc2_isa::{Forwarding, Memory, Width};

use super::context::CursorContext;
use super::usage::{self, Use};
use mnc2_program::{Addressing, Operand, OperandKind, PeMemory, render};
use mnc2_text::LineRange;

/// Maximum number of places above with the same opcode that are considered.
const PLACES_MAX: usize = 4;

/// Uses before the cursor, and before a place like it, that are compared to see how addresses move.
const BACK_MAX: usize = 3;

/// Uses before the cursor whose results are offered.
const RESULTS_USES_MAX: usize = 10;

/// Uses before the cursor whose operands are counted.
const COUNTED_USES_MAX: usize = 128;

/// An operand that can come next.
pub(super) struct Guess {
    pub(super) operand: Operand,
    pub(super) text: String,
    /// From 0 to 1.
    pub(super) likelihood: f64,
}

/// The place of an operand.
pub(super) struct Site<'a> {
    /// The uses by the program above and by the earlier expressions in the line.
    pub(super) uses: &'a [&'a Use],
    /// The expression itself, with the operands before the cursor.
    pub(super) own: &'a Use,
    /// Whether the operand is an output.
    pub(super) is_output: bool,
    pub(super) surroundings: &'a CursorContext,
}

#[derive(Default)]
struct Guesses(Vec<Guess>);

impl Guesses {
    fn add(&mut self, operand: Option<Operand>, likelihood: f64) {
        let Some(operand) = operand else { return };
        let text = render::operand(&operand);
        match self.0.iter_mut().find(|guess| guess.text == text) {
            Some(guess) => {
                guess.likelihood = 1.0 - (1.0 - guess.likelihood) * (1.0 - likelihood);
            }
            None => self.0.push(Guess {
                operand,
                text,
                likelihood,
            }),
        }
    }
}

/// The operands that can come next, in no order.
pub(super) fn guesses(place: &Site<'_>) -> Vec<Guess> {
    let mut found = Guesses::default();
    as_before(place, &mut found);
    if place.is_output {
        free_addresses(place, &mut found);
        for input in &place.own.operands {
            found.add(without_mask(input), 0.05);
        }
    } else {
        results(place, &mut found);
        for register in Forwarding::ALL {
            if place
                .surroundings
                .fed
                .as_ref()
                .is_some_and(|fed| fed.contains(&register))
            {
                found.add(Some(plain(OperandKind::Forwarding(register))), 0.2);
            }
        }
        for input in &place.own.operands {
            found.add(without_mask(input), 0.03);
        }
    }
    counted(place, &mut found);
    found.0
}

/// As in the places above that are most like this one: the same operand, and one moved as other operands have moved.
fn as_before(place: &Site<'_>, found: &mut Guesses) {
    let (uses, own) = (place.uses, place.own);
    let index = own.operands.len();
    let alike = usage::places_of(uses, own.head, own.is_first, PLACES_MAX);
    for (nth, &at) in alike.iter().enumerate() {
        let Some(there) = uses[at].operands.get(index) else {
            continue;
        };
        let less = [1.0, 0.4, 0.25, 0.15][nth.min(3)];
        found.add(Some(there.clone()), 0.3 * less);
        let Some((space, address)) = usage::address(&there.kind) else {
            continue;
        };
        let (same, other) = drift(uses, own, at, space);
        if let Some(by) = same {
            found.add(usage::moved(there, by), 0.6 * less);
        }
        if let Some(by) = other {
            found.add(usage::moved(there, by), 0.3 * less);
        }
        // As it moved between the last two places with this opcode.
        let earlier = uses[..at].iter().rev().filter(|one| one.head == own.head);
        let moved = earlier
            .filter_map(|one| usage::address(&one.operands.get(index)?.kind))
            .find(|(other, _)| *other == space)
            .map(|(_, before)| address - before);
        if let Some(by) = moved {
            found.add(usage::moved(there, by), 0.5 * less);
        }
        if let Some(span) = usage::span_words(there) {
            found.add(usage::moved(there, i64::from(span)), 0.25 * less);
        }
    }
}

/// How far addresses moved from a place above to the cursor: addresses of the same memory, and any.
fn drift(uses: &[&Use], own: &Use, at: usize, space: usage::Space) -> (Option<i64>, Option<i64>) {
    let (mut same, mut other) = (None, None);
    for back in 0..=BACK_MAX.min(at) {
        let (here, there) = match back {
            0 => (own, uses[at]),
            _ => (uses[uses.len() - back], uses[at - back]),
        };
        if here.head != there.head {
            break;
        }
        for (here, there) in here.operands.iter().zip(&there.operands).rev() {
            let pair = usage::address(&here.kind).zip(usage::address(&there.kind));
            if let Some(((one, to), (two, from))) = pair
                && one == two
            {
                let known = if one == space { &mut same } else { &mut other };
                known.get_or_insert(to - from);
            }
        }
    }
    (same, other)
}

/// Recently written results; unread ones are more likely.
fn results(place: &Site<'_>, found: &mut Guesses) {
    let mut read: Vec<OperandKind> = Vec::new();
    let reads = |one: &Use| -> Vec<OperandKind> {
        let inputs = one.operands.iter().take(one.inputs);
        inputs.map(|input| input.kind.clone()).collect()
    };
    read.extend(reads(place.own));
    // Memory that `d set` fills is an input of the whole program.
    let recent = place.uses.iter().rev().take(COUNTED_USES_MAX).enumerate();
    let recent = recent
        .filter(|(distance, one)| *distance < RESULTS_USES_MAX || one.head == usage::DEBUG_SET);
    for (distance, one) in recent {
        for output in one.operands.iter().skip(one.inputs) {
            let is_live = !read.contains(&output.kind);
            let likelihood = if is_live { 0.3 } else { 0.08 };
            found.add(
                without_mask(output),
                likelihood / (1.0 + 0.3 * distance as f64),
            );
        }
        read.extend(reads(one));
    }
}

/// The operands that the program uses most in this role.
fn counted(place: &Site<'_>, found: &mut Guesses) {
    let mut counts: Vec<(&Operand, f64)> = Vec::new();
    let mut all = 0.0;
    for (age, one) in place.uses.iter().rev().take(COUNTED_USES_MAX).enumerate() {
        let (inputs, outputs) = one.operands.split_at(one.inputs.min(one.operands.len()));
        let weight = 0.98_f64.powi(age as i32);
        for operand in if place.is_output { outputs } else { inputs } {
            all += weight;
            let known = counts.iter_mut().find(|(known, _)| {
                known.kind == operand.kind
                    && known.negated == operand.negated
                    && render::operand(known) == render::operand(operand)
            });
            match known {
                Some((_, count)) => *count += weight,
                None => counts.push((operand, weight)),
            }
        }
    }
    for (operand, count) in counts {
        found.add(Some(operand.clone()), 0.4 * count / (all + 2.0));
    }
}

/// Addresses that the program does not use, after those that it wrote last and from the start of each memory.
fn free_addresses(place: &Site<'_>, found: &mut Guesses) {
    let words = &place.surroundings.words;
    let outputs = || {
        let steps = place.uses.iter().rev();
        let steps = steps.filter(|one| one.head != usage::DEBUG_SET);
        let recent = steps.take(RESULTS_USES_MAX);
        recent.flat_map(|one| one.operands.iter().skip(one.inputs))
    };
    for memory in [Memory::Lm0, Memory::Lm1, Memory::Grf0, Memory::Grf1] {
        let last = outputs().find(|output| {
            matches!(&output.kind, OperandKind::PeMemory(it) if it.memory == memory && !it.indirect)
        });
        let shape = last.and_then(without_mask).unwrap_or_else(|| {
            plain(OperandKind::PeMemory(PeMemory {
                memory,
                width: Width::Long,
                addressing: Addressing::Stride {
                    base_words: 0,
                    stride_words: Width::Long.single_words(),
                },
                indirect: false,
                madpe: None,
                address_range: LineRange::default(),
            }))
        });
        let (Some(span), Some((_, address))) =
            (usage::span_words(&shape), usage::address(&shape.kind))
        else {
            continue;
        };
        let step = span.next_power_of_two();
        let after = (address as u32 + u32::from(last.is_some()) * span).next_multiple_of(step);
        for (from, likelihood) in [(after, 0.12), (0, 0.06)] {
            if let Some(free) = words.free(memory, from, step, span) {
                found.add(usage::moved(&shape, i64::from(free) - address), likelihood);
            }
        }
    }
}

fn without_mask(operand: &Operand) -> Option<Operand> {
    Some(Operand {
        mask: None,
        ..operand.clone()
    })
}

fn plain(kind: OperandKind) -> Operand {
    Operand {
        range: LineRange::default(),
        kind,
        negated: false,
        conversion: None,
        mask: None,
    }
}
