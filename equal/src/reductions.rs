//! Reductions over MABs that are exact in any order, as terms (manual 3.5.5, 3.6.8.12, 3.6.8.18).
//!
//! An integer sum over MABs keeps sums: the reduction of `x + y` is the sum of both reductions, modulo a power of two in each
//! element. Its term at the PEs is the sum of the reductions of what is added. Words of all MABs that are brought one by one
//! and added are the reduction. A union of bits over MABs keeps unions in the same way, an intersection intersections.
//! Sums of floating-point numbers are rounded, and are not taken apart.

mod bits;

use mnc2_isa::geometry::{MABS_PER_L1B, PES_PER_MAB};
use mnc2_isa::l1bm::{Order, Transfer, TransferKind};
use mnc2_isa::reduction::ReductionKind;
use mnc2_isa::{L1bmOp, Op, Precision, ReductionOp, spelling};

use self::bits::BitReduction;
pub(super) use self::bits::united;
use super::integer_sums::{self, Words};
use super::terms::{Kind, Run, Terms, Value};

/// The number of MABs whose words meet in a place of L1BM, if they are 16 or 4.
const fn mabs(order: Order) -> Option<usize> {
    match order {
        Order::Mab => Some(MABS_PER_L1B),
        Order::Mab4 => Some(MABS_PER_L1B / 4),
        Order::Pe | Order::All => None,
    }
}

/// A transfer of one long word of each PE, as it is, or a reduction of one.
struct Sent {
    transfer: Transfer,
    target: Option<u8>,
    reduction: Option<ReductionOp>,
    /// The two words of the long word.
    words: [Value; 2],
}

impl Sent {
    /// What sent a word that L1BM holds; `None` if it is not one long word of each PE.
    fn from_value(terms: &Terms, value: Value) -> Option<Self> {
        let Kind::Up {
            op: Op::L1bm(op),
            spelling,
            target,
            modifiers: 0,
        } = terms.kind_of(value)
        else {
            return None;
        };
        let transfer = op.transfer();
        let words = terms.all_inputs(value).try_into().ok()?;
        (transfer.shape.sides == 1).then_some(Self {
            transfer,
            target,
            reduction: spelling::find(spelling)?.reduction,
            words,
        })
    }
}

/// The words of one MAB in a gather are those that a transfer from this MAB sends. `None` for other words.
pub(super) fn source(terms: &mut Terms, words: &[Run]) -> Option<Run> {
    let [Run { value, count }] = *words else {
        return None;
    };
    let (gathered, rotation) = match terms.kind_of(value) {
        Kind::Rotated(rotation) => (terms.only_run(value, 1)?, usize::from(rotation)),
        _ => (value, 0),
    };
    let sent = Sent::from_value(terms, gathered)?;
    let (first, in_a_mab) = (value.word() as usize, PES_PER_MAB as u32);
    let is_in_one_mab = value.word() % in_a_mab + count <= in_a_mab;
    if sent.transfer.motion != TransferKind::Gather || !is_in_one_mab {
        return None;
    }
    let mab = (first / PES_PER_MAB + MABS_PER_L1B - rotation) % MABS_PER_L1B;
    let kind = Kind::Up {
        op: Op::L1bm(L1bmOp::Transfer),
        spelling: "l1bmm",
        target: Some(mab as u8),
        modifiers: 0,
    };
    let from_mab = terms.computed(kind, &sent.words);
    Some(Run {
        value: terms.after(from_mab, value.word() % in_a_mab),
        count,
    })
}

/// A transfer that brings each PE what the PEs at its place in their MABs sent.
struct Exchange {
    sent: Value,
    /// The words of L1BM: the first one, and how many.
    words: (u32, u32),
    /// By how many MABs they are rotated on their way to L1BM.
    rotation: Option<Kind>,
}

impl Exchange {
    /// What a transfer of one long word brings of a transfer of the same shape, if each word is numbers of its PE.
    fn from_value(terms: &Terms, value: Value) -> Option<Self> {
        let Kind::Down {
            op: Op::L1bm(op), ..
        } = terms.kind_of(value)
        else {
            return None;
        };
        let run = terms.single_run(value)?;
        let kind = terms.kind_of(run.value);
        let (sent, rotation) = match kind {
            Kind::Rotated(_) => (terms.only_run(run.value, 1)?, Some(kind)),
            _ => (run.value, None),
        };
        let shape = op.transfer().shape;
        let is_shape = match terms.kind_of(sent) {
            Kind::Reduced { order, .. } => order == shape.order && shape.sides == 1,
            _ => {
                let Sent {
                    transfer,
                    reduction,
                    ..
                } = Sent::from_value(terms, sent)?;
                let is_kept = reduction.is_none_or(|it| it.precision != Precision::Half);
                transfer.shape == shape && is_kept
            }
        };
        // What is rotated is all that L1BM has of it.
        let is_all = run.value.is_first() && run.count == shape.long_words();
        let is_by_pe = matches!(shape.order, Order::Mab | Order::Mab4 | Order::All);
        (is_shape && is_all && is_by_pe).then_some(Self {
            sent,
            words: (0, run.count),
            rotation,
        })
    }
}

/// The words that the PEs sent of what a transfer brings each of them from a PE at its place in a MAB, or from these PEs of
/// several MABs; `None` for other transfers.
pub(super) fn sent_by_pes(terms: &Terms, value: Value) -> Option<Vec<Value>> {
    Some(terms.all_inputs(Exchange::from_value(terms, value)?.sent))
}

/// What the transfer brings if the PEs send other words.
pub(super) fn with_sent(
    terms: &mut Terms,
    value: Value,
    other: &mut dyn FnMut(&mut Terms, Value) -> Value,
) -> Option<Value> {
    let exchange = Exchange::from_value(terms, value)?;
    let (down, kind) = (terms.kind_of(value), terms.kind_of(exchange.sent));
    let inputs = terms.all_inputs(exchange.sent).into_iter();
    let inputs: Vec<Value> = inputs.map(|it| other(terms, it)).collect();
    if let Kind::Reduced { operation, order } = kind {
        let number = (*inputs.first()?, inputs.get(1).copied());
        let brought = match operation.kind {
            ReductionKind::IntegerAdd => {
                let bits = operation.precision.element_bits();
                reduced_sum(terms, (down, order, bits), exchange.words, number)?
            }
            _ => down_from(terms, (down, exchange.words), kind, number),
        };
        return integer_sums::word(brought, value.word() as usize);
    }
    let mut sent = terms.computed(kind, &inputs);
    if let Some(rotated) = exchange.rotation {
        sent = terms.computed(rotated, &[sent]);
    }
    let from = Run {
        value: sent,
        count: exchange.words.1,
    };
    let brought = terms.computed_from_runs(down, &[from]);
    Some(terms.after(brought, value.word()))
}

/// A gather that is rotated on its way to L1BM, and again on its way back, is rotated once.
pub(super) fn unrotated(terms: &Terms, down: Kind, words: &[Run]) -> (Kind, Vec<Run>) {
    let rotated = |terms: &Terms| {
        let [run] = *words else { return None };
        let Kind::Rotated(up) = terms.kind_of(run.value) else {
            return None;
        };
        let Kind::Down { op, rotation } = down else {
            return None;
        };
        let is_all = op == Op::L1bm(L1bmOp::Distribute) && run.value.is_first();
        let value = terms.only_run(run.value, 1).filter(|_| is_all)?;
        let rotation = (up + rotation) % MABS_PER_L1B as u8;
        let count = run.count;
        Some((Kind::Down { op, rotation }, vec![Run { value, count }]))
    };
    let all = L1bmOp::Distribute.transfer().shape.long_words();
    let is_whole = words.iter().map(|it| it.count).sum::<u32>() == all;
    let rotated = rotated(terms).filter(|_| is_whole);
    rotated.unwrap_or_else(|| (down, words.to_vec()))
}

/// The two words that a transfer brings to the PEs from consecutive words of a reduction, or from constants; `None` for others.
pub(super) fn brought(terms: &mut Terms, down: Kind, words: &[Run]) -> Option<[Value; 2]> {
    let [run] = *words else {
        return None;
    };
    let sent = Sent::from_value(terms, run.value)?;
    let Some(operation) = sent.reduction else {
        let is_constant = |it: &Value| terms.bits(*it).is_some();
        return sent.words.iter().all(is_constant).then_some(sent.words);
    };
    let order = sent.transfer.shape.order;
    let [first, second] = sent.words;
    let places = (run.value.word(), run.count);
    match operation.kind {
        ReductionKind::IntegerAdd => {
            let bits = operation.precision.element_bits();
            let mut number = |number| reduced_sum(terms, (down, order, bits), places, number);
            Some(match bits {
                64 => {
                    let (first, second) = number((first, Some(second)))?;
                    [first, second?]
                }
                _ => [number((first, None))?.0, number((second, None))?.0],
            })
        }
        ReductionKind::BitOr | ReductionKind::BitAnd => {
            let mut bits = BitReduction::new(operation.kind, (down, order), places);
            Some([first, second].map(|word| bits.reduced(terms, word, 0)))
        }
        ReductionKind::FloatAdd
        | ReductionKind::Max
        | ReductionKind::Min
        | ReductionKind::LogicalAnd
        | ReductionKind::LogicalOr => None,
    }
}

/// The integer sum over MABs of a number, as a transfer to the PEs brings it.
fn reduced_sum(
    terms: &mut Terms,
    (down, order, bits): (Kind, Order, u32),
    places: (u32, u32),
    number: Words,
) -> Option<Words> {
    let precision = match bits {
        64 => Precision::LongInteger,
        32 => Precision::SingleInteger,
        _ => Precision::HalfInteger,
    };
    let operation = ReductionOp {
        kind: ReductionKind::IntegerAdd,
        precision,
    };
    let kind = Kind::Reduced { order, operation };
    let mut reduced = |terms: &mut Terms, number| down_from(terms, (down, places), kind, number);
    let times = mabs(order)? as u64;
    Some(integer_sums::image(
        terms,
        bits,
        number,
        times,
        &mut reduced,
    ))
}

/// What a transfer brings to the PEs of the words that a reduction makes of a number: which one is the first, and how many.
fn down_from(
    terms: &mut Terms,
    (down, (word, count)): (Kind, (u32, u32)),
    kind: Kind,
    (first, second): Words,
) -> Words {
    let mut inputs = vec![first];
    inputs.extend(second);
    let made = terms.computed(kind, &inputs);
    let from = Run {
        value: terms.after(made, word),
        count,
    };
    let brought = terms.computed_from_runs(down, &[from]);
    (brought, second.map(|_| terms.after(brought, 1)))
}

/// A term of a sum that brings a number of one MAB to the PEs.
#[derive(PartialEq)]
struct FromMab {
    down: Kind,
    /// The words of L1BM: the first one, counted from the first word of the MAB, and how many.
    words: (u32, u32),
    order: Order,
    number: Words,
    factor: u64,
}

impl FromMab {
    /// The term with the number of the MAB.
    fn from_term(
        terms: &Terms,
        bits: u32,
        ((first, second), factor): (Words, u64),
    ) -> Option<(Self, u8)> {
        let down = terms.kind_of(first);
        let Kind::Down { .. } = down else {
            return None;
        };
        let run = terms.single_run(first)?;
        let sent = Sent::from_value(terms, run.value)?;
        let number = match second {
            None => (*sent.words.get(first.word() as usize)?, None),
            Some(second) => {
                let is_both = first.is_first() && second == terms.after(first, 1) && bits == 64;
                let [first, second] = sent.words;
                is_both.then_some((first, Some(second)))?
            }
        };
        let is_plain = sent.transfer.motion == TransferKind::FromMab;
        let of_mab = Self {
            down,
            words: (run.value.word(), run.count),
            order: sent.transfer.shape.order,
            number,
            factor,
        };
        is_plain.then_some((of_mab, sent.target?))
    }
}

/// A sum of integers in which numbers that come from each MAB once are their reduction.
pub(super) fn collected(terms: &mut Terms, bits: u32, sum: Words) -> Words {
    let mut sum = sum;
    while let Some(next) = collected_once(terms, bits, sum) {
        sum = next;
    }
    sum
}

fn collected_once(terms: &mut Terms, bits: u32, sum: Words) -> Option<Words> {
    let all = integer_sums::summands(terms, bits, sum);
    if all.len() < mabs(Order::Mab4)? {
        return None;
    }
    let of_mabs = all.iter().filter_map(|it| {
        let (of_mab, mab) = FromMab::from_term(terms, bits, *it)?;
        Some((of_mab, mab, it.0))
    });
    let of_mabs: Vec<_> = of_mabs.collect();
    let (first, gone) = of_mabs.iter().find_map(|(first, ..)| {
        let alike = of_mabs.iter().filter(|it| it.0 == *first);
        let (mut from, mut gone) = (0_u32, Vec::new());
        for (_, mab, words) in alike {
            from |= 1 << mab;
            gone.push(*words);
        }
        let is_each = gone.len() == mabs(first.order)? && from.count_ones() as usize == gone.len();
        is_each.then_some((first, gone))
    })?;
    let way = (first.down, first.order, bits);
    let reduced = reduced_sum(terms, way, first.words, first.number)?;
    let new = (reduced, first.factor);
    Some(integer_sums::exchanged(terms, bits, sum, &gone, new))
}

#[cfg(test)]
mod tests;
